/*
 * Random traffic on a board: threads load, store and add to a few lines that compete for the same
 * sets, and the values that they saw must be sequentially consistent (judge.h). The same seed gives
 * the same traffic on a board, its RTL and its placed netlist.
 */
#ifndef UMBEL_HARNESS_BOARD_TRAFFIC_H
#define UMBEL_HARNESS_BOARD_TRAFFIC_H

#include "gen/system/system.h"
#include "sw/util/error.h"
#include "sw/util/sbuf.h"

struct board; /* fpga/host/board.h */

enum board_traffic_end {
    BOARD_TRAFFIC_OK,
    BOARD_TRAFFIC_WRONG, /* no order explains it */
    BOARD_TRAFFIC_FAILED /* the board did not complete the run */
};

/* One run from a reset; `cycles` (may be NULL) receives its length. Unless the result is OK, `why`
 * has the reason; after WRONG it lists each access and the value that it saw. */
enum board_traffic_end board_traffic(struct board *b, const struct system *sys, uint64_t seed,
                                     uint16_t *cycles, struct sbuf *why);

#endif
