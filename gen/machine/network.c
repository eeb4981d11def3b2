#include "gen/machine/network.h"

#include "gen/net/net.h"
#include "gen/system/derived.h"
#include "gen/units/fabric/router.h"

#include <stdlib.h>

bool network_wanted(const struct netlist *n)
{
    return n->sys->fabric.network.topology != NET_NONE_KIND;
}

/* ---- what routers are told ---- */

static void put_bits(uint32_t *words, uint32_t lsb, uint32_t bits, uint32_t value)
{
    for (uint32_t i = 0; i < bits; i++)
        words[(lsb + i) / 32] |= (value >> i & 1) << (lsb + i) % 32;
}

/* The way of packets for a node that are at a router. */
struct way {
    uint32_t port;    /* by which they leave */
    bool is, crosses; /* there is one; it will pass a dateline */
};

/* Towards that end of the node which is the fewest hops away. */
static struct way way_of(const struct net *net, uint32_t choice, uint32_t at, uint32_t number)
{
    const struct net_node *node = &net->nodes[number];
    struct way way = {0};
    const uint32_t table = net_table(net, choice, number);
    uint32_t *links = xcalloc(net->routers, sizeof *links), least = UINT32_MAX;
    for (uint32_t i = 0; i < node->n_ends; i++) {
        const uint32_t count = net_along(net, table, at, node->ends[i].router, links, net->routers);
        if (count >= least)
            continue;
        least = count;
        way.is = true;
        way.crosses = count > 0 && net_crosses(net, links, count);
        way.port = count == 0 ? node->ends[i].port
                              : net->links[net_beside(net, links[0], number)].from_port;
    }
    free(links);
    return way;
}

/* The link that comes in by a port, or that leaves by it; NULL: a node is there. */
static const struct net_link *link_at(const struct net *net, uint32_t router, uint32_t port,
                                      bool in)
{
    for (uint32_t i = 0; i < net->n_links; i++) {
        const struct net_link *l = &net->links[i];
        if ((in ? l->to : l->from) == router && (in ? l->to_port : l->from_port) == port)
            return l;
    }
    return NULL;
}

/* The ways of packets to node numbers (struct network_shape) at each router. */
struct ways {
    struct way *all; /* to be freed */
    uint32_t numbers;
};

static const struct way *way_to(const struct ways *w, uint32_t router, uint32_t number)
{
    return &w->all[(size_t)router * w->numbers + number];
}

static struct ways all_ways(const struct net *net, uint32_t numbers)
{
    struct ways w = {xcalloc((size_t)net->routers * numbers, sizeof *w.all), numbers};
    for (uint32_t r = 0; r < net->routers; r++)
        for (uint32_t i = 0; i < numbers; i++)
            w.all[(size_t)r * numbers + i] = way_of(net, i / net->n_nodes, r, i % net->n_nodes);
    return w;
}

/* Whether some packet for a node below `numbers` that comes by `in`, a link or NULL for a node,
 * leaves by a port. */
static bool is_used(const struct ways *ways, uint32_t numbers, uint32_t router,
                    const struct net_link *in, uint32_t out)
{
    for (uint32_t i = 0; i < numbers; i++) {
        const struct way *here = way_to(ways, router, i);
        if (!here->is || here->port != out)
            continue;
        const struct way *before = in != NULL ? way_to(ways, in->from, i) : NULL;
        if (before == NULL || (before->is && before->port == in->from_port))
            return true;
    }
    return false;
}

static uint32_t turn_of(const struct net *net, const struct ways *ways, uint32_t router,
                        uint32_t in, uint32_t out)
{
    const struct net_link *from = link_at(net, router, in, true);
    const struct net_link *to = link_at(net, router, out, false);
    if (!is_used(ways, ways->numbers, router, from, out))
        return TURN_NEVER;
    if (to == NULL)
        return TURN_ANY;
    /* Packets of an overlay do not rise. */
    const bool rises =
        from != NULL && to->dim < from->dim &&
        (net->overlay_from == 0 || is_used(ways, net->overlay_from, router, from, out));
    const uint32_t raise = rises ? TURN_RAISE : 0;
    if (to->dateline)
        return TURN_CROSS | raise;
    return from != NULL && from->dim == to->dim ? TURN_STAY : TURN_BEGIN | raise;
}

/* The hops from a router to each node, and from each node to each other. */
static void hops_of(struct build *b, const struct network *w, uint32_t router,
                    struct tile_constant c[2])
{
    const struct net *net = w->net;
    const uint32_t nodes = net->n_nodes, bits = w->shape.hop_bits;
    uint32_t *links = xcalloc(net->routers, sizeof *links);
    c[0] = (struct tile_constant){"near_i", nodes * bits, NULL};
    c[1] = (struct tile_constant){"far_i", nodes * nodes * bits, NULL};
    uint32_t *near = ARENA_ARRAY(&b->n->arena, uint32_t, c[0].bits / 32 + 1);
    uint32_t *far = ARENA_ARRAY(&b->n->arena, uint32_t, c[1].bits / 32 + 1);
    for (uint32_t to = 0; to < nodes; to++) {
        const uint32_t there = net->nodes[to].ends->router;
        put_bits(near, to * bits, bits, net_along(net, 0, router, there, links, net->routers));
        for (uint32_t from = 0; from < nodes; from++)
            put_bits(far, (from * nodes + to) * bits, bits,
                     net_along(net, 0, net->nodes[from].ends->router, there, links, net->routers));
    }
    c[0].words = near;
    c[1].words = far;
    free(links);
}

static const struct tile_constant *constants_of(struct build *b, const struct network *w,
                                                const struct ways *ways, uint32_t router)
{
    struct arena *a = &b->n->arena;
    const struct net *net = w->net;
    const uint32_t ports = net->ports[router], port_bits = at_least_1(log2_up(ports)),
                   way_bits = port_bits + 1;
    struct tile_constant *c = ARENA_ARRAY(a, struct tile_constant, 5);
    c[0] = (struct tile_constant){"route_i", w->shape.nodes * way_bits, NULL};
    c[1] = (struct tile_constant){"turn_i", ports * ports * TURN_W, NULL};
    uint32_t *route = ARENA_ARRAY(a, uint32_t, c[0].bits / 32 + 1);
    uint32_t *turn = ARENA_ARRAY(a, uint32_t, c[1].bits / 32 + 1);
    for (uint32_t i = 0; i < ways->numbers; i++) {
        const struct way *way = way_to(ways, router, i);
        put_bits(route, i * way_bits, port_bits, way->port);
        put_bits(route, i * way_bits + port_bits, 1, way->crosses);
    }
    for (uint32_t in = 0; in < ports; in++)
        for (uint32_t out = 0; out < ports; out++)
            put_bits(turn, (in * ports + out) * TURN_W, TURN_W,
                     turn_of(net, ways, router, in, out));
    c[0].words = route;
    c[1].words = turn;
    if (w->shape.hop_bits > 0)
        hops_of(b, w, router, c + 2);
    return c;
}

/* ---- composing ---- */

/* Flits from one port to another, and credits back. */
static void connect_ports(struct build *b, const struct network *w, struct channel_end out,
                          struct channel_end credit, struct channel_end in,
                          struct channel_end freed)
{
    build_connect(b, out, in, network_message_bits(&w->shape));
    build_connect(b, freed, credit, 32);
}

struct channel_end network_port(const struct network *w, struct net_end at, const char *what)
{
    return build_port(w->routers[at.router], what, at.port, w->net->ports[at.router]);
}

/* The same by a hop of that name, unless it takes no time. `pass`: of an overlay's flits; 0: none
 * pass. */
static void connect_far(struct build *b, const struct network *w, const char *name,
                        uint32_t latency, uint32_t pass, struct channel_end out,
                        struct channel_end credit, struct channel_end in, struct channel_end freed)
{
    if (latency > 0) {
        const int hop = pass > 0 ? tile_hop_pass(b, name, &w->shape, latency, pass)
                                 : tile_hop(b, name, &w->shape, latency);
        connect_ports(b, w, out, credit, build_end(hop, "in"), build_end(hop, "credit"));
        out = build_end(hop, "out");
        credit = build_end(hop, "freed");
    }
    connect_ports(b, w, out, credit, in, freed);
}

static void add_link(struct build *b, const struct network *w, const char *name, uint32_t i)
{
    const struct net_link *l = &w->net->links[i];
    const struct net_end from = {l->from, l->from_port}, to = {l->to, l->to_port};
    const char *hop_name = arena_printf(&b->n->arena, "%s.hop%u", name, i);
    const enum sys_links kind = l->between ? SYS_BETWEEN : w->shape.links;
    build_link(b, hop_name, w->routers[l->from], PROBE_PORT + l->from_port, kind);
    connect_far(b, w, hop_name, system_link(b->n->sys, kind).latency,
                l->passed ? b->n->sys->fabric.overlay.latency : 0, network_port(w, from, "out"),
                network_port(w, from, "credit"), network_port(w, to, "in"),
                network_port(w, to, "freed"));
}

/* Without the overlay's nodes, which begin at `overlay`; 0: there are none. */
static uint32_t list_network(struct netlist *n, const char *name, uint32_t overlay,
                             const struct network_shape *s)
{
    n->networks = xgrown(n->networks, n->n_networks, sizeof *n->networks);
    n->networks[n->n_networks] = (struct netlist_network){.name = name,
                                                          .nodes = overlay > 0 ? overlay : s->nodes,
                                                          .node_bits = s->node_bits,
                                                          .flit_bits = s->flit_bits,
                                                          .classes = s->classes,
                                                          .vcs = s->vcs};
    return (uint32_t)n->n_networks++;
}

/* The channel that is added next. */
static void list_source(struct netlist *n, const struct network *w, uint32_t node)
{
    n->sources = xgrown(n->sources, n->n_sources, sizeof *n->sources);
    n->sources[n->n_sources++] = (struct netlist_source){w->number, node, n->n_channels};
}

void network_join(struct build *b, const struct network *w, uint32_t node, const char *name,
                  int inject, int eject, uint32_t latency)
{
    const struct net_end at = w->net->nodes[node].ends[0];
    struct arena *a = &b->n->arena;
    if (w->listed && net_table(w->net, 0, node) != NET_OVERLAY)
        list_source(b->n, w, node);
    connect_far(b, w, arena_printf(a, "%s.out", name), latency, 0, build_end(inject, "out"),
                build_end(inject, "credit"), network_port(w, at, "in"),
                network_port(w, at, "freed"));
    connect_far(b, w, arena_printf(a, "%s.in", name), latency, 0, network_port(w, at, "out"),
                network_port(w, at, "credit"), build_end(eject, "in"), build_end(eject, "freed"));
}

struct network_shape network_shape(const struct netlist *n, const struct net *net, uint32_t classes,
                                   bool ordered, uint32_t choices)
{
    return (struct network_shape){
        .nodes = choices * net->n_nodes,
        .node_bits = at_least_1(log2_up(choices * net->n_nodes)),
        .classes = classes,
        .vcs = classes * net_layers(net) * n->sys->fabric.network.vcs,
        .layers = net_layers(net),
        .sub = net->rings ? 2 : 1,
        .flit_bits = network_flit_bits(n),
        .ordered = ordered,
        .stages = n->sys->fabric.network.stages,
        .links = SYS_LINK,
        .hop_bits = net->phases > 1 ? at_least_1(log2_up(net->routers)) : 0,
    };
}

struct network *network_of(struct build *b, const char *name, struct net *net,
                           struct network_shape shape)
{
    struct netlist *n = b->n;
    struct network *w = ARENA_NEW(&n->arena, struct network);
    w->net = net;
    w->shape = shape;
    w->routers = ARENA_ARRAY(&n->arena, int, net->routers);
    struct ways ways = all_ways(net, shape.nodes);
    for (uint32_t r = 0; r < net->routers; r++)
        w->routers[r] = tile_router(b, arena_printf(&n->arena, "%s.r%u", name, r), &w->shape,
                                    net->ports[r], constants_of(b, w, &ways, r));
    free(ways.all);
    for (uint32_t i = 0; i < net->n_links; i++)
        add_link(b, w, name, i);
    return w;
}

/* Of a level; gen/system has checked the net. */
static struct network_shape shape_of(const struct build *b, const struct net *net,
                                     const struct level *v)
{
    if (net == NULL)
        abort();
    struct network_shape shape =
        network_shape(b->n, net, v->invalidates ? 3 : 2,
                      b->n->sys->fabric.network.channel == SYS_CHANNEL_LINE, 1);
    if (net->phases > 1) {
        shape.vias.slices = system_net_slices(b->n->sys);
        shape.vias.each = v->owners;
        shape.vias.first = v->askers;
    }
    for (uint32_t vc = 0; net->overlay_from > 0 && vc < shape.vcs; vc++) {
        const uint32_t group = shape.vcs / shape.classes;
        shape.pass |= (uint32_t)(vc % group >= group / 2) << vc;
    }
    shape.lane_lsb = v->free_lsb;
    shape.messages = v->w;
    return shape;
}

static struct network *network_new(struct build *b, const char *name, const struct level *v)
{
    struct error none = {0};
    struct net *net = system_machine_net(b->n->sys, &none);
    struct network *w = network_of(b, name, net, shape_of(b, net, v));
    w->listed = true;
    w->number = list_network(b->n, name, net->overlay_from, &w->shape);
    w->levels = system_net_slices(b->n->sys);
    return w;
}

void network_begin_overlay(struct level *overlay, const struct level *slice)
{
    overlay->network = slice->network;
    overlay->network->levels++;
    overlay->first_node = slice->network->net->overlay_from;
}

void network_begin(struct build *b, struct level *v)
{
    const uint32_t slices = system_net_slices(b->n->sys);
    if (slices > 1 && b->joined == NULL)
        b->joined = network_new(b, b->n->sys->memory.at == SYS_CENTRAL ? "planes" : "fabric", v);
    v->network = slices > 1 ? b->joined : network_new(b, v->name, v);
    v->first_node = slices > 1 ? v->slice * (v->network->net->n_nodes / slices) : 0;
}

void network_end(struct build *b, struct level *v)
{
    struct network *w = v->network;
    v->network = NULL;
    if (--w->levels > 0)
        return;
    net_free(w->net);
    w->net = NULL;
    if (b->joined == w)
        b->joined = NULL;
}
