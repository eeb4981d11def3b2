/*
 * Counts that may have run over. A hardware counter has few bits and stays at its highest value;
 * what it counted after that nobody knows. Such a count is COUNT_OVER, and so is what is made from
 * it.
 */
#ifndef UMBEL_SW_UTIL_COUNT_H
#define UMBEL_SW_UTIL_COUNT_H

#include <stdint.h>

#define COUNT_OVER UINT64_MAX
/* How files and tables tell it. */
#define COUNT_OVER_WORD "overflow"

/* What a counter of so many bits, below 64, has counted. */
static inline uint64_t count_read(uint64_t shown, uint32_t bits)
{
    return shown >= ((uint64_t)1 << bits) - 1 ? COUNT_OVER : shown;
}

static inline uint64_t count_plus(uint64_t a, uint64_t b)
{
    return a > COUNT_OVER - b ? COUNT_OVER : a + b;
}

/* What `a` counts beside `b`, which is a part of it. */
static inline uint64_t count_less(uint64_t a, uint64_t b)
{
    return a == COUNT_OVER || b > a ? COUNT_OVER : a - b;
}

static inline uint64_t count_times(uint64_t a, uint64_t factor)
{
    return factor > 0 && a > COUNT_OVER / factor ? COUNT_OVER : a * factor;
}

#endif
