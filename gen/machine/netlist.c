#include "gen/machine/impl.h"
#include "gen/system/derived.h"

#include <stdlib.h>

/* ---- what is outside the RTL ---- */

/* Where what is behind an L1 sends its requests and gets its answers: at the L1, or at the unit
 * that hashes its lines, or gives their bits another order. */
static struct stop above(struct build *b, int l1)
{
    struct netlist *n = b->n;
    struct stop s = {.req = build_end(l1, "core_req"), .rsp = build_end(l1, "core_rsp")};
    if (netlist_hashes(n) || n->map.moved) {
        int before = n->map.moved ? tile_fields(b, l1) : tile_hash(b, l1);
        build_connect(b, build_end(before, "out"), s.req, msg_bits(&msg_core_req, &n->core));
        s.req = build_end(before, "in");
    }
    return s;
}

/* Core number `number` is outside. */
static void add_core(struct build *b, struct stop s, uint32_t number)
{
    struct netlist *n = b->n;
    build_channel(b, (struct channel){.from = build_end(-1, "core_req"),
                                      .to = s.req,
                                      .bits = msg_bits(&msg_core_req, &n->core),
                                      .outside = CORE_REQ,
                                      .number = number});
    build_channel(b, (struct channel){.from = s.rsp,
                                      .to = build_end(-1, "core_rsp"),
                                      .bits = msg_bits(&msg_core_rsp, &n->core),
                                      .outside = CORE_RSP,
                                      .number = number});
}

void build_dram(struct build *b, int tile, const char *req, const char *rsp, uint32_t number)
{
    struct netlist *n = b->n;
    build_channel(b, (struct channel){.from = build_end(tile, req),
                                      .to = build_end(-1, "dram_req"),
                                      .bits = msg_bits(n->dram_req, &n->dram),
                                      .outside = DRAM_REQ,
                                      .number = number});
    build_channel(b, (struct channel){.from = build_end(-1, "dram_rsp"),
                                      .to = build_end(tile, rsp),
                                      .bits = msg_bits(n->dram_rsp, &n->dram),
                                      .outside = DRAM_RSP,
                                      .number = number});
}

/* ---- packages ---- */

/* A package's copy engine, between the command processor and its L1, which this returns. */
static int add_copy_engine(struct build *b, uint32_t gpu)
{
    struct netlist *n = b->n;
    int l1 = tile_copy_l1(b, gpu), engine = tile_copy(b, gpu);
    struct stop s = above(b, l1);
    add_core(
        b, (struct stop){.req = build_end(engine, "cmd_req"), .rsp = build_end(engine, "cmd_rsp")},
        n->sms + gpu);
    build_connect(b, build_end(engine, "core_req"), s.req, msg_bits(&msg_core_req, &n->core));
    build_connect(b, s.rsp, build_end(engine, "core_rsp"), msg_bits(&msg_core_rsp, &n->core));
    return l1;
}

/* L1 number i of a node, with what is behind it: a package's SMs, then its copy engine; a host's
 * CPU. */
static int add_l1(struct build *b, uint32_t node, uint32_t i)
{
    struct netlist *n = b->n;
    const uint32_t sms = n->sys->sm.count;
    const bool cpu = node >= n->sys->gpus;
    if (!cpu && i == sms)
        return add_copy_engine(b, node);
    const int l1 = cpu ? tile_cpu_l1(b) : tile_l1(b, node, i);
    add_core(b, above(b, l1), cpu ? netlist_cpu(n) : node * sms + i);
    return l1;
}

/* The L1s of a node, which ask at its switches. */
static void add_l1s(struct build *b, const struct level *v, const struct drops *d, uint32_t node)
{
    for (uint32_t i = 0; i < v->askers; i++) {
        int l1 = add_l1(b, node, i);
        level_asker(b, v, i,
                    (struct stop){.req = build_end(l1, "req"), .rsp = build_end(l1, "rsp")});
        drops_l1(b, d, i, l1);
    }
}

/* The ways to a node's lanes, to be freed. */
static struct lane *add_lanes(struct build *b, const struct level *v)
{
    struct lane *lanes = xcalloc(v->lanes + 1, sizeof *lanes);
    for (uint32_t k = 0; k < v->lanes; k++) {
        lanes[k] = build_way_out(b, v->home, k);
        level_lane(b, v, k, lanes[k]);
    }
    return lanes;
}

/* The L2 banks of a package, each inside what gives it both roles, if it has these: above[] and
 * below[] receive the ends where they are asked, and where they ask the memory. */
static void add_banks(struct build *b, uint32_t package, const struct drops *d, struct stop *above,
                      struct stop *below)
{
    const uint32_t banks = b->n->sys->l2.banks;
    const bool both = netlist_both(b->n);
    const struct level far = both ? both_begin(b, package) : (struct level){0};
    for (uint32_t i = 0; i < banks; i++) {
        const int l2 = tile_l2(b, package, i);
        above[i] = (struct stop){.req = build_end(l2, "req"), .rsp = build_end(l2, "rsp")};
        if (both)
            both_bank(b, &far, i, l2, &above[i], &below[i]);
        else
            below[i] = drops_bank(b, d, i, l2);
    }
    if (both)
        free(add_lanes(b, &far));
}

/* One L1 and one L2 bank, with wires between them instead of switches. */
static void add_lone_core(struct build *b, uint32_t node, struct stop *below)
{
    const struct netlist *n = b->n;
    struct drops d;
    struct stop bank = {0};
    drops_begin(b, &d, node, 1);
    const int l1 = add_l1(b, node, 0);
    drops_l1(b, &d, 0, l1);
    add_banks(b, node, &d, &bank, below);
    build_connect(b, build_end(l1, "req"), bank.req, msg_bits(n->rules.req, &n->core));
    build_connect(b, bank.rsp, build_end(l1, "rsp"), msg_bits(n->rules.rsp, &n->core));
}

/* One GPU: its L1s, its two switches and its L2 banks; below[] receives the ends where the banks
 * ask the memory. Memory-side banks have the lines of this package alone, so the L1s' other
 * requests leave from here, through L1.5 banks if there are such; or L1.5 banks ask here for all
 * L1s. A host has the L1 of its CPU, or none; then its banks have the lines of its memory. */
static void add_package(struct build *b, uint32_t gpu, struct stop *below)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    uint32_t cores = system_cores_of(s, gpu), banks = s->l2.banks;
    uint32_t lanes = s->l2.role == SYS_MEMORY_SIDE ? system_ways_out(s, gpu) : 0;
    if (cores == 1 && banks == 1 && !s->hardware.lone_switch && lanes == 0 &&
        s->crossbar.bytes_per_cycle == 0) {
        add_lone_core(b, gpu, below);
        return;
    }
    const bool before = cores > 0 && s->l15.banks > 0 && s->l15.allocate == SYS_ALL;
    struct level v = {.askers = before ? s->l15.banks : cores,
                      .owners = banks,
                      .lanes = lanes,
                      .remotes = cores > 0 && lanes > 0 && !before ? s->l15.banks : 0,
                      .home = gpu,
                      .w = &n->core,
                      .crossbar = true,
                      .owner_bits = address_bank_bits(&n->map),
                      .asker_bits = lanes > 0 ? tile_l1_bits(n) : n->core.bits[MSG_SRC]};
    level_begin(
        b, &v, before ? arena_printf(&n->arena, "%s.below", tile_node(n, gpu)) : tile_node(n, gpu));
    struct drops d;
    drops_begin(b, &d, gpu, cores);
    const struct level above = before ? remote_before(b, &v, cores) : v;
    add_l1s(b, &above, &d, gpu);
    struct stop *bank = xcalloc(banks, sizeof *bank);
    add_banks(b, gpu, &d, bank, below);
    for (uint32_t i = 0; i < banks; i++)
        level_owner(b, &v, i, bank[i]);
    free(bank);
    struct lane *all = add_lanes(b, &v);
    if (v.remotes > 0)
        remote_l15s(b, &v, all);
    free(all);
}

/* ---- memory ---- */

/* Asker i of a plane: an L2 bank, by links or by plain wires. */
static void add_bank(struct build *b, const struct level *v, uint32_t i, struct stop bank)
{
    struct netlist *n = b->n;
    const char *name = n->tiles[bank.rsp.tile].name;
    if (n->sys->link.latency == 0 || n->sys->memory.at == SYS_PACKAGES || v->network != NULL) {
        level_asker(b, v, i, bank);
        return;
    }
    const bool acks = n->rules.tracks;
    const char *name_out = arena_printf(&n->arena, "%s.out", name);
    int out = acks ? tile_ack_link(b, name_out) : tile_link(b, name_out, REQUESTS, SYS_LINK);
    int in = tile_link(b, arena_printf(&n->arena, "%s.in", name), ANSWERS, SYS_LINK);
    build_connect(b, bank.req, build_end(out, acks ? "req_in" : "in"),
                  msg_bits(n->rules.req, &n->memory));
    if (acks)
        build_connect(b, bank.ack, build_end(out, "rsp_in"), msg_bits(n->rules.ack, &n->memory));
    level_asker(b, v, i,
                (struct stop){build_end(out, acks ? "req_out" : "out"), build_end(in, "in"),
                              build_end(out, "rsp_out")});
    build_connect(b, build_end(in, "out"), bank.rsp, msg_bits(n->rules.rsp, &n->memory));
}

/* The ends of a controller's links at the switch. */
static struct stop behind_links(struct build *b, struct stop umc)
{
    struct netlist *n = b->n;
    const char *name = n->tiles[umc.req.tile].name;
    const int down =
        tile_link(b, arena_printf(&n->arena, "%s.down", name), REQUESTS, SYS_CONTROLLER_LINK);
    const int up =
        tile_link(b, arena_printf(&n->arena, "%s.up", name), ANSWERS, SYS_CONTROLLER_LINK);
    build_connect(b, build_end(down, "out"), umc.req, msg_bits(n->rules.req, &n->memory));
    build_connect(b, umc.rsp, build_end(up, "in"), msg_bits(n->rules.rsp, &n->memory));
    return (struct stop){build_end(down, "in"), build_end(up, "out"), umc.ack};
}

void build_umc(struct build *b, const struct level *v, uint32_t i, uint32_t number)
{
    struct netlist *n = b->n;
    int umc = tile_umc(b, number);
    const struct stop at = {build_end(umc, "req"), build_end(umc, "rsp"), build_end(umc, "ack")};
    level_owner(b, v, i, n->sys->fabric.controller_link.latency > 0 ? behind_links(b, at) : at);
    n->umc_tiles[number] = umc;
    if (!system_has_rdc(n->sys))
        build_dram(b, umc, "dram_req", "dram_rsp", number);
}

/* Plane p of a node: its switches, the links of its banks, its UMCs. below[] are the ends of the
 * banks of the `gpus` GPUs from `first` on. */
static void add_plane(struct build *b, const char *name, uint32_t p, uint32_t first, uint32_t gpus,
                      const struct stop *below)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    const struct address_map *map = &n->map;
    uint32_t banks = address_plane_banks(map), umcs = address_plane_umcs(map);
    const uint32_t clusters = s->memory.cubes.clusters, ports = system_cube_ports(s);
    struct level v = {.askers = gpus * banks,
                      .owners = clusters > 0 ? clusters * ports : umcs,
                      .w = &n->memory,
                      .owner_lsb = clusters > 0 ? address_home_lsb(map) : address_plane_bits(map),
                      .owner_bits = log2_up(clusters > 0 ? clusters : umcs),
                      .umc_lsb = address_plane_bits(map),
                      .umc_bits = log2_up(ports),
                      .free_lsb = address_plane_bits(map) + log2_up(umcs),
                      .asker_bits = n->memory.bits[MSG_SRC] - system_has_overlay(s),
                      .invalidates = n->rules.tracks,
                      .gated = system_has_overlay(s) ? banks : 0,
                      .across = s->memory.at == SYS_CENTRAL,
                      .slice = p};
    level_begin(b, &v, name);
    struct level overlay = overlay_begin(b, &v);
    for (uint32_t g = 0; g < gpus; g++)
        for (uint32_t i = 0; i < banks; i++) {
            const uint32_t bank = address_bank_in_plane(map, p, i);
            struct stop at = below[(first + g) * s->l2.banks + bank];
            if (system_has_overlay(s) && g == s->gpus)
                at = overlay_bank(b, &overlay, i, bank, at);
            add_bank(b, &v, g * banks + i, at);
        }
    for (uint32_t c = 0; c < clusters; c++)
        cube_of(b, &v, &overlay, c);
    level_end(b, &overlay);
    for (uint32_t i = 0; clusters == 0 && i < umcs; i++)
        build_umc(b, &v, i, first * s->umc.count + address_umc_in_plane(map, p, i));
    level_end(b, &v);
}

/* The memory of a node, where banks ask all nodes' memories. A host without a CPU has no banks that
 * ask. */
static void add_own_memory(struct build *b, uint32_t node, const struct stop *below)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    struct level v = {.askers = node < system_core_nodes(s) ? s->l2.banks : 0,
                      .owners = s->umc.count,
                      .lanes = system_ways_out(s, node),
                      .remotes = system_has_rdc(s) && node < s->gpus ? s->umc.count : 0,
                      .home = node,
                      .w = &n->memory,
                      .owner_bits = address_umc_bits(&n->map),
                      .asker_bits = tile_l2_bits(n),
                      .invalidates = n->rules.tracks};
    level_begin(b, &v, arena_printf(&n->arena, "%s.memory", tile_node(n, node)));
    for (uint32_t i = 0; i < v.askers; i++)
        level_asker(b, &v, i, below[node * s->l2.banks + i]);
    for (uint32_t i = 0; i < s->umc.count; i++)
        build_umc(b, &v, i, node * s->umc.count + i);
    struct lane *lanes = add_lanes(b, &v);
    if (v.remotes > 0)
        remote_rdcs(b, &v, lanes, node * s->umc.count);
    else if (system_has_rdc(s))
        remote_no_rdcs(b, node, node * s->umc.count);
    free(lanes);
}

static void add_memory(struct build *b, struct stop *below)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    uint32_t planes = address_planes(&n->map);
    bool own = s->memory.at == SYS_PACKAGES;
    if (!own && s->memory.host)
        host_memory(b, below);
    for (uint32_t p = 0; !own && p < planes; p++)
        add_plane(b, arena_printf(&n->arena, "plane%u", p), p, 0, system_plane_nodes(s), below);
    for (uint32_t i = 0; own && i < system_homes(s); i++)
        if (s->l2.role == SYS_CORE_SIDE)
            add_own_memory(b, i, below);
        else
            for (uint32_t p = 0; p < planes; p++)
                add_plane(b, arena_printf(&n->arena, "%s.plane%u", tile_node(n, i), p), p, i, 1,
                          below);
}

static void set_widths(struct netlist *n)
{
    const struct system *s = n->sys;
    n->sms = s->gpus * s->sm.count;
    n->cores = s->gpus * system_cores(s) + system_has_cpu(s);
    n->map = system_addresses(s);
    n->umcs = system_homes(s) * s->umc.count;
    n->line_bits = address_home_lsb(&n->map) + address_home_bits(&n->map);
    n->core = (struct msg_widths){{
        [MSG_BIT] = 1,
        [MSG_OP] = MSG_OP_W,
        [MSG_LINE] = n->line_bits,
        [MSG_TAG] = at_least_1(log2_up(s->sm.tags)),
        [MSG_SRC] = at_least_1(tile_l1_bits(n) + tile_home_bits(n, SYS_MEMORY_SIDE)),
        [MSG_TS] = s->mgcc.ts_bits,
        [MSG_TIME] = s->mgcc.ts_bits + (n->rules.epochs ? s->mgcc.epoch_bits : 0),
        [MSG_FN] = MSG_FN_W,
        [MSG_MASK] = s->line_bytes,
        [MSG_DATA] = 8 * s->line_bytes,
        [MSG_SPARE] = MSG_SPARE_W,
    }};
    n->memory = n->core;
    n->memory.bits[MSG_TAG] = log2_up(s->umc.entries);
    n->memory.bits[MSG_SRC] =
        at_least_1(tile_l2_bits(n) + tile_home_bits(n, SYS_CORE_SIDE)) + system_has_overlay(s);
    n->bank = n->far = n->core;
    if (netlist_both(n)) {
        const uint32_t homes = address_home_bits(&n->map), own = n->core.bits[MSG_SRC];
        n->far.bits[MSG_SRC] = n->rules.gpu_homes ? 2 * homes : homes; /* | to | from | */
        n->far.bits[MSG_TAG] = n->memory.bits[MSG_TAG];
        n->bank.bits[MSG_SRC] = 1 + (homes > own ? homes : own);
    }
    n->umc_tiles = ARENA_ARRAY(&n->arena, int, n->umcs);
}

/* DRAM channels have the messages of the UMCs, or of what is between both and RDC banks. */
static void set_dram(struct netlist *n)
{
    n->dram = n->memory;
    n->dram_req = n->rules.dram_req;
    n->dram_rsp = n->rules.dram_rsp;
    if (!system_has_rdc(n->sys))
        return;
    uint32_t *tag = &n->dram.bits[MSG_TAG], rdc_tag = log2_up(n->sys->rdc.mshrs);
    *tag = 1 + (rdc_tag > *tag ? rdc_tag : *tag);
    n->dram.bits[MSG_META] = system_rdc(n->sys).meta_bits;
    n->dram_req = &msg_dram_req_rdc;
    n->dram_rsp = &msg_dram_rsp_rdc;
}

/* The names of the modules that this system's options select. */
static void name_modules(struct build *b, struct hdl_design *d)
{
    struct netlist *n = b->n;
    struct arena *a = &n->arena;
    b->l1 = arena_strdup(a, tile_l1_module(d, n));
    b->l2 = arena_strdup(a, tile_l2_module(d, n));
    b->l15 = n->sys->l15.banks > 0 ? arena_strdup(a, tile_l15_module(d, n)) : NULL;
    b->umc = arena_strdup(a, tile_umc_module(d, n));
    if (netlist_both(n))
        b->bank_front = arena_strdup(a, tile_bank_front_module(d, n));
    if (system_has_rdc(n->sys)) {
        b->rdc = arena_strdup(a, tile_rdc_module(d, n));
        b->dram_mux = arena_strdup(a, tile_dram_mux_module(d, n));
    }
    b->link = "um_link";
}

static void compose(struct build *b)
{
    const struct system *s = b->n->sys;
    /* Nodes with L2 banks: the GPUs, and a host with a CPU or with banks beside its memory. */
    uint32_t packages = s->l2.role == SYS_MEMORY_SIDE ? system_homes(s) : system_core_nodes(s);
    struct stop *below = xcalloc((size_t)packages * s->l2.banks, sizeof *below);
    fabric_begin(b);
    for (uint32_t p = 0; p < packages; p++)
        add_package(b, p, below + (size_t)p * s->l2.banks);
    add_memory(b, below);
    fabric_end(b);
    free(below);
}

struct netlist *netlist_new(const struct system *sys, struct error *err)
{
    return netlist_new_with(sys, NULL, err);
}

struct netlist *netlist_new_with(const struct system *sys, const struct rules *rules,
                                 struct error *err)
{
    struct netlist *n = xcalloc(1, sizeof *n);
    n->sys = sys;
    n->rules = rules != NULL ? *rules : netlist_rules(sys);
    struct build b = {.n = n};
    set_widths(n);
    set_dram(n);
    struct hdl_design *d = hdl_design_new();
    bool ok = netlist_emit_units(n, d, err);
    if (ok) {
        name_modules(&b, d);
        compose(&b);
        ok = netlist_is_whole(n, d, err) && netlist_keeps_orders(n, err);
    }
    hdl_design_free(d);
    if (ok)
        return n;
    netlist_free(n);
    return NULL;
}

void netlist_free(struct netlist *n)
{
    if (n == NULL)
        return;
    free(n->tiles);
    free(n->channels);
    free(n->links);
    free(n->networks);
    free(n->sources);
    arena_free(&n->arena);
    free(n);
}
