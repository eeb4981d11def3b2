/*
 * Machines that check, while they run, what the proofs assume of the units' neighbours: --monitors
 * of `umbel run` and `umbel litmus`. Units with monitors are built separately
 * (verilator/monitors.h).
 */
#ifndef UMBEL_HARNESS_ENGINE_MONITORS_H
#define UMBEL_HARNESS_ENGINE_MONITORS_H

#include "gen/machine/netlist.h"
#include "harness/engine/engine.h"
#include "harness/run/stats.h"

/* Whether machines made from now on have monitors; tests and commands set it once. */
void monitors_use(bool on);
bool monitors_used(void);

/* Sets `err` to the assumption that was broken, its tile and the cycle. */
void monitors_tell(const struct engine *e, const struct netlist *n, uint64_t cycle,
                   struct error *err);
/* Adds the number of cycles in which each assumption of each tile was checked: class "monitors". */
void monitors_stats(const struct engine *e, const struct netlist *n, struct stats *s);

/* Sums over all machines of this process: monitors_count adds the checks of an engine at its end,
 * the others read the sums. An assumption is named by its tile's class: "l1.ticket_is_free". */
void monitors_count(const struct engine *e, const struct netlist *n);
uint64_t monitors_checks(void);
/* Name and count of assumption i; NULL after the last. */
const char *monitors_total(size_t i, uint64_t *seen);

#endif
