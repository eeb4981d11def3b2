#include "sw/sm/read_cache.h"

#include "sw/sm/lru.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

struct read_cache {
    struct read_cache_config c;
    struct lru *lines; /* beside each: the cycle in which it comes from below */
    struct read_cache_stats stats;
    uint64_t free_at[]; /* of each MSHR: the cycle in which its last line comes */
};

struct read_cache *read_cache_new(const struct read_cache_config *c)
{
    struct read_cache *r = xcalloc(1, sizeof *r + c->mshrs * sizeof *r->free_at);
    r->c = *c;
    r->lines = lru_new(c->lines, c->ways);
    return r;
}

void read_cache_free(struct read_cache *r)
{
    if (r == NULL)
        return;
    lru_free(r->lines);
    free(r);
}

/* The cycle in which a line comes from below that is known to be missing in cycle `at`. */
static uint64_t fetch(struct read_cache *r, uint64_t at)
{
    uint64_t *first = r->free_at;
    for (uint32_t i = 1; i < r->c.mshrs; i++)
        if (r->free_at[i] < *first)
            first = &r->free_at[i];
    r->stats.lines++;
    *first = (*first > at ? *first : at) + r->c.miss_latency;
    return *first;
}

uint64_t read_cache_ask(struct read_cache *r, uint64_t line, uint64_t now)
{
    const uint64_t looked = now + r->c.latency;
    const bool had = lru_use(r->lines, line);
    uint64_t *comes = lru_beside(r->lines, line);
    if (!had)
        *comes = fetch(r, looked);
    const bool hit = *comes <= looked;
    const uint64_t there = hit ? looked : *comes;
    r->stats.hits += hit;
    r->stats.misses += !hit;
    r->stats.waited += there - now;
    return there;
}

void read_cache_empty(struct read_cache *r)
{
    lru_forget(r->lines);
    memset(r->free_at, 0, r->c.mshrs * sizeof *r->free_at);
}

const struct read_cache_stats *read_cache_stats(const struct read_cache *r)
{
    return &r->stats;
}
