/*
 * Switch: a crossbar of any size. Every input has a queue; every output has a round-robin arbiter
 * and a register. DEST_W bits of a message name its output.
 *
 * With homes (um_switch_homes) the switch is part of package HOME, and HOME_W bits of a message
 * name the package that it is for. A message for another package leaves by output FAR + n, where
 * FAR_W other bits of it are n.
 *
 * Channels: in (NIN of them, side by side), out (NOUT). In a cycle at most one message leaves each
 * input and at most one enters each output. Messages from one input to one output keep their order.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_SWITCH_H
#define UMBEL_GEN_UNITS_FABRIC_SWITCH_H

#include "gen/units/unit.h"

extern const struct unit_counter switch_counters[];

const char *switch_emit(struct hdl_design *d, bool homes);
/* A switch whose ports have a width (switch_narrow.h): um_switch_narrow, um_switch_narrow_homes. */
const char *switch_emit_narrow(struct hdl_design *d, bool homes);

#endif
