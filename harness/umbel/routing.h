/*
 * `umbel run --net-routing`: the packets of a run once more, on the run's network alone, by minimal
 * ways and with UGAL.
 *
 * First each packet is made in the cycle of the run, by minimal ways; what follows what is seen
 * there (harness/net/follow.h). Then packets are made as they follow, by minimal ways, which shows
 * how near that comes to the run, and with UGAL. All have the same virtual channels at each port:
 * UGAL needs twice the machine's, and minimal ways are given as many.
 */
#ifndef UMBEL_HARNESS_UMBEL_ROUTING_H
#define UMBEL_HARNESS_UMBEL_ROUTING_H

#include "gen/system/system.h"
#include "harness/run/stats.h"

struct routing {
    const char *trace;             /* the file of the run's packets */
    uint64_t seed;                 /* of the nodes that UGAL tries */
    void (*say)(const char *text); /* NULL: nobody is told */
};

/* Adds counters of the class `routing` to the statistics: of `recorded`, `minimal` and `ugal`.
 * False and an error: the machine has several networks, or not one that UGAL can be had in; the
 * network stands still. */
bool routing_measure(const struct routing *r, const struct system *sys, struct stats *s,
                     struct error *err);

#endif
