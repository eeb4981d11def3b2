/*
 * Every unit and leaf cell, over the matrix of parameters of lint.yaml, passes the three tools that
 * Umbel's Verilog must pass, without a warning. Every day Icarus Verilog tries the first values of
 * all parameters, and Verilator the last; with UMBEL_SLOW all three try each value, in as few
 * mixtures as have all values, and Verilator tries each with the others at their defaults, too, and
 * a few random mixtures from a fixed seed, and in the long tests all tools do. Costs minutes with
 * UMBEL_SLOW: no other test finds a width that is wrong for one parameter value where the others
 * have their defaults.
 */
#include "gen/machine/netlist.h"
#include "gen/proto/protocol.h"
#include "gen/system/system.h"
#include "gen/units/cache/l1.h"
#include "gen/units/cache/l2.h"
#include "gen/units/directory/bank_front.h"
#include "gen/units/directory/bank_front_gpu.h"
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
#include "sw/util/rng.h"
#include "tests/rtl/matrix.h"
#include "tests/rtl/tools.h"
#include "tests/support/slow.h"
#include "tests/support/systems.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MIXTURES = 6 };

static struct matrix matrix;

/* ---- the tools ---- */

struct tool {
    const char *name;
    void (*command)(struct sbuf *out, const char *module, const char *settings);
    bool all;              /* all values; else the defaults and the smallest alone */
    bool slow;             /* all, or the defaults, with UMBEL_SLOW alone */
    const char *every_day; /* what else reads the units every day, so that this tool need not */
};

/* Adds each "NAME=VALUE" of the settings as BEFORE NAME BETWEEN VALUE. */
static void add_settings(struct sbuf *out, const char *settings, const char *before,
                         const char *between)
{
    while (*(settings += strspn(settings, " ")) != '\0') {
        int name = (int)strcspn(settings, "=");
        int value = (int)strcspn(settings + name + 1, " ");
        sbuf_printf(out, " %s%.*s%s%.*s", before, name, settings, between, value,
                    settings + name + 1);
        settings += name + 1 + value;
    }
}

/* verilator_bin: the script `verilator`, which only starts it, takes longer than it does. */
static void verilator(struct sbuf *out, const char *module, const char *settings)
{
    sbuf_printf(out, "verilator_bin --lint-only -Wall -y . --top-module %s", module);
    add_settings(out, settings, "-G", "=");
    sbuf_printf(out, " %s.v", module);
}

static void iverilog(struct sbuf *out, const char *module, const char *settings)
{
    char before[128];
    snprintf(before, sizeof before, "-P%s.", module);
    sbuf_printf(out, "iverilog -g2005 -t null -Wall -y . -s %s", module);
    add_settings(out, settings, before, "=");
    sbuf_printf(out, " %s.v", module);
}

/* Not `hierarchy -chparam`: Yosys 0.23 then derives a cell twice and stops at an assertion. */
static void yosys(struct sbuf *out, const char *module, const char *settings)
{
    sbuf_printf(out, "yosys -q -p 'read_verilog -formal %s.v", module);
    if (*settings != '\0') {
        sbuf_puts(out, "; chparam");
        add_settings(out, settings, "-set ", " ");
        sbuf_printf(out, " %s", module);
    }
    sbuf_printf(out, "; hierarchy -check -libdir . -top %s; proc; check -assert'", module);
}

static const struct tool tools[] = {
    {"verilator_bin", verilator, .all = true},
    {"iverilog", iverilog, .all = true, .slow = true},
    /* It takes minutes over a line of 128 bytes, and what it is for, proofs, is small. */
    {"yosys", yosys, .all = false, .every_day = "proofs of every day have Yosys read most units"},
};

/* ---- the matrix ---- */

static char folder[] = "/tmp/umbel-lint-XXXXXX";

static void check(const struct tool *t, const char *module, const char *settings)
{
    struct sbuf command = {0}, said = {0};
    sbuf_printf(&command, "cd %s && exec 2>&1; ", folder);
    t->command(&command, module, settings);
    int status = tool_run(command.text, &said);
    if (status != 0 || said.len > 0)
        fail_msg("%s says of %s with %s (status %d):\n%s", t->name, module,
                 *settings != '\0' ? settings : "its defaults", status, sbuf_str(&said));
    sbuf_free(&command);
    sbuf_free(&said);
}

/* One value of each axis: that in column `column`, which begins again behind the axis' last; or any
 * by `rng`. */
static void check_mixture(const struct tool *t, const struct shape *s, size_t column,
                          struct rng *rng)
{
    struct sbuf mixture = {0};
    for (size_t a = 0; a < s->n; a++) {
        const size_t n = s->axes[a].n;
        sbuf_printf(&mixture, " %s",
                    s->axes[a].values[rng != NULL ? rng_below(rng, n) : column % n]);
    }
    check(t, s->module, sbuf_str(&mixture));
    sbuf_free(&mixture);
}

static void check_shape(const struct tool *t, const struct shape *s)
{
    const bool spared = t->slow && !slow_wanted();
    if (slow_wanted() && (t->all || !spared))
        check(t, s->module, "");
    if (!t->all || spared || slow_wanted())
        check_mixture(t, s, 0, NULL);
    if (!t->all || spared)
        return;
    size_t longest = 1;
    for (size_t a = 0; a < s->n; a++)
        longest = s->axes[a].n > longest ? s->axes[a].n : longest;
    for (size_t column = slow_wanted() ? 1 : longest - 1; column < longest; column++)
        check_mixture(t, s, column, NULL);
    if (t->slow ? !long_wanted() : !slow_wanted())
        return;
    for (size_t a = 0; a < s->n; a++)
        for (size_t v = 0; v < s->axes[a].n; v++)
            check(t, s->module, s->axes[a].values[v]);
    struct rng rng = {1};
    for (int i = 0; i < MIXTURES; i++)
        check_mixture(t, s, 0, &rng);
}

static void lint(void **state)
{
    const struct tool *t = *state;
    if (!tool_installed(t->name)) {
        print_message("SKIPPED: %s is not installed; the units were NOT checked by it\n", t->name);
        skip();
    }
    if (t->every_day != NULL)
        slow_only(t->every_day);
    for (size_t i = 0; i < matrix.n; i++)
        check_shape(t, &matrix.shapes[i]);
}

/* ---- the units ---- */

static void emit_home(struct hdl_design *d, const struct rules *rules, struct unit_options on)
{
    const char *beside = rules->timed    ? tsu_emit(d, rules, on)
                         : rules->tracks ? imst_emit(d)
                                         : NULL;
    umc_emit(d, rules, on, reqtracker_emit(d, rules, on), beside);
}

static void emit_all(struct hdl_design *d)
{
    const struct rules_variant rc = {.rc = true};
    const struct rules_variant without = {.without = RULE_M1 | RULE_M2 | RULE_M3 | RULE_M4 |
                                                     RULE_M5 | RULE_M6 | RULE_M9};
    const struct rules rules[] = {
        *protocol_of(PROTOCOL_MGCC)->rules,
        protocol_rules(PROTOCOL_MGCC, rc),
        protocol_rules(PROTOCOL_MGCC, without),
        *protocol_of(PROTOCOL_MGCC_RENEW)->rules,
        protocol_rules(PROTOCOL_MGCC_RENEW, rc),
        protocol_rules(PROTOCOL_MGCC_RENEW, without),
        *protocol_of(PROTOCOL_MGCC_PAPER)->rules,
        *protocol_of(PROTOCOL_MGCC_EXAMPLE)->rules,
        *protocol_of(PROTOCOL_NC_WT)->rules,
        *protocol_of(PROTOCOL_NC_WB)->rules,
        *protocol_of(PROTOCOL_GPU_VI)->rules,
        *protocol_of(PROTOCOL_HMG)->rules,
        protocol_rules(PROTOCOL_HMG, (struct rules_variant){.gpu_homes = true}),
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        l1_emit(d, &rules[i], (struct unit_options){0});
        l2_emit(d, &rules[i], (struct unit_options){0});
        if (!rules[i].timed && !rules[i].write_back && !rules[i].directory) {
            rdc_emit(d, &rules[i], (struct unit_options){0});
            rdc_emit(d, &rules[i], (struct unit_options){.writes_back = true});
            dram_mux_emit(d, &rules[i]);
        }
        const bool plain = !rules[i].timed && !rules[i].write_back && !rules[i].invalidates;
        if (plain)
            l2_emit(d, &rules[i], (struct unit_options){.both = true});
        if (plain || rules[i].write_back)
            l2_emit(d, &rules[i], (struct unit_options){.both = true, .partition = true});
        if (rules[i].write_back) {
            l2_emit(d, &rules[i], (struct unit_options){.both = true});
            bank_front_emit(d, &rules[i]);
        }
        if (rules[i].gpu_homes)
            bank_front_gpu_emit(d, &rules[i]);
        else if (plain || rules[i].directory)
            bank_front_emit(d, &rules[i]);
        emit_home(d, &rules[i], (struct unit_options){.keep_wts = rules[i].sends_cts});
    }
    const struct rules *mgcc = protocol_of(PROTOCOL_MGCC)->rules;
    l1_emit(d, mgcc, (struct unit_options){.ignores_lease = true});
    const struct rules *paper = protocol_of(PROTOCOL_MGCC_PAPER)->rules;
    const struct rules homes =
        protocol_rules(PROTOCOL_HMG, (struct rules_variant){.gpu_homes = true});
    l1_emit(d, mgcc, (struct unit_options){.latency = true});
    l2_emit(d, mgcc, (struct unit_options){.latency = true});
    l2_emit(d, &homes, (struct unit_options){.latency = true});
    const struct unit_options evicts = {.evicts = true, .keep_wts = true};
    l2_emit(d, mgcc, evicts);
    l2_emit(d, paper, evicts);
    l2_emit(d, &rules[3], evicts);
    emit_home(d, mgcc, evicts);
    emit_home(d, paper, (struct unit_options){.evicts = true});
    emit_home(d, mgcc, (struct unit_options){.own_ways = true, .keep_wts = true});
    emit_home(d, paper, (struct unit_options){.own_ways = true, .evicts = true});
    emit_home(d, &rules[3], evicts);
    l1_emit(d, mgcc, (struct unit_options){.expired_first = true});
    l2_emit(d, mgcc, (struct unit_options){.expired_first = true});
    l1_emit(d, paper, (struct unit_options){.expired_first = true});
    l2_emit(d, paper, (struct unit_options){.expired_first = true});
    emit_home(d, mgcc, (struct unit_options){.keep_wts = true, .loses_answer = true});
    emit_home(d, mgcc, (struct unit_options){0});
    const struct unit_options trackers[] = {{.merges = true}, {.ordered = true, .merges = true}};
    emit_home(d, mgcc, trackers[1]);
    emit_home(d, &rules[1], trackers[1]);
    emit_home(d, &rules[3],
              (struct unit_options){.keep_wts = true, .ordered = true, .merges = true});
    emit_home(d, paper, trackers[0]);
    emit_home(d, protocol_of(PROTOCOL_NC_WB)->rules, trackers[0]);
    emit_home(d, mgcc, (struct unit_options){.loses_answer = true});
    switch_emit(d, false);
    switch_emit(d, true);
    switch_emit_narrow(d, false);
    switch_emit_narrow(d, true);
    link_emit(d);
    lane_emit(d, false);
    lane_emit(d, true);
    router_emit(d);
    router_emit_ugal(d);
    hop_emit(d);
    for (flit_set set = 1; set < 1U << MSG_CLASSES; set++)
        if (flit_has(set, MSG_REQ) || set == 1U << MSG_RSP) {
            ni_inject_emit(d, set, (struct ni_inject_to){0});
            if (!flit_has(set, MSG_RSP))
                ni_inject_emit(d, set, (struct ni_inject_to){.cubes = true});
            ni_eject_emit(d, set);
            if (set != 1U << MSG_REQ && set != 1U << MSG_RSP)
                continue;
            ni_inject_emit(d, set, (struct ni_inject_to){.via = true});
            ni_inject_emit(d, set, (struct ni_inject_to){.upper = true});
        }
    ni_inject_emit(d, 1U << MSG_REQ | 1U << MSG_RSP, (struct ni_inject_to){.cubes = true});
    ni_inject_emit(d, 1U << MSG_REQ, (struct ni_inject_to){.cubes = true, .via = true});
    ni_inject_emit(d, 1U << MSG_REQ, (struct ni_inject_to){.cubes = true, .upper = true});
    hop_pass_emit(d);
    copy_emit(d);
    hash_emit(d);
    fields_emit(d);
    detour_emit(d);
}

static bool add_leaves(struct hdl_design *d, struct error *err)
{
    static const char *const leaves[] = {"um_fifo",    "um_counters", "um_ram",    "um_delay",
                                         "um_arbiter", "um_epoch",    "um_atomic", "um_sum"};
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/rtl/%s.v", UMBEL_ROOT, leaves[i]);
        if (!hdl_leaf(d, path, err))
            return false;
    }
    return true;
}

/* A unit that the matrix forgets is a mistake of the matrix. */
static bool all_in_matrix(const struct hdl_design *d, struct error *err)
{
    for (size_t i = 0; i < hdl_count(d); i++) {
        size_t s = 0;
        while (s < matrix.n && strcmp(matrix.shapes[s].module, hdl_name(d, i)) != 0)
            s++;
        if (s == matrix.n)
            return error_set(err, "%s is not in lint.yaml", hdl_name(d, i));
    }
    return true;
}

/* Nor may it forget a unit of a system that ships. */
static bool shipped_in_matrix(struct error *err)
{
    struct shipped_systems all = shipped_systems();
    bool ok = true;
    for (size_t i = 0; ok && i < all.n; i++) {
        struct system *s = system_load(all.names[i], NULL, 0, err);
        struct netlist *n = s != NULL ? netlist_new(s, err) : NULL;
        struct hdl_design *d = hdl_design_new();
        ok = n != NULL && netlist_emit_units(n, d, err) && all_in_matrix(d, err);
        hdl_design_free(d);
        netlist_free(n);
        system_free(s);
    }
    shipped_systems_free(&all);
    return ok;
}

static int write_units(void **state)
{
    (void)state;
    struct hdl_design *d = hdl_design_new();
    struct error err = {0};
    bool ok = matrix_load(&matrix, UMBEL_ROOT "/tests/rtl/lint.yaml", &err) &&
              mkdtemp(folder) != NULL && add_leaves(d, &err);
    if (ok) {
        emit_all(d);
        ok = !hdl_mistake(d, &err) && all_in_matrix(d, &err) && shipped_in_matrix(&err) &&
             hdl_write(d, folder, &err);
    }
    if (!ok)
        print_error("%s\n", err.text);
    hdl_design_free(d);
    return ok ? 0 : -1;
}

static int remove_units(void **state)
{
    (void)state;
    char command[64];
    struct sbuf said = {0};
    snprintf(command, sizeof command, "rm -r %s", folder);
    int status = tool_run(command, &said);
    sbuf_free(&said);
    matrix_free(&matrix);
    return status;
}

int main(void)
{
    enum { COUNT = sizeof tools / sizeof *tools };
    struct CMUnitTest tests[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        tests[i] =
            (struct CMUnitTest){tools[i].name, lint, NULL, NULL, (void *)(uintptr_t)&tools[i]};
    return cmocka_run_group_tests_name("unit lint", tests, write_units, remove_units);
}
