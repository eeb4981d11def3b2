/*
 * ladm-printed: as ladm, with equation 2 as it is printed (LADM III-D2): without rows or columns to
 * bind, batches go round the packages, of page / datablock CTAs times n. The paper leaves n free;
 * it is here the pages of a part of equation 1, so that a batch has the part that its home has,
 * where CTAs load one datablock in a step. With n = 1 the schedule is `aligned`.
 */
#include "sw/policy/schedule.h"

uint32_t schedule_ladm_printed(const struct schedule_grid *g, uint64_t cta)
{
    if (g->bind != BIND_STRIDE)
        return schedule_ladm(g, cta);
    return (uint32_t)(cta / (g->printed > 0 ? g->printed : 1) % g->packages);
}
