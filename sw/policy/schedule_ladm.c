/*
 * ladm: what the index analysis says of the launch's largest buffer (LADM III-D2, table II):
 * CTAs at the homes of their parts of a stride, rows or columns bound to packages, or contiguous
 * chunks. Batches of equation 2 would be aligned with pages, too, but not with parts of a stride: a
 * CTA may load several datablocks in a step, and the equation counts one.
 *
 * Packages are numbered GPU after GPU, so contiguous chunks are chunks for each GPU and, in these,
 * for its chiplets; or its chiplets take turns, as schedule.within_gpu says.
 */
#include "sw/policy/schedule.h"

uint32_t schedule_ladm(const struct schedule_grid *g, uint64_t cta)
{
    switch (g->bind) {
    case BIND_STRIDE:
        return stride_home_of_cta(&g->stride, cta, (uint64_t)g->x * g->y * g->z, g->packages);
    case BIND_ROWS:
        return schedule_rows(g, cta);
    case BIND_COLUMNS:
        return schedule_columns(g, cta);
    case BIND_CHUNKS:
        break;
    }
    return schedule_chunks(g, cta);
}
