/*
 * Litmus tests on a board: each run is a program a thread for the engines that stand in for the
 * SMs. All there is to a run is decided before it starts: lines, loads that warm caches, when a
 * thread starts, pauses after its accesses. So the same seed is the same run on every board that
 * has the system, simulated or not.
 *
 * A thread has one access in flight and does what does not depend on what it loaded: an engine has
 * no registers. Values are as wide as the system's word.
 */
#ifndef UMBEL_HARNESS_BOARD_LITMUS_H
#define UMBEL_HARNESS_BOARD_LITMUS_H

#include "harness/litmus/device.h"

struct board; /* fpga/host/board.h */

/* A device over an open board with the system `sys`; both are to outlive it. To be freed with
 * free(). */
struct device *board_litmus_device(struct board *b, const struct system *sys);

#endif
