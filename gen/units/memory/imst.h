/*
 * IMST: in-memory sharing tracker (CARVE IV-B; gen/proto/imst.h has its rules). It stands beside
 * the request tracker in a memory controller, as the TSU does: it looks up each request's line, and
 * grants the request when no copy that the request outdates is left.
 *
 * The entries of all lines are in memory, two spare bits beside each line. The unit keeps entries
 * of late in a set-associative array; it reads a missing one with the line, if the request reads
 * the line, or else by itself, and writes a changed one back when its way is wanted.
 *
 * A store to a line that others may hold is broadcast: one invalidation per package, and one
 * acknowledgement of each. Requests of one line come one at a time, as the request tracker sees to.
 *
 * Channels, all inside the memory controller; `line` is the line within the controller's memory:
 *   look    | reads | write | node | line | tag |    the request
 *   entry   | write | state | line | tag |           an access of the unit's own to the spare bits
 *   spare   | state | tag |                          spare bits that were read, for that request
 *   kill    | node | tag |                           an invalidation of the request's line
 *   ack     | tag |                                  an acknowledgement
 *   grant   | tag |
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_IMST_H
#define UMBEL_GEN_UNITS_MEMORY_IMST_H

#include "gen/units/unit.h"

/* Its events have outputs, hit_o, miss_o and so on; the memory controller counts them. */

const char *imst_emit(struct hdl_design *d);

#endif
