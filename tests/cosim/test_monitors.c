/*
 * Monitors check the proofs' assumptions about a unit's neighbours while machines run. Kernels,
 * litmus tests and random traffic violate no assumption, and each kind of violation is noticed.
 *
 * Costs minutes with UMBEL_SLOW: each shape has units of its own. It alone finds that an assumption
 * of a proof is not true of the real neighbours.
 */
#include "harness/engine/monitors.h"
#include "harness/machine/machine.h"
#include "harness/verilator/monitor_texts.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"
#include "tests/support/traffic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* L1s that drop what their package's stores change. */
#define DROPS "invalidation.l1_copies=vi"
/* A router between L2 banks and controllers. */
#define ROUTER "network.topology=crossbar"

/* ---- nothing is broken ---- */

static bool option(const json_t *run, const char *name)
{
    return json_is_true(json_object_get(json_object_get(run, "options"), name));
}

static void a_run_tells_what_was_checked(void **state)
{
    const char *json = in_folder(state, "run.json");
    struct command with = UMBEL("run", "tsm-tiny", "mutex:tiny", "--monitors", "--json", json);
    assert_status(&with, 0);
    json_t *run = run_json(json);
    static const char *const seen[] = {"l1.ticket_is_free",
                                       "l1.answer_was_asked_for",
                                       "l1.answer_reaches_request",
                                       "l1.id_is_constant",
                                       "l2.ticket_is_free",
                                       "l2.answer_has_its_op",
                                       "l2.line_is_of_this_bank",
                                       "umc.reqtracker.dram_answers_what_it_was_asked",
                                       "umc.reqtracker.lines_of_this_controller",
                                       "umc.reqtracker.unit.starts_while_not_busy"};
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        assert_true(run_json_sum(run, "monitors", seen[i]) > 0);
    assert_true(option(run, "monitors") && !option(run, "idle_skip"));
    json_int_t cycles = json_integer_value(json_object_get(json_object_get(run, "run"), "cycles"));
    json_decref(run);
    command_free(&with);

    struct command without = UMBEL("run", "tsm-tiny", "mutex:tiny", "-q", "--json", json);
    assert_status(&without, 0);
    run = run_json(json);
    assert_null(json_object_get(json_object_get(run, "units"), "monitors"));
    assert_true(!option(run, "monitors") && option(run, "idle_skip"));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(run, "run"), "cycles")),
                     cycles);
    json_decref(run);
    command_free(&without);
}

/* Machines with sharing trackers: one with remote data caches and gates, which other tests here
 * build, too, and, with UMBEL_SLOW, one with neither. `set`: what it is run with, or NULL. */
static const struct sharer {
    const char *system, *set;
    bool slow;
} sharers[] = {{"carve-tiny", DROPS, false}, {"numa-vi-tiny", NULL, true}};
enum { SHARERS = sizeof sharers / sizeof *sharers };

/* The next sharer at or behind `m` whose turn it is today, or NULL. */
static const struct sharer *next_sharer(const struct sharer *m)
{
    while (m < sharers + SHARERS && m->slow && !slow_wanted())
        m++;
    return m < sharers + SHARERS ? m : NULL;
}

#define EACH_SHARER(m)                                                                             \
    for (const struct sharer *m = next_sharer(sharers); m != NULL; m = next_sharer(m + 1))

static json_t *run_of_sharer(void **state, const struct sharer *m, const char *kernel)
{
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", m->system, kernel, "--monitors", "-q", "--json", json,
                             m->set != NULL ? "--set" : NULL, m->set);
    assert_status(&c, 0);
    command_free(&c);
    return run_json(json);
}

/* Entries are written, and read back with their lines and alone; invalidations are acknowledged. */
static void a_run_with_sharing_trackers_breaks_nothing(void **state)
{
    static const char *const seen[] = {"umc.imst.tag_is_free",
                                       "umc.imst.one_look_up_a_line",
                                       "umc.imst.node_is_known",
                                       "umc.imst.spare_was_asked_for",
                                       "umc.imst.spare_is_as_written",
                                       "umc.imst.write_was_sent",
                                       "umc.imst.ack_is_of_an_invalidation"};
    EACH_SHARER(m)
    {
        json_t *run = run_of_sharer(state, m, "histogram:tiny");
        for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
            if (run_json_sum(run, "monitors", seen[i]) == 0)
                fail_msg("%s has had nothing to say", seen[i]);
        json_decref(run);
    }
}

/* Invalidations come among the answers of a bank of gpu-vi, and nobody asked for them. */
static void an_invalidation_is_no_answer(void **state)
{
    EACH_SHARER(m)
    {
        json_t *run = run_of_sharer(state, m, "mutex:tiny");
        assert_true(run_json_sum(run, "l2", "invalidations") > 0);
        assert_true(run_json_sum(run, "l2", "invalidated") > 0);
        assert_true(run_json_sum(run, "l1", "fences") > 0);
        assert_true(run_json_sum(run, "monitors", "l2.answer_was_asked_for") > 0);
        assert_true(run_json_sum(run, "monitors", "l1.answer_was_asked_for") > 0);
        json_decref(run);
    }
}

/* A bank of stores that wait for their package's L1s, and remote data caches, on one machine. */
static void a_run_with_remote_data_caches_breaks_nothing(void **state)
{
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", "carve-tiny", "mutex:tiny", "--set", DROPS, "--monitors", "-q",
                             "--json", json);
    assert_status(&c, 0);
    json_t *run = run_json(json);
    static const char *const seen[] = {
        "rdc.home_answers_what_it_was_asked", "rdc.dram_reads_what_it_was_asked",
        "rdc.dram_reads_what_was_written",    "rdc.dram_writes_what_it_was_asked",
        "gate.dropped_was_asked_for",         "broadcast.dropped_was_told"};
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        if (run_json_sum(run, "monitors", seen[i]) == 0)
            fail_msg("%s has had nothing to say", seen[i]);
    json_decref(run);
    command_free(&c);
}

static void litmus_tests_break_nothing(void **state)
{
    (void)state;
    struct command c =
        UMBEL("litmus", "formal/litmus/MP.litmus", "--runs", "50", "--monitors", "-q");
    assert_status(&c, 0);
    assert_has(out_of(&c), "monitors: ");
    command_free(&c);
}

static uint64_t total_of(const char *name)
{
    uint64_t seen;
    const char *at;
    for (size_t i = 0; (at = monitors_total(i, &seen)) != NULL; i++)
        if (strcmp(at, name) == 0)
            return seen;
    return 0;
}

static void traffic_keeps_to_it(const struct traffic *t, uint64_t seeds)
{
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        struct sbuf why = {0};
        enum traffic_end end = traffic_run(t, seed, &why);
        if (end != TRAFFIC_OK)
            fprintf(stderr, "%s, seed %llu: %s\n", t->name, (unsigned long long)seed,
                    sbuf_str(&why));
        sbuf_free(&why);
        assert_int_equal(end, TRAFFIC_OK);
    }
}

/* With so few timestamps epochs end, and the system is emptied, all the time. */
static void traffic_through_rolls_breaks_nothing(void **state)
{
    (void)state;
    static const struct traffic rolls = {.name = "rolls",
                                         .ops = 3000,
                                         .sets = {"gpus=2", "sm.tags=4", "l1.bytes=256",
                                                  "l2.bytes=256", "tsu.sets=4", "mgcc.ts_bits=5",
                                                  "mgcc.epoch_bits=6", "mgcc.rd_lease=3",
                                                  "mgcc.wr_lease=2", "mgcc.tick=2"}};
    traffic_keeps_to_it(&rolls, slow_wanted() ? 20 : 2);
    static const char *const seen[] = {"l1.empty_comes_alone",
                                       "l1.nothing_while_emptying",
                                       "l2.empty_comes_alone",
                                       "l2.nothing_while_emptying",
                                       "umc.tsu.epochs.no_step_in_the_last",
                                       "umc.tsu.epochs.raised_to_a_later_one"};
    for (size_t i = 0; i < 5; i++)
        if (total_of(seen[i]) == 0)
            fail_msg("%s has had nothing to say", seen[i]);
}

/* Messages wait at the lanes between packages for their turns. */
static void traffic_between_packages_breaks_nothing(void **state)
{
    (void)state;
    static const struct traffic packages = {
        .name = "packages",
        .ops = 3000,
        .sets = {"consistency=rc", "gpus=2", "sm.count=2", "sm.tags=16", "l1.bytes=128",
                 "l1.mshrs=8", "l2.bytes=128", "l2.mshrs=8", "umc.count=2", "umc.entries=16",
                 "memory.at=packages", "link.bytes_per_cycle=1"}};
    traffic_keeps_to_it(&packages, slow_wanted() ? 20 : 2);
    static const char *const seen[] = {"lane.req_in_unserved_stays", "lane.rsp_in_unserved_stays"};
    for (size_t i = 0; i < 2; i++)
        if (total_of(seen[i]) == 0)
            fail_msg("%s has had nothing to say", seen[i]);
}

/* ---- the Verilog ---- */

static void assert_clean(void **state, const char *system, const char *const *sets, uint32_t n_sets,
                         const char *const *tops)
{
    struct error err = {0};
    struct system *sys = system_load(system, sets, n_sets, &err);
    struct netlist *n = netlist_new(sys, &err);
    struct hdl_design *d = hdl_design_new();
    const char *dir = in_folder(state, "");
    assert_true(netlist_emit_units(n, d, &err) && hdl_write(d, dir, &err) &&
                monitors_write(d, &n->rules, dir, &err));
    for (size_t i = 0; tops[i] != NULL; i++) {
        char file[64];
        snprintf(file, sizeof file, "%s.v", tops[i]);
        const char *argv[] = {"verilator", "--lint-only",  "-Wall", "--no-timing", "-y",
                              ".",         "--top-module", tops[i], file,          NULL};
        struct command c = {.argv = argv, .dir = dir};
        command_run(&c);
        assert_status(&c, 0);
        assert_string_equal(err_of(&c), "");
        command_free(&c);
    }
    hdl_design_free(d);
    netlist_free(n);
    system_free(sys);
}

static void units_with_monitors_are_clean(void **state)
{
    static const char *const packages[] = {"memory.at=packages", "umc.count=2"};
    static const char *const of_packages[] = {
        "um_l1_mgcc",      "um_l2_mgcc", "um_umc_mgcc_wts", "um_switch",
        "um_switch_homes", "um_link",    "um_lane",         NULL};
    static const char *const routers[] = {ROUTER};
    static const char *const of_routers[] = {"um_router",    "um_inject_req", "um_inject_rsp",
                                             "um_eject_req", "um_eject_rsp",  NULL};
    static const char *const of_gpu_homes[] = {"um_l2_hmg_homes", NULL};
    assert_clean(state, "tsm-tiny", packages, 2, of_packages);
    assert_clean(state, "tsm-tiny", routers, 1, of_routers);
    assert_clean(state, "ladm-hmg-tiny", NULL, 0, of_gpu_homes);
}

/* ---- a machine whose outside is ours ---- */

static struct machine *fresh_with(const char *set, struct system **sys)
{
    struct error err = {0};
    *sys = system_load("tsm-tiny", &set, set != NULL, &err);
    struct machine *m = *sys != NULL ? machine_new(*sys, NULL, &err) : NULL;
    assert_string_equal(err.text, "");
    return m;
}

static struct machine *fresh(struct system **sys)
{
    return fresh_with(NULL, sys);
}

static void send(struct machine *m, enum msg_op op, uint32_t tag, uint64_t line)
{
    struct sm_request r = {.op = op, .tag = tag, .line = line};
    machine_send(m, 0, &r);
    engine_step(m->engine);
}

/* Checks that this monitor has stopped the machine, and frees the machine. */
static void assert_broken(struct machine *m, struct system *sys, const char *name)
{
    struct error err = {0};
    assert_true(engine_broken(m->engine));
    assert_true(machine_failed(m, &err));
    assert_has(err.text, name);
    machine_free(m);
    system_free(sys);
}

static void a_tag_used_twice_is_seen(void **state)
{
    (void)state;
    struct system *sys;
    struct machine *m = fresh(&sys);
    send(m, OP_LOAD, 1, 5);
    assert_false(engine_broken(m->engine));
    send(m, OP_LOAD, 1, 6);
    assert_broken(m, sys,
                  "gpu0.sm0.l1 was shown what the proofs assume never happens: "
                  "l1.ticket_is_free");
}

static void an_op_that_is_none_is_seen(void **state)
{
    (void)state;
    struct system *sys;
    struct machine *m = fresh(&sys);
    send(m, (enum msg_op)12, 0, 5);
    assert_broken(m, sys, "l1.op_is_known");
}

static void emptying_a_busy_cache_is_seen(void **state)
{
    (void)state;
    struct system *sys;
    struct machine *m = fresh(&sys);
    send(m, OP_LOAD, 1, 5);
    send(m, OP_EMPTY, 0, 0);
    assert_broken(m, sys, "l1.empty_comes_alone");
}

static void a_request_while_emptying_is_seen(void **state)
{
    (void)state;
    struct system *sys;
    struct machine *m = fresh(&sys);
    send(m, OP_EMPTY, 0, 0);
    assert_false(engine_broken(m->engine));
    send(m, OP_LOAD, 1, 5);
    assert_broken(m, sys, "l1.nothing_while_emptying");
}

static void an_answer_of_dram_to_nobody_is_seen(void **state)
{
    (void)state;
    struct system *sys;
    struct machine *m = fresh(&sys);
    engine_offer(m->engine, &m->to_umc[0]);
    engine_step(m->engine);
    assert_broken(m, sys, "umc.reqtracker.dram_answers_what_it_was_asked");
}

/* A message that was not accepted changes in the next cycle, which breaks the handshake. */
static void a_message_that_changes_is_seen(void **state)
{
    (void)state;
    struct system *sys;
    struct machine *m = fresh_with("sm.tags=16", &sys);
    uint32_t tag = 0, tags = m->sys->sm.tags;
    for (; machine_takes(m, 0) && tag + 2 < tags; tag++)
        send(m, OP_STORE, tag, 3 * tag);
    if (machine_takes(m, 0))
        fail_msg("%u requests do not fill an L1", tag);
    send(m, OP_STORE, tag, 1);
    assert_false(engine_broken(m->engine));
    send(m, OP_STORE, tag + 1, 1);
    assert_broken(m, sys, "l1.core_req_unserved_stays");
}

/* ---- real neighbours with a fault ---- */

/* A TSU whose leases end before the requester's clock breaks a promise to the L2s. */
static void a_lease_that_is_too_short_is_seen(void **state)
{
    (void)state;
    struct mgcc_rules rules = mgcc_rules_of((struct mgcc_choice){0});
    rules.load_end = "memts > cts_plus_lease || memts != 0 ? memts : cts_plus_lease";
    const struct traffic t = {.name = "short leases",
                              .rules = &rules,
                              .ops = 2000,
                              .sets = {"gpus=2", "sm.tags=4", "l1.bytes=256", "l2.bytes=256",
                                       "mgcc.ts_bits=8", "mgcc.epoch_bits=16"}};
    struct sbuf why = {0};
    enum traffic_end end = TRAFFIC_OK;
    for (uint64_t seed = 1; seed <= 10 && end == TRAFFIC_OK; seed++)
        end = traffic_run(&t, seed, &why);
    assert_int_equal(end, TRAFFIC_HUNG);
    assert_has(sbuf_str(&why), "answer_reaches_request");
    sbuf_free(&why);
}

/* ---- assumptions that are not true ---- */

/* Makes an UMBEL_ROOT of its own, in which `file` of formal/units has `now` instead of `was`. */
static void with_text(void **state, const char *file, const char *was, const char *now)
{
    const char *root = in_folder(state, "root");
    char line[4096];
    snprintf(line, sizeof line,
             "mkdir -p '%s/formal' && for d in gen harness sw rtl fpga tests; do ln -s \"$PWD/$d\" "
             "'%s'; done; cp -r formal/units '%s/formal'",
             root, root, root);
    const char *argv[] = {"sh", "-c", line, NULL};
    struct command c = {.argv = argv};
    command_run(&c);
    assert_status(&c, 0);
    command_free(&c);
    char path[4096];
    snprintf(path, sizeof path, "%s/formal/units/%s", root, file);
    size_t len;
    char *text = read_bytes_of(path, &len);
    const char *at = strstr(text, was);
    assert_non_null(at);
    struct sbuf s = {0};
    sbuf_printf(&s, "%.*s%s%s", (int)(at - text), text, now, at + strlen(was));
    write_text(path, s.text);
    sbuf_free(&s);
    free(text);
    setenv("UMBEL_ROOT", root, 1);
}

/* `set` is what the system is run with, or NULL. */
static void assert_trips_with(const char *system, const char *set, const char *kernel,
                              const char *name)
{
    struct command c =
        UMBEL("run", system, kernel, "--monitors", "-q", set != NULL ? "--set" : NULL, set);
    unsetenv("UMBEL_ROOT");
    assert_status(&c, 1);
    assert_has(last_line(err_of(&c)), "umbel: cycle ");
    assert_has(last_line(err_of(&c)), name);
    char repeat[256];
    snprintf(repeat, sizeof repeat, "; seed 1; repeat with: umbel run %s ", system);
    assert_has(last_line(err_of(&c)), repeat);
    command_free(&c);
}

static void assert_trips(const char *kernel, const char *name)
{
    assert_trips_with("tsm-tiny", NULL, kernel, name);
}

/* An SM may reuse a tag in the cycle in which its answer is taken; the changed text
 * forbids that. */
static void a_tag_that_is_free_a_cycle_later_trips(void **state)
{
    with_text(state, "cache_env.vh",
              "`ASSUME(ticket_is_free, f_above_valid, !f_asked_at_put\n"
              "    || (f_answers_above && `UPWARD_TICKET(f_upward_msg) == "
              "`ABOVE_TICKET(f_above_msg)))",
              "`ASSUME(ticket_is_free, f_above_valid, !f_asked_at_put)");
    assert_trips("sgemm:tiny", "l1.ticket_is_free");
}

/* DRAM may answer from its write queue in the cycle of the request; the changed text
 * forbids that. */
static void a_dram_that_needs_a_cycle_trips(void **state)
{
    with_text(state, "reqtracker_env.vh",
              "f_at_dram_q[f_back_tag] || (f_ask_moves && f_ask_tag == f_back_tag)",
              "f_at_dram_q[f_back_tag]");
    assert_trips("mutex:tiny", "umc.reqtracker.dram_answers_what_it_was_asked");
}

/* A tracker beside an IMST is watched at the channels between the two: an entry is read for a
 * request that was looked up; the changed text says the contrary. */
static void an_entry_read_for_nobody_trips(void **state)
{
    EACH_SHARER(m)
    {
        with_text(state, "reqtracker_sharing_env.vh",
                  "f_at_tsu_q[entry_tag_i] && !f_reading_q[entry_tag_i]",
                  "!f_at_tsu_q[entry_tag_i]");
        assert_trips_with(m->system, m->set, "sgemm:tiny",
                          "umc.reqtracker.entry_is_read_for_a_request");
        folder_remove(state);
        folder_make(state);
    }
}

/* Each assumption is negated: its monitor must fail, which shows that it is connected. */
static void every_monitor_is_alive(void **state)
{
    slow_only("each has units of its own");
    static const struct {
        const char *file, *name, *kernel, *system, *set;
    } each[] = {
        {"cache_env.vh", "answer_was_asked_for", "mutex:tiny", "tsm-tiny", NULL},
        {"cache_env.vh", "answer_has_its_op", "mutex:tiny", "tsm-tiny", NULL},
        {"cache_env.vh", "ticket_is_free", "mutex:tiny", "tsm-tiny", NULL},
        {"cache_env.vh", "op_is_known", "mutex:tiny", "tsm-tiny", NULL},
        {"cache_env.vh", "line_is_of_this_bank", "mutex:tiny", "tsm-tiny", NULL},
        {"cache_env.vh", "id_is_constant", "mutex:tiny", "tsm-tiny", NULL},
        {"cache_time_env.vh", "answer_wts_within_rts", "mutex:tiny", "tsm-tiny", NULL},
        {"cache_time_env.vh", "answer_reaches_request", "mutex:tiny", "tsm-tiny", NULL},
        {"reqtracker_env.vh", "dram_answers_what_it_was_asked", "mutex:tiny", "tsm-tiny", NULL},
        {"reqtracker_env.vh", "tsu_grants_what_it_was_asked", "mutex:tiny", "tsm-tiny", NULL},
        {"reqtracker_env.vh", "lines_of_this_controller", "mutex:tiny", "tsm-tiny", NULL},
        {"atomic_env.vh", "starts_while_not_busy", "mutex:tiny", "tsm-tiny", NULL},
        {"imst_env.vh", "tag_is_free", "histogram:tiny", "numa-vi-tiny", NULL},
        {"imst_env.vh", "one_look_up_a_line", "histogram:tiny", "numa-vi-tiny", NULL},
        {"imst_env.vh", "node_is_known", "histogram:tiny", "numa-vi-tiny", NULL},
        {"imst_env.vh", "spare_was_asked_for", "histogram:tiny", "numa-vi-tiny", NULL},
        {"imst_env.vh", "spare_is_as_written", "histogram:tiny", "numa-vi-tiny", NULL},
        {"imst_env.vh", "write_was_sent", "histogram:tiny", "numa-vi-tiny", NULL},
        {"imst_env.vh", "ack_is_of_an_invalidation", "histogram:tiny", "numa-vi-tiny", NULL},
        {"rdc_env.vh", "lines_of_this_bank", "mutex:tiny", "carve-tiny", DROPS},
        {"rdc_env.vh", "op_is_known", "mutex:tiny", "carve-tiny", DROPS},
        {"rdc_env.vh", "home_answers_what_it_was_asked", "mutex:tiny", "carve-tiny", DROPS},
        {"rdc_env.vh", "dram_writes_what_it_was_asked", "mutex:tiny", "carve-tiny", DROPS},
        {"rdc_env.vh", "dram_reads_what_it_was_asked", "mutex:tiny", "carve-tiny", DROPS},
        {"rdc_env.vh", "dram_reads_what_was_written", "mutex:tiny", "carve-tiny", DROPS},
        {"gate_env.vh", "dropped_was_asked_for", "mutex:tiny", "carve-tiny", DROPS},
        {"broadcast_env.vh", "dropped_was_told", "mutex:tiny", "carve-tiny", DROPS},
        {"detour_env.vh", "pass_answer_was_asked_for", "cg_host:tiny", "umn-overlay-tiny", NULL},
        {"inject_env.vh", "channel_exists", "mutex:tiny", "tsm-tiny", ROUTER},
        {"inject_env.vh", "credit_is_for_a_flit", "mutex:tiny", "tsm-tiny", ROUTER},
        {"eject_env.vh", "channel_exists", "mutex:tiny", "tsm-tiny", ROUTER},
        {"eject_env.vh", "sent_into_room", "mutex:tiny", "tsm-tiny", ROUTER},
        {"eject_env.vh", "packet_ends_in_time", "mutex:tiny", "tsm-tiny", ROUTER},
    };
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        char was[128], now[128];
        snprintf(was, sizeof was, "`ASSUME(%s,", each[i].name);
        snprintf(now, sizeof now, "`NEVER(%s,", each[i].name);
        with_text(state, each[i].file, was, now);
        char path[4096];
        snprintf(path, sizeof path, "%s/formal/units/monitors.vh", in_folder(state, "root"));
        size_t len;
        char *text = read_bytes_of(path, &len);
        struct sbuf s = {0};
        sbuf_printf(&s, "%s`define NEVER(name, when, what) `ASSUME(name, when, !(what))\n", text);
        write_text(path, s.text);
        sbuf_free(&s);
        free(text);
        assert_trips_with(each[i].system, each[i].set, each[i].kernel, each[i].name);
        folder_remove(state);
        folder_make(state);
    }
}

static int with_monitors(void **state)
{
    (void)state;
    monitors_use(true);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(a_run_tells_what_was_checked),
        test_in_folder(a_run_with_sharing_trackers_breaks_nothing),
        test_in_folder(an_invalidation_is_no_answer),
        test_in_folder(a_run_with_remote_data_caches_breaks_nothing),
        cmocka_unit_test(litmus_tests_break_nothing),
        cmocka_unit_test(traffic_through_rolls_breaks_nothing),
        cmocka_unit_test(traffic_between_packages_breaks_nothing),
        test_in_folder(units_with_monitors_are_clean),
        cmocka_unit_test(a_tag_used_twice_is_seen),
        cmocka_unit_test(an_op_that_is_none_is_seen),
        cmocka_unit_test(emptying_a_busy_cache_is_seen),
        cmocka_unit_test(a_request_while_emptying_is_seen),
        cmocka_unit_test(an_answer_of_dram_to_nobody_is_seen),
        cmocka_unit_test(a_message_that_changes_is_seen),
        cmocka_unit_test(a_lease_that_is_too_short_is_seen),
        test_in_folder(a_tag_that_is_free_a_cycle_later_trips),
        test_in_folder(a_dram_that_needs_a_cycle_trips),
        test_in_folder(an_entry_read_for_nobody_trips),
        test_in_folder(every_monitor_is_alive),
    };
    return cmocka_run_group_tests_name("monitors", tests, with_monitors, NULL);
}
