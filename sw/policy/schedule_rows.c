/*
 * rows: LADM's row-binding. All CTAs of one row (one blockIdx.y, in every layer of a 3-D grid) go
 * to one package, and the rows are dealt in contiguous chunks: for kernels whose CTAs of a row read
 * the same data.
 *
 * A grid of one row is dealt as chunks. Bound as a row it would be one package's whole work, and
 * LADM falls back to chunks, too, where a grid has no rows to bind.
 */
#include "sw/policy/schedule.h"

uint32_t schedule_rows(const struct schedule_grid *g, uint64_t cta)
{
    if (g->y == 1)
        return schedule_chunks(g, cta);
    return schedule_turn_of(cta / g->x % g->y, g->y, g->bind == BIND_ROWS ? g->in_page : 1,
                            g->packages, g->turns);
}
