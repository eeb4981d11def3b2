/*
 * chunks: each package gets one contiguous chunk of the CTAs; CTA i of n goes to package
 * i * packages / n. SKE does so, LADM calls it kernel-wide, and MCM-GPU's distributed CTA
 * scheduling is the same: neighbouring CTAs often share lines, and so share an L2.
 *
 * Where a GPU has its chunk and its chiplets take turns, CTAs that share a page have one together.
 */
#include "sw/policy/schedule.h"

uint32_t schedule_chunks(const struct schedule_grid *g, uint64_t cta)
{
    const uint64_t ctas = (uint64_t)g->x * g->y * g->z;
    return schedule_turn_of(cta, ctas, g->bind == BIND_CHUNKS ? g->in_page : 1, g->packages,
                            g->turns);
}
