/*
 * ladm-printed: as ladm, with equation 1 as it is printed (LADM III-D1): pages go round the homes
 * in parts of ceil(stride / homes), rounded up to pages. The stride is the variant part of the
 * index divided by m, or the width of a row; an index without m has none, and its pages go round
 * singly.
 */
#include "sw/policy/placement.h"
#include "sw/policy/stride.h"

static uint32_t round_of(const struct placement_page *p, uint64_t stride)
{
    return (uint32_t)(p->page / stride_printed_pages(stride, p->bytes, p->homes) % p->homes);
}

uint32_t placement_ladm_printed(const struct placement_page *p)
{
    switch (p->pattern.shape) {
    case SHAPE_STRIDE:
        return round_of(p, p->pattern.step_bytes);
    case SHAPE_COLUMNS:
        return round_of(p, p->pattern.row_bytes);
    case SHAPE_ROWS:
        return placement_rows(p);
    case SHAPE_CHUNKS:
        break;
    }
    return placement_chunks(p);
}
