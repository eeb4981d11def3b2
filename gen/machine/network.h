/*
 * A network of a machine: routers and the hops between them in the place of a level's switches
 * (gen/machine/impl.h), with network interfaces at each node. Its nodes are the askers of the level
 * and behind them its owners, each at the router of its number among its like, modulo their count;
 * or packages, which are both at once; or those of all planes, or lanes. All packets between two
 * nodes that are of one class and line keep their order, as at a switch.
 */
#ifndef UMBEL_GEN_MACHINE_NETWORK_H
#define UMBEL_GEN_MACHINE_NETWORK_H

#include "gen/machine/impl.h"
#include "gen/system/derived.h"
#include "gen/units/fabric/flit.h"

/* What the units of a network have in common. */
struct network_shape {
    uint32_t nodes, node_bits; /* numbers of nodes: packets of choice c (gen/net/net.h) have that of
                                  their node and c times as many as there are nodes */
    uint32_t classes;          /* of messages */
    uint32_t vcs;              /* of a link: classes x layers x fabric.network.vcs */
    uint32_t layers, sub;      /* of a class; of a level (gen/units/fabric/router.h) */
    uint32_t flit_bits;        /* payload */
    bool ordered;              /* packets of a lane keep their order (gen/units/fabric/router.h) */
    uint32_t stages;           /* of a router */
    enum sys_links links;      /* which of the system's they are, but for those between rings */
    uint32_t hop_bits;         /* of a number of hops, with UGAL routing; else 0 */
    /* With UGAL in a machine: by way of which nodes packets may go, those of the cubes' controllers
     * from `first` on in each slice; `each` 0: what the senders say. */
    struct {
        uint32_t each, slices, first;
    } vias;
    uint32_t pass;     /* virtual channels of an overlay, a bit each; 0: there is none */
    bool upper;        /* of an interface: it is at the overlay */
    uint32_t lane_lsb; /* the bits of a line address that choose a virtual channel */
    const struct msg_widths *messages;
};

struct network {
    struct network_shape shape;
    struct net *net;
    int *routers;    /* tiles */
    bool listed;     /* it is one of the machine's networks, */
    uint32_t number; /* of this number (netlist.h) */
    uint32_t levels; /* that are at it and have not ended */
};

/* Who a message of a class is for: `bits` bits of it, at `lsb`, number the nodes from `first` on.
 * With cubes it is so many times `umc_nodes` more as `umc_bits` bits at `umc_lsb` say. */
struct network_class {
    uint32_t lsb, bits, first;
    uint32_t umc_lsb, umc_bits, umc_nodes;
};

/* The classes of messages that askers send, and those that owners do; who each is for. Owners are
 * the nodes from `first_owner` on, of those of the level. */
struct network_ways {
    flit_set asks, answers;
    struct network_class to[MSG_CLASSES];
};
struct network_ways level_ways(const struct build *b, const struct level *v, uint32_t first_owner);

/* Whether the machine has networks where a level asks for one. */
bool network_wanted(const struct netlist *n);

/* Gives a level its network: routers NAME.r0 ... and hops; or those of the one that joins all
 * planes or lanes, which is called after what it is in the place of. network_end() after all of
 * the level. */
void network_begin(struct build *b, struct level *v);
void network_end(struct build *b, struct level *v);
/* Gives the CPU's overlay of a plane the network of its slice, where it has nodes of its own. */
void network_begin_overlay(struct level *overlay, const struct level *slice);
/* Of a network for so many classes of messages and choices of packets; without what machines'
 * messages are. */
struct network_shape network_shape(const struct netlist *n, const struct net *net, uint32_t classes,
                                   bool ordered, uint32_t choices);
/* A network of any net. The net has to outlive the netlist. */
struct network *network_of(struct build *b, const char *name, struct net *net,
                           struct network_shape shape);
/* A port of a router: "in", "freed", "out" or "credit". */
struct channel_end network_port(const struct network *w, struct net_end at, const char *what);

/* Joins a node's interfaces to its router; with a latency by the hops NAME.out and NAME.in. */
void network_join(struct build *b, const struct network *w, uint32_t node, const char *name,
                  int inject, int eject, uint32_t latency);

/* ---- tiles (tiles_network.c) ---- */

uint32_t network_flit_bits(const struct netlist *n);
/* Places of a virtual channel. */
uint32_t network_depth(const struct netlist *n);
/* Of a flit's message. */
uint32_t network_message_bits(const struct network_shape *w);
int tile_router(struct build *b, const char *name, const struct network_shape *w, uint32_t ports,
                const struct tile_constant *constants);
int tile_hop(struct build *b, const char *name, const struct network_shape *w, uint32_t latency);
/* The same where an overlay's flits pass in so many cycles. */
int tile_hop_pass(struct build *b, const char *name, const struct network_shape *w,
                  uint32_t latency, uint32_t pass_latency);
/* Of the node's interfaces `name`: NAME.ni_inject and NAME.ni_eject. */
int tile_ni_inject(struct build *b, const char *name, const struct network_shape *w, flit_set set,
                   const struct network_class to[MSG_CLASSES]);
int tile_ni_eject(struct build *b, const char *name, const struct network_shape *w, flit_set set);

#endif
