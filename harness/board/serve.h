/*
 * A verilated board behind a pseudo-terminal, for host programs that know nothing of simulation:
 * they open its path like a serial line. Simulated time is unrelated to theirs: a run takes as long
 * as its cycles take to simulate, and while the line and the engines are idle no cycles pass.
 */
#ifndef UMBEL_HARNESS_BOARD_SERVE_H
#define UMBEL_HARNESS_BOARD_SERVE_H

#include "gen/system/system.h"

/* Builds the board (`say` as in units_build; `div` in cycles per bit), calls `tell` with the path,
 * and serves until a signal handler calls process_stop(); then returns true. Host programs may
 * connect and leave. */
bool board_serve(const struct system *sys, uint32_t div, void (*say)(const char *text),
                 void (*tell)(const char *path, void *ctx), void *ctx, struct error *err);

#endif
