/*
 * The placed and routed netlist of a board, verilated: what a bitstream makes of the part, logic
 * cell by logic cell, read back out of it by icestorm's icebox_vlog. It has a board's serial line
 * and nothing else, so that only a host can tell it from the RTL: by nothing, if all is well.
 *
 * Zero delays: it shows that synthesis, place and route changed no function, and nothing of timing.
 */
#ifndef UMBEL_HARNESS_BOARD_PLACED_H
#define UMBEL_HARNESS_BOARD_PLACED_H

#include "harness/dut.h"
#include "sw/util/error.h"

/* `result`: the folder of a build (fpga/build/flow.h), which keeps um_placed.v from now on. Ports
 * clk_i, rst_i (means nothing: registers begin at 0), line_i, line_o. NULL and an error otherwise;
 * `say` as in units_build. */
const struct dut_type *placed_build(const char *result, void (*say)(const char *text),
                                    struct error *err);

#endif
