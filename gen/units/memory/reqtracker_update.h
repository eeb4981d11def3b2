/*
 * How a request tracker's table changes with what is admitted, sent, changed and answered, and what
 * it tells of that: the events that the memory controller counts, busy_o and wait_o.
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_REQTRACKER_UPDATE_H
#define UMBEL_GEN_UNITS_MEMORY_REQTRACKER_UPDATE_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

/* Call it behind all that drives the table. */
void reqtracker_update(struct hdl *m, const struct rules *rules, struct unit_options on);

#endif
