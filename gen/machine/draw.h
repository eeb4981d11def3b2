/*
 * A machine as a picture: a netlist as the text of a graph for Graphviz' `dot`.
 *
 * A package (a GPU: whatever has SMs) is a cluster of its SMs with their L1s, its switch and its L2
 * banks. What belongs to no package stands below: switches, then memory controllers with their
 * DRAM. Links are lines with what they can carry. Equal units with equal neighbours are folded into
 * one box that tells how many they are. Of equal packages the first is drawn, and a box beside it
 * names the others; the routers of large networks are one box.
 *
 * A picture is one page: at most DRAW_PAGE_WIDTH x DRAW_PAGE_HEIGHT inches, as A3 has with margins.
 * One that is larger is made smaller, and of those that ship none has to be by more than to
 * DRAW_LEAST_SCALE, at which its text has 7 points.
 */
#ifndef UMBEL_GEN_MACHINE_DRAW_H
#define UMBEL_GEN_MACHINE_DRAW_H

#include "gen/machine/netlist.h"
#include "sw/util/sbuf.h"

/* Units of a place, and routers of all networks, are drawn one by one up to these numbers. */
enum { DRAW_UNITS_APART = 2, DRAW_ROUTERS_APART = 6 };
#define DRAW_PAGE_WIDTH 16.1
#define DRAW_PAGE_HEIGHT 11.2
#define DRAW_LEAST_SCALE 0.7

/* Appends the graph. `title` stands below the picture: the system, and what was changed.
 * The same netlist and title give the same bytes. */
void netlist_draw(const struct netlist *n, const char *title, struct sbuf *dot);

#endif
