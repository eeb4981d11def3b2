/*
 * The requests of one direction, in one list per bank. Of each bank the scheduler looks at two
 * requests at most: the oldest, and the oldest that wants the open row.
 */
#include "sw/dram/channel.h"
#include "sw/util/arena.h"

#include <stdlib.h>

void queue_init(struct queue *q, uint32_t depth, uint32_t banks)
{
    *q = (struct queue){.entry = xcalloc(depth, sizeof *q->entry),
                        .line = xcalloc(depth, sizeof *q->line),
                        .list = xcalloc(banks, sizeof *q->list),
                        .aside = xcalloc(depth, sizeof *q->aside),
                        .depth = depth};
    for (uint32_t i = 0; i < depth; i++) {
        q->entry[i].next = (uint16_t)(i + 1 < depth ? i + 1 : NO_ENTRY);
        q->line[i] = NEVER;
    }
    for (uint32_t i = 0; i < banks; i++)
        q->list[i] = (struct list){NO_ENTRY, NO_ENTRY, NO_ENTRY};
}

void queue_free(struct queue *q)
{
    free(q->entry);
    free(q->line);
    free(q->list);
    free(q->aside);
}

uint32_t queue_find(const struct queue *q, uint64_t line, uint32_t from)
{
    if (q->count == 0)
        return q->depth;
    for (; from + 8 <= q->depth; from += 8) {
        bool any = false;
        for (uint32_t k = 0; k < 8; k++)
            any |= q->line[from + k] == line;
        if (any)
            break;
    }
    while (from < q->depth && q->line[from] != line)
        from++;
    return from;
}

struct entry *queue_add(struct queue *q, const struct entry *e)
{
    uint16_t i = q->free;
    q->free = q->entry[i].next;
    q->entry[i] = *e;
    q->line[i] = e->line;
    q->aside[q->n_aside++] = i;
    q->count++;
    return &q->entry[i];
}

/* Sets the bank's hit to the first entry from `i` on that wants the open row. */
static void find_hit(struct queue *q, uint32_t bank, uint16_t i, const struct banks *b)
{
    const struct bank *k = &b->bank[bank];
    while (i != NO_ENTRY && q->entry[i].row != k->row)
        i = q->entry[i].next;
    q->list[bank].hit = i;
    uint64_t bit = (uint64_t)1 << bank;
    q->hits = i != NO_ENTRY ? q->hits | bit : q->hits & ~bit;
}

void queue_row_changed(struct queue *q, uint32_t bank, const struct banks *b)
{
    find_hit(q, bank, b->bank[bank].open ? q->list[bank].first : NO_ENTRY, b);
}

/* Inserts entry `i` into its bank's list by age: most often at the end. */
static void list_insert(struct queue *q, uint16_t i)
{
    struct entry *e = &q->entry[i];
    struct list *l = &q->list[e->bank];
    uint16_t before = l->last;
    if (before != NO_ENTRY && q->entry[before].number > e->number) {
        before = NO_ENTRY;
        for (uint16_t k = l->first; q->entry[k].number < e->number; k = q->entry[k].next)
            before = k;
    }
    uint16_t *link = before == NO_ENTRY ? &l->first : &q->entry[before].next;
    e->next = *link;
    *link = i;
    if (before == l->last)
        l->last = i;
    q->banks |= (uint64_t)1 << e->bank;
    q->listed++;
}

bool queue_admit(struct queue *q, const struct banks *b)
{
    uint32_t stay = 0, n = q->n_aside;
    for (uint32_t k = 0; k < n; k++) {
        uint16_t i = q->aside[k];
        const struct entry *e = &q->entry[i];
        const struct bank *at = &b->bank[e->bank];
        if (e->blockers > 0) {
            q->aside[stay++] = i;
            continue;
        }
        list_insert(q, i);
        uint16_t hit = q->list[e->bank].hit;
        if (at->open && at->row == e->row &&
            (hit == NO_ENTRY || q->entry[hit].number > e->number)) {
            q->list[e->bank].hit = i;
            q->hits |= (uint64_t)1 << e->bank;
        }
    }
    q->n_aside = stay;
    return stay < n;
}

void queue_remove(struct queue *q, uint16_t index, const struct banks *b)
{
    struct entry *e = &q->entry[index];
    struct list *l = &q->list[e->bank];
    uint16_t before = NO_ENTRY;
    for (uint16_t k = l->first; k != index; k = q->entry[k].next)
        before = k;
    *(before == NO_ENTRY ? &l->first : &q->entry[before].next) = e->next;
    if (l->last == index)
        l->last = before;
    if (l->first == NO_ENTRY)
        q->banks &= ~((uint64_t)1 << e->bank);
    if (l->hit == index)
        find_hit(q, e->bank, e->next, b);
    q->line[index] = NEVER;
    e->next = q->free;
    q->free = index;
    q->count--;
    q->listed--;
}
