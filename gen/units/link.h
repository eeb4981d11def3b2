/*
 * Link: a serial wire between a switch and a cache. A message is on it for as many cycles as its
 * bytes need (HEAD_CYCLES, LINE_CYCLES) and arrives LATENCY cycles after its last byte went out,
 * when the next one starts.
 *
 * Channels: in, out. Messages whose op is among LINE_OPS carry a line, all others their head alone.
 */
#ifndef UMBEL_GEN_UNITS_LINK_H
#define UMBEL_GEN_UNITS_LINK_H

#include "gen/units/unit.h"

extern const struct unit_counter link_counters[];

const char *link_emit(struct hdl_design *d);

#endif
