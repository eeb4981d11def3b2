/*
 * Hop with pass-through (memory networks, V-C): a link between the routers of two cubes, as um_hop,
 * on which flits of the channels in PASS are spared the SerDes: they take PASS_LATENCY cycles, and
 * all others LATENCY, and a cycle more for each that passes when they would come out. So they may
 * overtake those of other channels, and of their own none. A flit that does not pass takes less
 * than 2*LATENCY - PASS_LATENCY + 1 cycles. Credits take LATENCY.
 *
 * Channels as of um_hop; all are always taken.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_HOP_PASS_H
#define UMBEL_GEN_UNITS_FABRIC_HOP_PASS_H

#include "gen/units/unit.h"

/* Emits the module, um_hop_pass, whose counters are hop_counters, and returns its name. */
const char *hop_pass_emit(struct hdl_design *d);

#endif
