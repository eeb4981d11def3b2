/*
 * Router: of a network of packets (gen/net). Its ports are links to other routers, and nodes. A
 * packet is one flit or several; the last is its tail, and the first names its node. Every input
 * has VCS virtual channels of DEPTH flits; a flit says which it is in.
 *
 *   flit    | vc | tail | payload |    the lowest NODE_W bits of a packet's first payload: its node
 *   credit  | vc |                     a place of the next buffer is free again
 *
 * Channels: in, out (PORTS of each, side by side) and credit, freed, which bring credits from
 * behind each output and to before each input. They are always taken: a sender counts the free
 * places, and has DEPTH of them for each virtual channel after reset.
 *
 * Virtual channels are in groups of LANES: of a class of messages, one group for each layer
 * (gen/net/net.h). A packet stays in its class; route_i and turn_i say in which layer it may be
 * next. It takes a lane that is free in the cycle in which its head moves, and so needs no cycle
 * for that alone (speculation that cannot fail), and it keeps the lane until its tail has left.
 * ORDERED: it stays in the lane in which its sender has put it, so that packets of one lane between
 * two nodes arrive in the order in which they were sent.
 *
 * STAGES, the cycles that a flit takes at least: 1: it is allocated as it comes in. 2: it is
 * buffered first. 3: the crossbar has a cycle of its own. 4: a head takes its lane in a cycle
 * before that of its allocation. Flits of the classes in PASS never take more than one when their
 * buffer is empty and the output is free (pass-through). Allocation is separable, inputs first, by
 * round robin, TRIES times a cycle over what is left. Who is served in the first try comes last
 * when its packet's tail has gone; later tries change no turns, so nobody is passed over for ever.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_ROUTER_H
#define UMBEL_GEN_UNITS_FABRIC_ROUTER_H

#include "gen/units/unit.h"

/* A word of turn_i, for a pair of ports, in and out: which layers a packet may be in behind it. Its
 * layers are SUB of each level: 2 where the network has rings, below and behind the dateline. */
enum router_turn {
    TURN_STAY = 0,  /* that in which it is, */
    TURN_BEGIN = 1, /* of its level: below the dateline if it will pass it, else any, */
    TURN_CROSS = 2, /* of its level: behind the dateline, */
    TURN_ANY = 3,   /* any: a node takes it */
    TURN_RAISE = 4, /* with one of the first three: of the next level */
    TURN_NEVER = 7, /* no packet turns so: there is no path, and one that would stays */
    TURN_W = 3
};

/* A PROBE_WAIT word: the front of virtual channel i % VCS of input i / VCS, if a flit is there. It
 * waits for an output, and for a lane of it, which it has (`open`) or would take. */
enum {
    ROUTER_WAITS_PORT = 0,     /* 8 bits */
    ROUTER_WAITS_VC = 8,       /* 8 bits */
    ROUTER_WAITS_CROSSES = 61, /* it will pass a dateline there */
    ROUTER_WAITS_OPEN = 62,
    ROUTER_WAITS_VALID = 63
};

extern const struct unit_counter router_counters[];

/* Emits the module, um_router, and returns its name. */
const char *router_emit(struct hdl_design *d);
/* The same with UGAL routing (gen/units/fabric/router_ugal.h), um_router_ugal. ORDERED is 0, LAYERS
 * even.
 */
const char *router_emit_ugal(struct hdl_design *d);

#endif
