/*
 * interleave and pages: lines, or the pages of a buffer, go round the homes. Page 0 of every buffer
 * goes to home 0, so that pages of the same number in several buffers share a home.
 */
#include "sw/policy/placement.h"

uint32_t placement_round_robin(const struct placement_page *p)
{
    return (uint32_t)(p->page % p->homes);
}
