/*
 * The network of a system alone: its routers and the hops between them, and channels to the outside
 * in the place of nodes. What a node sends goes in by NODE_IN, and its credits come by NODE_FREED;
 * what it gets comes by NODE_OUT, and it gives credits by NODE_CREDIT. A channel's number is that
 * of the node's end: nodes in order, and of each its ends (gen/net/net.h).
 */
#ifndef UMBEL_GEN_MACHINE_ALONE_H
#define UMBEL_GEN_MACHINE_ALONE_H

#include "gen/machine/netlist.h"
#include "gen/net/net.h"

struct alone {
    struct net *net;  /* it has to outlive the netlist; it may be one with UGAL */
    uint32_t classes; /* of messages, each with virtual channels of its own */
    bool ordered;     /* packets stay in their lanes, as in machines */
    bool chooses;     /* their senders choose between ways that are as short (gen/net/net.h) */
};

struct netlist *alone_new(const struct system *sys, const struct alone *a);

/* How a flit is laid out in its message, in bits, and what a sender has to know:
 *   | vc | tail | payload |     the lowest node_bits of a packet's first payload: its node, and so
 *                               many more for each choice as there are nodes
 * With UGAL above these so many again: the node by way of which it may go. */
struct alone_flit {
    uint32_t payload_bits, node_bits, message_bits;
    uint32_t via_bits; /* node_bits, or 0 without UGAL */
    uint32_t vcs, depth;
    uint32_t group; /* virtual channels of a class; */
    uint32_t opens; /* the first of them, which a packet may be in when it enters the network */
};
struct alone_flit alone_flit(const struct system *sys, const struct alone *a);

#endif
