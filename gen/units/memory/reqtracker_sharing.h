/*
 * What a request tracker has beside an IMST (gen/units/memory/imst.h) beyond one beside a TSU.
 *
 * Each request but an OP_EMPTY is looked up in the IMST with the package that asks. Spare bits that
 * memory has read, for a request or for the IMST alone, are handed to the IMST. The IMST's own
 * accesses to spare bits go to DRAM before the next request does. Its invalidations leave by the
 * queue of the answers, and before the next answer, so that a package hears of a line in the order
 * of its home.
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_REQTRACKER_SHARING_H
#define UMBEL_GEN_UNITS_MEMORY_REQTRACKER_SHARING_H

#include "gen/units/unit.h"

/* The channels to and from the IMST. */
void reqtracker_sharing_ports(struct hdl *m);
/* What the IMST is asked, and what memory has for it. */
void reqtracker_sharing(struct hdl *m);
/* The message of an invalidation: kill_line, kill_data, kill_dst. */
void reqtracker_invalidations(struct hdl *m);

#endif
