/*
 * A machine as a picture: a netlist as the text of a graph for Graphviz' `dot`.
 *
 * A package (a GPU: whatever has SMs) is a cluster of its SMs with their L1s, its switch and its L2
 * banks. What belongs to no package stands below: switches, then memory controllers with their
 * DRAM. Links are lines with what they can carry. Equal units with equal neighbours are folded into
 * one box that tells how many they are, and so are packages when there are many.
 */
#ifndef UMBEL_GEN_MACHINE_DRAW_H
#define UMBEL_GEN_MACHINE_DRAW_H

#include "gen/machine/netlist.h"
#include "sw/util/sbuf.h"

/* Units of a place are drawn one by one up to this number, and packages up to that. */
enum { DRAW_UNITS_APART = 2, DRAW_PACKAGES_APART = 8 };

/* Appends the graph. `title` stands below the picture: the system, and what was changed.
 * The same netlist and title give the same bytes. */
void netlist_draw(const struct netlist *n, const char *title, struct sbuf *dot);

#endif
