/* Scans over the threads of a tile or of any lanes of a warp, in the order of their ranks. */
#ifndef UMBEL_COOPERATIVE_GROUPS_SCAN_H
#define UMBEL_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"

#include "../umbel_groups/functors.h"

namespace cooperative_groups
{
template <class Group, class T, class Op> UMBEL_GROUP T inclusive_scan(const Group &g, T v, Op op)
{
    unsigned int rank = g.thread_rank(), size = g.size();
    for (unsigned int by = 1; by < size; by *= 2) {
        T other = g.shfl_up(v, by);
        if (rank >= by)
            v = op(other, v);
    }
    return v;
}

/* The first rank gets T(). */
template <class Group, class T, class Op> UMBEL_GROUP T exclusive_scan(const Group &g, T v, Op op)
{
    T before = g.shfl_up(inclusive_scan(g, v, op), 1);
    return g.thread_rank() == 0 ? T() : before;
}

template <class Group, class T> UMBEL_GROUP T inclusive_scan(const Group &g, T v)
{
    return inclusive_scan(g, v, plus<T>());
}
template <class Group, class T> UMBEL_GROUP T exclusive_scan(const Group &g, T v)
{
    return exclusive_scan(g, v, plus<T>());
}
} // namespace cooperative_groups

#endif
