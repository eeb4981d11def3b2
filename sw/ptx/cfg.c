/*
 * The reconvergence point of each branch: the immediate post-dominator of its block, computed by
 * the algorithm of Cooper, Harvey and Kennedy on the reversed control-flow graph.
 *
 * A guarded exit is no edge to the exit: the other lanes need not wait for lanes that have exited.
 * It becomes one only if a block cannot reach the exit otherwise (a loop that is left by
 * returning).
 */
#include "sw/ptx/cfg.h"
#include "sw/ptx/warp.h"

#include <string.h>

struct graph {
    struct cfg c;
    bool *reaches;   /* whether a block reaches the exit */
    uint32_t *stack; /* for the searches */
};

/* Marks all blocks that reach `from`, which reaches the exit. */
static void flood(struct graph *g, uint32_t from)
{
    uint32_t depth = 0;
    g->reaches[from] = true;
    g->stack[depth++] = from;
    while (depth > 0) {
        const struct cfg_block *b = &g->c.blocks[g->stack[--depth]];
        for (uint32_t i = 0; i < b->n_pred; i++) {
            uint32_t p = g->c.preds[b->pred_at + i];
            if (!g->reaches[p]) {
                g->reaches[p] = true;
                g->stack[depth++] = p;
            }
        }
    }
}

static void add_exit_edge(struct graph *g, uint32_t block)
{
    struct cfg_block *out = &g->c.blocks[g->c.n];
    g->c.preds[out->pred_at + out->n_pred++] = block;
    flood(g, block);
}

/* Blocks that cannot reach the exit get an edge to it: first guarded exits, then endless loops. */
static void connect_all(struct graph *g)
{
    flood(g, g->c.n);
    for (uint32_t i = 0; i < g->c.n; i++)
        if (!g->reaches[i] && g->c.blocks[i].may_exit)
            add_exit_edge(g, i);
    for (uint32_t i = g->c.n; i-- > 0;)
        if (!g->reaches[i])
            add_exit_edge(g, i);
}

/* The post-order of the reversed graph; order[n] is the exit. */
static void post_order(struct graph *g, struct arena *a, uint32_t *order, uint32_t *place)
{
    uint32_t *edge = ARENA_ARRAY(a, uint32_t, g->c.n + 1), depth = 0, done = 0;
    bool *seen = ARENA_ARRAY(a, bool, g->c.n + 1);
    g->stack[depth++] = g->c.n;
    seen[g->c.n] = true;
    while (depth > 0) {
        uint32_t at = g->stack[depth - 1];
        const struct cfg_block *b = &g->c.blocks[at];
        if (edge[at] < b->n_pred) {
            uint32_t p = g->c.preds[b->pred_at + edge[at]++];
            if (!seen[p]) {
                seen[p] = true;
                g->stack[depth++] = p;
            }
        } else {
            place[at] = done;
            order[done++] = at;
            depth--;
        }
    }
}

static uint32_t meet(const uint32_t *ipdom, uint32_t x, uint32_t y)
{
    while (x != y) {
        while (x < y)
            x = ipdom[x];
        while (y < x)
            y = ipdom[y];
    }
    return x;
}

/* Immediate post-dominators. Blocks are numbered by their place in post-order. */
static void dominate(struct graph *g, const uint32_t *order, const uint32_t *place, uint32_t *ipdom,
                     const bool *extra_exit)
{
    uint32_t top = g->c.n;
    for (uint32_t i = 0; i <= top; i++)
        ipdom[i] = UINT32_MAX;
    ipdom[top] = top;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = top; i-- > 0;) {
            const struct cfg_block *b = &g->c.blocks[order[i]];
            uint32_t best = extra_exit[order[i]] ? top : UINT32_MAX;
            for (int s = 0; s < b->n_succ; s++) {
                uint32_t succ = place[b->succ[s]];
                if (ipdom[succ] == UINT32_MAX)
                    continue;
                best = best == UINT32_MAX ? succ : meet(ipdom, succ, best);
            }
            if (best != ipdom[i]) {
                ipdom[i] = best;
                changed = true;
            }
        }
    }
}

void ptx_reconverge(struct kernel *k, struct arena *a)
{
    struct graph g = {0};
    cfg_make(&g.c, k, a);
    uint32_t n = g.c.n + 1;
    g.reaches = ARENA_ARRAY(a, bool, n);
    g.stack = ARENA_ARRAY(a, uint32_t, n);
    uint32_t natural = g.c.blocks[g.c.n].n_pred;
    connect_all(&g);
    bool *extra_exit = ARENA_ARRAY(a, bool, n);
    const struct cfg_block *out = &g.c.blocks[g.c.n];
    for (uint32_t i = natural; i < out->n_pred; i++)
        extra_exit[g.c.preds[out->pred_at + i]] = true;
    uint32_t *order = ARENA_ARRAY(a, uint32_t, n), *place = ARENA_ARRAY(a, uint32_t, n);
    uint32_t *ipdom = ARENA_ARRAY(a, uint32_t, n);
    post_order(&g, a, order, place);
    dominate(&g, order, place, ipdom, extra_exit);
    for (uint32_t i = 0; i < g.c.n; i++) {
        struct op *o = &k->ops[g.c.blocks[i].last];
        uint32_t join = order[ipdom[place[i]]];
        if (o->exec == exec_branch)
            o->join = join == g.c.n ? NO_JOIN : g.c.blocks[join].first;
    }
}
