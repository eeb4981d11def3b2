#include "gen/system/netlist.h"

#include "gen/units/l1.h"
#include "gen/units/l2.h"
#include "gen/units/link.h"
#include "gen/units/reqtracker.h"
#include "gen/units/switch.h"
#include "gen/units/tsu.h"
#include "gen/units/umc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bits that tell n things apart. */
static uint32_t log2_up(uint64_t n)
{
    uint32_t bits = 0;
    while (((uint64_t)1 << bits) < n)
        bits++;
    return bits;
}

static uint32_t at_least_1(uint32_t n)
{
    return n > 1 ? n : 1;
}

/* ---- modules ---- */

/* The rules that a system file asks for. */
static struct mgcc_rules rules_of(const struct system *s)
{
    const struct sys_rules *on = &s->mgcc.rules;
    const bool kept[] = {on->m1, on->m2, on->m3, on->m4, on->m5, on->m6, on->m9};
    unsigned without = 0;
    for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++)
        without |= kept[i] ? 0 : 1u << i; /* MGCC_M1, ... */
    static const enum mgcc_protocol protocols[] = {[SYS_MGCC] = MGCC_SOUND,
                                                   [SYS_MGCC_PAPER] = MGCC_PAPER,
                                                   [SYS_NC_WT] = MGCC_NONE,
                                                   [SYS_NC_WB] = MGCC_NONE_WB};
    return mgcc_rules_of(protocols[s->protocol], without, s->consistency == SYS_RC);
}

static const char *l1_module(struct hdl_design *d, const struct netlist *n)
{
    return l1_emit(d, &n->rules, n->sys->fault == SYS_FAULT_L1_IGNORES_LEASE);
}

static const char *l2_module(struct hdl_design *d, const struct netlist *n)
{
    return l2_emit(d, &n->rules);
}

static const char *umc_module(struct hdl_design *d, const struct netlist *n)
{
    const char *tracker =
        reqtracker_emit(d, &n->rules, n->sys->fault == SYS_FAULT_UMC_LOSES_ANSWER);
    const char *tsu = NULL;
    if (n->rules.timed) /* the paper answers the old memts: it has no wts to keep */
        tsu = tsu_emit(d, &n->rules, n->sys->tsu.keep_wts && n->rules.sends_cts);
    return umc_emit(d, &n->rules, tracker, tsu);
}

bool netlist_emit_units(const struct netlist *n, struct hdl_design *d, struct error *err)
{
    static const char *const leaves[] = {"um_fifo",    "um_ram",    "um_delay",
                                         "um_arbiter", "um_atomic", "um_epoch"};
    size_t count = sizeof leaves / sizeof *leaves - (n->rules.epochs ? 0 : 1);
    for (size_t i = 0; i < count; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/rtl/%s.v", UMBEL_ROOT, leaves[i]);
        if (!hdl_leaf(d, path, err))
            return false;
    }
    l1_module(d, n);
    l2_module(d, n);
    switch_emit(d);
    link_emit(d);
    umc_module(d, n);
    return !hdl_mistake(d, err);
}

/* ---- tiles ---- */

struct build {
    struct netlist *n;
    size_t cap_tiles, cap_channels;
    uint32_t planes, plane_banks, plane_umcs; /* banks (of a GPU) and UMCs in a plane */
    const char *l1, *l2, *sw, *link, *umc;    /* modules */
};

/* Adds a parameter to a tile that is being described. */
static void with(struct tile *t, const char *name, uint32_t value)
{
    int i = 0;
    while (i < TILE_MAX_PARAMS - 1 && t->params[i].name != NULL)
        i++;
    t->params[i] = (struct tile_param){name, value};
}

/* The widths of timestamps and times, when there are any. */
static void with_times(struct tile *t, const struct netlist *n)
{
    if (!n->rules.timed)
        return;
    with(t, "TS_W", n->core.bits[MSG_TS]);
    with(t, "TIME_W", n->core.bits[MSG_TIME]);
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

static void add_channel(struct build *b, struct channel c)
{
    struct netlist *n = b->n;
    if (n->n_channels == b->cap_channels) {
        b->cap_channels = b->cap_channels * 2 + 16;
        n->channels = xrealloc(n->channels, b->cap_channels * sizeof *n->channels);
    }
    n->channels[n->n_channels++] = c;
}

static struct channel_end end(int tile, const char *port)
{
    return (struct channel_end){tile, port, 0, 1};
}

static struct channel_end end_of(int tile, const char *port, uint32_t index, uint32_t count)
{
    return (struct channel_end){tile, port, (int)index, (int)count};
}

static void connect(struct build *b, struct channel_end from, struct channel_end to, uint32_t bits)
{
    add_channel(b, (struct channel){.from = from, .to = to, .bits = bits, .outside = INSIDE});
}

/* ---- units with the system's parameters ---- */

static int add_l1(struct build *b, uint32_t gpu, uint32_t sm)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    struct tile t = {.name = arena_printf(&n->arena, "gpu%u.sm%u.l1", gpu, sm),
                     .class = "l1",
                     .module = b->l1,
                     .id = (int)sm,
                     .id_bits = (int)n->core.bits[MSG_SRC],
                     .waits = s->l1.mshrs,
                     .counters = l1_counters(&n->rules),
                     .params = {{"LINE_W", n->line_bits},
                                {"LINE_BYTES", s->line_bytes},
                                {"SRC_W", n->core.bits[MSG_SRC]},
                                {"TAG_W", n->core.bits[MSG_TAG]},
                                {"SETS", s->l1.bytes / s->line_bytes / s->l1.ways},
                                {"WAYS", s->l1.ways},
                                {"MSHRS", s->l1.mshrs}}};
    with_times(&t, n);
    if (n->rules.sends_cts)
        with(&t, "TICK", s->mgcc.tick);
    return add_tile(b, t);
}

static int add_l2(struct build *b, uint32_t gpu, uint32_t bank)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    struct tile t = {.name = arena_printf(&n->arena, "gpu%u.l2.%u", gpu, bank),
                     .class = "l2",
                     .module = b->l2,
                     .id = (int)(gpu * b->plane_banks + bank / b->planes),
                     .id_bits = (int)n->memory.bits[MSG_SRC],
                     .waits = s->l2.mshrs,
                     .counters = l2_counters(&n->rules),
                     .params = {{"LINE_W", n->line_bits},
                                {"LINE_BYTES", s->line_bytes},
                                {"SRC_W", n->core.bits[MSG_SRC]},
                                {"MEM_SRC_W", n->memory.bits[MSG_SRC]},
                                {"BANK_W", log2_up(s->l2.banks)},
                                {"SETS", s->l2.bytes / s->line_bytes / s->l2.ways},
                                {"WAYS", s->l2.ways},
                                {"MSHRS", s->l2.mshrs}}};
    with_times(&t, n);
    return add_tile(b, t);
}

static int add_umc(struct build *b, uint32_t number)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    struct tile t = {.name = arena_printf(&n->arena, "umc%u", number),
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
                                {"UMC_W", log2_up(s->umc.count)}}};
    with_times(&t, n);
    if (n->rules.timed) {
        with(&t, "TSU_SETS", s->tsu.sets);
        with(&t, "TSU_WAYS", s->tsu.ways);
        with(&t, "TSU_LATENCY", s->tsu.latency);
        with(&t, "RD_LEASE", s->mgcc.rd_lease);
        with(&t, "WR_LEASE", s->mgcc.wr_lease);
    }
    return add_tile(b, t);
}

/* Where a switch finds the output's number. One output needs none: the top bit of every message
 * is padding and zero. */
struct route {
    uint32_t lsb, bits;
};

static struct route route(uint32_t lsb, uint32_t bits, uint32_t message)
{
    return bits > 0 ? (struct route){lsb, bits} : (struct route){message - 1, 1};
}

static int add_switch(struct build *b, const char *name, uint32_t nin, uint32_t nout,
                      uint32_t width, struct route r)
{
    return add_tile(b, (struct tile){
                           .name = name,
                           .class = "switch",
                           .module = b->sw,
                           .id = -1,
                           .counters = switch_counters,
                           .params = {{"NIN", nin},
                                      {"NOUT", nout},
                                      {"WIDTH", width},
                                      {"DEST_LSB", r.lsb},
                                      {"DEST_W", r.bits}},
                       });
}

/* Ops whose messages have a line of data with them, a bit each. */
static uint32_t line_ops(bool (*has_line)(enum msg_op op))
{
    uint32_t ops = 0;
    for (uint32_t op = 0; op < 1u << MSG_OP_W; op++)
        ops |= has_line((enum msg_op)op) ? 1u << op : 0;
    return ops;
}

/* A link for requests, or for answers. Loads and stores stand for messages with and without a line:
 * the others are as long. */
static int add_link(struct build *b, const char *name, bool answers)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    const struct msg *msg = answers ? n->rules.rsp : n->rules.req;
    struct mgcc_sizes z = {s->line_bytes, s->mgcc.ts_bits, s->mgcc.epoch_bits};
    uint32_t head =
        answers ? mgcc_rsp_bytes(&n->rules, &z, OP_STORE) : mgcc_req_bytes(&n->rules, &z, OP_LOAD);
    uint32_t line =
        answers ? mgcc_rsp_bytes(&n->rules, &z, OP_LOAD) : mgcc_req_bytes(&n->rules, &z, OP_STORE);
    uint32_t rate = s->link.bytes_per_cycle;
    uint32_t head_cycles = (head + rate - 1) / rate;
    return add_tile(
        b, (struct tile){
               .name = name,
               .class = "link",
               .module = b->link,
               .id = -1,
               .counters = link_counters,
               .params = {{"WIDTH", msg_bits(msg, &n->memory)},
                          {"OP_LSB", msg_lsb(msg, &n->memory, "op")},
                          {"LINE_OPS", line_ops(answers ? mgcc_rsp_has_line : mgcc_req_has_line)},
                          {"HEAD_CYCLES", head_cycles},
                          {"LINE_CYCLES", (line + rate - 1) / rate},
                          {"LATENCY", s->link.latency},
                          {"DEPTH", 1u << log2_up(s->link.latency / head_cycles + 2)}},
           });
}

/* ---- composition ---- */

static void add_core(struct build *b, int l1, uint32_t sm)
{
    struct netlist *n = b->n;
    add_channel(b, (struct channel){.from = end(-1, "core_req"),
                                    .to = end(l1, "core_req"),
                                    .bits = msg_bits(&msg_core_req, &n->core),
                                    .outside = CORE_REQ,
                                    .number = sm});
    add_channel(b, (struct channel){.from = end(l1, "core_rsp"),
                                    .to = end(-1, "core_rsp"),
                                    .bits = msg_bits(&msg_core_rsp, &n->core),
                                    .outside = CORE_RSP,
                                    .number = sm});
}

static void add_dram(struct build *b, int umc, uint32_t number)
{
    struct netlist *n = b->n;
    add_channel(b, (struct channel){.from = end(umc, "dram_req"),
                                    .to = end(-1, "dram_req"),
                                    .bits = msg_bits(&msg_dram_req, &n->memory),
                                    .outside = DRAM_REQ,
                                    .number = number});
    add_channel(b, (struct channel){.from = end(-1, "dram_rsp"),
                                    .to = end(umc, "dram_rsp"),
                                    .bits = msg_bits(&msg_dram_rsp, &n->memory),
                                    .outside = DRAM_RSP,
                                    .number = number});
}

/* SMs' L1s, the GPU's two switches, its L2 banks; l2[] receives the banks' tiles. */
static void add_gpu(struct build *b, uint32_t gpu, int *l2)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    uint32_t req = msg_bits(n->rules.req, &n->core), rsp = msg_bits(n->rules.rsp, &n->core);
    uint32_t sms = s->sm.count, banks = s->l2.banks;
    int requests = add_switch(b, arena_printf(&n->arena, "gpu%u.requests", gpu), sms, banks, req,
                              route(msg_lsb(n->rules.req, &n->core, "line"), log2_up(banks), req));
    int answers =
        add_switch(b, arena_printf(&n->arena, "gpu%u.answers", gpu), banks, sms, rsp,
                   (struct route){msg_lsb(n->rules.rsp, &n->core, "dst"), n->core.bits[MSG_SRC]});
    for (uint32_t i = 0; i < sms; i++) {
        int l1 = add_l1(b, gpu, i);
        add_core(b, l1, gpu * sms + i);
        connect(b, end(l1, "req"), end_of(requests, "in", i, sms), req);
        connect(b, end_of(answers, "out", i, sms), end(l1, "rsp"), rsp);
    }
    for (uint32_t i = 0; i < banks; i++) {
        l2[i] = add_l2(b, gpu, i);
        connect(b, end_of(requests, "out", i, banks), end(l2[i], "req"), req);
        connect(b, end(l2[i], "rsp"), end_of(answers, "in", i, banks), rsp);
    }
}

/* The links of one L2 bank to and from its plane's switches. */
static void add_links(struct build *b, uint32_t gpu, uint32_t bank, int l2, int requests,
                      int answers)
{
    struct netlist *n = b->n;
    uint32_t req = msg_bits(n->rules.req, &n->memory), rsp = msg_bits(n->rules.rsp, &n->memory);
    uint32_t port = gpu * b->plane_banks + bank / b->planes;
    uint32_t ports = n->sys->gpus * b->plane_banks;
    int out = add_link(b, arena_printf(&n->arena, "gpu%u.l2.%u.out", gpu, bank), false);
    int in = add_link(b, arena_printf(&n->arena, "gpu%u.l2.%u.in", gpu, bank), true);
    connect(b, end(l2, "mem_req"), end(out, "in"), req);
    connect(b, end(out, "out"), end_of(requests, "in", port, ports), req);
    connect(b, end_of(answers, "out", port, ports), end(in, "in"), rsp);
    connect(b, end(in, "out"), end(l2, "mem_rsp"), rsp);
}

/* Plane p: its switches, the links of its banks, its UMCs. */
static void add_plane(struct build *b, uint32_t p, const int *l2)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    uint32_t req = msg_bits(n->rules.req, &n->memory), rsp = msg_bits(n->rules.rsp, &n->memory);
    uint32_t ports = s->gpus * b->plane_banks, umcs = b->plane_umcs;
    int requests = add_switch(
        b, arena_printf(&n->arena, "plane%u.requests", p), ports, umcs, req,
        route(msg_lsb(n->rules.req, &n->memory, "line") + log2_up(b->planes), log2_up(umcs), req));
    int answers = add_switch(
        b, arena_printf(&n->arena, "plane%u.answers", p), umcs, ports, rsp,
        (struct route){msg_lsb(n->rules.rsp, &n->memory, "dst"), n->memory.bits[MSG_SRC]});
    for (uint32_t g = 0; g < s->gpus; g++)
        for (uint32_t bank = p; bank < s->l2.banks; bank += b->planes)
            add_links(b, g, bank, l2[g * s->l2.banks + bank], requests, answers);
    for (uint32_t i = 0; i < umcs; i++) {
        uint32_t number = i * b->planes + p;
        int umc = add_umc(b, number);
        connect(b, end_of(requests, "out", i, umcs), end(umc, "req"), req);
        connect(b, end(umc, "rsp"), end_of(answers, "in", i, umcs), rsp);
        add_dram(b, umc, number);
    }
}

static void set_widths(struct build *b)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    n->sms = s->gpus * s->sm.count;
    n->line_bits = log2_up(s->umc.count * s->umc.bytes / s->line_bytes);
    b->planes = s->l2.banks < s->umc.count ? s->l2.banks : s->umc.count;
    b->plane_banks = s->l2.banks / b->planes;
    b->plane_umcs = s->umc.count / b->planes;
    n->core = (struct msg_widths){{
        [MSG_BIT] = 1,
        [MSG_OP] = MSG_OP_W,
        [MSG_LINE] = n->line_bits,
        [MSG_TAG] = at_least_1(log2_up(s->sm.tags)),
        [MSG_SRC] = at_least_1(log2_up(s->sm.count)),
        [MSG_TS] = s->mgcc.ts_bits,
        [MSG_TIME] = s->mgcc.ts_bits + (n->rules.epochs ? s->mgcc.epoch_bits : 0),
        [MSG_FN] = MSG_FN_W,
        [MSG_MASK] = s->line_bytes,
        [MSG_DATA] = 8 * s->line_bytes,
    }};
    n->memory = n->core;
    n->memory.bits[MSG_TAG] = log2_up(s->umc.entries);
    n->memory.bits[MSG_SRC] = at_least_1(log2_up((uint64_t)s->gpus * b->plane_banks));
}

struct netlist *netlist_new(const struct system *sys, struct error *err)
{
    return netlist_new_with(sys, NULL, err);
}

struct netlist *netlist_new_with(const struct system *sys, const struct mgcc_rules *rules,
                                 struct error *err)
{
    struct netlist *n = xcalloc(1, sizeof *n);
    n->sys = sys;
    n->rules = rules != NULL ? *rules : rules_of(sys);
    struct build b = {.n = n};
    set_widths(&b);
    /* Names of the modules that this system's options lead to. */
    struct hdl_design *d = hdl_design_new();
    bool ok = netlist_emit_units(n, d, err);
    if (ok) {
        b.l1 = arena_strdup(&n->arena, l1_module(d, n));
        b.l2 = arena_strdup(&n->arena, l2_module(d, n));
        b.umc = arena_strdup(&n->arena, umc_module(d, n));
    }
    hdl_design_free(d);
    if (!ok) {
        netlist_free(n);
        return NULL;
    }
    b.sw = "um_switch", b.link = "um_link";
    int *l2 = xcalloc((size_t)sys->gpus * sys->l2.banks, sizeof *l2);
    for (uint32_t g = 0; g < sys->gpus; g++)
        add_gpu(&b, g, l2 + (size_t)g * sys->l2.banks);
    for (uint32_t p = 0; p < b.planes; p++)
        add_plane(&b, p, l2);
    free(l2);
    return n;
}

void netlist_free(struct netlist *n)
{
    if (n == NULL)
        return;
    free(n->tiles);
    free(n->channels);
    arena_free(&n->arena);
    free(n);
}
