/* The whole system as one Verilog module, um_system: one instance per tile, and wires between them.
 * Of a network alone it is um_network. */
#include "gen/machine/netlist.h"

#include <stdio.h>
#include <string.h>

/* "gpu0.sm3.l1" -> "gpu0_sm3_l1" */
static const char *identifier(struct hdl *m, const char *name)
{
    char text[64];
    size_t n = 0;
    for (; name[n] != '\0' && n < sizeof text - 1; n++)
        text[n] = name[n] == '.' ? '_' : name[n];
    return hdl_v(m, "%.*s", (int)n, text);
}

/* Channels that leave the system: all channels of one kind form one vector, in order of their
 * number. */
static const struct {
    enum outside outside;
    const char *name, *note;
    bool in;
} edges[] = {
    {CORE_REQ, "core_req", "requests of the SMs, gpu-major", true},
    {CORE_RSP, "core_rsp", "answers to the SMs, by tag", false},
    {DRAM_REQ, "dram_req", "reads and writes of the UMCs", false},
    {DRAM_RSP, "dram_rsp", "answers of DRAM, by tag", true},
    {NODE_IN, "in", "flits of the nodes", true},
    {NODE_FREED, "freed", "credits for them", false},
    {NODE_OUT, "out", "flits for the nodes", false},
    {NODE_CREDIT, "credit", "credits for them", true},
};

static bool is_core(enum outside o)
{
    return o == CORE_REQ || o == CORE_RSP;
}

static uint32_t count_edge(const struct netlist *n, enum outside outside, uint32_t *bits)
{
    uint32_t count = 0;
    for (size_t i = 0; i < n->n_channels; i++)
        if (n->channels[i].outside == outside) {
            count++;
            *bits = n->channels[i].bits;
        }
    return count;
}

static void edge_ports(struct hdl *m, const struct netlist *n)
{
    for (size_t e = 0; e < sizeof edges / sizeof *edges; e++) {
        uint32_t bits = 0;
        const uint32_t count = count_edge(n, edges[e].outside, &bits);
        if (count == 0)
            continue;
        bool engines = is_core(edges[e].outside) && n->cores > n->sms;
        hdl_group(m, hdl_v(m, "%u channels side by side: %s%s.", count, edges[e].note,
                           engines ? "; those of the copy engines follow" : ""));
        const char *c = hdl_v(m, "%u", count), *w = hdl_v(m, "%u", count * bits);
        const char *name = edges[e].name;
        if (edges[e].in) {
            hdl_in(m, hdl_v(m, "%s_valid_i", name), c, NULL);
            hdl_out(m, hdl_v(m, "%s_ready_o", name), c, NULL);
            hdl_in(m, hdl_v(m, "%s_msg_i", name), w, NULL);
        } else {
            hdl_out(m, hdl_v(m, "%s_valid_o", name), c, NULL);
            hdl_in(m, hdl_v(m, "%s_ready_i", name), c, NULL);
            hdl_out(m, hdl_v(m, "%s_msg_o", name), w, NULL);
        }
    }
}

/* The end of a channel that its wires are named after. All channels at one side of a switch share a
 * vector of wires, to which the switch's port connects as a whole; a channel without a switch has
 * wires of its own. A channel between two such ports has wires of both, which are joined. */
struct run_of {
    const struct channel_end *owner;
    bool owner_drives;
};

static struct run_of run_of(const struct channel *c)
{
    if (c->to.count > 1 || c->from.count <= 1)
        return (struct run_of){&c->to, false};
    return (struct run_of){&c->from, true};
}

static const char *end_name(struct hdl *m, const struct netlist *n, const struct channel_end *end)
{
    return hdl_v(m, "%s_%s", identifier(m, n->tiles[end->tile].name), end->port);
}

static const char *wire_name(struct hdl *m, const struct netlist *n, const struct channel *c)
{
    return end_name(m, n, run_of(c).owner);
}

static bool is_between_vectors(const struct channel *c)
{
    return c->outside == INSIDE && c->from.count > 1 && c->to.count > 1;
}

static void declare_run(struct hdl *m, const char *name, uint32_t count, uint32_t bits)
{
    hdl_wire(m, hdl_v(m, "%s_valid", name), hdl_v(m, "%u", count), NULL);
    hdl_wire(m, hdl_v(m, "%s_ready", name), hdl_v(m, "%u", count), NULL);
    hdl_wire(m, hdl_v(m, "%s_msg", name), hdl_v(m, "%u", count * bits), NULL);
}

/* The end of a channel to the outside that is in the system. */
static const struct channel_end *inner_end(const struct channel *c)
{
    return c->from.tile >= 0 ? &c->from : &c->to;
}

/* What a unit says on a channel that goes nowhere, which nobody hears. */
static void declare_nowhere(struct hdl *m, const struct netlist *n, const struct channel *c)
{
    const char *name = end_name(m, n, inner_end(c));
    if (c->to.tile >= 0) {
        hdl_wire(m, hdl_v(m, "%s_ready", name), "1", NULL);
        hdl_unused(m, hdl_v(m, "%s_ready", name));
        return;
    }
    hdl_wire(m, hdl_v(m, "%s_valid", name), "1", NULL);
    hdl_wire(m, hdl_v(m, "%s_msg", name), hdl_v(m, "%u", c->bits), NULL);
    hdl_unused(m, hdl_v(m, "%s_valid", name));
    hdl_unused(m, hdl_v(m, "%s_msg", name));
}

/* The first channel of a vector declares it. */
static void declare_wires(struct hdl *m, const struct netlist *n)
{
    for (size_t i = 0; i < n->n_channels; i++) {
        const struct channel *c = &n->channels[i];
        if (c->outside == NOWHERE) {
            declare_nowhere(m, n, c);
            continue;
        }
        if (c->outside != INSIDE) {
            const struct channel_end *end = inner_end(c);
            if (end->count > 1 && end->index == 0)
                declare_run(m, end_name(m, n, end), (uint32_t)end->count, c->bits);
            continue;
        }
        if (run_of(c).owner->index == 0)
            declare_run(m, wire_name(m, n, c), (uint32_t)run_of(c).owner->count, c->bits);
        if (is_between_vectors(c) && c->from.index == 0)
            declare_run(m, end_name(m, n, &c->from), (uint32_t)c->from.count, c->bits);
    }
}

static const char *bit_of(struct hdl *m, const char *name, const char *part, uint32_t i, uint32_t n)
{
    return n > 1 ? hdl_v(m, "%s_%s[%u]", name, part, i) : hdl_v(m, "%s_%s", name, part);
}

static const char *words_of(struct hdl *m, const char *name, const char *part, uint32_t i,
                            uint32_t n, uint32_t bits)
{
    return n > 1 ? hdl_v(m, "%s_%s[%u:%u]", name, part, (i + 1) * bits - 1, i * bits)
                 : hdl_v(m, "%s_%s", name, part);
}

static void join_vectors(struct hdl *m, const struct netlist *n, const struct channel *c)
{
    const char *from = end_name(m, n, &c->from), *to = end_name(m, n, &c->to);
    const uint32_t i = (uint32_t)c->from.index, k = (uint32_t)c->to.index;
    const uint32_t from_count = (uint32_t)c->from.count, to_count = (uint32_t)c->to.count;
    hdl_assign(m, bit_of(m, to, "valid", k, to_count), bit_of(m, from, "valid", i, from_count));
    hdl_assign(m, bit_of(m, from, "ready", i, from_count), bit_of(m, to, "ready", k, to_count));
    hdl_assign(m, words_of(m, to, "msg", k, to_count, c->bits),
               words_of(m, from, "msg", i, from_count, c->bits));
}

/* The wires of a channel at a port of the system. */
struct edge_wires {
    const char *valid, *ready, *msg;
};

static struct edge_wires edge_wires(struct hdl *m, const struct netlist *n, const struct channel *c)
{
    const bool drives = c->from.tile >= 0;
    const char *name = drives ? c->to.port : c->from.port; /* of the end that is outside */
    uint32_t bits;
    const uint32_t count = n->alone              ? count_edge(n, c->outside, &bits)
                           : is_core(c->outside) ? n->cores
                                                 : n->umcs;
    return (struct edge_wires){
        bit_of(m, name, drives ? "valid_o" : "valid_i", c->number, count),
        bit_of(m, name, drives ? "ready_i" : "ready_o", c->number, count),
        words_of(m, name, drives ? "msg_o" : "msg_i", c->number, count, c->bits),
    };
}

/* A channel between a port of the system and a vector of wires, of which others may be inside. */
static void join_edge(struct hdl *m, const struct netlist *n, const struct channel *c)
{
    const bool drives = c->from.tile >= 0;
    const struct channel_end *end = inner_end(c);
    const char *name = end_name(m, n, end);
    const uint32_t i = (uint32_t)end->index, count = (uint32_t)end->count;
    const struct edge_wires edge = edge_wires(m, n, c);
    const char *valid = bit_of(m, name, "valid", i, count);
    const char *ready = bit_of(m, name, "ready", i, count);
    const char *msg = words_of(m, name, "msg", i, count, c->bits);
    hdl_assign(m, drives ? edge.valid : valid, drives ? valid : edge.valid);
    hdl_assign(m, drives ? ready : edge.ready, drives ? edge.ready : ready);
    hdl_assign(m, drives ? edge.msg : msg, drives ? msg : edge.msg);
}

static void join_all(struct hdl *m, const struct netlist *n)
{
    for (size_t i = 0; i < n->n_channels; i++) {
        const struct channel *c = &n->channels[i];
        if (is_between_vectors(c))
            join_vectors(m, n, c);
        else if (c->outside != INSIDE && inner_end(c)->count > 1)
            join_edge(m, n, c);
    }
}

/* Whether a message passes on a channel inside the system in this cycle. */
static const char *passing(struct hdl *m, const struct netlist *n, const struct channel *c)
{
    if (c->outside != INSIDE)
        return "1'b0";
    const struct channel_end *owner = run_of(c).owner;
    uint32_t i = (uint32_t)owner->index, count = (uint32_t)owner->count;
    const char *name = wire_name(m, n, c);
    return hdl_v(m, "%s && %s", bit_of(m, name, "valid", i, count),
                 bit_of(m, name, "ready", i, count));
}

/* Connects one end of a channel. The port of a switch is connected as a whole, with its first
 * channel. */
static void connect_end(struct hdl *m, const struct netlist *n, const struct channel *c,
                        const struct channel_end *end, bool drives)
{
    const char *valid, *ready, *msg;
    if (end->count > 1) {
        if (end->index > 0)
            return;
        const char *name = end_name(m, n, end);
        valid = hdl_v(m, "%s_valid", name);
        ready = hdl_v(m, "%s_ready", name);
        msg = hdl_v(m, "%s_msg", name);
    } else if (c->outside == NOWHERE) {
        const char *name = end_name(m, n, end);
        valid = drives ? hdl_v(m, "%s_valid", name) : "1'b0";
        ready = drives ? "1'b1" : hdl_v(m, "%s_ready", name);
        msg = drives ? hdl_v(m, "%s_msg", name) : hdl_v(m, "{%u{1'b0}}", c->bits);
    } else if (c->outside != INSIDE) {
        const struct edge_wires edge = edge_wires(m, n, c);
        valid = edge.valid;
        ready = edge.ready;
        msg = edge.msg;
    } else {
        struct run_of r = run_of(c);
        const char *name = wire_name(m, n, c);
        uint32_t count = (uint32_t)r.owner->count, i = (uint32_t)r.owner->index;
        valid = bit_of(m, name, "valid", i, count);
        ready = bit_of(m, name, "ready", i, count);
        msg = words_of(m, name, "msg", i, count, c->bits);
    }
    hdl_pin(m, hdl_v(m, "%s_valid_%c", end->port, drives ? 'o' : 'i'), valid);
    hdl_pin(m, hdl_v(m, "%s_ready_%c", end->port, drives ? 'i' : 'o'), ready);
    hdl_pin(m, hdl_v(m, "%s_msg_%c", end->port, drives ? 'o' : 'i'), msg);
}

/* Lists of channel ends by tile, so that an instance finds its own without a search of all
 * channels. End e (0: from, 1: to) of channel c has number 2 * c + e. first[tile] and next[number]
 * are the number of the next end plus 1; 0 ends the list. */
struct by_tile {
    size_t *first, *next;
};

static struct by_tile index_channels(const struct netlist *n, struct arena *a)
{
    struct by_tile b = {ARENA_ARRAY(a, size_t, n->n_tiles),
                        ARENA_ARRAY(a, size_t, 2 * n->n_channels)};
    for (size_t k = 2 * n->n_channels; k-- > 0;) {
        const struct channel *c = &n->channels[k / 2];
        int tile = k % 2 == 0 ? c->from.tile : c->to.tile;
        if (tile < 0)
            continue;
        b.next[k] = b.first[tile];
        b.first[tile] = k + 1;
    }
    return b;
}

/* "75'h0a1..." */
static const char *constant(struct hdl *m, const struct tile_constant *c)
{
    const char *digits = "";
    for (uint32_t word = 0; word < (c->bits + 31) / 32; word++)
        digits = hdl_v(m, "%08x%s", c->words[word], digits);
    const uint32_t surplus = (uint32_t)strlen(digits) - (c->bits + 3) / 4;
    return hdl_v(m, "%u'h%s", c->bits, digits + surplus);
}

static void instance(struct hdl *m, const struct netlist *n, const struct by_tile *b, size_t t)
{
    const struct tile *tile = &n->tiles[t];
    hdl_inst (m, tile->module, identifier(m, tile->name)) {
        for (int i = 0; i < tile->n_params; i++)
            hdl_with(m, tile->params[i].name, hdl_v(m, "%u", tile->params[i].value));
        hdl_pin_clock(m);
        if (tile->id >= 0)
            hdl_pin(m, "id_i", hdl_v(m, "%d'd%d", tile->id_bits, tile->id));
        for (const struct tile_constant *c = tile->constants; c != NULL && c->name != NULL; c++)
            hdl_pin(m, c->name, constant(m, c));
        for (size_t k = b->first[t]; k != 0; k = b->next[k - 1]) {
            const struct channel *c = &n->channels[(k - 1) / 2];
            bool drives = (k - 1) % 2 == 0;
            connect_end(m, n, c, drives ? &c->from : &c->to, drives);
        }
        hdl_pin(m, "idle_o", n->n_tiles > 1 ? hdl_v(m, "idle[%zu]", t) : "idle");
        hdl_pin(m, "probe_sel_i", "probe_sel_i");
        hdl_pin(m, "probe_o", hdl_v(m, "probes[%zu:%zu]", 64 * t + 63, 64 * t));
    }
}

bool netlist_emit_flat(const struct netlist *n, struct hdl_design *d, struct error *err)
{
    char brief[160];
    if (n->alone)
        snprintf(brief, sizeof brief, "The network of %.40s alone: %zu units.", n->sys->name,
                 n->n_tiles);
    else
        snprintf(brief, sizeof brief,
                 "The system %.40s: %zu units between %u SMs and %u DRAM channels.", n->sys->name,
                 n->n_tiles, n->sms, n->umcs);
    struct hdl *m = hdl_module(d, n->alone ? "um_network" : "um_system", brief);
    hdl_clock(m);
    edge_ports(m, n);
    hdl_group(m, "All units idle, and a window into one of them.");
    hdl_out(m, "idle_o", "1", "nothing changes until a message passes on a port");
    hdl_in(m, "probe_tile_i", "16", "unit, in the order of the instances below");
    hdl_in(m, "probe_sel_i", hdl_v(m, "%d", PROBE_SEL_W), "what it shows");
    hdl_out(m, "probe_o", "64", "a counter, a request in flight, or a failure");
    hdl_wire(m, "idle", hdl_v(m, "%zu", n->n_tiles), NULL);
    hdl_wire(m, "passing", hdl_v(m, "%zu", n->n_channels), "a message between two units");
    hdl_wire(m, "probes", hdl_v(m, "%zu", 64 * n->n_tiles), NULL);
    hdl_assign(m, "probe_o", "probes[{16'd0, probe_tile_i}*64 +: 64]");
    declare_wires(m, n);
    join_all(m, n);
    for (size_t i = 0; i < n->n_channels; i++)
        hdl_assign(m, hdl_v(m, "passing[%zu]", i), passing(m, n, &n->channels[i]));
    hdl_assign(m, "idle_o", hdl_v(m, "&idle && passing == {%zu{1'b0}}", n->n_channels));
    struct arena a = {0};
    struct by_tile b = index_channels(n, &a);
    for (size_t t = 0; t < n->n_tiles; t++)
        instance(m, n, &b, t);
    arena_free(&a);
    hdl_end(m);
    return !hdl_mistake(d, err);
}
