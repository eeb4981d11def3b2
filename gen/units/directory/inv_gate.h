/*
 * Gate: between an L2 bank and the memory, where invalidations reach the L1s (`l1_copies: vi`). A
 * store or an atomic goes on to the memory, and an acknowledgement to the home, when no L1 of the
 * package has the line (protocols of GPU-VI, V1 and V3 in gen/proto/README.md).
 *
 * Channels: req, ack from the bank; mem_req, mem_ack to the memory's switches; drop asks the
 * package's um_inv_broadcast to have a line dropped, and dropped tells that it is.
 *
 * The bank has dropped the line, or locked it (M7), before its message comes here, so no L1 gets a
 * copy behind the drop. One line is asked for at a time, those of acknowledgements first: a home
 * that waits for one must not wait for a store. Requests keep their order, and so do
 * acknowledgements.
 */
#ifndef UMBEL_GEN_UNITS_DIRECTORY_INV_GATE_H
#define UMBEL_GEN_UNITS_DIRECTORY_INV_GATE_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

extern const struct unit_counter inv_gate_counters[];

/* Emits the module, um_inv_gate, and returns its name. The rules are those of GPU-VI. */
const char *inv_gate_emit(struct hdl_design *d, const struct rules *rules);

#endif
