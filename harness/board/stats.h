/*
 * The counters of a board's units after its engines have run a program: loads, stores and atomics
 * of random lines. If units have one counter for a chosen event (hardware.count_one), the same
 * program is rerun from a reset for each event, so all counters are as if of one run.
 */
#ifndef UMBEL_HARNESS_BOARD_STATS_H
#define UMBEL_HARNESS_BOARD_STATS_H

#include "fpga/host/board.h"
#include "gen/machine/netlist.h"

struct latencies {
    uint32_t n, least, most; /* least and most cycles, from taken by the L1 to answered */
    uint64_t sum;
};

struct board_stats {
    struct netlist *net; /* of its tiles and their counters, by number */
    uint64_t *counts;    /* [tile * STATS_COUNTERS + counter], perhaps COUNT_OVER */
    uint16_t cycles;     /* of a run, the same each time */
    unsigned runs;
    struct latencies loads, stores, atomics;
};

enum { STATS_COUNTERS = 32 };

/* `accesses` per thread, at most a thread's slots; the same seed gives the same program. To be
 * freed in either case. It is also an error if two runs differ in their cycles. */
bool board_stats(struct board *b, const struct system *sys, uint64_t seed, unsigned accesses,
                 struct board_stats *s, struct error *err);
void board_stats_free(struct board_stats *s);

#endif
