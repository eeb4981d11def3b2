/*
 * What a bank with both roles that writes back (nc-wb, l2_both.h) has beyond one with either
 * property (l2_dirty.h). Dirty lines of other packages are written back to the L2 bank of their
 * home, which takes an OP_WRITEBACK as a store.
 *
 * No request of another package may wait for a third one, or packages would wait in a circle:
 * - Of write-backs to other packages, BACKS at most may be unanswered. With none free, a miss does
 *   not wait for one: its fill, or its store, is not kept here. What sends an atomic or a fresh
 *   load goes on without (bank_front.h has room for these).
 * - An OP_EMPTY leaves stage 1 at once, and the flush goes on beside all requests, in cycles in
 *   which none of them looks up a set. A store that stays meanwhile in a line that is to go has
 *   it begin anew. A second OP_EMPTY would wait for it, so a bank must have one at a time.
 *
 * An OP_EMPTY of LEVEL_L2_REMOTE leaves lines of here, dirty ones, too: what others ask of these
 * they find here.
 */
#ifndef UMBEL_GEN_UNITS_CACHE_L2_BOTH_DIRTY_H
#define UMBEL_GEN_UNITS_CACHE_L2_BOTH_DIRTY_H

#include "gen/units/cache/latency.h"
#include "gen/units/cache/pipeline.h"
#include "gen/units/unit.h"

/* How the bank's pipeline differs, after those of l2_dirty.h and l2_both.h. */
void l2_both_dirty_describe(struct cache *c);
/* The registers of the flush. Call it before l2_both_kept. */
void l2_both_dirty_registers(struct hdl *m);
/* The flush: flush_wants, flushed_all, at_set. */
void l2_both_dirty_flush(struct hdl *m);
/* Which write-backs go to other packages, and may: clean_away, victim_held, back_room. */
void l2_both_dirty_away(struct hdl *m);
/* Stores that go on and are write-backs of other packages: mshr_back_q. */
void l2_both_dirty_stores(struct hdl *m);
/* When the flush begins and ends. Call it behind stage 0. */
void l2_both_dirty_update(struct hdl *m);

/* Of a bank whose ways are divided, too, with `partition` (l2_partition.h). */
const struct unit_counter (*l2_both_dirty_counters(bool partition))[CACHE_COUNTERS];

#endif
