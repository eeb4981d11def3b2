/* The control-flow graph of a kernel: straight pieces of instructions, and what follows what. */
#include "sw/ptx/cfg.h"

#include "sw/ptx/warp.h"

/* The end of a kernel, or of a function: these are parts of the graph that nothing joins. */
static bool is_end(const struct op *o)
{
    return o->exec == exec_exit || o->exec == exec_return;
}

static bool ends_block(const struct op *o)
{
    return o->exec == exec_branch || is_end(o);
}

static void make_blocks(struct cfg *g, const struct kernel *k, struct arena *a)
{
    uint32_t n = (uint32_t)k->pub.n_insts;
    bool *leader = ARENA_ARRAY(a, bool, n + 1);
    leader[0] = true;
    for (uint32_t i = 0; i < n; i++) {
        const struct op *o = &k->ops[i];
        if (o->exec == exec_branch)
            leader[o->target] = true;
        if (ends_block(o))
            leader[i + 1] = true;
    }
    g->block_of = ARENA_ARRAY(a, uint32_t, n);
    g->blocks = ARENA_ARRAY(a, struct cfg_block, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (leader[i])
            g->blocks[g->n++].first = i;
        g->block_of[i] = g->n - 1;
        g->blocks[g->n - 1].last = i;
    }
}

static void make_edges(struct cfg *g, const struct kernel *k, struct arena *a)
{
    for (uint32_t i = 0; i < g->n; i++) {
        struct cfg_block *b = &g->blocks[i];
        const struct op *o = &k->ops[b->last];
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
            struct cfg_block *to = &g->blocks[g->blocks[i].succ[s]];
            g->preds[to->pred_at + to->n_pred++] = i;
        }
}

void cfg_make(struct cfg *g, const struct kernel *k, struct arena *a)
{
    *g = (struct cfg){0};
    make_blocks(g, k, a);
    make_edges(g, k, a);
}
