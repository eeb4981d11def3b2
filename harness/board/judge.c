#include "harness/board/judge.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

/* A state of the search: the next op of each thread, and the contents of memory. */
struct state {
    uint8_t at[JUDGE_THREADS];
    uint32_t memory[JUDGE_LINES];
};

/* States from which no order succeeds, in an open hash table. */
struct search {
    const struct judge *j;
    struct state *dead;
    bool *used;
    size_t room, n;
};

static size_t slot_of(const struct state *all, const bool *used, size_t room, const struct state *s)
{
    uint64_t h = 0xcbf29ce484222325u;
    const unsigned char *bytes = (const unsigned char *)s;
    for (size_t i = 0; i < sizeof *s; i++)
        h = (h ^ bytes[i]) * 0x100000001b3u;
    size_t at = (size_t)(h ^ h >> 32) & (room - 1);
    while (used[at] && memcmp(&all[at], s, sizeof *s) != 0)
        at = (at + 1) & (room - 1);
    return at;
}

static void grow(struct search *g)
{
    size_t room = g->room > 0 ? 2 * g->room : 1024;
    struct state *dead = xcalloc(room, sizeof *dead);
    bool *used = xcalloc(room, sizeof *used);
    for (size_t i = 0; i < g->room; i++)
        if (g->used[i]) {
            size_t to = slot_of(dead, used, room, &g->dead[i]);
            dead[to] = g->dead[i];
            used[to] = true;
        }
    free(g->dead);
    free(g->used);
    g->dead = dead;
    g->used = used;
    g->room = room;
}

static uint32_t bytes_of(uint8_t mask)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < 4; i++)
        bits |= (mask >> i & 1) != 0 ? 0xFFu << 8 * i : 0;
    return bits;
}

/* Applies an op to its line if the op may come now, that is, if it would see the value it saw. */
static bool step(const struct judge_op *op, uint32_t *line)
{
    uint32_t bits = bytes_of(op->mask), is = *line;
    switch (op->kind) {
    case JUDGE_LOAD:
        return is == op->seen;
    case JUDGE_ADD:
        *line = (is & ~bits) | (((is & bits) + (op->data & bits)) & bits);
        return (is & bits) == (op->seen & bits);
    case JUDGE_STORE:
        break;
    }
    *line = (is & ~bits) | (op->data & bits);
    return true;
}

static bool has_ended(const struct judge *j, const struct state *s)
{
    for (unsigned t = 0; t < j->threads; t++)
        if (s->at[t] < j->n[t])
            return false;
    return memcmp(s->memory, j->last, sizeof j->last) == 0;
}

static bool leads_to_the_end(struct search *g, const struct state *s)
{
    if (has_ended(g->j, s))
        return true;
    if (2 * (g->n + 1) > g->room)
        grow(g);
    if (g->used[slot_of(g->dead, g->used, g->room, s)])
        return false;
    for (unsigned t = 0; t < g->j->threads; t++) {
        struct state next = *s;
        if (s->at[t] == g->j->n[t])
            continue;
        const struct judge_op *op = &g->j->ops[t][next.at[t]++];
        if (step(op, &next.memory[op->line]) && leads_to_the_end(g, &next))
            return true;
    }
    if (2 * (g->n + 1) > g->room)
        grow(g);
    size_t at = slot_of(g->dead, g->used, g->room, s);
    g->n += !g->used[at];
    g->dead[at] = *s;
    g->used[at] = true;
    return false;
}

bool judge_explains(const struct judge *j)
{
    struct search g = {.j = j};
    struct state s;
    memset(&s, 0, sizeof s);
    memcpy(s.memory, j->first, sizeof s.memory);
    bool ok = leads_to_the_end(&g, &s);
    free(g.dead);
    free(g.used);
    return ok;
}
