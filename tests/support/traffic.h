/*
 * Random traffic on a machine: threads load and store a handful of lines that fight for the same
 * sets, and the history must be sequentially consistent. Everything follows from the seed.
 */
#ifndef UMBEL_TESTS_SUPPORT_TRAFFIC_H
#define UMBEL_TESTS_SUPPORT_TRAFFIC_H

#include "gen/proto/mgcc.h"
#include "sw/util/sbuf.h"

#include <stddef.h>
#include <stdint.h>

enum { TRAFFIC_SETS = 24 };

struct traffic {
    const char *name;               /* of this machine, for reports */
    const char *sets[TRAFFIC_SETS]; /* over tsm-tiny; ends with NULL */
    const struct mgcc_rules *rules; /* NULL: the protocol's */
    uint32_t ops;                   /* of all threads */
};

enum traffic_end {
    TRAFFIC_OK,
    TRAFFIC_WRONG,    /* not coherent, or not sequentially consistent */
    TRAFFIC_HUNG,     /* a request is not answered */
    TRAFFIC_OVERFLOW, /* a timestamp ran over: the run ended early, what came before is right */
    TRAFFIC_BROKEN    /* no machine could be made */
};

/* One execution. Unless it is OK, `why` tells what happened. */
enum traffic_end traffic_run(const struct traffic *t, uint64_t seed, struct sbuf *why);

#endif
