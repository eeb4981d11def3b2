#include "sw/races/shadow.h"

#include "sw/util/arena.h"

#include <stdlib.h>

enum { PAGE_BYTES = 1024, WORD = 4 };

struct page {
    uint64_t space, number;
    uint32_t grain; /* bytes of a cell: 4 or 1 */
    struct cell *cells;
};

/* Pages by open addressing, in a table of a power of two of which at most half is used. */
struct shadow {
    struct page *table;
    size_t size, n;
    size_t cells;
    struct page *last;
    bool full;
};

struct shadow *shadow_new(void)
{
    struct shadow *s = xcalloc(1, sizeof *s);
    s->size = 256;
    s->table = xcalloc(s->size, sizeof *s->table);
    return s;
}

void shadow_free(struct shadow *s)
{
    for (size_t i = 0; s != NULL && i < s->size; i++)
        free(s->table[i].cells);
    if (s != NULL)
        free(s->table);
    free(s);
}

static struct page *slot(struct page *table, size_t size, uint64_t space, uint64_t number)
{
    uint64_t hash = (number + space * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
    size_t i = (size_t)(hash >> 20) & (size - 1);
    while (table[i].cells != NULL && (table[i].space != space || table[i].number != number))
        i = (i + 1) & (size - 1);
    return &table[i];
}

static void grow(struct shadow *s)
{
    struct page *all = xcalloc(2 * s->size, sizeof *all);
    for (size_t i = 0; i < s->size; i++)
        if (s->table[i].cells != NULL)
            *slot(all, 2 * s->size, s->table[i].space, s->table[i].number) = s->table[i];
    free(s->table);
    s->table = all;
    s->size *= 2;
}

static struct page *page_of(struct shadow *s, uint64_t space, uint64_t number)
{
    if (s->last != NULL && s->last->space == space && s->last->number == number)
        return s->last;
    if (2 * s->n >= s->size)
        grow(s);
    struct page *p = slot(s->table, s->size, space, number);
    s->last = NULL;
    if (p->cells == NULL) {
        if (s->cells + PAGE_BYTES / WORD > SHADOW_CELLS) {
            s->full = true;
            return NULL;
        }
        *p = (struct page){space, number, WORD, xcalloc(PAGE_BYTES / WORD, sizeof *p->cells)};
        s->cells += PAGE_BYTES / WORD;
        s->n++;
    }
    return s->last = p;
}

/* What a word knew each of its bytes knows; what was released there stays with the first. */
static void split(struct shadow *s, struct page *p)
{
    struct cell *bytes = xcalloc(PAGE_BYTES, sizeof *bytes);
    for (uint32_t i = 0; i < PAGE_BYTES; i++) {
        bytes[i] = p->cells[i / WORD];
        if (i % WORD != 0)
            bytes[i].released = 0;
    }
    free(p->cells);
    p->cells = bytes;
    p->grain = 1;
    s->cells += PAGE_BYTES - PAGE_BYTES / WORD;
}

struct cell *shadow_cell(struct shadow *s, uint64_t space, uint64_t address, uint32_t bytes,
                         uint32_t i)
{
    struct page *p = page_of(s, space, address / PAGE_BYTES);
    if (p == NULL)
        return NULL;
    if (bytes < WORD && p->grain == WORD)
        split(s, p);
    if (i * p->grain >= bytes)
        return NULL;
    return &p->cells[address % PAGE_BYTES / p->grain + i];
}

bool shadow_full(const struct shadow *s)
{
    return s->full;
}
