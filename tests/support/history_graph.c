/*
 * The order that sequential consistency asks for, as a graph over the ops of a history:
 *
 *   program order    an op, then its thread's next
 *   reads-from       a store, then the loads that return its value
 *   coherence        a store, then the next one to the same byte
 *   from-reads       a load, then the store that comes next in the byte after what it returned
 *
 * There is one order of all ops that explains every value exactly when it has no cycle.
 */
#include "tests/support/history.h"

#include "sw/util/arena.h"

#include <stdlib.h>

struct graph {
    int n;
    int *first; /* of every op: its latest edge, or -1 */
    struct edge {
        int to, next;
    } * edges;
    int n_edges, cap;
};

static void edge(struct graph *g, int from, int to)
{
    if (from == HISTORY_NONE || to == HISTORY_NONE || from == to)
        return;
    /* A line's bytes mostly repeat the edge that came last. */
    if (g->first[from] >= 0 && g->edges[g->first[from]].to == to)
        return;
    if (g->n_edges == g->cap) {
        g->cap = g->cap * 2 + 1024;
        g->edges = xrealloc(g->edges, (size_t)g->cap * sizeof *g->edges);
    }
    g->edges[g->n_edges] = (struct edge){to, g->first[from]};
    g->first[from] = g->n_edges++;
}

/* The edges of one byte; `loads` are those of its line. */
static void add_byte(struct graph *g, const struct history *h, const struct cell *c, uint32_t byte,
                     const int *loads, int n_loads)
{
    uint32_t after[UINT8_MAX + 1] = {0}; /* of a value: the place behind its store's */
    for (uint32_t i = 0; i < c->n_order; i++) {
        after[h->ops[c->order[i]].data[byte]] = i + 1;
        if (i > 0)
            edge(g, c->order[i - 1], c->order[i]);
    }
    for (int i = 0; i < n_loads; i++) {
        uint8_t value = h->ops[loads[i]].data[byte];
        if (value > 0)
            edge(g, c->writer[value - 1], loads[i]);
        if (after[value] < c->n_order)
            edge(g, loads[i], c->order[after[value]]);
    }
}

static struct graph build(const struct history *h)
{
    struct graph g = {.n = h->n_ops};
    g.first = xcalloc((size_t)g.n + 1, sizeof *g.first);
    for (int i = 0; i < g.n; i++)
        g.first[i] = -1;
    int *loads = xcalloc((size_t)g.n + 1, sizeof *loads);
    for (int l = 0; l < h->n_lines; l++) {
        int n_loads = 0;
        for (int i = 0; i < g.n; i++)
            if (h->ops[i].line == l && !h->ops[i].store && h->ops[i].answered != 0)
                loads[n_loads++] = i;
        for (uint32_t b = 0; b < h->line_bytes; b++)
            add_byte(&g, h, &h->lines[l].cells[b], b, loads, n_loads);
    }
    for (int i = 0; i < g.n; i++)
        edge(&g, h->ops[i].before, i);
    free(loads);
    return g;
}

/* Takes away, again and again, ops that nothing must precede: what is left lies on a cycle or
 * behind one. */
static int reduce(const struct graph *g, bool *left)
{
    int *before = xcalloc((size_t)g->n + 1, sizeof *before);
    int *free_ops = xcalloc((size_t)g->n + 1, sizeof *free_ops);
    for (int i = 0; i < g->n_edges; i++)
        before[g->edges[i].to]++;
    int n_free = 0, n_left = g->n;
    for (int i = 0; i < g->n; i++) {
        left[i] = before[i] != 0;
        if (!left[i])
            free_ops[n_free++] = i;
    }
    for (; n_free > 0; n_left--) {
        int op = free_ops[--n_free];
        for (int e = g->first[op]; e >= 0; e = g->edges[e].next) {
            int to = g->edges[e].to;
            if (--before[to] == 0) {
                left[to] = false;
                free_ops[n_free++] = to;
            }
        }
    }
    free(before);
    free(free_ops);
    return n_left;
}

struct search {
    const struct graph *g;
    const bool *left;
    int *queue, *from, *depth;
};

/* The shortest way from `start` back to it, if shorter than `best`. */
static int shortest(const struct search *s, int start, int best, int *cycle)
{
    for (int i = 0; i < s->g->n; i++)
        s->depth[i] = -1;
    int head = 0, tail = 0;
    s->depth[start] = 0;
    for (s->queue[tail++] = start; head < tail && s->depth[s->queue[head]] + 1 < best; head++) {
        int op = s->queue[head];
        for (int e = s->g->first[op]; e >= 0; e = s->g->edges[e].next) {
            int to = s->g->edges[e].to;
            if (to == start) {
                int n = s->depth[op] + 1;
                for (int i = n; i-- > 0; op = s->from[op])
                    cycle[i] = op;
                return n;
            }
            if (!s->left[to] || s->depth[to] >= 0)
                continue;
            s->depth[to] = s->depth[op] + 1;
            s->from[to] = op;
            s->queue[tail++] = to;
        }
    }
    return best;
}

enum { STARTS = 2000 }; /* enough to find a short cycle, few enough not to wait for it */

int history_cycle(const struct history *h, int *cycle)
{
    struct graph g = build(h);
    bool *left = xcalloc((size_t)g.n + 1, sizeof *left);
    int best = 0;
    if (reduce(&g, left) > 0) {
        int *room = xcalloc(3 * (size_t)g.n, sizeof *room);
        struct search s = {&g, left, room, room + g.n, room + 2 * (size_t)g.n};
        best = g.n + 1;
        for (int i = 0, starts = 0; i < g.n && starts < STARTS; i++)
            if (left[i]) {
                best = shortest(&s, i, best, cycle);
                starts += best <= g.n;
            }
        free(room);
    }
    free(left);
    free(g.first);
    free(g.edges);
    return best;
}
