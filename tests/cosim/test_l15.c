/*
 * L1.5 banks in whole runs: which copies they make stale and which not, as the launches of
 * sharing.cu tell; every atomic and volatile load passes them; the command processor empties them,
 * or keeps them; a run with them is the same on several threads, and is followed by the profile.
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
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HERE UMBEL_ROOT "/tests/cosim/"
#define ONE_LAUNCH HERE "sharing.yaml"
#define THREE_LAUNCHES HERE "sharing_steps.yaml"

static struct command share(const char *launch, const char *how, const char *set)
{
    char source[sizeof HERE + 32];
    snprintf(source, sizeof source, "%ssharing.cu:%s", HERE, how);
    return UMBEL("run", "numa-l15-tiny", source, "--launch", launch, "--set", set);
}

static void is_right(const char *launch, const char *how, const char *set)
{
    struct command c = share(launch, how, set);
    if (c.status != 0)
        print_error("%s, %s:\n", how, set);
    assert_status(&c, 0);
    assert_has(out_of(&c), "identical to cacheless execution");
    command_free(&c);
}

/* The report names the bank that has the stale line. */
static void is_stale(const char *launch, const char *set)
{
    struct command c = share(launch, "plain", set);
    assert_status(&c, 1);
    assert_has(err_of(&c), "copy: gpu1.l15.0, ");
    assert_has(last_line(err_of(&c)),
               "umbel: wrong answer: x[byte 8] at address 0x1008 is 0x00, not 0x07");
    command_free(&c);
}

/* The L1 has no copy of the line any more, so it is the L1.5 bank's that is stale. */
static void inside_a_launch(void **state)
{
    (void)state;
    is_stale(ONE_LAUNCH, "protocol=nc-wt");
    is_stale(ONE_LAUNCH, "protocol=nc-wb");
    is_right(ONE_LAUNCH, "plain", "l15.banks=0");
}

static void fresh_loads_and_atomics(void **state)
{
    (void)state;
    static const char *const sets[] = {"protocol=nc-wt", "protocol=nc-wb", "l15.banks=2",
                                       "l15.allocate=all"};
    for (int i = 0; i < 4; i++) {
        is_right(ONE_LAUNCH, "volatile", sets[i]);
        is_right(ONE_LAUNCH, "atomic", sets[i]);
    }
}

static void across_launches(void **state)
{
    (void)state;
    is_right(THREE_LAUNCHES, "plain", "boundary.l15s=empty");
    is_stale(THREE_LAUNCHES, "boundary.l15s=keep");
    is_right(THREE_LAUNCHES, "plain", "l15.banks=4"); /* more banks than SMs that empty them */
    is_right(THREE_LAUNCHES, "plain", "memory.interleave=hash");
    is_right(THREE_LAUNCHES, "plain", "l15.allocate=all");
}

/* ---- a run ---- */

/* Every day the first. The other has more SMs and banks of each kind. */
static const char *const runs[][2] = {{"numa-l15-tiny", "bfs:tiny"},
                                      {"numa-l15-small", "bfs:small"}};
enum { RUNS = sizeof runs / sizeof *runs };

static json_t *statistics(void **state, int run, const char *threads, const char *set)
{
    if (run > 0)
        slow_only("numa-l15-tiny has the same units");
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", runs[run][0], runs[run][1], "-q", "-j", threads, "--json", json,
                             "--profile", "--set", set);
    assert_status(&c, 0);
    command_free(&c);
    json_t *r = run_json_results(json);
    return r;
}

static json_int_t at(json_t *r, const char *name)
{
    return json_integer_value(
        json_object_get(json_object_get(json_object_get(r, "profile"), "requests"), name));
}

/* What L1s ask is asked of a bank of their own package, and what an L1.5 bank does not have, of the
 * home's; all of it can be followed. */
static void counted(void **state)
{
    for (int run = 0; run < RUNS; run++) {
        json_t *one = statistics(state, run, "1", "l15.allocate=remote"),
               *two = statistics(state, run, "2", "l15.allocate=remote");
        assert_true(json_equal(one, two));
        json_int_t l15 = run_json_sum(one, "l15", "loads"),
                   hits = run_json_sum(one, "l15", "load_hits"),
                   joins = run_json_sum(one, "l15", "load_joins"),
                   stores = run_json_sum(one, "l15", "stores"),
                   atomics = run_json_sum(one, "l15", "atomics");
        assert_true(hits > 0 && stores > 0 && l15 > hits + joins);
        assert_int_equal(run_json_sum(one, "fabric", "requests"),
                         l15 - hits - joins + stores + atomics);
        assert_int_equal(run_json_sum(one, "fabric", "requests"),
                         run_json_sum(one, "fabric", "answers"));
        assert_true(at(one, "answered") > 0);
        assert_int_equal(at(one, "strays"), 0);
        assert_int_equal(at(one, "unfinished"), 0);
        json_decref(one);
        json_decref(two);
    }
}

/* With L1.5 banks before the own L2, too, they are asked all that L1s ask, and L2 banks what they
 * do not have: those of the own package as those of others. */
static void all_counted(void **state)
{
    for (int run = 0; run < RUNS; run++) {
        json_t *r = statistics(state, run, "1", "l15.allocate=all");
        json_int_t loads = run_json_sum(r, "l15", "loads"),
                   hits = run_json_sum(r, "l15", "load_hits"),
                   joins = run_json_sum(r, "l15", "load_joins"),
                   stores = run_json_sum(r, "l15", "stores");
        assert_true(hits > 0);
        assert_int_equal(run_json_sum(r, "l2", "loads"), loads - hits - joins);
        assert_true(run_json_sum(r, "fabric", "requests") < loads - hits - joins + stores);
        assert_int_equal(at(r, "strays"), 0);
        assert_int_equal(at(r, "unfinished"), 0);
        json_decref(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inside_a_launch), cmocka_unit_test(fresh_loads_and_atomics),
        cmocka_unit_test(across_launches), test_in_folder(counted),
        test_in_folder(all_counted),
    };
    return cmocka_run_group_tests_name("L1.5 banks in runs", tests, NULL, NULL);
}
