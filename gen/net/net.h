/*
 * A network: routers, the links between their ports, the nodes at them, and the way of each packet.
 * Pure data, from which routers' parameters and tables, pictures and the check for deadlocks
 * (gen/net/deadlock.h) are made.
 *
 * A node is what sends and receives packets: an L2 bank, a memory controller, a package, or one of
 * its lanes. It may be at several routers (the distribution of memory-centric networks): it sends
 * by the one that its packet's destination is nearest to.
 *
 * The way of a packet is given hop by hop: a router knows the port to each other router. On a link
 * the packet is in a layer, a set of virtual channels. It rises where ways could otherwise wait for
 * each other in a circle: behind the dateline of a ring (Dally and Seitz), and where a way comes
 * back to a lower dimension, as behind the global link of a dragonfly.
 */
#ifndef UMBEL_GEN_NET_NET_H
#define UMBEL_GEN_NET_NET_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The topologies: enum, name, file's function, and for the reader what it is. */
#define NET_TOPOLOGIES(X)                                                                          \
    X(CROSSBAR, "crossbar", make_crossbar, "one router for all nodes")                             \
    X(RING, "ring", make_ring, "a ring of routers")                                                \
    X(MESH, "mesh", make_mesh, "a grid of routers")                                                \
    X(TORUS, "torus", make_torus, "a grid whose rows are rings")                                   \
    X(FBFLY, "fbfly", make_fbfly, "flattened butterfly: a grid whose rows are joined all to all")  \
    X(DFBFLY, "dfbfly", make_dfbfly,                                                               \
      "the same, each node at all routers of its row (memory networks, fig. 11c)")                 \
    X(DDFLY, "ddfly", make_ddfly,                                                                  \
      "dragonfly of clusters, each node at all routers of its own (fig. 11a)")                     \
    X(SFBFLY, "sfbfly", make_sfbfly,                                                               \
      "sliced: a flattened butterfly for each router of a cluster (fig. 11d)")                     \
    X(SMESH, "smesh", make_smesh, "sliced: a mesh for each router of a cluster (fig. 16)")         \
    X(STORUS, "storus", make_storus, "sliced: a torus for each router of a cluster (fig. 16)")     \
    X(DGX1, "dgx1", make_dgx1,                                                                     \
      "the NVLinks of a DGX-1: two groups of four GPUs, and a link across for each")               \
    X(RINGS, "rings", make_rings, "rings, one router of each at a router between them (MCM-GPUs)")

#define NET_KIND(name, word, make, about) NET_##name,
enum net_kind { NET_NONE_KIND, NET_TOPOLOGIES(NET_KIND) };
#undef NET_KIND

enum { NET_NONE = -1, NET_MOST_PORTS = 64, NET_MOST_DIMS = 4, NET_CHOICES = 2 };
/* Tables of hops: of packets of each choice, and of those of an overlay. */
enum { NET_OVERLAY = NET_CHOICES, NET_TABLES };

/* A link from one router's port to another's, one way. */
struct net_link {
    uint32_t from, from_port, to, to_port;
    uint32_t dim;
    bool dateline; /* of the ring that this dimension is */
    bool between;  /* rings: to or from the router between them */
    /* Links side by side with this, it included, whose numbers are two apart, of which it is the
     * first: packets for different nodes take different ones. 0: it is alone. */
    uint32_t beside;
    bool passed; /* by packets of an overlay */
};

/* A port of a router at which a node is. */
struct net_end {
    uint32_t router, port;
};

struct net_node {
    struct net_end *ends;
    uint32_t n_ends;
};

struct net {
    const char *topology; /* "mesh" */
    uint32_t routers;
    uint32_t *ports; /* of each router */
    bool rings;      /* some dimension has datelines: two layers for each level */
    uint32_t levels; /* how often ways come back to a lower dimension, and one more */
    uint32_t phases; /* 1; with UGAL 2: the way to the node between, and from there on */
    struct net_link *links;
    uint32_t n_links;
    struct net_node *nodes;
    uint32_t n_nodes;
    /* 2 where packets have two ways that are as short, half way around a ring; else 1. A packet has
     * one choice for its whole way, 0 or 1, and so keeps its order with others of that choice. */
    uint32_t choices;
    int32_t *hop[NET_TABLES]; /* net_hop() reads them */
    /* Nodes from this number on are of an overlay: their packets are in the upper half of the
     * layers, in which none rises. 0: there is none. */
    uint32_t overlay_from;
};

/* The table that has the ways to a node, of packets with this choice. */
static inline uint32_t net_table(const struct net *n, uint32_t choice, uint32_t node)
{
    return n->overlay_from > 0 && node >= n->overlay_from ? NET_OVERLAY : choice;
}

/* The link that leaves router `at` towards router `to`; NET_NONE: there is no way, or `at` is `to`.
 */
static inline int32_t net_hop(const struct net *n, uint32_t table, uint32_t at, uint32_t to)
{
    return n->hop[table][(size_t)at * n->routers + to];
}

/* What a topology is made of: sizes that it has a use for, 0 for others. */
struct net_shape {
    const char *topology;
    uint32_t nodes;
    uint32_t others; /* a second kind of nodes, numbered behind these: one network joins them */
    uint32_t dims[NET_MOST_DIMS]; /* routers in each dimension; of a ring, 0: as many as nodes */
    uint32_t spread;              /* routers of a cluster (memory networks: cubes of a GPU) */
    /* Memory networks: nodes are those of slices, which one network joins. Slice k has a router in
     * each cluster, its own `nodes` and `others`, and their numbers, from k * (nodes + others) on.
     * Else a node is a GPU, at all routers of its cluster, and each router has a memory. */
    bool by_slice;
    /* With by_slice, in dfbfly and ddfly: a GPU's nodes of all slices stand at a router of its own,
     * its distributor, from which it has `together` channels to each router of its cluster. The
     * distributors are the last routers. */
    bool distributed;
    /* With by_slice: the first so many nodes of a slice are of packages with one link to the
     * network, at one router of their cluster, in turn; their nodes in all slices share its port.
     */
    uint32_t single;
    uint32_t
        together; /* so many nodes, one after the other, stand at one router or cluster; 0: 1 */
    uint32_t others_first; /* the router at which the others begin; 0: the first that is free, or,
                              where there are not enough for all, router 0 */
    uint32_t parallel;     /* links side by side (the 2x networks); 0 is 1 */
    /* Grids of two dimensions at most: the last so many of the first kind have an overlay to all of
     * the second, and are each behind a router of its own (gen/net/overlay.c); 0: none. */
    uint32_t gated;
};

/* A topology by its name. An error says what of the shape it cannot have. */
struct net *net_new(const struct net_shape *shape, struct error *err);
void net_free(struct net *n);
/* Takes its datelines away, if it has any: then packets can wait for each other in a circle. */
void net_without_datelines(struct net *n);
/* UGAL (gen/units/fabric/router_ugal.h): a packet may go by way of another node, and has layers for
 * each of the two ways. False and an error: its nodes are at several routers, or too many. */
enum { NET_MOST_UGAL = 128 };
bool net_use_ugal(struct net *n, struct error *err);
/* The names that net_new() knows; ends with a NULL name. */
struct net_topology {
    const char *name;
    bool (*make)(struct net *n, const struct net_shape *shape, struct error *err);
};
extern const struct net_topology net_topologies[];

/* Of the links side by side with the first on a way, the one by which packets for a node go. */
static inline uint32_t net_beside(const struct net *n, uint32_t link, uint32_t node)
{
    const uint32_t beside = n->links[link].beside;
    return beside > 1 ? link + 2 * (node % beside) : link;
}
/* The links from router to router in order, of packets with this choice. Returns their number;
 * UINT32_MAX: there is no way, or it has more than `room`. */
uint32_t net_along(const struct net *n, uint32_t table, uint32_t at, uint32_t to, uint32_t *links,
                   uint32_t room);
/* The way from node to node: the links in order. Returns their number. `from_end` is the end by
 * which the sender sends. */
uint32_t net_way(const struct net *n, uint32_t choice, uint32_t from, uint32_t to,
                 uint32_t *from_end, uint32_t *links, uint32_t room);
static inline uint32_t net_layers(const struct net *n)
{
    return (n->overlay_from > 0 ? 2 : 1) * n->phases * n->levels * (n->rings ? 2 : 1);
}
/* Whether a layer is an overlay's. */
static inline bool net_is_overlaid(const struct net *n, uint32_t layer)
{
    return n->overlay_from > 0 && layer >= net_layers(n) / 2;
}
/* Whether a packet that goes by these links, in order, passes a dateline before it turns into
 * another dimension, beyond the first of them. */
bool net_crosses(const struct net *n, const uint32_t *links, uint32_t count);
/* The layers that a packet may be in on link `out`, a bit each, when it comes from link `in`, where
 * it was in `in_layer` (NET_NONE: from its node or that between, and `in_layer` is its phase's
 * first). `crosses`: as net_crosses() says from `out` on. A packet that passes no dateline may use
 * either side of it. */
uint32_t net_may(const struct net *n, int32_t in, uint32_t in_layer, uint32_t out, bool crosses);

#endif
