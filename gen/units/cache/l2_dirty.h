/*
 * What an L2 bank that writes back has beyond one that writes through (nc-wb).
 *
 * Each line has a mask of dirty bytes, so that GPUs that write different bytes of a line do not
 * undo each other. A store that finds its line, or that covers a whole line, stays here, dirty. Any
 * other store is forwarded to the memory. A dirty line is written back before a miss may replace it
 * and before an atomic or a fresh load of that line is forwarded. A fill whose set has only dirty
 * lines is not kept: handling an answer must not need space in the request queue to memory. An
 * OP_EMPTY writes back all dirty lines, at most one per cycle, and is answered when the memory has
 * taken them all. With `both`, the bank has both roles: l2_both_dirty.h.
 */
#ifndef UMBEL_GEN_UNITS_CACHE_L2_DIRTY_H
#define UMBEL_GEN_UNITS_CACHE_L2_DIRTY_H

#include "gen/units/cache/pipeline.h"

/* How the bank's pipeline differs. */
void l2_dirty_describe(struct cache *c);
/* Takes the answers to write-backs, which end in the bank; answer_valid and answer_pop are of all
 * other answers. */
void l2_dirty_answers(struct hdl *m);
/* Dirty masks, the flush and the write-back stage: clean, flushes, flushed, wb_*. */
void l2_dirty(struct hdl *m, bool both);
/* Which stores stay: keepable, store_keep, allocates. */
void l2_dirty_stores(struct hdl *m, bool both);
/* How stores, fills and write-backs change the masks. */
void l2_dirty_update(struct hdl *m, bool both);

#endif
