/*
 * What a board's units count while its engines run a program: loads, stores and atomics of random
 * lines. A board whose units count one event at a time (hardware.count_one) runs the same program
 * once for each, from a reset, so that all figures are of one run.
 */
#ifndef UMBEL_HARNESS_BOARD_STATS_H
#define UMBEL_HARNESS_BOARD_STATS_H

#include "fpga/host/board.h"
#include "gen/system/netlist.h"

struct latencies {
    uint32_t n, least, most; /* cycles, from taken by the L1 to answered */
    uint64_t sum;
};

struct board_stats {
    struct netlist *net; /* of its tiles and their counters, by number */
    uint64_t *counts;    /* [tile * STATS_COUNTERS + counter] */
    uint16_t cycles;     /* of the run, the same each time */
    unsigned runs;
    struct latencies loads, stores, atomics;
};

enum { STATS_COUNTERS = 32 };

/* `accesses` a thread, at most a thread's slots; the same seed is the same program. To be freed in
 * either case; false and an error also when two runs of it differ in their cycles. */
bool board_stats(struct board *b, const struct system *sys, uint64_t seed, unsigned accesses,
                 struct board_stats *s, struct error *err);
void board_stats_free(struct board_stats *s);

#endif
