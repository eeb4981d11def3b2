/*
 * chunks: each package gets one contiguous chunk of the CTAs; CTA i of n goes to package
 * i * packages / n. SKE does so, LADM calls it kernel-wide, and MCM-GPU's distributed CTA
 * scheduling is the same: neighbouring CTAs often share lines, and so share an L2.
 */
#include "sw/policy/schedule.h"

uint32_t schedule_chunks(const struct schedule_grid *g, uint64_t cta)
{
    return schedule_chunk_of(cta, (uint64_t)g->x * g->y * g->z, g->packages);
}
