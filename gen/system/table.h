/*
 * The table of machines, in Markdown, made from their systems: a row for each, with its packages,
 * L2, memory, fabric, protocol and clock. gen/system/systems/README.md has that of all that ship.
 */
#ifndef UMBEL_GEN_SYSTEM_TABLE_H
#define UMBEL_GEN_SYSTEM_TABLE_H

#include "gen/system/system.h"
#include "sw/util/sbuf.h"

void system_table_head(struct sbuf *to);
void system_table_row(const struct system *s, struct sbuf *to);

#endif
