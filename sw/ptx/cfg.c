/*
 * The reconvergence point of each branch: the immediate post-dominator of its block, computed by
 * the algorithm of Cooper, Harvey and Kennedy on the reversed control-flow graph.
 *
 * A guarded exit is no edge to the exit: the other lanes need not wait for lanes that have exited.
 * It becomes one only if a block cannot reach the exit otherwise (a loop that is left by
 * returning).
 */
#include "sw/ptx/warp.h"

#include <string.h>

struct block {
    uint32_t first, last; /* instructions */
    uint32_t succ[2];
    int n_succ;
    bool may_exit; /* ends in a guarded exit */
    uint32_t pred_at, n_pred;
};

struct graph {
    const struct kernel *k;
    struct block *blocks; /* the last one is the virtual exit */
    uint32_t n;           /* blocks without the virtual exit */
    uint32_t *block_of;   /* instruction -> block */
    uint32_t *preds;
    bool *reaches;   /* whether a block reaches the exit */
    uint32_t *stack; /* for the searches */
};

/* The end of a kernel, or of a function: these are parts of the graph that nothing joins. */
static bool is_end(const struct op *o)
{
    return o->exec == exec_exit || o->exec == exec_return;
}

static bool ends_block(const struct op *o)
{
    return o->exec == exec_branch || is_end(o);
}

static void make_blocks(struct graph *g, struct arena *a)
{
    uint32_t n = (uint32_t)g->k->pub.n_insts;
    bool *leader = ARENA_ARRAY(a, bool, n + 1);
    leader[0] = true;
    for (uint32_t i = 0; i < n; i++) {
        const struct op *o = &g->k->ops[i];
        if (o->exec == exec_branch)
            leader[o->target] = true;
        if (ends_block(o))
            leader[i + 1] = true;
    }
    g->block_of = ARENA_ARRAY(a, uint32_t, n);
    g->blocks = ARENA_ARRAY(a, struct block, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (leader[i])
            g->blocks[g->n++].first = i;
        g->block_of[i] = g->n - 1;
        g->blocks[g->n - 1].last = i;
    }
}

static void make_edges(struct graph *g, struct arena *a)
{
    for (uint32_t i = 0; i < g->n; i++) {
        struct block *b = &g->blocks[i];
        const struct op *o = &g->k->ops[b->last];
        bool guarded = o->guard != 0;
        if (o->exec == exec_branch)
            b->succ[b->n_succ++] = g->block_of[o->target];
        if (is_end(o) && !guarded)
            b->succ[b->n_succ++] = g->n;
        else if (!ends_block(o) || guarded)
            b->succ[b->n_succ++] = i + 1;
        b->may_exit = is_end(o) && guarded;
    }
    /* Predecessors of each block, with room for one more edge per block, to the exit. */
    for (uint32_t i = 0; i < g->n; i++)
        for (int s = 0; s < g->blocks[i].n_succ; s++)
            g->blocks[g->blocks[i].succ[s]].n_pred++;
    uint32_t at = 0;
    for (uint32_t i = 0; i <= g->n; i++) {
        g->blocks[i].pred_at = at;
        at += g->blocks[i].n_pred;
        g->blocks[i].n_pred = 0;
    }
    g->preds = ARENA_ARRAY(a, uint32_t, at + g->n);
    for (uint32_t i = 0; i < g->n; i++)
        for (int s = 0; s < g->blocks[i].n_succ; s++) {
            struct block *to = &g->blocks[g->blocks[i].succ[s]];
            g->preds[to->pred_at + to->n_pred++] = i;
        }
}

/* Marks all blocks that reach `from`, which reaches the exit. */
static void flood(struct graph *g, uint32_t from)
{
    uint32_t depth = 0;
    g->reaches[from] = true;
    g->stack[depth++] = from;
    while (depth > 0) {
        const struct block *b = &g->blocks[g->stack[--depth]];
        for (uint32_t i = 0; i < b->n_pred; i++) {
            uint32_t p = g->preds[b->pred_at + i];
            if (!g->reaches[p]) {
                g->reaches[p] = true;
                g->stack[depth++] = p;
            }
        }
    }
}

static void add_exit_edge(struct graph *g, uint32_t block)
{
    struct block *out = &g->blocks[g->n];
    g->preds[out->pred_at + out->n_pred++] = block;
    flood(g, block);
}

/* Blocks that cannot reach the exit get an edge to it: first guarded exits, then endless loops. */
static void connect_all(struct graph *g)
{
    flood(g, g->n);
    for (uint32_t i = 0; i < g->n; i++)
        if (!g->reaches[i] && g->blocks[i].may_exit)
            add_exit_edge(g, i);
    for (uint32_t i = g->n; i-- > 0;)
        if (!g->reaches[i])
            add_exit_edge(g, i);
}

/* The post-order of the reversed graph; order[n] is the exit. */
static void post_order(struct graph *g, struct arena *a, uint32_t *order, uint32_t *place)
{
    uint32_t *edge = ARENA_ARRAY(a, uint32_t, g->n + 1), depth = 0, done = 0;
    bool *seen = ARENA_ARRAY(a, bool, g->n + 1);
    g->stack[depth++] = g->n;
    seen[g->n] = true;
    while (depth > 0) {
        uint32_t at = g->stack[depth - 1];
        const struct block *b = &g->blocks[at];
        if (edge[at] < b->n_pred) {
            uint32_t p = g->preds[b->pred_at + edge[at]++];
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
    uint32_t top = g->n;
    for (uint32_t i = 0; i <= top; i++)
        ipdom[i] = UINT32_MAX;
    ipdom[top] = top;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = top; i-- > 0;) {
            const struct block *b = &g->blocks[order[i]];
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
    struct graph g = {.k = k};
    make_blocks(&g, a);
    make_edges(&g, a);
    uint32_t n = g.n + 1;
    g.reaches = ARENA_ARRAY(a, bool, n);
    g.stack = ARENA_ARRAY(a, uint32_t, n);
    uint32_t natural = g.blocks[g.n].n_pred;
    connect_all(&g);
    bool *extra_exit = ARENA_ARRAY(a, bool, n);
    const struct block *out = &g.blocks[g.n];
    for (uint32_t i = natural; i < out->n_pred; i++)
        extra_exit[g.preds[out->pred_at + i]] = true;
    uint32_t *order = ARENA_ARRAY(a, uint32_t, n), *place = ARENA_ARRAY(a, uint32_t, n);
    uint32_t *ipdom = ARENA_ARRAY(a, uint32_t, n);
    post_order(&g, a, order, place);
    dominate(&g, order, place, ipdom, extra_exit);
    for (uint32_t i = 0; i < g.n; i++) {
        struct op *o = &k->ops[g.blocks[i].last];
        uint32_t join = order[ipdom[place[i]]];
        if (o->exec == exec_branch)
            o->join = join == g.n ? NO_JOIN : g.blocks[join].first;
    }
}
