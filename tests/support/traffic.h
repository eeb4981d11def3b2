/*
 * Random traffic on a machine: threads load and store a handful of lines that fight for the same
 * sets, and the history must be what the system promises. Everything follows from the seed.
 *
 *   consistency sc   sequentially consistent
 *   consistency rc   threads have several accesses in flight and fences between them; coherent, and
 *                    in order across fences (harness/litmus/README.md)
 *   nc-wt, nc-wb     one GPU with one SM: its accesses to a line happen in the order of asking
 *
 * Every other seed adds fresh loads, exchanges, compare-and-swaps and counters, and has a kernel
 * boundary in its middle.
 */
#ifndef UMBEL_TESTS_SUPPORT_TRAFFIC_H
#define UMBEL_TESTS_SUPPORT_TRAFFIC_H

#include "gen/proto/mgcc.h"
#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRAFFIC_SETS = 32 };

struct traffic {
    const char *name;               /* of this machine, for reports */
    const char *sets[TRAFFIC_SETS]; /* over tsm-tiny; ends with NULL */
    const struct mgcc_rules *rules; /* NULL: the protocol's */
    uint32_t ops;                   /* of all threads */
    bool ask_sc;    /* what it gives must be sequentially consistent under rc, too */
    bool unflushed; /* what caches hold dirty at the end is left there */
};

enum traffic_end {
    TRAFFIC_OK,
    TRAFFIC_WRONG,    /* the history is not what it must be */
    TRAFFIC_HUNG,     /* a request is not answered */
    TRAFFIC_OVERFLOW, /* a timestamp ran over: the run ended early, what came before is right */
    TRAFFIC_BROKEN    /* no machine could be made */
};

/* One execution. Unless it is OK, `why` tells what happened. */
enum traffic_end traffic_run(const struct traffic *t, uint64_t seed, struct sbuf *why);

#endif
