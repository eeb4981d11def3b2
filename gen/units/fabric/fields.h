/*
 * Fields: between an SM and its L1, where the numbers of the cube and of the controller, or vault,
 * do not stand in the lowest bits of an SM's line address (cubes.order). The PLANE_W bits from
 * PLANE_FROM on become the lowest, the UMC_W bits from UMC_FROM on those above them, and all others
 * keep their order above these: a permutation of the LINE_W bits below the home, so two lines never
 * become one.
 *
 * All units below know a line by the address that comes out. Channels: in, out.
 * Memory networks, VI-A: RW:CLH:BK:CT:VL:LC:CLL:BY is one order of an address' fields.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_FIELDS_H
#define UMBEL_GEN_UNITS_FABRIC_FIELDS_H

#include "gen/units/unit.h"

extern const struct unit_counter fields_counters[];

const char *fields_emit(struct hdl_design *d);

#endif
