/*
 * chunks: each package gets one contiguous chunk of the CTAs; CTA i of n goes to package
 * i * packages / n. SKE does so, LADM calls it kernel-wide, and MCM-GPU's distributed CTA
 * scheduling is the same: neighbouring CTAs often share lines, and so share an L2.
 *
 * Where a GPU has its chunk and its chiplets take turns, a turn is as many CTAs as have a page of
 * data, if an analysis knows them, and else one CTA.
 */
#include "sw/policy/schedule.h"

uint32_t schedule_chunks(const struct schedule_grid *g, uint64_t cta)
{
    const uint64_t ctas = (uint64_t)g->x * g->y * g->z;
    const uint64_t turn = g->turns > 1 && g->aligned > 0 ? g->aligned : 1;
    return schedule_share_of(cta / turn, (ctas + turn - 1) / turn, g->packages, g->turns);
}
