/*
 * Monitors notice violations: machines whose SMs and DRAM break what the proofs assume, neighbours
 * with a fault, and assumptions that are not true of any machine.
 *
 * Costs minutes with UMBEL_SLOW: each assumption is negated in a machine of its own. It alone finds
 * a monitor that is not connected.
 */
#include "harness/machine/machine.h"
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
#include <unistd.h>

#include <cmocka.h>

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
    struct rules rules = protocol_rules(PROTOCOL_MGCC, (struct rules_variant){0});
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
              "!(is_asked) \\\n"
              "        || (f_answers_above && `UPWARD_TICKET(f_upward_msg) == "
              "`ABOVE_TICKET(f_above_msg)))",
              "!(is_asked))");
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
        {"l2_evict_env.vh", "eviction_is_not_answered", "mutex:tiny", "tsm-tiny", "tsu.evicts=l2"},
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
        {"inv_gate_env.vh", "dropped_was_asked_for", "mutex:tiny", "carve-tiny", DROPS},
        {"inv_broadcast_env.vh", "dropped_was_told", "mutex:tiny", "carve-tiny", DROPS},
        {"detour_env.vh", "pass_answer_was_asked_for", "cg_host:tiny", "umn-overlay-tiny", NULL},
        {"ni_inject_env.vh", "channel_exists", "mutex:tiny", "tsm-tiny", ROUTER},
        {"ni_inject_env.vh", "credit_is_for_a_flit", "mutex:tiny", "tsm-tiny", ROUTER},
        {"ni_eject_env.vh", "channel_exists", "mutex:tiny", "tsm-tiny", ROUTER},
        {"ni_eject_env.vh", "sent_into_room", "mutex:tiny", "tsm-tiny", ROUTER},
        {"ni_eject_env.vh", "packet_ends_in_time", "mutex:tiny", "tsm-tiny", ROUTER},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
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
    return cmocka_run_group_tests_name("monitors trip", tests, with_monitors, NULL);
}
