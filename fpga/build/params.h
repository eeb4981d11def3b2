/*
 * The parameters of fpga/rtl/um_board.v for a system and a board's clock. For a part they are
 * written to um_board_params.vh, which a board's top includes; the simulated board has the same.
 */
#ifndef UMBEL_FPGA_BUILD_PARAMS_H
#define UMBEL_FPGA_BUILD_PARAMS_H

#include "gen/machine/netlist.h"
#include "sw/util/sbuf.h"

/* Whether fpga/rtl supports such a system. The error names the place of the field in its file. */
bool params_check(const struct netlist *n, struct error *err);

/* Returns how many there are, at most TILE_MAX_PARAMS. `div`: clock cycles per bit on the serial
 * line. */
int params_list(const struct netlist *n, uint32_t div, struct tile_param *to);
void params_write(const struct netlist *n, uint32_t div, struct sbuf *out);

#endif
