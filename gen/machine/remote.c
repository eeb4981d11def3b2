/* What is between the switches of a package and its lanes: banks that cache lines of other
 * packages, which are L1.5 banks before L2s, or RDC banks behind them. L1.5 banks for all lines are
 * before the switches. */
#include "gen/machine/impl.h"
#include "gen/system/derived.h"

/* Adds the switches between a level's banks for remote lines and its lanes. */
static struct level remote_level(struct build *b, const struct level *v, const struct lane *lanes)
{
    struct netlist *n = b->n;
    struct level remote = {.askers = v->remotes,
                           .owners = v->lanes,
                           .w = v->w,
                           .owner_bits = log2_up(v->lanes),
                           .asker_bits = log2_up(v->remotes),
                           .asker_of_line = system_has_rdc(n->sys)};
    level_begin(b, &remote, arena_printf(&n->arena, "%s.remote", tile_node(n, v->home)));
    for (uint32_t k = 0; k < v->lanes; k++)
        level_owner(b, &remote, k, lanes[k].owner);
    return remote;
}

/* A bank i that is asked in level v and asks in level `remote`. */
static void add_bank(struct build *b, const struct level *v, const struct level *remote, uint32_t i,
                     int bank)
{
    level_remote(b, v, i,
                 (struct stop){.req = build_end(bank, "req"), .rsp = build_end(bank, "rsp")});
    level_asker(
        b, remote, i,
        (struct stop){.req = build_end(bank, "mem_req"), .rsp = build_end(bank, "mem_rsp")});
}

void remote_l15s(struct build *b, const struct level *v, const struct lane *lanes)
{
    const struct level remote = remote_level(b, v, lanes);
    for (uint32_t i = 0; i < v->remotes; i++)
        add_bank(b, v, &remote, i, tile_l15(b, v->home, i));
}

struct level remote_before(struct build *b, const struct level *v, uint32_t l1s)
{
    struct netlist *n = b->n;
    const uint32_t banks = n->sys->l15.banks;
    struct level above = {.askers = l1s,
                          .owners = banks,
                          .home = v->home,
                          .w = v->w,
                          .crossbar = v->crossbar,
                          .owner_bits = log2_up(banks),
                          .asker_bits = v->asker_bits};
    level_begin(b, &above, tile_node(n, v->home));
    for (uint32_t i = 0; i < banks; i++) {
        const int bank = tile_l15(b, v->home, i);
        level_owner(b, &above, i,
                    (struct stop){.req = build_end(bank, "req"), .rsp = build_end(bank, "rsp")});
        level_asker(
            b, v, i,
            (struct stop){.req = build_end(bank, "mem_req"), .rsp = build_end(bank, "mem_rsp")});
    }
    return above;
}

/* A UMC has its DRAM channel behind a mux. */
static void share_dram(struct build *b, int umc, int mux, uint32_t number)
{
    struct netlist *n = b->n;
    build_connect(b, build_end(umc, "dram_req"), build_end(mux, "umc_req"),
                  msg_bits(n->rules.dram_req, &n->memory));
    build_connect(b, build_end(mux, "umc_rsp"), build_end(umc, "dram_rsp"),
                  msg_bits(n->rules.dram_rsp, &n->memory));
    build_dram(b, mux, "req", "rsp", number);
}

/* An RDC bank is behind that mux, too. */
static void share_with_rdc(struct build *b, int rdc, int mux)
{
    const struct msg_widths w = tile_rdc_widths(b->n);
    build_connect(b, build_end(rdc, "dram_req"), build_end(mux, "rdc_req"),
                  msg_bits(&msg_dram_req_rdc, &w));
    build_connect(b, build_end(mux, "rdc_rsp"), build_end(rdc, "dram_rsp"),
                  msg_bits(&msg_dram_rsp_rdc, &w));
}

void remote_no_rdcs(struct build *b, uint32_t node, uint32_t first)
{
    struct netlist *n = b->n;
    const struct msg_widths w = tile_rdc_widths(n);
    for (uint32_t i = 0; i < n->sys->umc.count; i++) {
        const int mux = tile_dram_mux(b, node, i);
        share_dram(b, n->umc_tiles[first + i], mux, first + i);
        build_channel(b, (struct channel){.from = build_end(-1, "rdc_req"),
                                          .to = build_end(mux, "rdc_req"),
                                          .bits = msg_bits(&msg_dram_req_rdc, &w),
                                          .outside = NOWHERE});
        build_channel(b, (struct channel){.from = build_end(mux, "rdc_rsp"),
                                          .to = build_end(-1, "rdc_rsp"),
                                          .bits = msg_bits(&msg_dram_rsp_rdc, &w),
                                          .outside = NOWHERE});
    }
}

void remote_rdcs(struct build *b, const struct level *v, const struct lane *lanes, uint32_t first)
{
    const struct level remote = remote_level(b, v, lanes);
    for (uint32_t i = 0; i < v->remotes; i++) {
        int rdc = tile_rdc(b, v->home, i), mux = tile_dram_mux(b, v->home, i);
        add_bank(b, v, &remote, i, rdc);
        share_dram(b, b->n->umc_tiles[first + i], mux, first + i);
        share_with_rdc(b, rdc, mux);
    }
}
