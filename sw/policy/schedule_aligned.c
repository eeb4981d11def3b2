/*
 * aligned: round-robin in batches, as `batches`, but of as many CTAs as have whole pages of data in
 * common (LADM, equation 2). With pages dealt round-robin it is CODA's schedule: H-CODA if the
 * packages are chiplets, as neighbours are chiplets of one GPU.
 */
#include "sw/policy/schedule.h"

uint32_t schedule_aligned(const struct schedule_grid *g, uint64_t cta)
{
    return (uint32_t)(cta / (g->aligned > 0 ? g->aligned : 1) % g->packages);
}
