/*
 * The timing of a cache that is only read, the L1 instruction cache or the scalar cache of an AMD
 * GPU's shader array (the MGCC thesis' table 3.1): which lines it has, and when one is there. It
 * holds no bytes, as what it would hold never changes during a launch.
 *
 * A line that is there is given `latency` cycles after it was asked for. One that is not takes
 * `miss_latency` more, counted from when one of the `mshrs` is free for it; it is asked for below
 * once, and those who ask for it meanwhile wait for the same answer. Any number of requests are
 * looked up in a cycle. Lines are numbers; times are cycles.
 */
#ifndef UMBEL_SW_SM_READ_CACHE_H
#define UMBEL_SW_SM_READ_CACHE_H

#include <stdint.h>

struct read_cache_config {
    uint32_t lines, ways; /* ways divide lines, which are not 0 */
    uint32_t mshrs;       /* lines on their way from below, at least 1 */
    uint32_t latency;     /* at least 1 */
    uint32_t miss_latency;
};

struct read_cache_stats {
    uint64_t hits;   /* requests whose line was there */
    uint64_t misses; /* whose line was not, or was on its way */
    uint64_t lines;  /* asked for below */
    uint64_t waited; /* cycles from request to line, over all requests */
};

struct read_cache;

struct read_cache *read_cache_new(const struct read_cache_config *c);
void read_cache_free(struct read_cache *r); /* NULL: nothing */
/* The cycle in which a line that is asked for in cycle `now` is there. */
uint64_t read_cache_ask(struct read_cache *r, uint64_t line, uint64_t now);
/* No line is there any more, and none on its way. */
void read_cache_empty(struct read_cache *r);
const struct read_cache_stats *read_cache_stats(const struct read_cache *r);

#endif
