/*
 * batches: round-robin in batches of g->batch CTAs, as LADM's baseline Batch+FT deals them. A batch
 * is contiguous. The last batch may be shorter; with fewer batches than packages the packages of
 * the highest numbers get none.
 */
#include "sw/policy/schedule.h"

uint32_t schedule_batches(const struct schedule_grid *g, uint64_t cta)
{
    return (uint32_t)(cta / g->batch % g->packages);
}
