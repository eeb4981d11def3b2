/*
 * Network interface, the sender: cuts a node's messages into flits and sends them to its router.
 *
 * Channels: a channel in for each class of messages (req, rsp, ack); out, flits, always taken;
 * credit, which brings one back for each flit that has left the router's buffer.
 *
 * Of each class one message is on its way out at a time, in one virtual channel of its class; the
 * classes take turns flit by flit, so none can keep another from the network. The node that a
 * message is for is X_NODE more than X_DEST_W bits of it. Where the destination is a memory cube
 * whose controllers are nodes each, it is X_UMC_NODES more for each that X_UMC_W other bits count.
 * ORDERED: X_LANE_W bits of a message name its virtual channel, so messages in which these bits are
 * alike keep their order on the way to one node (gen/proto/order.h).
 *
 * _via: NODE_W bits hold two numbers, | via | node |. The node between is any of VIAS nodes of each
 * of SLICES, at random, for which the X_LANE bits of the message are mixed in; ORDERED is 0.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_NI_INJECT_H
#define UMBEL_GEN_UNITS_FABRIC_NI_INJECT_H

#include "gen/units/fabric/flit.h"
#include "gen/units/unit.h"

extern const struct unit_counter ni_inject_counters[];

/* Where its messages go. */
struct ni_inject_to {
    bool cubes; /* to the controllers of cubes */
    bool upper; /* in the upper half of each class's channels, an overlay's */
    bool via;   /* perhaps by way of another node (gen/units/fabric/router_ugal.h) */
};
/* The name of the module with these classes: "um_ni_inject_req"; "um_ni_inject_req_cubes",
 * "um_ni_inject_rsp_via", "um_ni_inject_req_cubes_via", "um_ni_inject_rsp_upper". */
void ni_inject_name(char name[FLIT_UNIT], flit_set classes, struct ni_inject_to to);
/* Emits that module and returns its name. */
const char *ni_inject_emit(struct hdl_design *d, flit_set classes, struct ni_inject_to to);

#endif
