/*
 * How long a cache's requests take, as an option of L1 and L2 (hardware.count_latency): the thesis'
 * average cache access latency (figures 4-4, 4-8 to 4-10, d and e) is `latency` / `answers`.
 *
 * A request is in flight from the cycle after the one in which it passes on the channel in, to the
 * one in which its answer passes on the channel out. Each cycle adds as many cycles to the sum as
 * there are requests in flight, so the sum is that of all their latencies. Without the option an
 * idle unit is left unclocked while it waits; with it, only when nothing is in flight.
 */
#ifndef UMBEL_GEN_UNITS_CACHE_LATENCY_H
#define UMBEL_GEN_UNITS_CACHE_LATENCY_H

#include "gen/hdl/hdl.h"
#include "gen/units/unit.h"

struct cache;

#define CACHE_COUNT_LATENCY                                                                        \
    {"answers", "requests", "answered, each once", "answered"},                                    \
    {                                                                                              \
        "latency", "cycles",                                                                       \
            "that all requests took together, from the channel in to the channel out", NULL        \
    }

/* Two tables of a cache's counters, name[0] without those of latencies, and name[1] with them. */
enum { CACHE_COUNTERS = 32 };
#define CACHE_COUNTERS_OF(name, ...)                                                               \
    const struct unit_counter name[2][CACHE_COUNTERS] = {{__VA_ARGS__},                            \
                                                         {__VA_ARGS__, CACHE_COUNT_LATENCY}}

/* The requests in flight: in_flight_q, of IN_FLIGHT_W bits, and answered. */
void cache_latency(struct hdl *m, const struct cache *c);
/* unit_counters of a cache, whose table is one of CACHE_COUNTERS_OF. */
void cache_counters(struct hdl *m, const struct cache *c, const struct unit_counter *counters);

#endif
