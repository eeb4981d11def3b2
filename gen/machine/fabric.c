/*
 * The fabric between nodes that have memory of their own: packages, and the host.
 *
 *     a node's level ==== lane out ==== switches ==== lane in ==== another node's level
 *     a package's level ==== link out ==== switches ==== interfaces of all lanes
 *
 * Each node has `fabric.lanes` lanes; lane k takes the lines whose number is k modulo their count,
 * the requests for them, the answers, and acknowledgements of invalidations where there are such.
 * All nodes' lanes k meet in one switch per class; or in one network, with network interfaces in
 * the place of the lanes. Some networks join all lanes, each with interfaces of its own. Before a
 * network a package may have one link to all of its lanes, with a level each way between these.
 */
#include "gen/machine/network.h"
#include "gen/system/derived.h"

#include <assert.h>
#include <stdlib.h>

/* A lane's two directions, as tiles. */
struct pair {
    int out, in;
};

struct fabric {
    struct pair *pairs;   /* of each node its lanes */
    struct level *levels; /* where lanes k meet */
};

/* Lane k of a node. */
static struct pair *pair_of(const struct build *b, uint32_t node, uint32_t k)
{
    return &b->fabric->pairs[node * system_lanes(b->n->sys) + k];
}

/* The messages that cross the fabric: those of L1s to memory-side L2s, of core-side L2s, or of L2s
 * to each other. */
static const struct msg_widths *widths(const struct build *b)
{
    const struct msg_widths *const of[] = {[SYS_CORE_SIDE] = &b->n->memory,
                                           [SYS_MEMORY_SIDE] = &b->n->core,
                                           [SYS_BOTH_SIDES] = &b->n->far};
    return of[b->n->sys->l2.role];
}

/* Where the package is in the number of who asks across it. */
static uint32_t asker_lsb(const struct netlist *n)
{
    const uint32_t of[] = {[SYS_CORE_SIDE] = tile_l2_bits(n),
                           [SYS_MEMORY_SIDE] = tile_l1_bits(n),
                           [SYS_BOTH_SIDES] = 0};
    return of[n->sys->l2.role];
}

/* Where lanes k of all nodes meet. */
static struct level level_of(const struct build *b)
{
    const struct netlist *n = b->n;
    const uint32_t nodes = system_homes(n->sys), home_bits = address_home_bits(&n->map);
    return (struct level){.askers = nodes,
                          .owners = nodes,
                          .w = widths(b),
                          .owner_lsb = address_home_lsb(&n->map),
                          .owner_bits = home_bits,
                          .free_lsb = log2_up(system_lanes(n->sys)),
                          .asker_lsb = asker_lsb(n),
                          .asker_bits = home_bits,
                          .names_home = n->rules.gpu_homes,
                          .invalidates = n->rules.invalidates};
}

void fabric_begin(struct build *b)
{
    const struct system *s = b->n->sys;
    const uint32_t lanes = system_lanes(s);
    b->fabric = xcalloc(1, sizeof *b->fabric);
    b->fabric->pairs = xcalloc((size_t)system_homes(s) * lanes + 1, sizeof(struct pair));
    b->fabric->levels = xcalloc(lanes + 1, sizeof(struct level));
    for (uint32_t k = 0; k < lanes; k++) {
        struct level *v = &b->fabric->levels[k];
        *v = level_of(b);
        v->slice = k;
        v->name = arena_printf(&b->n->arena, "fabric%u", k);
        if (network_wanted(b->n))
            network_begin(b, v);
    }
}

/* A message of a class is for the node of its line's lane. */
static void find_lane(const struct build *b, const struct level *v, struct network_class *to,
                      const struct msg *msg)
{
    const uint32_t lanes = system_lanes(b->n->sys);
    assert(lanes > 0);
    to->umc_lsb = msg_lsb(msg, v->w, "line");
    to->umc_bits = log2_up(lanes);
    to->umc_nodes = v->network->shape.nodes / lanes;
}

/* The interfaces of a node that is an asker and an owner; at a port for all lanes, `any_lane`. */
static struct lane interfaces_of(struct build *b, uint32_t node, const struct level *v,
                                 bool any_lane)
{
    struct network_ways ways = level_ways(b, v, 0);
    const flit_set all = ways.asks | ways.answers;
    const char *name = arena_printf(&b->n->arena, "%s.lane%u", tile_node(b->n, node), v->slice);
    if (any_lane) {
        find_lane(b, v, &ways.to[MSG_REQ], b->n->rules.req);
        find_lane(b, v, &ways.to[MSG_RSP], b->n->rules.rsp);
        if (v->invalidates)
            find_lane(b, v, &ways.to[MSG_ACK], b->n->rules.ack);
    }
    const int inject = tile_ni_inject(b, name, &v->network->shape, all, ways.to);
    const int eject = tile_ni_eject(b, name, &v->network->shape, all);
    network_join(b, v->network, v->first_node + node, name, inject, eject, 0);
    return (struct lane){
        .owner = {build_end(inject, "req"), build_end(eject, "rsp"), build_end(inject, "ack")},
        .asker = {build_end(eject, "req"), build_end(inject, "rsp"), build_end(eject, "ack")},
    };
}

static struct lane interfaces(struct build *b, uint32_t node, uint32_t k)
{
    return interfaces_of(b, node, &b->fabric->levels[k], false);
}

/* What asks at one end, and what is asked at the other, without anything between. */
static void connect_stops(struct build *b, struct stop asks, struct stop asked)
{
    const struct msg_widths *w = widths(b);
    build_connect(b, asks.req, asked.req, msg_bits(b->n->rules.req, w));
    build_connect(b, asked.rsp, asks.rsp, msg_bits(b->n->rules.rsp, w));
    if (b->n->rules.invalidates)
        build_connect(b, asks.ack, asked.ack, msg_bits(b->n->rules.ack, w));
}

/* Both directions of a lane, or of a link to all lanes, which is called `name`. */
static struct pair wires(struct build *b, const char *name, enum sys_links kind)
{
    struct arena *a = &b->n->arena;
    const int out = tile_lane(b, widths(b), arena_printf(a, "%s.out", name), kind);
    return (struct pair){out, tile_lane(b, widths(b), arena_printf(a, "%s.in", name), kind)};
}

static struct lane near_end(struct pair p)
{
    return (struct lane){
        .owner = {build_end(p.out, "req_in"), build_end(p.in, "rsp_out"),
                  build_end(p.out, "ack_in")},
        .asker = {build_end(p.in, "req_out"), build_end(p.out, "rsp_in"),
                  build_end(p.in, "ack_out")},
    };
}

/* Where what comes by the lanes of other nodes asks, and what goes to these is asked: a lane out of
 * one end is a lane into the other. */
static struct lane far_end(struct pair p)
{
    return near_end((struct pair){.out = p.in, .in = p.out});
}

/* One link to all lanes of a node: a level from it to them, and one from them to it. A message
 * takes the lane of its line. */
static struct lane link_to_lanes(struct build *b, uint32_t node)
{
    const uint32_t lanes = system_lanes(b->n->sys), bits = log2_up(lanes);
    const char *name = tile_node(b->n, node);
    struct arena *a = &b->n->arena;
    const struct pair link = wires(b, arena_printf(a, "%s.link", name), SYS_PACKAGE_LINK);
    struct level to = {.askers = 1,
                       .owners = lanes,
                       .w = widths(b),
                       .owner_bits = bits,
                       .invalidates = b->n->rules.invalidates};
    struct level from = {.askers = lanes,
                         .owners = 1,
                         .w = widths(b),
                         .asker_bits = bits,
                         .asker_of_line = true,
                         .invalidates = b->n->rules.invalidates};
    level_begin(b, &to, arena_printf(a, "%s.to_lanes", name));
    level_begin(b, &from, arena_printf(a, "%s.from_lanes", name));
    level_asker(b, &to, 0, far_end(link).asker);
    level_owner(b, &from, 0, far_end(link).owner);
    for (uint32_t k = 0; k < lanes; k++) {
        const struct lane lane = interfaces(b, node, k);
        level_owner(b, &to, k, lane.owner);
        level_asker(b, &from, k, lane.asker);
    }
    return near_end(link);
}

/* One link to a port of the network, where an interface finds the lane of a message in its line. */
static struct lane link_to_port(struct build *b, uint32_t node)
{
    const struct level *v = &b->fabric->levels[0];
    const char *name = arena_printf(&b->n->arena, "%s.link", tile_node(b->n, node));
    const struct pair link = wires(b, name, SYS_PACKAGE_LINK);
    const struct lane far = far_end(link), port = interfaces_of(b, node, v, true);
    connect_stops(b, far.asker, port.owner);
    connect_stops(b, port.asker, far.owner);
    return near_end(link);
}

struct lane build_way_out(struct build *b, uint32_t node, uint32_t k)
{
    if (system_one_link(b->n->sys, node))
        return system_one_port(b->n->sys) ? link_to_port(b, node) : link_to_lanes(b, node);
    if (network_wanted(b->n))
        return interfaces(b, node, k);
    struct pair *p = pair_of(b, node, k);
    *p = wires(b, arena_printf(&b->n->arena, "%s.lane%u", tile_node(b->n, node), k), SYS_LINK);
    return near_end(*p);
}

/* Lanes k of all nodes. */
static void add_switches(struct build *b, uint32_t k)
{
    struct level *v = &b->fabric->levels[k];
    level_begin(b, v, v->name);
    for (uint32_t i = 0; i < v->askers; i++) {
        const struct lane lane = far_end(*pair_of(b, i, k));
        level_asker(b, v, i, lane.asker);
        level_owner(b, v, i, lane.owner);
    }
}

void fabric_end(struct build *b)
{
    for (uint32_t k = 0; k < system_lanes(b->n->sys); k++)
        if (network_wanted(b->n))
            level_end(b, &b->fabric->levels[k]);
        else
            add_switches(b, k);
    free(b->fabric->levels);
    free(b->fabric->pairs);
    free(b->fabric);
}
