/* Finds a short cycle in the graph of a history, for the message. */
#include "sw/util/arena.h"
#include "tests/support/history_impl.h"

#include <stdlib.h>

/* Removes ops without a predecessor until there are none: the ops that are left lie on a cycle or
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

/* The shortest path from `start` back to it, if it is shorter than `best`. */
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

int graph_cycle(const struct graph *g, int *cycle)
{
    bool *left = xcalloc((size_t)g->n + 1, sizeof *left);
    int best = 0;
    if (reduce(g, left) > 0) {
        int *room = xcalloc(3 * (size_t)g->n, sizeof *room);
        struct search s = {g, left, room, room + g->n, room + 2 * (size_t)g->n};
        best = g->n + 1;
        for (int i = 0, starts = 0; i < g->n && starts < STARTS; i++)
            if (left[i]) {
                best = shortest(&s, i, best, cycle);
                starts += best <= g->n;
            }
        free(room);
    }
    free(left);
    return best;
}
