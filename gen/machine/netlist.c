#include "gen/machine/impl.h"

#include <stdlib.h>

static uint32_t at_least_1(uint32_t n)
{
    return n > 1 ? n : 1;
}

/* ---- channels ---- */

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

static struct route route(uint32_t lsb, uint32_t bits, uint32_t message)
{
    return bits > 0 ? (struct route){lsb, bits} : (struct route){message - 1, 1};
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

/* One SM's L1 and one L2 bank, with wires between them instead of switches. */
static void add_lone_gpu(struct build *b, uint32_t gpu, int *l2)
{
    struct netlist *n = b->n;
    int l1 = tile_l1(b, gpu, 0);
    *l2 = tile_l2(b, gpu, 0);
    add_core(b, l1, gpu);
    connect(b, end(l1, "req"), end(*l2, "req"), msg_bits(n->rules.req, &n->core));
    connect(b, end(*l2, "rsp"), end(l1, "rsp"), msg_bits(n->rules.rsp, &n->core));
}

/* One GPU: its L1s, its two switches and its L2 banks; l2[] receives the banks' tiles. */
static void add_gpu(struct build *b, uint32_t gpu, int *l2)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    uint32_t req = msg_bits(n->rules.req, &n->core), rsp = msg_bits(n->rules.rsp, &n->core);
    uint32_t sms = s->sm.count, banks = s->l2.banks;
    if (sms == 1 && banks == 1 && !s->hardware.lone_switch) {
        add_lone_gpu(b, gpu, l2);
        return;
    }
    int requests = tile_switch(
        b, arena_printf(&n->arena, "gpu%u.requests", gpu), sms, banks, req,
        route(msg_lsb(n->rules.req, &n->core, "line"), address_bank_bits(&n->map), req));
    int answers =
        tile_switch(b, arena_printf(&n->arena, "gpu%u.answers", gpu), banks, sms, rsp,
                    (struct route){msg_lsb(n->rules.rsp, &n->core, "dst"), n->core.bits[MSG_SRC]});
    for (uint32_t i = 0; i < sms; i++) {
        int l1 = tile_l1(b, gpu, i);
        add_core(b, l1, gpu * sms + i);
        connect(b, end(l1, "req"), end_of(requests, "in", i, sms), req);
        connect(b, end_of(answers, "out", i, sms), end(l1, "rsp"), rsp);
    }
    for (uint32_t i = 0; i < banks; i++) {
        l2[i] = tile_l2(b, gpu, i);
        connect(b, end_of(requests, "out", i, banks), end(l2[i], "req"), req);
        connect(b, end(l2[i], "rsp"), end_of(answers, "in", i, banks), rsp);
    }
}

/* The links, or plain wires, between one L2 bank and its plane's switches. */
static void add_links(struct build *b, uint32_t gpu, uint32_t bank, int l2, int requests,
                      int answers)
{
    struct netlist *n = b->n;
    uint32_t req = msg_bits(n->rules.req, &n->memory), rsp = msg_bits(n->rules.rsp, &n->memory);
    uint32_t port = address_port(&n->map, gpu, bank);
    uint32_t ports = n->sys->gpus * address_plane_banks(&n->map);
    if (n->sys->link.latency == 0) {
        connect(b, end(l2, "mem_req"), end_of(requests, "in", port, ports), req);
        connect(b, end_of(answers, "out", port, ports), end(l2, "mem_rsp"), rsp);
        return;
    }
    int out = tile_link(b, arena_printf(&n->arena, "gpu%u.l2.%u.out", gpu, bank), REQUESTS);
    int in = tile_link(b, arena_printf(&n->arena, "gpu%u.l2.%u.in", gpu, bank), ANSWERS);
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
    const struct address_map *map = &n->map;
    uint32_t banks = address_plane_banks(map), umcs = address_plane_umcs(map);
    uint32_t ports = s->gpus * banks;
    int requests =
        tile_switch(b, arena_printf(&n->arena, "plane%u.requests", p), ports, umcs, req,
                    route(msg_lsb(n->rules.req, &n->memory, "line") + address_plane_bits(map),
                          log2_up(umcs), req));
    int answers = tile_switch(
        b, arena_printf(&n->arena, "plane%u.answers", p), umcs, ports, rsp,
        (struct route){msg_lsb(n->rules.rsp, &n->memory, "dst"), n->memory.bits[MSG_SRC]});
    for (uint32_t g = 0; g < s->gpus; g++)
        for (uint32_t i = 0; i < banks; i++) {
            uint32_t bank = address_bank_in_plane(map, p, i);
            add_links(b, g, bank, l2[g * s->l2.banks + bank], requests, answers);
        }
    for (uint32_t i = 0; i < umcs; i++) {
        uint32_t number = address_umc_in_plane(map, p, i);
        int umc = tile_umc(b, number);
        connect(b, end_of(requests, "out", i, umcs), end(umc, "req"), req);
        connect(b, end(umc, "rsp"), end_of(answers, "in", i, umcs), rsp);
        add_dram(b, umc, number);
    }
}

static void set_widths(struct netlist *n)
{
    const struct system *s = n->sys;
    n->sms = s->gpus * s->sm.count;
    n->line_bits = log2_up(s->umc.count * s->umc.bytes / s->line_bytes);
    n->map = system_addresses(s);
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
    n->memory.bits[MSG_SRC] = at_least_1(log2_up((uint64_t)s->gpus * address_plane_banks(&n->map)));
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
    n->rules = rules != NULL ? *rules : netlist_rules(sys);
    struct build b = {.n = n};
    set_widths(n);
    /* The names of the modules that this system's options select. */
    struct hdl_design *d = hdl_design_new();
    bool ok = netlist_emit_units(n, d, err);
    if (ok) {
        b.l1 = arena_strdup(&n->arena, tile_l1_module(d, n));
        b.l2 = arena_strdup(&n->arena, tile_l2_module(d, n));
        b.umc = arena_strdup(&n->arena, tile_umc_module(d, n));
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
    for (uint32_t p = 0; p < address_planes(&n->map); p++)
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
