/*
 * Hop: a link between the ports of two routers, or of a router and an interface on another chip,
 * one way: flits forward, credits back, LATENCY cycles each. Routers of a cycle apart need none.
 *
 * Channels: in, out (flits); freed, credit (from the far router and to the near one). All are
 * always taken, as the near router has counted the places for what it sends.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_HOP_H
#define UMBEL_GEN_UNITS_FABRIC_HOP_H

#include "gen/units/unit.h"

extern const struct unit_counter hop_counters[];

const char *hop_emit(struct hdl_design *d);

#endif
