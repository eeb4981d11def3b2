/*
 * columns: LADM's column-binding. All CTAs of one column (one blockIdx.x, in every layer of a 3-D
 * grid) go to one package, and the columns are dealt in contiguous chunks: for kernels whose CTAs
 * of a column read the same data.
 *
 * In a 1-D grid each CTA is a column, so the rule itself gives chunks. A grid of one column is
 * dealt as chunks, as it would else be one package's whole work.
 */
#include "sw/policy/schedule.h"

uint32_t schedule_columns(const struct schedule_grid *g, uint64_t cta)
{
    if (g->x == 1)
        return schedule_chunks(g, cta);
    return schedule_turn_of(cta % g->x, g->x, g->bind == BIND_COLUMNS ? g->in_page : 1, g->packages,
                            g->turns);
}
