/*
 * What a remote data cache (rdc.h) has beyond one without coherence: invalidations that come among
 * the answers of the homes. Part of its entries is theirs, so that they never wait for a request
 * that waits for a home. An invalidation
 *   1. stalls the requests of its set: they may wait for their home, but not begin an access to
 *      DRAM, and no fill is taken for them;
 *   2. when their accesses are over and their hits are told, reads the set and clears its valid bit
 *      if the line is there;
 *   3. passes on to the L2, which acknowledges it.
 * So whatever the L2 was told from here before is in front of the invalidation on its channel, and
 * nothing of before can be read or filled after it (protocols.md 2.3, V2 and V3).
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_RDC_INVALIDATE_H
#define UMBEL_GEN_UNITS_MEMORY_RDC_INVALIDATE_H

#include "gen/hdl/hdl.h"

/* The set of a line address: its lowest bits above the bank, folded with its highest. These have
 * its home, and pages at the same place of several homes would meet in a set otherwise. */
#define RDC_SET_OF(line) "(" line "[UMC_W +: SET_W] ^ " line "[LINE_W-1 -: SET_W])"

/* The localparams KILLS, entries of invalidations, and REQS, those of requests. */
void rdc_invalidate_sizes(struct hdl *m);
/* Whether an invalidation is taken, and whom it stalls; before the admission of requests. */
void rdc_invalidate_admission(struct hdl *m);
/* Which entries of invalidations go on, and what stalls. */
void rdc_invalidate_update(struct hdl *m);

#endif
