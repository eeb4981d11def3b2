/*
 * Detour: between an L2 bank of the CPU and the two networks by which it asks the memory. A request
 * goes by the pass-through path, the overlay, or, if that takes none now, by the network of its
 * slice (memory networks, V-C: "if the pass-through path is congested, the CPU packet can take
 * other paths").
 *
 * Channels: req, rsp to the bank; pass_req, pass_rsp to the overlay; net_req, net_rsp to the
 * slice's network. Bit REQ_WAY of a request, the highest of its src, is set in what goes by the
 * overlay, so that its answer comes back by it; bit RSP_WAY of an answer is cleared for the bank.
 *
 * Requests for one line keep their order, and so do their answers: lines are in BUCKETS by their
 * lowest bits above the bank's, and while requests of a bucket are in flight others of it go by
 * their way. Every request has one answer.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_DETOUR_H
#define UMBEL_GEN_UNITS_FABRIC_DETOUR_H

#include "gen/units/unit.h"

extern const struct unit_counter detour_counters[];

/* Emits the module, um_detour, and returns its name. */
const char *detour_emit(struct hdl_design *d);

#endif
