/* ladm: what the index analysis says of the buffer (LADM III-D1, table II). */
#include "sw/policy/placement.h"

uint32_t placement_ladm(const struct placement_page *p)
{
    switch (p->pattern.shape) {
    case SHAPE_STRIDE:
        return placement_stride(p);
    case SHAPE_ROWS:
        return placement_rows(p);
    case SHAPE_COLUMNS:
        return placement_columns(p);
    case SHAPE_CHUNKS:
        break;
    }
    return placement_chunks(p);
}
