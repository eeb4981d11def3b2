/* The arguments of `umbel net`, and what is done with them. */
#ifndef UMBEL_HARNESS_UMBEL_NET_H
#define UMBEL_HARNESS_UMBEL_NET_H

#include "harness/net/replay.h"
#include "harness/net/sweep.h"
#include "harness/umbel/umbel.h"

struct net_arguments {
    const char *system, *json, *svg;
    struct umbel_sets sets;
    struct sweep_options o;     /* of a replay, too: its bench, loads and progress */
    const char *trace;          /* a file; NULL: packets are made at random */
    const char *network, *load; /* as given; NULL: not */
    const char *random;         /* an option that only random packets have; NULL: none was given */
    uint64_t flits, classes;
    bool no_datelines, force, quiet, ugal, follow, matrix;
    struct error err;
};

/* Runs the sweep or the replay; prints and writes what it has found. */
bool net_measure(struct net_arguments *a, const struct system *sys, struct error *err);

#endif
