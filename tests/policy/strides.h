/* How a stride is dealt to homes, in loops: an oracle for sw/policy/stride.h, of which it shares
 * nothing. Sizes are bytes. */
#ifndef UMBEL_TESTS_POLICY_STRIDES_H
#define UMBEL_TESTS_POLICY_STRIDES_H

#include <stdint.h>

/* The part of a stride that a byte of it lies in: the last that begins at or before it. */
static inline uint32_t part_of(uint64_t byte, uint64_t stride, uint32_t homes)
{
    uint32_t part = 0;
    while (part + 1 < homes && (part + 1) * stride <= byte * homes)
        part++;
    return part;
}

/* How many parts of a stride fit a page; 1 at least. A stride is a page at least. */
static inline uint32_t group_of(uint64_t *stride, uint64_t page, uint32_t homes)
{
    uint32_t group = 1;
    if (*stride < page)
        *stride = page;
    while ((group + 1) * *stride <= page * homes)
        group++;
    return group;
}

/* A stride begins at `begin`; a page goes with the part of its middle. Homes of a group, as many as
 * parts fit a page, take turns, a stride each. */
static inline void deal_stride(uint64_t stride, uint64_t begin, uint64_t page, uint32_t n,
                               uint32_t homes, uint32_t *to)
{
    uint32_t turn = 0, group = group_of(&stride, page, homes);
    int64_t start = (int64_t)begin, step = (int64_t)stride;
    while (start >= step)
        start -= step;
    if (start > 0) { /* the one before the first that begins in the buffer */
        start -= step;
        turn = group - 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        const int64_t middle = (int64_t)(i * page + page / 2);
        for (; start + step <= middle; start += step)
            turn = turn + 1 == group ? 0 : turn + 1;
        uint32_t first = 0, part = part_of((uint64_t)(middle - start), stride, homes);
        while (first + group <= part)
            first += group;
        to[i] = first + turn;
        while (to[i] >= homes)
            to[i] -= homes;
    }
}

#endif
