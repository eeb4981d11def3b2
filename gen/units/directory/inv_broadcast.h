/*
 * Broadcast: has all L1s of a package drop a line, one line at a time (`l1_copies: vi`,
 * gen/units/directory/inv_gate.h).
 *
 * Channels: ask brings a line, and answer takes it back when all L1s have dropped it; drop and
 * dropped, L1S of each side by side, to and from the L1s. An L1 tells once of each line.
 *
 * Nobody keeps a list of who has a copy, so every L1 is asked. The package's banks take turns,
 * which costs each store a dozen cycles and more: CARVE leaves its L1s to software for that.
 */
#ifndef UMBEL_GEN_UNITS_DIRECTORY_INV_BROADCAST_H
#define UMBEL_GEN_UNITS_DIRECTORY_INV_BROADCAST_H

#include "gen/units/unit.h"

extern const struct unit_counter inv_broadcast_counters[];

/* Emits the module, um_inv_broadcast, and returns its name. */
const char *inv_broadcast_emit(struct hdl_design *d);

#endif
