/*
 * ladm: what the index analysis says of the launch's largest buffer (LADM III-D2, table II):
 * batches that are aligned with pages, rows or columns bound to packages, or contiguous chunks.
 *
 * Packages are numbered GPU after GPU, so contiguous chunks are chunks for each GPU and, in these,
 * for its chiplets.
 */
#include "sw/policy/schedule.h"

uint32_t schedule_ladm(const struct schedule_grid *g, uint64_t cta)
{
    switch (g->bind) {
    case BIND_ALIGNED:
        return schedule_aligned(g, cta);
    case BIND_ROWS:
        return schedule_rows(g, cta);
    case BIND_COLUMNS:
        return schedule_columns(g, cta);
    case BIND_CHUNKS:
        break;
    }
    return schedule_chunks(g, cta);
}
