/*
 * dynamic: CTAs are dealt as chunks. A package that has none left takes a group of contiguous ones
 * from the package that has most left: the last half of what that has. So groups are as large as
 * they can be while all packages have work, and become smaller where CTAs do unequal work. MCM-GPU
 * (5.2) proposes a dynamic size of groups, and does not say how to choose it.
 *
 * As under `stealing`, CTAs are taken only from a package whose SMs have all been full, so that
 * none of the initial assignment is, and of several with as many the lowest gives.
 */
#include "sw/policy/schedule.h"

const struct schedule_run schedule_run_dynamic = {.group = schedule_dynamic};

uint64_t schedule_dynamic(const struct schedule_left *left, uint32_t own, uint32_t *from)
{
    *from = own;
    for (uint32_t p = 0; p < left->packages; p++)
        if (left->were_full[p] && left->ctas[p] > left->ctas[*from])
            *from = p;
    return *from == own ? 0 : (left->ctas[*from] + 1) / 2;
}
