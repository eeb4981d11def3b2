/*
 * stealing: CTAs are dealt as chunks. An SM takes from its own package while that has CTAs left,
 * and then from the package that has most left; of several with as many, from the lowest number.
 * So no SM is without work while a CTA waits, and neighbouring CTAs still mostly share an L2.
 */
#include "sw/policy/schedule.h"

uint32_t schedule_stealing(const uint64_t *left, uint32_t packages, uint32_t own)
{
    uint32_t most = 0;
    for (uint32_t p = 1; p < packages; p++)
        if (left[p] > left[most])
            most = p;
    return left[own] > 0 ? own : most;
}
