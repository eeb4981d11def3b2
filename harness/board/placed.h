/*
 * The placed and routed netlist of a board, verilated: the logic cells that a bitstream configures,
 * read back from the place-and-route result by icestorm's icebox_vlog. Its only port besides the
 * clock is the board's serial line, and a host must find no difference from the RTL.
 *
 * Delays are zero: it shows that synthesis, place and route kept the function; it shows no timing.
 */
#ifndef UMBEL_HARNESS_BOARD_PLACED_H
#define UMBEL_HARNESS_BOARD_PLACED_H

#include "harness/dut.h"
#include "sw/util/error.h"

/* `result`: the folder of a build (fpga/build/flow.h); um_placed.v is kept in it. Ports: clk_i,
 * rst_i (unused: registers begin at 0), line_i, line_o. NULL and an error on failure; `say` as in
 * units_build. */
const struct dut_type *placed_build(const char *result, void (*say)(const char *text),
                                    struct error *err);

#endif
