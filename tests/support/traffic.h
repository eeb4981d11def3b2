/*
 * Random traffic on a machine: threads load and store a few lines that map to the same sets, and
 * the history is checked against what the system promises. An execution depends on the seed alone.
 *
 *   consistency sc   sequentially consistent
 *   consistency rc   threads have several accesses in flight and fences between them; coherent, and
 *                    in order across fences (formal/litmus/model/README.md)
 *   nc-wt, nc-wb     threads of one SM alone: accesses to a line take effect in the order of
 * requests
 *
 * Every other seed adds fresh loads, exchanges, compare-and-swaps and counters, and a kernel
 * boundary in the middle.
 */
#ifndef UMBEL_TESTS_SUPPORT_TRAFFIC_H
#define UMBEL_TESTS_SUPPORT_TRAFFIC_H

#include "gen/proto/protocol.h"
#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRAFFIC_SETS = 32 };

struct traffic {
    const char *name;               /* of this machine, for reports */
    const char *sets[TRAFFIC_SETS]; /* `--set`s over tsm-tiny; ends with NULL */
    const struct rules *rules;      /* NULL: the protocol's own */
    uint32_t ops;                   /* accesses of all threads together */
    bool ask_sc;                    /* check for sequential consistency even under rc */
    bool unflushed;                 /* do not flush dirty lines out of the caches at the end */
};

enum traffic_end {
    TRAFFIC_OK,
    TRAFFIC_WRONG,    /* the history is not consistent */
    TRAFFIC_HUNG,     /* a request is not answered */
    TRAFFIC_OVERFLOW, /* a timestamp ran over and ended the run; the history until then is right */
    TRAFFIC_BROKEN    /* the machine could not be built */
};

/* Runs one execution. Unless the result is TRAFFIC_OK, `why` says what happened. */
enum traffic_end traffic_run(const struct traffic *t, uint64_t seed, struct sbuf *why);

#endif
