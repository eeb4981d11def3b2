/* Checks the sizes of messages at both ends of a channel, and of units against the system file. */
#include "formal/wiring/impl.h"
#include "gen/system/derived.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- messages ---- */

void check_message(struct check *k, const struct cell *cell, const char *channel, uint32_t bits)
{
    const struct end *e = end_at(k, cell, channel, 0);
    if (e != NULL && e->bits != padded(bits))
        wiring_found(k->f, "sizes_agree", "%s.%s has %u bits, its messages need %u", cell->name,
                     channel, e->bits, padded(bits));
}

/* The lines of a controller, and of those the sets of the RDC bank beside it. */
static uint64_t lines_of_umc(const struct system *s)
{
    return s->umc.bytes / s->line_bytes;
}

static uint64_t rdc_sets(const struct system *s)
{
    return s->rdc.bytes / s->line_bytes / s->umc.count;
}

/* A valid bit, a dirty bit if the bank writes back, the epoch, and the part of a line's address
 * that says neither controller nor set. */
static uint32_t rdc_spare_bits(const struct system *s)
{
    return (s->rdc.writes == SYS_RDC_BACK ? 2U : 1U) + s->rdc.epoch_bits + lines_of(s).bits -
           bits_for(s->umc.count) - bits_for(rdc_sets(s));
}

static void check_messages(struct check *k, const struct cell *cell)
{
    uint64_t line = 0, src = 0, mem_src = 0, tag = 0;
    if (!cell_param(cell, "LINE_W", &line) || !cell_param(cell, "SRC_W", &src))
        return;
    const struct system *s = k->sys;
    struct places p = places_of(s, (uint32_t)line, (uint32_t)src);
    check_message(k, cell, "req", p.req_bits);
    check_message(k, cell, "rsp", p.rsp_bits);
    if (cell_param(cell, "MEM_SRC_W", &mem_src)) {
        p = places_of(s, (uint32_t)line, (uint32_t)mem_src);
        check_message(k, cell, "mem_req", p.req_bits);
        check_message(k, cell, "mem_rsp", p.rsp_bits);
    }
    if (!cell_param(cell, "TAG_W", &tag))
        return;
    uint32_t data = 8 * s->line_bytes, words = data + s->line_bytes + (uint32_t)line;
    check_message(k, cell, "core_req", words + (uint32_t)tag + 4 + 5);
    check_message(k, cell, "core_rsp", data + (uint32_t)tag);
    /* With spare bits: | entry | spare | behind a request, | write | entry | spare | an answer. */
    bool rdc = is_unit(cell, "um_rdc");
    uint32_t spare = rdc ? rdc_spare_bits(s) : system_invalidates(s) ? 2 : 0;
    check_message(k, cell, "dram_req", words + (uint32_t)tag + 1 + (spare > 0 ? spare + 1 : 0));
    check_message(k, cell, "dram_rsp", data + (uint32_t)tag + (spare > 0 ? spare + 2 : 0));
    check_message(k, cell, "ack", p.ack_bits + (uint32_t)tag);
    check_message(k, cell, "mem_ack", p.ack_bits + (uint32_t)tag);
    check_message(k, cell, "drop", (uint32_t)line);
    check_message(k, cell, "dropped", (uint32_t)line);
}

/* ---- the system file ---- */

void check_values(struct check *k, const struct cell *cell, const struct size *sizes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t value;
        if (cell_param(cell, sizes[i].name, &value) && value != sizes[i].value)
            wiring_found(k->f, "sizes_are_the_systems", "%s.%s is %llu, the system's is %llu",
                         cell->name, sizes[i].name, (unsigned long long)value,
                         (unsigned long long)sizes[i].value);
    }
}

/* Whether a router has no node: it is the one between rings. */
static bool is_between(struct check *k, const struct cell *router)
{
    for (uint32_t i = 0; i < value_of(router, "PORTS"); i++) {
        const struct end *e = end_at(k, router, "out", i);
        if (e == NULL || e->peer == NULL || is_unit(e->peer->cell, "um_ni_eject"))
            return false;
    }
    return true;
}

/* Whether a link is between a switch and a controller. */
static bool is_of_controller(const struct check *k, const struct cell *wire)
{
    const struct end *in = end_at((struct check *)k, wire, "in", 0),
                     *out = end_at((struct check *)k, wire, "out", 0);
    return (in != NULL && in->peer != NULL && is_unit(in->peer->cell, "um_umc")) ||
           (out != NULL && out->peer != NULL && is_unit(out->peer->cell, "um_umc"));
}

/* Beside a central memory, which a network joins, the only links are those to the host. Beside a
 * network of packages, lanes are their links to it. */
const struct sys_link *link_of(const struct check *k, const struct cell *wire)
{
    const struct system *s = k->sys;
    if (s->fabric.package_link.latency > 0 && is_unit(wire, "um_lane"))
        return &s->fabric.package_link;
    if (s->fabric.controller_link.latency > 0 && is_of_controller(k, wire))
        return &s->fabric.controller_link;
    const bool of_host = s->memory.at == SYS_CENTRAL && s->memory.host && is_unit(wire, "um_link");
    return of_host ? &s->fabric.host_link : &s->link;
}

/* The latency of a link; of a hop to or from the router between rings it may be another. */
static uint32_t latency_of(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    if (s->fabric.between.latency == 0 || !is_unit(cell, "um_hop"))
        return link_of(k, cell)->latency;
    const struct end *in = end_at(k, cell, "in", 0), *out = end_at(k, cell, "out", 0);
    const bool between = (in != NULL && in->peer != NULL && is_between(k, in->peer->cell)) ||
                         (out != NULL && out->peer != NULL && is_between(k, out->peer->cell));
    return between ? s->fabric.between.latency : s->link.latency;
}

/* Checks the parameters that units of any kind have. */
static void check_common(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    const struct size sizes[] = {
        {"LINE_W", lines_of(s).bits},
        {"LINE_BYTES", s->line_bytes},
        {"TS_W", s->mgcc.ts_bits},
        {"TIME_W", time_bits(s)},
        {"QUEUE_IN", s->hardware.queue_in},
        {"QUEUE_OUT", s->hardware.queue_out},
        {"COUNT_W", s->hardware.count_bits},
        {"COUNT_ONE", s->hardware.count_one},
        {"WORD_BYTES", s->hardware.word_bytes},
        {"TICK", s->mgcc.tick},
        {"RD_LEASE", s->mgcc.rd_lease},
        {"WR_LEASE", s->mgcc.wr_lease},
        {"TSU_SETS", s->tsu.sets},
        {"TSU_WAYS", s->tsu.ways},
        {"TSU_LOOK", s->tsu.look},
        {"TSU_LATENCY", s->tsu.latency},
        {"IMST_SETS", s->imst.sets},
        {"IMST_WAYS", s->imst.ways},
        {"IMST_DEMOTES", s->imst.demotes},
        {"UMC_W", bits_for(s->umc.count)},
        {"LATENCY", latency_of(k, cell)},
    };
    check_values(k, cell, sizes, sizeof sizes / sizeof *sizes);
}

/* A package's L1.5 bank is an L2 bank whose requests leave by lanes or a network of packages, or go
 * to another L2 bank. */
static bool is_l15(struct check *k, const struct cell *l2)
{
    const struct end *e = end_at(k, l2, "mem_req", 0);
    if (e != NULL && e->peer != NULL && is_unit(e->peer->cell, "um_switch"))
        e = end_at(k, e->peer->cell, "out", 0);
    return k->sys->memory.at == SYS_PACKAGES && e != NULL && e->peer != NULL &&
           (is_unit(e->peer->cell, "um_lane") || is_unit(e->peer->cell, "um_ni_inject") ||
            is_unit(e->peer->cell, "um_l2"));
}

/* Levels of an OP_EMPTY. */
enum { FOR_L2 = 1, FOR_L15 = 4 };

/* Its part of the line address, and the level of an OP_EMPTY that is for it. */
static void check_banks(struct check *k, const struct cell *cell, uint32_t banks, uint32_t level)
{
    const struct size sizes[] = {{"BANK_W", bits_for(banks)}, {"LEVEL", level}};
    check_values(k, cell, sizes, 2);
}

static void check_cache(struct check *k, const struct cell *cell, uint32_t bytes, uint32_t ways,
                        uint32_t mshrs)
{
    const struct size sizes[] = {
        {"SETS", bytes / k->sys->line_bytes / ways}, {"WAYS", ways}, {"MSHRS", mshrs}};
    check_values(k, cell, sizes, 3);
}

/* A hash must leave the home as it is, and know where a core_req has its line. */
static void check_hash(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    const struct size sizes[] = {{"LINE_LSB", 9 * s->line_bytes},
                                 {"LINE_W", lines_of(s).home_lsb},
                                 {"LOW_W", hash_bits(s)},
                                 {"QUEUE_IN", s->hardware.queue_in}};
    check_values(k, cell, sizes, sizeof sizes / sizeof *sizes);
}

static void check_fields(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    const struct line_fields order = fields_of(s);
    const struct size sizes[] = {
        {"LINE_LSB", 9 * s->line_bytes},   {"LINE_W", lines_of(s).home_lsb},
        {"PLANE_FROM", order.plane_from},  {"PLANE_W", order.plane_w},
        {"UMC_FROM", order.umc_from},      {"UMC_W", order.umc_w},
        {"QUEUE_IN", s->hardware.queue_in}};
    check_values(k, cell, sizes, sizeof sizes / sizeof *sizes);
}

/* The L1 of an engine has two sets of two ways, and an MSHR for each line under way. That of a CPU
 * has a shape of its own. */
static void check_l1(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    uint32_t lines = s->copy_engine.lines;
    if (is_of_engine(k, cell))
        check_cache(k, cell, 4 * s->line_bytes, 2, lines < 64 ? lines : 64);
    else if (is_of_cpu(k, cell))
        check_cache(k, cell, s->cpu.l1_bytes, s->cpu.l1_ways, s->cpu.l1_mshrs);
    else
        check_cache(k, cell, s->l1.bytes, s->l1.ways, s->l1.mshrs);
}

static void check_engine(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    uint32_t data = 8 * s->line_bytes, tag = s->sm.tags > 1 ? bits_for(s->sm.tags) : 1;
    uint32_t request = data + s->line_bytes + lines_of(s).bits + tag + 4 + 5;
    const struct size lines = {"LINES", s->copy_engine.lines};
    check_values(k, cell, &lines, 1);
    check_message(k, cell, "cmd_req", request);
    check_message(k, cell, "cmd_rsp", data + tag);
    check_message(k, cell, "core_req", request);
    check_message(k, cell, "core_rsp", data + tag);
}

/* A broadcast has a channel for each L1 of its package, and lines alone to tell. */
static void check_broadcast(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    const struct size l1s = {"L1S", l1s_of(s, is_of_cpu(k, cell) ? s->gpus : 0)};
    check_values(k, cell, &l1s, 1);
    check_message(k, cell, "ask", lines_of(k->sys).bits);
    check_message(k, cell, "answer", lines_of(k->sys).bits);
}

static void check_tags(struct check *k, const struct cell *cell, uint32_t tags)
{
    const struct size size = {"TAG_W", tags > 1 ? bits_for(tags) : 1};
    check_values(k, cell, &size, 1);
}

/* ---- the protocol ---- */

/* "mgcc", or with rules left out "mgcc_no_m15". */
static void protocol_name(const struct system *s, char *name, size_t room)
{
    static const char *const names[PROTOCOL_COUNT] = {
        [PROTOCOL_MGCC] = "mgcc",        [PROTOCOL_MGCC_RENEW] = "renew",
        [PROTOCOL_MGCC_PAPER] = "paper", [PROTOCOL_MGCC_EXAMPLE] = "example",
        [PROTOCOL_NC_WT] = "nc",         [PROTOCOL_NC_WB] = "nc_wb",
        [PROTOCOL_GPU_VI] = "vi",        [PROTOCOL_CARVE_NC] = "nc",
        [PROTOCOL_CARVE_SWC] = "nc",     [PROTOCOL_CARVE_HWC] = "vi",
        [PROTOCOL_HMG] = "hmg"};
    const struct sys_rules *on = &s->mgcc.rules;
    const bool kept[] = {on->m1, on->m2, on->m3, on->m4, on->m5, on->m6, on->m9};
    char without[16] = "";
    size_t n = 0;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (!kept[i])
            without[n++] = "1234569"[i];
    bool mgcc = has_clocks(s);
    const char *known = names[s->protocol] != NULL ? names[s->protocol] : "unknown";
    snprintf(name, room, "%s%s%s", known, mgcc && without[0] != '\0' ? "_no_m" : "",
             mgcc ? without : "");
}

/* A name of the protocol, and a suffix. */
static void is_module(struct check *k, const struct cell *cell, const char *kind, const char *rules,
                      const char *suffix)
{
    char name[128];
    snprintf(name, sizeof name, "%s_%s%s", kind, rules, suffix);
    if (k->sys->fault == SYS_FAULT_NONE && strcmp(cell->of->unit, name) != 0)
        wiring_found(k->f, "sizes_are_the_systems", "%s is a %s, the system's protocol has %s",
                     cell->name, cell->of->unit, name);
}

static void check_module(struct check *k, const struct cell *cell, const char *kind,
                         const char *suffix)
{
    char rules[64];
    protocol_name(k->sys, rules, sizeof rules);
    is_module(k, cell, kind, rules, suffix);
}

static bool tsu_follows(const struct system *s)
{
    return has_times(s) && s->tsu.evicts == SYS_TSU_L2;
}

static bool tsu_has_owners(const struct system *s)
{
    return has_times(s) && s->tsu.ways_of == SYS_TSU_GPUS;
}

/* Of an L1 or an L2 bank, whose victims are by leases or not, and which adds up latencies or not.
 */
static void check_cache_module(struct check *k, const struct cell *cell, const char *kind,
                               const char *suffix)
{
    char all[48];
    const bool expired = has_times(k->sys) && k->sys->mgcc.victim == SYS_VICTIM_EXPIRED;
    snprintf(all, sizeof all, "%s%s%s%s", suffix, expired ? "_expired" : "",
             k->sys->hardware.count_latency ? "_latency" : "",
             strcmp(kind, "um_l2") == 0 && tsu_follows(k->sys) ? "_evicts" : "");
    check_module(k, cell, kind, all);
}

/* Of a controller, whose tracker sends by clocks or in turn, and lets loads merge or not. */
static void check_umc_module(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    const bool ordered = s->umc.order == SYS_BY_TIME;
    char all[48];
    snprintf(all, sizeof all, "%s%s%s%s%s%s", ordered && s->consistency == SYS_RC ? "_rc" : "",
             tsu_follows(s) ? "_evicts" : "", tsu_has_owners(s) ? "_own" : "",
             ordered ? "_ordered" : "", s->umc.merge ? "_merged" : "",
             has_clocks(s) && s->tsu.keep_wts ? "_wts" : "");
    check_module(k, cell, "um_umc", all);
    /* Of the banks of a GPU, those that ask one controller. */
    const uint32_t umcs = s->memory.at == SYS_CENTRAL ? s->umc.count : 1;
    const uint32_t ask = s->l2.banks > umcs ? s->l2.banks / umcs : 1;
    check_values(k, cell, (const struct size[]){{"OWNER_LSB", bits_for(ask)}},
                 tsu_has_owners(s) ? 1 : 0);
}

/* An L1.5 bank writes through, whatever L2 banks do. Those of a CPU's L2 have a shape of their own.
 */
static void check_bank(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    if (s->l15.banks > 0 && is_l15(k, cell)) {
        is_module(k, cell, "um_l2", "nc", s->hardware.count_latency ? "_latency" : "");
        check_banks(k, cell, s->l15.banks, FOR_L15);
        check_cache(k, cell, s->l15.bytes, s->l15.ways, s->l15.mshrs);
        return;
    }
    const bool both = s->l2.role == SYS_BOTH_SIDES && !system_has_directory(s);
    const struct size home[] = {{"HOME_W", lines_of(s).home_bits},
                                {"HOME_LSB", lines_of(s).home_lsb}};
    check_cache_module(k, cell, "um_l2", both ? "_both" : system_has_gpu_homes(s) ? "_homes" : "");
    check_values(k, cell, home, both ? 2 : 0);
    check_banks(k, cell, s->l2.banks, FOR_L2);
    if (is_of_cpu(k, cell))
        check_cache(k, cell, s->cpu.l2_bytes, s->cpu.l2_ways, s->cpu.l2_mshrs);
    else
        check_cache(k, cell, s->l2.bytes, s->l2.ways, s->l2.mshrs);
}

/* An RDC bank has the last lines of its controller. */
static void check_rdc(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    const struct size sizes[] = {{"SETS", rdc_sets(s)},
                                 {"START", lines_of_umc(s) - rdc_sets(s)},
                                 {"EPOCH_W", s->rdc.epoch_bits},
                                 {"META_W", rdc_spare_bits(s)}};
    const struct size region = {"REGION", s->rdc.region_lines};
    check_values(k, cell, sizes, sizeof sizes / sizeof *sizes);
    check_values(k, cell, &region, s->rdc.writes == SYS_RDC_BACK ? 1 : 0);
}

/* A mux tells answers to its two askers by the bit above both tags. */
static void check_mux(struct check *k, const struct cell *cell)
{
    const struct system *s = k->sys;
    uint32_t umc = bits_for(s->umc.entries), rdc = bits_for(s->rdc.mshrs);
    uint32_t both = 1 + (umc > rdc ? umc : rdc), spare = rdc_spare_bits(s);
    uint32_t data = 8 * s->line_bytes, words = data + s->line_bytes + lines_of(s).bits;
    uint32_t own = system_invalidates(s) ? 2 : 0; /* spare bits of the controller */
    const struct size sizes[] = {
        {"UMC_TAG_W", umc}, {"RDC_TAG_W", rdc}, {"TAG_W", both}, {"META_W", spare}};
    check_values(k, cell, sizes, sizeof sizes / sizeof *sizes);
    check_message(k, cell, "umc_req", words + umc + 1 + (own > 0 ? own + 1 : 0));
    check_message(k, cell, "umc_rsp", data + umc + (own > 0 ? own + 2 : 0));
    check_message(k, cell, "rdc_req", words + rdc + 2 + spare);
    check_message(k, cell, "rdc_rsp", data + rdc + 2 + spare);
    check_message(k, cell, "req", words + both + 2 + spare);
    check_message(k, cell, "rsp", data + both + 2 + spare);
}

/* What is between the units that know lines. */
static bool is_wire(const struct cell *cell)
{
    static const char *const kinds[] = {"um_switch", "um_link",      "um_lane",    "um_router",
                                        "um_hop",    "um_ni_inject", "um_ni_eject"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is_unit(cell, kinds[i]))
            return true;
    return false;
}

void check_sizes(struct check *k)
{
    const struct system *s = k->sys;
    for (uint32_t i = 0; i < k->c->top->n_cells; i++) {
        const struct cell *cell = &k->c->top->cells[i];
        if (cell->of == NULL)
            continue;
        if (is_unit(cell, "um_hash")) {
            check_hash(k, cell);
            continue;
        }
        if (is_unit(cell, "um_fields")) {
            check_fields(k, cell);
            continue;
        }
        check_common(k, cell);
        check_messages(k, cell);
        if (is_unit(cell, "um_l1")) {
            const bool rc = has_clocks(s) && s->consistency == SYS_RC;
            check_cache_module(k, cell, "um_l1", is_deep(s) ? "_deep" : rc ? "_rc" : "");
            check_l1(k, cell);
            check_tags(k, cell, s->sm.tags);
        } else if (is_unit(cell, "um_copy")) {
            check_engine(k, cell);
            check_tags(k, cell, s->sm.tags);
        } else if (is_unit(cell, "um_l2")) {
            check_bank(k, cell);
            check_tags(k, cell, s->umc.entries);
        } else if (is_unit(cell, "um_umc")) {
            check_umc_module(k, cell);
            check_tags(k, cell, s->umc.entries);
        } else if (is_unit(cell, "um_rdc") && system_has_rdc(s)) {
            check_module(k, cell, "um_rdc", s->rdc.writes == SYS_RDC_BACK ? "_back" : "");
            check_tags(k, cell, s->rdc.mshrs);
            check_rdc(k, cell);
        } else if (is_unit(cell, "um_dram_mux") && system_has_rdc(s)) {
            check_module(k, cell, "um_dram_mux", "");
            check_mux(k, cell);
        } else if (is_unit(cell, "um_bank_front") && s->l2.role == SYS_BOTH_SIDES) {
            check_module(k, cell, "um_bank_front", system_has_gpu_homes(s) ? "_homes" : "");
            check_bank_front(k, cell);
        } else if (is_unit(cell, "um_inv_gate") && is_deep(s)) {
            check_tags(k, cell, s->umc.entries);
        } else if (is_unit(cell, "um_detour")) {
            check_detour(k, cell);
        } else if (is_unit(cell, "um_inv_broadcast") && is_deep(s)) {
            check_broadcast(k, cell);
        } else if (!is_wire(cell))
            wiring_found(k->f, "sizes_are_the_systems", "%s is a %s, which is no unit known here",
                         cell->name, cell->of->unit);
    }
}
