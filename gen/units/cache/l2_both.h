/*
 * What an L2 bank with both roles (l2.role both, inside a um_bank_front) has beyond others. It
 * serves the SMs of its package and, told by the top bit of src, other packages.
 *
 * A load that another package says it needs once (MSG_FN_ONCE) is answered without being kept
 * here, as its asker keeps the line (LADM III-E: cache-remote-once). If one that is to be kept
 * joins it, the line is. An OP_EMPTY of LEVEL_L2_REMOTE drops the lines of other packages alone:
 * the copies of lines of here are current, as all stores to them pass this bank.
 */
#ifndef UMBEL_GEN_UNITS_CACHE_L2_BOTH_H
#define UMBEL_GEN_UNITS_CACHE_L2_BOTH_H

#include "gen/units/cache/latency.h"
#include "gen/units/cache/pipeline.h"
#include "gen/units/unit.h"

/* Parameters: which lines are of here. */
void l2_both_params(struct hdl *m);
/* How the bank's pipeline differs. */
void l2_both_describe(struct cache *c);
/* The ways that a sweep leaves: tags_kept. `fn` is the level that is emptied. */
void l2_both_kept(struct hdl *m, const char *fn);
/* Which MSHRs are of loads that are not kept. */
void l2_both_once(struct hdl *m);

/* Counters of requests of both sides. */
#define L2_BOTH_COUNT_SIDES                                                                        \
    {"remote_loads", "loads", "of the package's SMs, for lines of other packages",                 \
     "load_taken && !s1_far && !s1_here"},                                                         \
        {"remote_load_hits", "loads", "of these, answered from a copy",                            \
         "load_hit && !s1_far && !s1_here"},                                                       \
        {"far_loads", "loads", "of other packages", "load_taken && s1_far"},                       \
        {"far_load_hits", "loads", "of these, answered from a copy", "load_hit && s1_far"},        \
    {                                                                                              \
        "fills_once", "lines", "answered to other packages and not kept", "fill_done && fill_once" \
    }

extern const struct unit_counter l2_both_counters[2][CACHE_COUNTERS];

#endif
