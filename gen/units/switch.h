/*
 * Switch: a crossbar of any size. Every input has a queue, every output a round-robin arbiter and a
 * register; a message goes to the output that DEST_W bits of it name.
 *
 * Channels: in (NIN of them, side by side), out (NOUT). At most one message an input and one an
 * output a cycle; messages from one input to one output keep their order.
 */
#ifndef UMBEL_GEN_UNITS_SWITCH_H
#define UMBEL_GEN_UNITS_SWITCH_H

#include "gen/units/unit.h"

extern const struct unit_counter switch_counters[];

const char *switch_emit(struct hdl_design *d);

#endif
