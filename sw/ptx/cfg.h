/* The control-flow graph of a kernel. Functions that it calls are parts of the graph that nothing
 * joins: a call goes on behind itself. */
#ifndef UMBEL_SW_PTX_CFG_H
#define UMBEL_SW_PTX_CFG_H

#include "sw/ptx/internal.h"

struct cfg_block {
    uint32_t first, last; /* instructions */
    uint32_t succ[2];
    int n_succ;
    bool may_exit; /* ends in a guarded exit */
    uint32_t pred_at, n_pred;
};

struct cfg {
    struct cfg_block *blocks; /* the last one is the virtual exit */
    uint32_t n;               /* blocks without the virtual exit */
    uint32_t *block_of;       /* instruction -> block */
    uint32_t *preds;          /* of a block from pred_at on, with room for one more each */
};

/* The graph lives in the arena. */
void cfg_make(struct cfg *g, const struct kernel *k, struct arena *a);

#endif
