/*
 * What `umc.merge` adds to a request tracker: one access to DRAM serves several requests (thesis
 * 4.4.1). A load that was held behind a request to its line takes the line from that request, when
 * that is answered, and is not sent to DRAM. The TSU is asked as for any load.
 *
 * The line is known of a load and of a store of the whole line. An atomic's new line, and a line of
 * which a store wrote a part, are in DRAM alone.
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_REQTRACKER_MERGE_H
#define UMBEL_GEN_UNITS_MEMORY_REQTRACKER_MERGE_H

#include "gen/proto/rules.h"

struct hdl;

/* The output that tells of a load that is served so. */
void reqtracker_merge_ports(struct hdl *m);
/* merges: the entry that takes the line of the one that is answered, and merge_line. Call it behind
 * the wires of reqtracker_update. */
void reqtracker_merges(struct hdl *m, const struct rules *rules, bool evicts);
/* Writes the line. Call it in the clocked block that writes `was`. */
void reqtracker_merge_write(struct hdl *m);

#endif
