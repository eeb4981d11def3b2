/*
 * TSU: timestamp storage unit (thesis 4.2.6; gen/proto/README.md, M1, M3, M5, M9).
 *
 * A set-associative memory of memts, the time that no lease on a line reaches beyond. A look-up
 * answers LATENCY cycles later, in order, while DRAM works on the same request. The entry with the
 * lowest memts is evicted; the floor rises to it, so a line that returns cannot be granted less.
 *
 * Channels: look (| copy_rts | copy | cts | store | line | tag |), grant (| same | rts | wts | tag
 * |); both stay inside the memory controller. `line` is local to the controller. fail_o: a
 * timestamp would have run over; the answer is withheld and the unit stops.
 */
#ifndef UMBEL_GEN_UNITS_TSU_H
#define UMBEL_GEN_UNITS_TSU_H

#include "gen/proto/mgcc.h"
#include "gen/units/unit.h"

/* Events counted, for the memory controller to count: hit_o, miss_o, evict_o. */

/* Emits the module and returns its name. Of the options `keep_wts` changes it. */
const char *tsu_emit(struct hdl_design *d, const struct mgcc_rules *rules, struct unit_options on);

#endif
