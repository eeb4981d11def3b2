#include "sw/policy/stride.h"

#include "sw/policy/schedule.h"

/* A stride of less than a page cannot be told from one of a page. */
static uint64_t dealt_bytes(const struct stride *s)
{
    return s->bytes > s->page_bytes ? s->bytes : s->page_bytes;
}

/* Homes that have a page of a stride in turn. */
static uint32_t turns_of(const struct stride *s, uint32_t homes)
{
    const uint64_t parts = s->page_bytes * homes / dealt_bytes(s);
    return parts > 1 ? (uint32_t)parts : 1;
}

uint32_t stride_home_of_page(const struct stride *s, uint64_t page, uint32_t homes)
{
    const uint64_t bytes = dealt_bytes(s), turns = turns_of(s, homes);
    /* One stride further, as the first page may begin before the first stride. */
    const uint64_t middle = page * s->page_bytes + s->page_bytes / 2 + bytes - s->begin % bytes;
    const uint64_t turn = (middle / bytes + turns - 1) % turns;
    const uint64_t part = schedule_chunk_of(middle % bytes, bytes, homes);
    return (uint32_t)((part / turns * turns + turn) % homes);
}

uint32_t stride_home_of_cta(const struct stride *s, uint64_t cta, uint64_t ctas, uint32_t homes)
{
    const uint64_t halves = 2 * ctas, half = 2 * cta + 1;
    const uint64_t middle = half * (s->bytes / halves) + half * (s->bytes % halves) / halves;
    if (turns_of(s, homes) > 1)
        return schedule_chunk_of(middle, s->bytes, homes);
    return stride_home_of_page(s, (s->begin + middle) / s->page_bytes, homes);
}
