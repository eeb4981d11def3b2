/* The units of a system as tiles, with the system's parameters. */
#include "gen/machine/tiles_impl.h"

#include "gen/system/derived.h"
#include "gen/units/cache/l1.h"
#include "gen/units/cache/l2.h"
#include "gen/units/directory/bank_front.h"
#include "gen/units/directory/bank_front_gpu.h"
#include "gen/units/fabric/fields.h"
#include "gen/units/fabric/hash.h"
#include "gen/units/memory/copy.h"

#include <stdlib.h>
#include <string.h>

/* ---- tiles ---- */

void tile_with(struct tile *t, const char *name, uint32_t value)
{
    int i = 0;
    while (i < TILE_MAX_PARAMS && t->params[i].name != NULL)
        i++;
    if (i == TILE_MAX_PARAMS)
        abort(); /* a mistake in this file: raise TILE_MAX_PARAMS */
    t->params[i] = (struct tile_param){name, value};
}

uint32_t tile_param(const struct tile *t, const char *name)
{
    for (int i = 0; i < t->n_params; i++)
        if (strcmp(t->params[i].name, name) == 0)
            return t->params[i].value;
    return 0;
}

void tile_with_times(struct tile *t, const struct netlist *n)
{
    if (!n->rules.timed)
        return;
    tile_with(t, "TS_W", n->core.bits[MSG_TS]);
    tile_with(t, "TIME_W", n->core.bits[MSG_TIME]);
}

void tile_with_counters(struct tile *t, const struct netlist *n)
{
    tile_with(t, "COUNT_W", n->sys->hardware.count_bits);
    tile_with(t, "COUNT_ONE", n->sys->hardware.count_one);
}

void tile_with_queues(struct tile *t, const struct netlist *n)
{
    tile_with(t, "QUEUE_IN", n->sys->hardware.queue_in);
    tile_with(t, "QUEUE_OUT", n->sys->hardware.queue_out);
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

int tile_add(struct build *b, struct tile tile)
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

void build_link(struct build *b, const char *name, int tile, uint32_t select, enum sys_links kind)
{
    struct netlist *n = b->n;
    n->links = xgrown(n->links, n->n_links, sizeof *n->links);
    n->links[n->n_links++] = (struct netlist_link){name, tile, select, kind};
}

void build_unit_link(struct build *b, int tile, const char *counter, enum sys_links kind)
{
    const struct tile *t = &b->n->tiles[tile];
    uint32_t i = 0;
    while (strcmp(t->counters[i].name, counter) != 0)
        i++;
    build_link(b, t->name, tile, PROBE_COUNTER + i, kind);
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
    const bool packages = n->sys->memory.at == SYS_PACKAGES;
    return packages && n->sys->l2.role == role ? address_home_bits(&n->map) : 0;
}

uint32_t tile_l1_bits(const struct netlist *n)
{
    uint32_t cores = system_cores(n->sys), l15s = n->sys->l15.banks;
    return log2_up(cores > l15s ? cores : l15s);
}

bool tile_in_planes(const struct netlist *n)
{
    return n->sys->memory.at == SYS_CENTRAL || n->sys->l2.role != SYS_CORE_SIDE;
}

uint32_t tile_l2_bits(const struct netlist *n)
{
    uint64_t nodes = n->sys->memory.at == SYS_CENTRAL ? system_core_nodes(n->sys) : 1;
    return tile_in_planes(n) ? log2_up(nodes * address_plane_banks(&n->map))
                             : address_bank_bits(&n->map);
}

/* The number of a bank as who asks the memory. */
static int l2_id(const struct netlist *n, uint32_t gpu, uint32_t bank)
{
    if (!tile_in_planes(n))
        return (int)(gpu << address_bank_bits(&n->map) | bank);
    return (int)address_port(&n->map, n->sys->memory.at == SYS_CENTRAL ? gpu : 0, bank);
}

uint32_t netlist_cpu(const struct netlist *n)
{
    return n->cores - 1;
}

bool netlist_is_engine(const struct netlist *n, uint32_t core)
{
    return core >= n->sms && !(system_has_cpu(n->sys) && core == netlist_cpu(n));
}

uint32_t netlist_l1_of(const struct netlist *n, uint32_t bank, uint32_t src)
{
    uint32_t gpu = bank / n->sys->l2.banks, bits = tile_l1_bits(n), sms = n->sys->sm.count;
    if (system_has_cpu(n->sys) && gpu == n->sys->gpus)
        return netlist_cpu(n);
    if (tile_home_bits(n, SYS_MEMORY_SIDE) > 0) {
        gpu = src >> bits;
        src &= (1u << bits) - 1;
    }
    return src < sms ? gpu * sms + src : n->sms + gpu;
}

/* Where there are L1.5 banks, an L1 asks the L2 banks of its own package alone, or none. The top
 * bit of who asks a bank with both roles is set for another package, whose bank has the same
 * number. */
uint32_t netlist_l15_of(const struct netlist *n, uint32_t bank, uint32_t src)
{
    if (netlist_both(n)) {
        const uint32_t other = 1u << (n->bank.bits[MSG_SRC] - 1), l2s = n->sys->l2.banks;
        return src >= other ? (src - other) * l2s + bank % l2s : NETLIST_NO_L15;
    }
    uint32_t banks = n->sys->l15.banks, bits = tile_l1_bits(n), gpu = src >> bits;
    if (banks == 0 || (n->sys->l15.allocate == SYS_REMOTE && gpu == bank / n->sys->l2.banks))
        return NETLIST_NO_L15;
    return gpu * banks + (src & ((1u << bits) - 1));
}

uint32_t netlist_bank_of(const struct netlist *n, uint32_t umc, uint32_t src, uint64_t line)
{
    uint32_t banks = n->sys->l2.banks;
    if (!tile_in_planes(n))
        return src; /* GPU above bank */
    if (system_has_overlay(n->sys))
        src &= ~(1U << tile_way_bit(n));
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
    t.counters = l1_counters(&n->rules, tile_options(n));
    tile_with_times(&t, n);
    tile_with_queues(&t, n);
    tile_with_counters(&t, n);
    if (n->rules.sends_cts)
        tile_with(&t, "TICK", s->mgcc.tick);
    return tile_add(b, t);
}

int tile_l1(struct build *b, uint32_t gpu, uint32_t sm)
{
    struct tile t = {.name = arena_printf(&b->n->arena, "gpu%u.sm%u.l1", gpu, sm), .class = "l1"};
    return add_l1(b, t, gpu, sm, b->n->sys->l1);
}

int tile_cpu_l1(struct build *b)
{
    const struct system *s = b->n->sys;
    const struct sys_cpu *c = &s->cpu;
    struct tile t = {.name = "host.cpu.l1", .class = "cpu_l1"};
    return add_l1(b, t, s->gpus, 0, (struct sys_l1){c->l1_bytes, c->l1_ways, c->l1_mshrs});
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
                     .sm_lines = true,
                     .waits = s->copy_engine.lines,
                     .counters = copy_counters,
                     .params = {{"LINE_W", n->line_bits},
                                {"LINE_BYTES", s->line_bytes},
                                {"TAG_W", n->core.bits[MSG_TAG]},
                                {"LINES", s->copy_engine.lines}}};
    tile_with_queues(&t, n);
    tile_with_counters(&t, n);
    return tile_add(b, t);
}

bool netlist_both(const struct netlist *n)
{
    return n->sys->l2.role == SYS_BOTH_SIDES;
}

bool netlist_hashes(const struct netlist *n)
{
    return n->map.hashed && address_low_bits(&n->map) > 0;
}

/* In front of an L1: a unit that gives it other line addresses than its SM has. */
static struct tile before_l1(const struct build *b, int l1, const char *class, const char *module)
{
    struct netlist *n = b->n;
    const char *name = n->tiles[l1].name;
    return (struct tile){
        .name = arena_printf(&n->arena, "%.*s%s", (int)(strlen(name) - 2), name, class),
        .class = class,
        .module = module,
        .id = -1,
        .params = {{"WIDTH", msg_bits(&msg_core_req, &n->core)},
                   {"LINE_LSB", msg_lsb(&msg_core_req, &n->core, "line")},
                   {"LINE_W", address_home_lsb(&n->map)}}};
}

static int add_before_l1(struct build *b, struct tile t)
{
    tile_with(&t, "QUEUE_IN", b->n->sys->hardware.queue_in);
    tile_with_counters(&t, b->n);
    return tile_add(b, t);
}

int tile_hash(struct build *b, int l1)
{
    struct tile t = before_l1(b, l1, "hash", "um_hash");
    t.counters = hash_counters;
    tile_with(&t, "LOW_W", address_low_bits(&b->n->map));
    return add_before_l1(b, t);
}

int tile_fields(struct build *b, int l1)
{
    const struct address_map *map = &b->n->map;
    const uint32_t planes = address_plane_bits(map);
    struct tile t = before_l1(b, l1, "fields", "um_fields");
    t.counters = fields_counters;
    tile_with(&t, "PLANE_FROM", map->plane_from);
    tile_with(&t, "PLANE_W", planes);
    tile_with(&t, "UMC_FROM", map->umc_from);
    tile_with(&t, "UMC_W", address_umc_bits(map) - planes);
    return add_before_l1(b, t);
}

/* A bank of a shared cache, asked by messages of these widths: `banks` are those that share its
 * lines, `shape` has the bank's size. */
static struct tile bank_of(const struct netlist *n, struct tile t, const struct msg_widths *w,
                           uint32_t banks, struct sys_l2 shape, enum msg_level level)
{
    const struct system *s = n->sys;
    const struct tile_param params[] = {{"LINE_W", n->line_bits},
                                        {"LINE_BYTES", s->line_bytes},
                                        {"SRC_W", w->bits[MSG_SRC]},
                                        {"MEM_SRC_W", (uint32_t)t.id_bits},
                                        {"BANK_W", log2_up(banks)},
                                        {"SETS", shape.bytes / s->line_bytes / shape.ways},
                                        {"WAYS", shape.ways},
                                        {"MSHRS", shape.mshrs},
                                        {"LEVEL", level}};
    memcpy(t.params, params, sizeof params);
    if (n->rules.invalidates && !n->rules.gpu_homes)
        tile_with(&t, "TAG_W", n->memory.bits[MSG_TAG]);
    t.waits = shape.mshrs;
    tile_with_times(&t, n);
    tile_with_queues(&t, n);
    tile_with_counters(&t, n);
    return t;
}

/* Where a line address has its home, and that this is one. */
static void with_home(struct tile *t, const struct netlist *n, uint32_t home)
{
    tile_with(t, "HOME_W", address_home_bits(&n->map));
    tile_with(t, "HOME_LSB", address_home_lsb(&n->map));
    tile_with(t, "HOME", home);
}

/* A bank with both roles whose copies nothing invalidates: it tells lines of here from others. */
static bool knows_home(const struct netlist *n)
{
    return tile_options(n).both;
}

/* The shape of a node's L2 banks. */
static struct sys_l2 l2_of(const struct system *s, uint32_t node)
{
    const struct sys_cpu *c = &s->cpu;
    if (node < s->gpus || !system_has_cpu(s))
        return s->l2;
    return (struct sys_l2){.bytes = c->l2_bytes, .ways = c->l2_ways, .mshrs = c->l2_mshrs};
}

/* The lines that come to a bank in a window while what brings them is busy: a bank's share of this
 * percentage of `bytes` a cycle, at least one. */
static uint32_t busy_lines(const struct system *s, uint64_t bytes, uint32_t line)
{
    const struct sys_partition *p = &s->l2.partition;
    const uint64_t lines = p->window * bytes * p->busy / 100 / line / s->l2.banks;
    return lines > 0 ? (uint32_t)lines : 1;
}

/* What comes from other packages is as long as on their lanes; a DRAM channel brings the line
 * alone. */
static void with_partition(struct tile *t, const struct netlist *n)
{
    const struct system *s = n->sys;
    const uint64_t link = (uint64_t)s->fabric.lanes * s->link.bytes_per_cycle,
                   dram = (uint64_t)s->umc.count * system_dram_rate(s);
    tile_with(t, "WINDOW", s->l2.partition.window);
    tile_with(t, "LINK_LINES", busy_lines(s, link, netlist_wire_bytes(n, true, true)));
    tile_with(t, "DRAM_LINES", busy_lines(s, dram, s->line_bytes));
}

int tile_l2(struct build *b, uint32_t package, uint32_t bank)
{
    struct netlist *n = b->n;
    struct tile t = {.name = arena_printf(&n->arena, "%s.l2.%u", tile_node(n, package), bank),
                     .class = "l2",
                     .module = b->l2,
                     .id = l2_id(n, package, bank),
                     .id_bits = (int)n->memory.bits[MSG_SRC],
                     .counters = l2_counters(&n->rules, tile_options(n))};
    t = bank_of(n, t, &n->bank, n->sys->l2.banks, l2_of(n->sys, package), LEVEL_L2);
    if (knows_home(n))
        with_home(&t, n, package);
    if (tile_options(n).partition)
        with_partition(&t, n);
    return tile_add(b, t);
}

/* The directory of a bank. */
static void with_directory(struct tile *t, const struct netlist *n, uint32_t kills)
{
    const struct system *s = n->sys;
    tile_with(t, "TAG_W", n->memory.bits[MSG_TAG]);
    tile_with(t, "BANK_W", address_bank_bits(&n->map));
    tile_with(t, "SETS", s->l2.directory.sets);
    tile_with(t, "WAYS", s->l2.directory.ways);
    tile_with(t, "KILLS", kills);
    if (!n->rules.gpu_homes)
        tile_with(t, "PACKAGES", s->gpus);
}

/* With a home of each line in each GPU: room for what the GPU's packages may send, and for what
 * other GPUs' homes may. */
static void with_gpu_homes(struct tile *t, const struct netlist *n, uint32_t remotes)
{
    enum { CREDITS = 2 };
    const uint32_t chips = n->sys->l2.directory.gpu_packages, gpus = n->sys->gpus / chips;
    with_directory(t, n, 4 * remotes);
    tile_with(t, "CHIP_W", log2_up(chips));
    tile_with(t, "NEARS", 1U << log2_up((chips - 1) * remotes));
    tile_with(t, "CREDITS", CREDITS);
    tile_with(t, "INSIDE", 1U << log2_up(4 * remotes + 1 + (gpus - 1) * (CREDITS + 1)));
    tile_with(t, "ACROSS", 8 * remotes);
}

/* Requests of one level that may be in a bank (bank_front.h, bank_front_gpu.h): half of its MSHRs
 * are for one level, or for two. */
static uint32_t remotes_of(const struct netlist *n)
{
    return n->sys->l2.mshrs / (n->rules.gpu_homes ? 4 : 2);
}

int tile_bank_front(struct build *b, uint32_t package, uint32_t bank)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    const uint32_t remotes = remotes_of(n);
    struct tile t = {
        .name = arena_printf(&n->arena, "%s.bank_front.%u", tile_node(n, package), bank),
        .class = "bank_front",
        .module = b->bank_front,
        .id = -1,
        .waits = n->rules.gpu_homes ? 2 * remotes : remotes,
        .counters = n->rules.gpu_homes ? bank_front_gpu_counters : bank_front_counters(&n->rules),
        .params = {{"LINE_W", n->line_bits},
                   {"LINE_BYTES", s->line_bytes},
                   {"OWN_W", n->core.bits[MSG_SRC]},
                   {"SRC_W", n->bank.bits[MSG_SRC]},
                   {"MEM_SRC_W", n->memory.bits[MSG_SRC]},
                   {"REMOTES", remotes}}};
    with_home(&t, n, package);
    if (n->rules.gpu_homes)
        with_gpu_homes(&t, n, remotes);
    else if (n->rules.directory)
        with_directory(&t, n, 2 * remotes);
    tile_with_queues(&t, n);
    tile_with_counters(&t, n);
    return tile_add(b, t);
}

/* It asks L2 banks, as an L1 would that has its number. */
int tile_l15(struct build *b, uint32_t gpu, uint32_t bank)
{
    struct netlist *n = b->n;
    const struct sys_l15 *l15 = &n->sys->l15;
    const struct rules rules = tile_l15_rules(n);
    struct sys_l2 shape = {.bytes = l15->bytes, .ways = l15->ways, .mshrs = l15->mshrs};
    struct tile t = {.name = arena_printf(&n->arena, "%s.l15.%u", tile_node(n, gpu), bank),
                     .class = "l15",
                     .module = b->l15,
                     .id = (int)(gpu << tile_l1_bits(n) | bank),
                     .id_bits = (int)n->core.bits[MSG_SRC],
                     .counters = l2_counters(&rules, tile_l15_options(n))};
    return tile_add(b, bank_of(n, t, &n->core, l15->banks, shape, LEVEL_L15));
}
