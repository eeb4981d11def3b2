/*
 * stealing: CTAs are dealt as chunks. An SM takes from its own package while that has CTAs left.
 * Once it is idle it takes from another package: one whose SMs have all been full, so that what it
 * has left was not in the initial assignment (SKE, memory networks III-B); of these the one that
 * has most left, of several with as many the lowest number.
 */
#include "sw/policy/schedule.h"

const struct schedule_run schedule_run_stealing = {.source = schedule_stealing};

uint32_t schedule_stealing(const struct schedule_left *left, uint32_t own, bool idle)
{
    if (left->ctas[own] > 0 || !idle)
        return own;
    uint32_t most = own;
    for (uint32_t p = 0; p < left->packages; p++)
        if (left->were_full[p] && left->ctas[p] > left->ctas[most])
            most = p;
    return most;
}
