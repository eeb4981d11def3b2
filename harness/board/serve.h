/*
 * A verilated board behind a pseudo-terminal, for host programs that know nothing of simulation:
 * they open its path as they would a serial line. Its time is not theirs: a run takes as long as
 * its cycles take to simulate, and while nothing moves, none pass.
 */
#ifndef UMBEL_HARNESS_BOARD_SERVE_H
#define UMBEL_HARNESS_BOARD_SERVE_H

#include "gen/system/system.h"

/* Builds the board (`say` as in units_build), tells the path, and serves until process_stop() is
 * called, from a signal's handler: then it returns true. Host programs may come and go. */
bool board_serve(const struct system *sys, uint32_t div, void (*say)(const char *text),
                 void (*tell)(const char *path, void *ctx), void *ctx, struct error *err);

#endif
