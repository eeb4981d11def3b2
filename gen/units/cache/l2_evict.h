/*
 * What `tsu.evicts: l2` adds to an L2 bank: it tells the memory of each line that it gives up
 * (OP_EVICT), so that the TSU may give up the line's entry as well (thesis 4.2.6).
 *
 * The message has no answer, and no fill waits for it: the MSHR of the fill that took the line's
 * place keeps the line until the message is sent, and takes no other miss before. So there is room
 * for all that can be evicted while nothing can be sent. Messages go before misses.
 */
#ifndef UMBEL_GEN_UNITS_CACHE_L2_EVICT_H
#define UMBEL_GEN_UNITS_CACHE_L2_EVICT_H

#include "gen/units/cache/pipeline.h"

/* gone_any, gone_at, gone_go; mshr_gone_q and mshr_gone. Call it before the wires of MSHRs. */
void l2_evict(struct hdl *m);
/* How evictions and messages change both. Call it behind cache_arrays. */
void l2_evict_update(struct hdl *m);

#endif
