/*
 * Litmus tests on a board: each run is one program per thread, for the engines that stand in for
 * the SMs. Everything about a run is decided before it starts: lines, loads that warm caches, when
 * each thread starts, pauses after its accesses. So the same seed gives the same run on every board
 * with the system, simulated or not.
 *
 * A thread has one access in flight, and its accesses may not depend on values that it loaded: an
 * engine has no registers. Values are as wide as the system's word.
 */
#ifndef UMBEL_HARNESS_BOARD_LITMUS_H
#define UMBEL_HARNESS_BOARD_LITMUS_H

#include "harness/litmus/device.h"

struct board; /* fpga/host/board.h */

/* A device for an open board with the system `sys`; both must outlive it. Free it with free(). */
struct device *board_litmus_device(struct board *b, const struct system *sys);

#endif
