/*
 * round-robin: CTA i goes to package i % packages. Every package gets a share of every part of the
 * grid, and neighbouring CTAs never share an L2: the baseline that papers start from.
 */
#include "sw/policy/schedule.h"

uint32_t schedule_round_robin(const struct schedule_grid *g, uint64_t cta)
{
    return (uint32_t)(cta % g->packages);
}
