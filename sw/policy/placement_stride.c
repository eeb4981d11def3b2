/*
 * stride and columns: pages go round the homes in parts of ceil(stride / homes), rounded up to
 * pages (LADM, equation 1). The stride is that from iteration to iteration, so that the home of
 * what a CTA accesses in one iteration is that of what it accesses in the next; or the width of a
 * row, so that a home has the same columns of all rows. Without a stride: chunks.
 */
#include "sw/policy/placement.h"

static uint32_t by_stride(const struct placement_page *p, uint64_t stride)
{
    if (stride == 0)
        return placement_chunks(p);
    return (uint32_t)(p->page / placement_part(stride, p->homes, p->bytes) % p->homes);
}

uint32_t placement_stride(const struct placement_page *p)
{
    return by_stride(p, p->pattern.stride_bytes);
}

uint32_t placement_columns(const struct placement_page *p)
{
    return by_stride(p, p->pattern.row_bytes);
}
