/*
 * Hash: between an SM and its L1, spreads lines over L2 banks and memory controllers. The lowest
 * LOW_W bits of a line address, which number the bank and the UMC, are replaced by their exclusive
 * or with all other groups of LOW_W bits of the address. So lines that are a power of two apart do
 * not meet in one UMC. The bits of the home stay, and so does the order within the other bits: two
 * lines never become one, and the same step again gives the line back.
 *
 * All units below know a line by the address that the hash gives. Channels: in, out.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_HASH_H
#define UMBEL_GEN_UNITS_FABRIC_HASH_H

#include "gen/units/unit.h"

extern const struct unit_counter hash_counters[];

const char *hash_emit(struct hdl_design *d);

#endif
