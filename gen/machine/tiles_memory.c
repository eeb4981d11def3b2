/* Memory controllers as tiles, and what shares a DRAM channel with them. */
#include "gen/machine/tiles_impl.h"

#include "gen/system/derived.h"
#include "gen/units/memory/dram_mux.h"
#include "gen/units/memory/rdc.h"
#include "gen/units/memory/umc.h"

static struct node_field tile_node_field(const struct netlist *n)
{
    const bool planes = tile_in_planes(n);
    return (struct node_field){
        .bits = at_least_1(log2_up(system_core_nodes(n->sys))),
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
    tile_with(t, "NODE_W", f.bits);
    tile_with(t, "NODE_LSB", f.lsb);
    tile_with(t, "BANK_LSB", f.bank_lsb);
    tile_with(t, "NODES", system_core_nodes(s));
    tile_with(t, "HOME", s->memory.at == SYS_PACKAGES ? node : system_core_nodes(s));
    tile_with(t, "IMST_SETS", s->imst.sets);
    tile_with(t, "IMST_WAYS", s->imst.ways);
    tile_with(t, "IMST_DEMOTES", s->imst.demotes);
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
                     .counters = umc_counters(&n->rules, tile_options(n)),
                     .params = {{"LINE_W", n->line_bits},
                                {"LINE_BYTES", s->line_bytes},
                                {"SRC_W", n->memory.bits[MSG_SRC]},
                                {"TAG_W", log2_up(s->umc.entries)},
                                {"UMC_W", address_umc_bits(&n->map)},
                                {"WORD_BYTES", s->hardware.word_bytes}}};
    tile_with_times(&t, n);
    tile_with_queues(&t, n);
    tile_with_counters(&t, n);
    if (n->rules.tracks)
        with_imst(&t, n, node);
    if (n->rules.timed) {
        tile_with(&t, "TSU_SETS", s->tsu.sets);
        tile_with(&t, "TSU_WAYS", s->tsu.ways);
        tile_with(&t, "TSU_LOOK", s->tsu.look);
        tile_with(&t, "TSU_LATENCY", s->tsu.latency);
        if (s->tsu.ways_of == SYS_TSU_GPUS)
            tile_with(
                &t, "OWNER_LSB",
                log2_up(s->memory.at == SYS_CENTRAL ? address_plane_banks(&n->map) : s->l2.banks));
        tile_with(&t, "RD_LEASE", s->mgcc.rd_lease);
        tile_with(&t, "WR_LEASE", s->mgcc.wr_lease);
    }
    return tile_add(b, t);
}

struct msg_widths tile_rdc_widths(const struct netlist *n)
{
    struct msg_widths w = n->dram;
    w.bits[MSG_TAG] = log2_up(n->sys->rdc.mshrs);
    return w;
}

int tile_rdc(struct build *b, uint32_t package, uint32_t bank)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    const struct system_rdc rdc = system_rdc(s);
    struct tile t = {.name = arena_printf(&n->arena, "%s.rdc.%u", tile_node(n, package), bank),
                     .class = "rdc",
                     .module = b->rdc,
                     .id = -1,
                     .waits = s->rdc.mshrs,
                     .counters = rdc_counters(&n->rules, tile_options(n)),
                     .params = {{"LINE_W", n->line_bits},
                                {"LINE_BYTES", s->line_bytes},
                                {"SRC_W", n->memory.bits[MSG_SRC]},
                                {"TAG_W", log2_up(s->rdc.mshrs)},
                                {"UMC_W", address_umc_bits(&n->map)},
                                {"SETS", (uint32_t)rdc.sets},
                                {"START", (uint32_t)rdc.start},
                                {"EPOCH_W", s->rdc.epoch_bits},
                                {"PREDICT", s->rdc.predictor},
                                {"META_W", rdc.meta_bits}}};
    if (system_rdc_writes_back(s))
        tile_with(&t, "REGION", s->rdc.region_lines);
    tile_with_queues(&t, n);
    tile_with_counters(&t, n);
    return tile_add(b, t);
}

int tile_dram_mux(struct build *b, uint32_t package, uint32_t bank)
{
    struct netlist *n = b->n;
    struct tile t = {.name = arena_printf(&n->arena, "%s.dram_mux.%u", tile_node(n, package), bank),
                     .class = "dram_mux",
                     .module = b->dram_mux,
                     .id = -1,
                     .counters = dram_mux_counters,
                     .params = {{"LINE_W", n->line_bits},
                                {"LINE_BYTES", n->sys->line_bytes},
                                {"UMC_TAG_W", n->memory.bits[MSG_TAG]},
                                {"RDC_TAG_W", log2_up(n->sys->rdc.mshrs)},
                                {"TAG_W", n->dram.bits[MSG_TAG]},
                                {"META_W", n->dram.bits[MSG_META]}}};
    tile_with_queues(&t, n);
    tile_with_counters(&t, n);
    return tile_add(b, t);
}
