/*
 * From a system and a board's clock to the parameters of fpga/rtl/um_board.v: the file
 * um_board_params.vh, which a board's top includes.
 */
#ifndef UMBEL_FPGA_BUILD_PARAMS_H
#define UMBEL_FPGA_BUILD_PARAMS_H

#include "gen/system/netlist.h"
#include "sw/util/sbuf.h"

/* Whether fpga/rtl can stand around such a system; `path` is its file, which the error names with
 * line and column. */
bool params_check(const struct netlist *n, const char *path, struct error *err);

/* `div`: clock cycles of a bit on the line. */
void params_write(const struct netlist *n, uint32_t div, struct sbuf *out);

#endif
