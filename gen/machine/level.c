/* Channels, and levels: askers and owners with switches between them. */
#include "gen/machine/network.h"

#include <stdlib.h>

/* ---- channels ---- */

void build_channel(struct build *b, struct channel c)
{
    struct netlist *n = b->n;
    if (n->n_channels == b->cap_channels) {
        b->cap_channels = b->cap_channels * 2 + 16;
        n->channels = xrealloc(n->channels, b->cap_channels * sizeof *n->channels);
    }
    n->channels[n->n_channels++] = c;
}

struct channel_end build_end(int tile, const char *port)
{
    return (struct channel_end){tile, port, 0, 1};
}

struct channel_end build_port(int tile, const char *port, uint32_t index, uint32_t count)
{
    return (struct channel_end){tile, port, (int)index, (int)count};
}

void build_connect(struct build *b, struct channel_end from, struct channel_end to, uint32_t bits)
{
    build_channel(b, (struct channel){.from = from, .to = to, .bits = bits, .outside = INSIDE});
}

/* ---- switches ---- */

/* A field of `bits` bits at `lsb`; without bits the message's top bit, which is zero. */
static void field(uint32_t *lsb, uint32_t *bits, uint32_t at, uint32_t n, uint32_t message)
{
    *lsb = n > 0 ? at : message - 1;
    *bits = n > 0 ? n : 1;
}

static uint32_t req_bits(const struct build *b, const struct level *v)
{
    return msg_bits(b->n->rules.req, v->w);
}

static uint32_t rsp_bits(const struct build *b, const struct level *v)
{
    return msg_bits(b->n->rules.rsp, v->w);
}

static uint32_t ack_bits(const struct build *b, const struct level *v)
{
    return msg_bits(b->n->rules.ack, v->w);
}

/* How many lanes ask here. */
static uint32_t ways_in(const struct level *v)
{
    return v->only_asks ? 0 : v->lanes;
}

/* How many ways there are for requests of here to other nodes' lines. */
static uint32_t ways_out(const struct level *v)
{
    return v->remotes > 0 ? v->remotes : v->only_asked ? 0 : v->lanes;
}

/* A request or an acknowledgement goes to the owner of its line, or by one of the `ways` out, that
 * of its line. */
static struct route to_owner(const struct build *b, const struct level *v, const struct msg *msg,
                             uint32_t ways)
{
    const struct address_map *map = &b->n->map;
    uint32_t line = msg_lsb(msg, v->w, "line"), all = msg_bits(msg, v->w);
    /* Which package it goes to is in its line, or beside its asker. */
    const bool named = v->names_home && msg == b->n->rules.req;
    const uint32_t home =
        named ? msg_lsb(msg, v->w, "src") + address_home_bits(map) : line + address_home_lsb(map);
    struct route r = {.home = v->home, .far = v->owners};
    field(&r.lsb, &r.bits, v->lanes > 0 || !named ? line + v->owner_lsb : home, v->owner_bits, all);
    if (ways_out(v) > 0) {
        r.home_lsb = home + v->home_from;
        r.home_bits = address_home_bits(map) - v->home_from;
        field(&r.far_lsb, &r.far_bits, line, log2_up(ways), all);
    }
    return r;
}

/* An answer goes to its asker, whose number has the package above the place in there. */
static struct route to_asker(const struct build *b, const struct level *v)
{
    const struct msg *rsp = b->n->rules.rsp;
    uint32_t dst = msg_lsb(rsp, v->w, "dst"), all = rsp_bits(b, v);
    struct route r = {.home = v->home, .far = v->askers};
    uint32_t at = v->asker_of_line ? msg_lsb(rsp, v->w, "line") : dst + v->asker_lsb;
    field(&r.lsb, &r.bits, at, v->askers > 0 ? v->asker_bits : 0, all);
    if (ways_in(v) > 0) {
        r.home_lsb = dst + (v->asker_of_line ? v->asker_lsb : v->asker_bits);
        r.home_bits = address_home_bits(&b->n->map);
        field(&r.far_lsb, &r.far_bits, msg_lsb(rsp, v->w, "line"), log2_up(v->lanes), all);
    }
    return r;
}

void level_begin(struct build *b, struct level *v, const char *name)
{
    struct arena *a = &b->n->arena;
    v->name = name;
    if (v->across && network_wanted(b->n)) {
        network_begin(b, v);
        return;
    }
    const bool narrow = v->crossbar && b->n->sys->crossbar.bytes_per_cycle > 0;
    const struct msg_widths *w = narrow ? v->w : NULL;
    uint32_t nin = v->askers + ways_in(v), nout = v->owners + ways_out(v);
    v->requests =
        tile_switch(b, arena_printf(a, "%s.requests", name), nin, nout, req_bits(b, v),
                    to_owner(b, v, b->n->rules.req, ways_out(v)), (struct switched){w, REQUESTS});
    v->answers = tile_switch(b, arena_printf(a, "%s.answers", name), nout, nin, rsp_bits(b, v),
                             to_asker(b, v), (struct switched){w, ANSWERS});
    if (v->invalidates)
        v->acks = tile_switch(b, arena_printf(a, "%s.acks", name), nin, v->owners + v->lanes,
                              ack_bits(b, v), to_owner(b, v, b->n->rules.ack, v->lanes),
                              (struct switched){0});
}

void level_end(struct build *b, struct level *v)
{
    if (v->network != NULL)
        network_end(b, v);
}

/* ---- network interfaces ---- */

/* The owner of a message's line, also where it is one of the controllers of a cube. */
static struct network_class owner_class(const struct build *b, const struct level *v,
                                        const struct msg *msg, uint32_t first_owner)
{
    const struct route r = to_owner(b, v, msg, 0);
    struct network_class c = {.lsb = r.lsb, .bits = r.bits, .first = v->first_node + first_owner};
    if (v->umc_bits > 0) {
        c.umc_lsb = msg_lsb(msg, v->w, "line") + v->umc_lsb;
        c.umc_bits = v->umc_bits;
        c.umc_nodes = v->owners >> v->umc_bits;
    }
    return c;
}

struct network_ways level_ways(const struct build *b, const struct level *v, uint32_t first_owner)
{
    const struct route rsp = to_asker(b, v);
    struct network_ways w = {.asks = 1U << MSG_REQ, .answers = 1U << MSG_RSP};
    w.to[MSG_REQ] = owner_class(b, v, b->n->rules.req, first_owner);
    w.to[MSG_RSP] =
        (struct network_class){.lsb = rsp.lsb, .bits = rsp.bits, .first = v->first_node};
    if (v->invalidates) {
        w.asks |= 1U << MSG_ACK;
        w.to[MSG_ACK] = owner_class(b, v, b->n->rules.ack, first_owner);
    }
    return w;
}

static struct network_shape interface_shape(const struct level *v)
{
    struct network_shape shape = v->network->shape;
    shape.upper = v->overlay;
    return shape;
}

/* Asker i sends requests and acknowledgements, and receives answers. Owners are the nodes behind
 * the askers. */
static void asker_interfaces(struct build *b, const struct level *v, uint32_t i, struct stop s)
{
    const struct network_ways ways = level_ways(b, v, v->askers);
    const char *name = arena_printf(&b->n->arena, "%s.asker%u", v->name, i);
    const struct network_shape shape = interface_shape(v);
    const int inject = tile_ni_inject(b, name, &shape, ways.asks, ways.to);
    const int eject = tile_ni_eject(b, name, &v->network->shape, ways.answers);
    build_connect(b, s.req, build_end(inject, "req"), req_bits(b, v));
    build_connect(b, build_end(eject, "rsp"), s.rsp, rsp_bits(b, v));
    if (v->invalidates)
        build_connect(b, s.ack, build_end(inject, "ack"), ack_bits(b, v));
    /* With cubes, routers are in these, and askers are on other chips; but a distributor and a gate
     * are not. */
    const bool apart = b->n->sys->memory.cubes.clusters > 0 && !system_distributes(b->n->sys) &&
                       i + v->gated < v->askers;
    network_join(b, v->network, v->first_node + i, name, inject, eject,
                 apart ? b->n->sys->link.latency : 0);
    if (apart) {
        build_unit_link(b, inject, "flits", v->network->shape.links);
        build_unit_link(b, eject, "flits", v->network->shape.links);
    }
}

static void owner_interfaces(struct build *b, const struct level *v, uint32_t i, struct stop s)
{
    const struct network_ways ways = level_ways(b, v, v->askers);
    const char *name = arena_printf(&b->n->arena, "%s.owner%u", v->name, i);
    const struct network_shape shape = interface_shape(v);
    const int inject = tile_ni_inject(b, name, &shape, ways.answers, ways.to);
    const int eject = tile_ni_eject(b, name, &v->network->shape, ways.asks);
    build_connect(b, build_end(eject, "req"), s.req, req_bits(b, v));
    build_connect(b, s.rsp, build_end(inject, "rsp"), rsp_bits(b, v));
    if (v->invalidates)
        build_connect(b, build_end(eject, "ack"), s.ack, ack_bits(b, v));
    network_join(b, v->network, v->first_node + v->askers + i, name, inject, eject, 0);
}

/* ---- askers and owners ---- */

void level_asker(struct build *b, const struct level *v, uint32_t i, struct stop s)
{
    if (v->network != NULL) {
        asker_interfaces(b, v, i, s);
        return;
    }
    uint32_t n = v->askers + ways_in(v);
    build_connect(b, s.req, build_port(v->requests, "in", i, n), req_bits(b, v));
    build_connect(b, build_port(v->answers, "out", i, n), s.rsp, rsp_bits(b, v));
    if (v->invalidates)
        build_connect(b, s.ack, build_port(v->acks, "in", i, n), ack_bits(b, v));
}

/* The requests for output i, and the answers to them. */
static void asked(struct build *b, const struct level *v, uint32_t i, struct stop s)
{
    uint32_t n = v->owners + ways_out(v);
    build_connect(b, build_port(v->requests, "out", i, n), s.req, req_bits(b, v));
    build_connect(b, s.rsp, build_port(v->answers, "in", i, n), rsp_bits(b, v));
}

static void acknowledged(struct build *b, const struct level *v, uint32_t i, struct stop s)
{
    if (v->invalidates)
        build_connect(b, build_port(v->acks, "out", i, v->owners + v->lanes), s.ack,
                      ack_bits(b, v));
}

void level_owner(struct build *b, const struct level *v, uint32_t i, struct stop s)
{
    if (v->network != NULL) {
        owner_interfaces(b, v, i, s);
        return;
    }
    asked(b, v, i, s);
    acknowledged(b, v, i, s);
}

void level_lane(struct build *b, const struct level *v, uint32_t i, struct lane lane)
{
    if (!v->only_asks)
        level_asker(b, v, v->askers + i, lane.asker);
    if (v->only_asked)
        return;
    if (v->remotes == 0)
        asked(b, v, v->owners + i, lane.owner);
    acknowledged(b, v, v->owners + i, lane.owner);
}

void level_remote(struct build *b, const struct level *v, uint32_t i, struct stop s)
{
    asked(b, v, v->owners + i, s);
}
