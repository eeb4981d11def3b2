/*
 * rows: the rows that a row of CTAs has in common go where the schedule `rows` runs these CTAs; if
 * the buffer's rows belong to columns of CTAs, where `columns` runs those. Without a number of
 * them: chunks.
 */
#include "sw/policy/placement.h"
#include "sw/policy/schedule.h"

uint32_t placement_rows(const struct placement_page *p)
{
    const uint32_t rows = p->pattern.bound;
    if (rows < 2)
        return placement_chunks(p);
    return schedule_turn_of(p->page * rows / p->pages, rows, rows / p->pages, p->homes, p->turns);
}
