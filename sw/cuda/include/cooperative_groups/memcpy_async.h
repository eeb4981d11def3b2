/* Copies by the threads of a group. They are done where they are asked for; waiting for them is the
 * meeting of the group. */
#ifndef UMBEL_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define UMBEL_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

namespace cooperative_groups
{
namespace umbel
{
/* Thread by thread the next element; returns the bytes that are copied. */
template <class Unit, class Group>
UMBEL_GROUP size_t copy_units(const Group &g, void *to, const void *from, size_t bytes)
{
    size_t n = bytes / sizeof(Unit);
    for (size_t i = g.thread_rank(); i < n; i += g.size())
        ((Unit *)to)[i] = ((const Unit *)from)[i];
    return n * sizeof(Unit);
}
template <class Group>
UMBEL_GROUP void copy(const Group &g, void *to, const void *from, size_t bytes)
{
    size_t place = (size_t)to | (size_t)from, done = 0;
    if (place % 16 == 0)
        done = copy_units<uint4>(g, to, from, bytes);
    else if (place % 4 == 0)
        done = copy_units<unsigned int>(g, to, from, bytes);
    copy_units<unsigned char>(g, (char *)to + done, (const char *)from + done, bytes - done);
}
} // namespace umbel

/* `bytes` bytes. */
template <class Group, class Type, class Bytes>
UMBEL_GROUP void memcpy_async(const Group &g, Type *to, const Type *from, const Bytes &bytes)
{
    umbel::copy(g, to, from, (size_t)bytes);
}
/* As many elements as both have. */
template <class Group, class Type, class ToCount, class FromCount>
UMBEL_GROUP void memcpy_async(const Group &g, Type *to, const ToCount &to_count, const Type *from,
                              const FromCount &from_count)
{
    size_t n = (size_t)to_count < (size_t)from_count ? (size_t)to_count : (size_t)from_count;
    umbel::copy(g, to, from, n * sizeof(Type));
}

template <class Group> UMBEL_GROUP void wait(const Group &g)
{
    g.sync();
}
/* All but the last Count copies: there is none that is not done. */
template <unsigned int Count, class Group> UMBEL_GROUP void wait_prior(const Group &g)
{
    g.sync();
}
} // namespace cooperative_groups

#endif
