/*
 * Network interface, the receiver: takes the flits of a node's packets from its router and joins
 * them to messages.
 *
 * Channels: in, flits, always taken: the router counts the DEPTH places of each virtual channel;
 * freed, a credit for each flit that has left them; a channel out for each class of messages (req,
 * rsp, ack).
 *
 * Each class has a message that it joins, of one virtual channel of its class from its first flit
 * to its last. A flit leaves its buffer in a cycle; the classes take turns, and one whose message
 * is not taken keeps no other waiting. A message without a body gets zeros in the place of
 * what did not come.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_NI_EJECT_H
#define UMBEL_GEN_UNITS_FABRIC_NI_EJECT_H

#include "gen/units/fabric/flit.h"
#include "gen/units/unit.h"

extern const struct unit_counter ni_eject_counters[];

/* Emits the module with these classes, such as um_ni_eject_rsp, and returns its name. */
const char *ni_eject_emit(struct hdl_design *d, flit_set classes);

#endif
