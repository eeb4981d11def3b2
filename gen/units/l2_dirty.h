/*
 * What an L2 bank that writes back has beyond one that writes through (nc-wb).
 *
 * Each line has a mask of dirty bytes, so that GPUs that write different bytes of a line do not
 * undo each other. A store that finds its line, or covers all of one, stays here, dirty; any other
 * passes on to the memory. A line is written back before a miss may take its place, and before an
 * atomic or a fresh load of it goes on; a fill that finds none but dirty lines is not kept, so no
 * answer ever waits for room in front of the memory. An OP_EMPTY writes back all that is dirty, a
 * way a cycle, and is answered when the memory has it.
 */
#ifndef UMBEL_GEN_UNITS_L2_DIRTY_H
#define UMBEL_GEN_UNITS_L2_DIRTY_H

#include "gen/units/parts_cache.h"

/* How the bank's pipeline differs. */
void l2_dirty_describe(struct cache *c);
/* Answers to write-backs are for the bank alone: answer_valid, answer_pop are all others. */
void l2_dirty_answers(struct hdl *m);
/* Dirty masks, the flush and the write-back stage: clean, flushes, flushed, wb_*. */
void l2_dirty(struct hdl *m);
/* Which stores stay: keepable, store_keep, allocates. */
void l2_dirty_stores(struct hdl *m);
/* What stores, fills and write-backs do to the masks. */
void l2_dirty_update(struct hdl *m);

#endif
