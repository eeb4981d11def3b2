/*
 * Monitors check the proofs' assumptions about a unit's neighbours while machines run. Kernels,
 * litmus tests and random traffic violate no assumption. test_monitors_trip has violations.
 *
 * Costs minutes with UMBEL_SLOW: each shape has units of its own. It alone finds that an assumption
 * of a proof is not true of the real neighbours.
 */
#include "harness/verilator/monitor_texts.h"
#include "tests/cosim/monitored.h"
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

#include <cmocka.h>

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
        "inv_gate.dropped_was_asked_for",     "inv_broadcast.dropped_was_told"};
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        if (run_json_sum(run, "monitors", seen[i]) == 0)
            fail_msg("%s has had nothing to say", seen[i]);
    json_decref(run);
    command_free(&c);
}

/* What is answered with times alone is the copy that was told of, at both caches. */
static void a_run_with_renewals_breaks_nothing(void **state)
{
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", "tsm-tiny", "bfs:tiny", "--set", "protocol=mgcc-renew",
                             "--monitors", "-q", "--json", json);
    assert_status(&c, 0);
    json_t *run = run_json(json);
    assert_true(run_json_sum(run, "monitors", "l1.renewal_is_of_the_copy_told") > 0);
    assert_true(run_json_sum(run, "monitors", "l2.renewal_is_of_the_copy_told") > 0);
    assert_true(run_json_sum(run, "umc", "renewed") > 0);
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

/* Both of the machines below in one. */
static const struct traffic rolls_of_packages = {
    .name = "rolls-packages",
    .ops = 3000,
    .sets = {"gpus=2", "sm.count=2", "sm.tags=16", "l1.bytes=256", "l1.mshrs=8", "l2.bytes=256",
             "l2.mshrs=8", "umc.count=2", "umc.entries=16", "memory.at=packages",
             "link.bytes_per_cycle=1", "tsu.sets=4", "mgcc.ts_bits=5", "mgcc.epoch_bits=4",
             "mgcc.rd_lease=3", "mgcc.wr_lease=2", "mgcc.tick=2"}};

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
    traffic_keeps_to_it(slow_wanted() ? &rolls : &rolls_of_packages, slow_wanted() ? 20 : 2);
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
    if (slow_wanted()) /* the machine before is of packages, too */
        traffic_keeps_to_it(&packages, 20);
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
    static const char *const of_routers[] = {"um_router",        "um_ni_inject_req",
                                             "um_ni_inject_rsp", "um_ni_eject_req",
                                             "um_ni_eject_rsp",  NULL};
    static const char *const of_gpu_homes[] = {"um_l2_hmg_homes", NULL};
    assert_clean(state, "tsm-tiny", packages, 2, of_packages);
    assert_clean(state, "tsm-tiny", routers, 1, of_routers);
    assert_clean(state, "ladm-hmg-tiny", NULL, 0, of_gpu_homes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(a_run_tells_what_was_checked),
        test_in_folder(a_run_with_sharing_trackers_breaks_nothing),
        test_in_folder(an_invalidation_is_no_answer),
        test_in_folder(a_run_with_remote_data_caches_breaks_nothing),
        test_in_folder(a_run_with_renewals_breaks_nothing),
        cmocka_unit_test(litmus_tests_break_nothing),
        cmocka_unit_test(traffic_through_rolls_breaks_nothing),
        cmocka_unit_test(traffic_between_packages_breaks_nothing),
        test_in_folder(units_with_monitors_are_clean),
    };
    return cmocka_run_group_tests_name("monitors", tests, with_monitors, NULL);
}
