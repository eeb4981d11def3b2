/*
 * The prototype: um_board (fpga/rtl) around a system's emitted Verilog, as a board is configured
 * with it, verilated.
 */
#ifndef UMBEL_HARNESS_BOARD_PROTOTYPE_H
#define UMBEL_HARNESS_BOARD_PROTOTYPE_H

#include "gen/machine/netlist.h"
#include "harness/dut.h"

/* Clock cycles per bit on the line that um_board supports. */
enum { PROTOTYPE_DIV_MIN = 4, PROTOTYPE_DIV_MAX = 4096 };

/* um_board with its parameters. */
struct tile prototype_tile(const struct netlist *n, uint32_t div);

/* Does all of the above: builds the board unless the cache has it, and loads it. NULL and an error
 * on failure. `sys` is not needed afterwards. */
const struct dut_type *prototype_build(const struct system *sys, uint32_t div,
                                       void (*say)(const char *text), struct error *err);

#endif
