/*
 * Link: a serial wire between a switch and a cache or controller. A message takes as many cycles
 * as its bytes need at BYTES_PER_CYCLE, and LATENCY cycles more to arrive. The next one starts when
 * the last byte is out.
 *
 * Channels: in, out. Messages whose op is DATA_OP carry a line, all others their head alone.
 */
#ifndef UMBEL_GEN_UNITS_LINK_H
#define UMBEL_GEN_UNITS_LINK_H

#include "gen/units/unit.h"

extern const struct unit_counter link_counters[];

const char *link_emit(struct hdl_design *d);

#endif
