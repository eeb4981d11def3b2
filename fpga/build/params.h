/*
 * The parameters of fpga/rtl/um_board.v for a system and a board's clock. They are written to
 * um_board_params.vh, which a board's top includes.
 */
#ifndef UMBEL_FPGA_BUILD_PARAMS_H
#define UMBEL_FPGA_BUILD_PARAMS_H

#include "gen/machine/netlist.h"
#include "sw/util/sbuf.h"

/* Whether fpga/rtl supports such a system. The error names the place of the field in its file. */
bool params_check(const struct netlist *n, struct error *err);

/* `div`: clock cycles per bit on the serial line. */
void params_write(const struct netlist *n, uint32_t div, struct sbuf *out);

#endif
