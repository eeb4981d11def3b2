/*
 * The CPU's overlay: all that the CPU's L2 asks goes by it, and nothing that GPUs ask; when it is
 * congested requests go by the slices, too, and a program with many stores in flight still leaves
 * what it leaves on plain memory, which each run compares. The proofs' assumptions are watched.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* overlay.yaml has 256 elements, four in a line of 16 bytes; its host program stores to each twice,
 * loads each, and stores one sum. */
enum { STORES = 2 * 256 + 1, LINES = 256 / 4, BANKS = 2 };
#define KERNEL "tests/cosim/overlay.cu", "--launch", "tests/cosim/overlay.yaml"

static json_t *run(void **state, const char *const *words)
{
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", "umn-overlay-tiny", KERNEL, "--json", json, "-q", words[0],
                             words[1], words[2], words[3], words[4], words[5], words[6], words[7],
                             words[8], words[9], words[10], words[11], words[12], words[13]);
    assert_status(&c, 0);
    command_free(&c);
    return run_json_results(json);
}
#define RUN(...) run(state, (const char *const[16]){__VA_ARGS__})

static json_int_t of_bank(const json_t *r, const char *class, const char *counter, int bank)
{
    char name[32];
    snprintf(name, sizeof name, "host.%s.%d", class, bank);
    return run_json_count(r, class, counter, name);
}

/* Each packet of the CPU is one at a cube, and nobody else's is. */
static void nothing_else_goes_by_it(const json_t *r)
{
    json_int_t sent = 0, received = 0;
    for (int plane = 0; plane < BANKS; plane++) {
        char name[40];
        snprintf(name, sizeof name, "overlay%d.asker0.ni_inject", plane);
        sent += run_json_count(r, "ni_inject", "packets", name);
        for (int cluster = 0; cluster < 3; cluster++) {
            snprintf(name, sizeof name, "overlay%d.owner%d.ni_eject", plane, cluster);
            received += run_json_count(r, "ni_eject", "packets", name);
        }
    }
    assert_int_equal(sent, STORES + LINES);
    assert_int_equal(received, sent);
}

static void routers_and_interfaces_are_watched(const json_t *r)
{
    static const char *const seen[] = {
        "router.sent_into_room",    "router.credit_is_for_a_flit",    "router.tables_are_constant",
        "ni_inject.channel_exists", "ni_inject.credit_is_for_a_flit", "ni_eject.channel_exists",
        "ni_eject.sent_into_room",  "ni_eject.packet_ends_in_time"};
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        if (run_json_sum(r, "monitors", seen[i]) == 0)
            fail_msg("%s has had nothing to say", seen[i]);
}

/* What the CPU's L2 asks is counted by the unit that asks: loads that it does not answer, and all
 * stores. */
static void what_the_cpu_asks_goes_by_it(void **state)
{
    json_t *r = RUN("--monitors");
    json_int_t stores = 0, loads = 0;
    for (int b = 0; b < BANKS; b++) {
        const json_int_t here = of_bank(r, "l2", "loads", b) - of_bank(r, "l2", "load_hits", b) -
                                of_bank(r, "l2", "load_joins", b);
        stores += of_bank(r, "l2", "stores", b);
        loads += here;
        assert_int_equal(of_bank(r, "detour", "passed", b) + of_bank(r, "detour", "detoured", b),
                         here + of_bank(r, "l2", "stores", b));
    }
    assert_int_equal(stores, STORES);
    assert_int_equal(loads, LINES);
    assert_int_equal(run_json_sum(r, "detour", "detoured"), 0);
    nothing_else_goes_by_it(r);
    routers_and_interfaces_are_watched(r);
    json_decref(r);
}

#define CONGESTED                                                                                  \
    "--set", "sm.tags=32", "--set", "cpu.misses=32", "--set", "cpu.l1_mshrs=16", "--set",          \
        "cpu.l2_mshrs=16", "--set", "link.bytes_per_cycle=2"

static void a_congested_overlay_is_left(void **state)
{
    slow_only("units of another machine are built, and proofs say what a detour does");
    json_t *r = RUN("--monitors", CONGESTED);
    const json_int_t passed = run_json_sum(r, "detour", "passed"),
                     detoured = run_json_sum(r, "detour", "detoured");
    assert_true(passed > 0 && detoured > 0);
    assert_int_equal(passed + detoured, STORES + LINES);
    json_decref(r);
}

/* The flat top is the same hardware, and threads change nothing. */
static void flat_and_threads_are_the_same(void **state)
{
    slow_only("a whole machine is built, and the wiring is checked on the flat top");
    json_t *one = RUN(NULL), *two = RUN("-j", "2"), *flat = RUN("--flat");
    assert_true(json_equal(one, two));
    assert_true(json_equal(one, flat));
    json_decref(one);
    json_decref(two);
    json_decref(flat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(what_the_cpu_asks_goes_by_it),
        test_in_folder(a_congested_overlay_is_left),
        test_in_folder(flat_and_threads_are_the_same),
    };
    return cmocka_run_group_tests_name("overlay", tests, NULL, NULL);
}
