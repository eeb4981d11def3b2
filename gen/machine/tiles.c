/* The units of a system as tiles, with the system's parameters. */
#include "gen/machine/impl.h"

#include "gen/units/copy.h"
#include "gen/units/hash.h"
#include "gen/units/l1.h"
#include "gen/units/l2.h"
#include "gen/units/lane.h"
#include "gen/units/link.h"
#include "gen/units/switch.h"
#include "gen/units/umc.h"

#include <stdlib.h>
#include <string.h>

/* ---- tiles ---- */

/* Adds a parameter to a tile that is being described. */
static void with(struct tile *t, const char *name, uint32_t value)
{
    int i = 0;
    while (i < TILE_MAX_PARAMS && t->params[i].name != NULL)
        i++;
    if (i == TILE_MAX_PARAMS)
        abort(); /* a mistake in this file: raise TILE_MAX_PARAMS */
    t->params[i] = (struct tile_param){name, value};
}

/* Adds the widths of timestamps and times, when the protocol has them. */
static void with_times(struct tile *t, const struct netlist *n)
{
    if (!n->rules.timed)
        return;
    with(t, "TS_W", n->core.bits[MSG_TS]);
    with(t, "TIME_W", n->core.bits[MSG_TIME]);
}

static void with_counters(struct tile *t, const struct netlist *n)
{
    with(t, "COUNT_W", n->sys->hardware.count_bits);
    with(t, "COUNT_ONE", n->sys->hardware.count_one);
}

static void with_queues(struct tile *t, const struct netlist *n)
{
    with(t, "QUEUE_IN", n->sys->hardware.queue_in);
    with(t, "QUEUE_OUT", n->sys->hardware.queue_out);
}

static bool same_shape(const struct tile *a, const struct tile *b)
{
    if (strcmp(a->module, b->module) != 0 || a->n_params != b->n_params)
        return false;
    for (int i = 0; i < a->n_params; i++)
        if (a->params[i].value != b->params[i].value)
            return false;
    return true;
}

static int add_tile(struct build *b, struct tile tile)
{
    struct netlist *n = b->n;
    if (n->n_tiles == b->cap_tiles) {
        b->cap_tiles = b->cap_tiles * 2 + 16;
        n->tiles = xrealloc(n->tiles, b->cap_tiles * sizeof *n->tiles);
    }
    tile.n_params = 0;
    while (tile.n_params < TILE_MAX_PARAMS && tile.params[tile.n_params].name != NULL)
        tile.n_params++;
    tile.shape = -1;
    for (size_t i = n->n_tiles; i-- > 0 && tile.shape < 0;)
        if (same_shape(&n->tiles[i], &tile))
            tile.shape = n->tiles[i].shape;
    if (tile.shape < 0)
        tile.shape = n->n_shapes++;
    n->tiles[n->n_tiles] = tile;
    return (int)n->n_tiles++;
}

/* ---- units with the system's parameters ---- */

const char *tile_node(struct netlist *n, uint32_t node)
{
    char name[SYSTEM_NODE];
    system_node(n->sys, node, name);
    return arena_strdup(&n->arena, name);
}

uint32_t tile_home_bits(const struct netlist *n, enum sys_l2_role role)
{
    return n->sys->l2.role == role ? address_home_bits(&n->map) : 0;
}

uint32_t tile_l1_bits(const struct netlist *n)
{
    uint32_t cores = system_cores(n->sys), l15s = n->sys->l15.banks;
    return log2_up(cores > l15s ? cores : l15s);
}

/* Core-side banks beside their package's memory are at one switch; others are in planes. */
static bool in_planes(const struct netlist *n)
{
    return n->sys->memory.at == SYS_CENTRAL || n->sys->l2.role == SYS_MEMORY_SIDE;
}

uint32_t tile_l2_bits(const struct netlist *n)
{
    uint64_t gpus = n->sys->memory.at == SYS_CENTRAL ? n->sys->gpus : 1;
    return in_planes(n) ? log2_up(gpus * address_plane_banks(&n->map)) : address_bank_bits(&n->map);
}

/* The number of a bank as who asks the memory. */
static int l2_id(const struct netlist *n, uint32_t gpu, uint32_t bank)
{
    if (!in_planes(n))
        return (int)(gpu << address_bank_bits(&n->map) | bank);
    return (int)address_port(&n->map, n->sys->memory.at == SYS_CENTRAL ? gpu : 0, bank);
}

uint32_t netlist_l1_of(const struct netlist *n, uint32_t bank, uint32_t src)
{
    uint32_t gpu = bank / n->sys->l2.banks, bits = tile_l1_bits(n), sms = n->sys->sm.count;
    if (tile_home_bits(n, SYS_MEMORY_SIDE) > 0) {
        gpu = src >> bits;
        src &= (1u << bits) - 1;
    }
    return src < sms ? gpu * sms + src : n->sms + gpu;
}

/* An L1 asks the L2 banks of its own package alone where there are L1.5 banks. */
uint32_t netlist_l15_of(const struct netlist *n, uint32_t bank, uint32_t src)
{
    uint32_t banks = n->sys->l15.banks, bits = tile_l1_bits(n), gpu = src >> bits;
    if (banks == 0 || gpu == bank / n->sys->l2.banks)
        return NETLIST_NO_L15;
    return gpu * banks + (src & ((1u << bits) - 1));
}

uint32_t netlist_bank_of(const struct netlist *n, uint32_t umc, uint32_t src, uint64_t line)
{
    uint32_t banks = n->sys->l2.banks;
    if (!in_planes(n))
        return src; /* GPU above bank */
    uint32_t gpu = n->sys->memory.at == SYS_CENTRAL ? address_gpu_of_port(&n->map, src)
                                                    : umc / n->sys->umc.count;
    return gpu * banks + address_bank(&n->map, line);
}

/* Number i of a package's L1s, with its caches of these shapes. */
static int add_l1(struct build *b, struct tile t, uint32_t gpu, uint32_t i, struct sys_l1 l1)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    const struct tile_param params[] = {{"LINE_W", n->line_bits},
                                        {"LINE_BYTES", s->line_bytes},
                                        {"SRC_W", n->core.bits[MSG_SRC]},
                                        {"TAG_W", n->core.bits[MSG_TAG]},
                                        {"SETS", l1.bytes / s->line_bytes / l1.ways},
                                        {"WAYS", l1.ways},
                                        {"MSHRS", l1.mshrs}};
    memcpy(t.params, params, sizeof params);
    t.module = b->l1;
    t.id = (int)(tile_home_bits(n, SYS_MEMORY_SIDE) > 0 ? gpu << tile_l1_bits(n) | i : i);
    t.id_bits = (int)n->core.bits[MSG_SRC];
    t.waits = l1.mshrs;
    t.counters = l1_counters(&n->rules);
    with_times(&t, n);
    with_queues(&t, n);
    with_counters(&t, n);
    if (n->rules.sends_cts)
        with(&t, "TICK", s->mgcc.tick);
    return add_tile(b, t);
}

int tile_l1(struct build *b, uint32_t gpu, uint32_t sm)
{
    struct tile t = {.name = arena_printf(&b->n->arena, "gpu%u.sm%u.l1", gpu, sm), .class = "l1"};
    return add_l1(b, t, gpu, sm, b->n->sys->l1);
}

/* The engine's L1 keeps nothing that the engine reads: it is there for the protocol, so it is the
 * smallest that there is, with an MSHR for each line under way. */
int tile_copy_l1(struct build *b, uint32_t gpu)
{
    const struct system *s = b->n->sys;
    struct sys_l1 least = {4 * s->line_bytes, 2,
                           s->copy_engine.lines < 64 ? s->copy_engine.lines : 64};
    struct tile t = {.name = arena_printf(&b->n->arena, "gpu%u.copy.l1", gpu), .class = "copy_l1"};
    return add_l1(b, t, gpu, s->sm.count, least);
}

int tile_copy(struct build *b, uint32_t gpu)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    struct tile t = {.name = arena_printf(&n->arena, "gpu%u.copy", gpu),
                     .class = "copy",
                     .module = "um_copy",
                     .id = -1,
                     .above_hash = true,
                     .waits = s->copy_engine.lines,
                     .counters = copy_counters,
                     .params = {{"LINE_W", n->line_bits},
                                {"LINE_BYTES", s->line_bytes},
                                {"TAG_W", n->core.bits[MSG_TAG]},
                                {"LINES", s->copy_engine.lines}}};
    with_queues(&t, n);
    with_counters(&t, n);
    return add_tile(b, t);
}

bool netlist_hashes(const struct netlist *n)
{
    return n->map.hashed && address_low_bits(&n->map) > 0;
}

int tile_hash(struct build *b, int l1)
{
    struct netlist *n = b->n;
    const char *name = n->tiles[l1].name;
    struct tile t = {.name = arena_printf(&n->arena, "%.*shash", (int)(strlen(name) - 2), name),
                     .class = "hash",
                     .module = "um_hash",
                     .id = -1,
                     .counters = hash_counters,
                     .params = {{"WIDTH", msg_bits(&msg_core_req, &n->core)},
                                {"LINE_LSB", msg_lsb(&msg_core_req, &n->core, "line")},
                                {"LINE_W", address_home_lsb(&n->map)},
                                {"LOW_W", address_low_bits(&n->map)},
                                {"QUEUE_IN", n->sys->hardware.queue_in}}};
    with_counters(&t, n);
    return add_tile(b, t);
}

/* A bank of a shared cache: `banks` are those that share its lines, `shape` has the bank's size. */
static int add_bank(struct build *b, struct tile t, uint32_t banks, struct sys_l2 shape)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    const struct tile_param params[] = {{"LINE_W", n->line_bits},
                                        {"LINE_BYTES", s->line_bytes},
                                        {"SRC_W", n->core.bits[MSG_SRC]},
                                        {"MEM_SRC_W", (uint32_t)t.id_bits},
                                        {"BANK_W", log2_up(banks)},
                                        {"SETS", shape.bytes / s->line_bytes / shape.ways},
                                        {"WAYS", shape.ways},
                                        {"MSHRS", shape.mshrs}};
    memcpy(t.params, params, sizeof params);
    if (n->rules.invalidates)
        with(&t, "TAG_W", n->memory.bits[MSG_TAG]);
    t.waits = shape.mshrs;
    with_times(&t, n);
    with_queues(&t, n);
    with_counters(&t, n);
    return add_tile(b, t);
}

int tile_l2(struct build *b, uint32_t package, uint32_t bank)
{
    struct netlist *n = b->n;
    struct tile t = {.name = arena_printf(&n->arena, "%s.l2.%u", tile_node(n, package), bank),
                     .class = "l2",
                     .module = b->l2,
                     .id = l2_id(n, package, bank),
                     .id_bits = (int)n->memory.bits[MSG_SRC],
                     .counters = l2_counters(&n->rules)};
    return add_bank(b, t, n->sys->l2.banks, n->sys->l2);
}

/* It asks the L2 banks of other packages, as an L1 would that has its number. */
int tile_l15(struct build *b, uint32_t gpu, uint32_t bank)
{
    struct netlist *n = b->n;
    const struct sys_l15 *l15 = &n->sys->l15;
    const struct mgcc_rules rules = tile_l15_rules(n);
    struct sys_l2 shape = {.bytes = l15->bytes, .ways = l15->ways, .mshrs = l15->mshrs};
    struct tile t = {.name = arena_printf(&n->arena, "%s.l15.%u", tile_node(n, gpu), bank),
                     .class = "l15",
                     .module = b->l15,
                     .id = (int)(gpu << tile_l1_bits(n) | bank),
                     .id_bits = (int)n->core.bits[MSG_SRC],
                     .counters = l2_counters(&rules)};
    return add_bank(b, t, l15->banks, shape);
}

struct node_field tile_node_field(const struct netlist *n)
{
    const bool planes = in_planes(n);
    return (struct node_field){
        .bits = at_least_1(log2_up(n->sys->gpus)),
        .lsb = planes ? log2_up(address_plane_banks(&n->map)) : address_bank_bits(&n->map),
        .bank_lsb = planes ? address_plane_bits(&n->map) : 0,
    };
}

/* The memory of a node that is no package, as all packages' memory or a host's, has no copies of
 * its own. */
static void with_imst(struct tile *t, const struct netlist *n, uint32_t node)
{
    const struct system *s = n->sys;
    const struct node_field f = tile_node_field(n);
    with(t, "NODE_W", f.bits);
    with(t, "NODE_LSB", f.lsb);
    with(t, "BANK_LSB", f.bank_lsb);
    with(t, "NODES", s->gpus);
    with(t, "HOME", s->memory.at == SYS_PACKAGES ? node : s->gpus);
    with(t, "IMST_SETS", s->imst.sets);
    with(t, "IMST_WAYS", s->imst.ways);
    with(t, "IMST_DEMOTES", s->imst.demotes);
}

int tile_umc(struct build *b, uint32_t number)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    uint32_t node = number / s->umc.count, own = number % s->umc.count;
    struct tile t = {.name = s->memory.at == SYS_PACKAGES
                                 ? arena_printf(&n->arena, "%s.umc%u", tile_node(n, node), own)
                                 : arena_printf(&n->arena, "umc%u", number),
                     .class = "umc",
                     .module = b->umc,
                     .id = -1,
                     .waits = s->umc.entries,
                     .can_fail = n->rules.epochs,
                     .counters = umc_counters(&n->rules),
                     .params = {{"LINE_W", n->line_bits},
                                {"LINE_BYTES", s->line_bytes},
                                {"SRC_W", n->memory.bits[MSG_SRC]},
                                {"TAG_W", log2_up(s->umc.entries)},
                                {"UMC_W", address_umc_bits(&n->map)},
                                {"WORD_BYTES", s->hardware.word_bytes}}};
    with_times(&t, n);
    with_queues(&t, n);
    with_counters(&t, n);
    if (n->rules.invalidates)
        with_imst(&t, n, node);
    if (n->rules.timed) {
        with(&t, "TSU_SETS", s->tsu.sets);
        with(&t, "TSU_WAYS", s->tsu.ways);
        with(&t, "TSU_LOOK", s->tsu.look);
        with(&t, "TSU_LATENCY", s->tsu.latency);
        with(&t, "RD_LEASE", s->mgcc.rd_lease);
        with(&t, "WR_LEASE", s->mgcc.wr_lease);
    }
    return add_tile(b, t);
}

int tile_switch(struct build *b, const char *name, uint32_t nin, uint32_t nout, uint32_t width,
                struct route r)
{
    bool homes = r.home_bits > 0;
    struct tile t = {.name = name,
                     .class = "switch",
                     .module = homes ? "um_switch_homes" : "um_switch",
                     .id = -1,
                     .counters = switch_counters,
                     .params = {{"NIN", nin},
                                {"NOUT", nout},
                                {"WIDTH", width},
                                {"DEST_LSB", r.lsb},
                                {"DEST_W", r.bits}}};
    if (homes) {
        with(&t, "HOME_LSB", r.home_lsb);
        with(&t, "HOME_W", r.home_bits);
        with(&t, "HOME", r.home);
        with(&t, "FAR", r.far);
        with(&t, "FAR_LSB", r.far_lsb);
        with(&t, "FAR_W", r.far_bits);
    }
    with(&t, "QUEUE_IN", b->n->sys->hardware.queue_in);
    with_counters(&t, b->n);
    return add_tile(b, t);
}

/* A mask of the ops whose messages carry a line of data, one bit per op. */
static uint32_t line_ops(bool (*has_line)(enum msg_op op))
{
    uint32_t ops = 0;
    for (uint32_t op = 0; op < 1u << MSG_OP_W; op++)
        ops |= has_line((enum msg_op)op) ? 1u << op : 0;
    return ops;
}

uint32_t netlist_wire_bytes(const struct netlist *n, bool answer, bool line)
{
    const struct system *s = n->sys;
    struct mgcc_sizes z = {s->line_bytes, s->mgcc.ts_bits, s->mgcc.epoch_bits};
    return answer ? mgcc_rsp_bytes(&n->rules, &z, line ? OP_LOAD : OP_STORE)
                  : mgcc_req_bytes(&n->rules, &z, line ? OP_STORE : OP_LOAD);
}

/* Cycles on a wire of messages without a line, and of those with one. */
struct lengths {
    uint32_t head, line;
};

static struct lengths lengths_of(const struct netlist *n, enum carries carries)
{
    uint32_t head = netlist_wire_bytes(n, carries == ANSWERS, false);
    uint32_t line = netlist_wire_bytes(n, carries == ANSWERS, true);
    uint32_t rate = n->sys->link.bytes_per_cycle;
    return (struct lengths){(head + rate - 1) / rate, (line + rate - 1) / rate};
}

int tile_link(struct build *b, const char *name, enum carries carries)
{
    bool answers = carries == ANSWERS;
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    const struct msg *msg = answers ? n->rules.rsp : n->rules.req;
    struct lengths of = lengths_of(n, carries);
    struct tile t = {
        .name = name,
        .class = "link",
        .module = b->link,
        .id = -1,
        .rate = s->link.bytes_per_cycle,
        .counters = link_counters,
        .params = {{"WIDTH", msg_bits(msg, &n->memory)},
                   {"OP_LSB", msg_lsb(msg, &n->memory, "op")},
                   {"LINE_OPS", line_ops(answers ? mgcc_rsp_has_line : mgcc_req_has_line)},
                   {"HEAD_CYCLES", of.head},
                   {"LINE_CYCLES", of.line},
                   {"LATENCY", s->link.latency},
                   {"DEPTH", 1u << log2_up(s->link.latency / of.head + 2)}},
    };
    with(&t, "QUEUE_IN", s->hardware.queue_in);
    with_counters(&t, n);
    return add_tile(b, t);
}

/* A wire of requests beside one other class, `rsp`, whose messages with these ops carry lines. */
static struct tile lane_of(const struct netlist *n, const struct msg_widths *w, const char *name,
                           const struct msg *rsp, uint32_t rsp_ops)
{
    const struct system *s = n->sys;
    const struct msg *req = n->rules.req;
    struct lengths asks = lengths_of(n, REQUESTS), answers = lengths_of(n, ANSWERS);
    uint32_t least = asks.head < answers.head ? asks.head : answers.head;
    struct tile t = {
        .name = name,
        .class = "lane",
        .id = -1,
        .rate = s->link.bytes_per_cycle,
        .params = {{"REQ_W", msg_bits(req, w)},
                   {"RSP_W", msg_bits(rsp, w)},
                   {"REQ_OP_LSB", msg_lsb(req, w, "op")},
                   {"REQ_LINE_OPS", line_ops(mgcc_req_has_line)},
                   {"REQ_HEAD_CYCLES", asks.head},
                   {"REQ_LINE_CYCLES", asks.line},
                   {"RSP_OP_LSB", rsp_ops != 0 ? msg_lsb(rsp, w, "op") : 0},
                   {"RSP_LINE_OPS", rsp_ops},
                   {"RSP_HEAD_CYCLES", answers.head},
                   {"RSP_LINE_CYCLES", answers.line},
                   {"LATENCY", s->link.latency},
                   {"DEPTH", 1u << log2_up(s->link.latency / least + 2)}},
    };
    with(&t, "QUEUE_IN", s->hardware.queue_in);
    with_counters(&t, n);
    return t;
}

int tile_ack_link(struct build *b, const char *name)
{
    struct tile t = lane_of(b->n, &b->n->memory, name, b->n->rules.ack, 0);
    t.module = "um_lane";
    t.counters = lane_counters(false);
    return add_tile(b, t);
}

int tile_lane(struct build *b, const struct msg_widths *w, const char *name)
{
    struct netlist *n = b->n;
    const bool acks = n->rules.invalidates;
    struct tile t = lane_of(n, w, name, n->rules.rsp, line_ops(mgcc_rsp_has_line));
    t.module = acks ? "um_lane_acks" : "um_lane";
    t.counters = lane_counters(acks);
    if (acks) {
        with(&t, "ACK_W", msg_bits(n->rules.ack, w));
        with(&t, "ACK_CYCLES", lengths_of(n, ANSWERS).head);
    }
    return add_tile(b, t);
}
