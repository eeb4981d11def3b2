/* The modules that a system's units are instances of. */
#include "gen/machine/network.h"

#include "gen/system/derived.h"
#include "gen/units/cache/l1.h"
#include "gen/units/cache/l2.h"
#include "gen/units/directory/bank_front.h"
#include "gen/units/directory/bank_front_gpu.h"
#include "gen/units/directory/inv_broadcast.h"
#include "gen/units/directory/inv_gate.h"
#include "gen/units/fabric/detour.h"
#include "gen/units/fabric/fields.h"
#include "gen/units/fabric/hash.h"
#include "gen/units/fabric/hop.h"
#include "gen/units/fabric/hop_pass.h"
#include "gen/units/fabric/lane.h"
#include "gen/units/fabric/link.h"
#include "gen/units/fabric/ni_eject.h"
#include "gen/units/fabric/ni_inject.h"
#include "gen/units/fabric/router.h"
#include "gen/units/fabric/switch.h"
#include "gen/units/memory/copy.h"
#include "gen/units/memory/dram_mux.h"
#include "gen/units/memory/imst.h"
#include "gen/units/memory/rdc.h"
#include "gen/units/memory/reqtracker.h"
#include "gen/units/memory/tsu.h"
#include "gen/units/memory/umc.h"
#include "sw/util/root.h"

#include <stdio.h>

struct rules netlist_rules(const struct system *s)
{
    const struct sys_rules *on = &s->mgcc.rules;
    const bool kept[] = {on->m1, on->m2, on->m3, on->m4, on->m5, on->m6, on->m9};
    unsigned without = 0;
    for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++)
        without |= kept[i] ? 0 : 1u << i; /* RULE_M1, ... */
    return protocol_rules(s->protocol, (struct rules_variant){
                                           .without = without,
                                           .rc = s->consistency == SYS_RC,
                                           .deep = s->invalidation.l1_copies == SYS_L1_VI,
                                           .gpu_homes = system_has_gpu_homes(s),
                                       });
}

struct unit_options tile_options(const struct netlist *n)
{
    return (struct unit_options){
        .both = netlist_both(n) && !n->rules.invalidates,
        .partition = n->sys->l2.partition.window > 0,
        .latency = n->sys->hardware.count_latency,
        .expired_first = n->rules.timed && n->sys->mgcc.victim == SYS_VICTIM_EXPIRED,
        .evicts = n->rules.timed && n->sys->tsu.evicts == SYS_TSU_L2,
        .own_ways = n->rules.timed && n->sys->tsu.ways_of == SYS_TSU_GPUS,
        .ordered = n->rules.sends_cts && n->sys->umc.order == SYS_BY_TIME,
        .merges = n->sys->umc.merge,
        .writes_back = system_rdc_writes_back(n->sys),
        /* the paper answers the old memts: it has no wts to keep */
        .keep_wts = n->sys->tsu.keep_wts && n->rules.sends_cts,
        .ignores_lease = n->sys->fault == SYS_FAULT_L1_IGNORES_LEASE,
        .loses_answer = n->sys->fault == SYS_FAULT_UMC_LOSES_ANSWER,
    };
}

const char *tile_l1_module(struct hdl_design *d, const struct netlist *n)
{
    return l1_emit(d, &n->rules, tile_options(n));
}

const char *tile_l2_module(struct hdl_design *d, const struct netlist *n)
{
    return l2_emit(d, &n->rules, tile_options(n));
}

struct rules tile_l15_rules(const struct netlist *n)
{
    return *system_protocol(n->sys)->l15;
}

struct unit_options tile_l15_options(const struct netlist *n)
{
    return (struct unit_options){.latency = tile_options(n).latency};
}

const char *tile_l15_module(struct hdl_design *d, const struct netlist *n)
{
    const struct rules rules = tile_l15_rules(n);
    return l2_emit(d, &rules, tile_l15_options(n));
}

const char *tile_umc_module(struct hdl_design *d, const struct netlist *n)
{
    const struct unit_options on = tile_options(n);
    const char *tracker = reqtracker_emit(d, &n->rules, on);
    const char *beside = n->rules.timed    ? tsu_emit(d, &n->rules, on)
                         : n->rules.tracks ? imst_emit(d)
                                           : NULL;
    return umc_emit(d, &n->rules, on, tracker, beside);
}

const char *tile_rdc_module(struct hdl_design *d, const struct netlist *n)
{
    return rdc_emit(d, &n->rules, tile_options(n));
}

const char *tile_dram_mux_module(struct hdl_design *d, const struct netlist *n)
{
    return dram_mux_emit(d, &n->rules);
}

const char *tile_bank_front_module(struct hdl_design *d, const struct netlist *n)
{
    return n->rules.gpu_homes ? bank_front_gpu_emit(d, &n->rules) : bank_front_emit(d, &n->rules);
}

static void router_modules(struct hdl_design *d, const struct netlist *n)
{
    if (n->sys->fabric.network.routing == SYS_UGAL)
        router_emit_ugal(d);
    else
        router_emit(d);
    if (n->sys->link.latency > 0)
        hop_emit(d);
    if (system_has_overlay(n->sys) && !n->alone)
        hop_pass_emit(d);
}

void netlist_emit_alone(const struct netlist *n, struct hdl_design *d)
{
    router_modules(d, n);
    router_emit_ugal(d);
}

/* Routers and network interfaces: nodes are packages, or L2 banks and UMCs. */
static void network_modules(struct hdl_design *d, const struct netlist *n)
{
    const flit_set req = 1U << MSG_REQ, rsp = 1U << MSG_RSP;
    const flit_set ack = n->rules.invalidates ? 1U << MSG_ACK : 0;
    router_modules(d, n);
    if (n->sys->memory.at == SYS_PACKAGES) {
        ni_inject_emit(d, req | rsp | ack, (struct ni_inject_to){0});
        if (system_one_port(n->sys))
            ni_inject_emit(d, req | rsp | ack, (struct ni_inject_to){.cubes = true});
        ni_eject_emit(d, req | rsp | ack);
        return;
    }
    const bool via = n->sys->fabric.network.routing == SYS_UGAL;
    const bool cubes = system_cube_ports(n->sys) > 1;
    ni_inject_emit(d, req | ack, (struct ni_inject_to){.cubes = cubes, .via = via});
    ni_inject_emit(d, rsp, (struct ni_inject_to){.via = via});
    if (system_has_overlay(n->sys)) {
        ni_inject_emit(d, req, (struct ni_inject_to){.cubes = cubes, .upper = true});
        ni_inject_emit(d, rsp, (struct ni_inject_to){.upper = true});
    }
    ni_eject_emit(d, req | ack);
    ni_eject_emit(d, rsp);
}

static bool emit_leaves(const struct netlist *n, struct hdl_design *d, struct error *err)
{
    const struct {
        const char *name;
        bool wanted;
    } leaves[] = {{"um_fifo", true},
                  {"um_counters", true},
                  {"um_sum", n->sys->hardware.count_latency},
                  {"um_ram", true},
                  {"um_delay", true},
                  {"um_arbiter", true},
                  {"um_atomic", true},
                  {"um_epoch", n->rules.epochs || system_has_rdc(n->sys)}};
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s.v", root_path("rtl"), leaves[i].name);
        if (leaves[i].wanted && !hdl_leaf(d, path, err))
            return false;
    }
    return true;
}

bool netlist_emit_units(const struct netlist *n, struct hdl_design *d, struct error *err)
{
    if (!emit_leaves(n, d, err))
        return false;
    if (n->alone) {
        netlist_emit_alone(n, d);
        return !hdl_mistake(d, err);
    }
    tile_l1_module(d, n);
    tile_l2_module(d, n);
    if (n->sys->l15.banks > 0)
        tile_l15_module(d, n);
    switch_emit(d, false);
    if (n->sys->crossbar.bytes_per_cycle > 0)
        switch_emit_narrow(d, false);
    const bool lanes = tile_home_bits(n, n->sys->l2.role) > 0;
    if (lanes || n->sys->memory.host)
        switch_emit(d, true);
    if (lanes && n->sys->crossbar.bytes_per_cycle > 0)
        switch_emit_narrow(d, true);
    if (lanes || n->rules.invalidates)
        lane_emit(d, lanes && n->rules.invalidates);
    link_emit(d);
    if (network_wanted(n))
        network_modules(d, n);
    if (n->rules.deep) {
        inv_gate_emit(d, &n->rules);
        inv_broadcast_emit(d);
    }
    if (system_has_overlay(n->sys))
        detour_emit(d);
    if (netlist_hashes(n))
        hash_emit(d);
    if (n->map.moved)
        fields_emit(d);
    if (n->sys->copy_engine.lines > 0)
        copy_emit(d);
    tile_umc_module(d, n);
    if (netlist_both(n))
        tile_bank_front_module(d, n);
    if (system_has_rdc(n->sys)) {
        tile_rdc_module(d, n);
        tile_dram_mux_module(d, n);
    }
    return !hdl_mistake(d, err);
}
