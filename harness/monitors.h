/*
 * Machines that watch, while they run, what the proofs assume of the units' neighbours:
 * `umbel run --monitors`. The units are built apart for it (verilator/monitors.h).
 */
#ifndef UMBEL_HARNESS_MONITORS_H
#define UMBEL_HARNESS_MONITORS_H

#include "gen/system/netlist.h"
#include "harness/engine.h"
#include "harness/stats.h"

/* Whether machines that are made from now on have monitors: tests and commands say so once. */
void monitors_use(bool on);
bool monitors_used(void);

/* Says which assumption was broken, of which tile, in which cycle. */
void monitors_tell(const struct engine *e, const struct netlist *n, uint64_t cycle,
                   struct error *err);
/* Adds how often each assumption of each tile had something to say, as class "monitors". */
void monitors_stats(const struct engine *e, const struct netlist *n, struct stats *s);

/* Over all machines of this process: adds those of an engine that comes to its end, and the sums.
 * An assumption is named by the class of its tile: "l1.ticket_is_free". */
void monitors_count(const struct engine *e, const struct netlist *n);
uint64_t monitors_checks(void);
/* Name and count of assumption i; NULL after the last. */
const char *monitors_total(size_t i, uint64_t *seen);

#endif
