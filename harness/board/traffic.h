/*
 * Random traffic on a board: threads load, store and add to a few lines that fight for the same
 * sets, and what they saw must be sequentially consistent (judge.h). The same seed is the same
 * traffic on a board, its RTL and its placed netlist.
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
    BOARD_TRAFFIC_FAILED /* the board did not do it */
};

/* One run from a reset; `cycles` (or NULL) of it. Unless it is OK `why` tells, of a WRONG one each
 * access and what it saw. */
enum board_traffic_end board_traffic(struct board *b, const struct system *sys, uint64_t seed,
                                     uint16_t *cycles, struct sbuf *why);

#endif
