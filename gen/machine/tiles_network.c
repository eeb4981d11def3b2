/* Routers, hops and network interfaces as tiles. */
#include "gen/machine/network.h"
#include "gen/machine/tiles_impl.h"
#include "gen/system/derived.h"
#include "gen/units/fabric/detour.h"
#include "gen/units/fabric/hop.h"
#include "gen/units/fabric/ni_eject.h"
#include "gen/units/fabric/ni_inject.h"
#include "gen/units/fabric/router.h"

uint32_t network_flit_bits(const struct netlist *n)
{
    return 8 * n->sys->link.bytes_per_cycle;
}

uint32_t network_message_bits(const struct network_shape *w)
{
    return ((at_least_1(log2_up(w->vcs)) + 1 + w->flit_bits) / 32 + 1) * 32;
}

/* A credit for a flit comes back after twice the latency and what the routers take. */
uint32_t network_depth(const struct netlist *n)
{
    const struct sys_network *s = &n->sys->fabric.network;
    uint32_t longest = n->sys->link.latency;
    for (enum sys_links kind = SYS_BETWEEN; kind <= SYS_OVERLAY; kind++) {
        const uint32_t latency = kind == SYS_HOST_LINK ? 0 : system_link(n->sys, kind).latency;
        longest = latency > longest ? latency : longest;
    }
    const uint32_t round_trip = 2 * longest + s->stages + 3;
    return s->depth > 0 ? s->depth : 1U << log2_up(round_trip > 8 ? round_trip : 8);
}

/* Virtual channels of a class that a packet may begin in: lanes of the layers of the first level.
 */
static uint32_t network_open(const struct netlist *n, const struct network_shape *w)
{
    return w->sub * n->sys->fabric.network.vcs;
}

int tile_router(struct build *b, const char *name, const struct network_shape *w, uint32_t ports,
                const struct tile_constant *constants)
{
    const struct sys_network *s = &b->n->sys->fabric.network;
    struct tile t = {.name = name,
                     .class = "router",
                     .module = w->hop_bits > 0 ? "um_router_ugal" : "um_router",
                     .id = -1,
                     .constants = constants,
                     .counters = router_counters,
                     .params = {{"PORTS", ports},
                                {"VCS", w->vcs},
                                {"LAYERS", w->layers},
                                {"SUB", w->sub},
                                {"LANES", s->vcs},
                                {"ORDERED", w->ordered},
                                {"DEPTH", network_depth(b->n)},
                                {"FLIT_W", w->flit_bits},
                                {"NODES", w->nodes},
                                {"NODE_W", w->node_bits},
                                {"STAGES", w->stages}}};
    if (w->hop_bits > 0) {
        tile_with(&t, "HOP_W", w->hop_bits);
        tile_with(&t, "BIAS", network_depth(b->n));
    }
    if (w->pass != 0)
        tile_with(&t, "PASS", w->pass);
    tile_with_counters(&t, b->n);
    return tile_add(b, t);
}

int tile_hop(struct build *b, const char *name, const struct network_shape *w, uint32_t latency)
{
    struct tile t = {.name = name,
                     .class = "hop",
                     .module = "um_hop",
                     .id = -1,
                     .rate = b->n->sys->link.bytes_per_cycle,
                     .counters = hop_counters,
                     .params = {{"MSG_W", network_message_bits(w)},
                                {"LATENCY", latency},
                                {"DEPTH", 1U << log2_up(latency + 1)}}};
    tile_with_counters(&t, b->n);
    return tile_add(b, t);
}

int tile_hop_pass(struct build *b, const char *name, const struct network_shape *w,
                  uint32_t latency, uint32_t pass_latency)
{
    struct tile t = {.name = name,
                     .class = "hop",
                     .module = "um_hop_pass",
                     .id = -1,
                     .rate = b->n->sys->link.bytes_per_cycle,
                     .counters = hop_counters,
                     .params = {{"MSG_W", network_message_bits(w)},
                                {"VC_LSB", w->flit_bits + 1},
                                {"VC_W", at_least_1(log2_up(w->vcs))},
                                {"PASS", w->pass},
                                {"LATENCY", latency},
                                {"PASS_LATENCY", pass_latency},
                                {"DEPTH", 2U << log2_up(latency)}}};
    tile_with_counters(&t, b->n);
    return tile_add(b, t);
}

static void with_flits(struct tile *t, const struct netlist *n, const struct network_shape *w)
{
    tile_with(t, "VCS", w->vcs);
    tile_with(t, "GROUP", w->layers * n->sys->fabric.network.vcs);
    tile_with(t, "DEPTH", network_depth(n));
    tile_with(t, "FLIT_W", w->flit_bits);
    tile_with(t, "NODE_W", (w->hop_bits > 0 ? 2 : 1) * w->node_bits);
}

/* A parameter of a class: "REQ_W". */
static void with(struct build *b, struct tile *t, enum msg_class c, const char *what,
                 uint32_t value)
{
    tile_with(t, arena_printf(&b->n->arena, "%s_%s", flit_prefix(c), what), value);
}

static const struct msg *message_of(const struct netlist *n, enum msg_class c)
{
    return c == MSG_REQ ? n->rules.req : c == MSG_RSP ? n->rules.rsp : n->rules.ack;
}

/* So many bits of a line help to choose the node between (gen/units/fabric/ni_inject.h). */
enum { VIA_BITS = 16 };

/* The bits of a message that name its virtual channel: they must be alike in all messages of its
 * class whose order counts. The destination is, in all that go to one node. */
static void with_lane(struct build *b, struct tile *t, enum msg_class c,
                      const struct network_shape *w, const struct network_class *to)
{
    const struct netlist *n = b->n;
    const struct msg *msg = message_of(n, c);
    const bool any_line = order_of(n->rules.orders, c) == ORDER_BANK &&
                          n->sys->fault != SYS_FAULT_NETWORK_ORDERS_LINES;
    uint32_t lsb = any_line ? to->lsb : msg_lsb(msg, w->messages, "line") + w->lane_lsb;
    uint32_t bits = any_line ? to->bits : n->line_bits - w->lane_lsb;
    const uint32_t names = w->vias.each > 0 ? VIA_BITS : log2_up(network_open(n, w));
    if (bits == 0) /* the top bit is zero */
        lsb = msg_bits(msg, w->messages) - 1;
    with(b, t, c, "LANE_LSB", lsb);
    with(b, t, c, "LANE_W", at_least_1(bits < names ? bits : names));
}

/* Bits of the tag that an invalidation has in the place of data (OP_INVALIDATE, enum
 * bank_front_tag). */
static uint32_t invalidation_tag_bits(const struct netlist *n)
{
    if (!n->rules.invalidates)
        return 0;
    return n->rules.tracks ? n->memory.bits[MSG_TAG] : BANK_FRONT_TAG_W;
}

int tile_ni_inject(struct build *b, const char *name, const struct network_shape *w, flit_set set,
                   const struct network_class to[MSG_CLASSES])
{
    const struct netlist *n = b->n;
    char module[FLIT_UNIT];
    const bool cubes = flit_has(set, MSG_REQ) && to[MSG_REQ].umc_bits > 0;
    ni_inject_name(
        module, set,
        (struct ni_inject_to){.cubes = cubes, .upper = w->upper, .via = w->vias.each > 0});
    struct tile t = {.name = arena_printf(&b->n->arena, "%s.ni_inject", name),
                     .class = "ni_inject",
                     .module = arena_strdup(&b->n->arena, module),
                     .id = -1,
                     .counters = ni_inject_counters};
    with_flits(&t, n, w);
    tile_with(&t, "OPEN", network_open(n, w));
    tile_with(&t, "ORDERED", w->ordered);
    for (enum msg_class c = 0; c < MSG_CLASSES; c++) {
        if (!flit_has(set, c))
            continue;
        const struct msg *msg = message_of(n, c);
        with(b, &t, c, "W", msg_bits(msg, w->messages));
        if (c != MSG_ACK) {
            with(b, &t, c, "BODY_W", msg_lsb(msg, w->messages, "line"));
            with(b, &t, c, "OP_LSB", msg_lsb(msg, w->messages, "op"));
            with(b, &t, c, "LINE_OPS", tile_line_ops(c == MSG_RSP));
        }
        if (c == MSG_RSP)
            with(b, &t, c, "TAG_W", invalidation_tag_bits(n));
        with(b, &t, c, "DEST_LSB", to[c].lsb);
        with(b, &t, c, "DEST_W", to[c].bits);
        with(b, &t, c, "NODE", to[c].first);
        if (cubes) {
            with(b, &t, c, "UMC_LSB", to[c].umc_lsb);
            with(b, &t, c, "UMC_W", to[c].umc_bits);
            with(b, &t, c, "UMC_NODES", to[c].umc_nodes);
        }
        with_lane(b, &t, c, w, &to[c]);
    }
    if (w->vias.each > 0) {
        tile_with(&t, "VIAS", w->vias.each);
        tile_with(&t, "SLICES", w->vias.slices);
        tile_with(&t, "VIA_FIRST", w->vias.first);
        tile_with(&t, "VIA_STEP", w->nodes / w->vias.slices);
    }
    tile_with(&t, "QUEUE_IN", n->sys->hardware.queue_in);
    tile_with_counters(&t, n);
    return tile_add(b, t);
}

int tile_ni_eject(struct build *b, const char *name, const struct network_shape *w, flit_set set)
{
    const struct netlist *n = b->n;
    char module[FLIT_UNIT];
    flit_unit(module, "ni_eject", set);
    struct tile t = {.name = arena_printf(&b->n->arena, "%s.ni_eject", name),
                     .class = "ni_eject",
                     .module = arena_strdup(&b->n->arena, module),
                     .id = -1,
                     .counters = ni_eject_counters};
    with_flits(&t, n, w);
    for (enum msg_class c = 0; c < MSG_CLASSES; c++) {
        if (!flit_has(set, c))
            continue;
        const struct msg *msg = message_of(n, c);
        with(b, &t, c, "W", msg_bits(msg, w->messages));
        if (c != MSG_ACK)
            with(b, &t, c, "BODY_W", msg_lsb(msg, w->messages, "line"));
    }
    tile_with(&t, "QUEUE_OUT", n->sys->hardware.queue_out);
    tile_with_counters(&t, n);
    return tile_add(b, t);
}

/* Buckets are as many as the bank's misses, of lines that differ in as many bits. */
static uint32_t bucket_bits(const struct netlist *n)
{
    const uint32_t lines = n->line_bits - address_bank_bits(&n->map);
    const uint32_t misses = log2_up(n->sys->cpu.l2_mshrs);
    return misses < lines ? misses : lines;
}

int tile_detour(struct build *b, uint32_t bank)
{
    struct netlist *n = b->n;
    const struct msg *req = n->rules.req, *rsp = n->rules.rsp;
    const struct msg_widths *w = &n->memory;
    const uint32_t bank_bits = address_bank_bits(&n->map);
    struct tile t = {.name =
                         arena_printf(&n->arena, "%s.detour.%u", tile_node(n, n->sys->gpus), bank),
                     .class = "detour",
                     .module = "um_detour",
                     .id = -1,
                     .counters = detour_counters,
                     .params = {{"REQ_W", msg_bits(req, w)},
                                {"REQ_WAY", msg_lsb(req, w, "src") + tile_way_bit(n)},
                                {"REQ_BUCKET", msg_lsb(req, w, "line") + bank_bits},
                                {"RSP_W", msg_bits(rsp, w)},
                                {"RSP_WAY", msg_lsb(rsp, w, "dst") + tile_way_bit(n)},
                                {"RSP_BUCKET", msg_lsb(rsp, w, "line") + bank_bits},
                                {"BUCKETS", 1U << bucket_bits(n)},
                                {"FLIGHT_W", log2_up(n->sys->cpu.l2_mshrs + 2)},
                                {"QUEUE_OUT", n->sys->hardware.queue_out}}};
    tile_with_counters(&t, n);
    return tile_add(b, t);
}
