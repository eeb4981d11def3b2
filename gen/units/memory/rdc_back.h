/*
 * What a remote data cache (rdc.h) that writes back has beyond one that writes through (CARVE IV-B,
 * "Efficient RDC Dirty Data Flush"). A spare bit says that a line is dirty: the package has stored
 * all of its bytes in this epoch, so no other has stored any, and its home may get the whole line.
 *   A store of a whole line stays here, and so does any store to a dirty line. Others go through.
 *   A dirty line is written to its home before another takes its set, and before an atomic or a
 *     load that no copy may answer goes there.
 *   The dirty map has a bit for each REGION lines. A whole store sets it when it enters the table,
 *     so in a region without the bit nobody has to look for dirty lines.
 *   A new epoch first flushes: each line of a region with the bit is read, in an entry of the
 * table, and written to its home if it is dirty.
 *
 * No deadlock. A write to a home waits for room in mem_req, where nothing but homes takes, and
 * homes take without asking an RDC. Its answer needs no room here: it ends the write, and goes
 * nowhere. So answers still wait for the L2 and for DRAM alone. A flush takes entries when no
 * request has any, and these wait for DRAM and homes alone.
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_RDC_BACK_H
#define UMBEL_GEN_UNITS_MEMORY_RDC_BACK_H

#include "gen/hdl/hdl.h"

/* The parameter REGION; MAPS, the bits of the dirty map. */
void rdc_back_params(struct hdl *m);
void rdc_back_sizes(struct hdl *m);
/* The state of entries, and of the map. */
void rdc_back_table(struct hdl *m);
/* `enter_line`, of the request or the flush, and whether a flush takes an entry; before the
 * admission of requests. */
void rdc_back_flush(struct hdl *m);
/* `req_dirty`: the dirty map has the region of `req_set`. */
void rdc_back_region(struct hdl *m);
/* `late`: the request asks its home only when it has looked up its set; `looks`: it looks it up. */
void rdc_back_late(struct hdl *m);
/* Answers of homes to writes of dirty lines. */
void rdc_back_retire(struct hdl *m);
/* What was found: `stays`, a store that ends here; `evicts`, a dirty line that has to go. */
void rdc_back_found(struct hdl *m);
/* How entries and the map go on. */
void rdc_back_update(struct hdl *m);

#endif
