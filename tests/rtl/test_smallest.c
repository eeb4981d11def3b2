/*
 * Machines whose numbers are each the least that the system file allows beside the others, and
 * networks alone with one class in one channel: their Verilog passes Verilator, and with UMBEL_SLOW
 * Icarus, without a warning. Where a number is 1 its width is 0 unless the generator sees to it.
 * lint.yaml has each unit with values of its own; here they are what machines give their units.
 * Every day one machine; with UMBEL_SLOW one of each kind of units, which no other test has at
 * these sizes.
 */
#include "gen/machine/alone.h"
#include "gen/system/system_impl.h"
#include "sw/util/arena.h"
#include "tests/rtl/tools.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_SETS = 128 };

/* One machine of each kind of units, and each routing of networks. */
static const char *const machines[] = {"hmg-memnet-tiny", "tsm-tiny",         "one-gpu-tiny",
                                       "rdma-tiny",       "hmg-tiny",         "ladm-hmg-tiny",
                                       "numa-vi-tiny",    "carve-tiny",       "multi-gpu-l15-tiny",
                                       "dnn-um-tiny",     "umn-overlay-tiny", "umn-tiny"};

/* Numbers of the models around the hardware, and how many of something there are in it. */
static bool is_of_models(const char *path)
{
    static const char *const begins[] = {"sm.latency", "sm.interval", "sm.warps",  "sm.ctas",
                                         "sm.shared",  "sm.flights",  "dram.",     "placement.",
                                         "schedule.",  "watchdog",    "cpu.width", "umc.bytes"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(path, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

/* The least that a number may be and still have what it counts: 0 takes a part away. */
static uint64_t least(const struct system_rule *r)
{
    return r->least > 0 ? r->least : 1;
}

struct smallest {
    const char *sets[MOST_SETS];
    size_t n;
    struct arena arena;
};

static bool loads(const char *name, const struct smallest *s)
{
    struct error err = {0};
    struct system *sys = system_load(name, s->sets, s->n, &err);
    system_free(sys);
    return sys != NULL;
}

/* Each number in turn at its least, or the least above that is taken beside those before it. */
static void shrink(const char *name, struct smallest *s)
{
    const struct system_rule *r;
    for (size_t i = 0; (r = system_rule(i)) != NULL; i++) {
        if (is_of_models(r->path))
            continue;
        s->n++;
        assert_true(s->n < MOST_SETS);
        bool taken = false;
        for (uint64_t v = least(r); !taken && v <= 4 * least(r); v *= 2) {
            s->sets[s->n - 1] = arena_printf(&s->arena, "%s=%llu", r->path, (unsigned long long)v);
            taken = loads(name, s);
        }
        s->n -= !taken;
    }
}

/* Lints what was emitted into a folder; a message is a mistake. */
static void lint(const char *dir, const char *top, const char *name, const struct smallest *s)
{
    static const char *const tools[] = {"verilator_bin --lint-only -Wall -y . --top-module %s %s.v",
                                        "iverilog -g2005 -t null -Wall -y . -s %s %s.v"};
    for (size_t i = 0; i < (slow_wanted() ? sizeof tools / sizeof *tools : 1); i++) {
        struct sbuf command = {0}, said = {0};
        sbuf_printf(&command, "cd '%s' && exec 2>&1; ", dir);
        sbuf_printf(&command, i == 0 ? tools[0] : tools[1], top, top);
        const int status = tool_run(command.text, &said);
        if (status != 0 || said.len > 0) {
            print_error("%s", name);
            for (size_t k = 0; k < s->n; k++)
                print_error(" %s", s->sets[k]);
            fail_msg("%s: status %d\n%.2000s", command.text, status, sbuf_str(&said));
        }
        sbuf_free(&command);
        sbuf_free(&said);
    }
}

static void emit_and_lint(const char *dir, const struct netlist *n, const char *name,
                          const struct smallest *s)
{
    struct error err = {0};
    struct hdl_design *d = hdl_design_new();
    if (n == NULL || !netlist_emit_units(n, d, &err) || !netlist_emit_flat(n, d, &err) ||
        !hdl_write(d, dir, &err))
        fail_msg("%s: %s", name, err.text);
    hdl_design_free(d);
    lint(dir, n != NULL && n->alone ? "um_network" : "um_system", name, s);
}

static void smallest_machines(void **state)
{
    const size_t n_machines = sizeof machines / sizeof *machines;
    for (size_t i = 0; i < (slow_wanted() ? n_machines : 1); i++) {
        struct smallest s = {0};
        struct error err = {0};
        shrink(machines[i], &s);
        struct system *sys = system_load(machines[i], s.sets, s.n, &err);
        struct netlist *n = sys != NULL ? netlist_new(sys, &err) : NULL;
        if (n == NULL)
            fail_msg("%s: %s", machines[i], err.text);
        emit_and_lint(in_folder(state, machines[i]), n, machines[i], &s);
        netlist_free(n);
        system_free(sys);
        arena_free(&s.arena);
    }
}

/* A network of each topology, as small as it can be; with UGAL where that has two ways. */
struct network {
    const char *topology;
    uint32_t columns, rows, gpus, lanes;
    bool ugal;
};
static const struct network networks[] = {
    {"crossbar", 1, 1, 2, 1, false}, {"ring", 2, 1, 2, 1, false},   {"mesh", 2, 1, 2, 1, false},
    {"torus", 2, 2, 4, 1, false},    {"fbfly", 2, 2, 4, 1, false},  {"fbfly", 2, 2, 4, 1, true},
    {"dfbfly", 2, 1, 2, 2, false},   {"ddfly", 2, 1, 2, 2, true},   {"sfbfly", 2, 1, 2, 1, false},
    {"smesh", 2, 1, 2, 1, false},    {"storus", 2, 2, 4, 1, false}, {"rings", 2, 2, 4, 1, false}};

static struct system *network_system(const struct network *w, struct smallest *s)
{
    struct error err = {0};
    struct arena *a = &s->arena;
    const char *const sets[] = {arena_printf(a, "network.topology=%s", w->topology),
                                arena_printf(a, "network.columns=%u", w->columns),
                                arena_printf(a, "network.rows=%u", w->rows),
                                arena_printf(a, "gpus=%u", w->gpus),
                                arena_printf(a, "lanes=%u", w->lanes),
                                "network.vcs=1",
                                "network.depth=2",
                                "link.bytes_per_cycle=4"};
    s->n = sizeof sets / sizeof *sets;
    memcpy(s->sets, sets, sizeof sets);
    struct system *sys = system_load("mesh-4x4", s->sets, s->n, &err);
    if (sys == NULL)
        fail_msg("%s: %s", w->topology, err.text);
    return sys;
}

/* One class in one channel, where a ring does not need two; and packets that keep their lanes,
 * every day in each second network. */
static void smallest_networks(void **state)
{
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        const struct network *w = &networks[i];
        struct smallest s = {0};
        struct error err = {0};
        struct system *sys = network_system(w, &s);
        struct net *net = system_net(sys, &err);
        assert_non_null(net);
        if (w->ugal && !net_use_ugal(net, &err))
            fail_msg("%s: %s", w->topology, err.text);
        for (int ordered = 0; ordered <= !w->ugal; ordered++) {
            if (!slow_wanted() && !w->ugal && ordered != (int)(i % 2))
                continue;
            const struct alone alone = {.net = net, .classes = 1, .ordered = ordered};
            struct netlist *n = alone_new(sys, &alone);
            emit_and_lint(in_folder(state, w->topology), n, w->topology, &s);
            netlist_free(n);
        }
        net_free(net);
        system_free(sys);
        arena_free(&s.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(smallest_networks),
                                       test_in_folder(smallest_machines)};
    return cmocka_run_group_tests_name("smallest", tests, NULL, NULL);
}
