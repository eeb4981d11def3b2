/* Scans over the threads of a tile or of any lanes of a warp, in the order of their ranks. */
#ifndef UMBEL_COOPERATIVE_GROUPS_SCAN_H
#define UMBEL_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"

#include "../umbel_groups/functors.h"

namespace cooperative_groups
{
template <class Group, class Type, class Op>
UMBEL_GROUP Type inclusive_scan(const Group &g, Type v, Op op)
{
    unsigned int rank = g.thread_rank(), size = g.size();
    for (unsigned int by = 1; by < size; by *= 2) {
        Type other = g.shfl_up(v, by);
        if (rank >= by)
            v = op(other, v);
    }
    return v;
}

/* The first rank gets Type(). */
template <class Group, class Type, class Op>
UMBEL_GROUP Type exclusive_scan(const Group &g, Type v, Op op)
{
    Type before = g.shfl_up(inclusive_scan(g, v, op), 1);
    return g.thread_rank() == 0 ? Type() : before;
}

template <class Group, class Type> UMBEL_GROUP Type inclusive_scan(const Group &g, Type v)
{
    return inclusive_scan(g, v, plus<Type>());
}
template <class Group, class Type> UMBEL_GROUP Type exclusive_scan(const Group &g, Type v)
{
    return exclusive_scan(g, v, plus<Type>());
}
} // namespace cooperative_groups

#endif
