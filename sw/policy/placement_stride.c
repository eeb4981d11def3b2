/*
 * stride and columns: each stride is dealt to the homes (sw/policy/stride.h; LADM, equation 1). The
 * stride is that from iteration to iteration, so that the home of what a CTA accesses in one
 * iteration is that of what it accesses in the next; or the width of a row, so that a home has the
 * same columns of all rows. Without a stride: chunks.
 */
#include "sw/policy/placement.h"
#include "sw/policy/schedule.h"
#include "sw/policy/stride.h"

static uint32_t by_stride(const struct placement_page *p, uint64_t bytes, uint64_t begin)
{
    const struct stride s = {.bytes = bytes, .begin = begin, .page_bytes = p->bytes};
    return bytes > 0 ? stride_home_of_page(&s, p->page, p->homes) : placement_chunks(p);
}

uint32_t placement_stride(const struct placement_page *p)
{
    return by_stride(p, p->pattern.stride_bytes, p->pattern.begin_bytes);
}

/* A row that has a page for each home at least: a GPU has a part of it, and its homes the pages of
 * that in turn. */
static uint32_t by_turns(const struct placement_page *p)
{
    const uint64_t row = p->pattern.row_bytes;
    const uint64_t middle = (p->page * p->bytes + p->bytes / 2) % row;
    const uint32_t gpus = p->homes / p->turns, gpu = schedule_chunk_of(middle, row, gpus);
    const uint64_t first = gpu * row / gpus / p->bytes;
    return gpu * p->turns + (uint32_t)((middle / p->bytes - first) % p->turns);
}

uint32_t placement_columns(const struct placement_page *p)
{
    if (p->turns > 1 && p->pattern.row_bytes >= p->bytes * p->homes)
        return by_turns(p);
    return by_stride(p, p->pattern.row_bytes, 0);
}
