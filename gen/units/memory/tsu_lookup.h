/*
 * What a TSU finds in the row of a look-up: the line's entry, and the entry that would have to go.
 * Options add to it: ways of one GPU each, and entries that go when an L2 has evicted the line
 * (thesis 4.2.6).
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_TSU_LOOKUP_H
#define UMBEL_GEN_UNITS_MEMORY_TSU_LOOKUP_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

/* Of a look-up in stage 1: whether it is granted no time. */
const char *tsu_timeless(bool evicts);

/* hit, hit_way, hit_memts; victim, victim_valid, victim_memts; way, the one that stage 1 writes.
 * And the outputs that tell of hits, misses and evictions. */
void tsu_lookup(struct hdl *m, const struct rules *rules, struct unit_options on);

#endif
