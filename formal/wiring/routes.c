/*
 * Routes: for every L1 and every kind of line, from the port of an SM, of a copy engine or of the
 * CPU to the DRAM's and back, through all switches and links between. The proof of the switch shows
 * that a message goes to the output that it names; these checks show that it names the right
 * output.
 */
#include "formal/wiring/trips.h"
#include "gen/system/derived.h"

#include <stdlib.h>
#include <string.h>

/* ---- ids ---- */

static int64_t id_of(struct check *k, const struct cell *cell)
{
    return constant_at(k, "ids_differ", cell, "id_i");
}

/* An asker that other packages hear too has the number of its package above that of its port, which
 * has the bits that number the package's `askers`. */
static void check_id(struct check *k, const struct cell *cell, int64_t port, uint32_t package,
                     uint32_t askers)
{
    int64_t id = id_of(k, cell), above = (int64_t)package << bits_for(askers);
    if (port >= 0 && id >= 0 && id != (above | port))
        wiring_found(k->f, "ids_are_ports", "%s has id %lld at port %lld of package %u", cell->name,
                     (long long)id, (long long)port, package);
}

/* ---- a line's way there and back ---- */

/* How many units of a package ask L2 banks that other packages ask, too: L1s, or L1.5 banks. */
static uint32_t askers(const struct system *s)
{
    const uint32_t l1s = l1s_of(s, 0);
    return s->l15.banks > l1s ? s->l15.banks : l1s;
}

/* Whether packages ask each other at this level: L1s where banks are on the side of the memory, and
 * banks where they are on the side of the SMs. */
static bool is_between_packages(const struct trips *t, enum sys_l2_role role)
{
    const struct system *s = t->k->sys;
    return s->memory.at == SYS_PACKAGES && t->lines.homes > 1 && s->l2.role == role;
}

static uint32_t links_to_memory(const struct trips *t, uint32_t gpu, uint64_t line)
{
    const struct system *s = t->k->sys;
    if (s->memory.at == SYS_CENTRAL && is_of_host(s, &t->lines, line))
        return gpu < s->gpus ? 2 : 0; /* the package's and the host's; the CPU is at the host */
    if (s->memory.at == SYS_CENTRAL)
        return s->fabric.network.topology != NET_NONE_KIND
                   ? 2
                   : (s->link.latency > 0 ? 1u : 0u) +
                         (s->fabric.controller_link.latency > 0 ? 1u : 0u);
    return links_between(s, gpu, home_of(&t->lines, line)) +
           (s->fabric.controller_link.latency > 0 ? 1U : 0U);
}

/* The DRAM channel that a unit both asks and hears, -1 if there is none. With RDCs a mux is between
 * them, which has ports of its own for each kind of unit. */
static int64_t dram_at(struct check *k, const struct cell *unit, const char *to, const char *from)
{
    const struct end *ask = end_at(k, unit, "dram_req", 0), *back = end_at(k, unit, "dram_rsp", 0);
    if (system_has_rdc(k->sys)) {
        if (ask == NULL || back == NULL || ask->peer == NULL || back->peer == NULL ||
            !is_unit(ask->peer->cell, "um_dram_mux") || ask->peer->cell != back->peer->cell ||
            strcmp(ask->peer->channel, to) != 0 || strcmp(back->peer->channel, from) != 0)
            return -1;
        const struct cell *mux = ask->peer->cell;
        ask = end_at(k, mux, "req", 0);
        back = end_at(k, mux, "rsp", 0);
    }
    bool is = ask != NULL && back != NULL && ask->peer != NULL && back->peer != NULL &&
              ask->peer->cell == NULL && back->peer->cell == NULL &&
              ask->peer->index == back->peer->index;
    return is ? (int64_t)ask->peer->index : -1;
}

static void check_dram(struct trips *t, const struct cell *l2, const struct cell *umc,
                       uint64_t line)
{
    struct check *k = t->k;
    uint32_t owner = dram_of(k->sys, &t->lines, line);
    if (dram_at(k, umc, "umc_req", "umc_rsp") != owner)
        wiring_found(k->f, "requests_reach_owners",
                     "line %llu comes from %s to %s, which is not before DRAM %u",
                     (unsigned long long)line, l2->name, umc->name, owner);
}

/* The controller of a line sends invalidations to a bank by its number: the package above the bank
 * of the line. Acknowledgements go the way of requests. */
static void check_invalidations(struct trips *t, const struct cell *l2, const struct cell *umc,
                                uint32_t gpu, uint64_t line)
{
    struct check *k = t->k;
    const struct system *s = k->sys;
    uint32_t lsb = (uint32_t)value_of(umc, "NODE_LSB"), home = home_of(&t->lines, line);
    uint64_t bank = line >> value_of(umc, "BANK_LSB") & ((UINT64_C(1) << lsb) - 1);
    int64_t id = id_of(k, l2), right = (int64_t)((uint64_t)gpu << lsb | bank);
    if (id != right || gpu >> value_of(umc, "NODE_W") != 0)
        wiring_found(k->f, "invalidations_reach_banks",
                     "%s invalidates line %llu of package %u at bank %lld, which is not %s",
                     umc->name, (unsigned long long)line, gpu, (long long)right, l2->name);
    const uint32_t nodes = packages_of(s);
    uint64_t own = s->memory.at == SYS_PACKAGES ? home : nodes;
    if (value_of(umc, "NODES") != nodes || value_of(umc, "HOME") != own)
        wiring_found(k->f, "invalidations_reach_banks",
                     "%s is of package %llu of %llu, not of %llu of %u", umc->name,
                     (unsigned long long)value_of(umc, "HOME"),
                     (unsigned long long)value_of(umc, "NODES"), (unsigned long long)own, nodes);
    struct message m = ack(t, line, (uint32_t)value_of(l2, "TAG_W"));
    struct arrival a = follow(k, end_at(k, l2, "ack", 0), &m);
    if (arrives(k, "requests_reach_owners", a.at, "um_umc", "ack", umc))
        check_wires(k, "requests_reach_owners", l2, line, a, links_to_memory(t, gpu, line));
}

/* Where a bank's request comes to before any lane; with RDCs, a line of another package comes to
 * the bank of them that the line's lowest bits name, which has the last lines of that number's DRAM
 * channel. NULL: it got lost. */
static const struct cell *rdc_of(struct trips *t, const struct cell *l2, uint32_t gpu,
                                 uint64_t line, const struct message *req, struct arrival *a)
{
    struct check *k = t->k;
    uint32_t umcs = k->sys->umc.count, channel = gpu * umcs + (uint32_t)(line % umcs);
    *a = follow(k, end_at(k, l2, "mem_req", 0), req);
    if (!arrives(k, "requests_reach_owners", a->at, "um_rdc", "req", NULL))
        return NULL;
    const struct cell *rdc = a->at->cell;
    check_wires(k, "requests_reach_owners", l2, line, *a, 0);
    same_width(k, l2, "MEM_SRC_W", rdc, "SRC_W");
    if (dram_at(k, rdc, "rdc_req", "rdc_rsp") != channel)
        wiring_found(k->f, "requests_reach_owners",
                     "line %llu comes from %s to %s, which is not at DRAM %u",
                     (unsigned long long)line, l2->name, rdc->name, channel);
    return rdc;
}

/* Where there are switches before the planes, or behind them in cubes, a bank has its number among
 * those of its plane, the planes being the cubes of a cluster. */
static void check_id_at_plane(struct check *k, const struct cell *l2, int64_t id, uint32_t gpu,
                              uint64_t line)
{
    const struct system *s = k->sys;
    const uint32_t cubes = s->memory.cubes.each, bank = (uint32_t)(line % s->l2.banks);
    const uint32_t want = gpu * (s->l2.banks / cubes) + bank / cubes;
    if (id != want)
        wiring_found(k->f, "ids_are_ports", "%s has id %lld, and is number %u of its plane",
                     l2->name, (long long)id, want);
}

/* The trip from a bank to the controller and the DRAM channel that own the line, and back; there
 * and back by one RDC bank, if packages have RDCs and the line is another's. Where a bank has two
 * ways, `passes`: by the overlay, which the highest bit of its number says then. */
static void beyond_by(struct trips *t, const struct cell *l2, uint32_t gpu, uint64_t line,
                      bool passes)
{
    struct check *k = t->k;
    uint32_t src_w = (uint32_t)value_of(l2, "MEM_SRC_W"), links = links_to_memory(t, gpu, line);
    bool carved = system_has_rdc(k->sys) && links > 0;
    const int64_t id = id_of(k, l2), named = id | (int64_t)passes << (src_w - 1);
    struct message req = request(t, line, src_w), rsp = answer(t, line, named, src_w);
    req.passes = rsp.passes = passes;
    struct arrival first, a;
    const struct cell *from = carved ? rdc_of(t, l2, gpu, line, &req, &first) : l2;
    if (from == NULL)
        return;
    a = follow(k, end_at(k, from, "mem_req", 0), &req);
    if (!arrives(k, "requests_reach_owners", a.at, "um_umc", "req", NULL))
        return;
    const struct cell *umc = a.at->cell;
    check_wires(k, "requests_reach_owners", from, line, a, links);
    if (k->sys->memory.cubes.clusters > 0)
        check_id_at_plane(k, l2, id, gpu, line);
    else
        check_id(k, l2, carved ? first.port : a.port,
                 is_between_packages(t, SYS_CORE_SIDE) ? gpu : 0, k->sys->l2.banks);
    hear(t, (struct heard){umc, l2, named});
    same_width(k, from, carved ? "SRC_W" : "MEM_SRC_W", umc, "SRC_W");
    check_dram(t, l2, umc, line);
    if (system_invalidates(k->sys))
        check_invalidations(t, l2, umc, gpu, line);
    a = follow(k, end_at(k, umc, "rsp", 0), &rsp);
    if (!arrives(k, "answers_return", a.at, carved ? "um_rdc" : "um_l2", "mem_rsp", from))
        return;
    check_wires(k, "answers_return", umc, line, a, links);
    if (!carved)
        return;
    a = follow(k, end_at(k, from, "rsp", 0), &rsp);
    if (arrives(k, "answers_return", a.at, "um_l2", "mem_rsp", l2))
        check_wires(k, "answers_return", from, line, a, 0);
}

static void beyond_l2(struct trips *t, const struct cell *l2, uint32_t gpu, uint64_t line)
{
    check_has_detour(t->k, l2, gpu);
    beyond_by(t, l2, gpu, line, false);
    if (has_two_ways(t->k, gpu))
        beyond_by(t, l2, gpu, line, true);
}

/* The trip from an L1.5 bank to the bank of the line's home, and back. Returns that bank; NULL: the
 * request got lost. */
static const struct cell *beyond_l15(struct trips *t, const struct cell *l15, uint32_t gpu,
                                     uint64_t line)
{
    struct check *k = t->k;
    uint32_t src_w = (uint32_t)value_of(l15, "MEM_SRC_W");
    int64_t id = id_of(k, l15);
    struct message req = request(t, line, src_w), rsp = answer(t, line, id, src_w);
    const uint32_t home = home_of(&t->lines, line), links = links_between(k->sys, gpu, home);
    struct arrival a = follow(k, end_at(k, l15, "mem_req", 0), &req);
    if (!arrives(k, "requests_reach_owners", a.at, "um_l2", "req", NULL))
        return NULL;
    const struct cell *l2 = a.at->cell;
    check_wires(k, "requests_reach_owners", l15, line, a, links);
    check_id(k, l15, a.port, gpu, askers(k->sys));
    hear(t, (struct heard){l2, l15, id});
    same_width(k, l15, "MEM_SRC_W", l2, "SRC_W");
    check_line_bank(t, l15, l2_of(k->sys, &t->lines, home, line), line, l2);
    a = follow(k, end_at(k, l2, "rsp", 0), &rsp);
    if (arrives(k, "answers_return", a.at, "um_l2", "mem_rsp", l15))
        check_wires(k, "answers_return", l2, line, a, links);
    return l2;
}

/* | line |, of which the lowest bits name the bank. */
static struct message drop(const struct trips *t, uint64_t line)
{
    return (struct message){
        .is = DROPS, .bits = t->lines.bits, .known = {{0, t->lines.low_bits, line}}};
}

/* Of each package one SM, and the CPU, is the first to ask its banks. */
static bool is_first(const struct system *s, uint32_t core)
{
    const enum core_kind is = kind_of(s, core);
    return is == OF_CPU || (is == OF_SM && core % s->sm.count == 0);
}

/* The first core of each package looks beyond the banks that it asks first; a host's banks, which
 * no package asks first, are for the first package's. */
static bool looks_beyond(const struct trips *t, uint32_t core, uint64_t line)
{
    const struct system *s = t->k->sys;
    uint32_t home = home_of(&t->lines, line);
    if (!is_first(s, core))
        return false;
    return !is_between_packages(t, SYS_MEMORY_SIDE) || package_of(s, core) == home ||
           (core == 0 && home >= s->gpus);
}

static void trip(struct trips *t, const struct cell *l1, uint32_t core, uint64_t line)
{
    struct check *k = t->k;
    const struct system *s = k->sys;
    uint32_t src_w = (uint32_t)value_of(l1, "SRC_W"), gpu = package_of(s, core);
    int64_t id = id_of(k, l1);
    struct message req = request(t, line, src_w), rsp = answer(t, line, id, src_w);
    struct arrival a = follow(k, end_at(k, l1, "req", 0), &req);
    k->f->routes++;
    if (!arrives(k, "requests_reach_owners", a.at, "um_l2", "req", NULL))
        return;
    const struct cell *l2 = a.at->cell;
    bool between = is_between_packages(t, SYS_MEMORY_SIDE);
    bool l15 = between && passes_l15(s, &t->lines, gpu, line);
    uint32_t links = between && !l15 ? links_between(s, gpu, home_of(&t->lines, line)) : 0;
    check_wires(k, "requests_reach_owners", l1, line, a, links);
    check_id(k, l1, a.port, between ? gpu : 0, askers(s));
    const bool both = s->l2.role == SYS_BOTH_SIDES;
    hear(t, (struct heard){l2, l1, id});
    if (both) /* whose number has a bit more: of another package */
        rsp = answer(t, line, id, (uint32_t)value_of(l2, "SRC_W"));
    else
        same_width(k, l1, "SRC_W", l2, "SRC_W");
    check_line_bank(t, l1, l15 ? l15_of(s, &t->lines, gpu, line) : l2_of(s, &t->lines, gpu, line),
                    line, l2);
    a = follow(k, end_at(k, l2, "rsp", 0), &rsp);
    if (arrives(k, "answers_return", a.at, "um_l1", "rsp", l1))
        check_wires(k, "answers_return", l2, line, a, links);
    if (is_deep(s)) {
        struct message m = drop(t, line);
        check_drops(k, l1, l1s_of(s, gpu), l2, &m);
    }
    if (l15 && is_first(s, core))
        l2 = beyond_l15(t, l2, gpu, line);
    if (both && looks_beyond(t, core, line) && gpu != home_of(&t->lines, line))
        beyond_both(t, l2, gpu, line);
    else if (l2 != NULL && looks_beyond(t, core, line))
        beyond_l2(t, l2, between ? home_of(&t->lines, line) : gpu, line);
}

/* ---- all SMs, all lines ---- */

static void check_outside(struct check *k, uint32_t homes)
{
    const struct system *s = k->sys;
    if (end_at(k, NULL, "core_req", cores(s)) != NULL ||
        end_at(k, NULL, "dram_req", homes * s->umc.count) != NULL)
        wiring_found(k->f, "sizes_are_the_systems",
                     "um_system has more cores or DRAMs than the system");
}

/* The copy engine that both hears and answers a port of the system; NULL: none. */
static const struct cell *engine_at(const struct end *from, const struct end *back)
{
    bool is = from != NULL && back != NULL && from->peer != NULL && back->peer != NULL &&
              is_unit(from->peer->cell, "um_copy") && from->peer->cell == back->peer->cell &&
              strcmp(from->peer->channel, "cmd_req") == 0 &&
              strcmp(back->peer->channel, "cmd_rsp") == 0;
    return is ? from->peer->cell : NULL;
}

/* The L1 of a core, behind the unit that changes lines if there is one; NULL and a finding if no L1
 * both hears and answers the core. Routes are of lines as the L1s know them. */
static const struct cell *l1_of(struct check *k, uint32_t core)
{
    const struct end *from = end_at(k, NULL, "core_req", core);
    const struct end *back = end_at(k, NULL, "core_rsp", core);
    const struct cell *engine = engine_at(from, back);
    if ((engine != NULL) != (kind_of(k->sys, core) == OF_ENGINE))
        wiring_found(k->f, "sizes_are_the_systems", "core %u is %s", core,
                     engine != NULL ? "a copy engine" : "no copy engine");
    if (engine != NULL) {
        from = end_at(k, engine, "core_req", 0);
        back = end_at(k, engine, "core_rsp", 0);
    }
    const struct cell *next = from != NULL && from->peer != NULL ? from->peer->cell : NULL;
    bool hashed = next != NULL && is_unit(next, "um_hash"),
         ordered = next != NULL && is_unit(next, "um_fields");
    if (hashed != (hash_bits(k->sys) > 0))
        wiring_found(k->f, "sizes_are_the_systems", "the lines of core %u are %s", core,
                     hashed ? "hashed" : "not hashed");
    if (ordered != fields_of(k->sys).moved)
        wiring_found(k->f, "sizes_are_the_systems", "the lines of core %u have %s order", core,
                     ordered ? "another" : "the units'");
    if (hashed || ordered)
        from = end_at(k, next, "out", 0);
    if (from != NULL && back != NULL && from->peer != NULL && back->peer != NULL &&
        is_unit(from->peer->cell, "um_l1") && from->peer->cell == back->peer->cell)
        return from->peer->cell;
    wiring_found(k->f, "answers_return", "core %u has no L1 that both hears and answers it", core);
    return NULL;
}

void check_routes(struct check *k)
{
    const struct system *s = k->sys;
    struct trips t = {.k = k, .lines = lines_of(s)};
    t.banks = (s->l2.role == SYS_MEMORY_SIDE ? t.lines.homes : packages_of(s)) * s->l2.banks +
              s->gpus * s->l15.banks;
    t.l2 = xcalloc(t.banks, sizeof(const struct cell *));
    check_outside(k, t.lines.homes);
    for (uint32_t core = 0; core < cores(s); core++) {
        const struct cell *l1 = l1_of(k, core);
        for (uint32_t home = 0; l1 != NULL && home < t.lines.homes; home++)
            for (uint32_t low = 0; low < t.lines.low; low++)
                if (core_may_ask(s, &t.lines, core, line_of(&t.lines, home, low)))
                    trip(&t, l1, core, line_of(&t.lines, home, low));
    }
    free(t.l2);
    free(t.heard);
}
