/*
 * chunks: a contiguous part of each buffer for each home. The schedule `chunks` deals the CTAs by
 * the same rule, so a CTA that works on its own part of a buffer finds that part near.
 */
#include "sw/policy/placement.h"
#include "sw/policy/schedule.h"

uint32_t placement_chunks(const struct placement_page *p)
{
    return schedule_share_of(p->page, p->pages, p->homes, p->turns);
}
