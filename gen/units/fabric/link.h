/*
 * Link: a serial wire between an L2 bank and its plane's switch. A message occupies the wire for as
 * many cycles as its bytes need (HEAD_CYCLES or LINE_CYCLES), and arrives LATENCY cycles after its
 * last byte. The next message starts after the last byte.
 *
 * Channels: in, out. A message whose op is among LINE_OPS carries a line; any other has a head
 * only.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_LINK_H
#define UMBEL_GEN_UNITS_FABRIC_LINK_H

#include "gen/units/unit.h"

extern const struct unit_counter link_counters[];

const char *link_emit(struct hdl_design *d);

#endif
