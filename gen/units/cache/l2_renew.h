/*
 * What renewals (gen/proto/README.md) add to an L2 bank: it answers an L1 with times alone when the
 * L1's copy is as good as the bank's, be it live or renewed by the memory. Another L1 that waits in
 * the same MSHR gets the line. A bank without a copy asks for the line, whatever the L1 has.
 */
#ifndef UMBEL_GEN_UNITS_CACHE_L2_RENEW_H
#define UMBEL_GEN_UNITS_CACHE_L2_RENEW_H

#include "gen/units/cache/latency.h"
#include "gen/units/cache/pipeline.h"
#include "gen/units/unit.h"

extern const struct unit_counter l2_renew_counters[2][CACHE_COUNTERS];

/* What a load in stage 1 tells, and whether the L1's copy is the bank's: tells_copy, child_good. */
void l2_renew_loads(struct hdl *m, const struct cache *c);
/* Whether who is served in this cycle is served with times alone: child_renewed. */
void l2_renew_answers(struct hdl *m);

#endif
