/* Switches, links, lanes and what brings invalidations to L1s as tiles. */
#include "gen/machine/tiles_impl.h"

#include "gen/proto/wire.h"
#include "gen/system/derived.h"
#include "gen/units/directory/inv_broadcast.h"
#include "gen/units/directory/inv_gate.h"
#include "gen/units/fabric/lane.h"
#include "gen/units/fabric/link.h"
#include "gen/units/fabric/switch.h"

/* The switches of all packages are one unit, as they differ in an input alone. */
static const struct tile_constant *home_of(struct build *b, const struct route *r)
{
    struct tile_constant *c = ARENA_ARRAY(&b->n->arena, struct tile_constant, 2);
    uint32_t *home = ARENA_NEW(&b->n->arena, uint32_t);
    *home = r->home & (uint32_t)((UINT64_C(1) << r->home_bits) - 1);
    c[0] = (struct tile_constant){"home_i", r->home_bits, home};
    return c;
}

int tile_inv_gate(struct build *b, const char *name)
{
    const struct netlist *n = b->n;
    struct tile t = {.name = name,
                     .class = "inv_gate",
                     .module = "um_inv_gate",
                     .id = -1,
                     .counters = inv_gate_counters,
                     .params = {{"LINE_W", n->line_bits},
                                {"LINE_BYTES", n->sys->line_bytes},
                                {"SRC_W", n->memory.bits[MSG_SRC]},
                                {"TAG_W", n->memory.bits[MSG_TAG]}}};
    tile_with_queues(&t, n);
    tile_with_counters(&t, n);
    return tile_add(b, t);
}

int tile_inv_broadcast(struct build *b, const char *name, uint32_t l1s)
{
    struct tile t = {.name = name,
                     .class = "inv_broadcast",
                     .module = "um_inv_broadcast",
                     .id = -1,
                     .counters = inv_broadcast_counters,
                     .params = {{"LINE_W", b->n->line_bits}, {"L1S", l1s}}};
    tile_with_queues(&t, b->n);
    tile_with_counters(&t, b->n);
    return tile_add(b, t);
}

uint32_t tile_line_ops(bool answers)
{
    uint32_t ops = 0;
    for (uint32_t op = 0; op < 1u << MSG_OP_W; op++)
        ops |= (answers ? wire_rsp_has_line : wire_req_has_line)((enum msg_op)op) ? 1u << op : 0;
    return ops;
}

uint32_t netlist_wire_bytes(const struct netlist *n, bool answer, bool line)
{
    const struct system *s = n->sys;
    struct wire_sizes z = {s->line_bytes, s->mgcc.ts_bits, s->mgcc.epoch_bits};
    return answer ? wire_rsp_bytes(&n->rules, &z, line ? OP_LOAD : OP_STORE)
                  : wire_req_bytes(&n->rules, &z, line ? OP_STORE : OP_LOAD);
}

/* Cycles on a wire of messages without a line, and of those with one. */
struct lengths {
    uint32_t head, line;
};

static struct lengths lengths_at(const struct netlist *n, enum carries carries, uint32_t rate)
{
    uint32_t head = netlist_wire_bytes(n, carries == ANSWERS, false);
    uint32_t line = netlist_wire_bytes(n, carries == ANSWERS, true);
    return (struct lengths){(head + rate - 1) / rate, (line + rate - 1) / rate};
}

static struct lengths lengths_of(const struct netlist *n, enum carries carries, enum sys_links kind)
{
    return lengths_at(n, carries, system_link(n->sys, kind).bytes_per_cycle);
}

/* What messages of this kind take of a port of the crossbar. */
static void with_lengths(struct tile *t, const struct netlist *n, struct switched of)
{
    const uint32_t rate = n->sys->crossbar.bytes_per_cycle;
    const struct lengths cycles = lengths_at(n, of.carries, rate);
    const struct msg *msg = of.carries == ANSWERS ? n->rules.rsp : n->rules.req;
    tile_with(t, "OP_LSB", msg_lsb(msg, of.w, "op"));
    tile_with(t, "LINE_OPS", tile_line_ops(of.carries == ANSWERS));
    tile_with(t, "HEAD_CYCLES", cycles.head);
    tile_with(t, "LINE_CYCLES", cycles.line);
}

int tile_switch(struct build *b, const char *name, uint32_t nin, uint32_t nout, uint32_t width,
                struct route r, struct switched of)
{
    const bool homes = r.home_bits > 0, narrow = of.w != NULL;
    struct tile t = {.name = name,
                     .class = "switch",
                     .module = narrow  ? homes ? "um_switch_narrow_homes" : "um_switch_narrow"
                               : homes ? "um_switch_homes"
                                       : "um_switch",
                     .id = -1,
                     .counters = switch_counters,
                     .params = {{"NIN", nin},
                                {"NOUT", nout},
                                {"WIDTH", width},
                                {"DEST_LSB", r.lsb},
                                {"DEST_W", r.bits}}};
    if (narrow)
        with_lengths(&t, b->n, of);
    if (homes) {
        tile_with(&t, "HOME_LSB", r.home_lsb);
        tile_with(&t, "HOME_W", r.home_bits);
        t.constants = home_of(b, &r);
        tile_with(&t, "FAR", r.far);
        tile_with(&t, "FAR_LSB", r.far_lsb);
        tile_with(&t, "FAR_W", r.far_bits);
    }
    tile_with(&t, "QUEUE_IN", b->n->sys->hardware.queue_in);
    tile_with_counters(&t, b->n);
    return tile_add(b, t);
}

static int add_link(struct build *b, struct tile t, enum sys_links kind)
{
    const int tile = tile_add(b, t);
    build_unit_link(b, tile, "busy", kind);
    return tile;
}

int tile_link(struct build *b, const char *name, enum carries carries, enum sys_links kind)
{
    bool answers = carries == ANSWERS;
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    const struct msg *msg = answers ? n->rules.rsp : n->rules.req;
    struct lengths of = lengths_of(n, carries, kind);
    const struct sys_link link = system_link(s, kind);
    struct tile t = {
        .name = name,
        .class = "link",
        .module = b->link,
        .id = -1,
        .rate = link.bytes_per_cycle,
        .counters = link_counters,
        .params = {{"WIDTH", msg_bits(msg, &n->memory)},
                   {"OP_LSB", msg_lsb(msg, &n->memory, "op")},
                   {"LINE_OPS", tile_line_ops(answers)},
                   {"HEAD_CYCLES", of.head},
                   {"LINE_CYCLES", of.line},
                   {"LATENCY", link.latency},
                   {"DEPTH", 1u << log2_up(link.latency / of.head + 2)}},
    };
    tile_with(&t, "QUEUE_IN", s->hardware.queue_in);
    tile_with_counters(&t, n);
    return add_link(b, t, kind);
}

/* A wire of requests beside one other class, `rsp`, whose messages with these ops carry lines. */
static struct tile lane_of(const struct netlist *n, const struct msg_widths *w, const char *name,
                           enum sys_links kind, const struct msg *rsp, uint32_t rsp_ops)
{
    const struct sys_link link = system_link(n->sys, kind);
    const struct msg *req = n->rules.req;
    struct lengths asks = lengths_of(n, REQUESTS, kind);
    struct lengths answers = lengths_of(n, ANSWERS, kind);
    uint32_t least = asks.head < answers.head ? asks.head : answers.head;
    struct tile t = {
        .name = name,
        .class = "lane",
        .id = -1,
        .rate = link.bytes_per_cycle,
        .params = {{"REQ_W", msg_bits(req, w)},
                   {"RSP_W", msg_bits(rsp, w)},
                   {"REQ_OP_LSB", msg_lsb(req, w, "op")},
                   {"REQ_LINE_OPS", tile_line_ops(false)},
                   {"REQ_HEAD_CYCLES", asks.head},
                   {"REQ_LINE_CYCLES", asks.line},
                   {"RSP_OP_LSB", rsp_ops != 0 ? msg_lsb(rsp, w, "op") : 0},
                   {"RSP_LINE_OPS", rsp_ops},
                   {"RSP_HEAD_CYCLES", answers.head},
                   {"RSP_LINE_CYCLES", answers.line},
                   {"LATENCY", link.latency},
                   {"DEPTH", 1u << log2_up(link.latency / least + 2)}},
    };
    tile_with(&t, "QUEUE_IN", n->sys->hardware.queue_in);
    tile_with_counters(&t, n);
    return t;
}

int tile_ack_link(struct build *b, const char *name)
{
    struct tile t = lane_of(b->n, &b->n->memory, name, SYS_LINK, b->n->rules.ack, 0);
    t.module = "um_lane";
    t.counters = lane_counters(false);
    return add_link(b, t, SYS_LINK);
}

int tile_lane(struct build *b, const struct msg_widths *w, const char *name, enum sys_links kind)
{
    struct netlist *n = b->n;
    const bool acks = n->rules.invalidates;
    struct tile t = lane_of(n, w, name, kind, n->rules.rsp, tile_line_ops(true));
    t.module = acks ? "um_lane_acks" : "um_lane";
    t.counters = lane_counters(acks);
    if (acks) {
        tile_with(&t, "ACK_W", msg_bits(n->rules.ack, w));
        tile_with(&t, "ACK_CYCLES", lengths_of(n, ANSWERS, kind).head);
    }
    return add_link(b, t, kind);
}
