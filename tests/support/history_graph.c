/*
 * The orders between the ops of a history, as a graph. An edge means "comes before":
 *
 *   program order    an op, then its thread's next; weaker models keep only a part of it
 *   reads-from       a store, then the loads that return its value
 *   coherence        a store, then the next one to the same byte
 *   from-reads       a load, then the store that comes next in the byte after what it returned
 *
 * One order of all ops explains every value exactly if the graph has no cycle. An atomic is one op,
 * both load and store. A store that came between its load and its store would lie on a cycle with
 * it. In a counter, the number of additions that an op shows takes the place of the value.
 */
#include "sw/util/arena.h"
#include "tests/support/history_impl.h"

#include <stdlib.h>

static void edge(struct graph *g, int from, int to)
{
    if (from == HISTORY_NONE || to == HISTORY_NONE || from == to)
        return;
    /* The bytes of a line mostly give the same edge again. */
    if (g->first[from] >= 0 && g->edges[g->first[from]].to == to)
        return;
    if (g->n_edges == g->cap) {
        g->cap = g->cap * 2 + 1024;
        g->edges = xrealloc(g->edges, (size_t)g->cap * sizeof *g->edges);
    }
    g->edges[g->n_edges] = (struct edge){to, g->first[from]};
    g->first[from] = g->n_edges++;
}

/* ---- reads-from, coherence, from-reads ---- */

/* Adds the edges of one byte; `loads` are the loads of its line. */
static void add_byte(struct graph *g, const struct history *h, const struct line_state *l,
                     uint32_t byte, const int *loads, int n_loads)
{
    const struct cell *c = &l->cells[byte];
    uint32_t after[UINT8_MAX + 1] = {0}; /* per value: index in `order` after its store */
    for (uint32_t i = 0; i < c->n_order; i++) {
        after[h->ops[c->order[i]].data[byte]] = i + 1;
        if (i > 0)
            edge(g, c->order[i - 1], c->order[i]);
    }
    for (int i = 0; i < n_loads; i++) {
        uint8_t value = h->ops[loads[i]].seen[byte];
        if (value != l->initial)
            edge(g, c->writer[value - 1], loads[i]);
        if (after[value] < c->n_order)
            edge(g, loads[i], c->order[after[value]]);
    }
}

/* Adds the edges of one element of a counter. An op that sees n additions comes after the addition
 * that saw n - 1, and before the addition that saw n. Two additions that saw the same number come
 * before each other: a cycle. */
static void add_element(struct graph *g, const struct history *h, const struct line_state *l,
                        uint32_t e, const int *reads, int n_reads)
{
    uint32_t byte = e * counter_width(l);
    int *saw = xcalloc(l->asked[e] + 1, sizeof *saw);
    for (uint32_t i = 0; i <= l->asked[e]; i++)
        saw[i] = HISTORY_NONE;
    for (int i = 0; i < n_reads; i++)
        if (has(h->ops[reads[i]].mask, byte))
            saw[counter_count(l, h->ops[reads[i]].seen, e)] = reads[i];
    for (int i = 0; i < n_reads; i++) {
        int op = reads[i];
        uint64_t count = counter_count(l, h->ops[op].seen, e);
        if (count > 0)
            edge(g, saw[count - 1], op);
        edge(g, op, saw[count]);
        if (has(h->ops[op].mask, byte))
            edge(g, saw[count], op);
    }
    free(saw);
}

static void add_line(struct graph *g, const struct history *h, int line, int *reads)
{
    const struct line_state *l = &h->lines[line];
    int n_reads = 0;
    for (int i = 0; i < g->n; i++)
        if (h->ops[i].line == line && h->ops[i].reads && h->ops[i].answered != 0)
            reads[n_reads++] = i;
    if (l->step != 0) {
        for (uint32_t e = 0; e < h->line_bytes / counter_width(l); e++)
            add_element(g, h, l, e, reads, n_reads);
        return;
    }
    for (uint32_t b = 0; b < h->line_bytes; b++)
        add_byte(g, h, l, b, reads, n_reads);
}

/* ---- program order ---- */

/* Orders the ops of each line: those of each thread, or those of all threads. */
static void add_lines_order(struct graph *g, const struct history *h, bool any_thread)
{
    size_t threads = any_thread ? 1 : h->n_threads;
    int *last = xcalloc(threads * (size_t)h->n_lines + 1, sizeof *last);
    for (size_t i = 0; i < threads * (size_t)h->n_lines; i++)
        last[i] = HISTORY_NONE;
    for (int i = 0; i < g->n; i++) {
        const struct op *op = &h->ops[i];
        if (op->line == HISTORY_NONE)
            continue;
        size_t thread = any_thread ? 0 : op->thread;
        int *before = &last[thread * (size_t)h->n_lines + (size_t)op->line];
        edge(g, *before, i);
        *before = i;
    }
    free(last);
}

/* An op comes after its thread's last fence; a fence also comes after all ops since that fence. */
static void add_fenced_order(struct graph *g, const struct history *h)
{
    int *fence = xcalloc((size_t)h->n_threads + 1, sizeof *fence);
    for (uint32_t t = 0; t < h->n_threads; t++)
        fence[t] = HISTORY_NONE;
    for (int i = 0; i < g->n; i++) {
        const struct op *op = &h->ops[i];
        edge(g, fence[op->thread], i);
        if (op->kind != KIND_FENCE)
            continue;
        for (int b = op->before; b != HISTORY_NONE && b != fence[op->thread]; b = h->ops[b].before)
            edge(g, b, i);
        fence[op->thread] = i;
    }
    free(fence);
}

struct graph graph_build(const struct history *h, enum program_order keeps)
{
    struct graph g = {.n = h->n_ops};
    g.first = xcalloc((size_t)g.n + 1, sizeof *g.first);
    for (int i = 0; i < g.n; i++)
        g.first[i] = -1;
    int *reads = xcalloc((size_t)g.n + 1, sizeof *reads);
    for (int l = 0; l < h->n_lines; l++)
        add_line(&g, h, l, reads);
    free(reads);
    if (keeps == PROGRAM_FENCED)
        add_fenced_order(&g, h);
    else if (keeps != PROGRAM_ALL)
        add_lines_order(&g, h, keeps == PROGRAM_ASKED);
    else
        for (int i = 0; i < g.n; i++)
            edge(&g, h->ops[i].before, i);
    return g;
}

void graph_free(struct graph *g)
{
    free(g->first);
    free(g->edges);
}
