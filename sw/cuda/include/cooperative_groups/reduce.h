/* Reductions over the threads of a tile or of any lanes of a warp. All threads get the result. */
#ifndef UMBEL_COOPERATIVE_GROUPS_REDUCE_H
#define UMBEL_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

#include "../umbel_groups/functors.h"

namespace cooperative_groups
{
template <unsigned int Size, class Of, class Type, class Op>
UMBEL_GROUP Type reduce(const thread_block_tile<Size, Of> &g, Type v, Op op)
{
    for (unsigned int by = Size / 2; by > 0; by /= 2)
        v = op(v, g.shfl_xor(v, by));
    return v;
}

/* The first rank collects from twice as many ranks in each step. */
template <class Type, class Op> UMBEL_GROUP Type reduce(const coalesced_group &g, Type v, Op op)
{
    unsigned int rank = g.thread_rank(), size = g.size();
    for (unsigned int by = 1; by < size; by *= 2) {
        Type other = g.shfl_down(v, by);
        if (rank + by < size)
            v = op(v, other);
    }
    return g.shfl(v, 0);
}
} // namespace cooperative_groups

#endif
