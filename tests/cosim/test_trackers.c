/*
 * What a request tracker may do beyond taking each request in its turn (thesis 4.2.5, 4.4.1): send
 * by clocks (umc.order), and answer loads that wait for one line with one access to DRAM
 * (umc.merge); and entries of a TSU that go with the lines of the L2s (tsu.evicts, 4.2.6). Runs are
 * checked as all are; DRAM, which counts its own reads, says what was saved.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static json_t *run(void **state, const char *system, const char *const *sets, const char *option)
{
    const char *json = in_folder(state, "run.json");
    const char *words[24] = {umbel_path(), "run", system, "mm:tiny", "-q", "--json", json};
    int n = 7;
    for (int i = 0; sets[i] != NULL; i++) {
        words[n++] = "--set";
        words[n++] = sets[i];
    }
    words[n++] = option;
    struct command c = umbel_run_args(words);
    assert_status(&c, 0);
    command_free(&c);
    return run_json(json);
}

/* DRAM reads once for each load, and each atomic, that was sent there. */
static void reads_are_loads(const json_t *r)
{
    assert_int_equal(run_json_sum(r, "dram", "reads"),
                     run_json_sum(r, "umc", "loads") + run_json_sum(r, "umc", "atomics"));
}

/* The loads of the four GPUs of one machine, in the same cycles: those that merge read no more. */
static void merged_loads_read_nothing(void **state)
{
    static const char *const none[] = {NULL}, *const merge[] = {"umc.merge=true", NULL};
    json_t *each = run(state, "tsm-small", none, NULL);
    json_t *with = run(state, "tsm-small", merge, NULL);
    const json_int_t merged = run_json_sum(with, "umc", "merged");
    assert_true(merged > 0);
    assert_true(merged <= run_json_sum(with, "umc", "held"));
    reads_are_loads(each);
    reads_are_loads(with);
    assert_int_equal(run_json_sum(each, "dram", "reads"),
                     run_json_sum(with, "dram", "reads") + merged);
    json_decref(each);
    json_decref(with);
}

/* Every protocol whose tracker may merge, both ways to order, on one thread, on two, and with no
 * unit left out of a cycle in which it is idle: the same cycles and counters. */
static void the_same_however_it_runs(void **state)
{
    static const char *const kinds[][4] = {
        {"umc.order=time", "umc.merge=true", NULL},
        {"umc.order=time", "umc.merge=true", "protocol=mgcc-renew", NULL},
        {"umc.merge=true", "protocol=nc-wb", NULL},
        {"umc.merge=true", "tsu.evicts=l2", "consistency=rc", NULL},
        {"umc.order=time", "umc.merge=true", "consistency=rc", NULL},
        {"umc.merge=true", "protocol=mgcc-paper", NULL},
    };
    enum { KINDS = sizeof kinds / sizeof *kinds, DAILY = 4 };
    for (size_t i = 0; i < KINDS; i++) {
        if (i == DAILY)
            slow_only(
                "random traffic has such a tracker under rc, and mgcc-paper's is nearly mgcc's");
        json_t *one = run(state, "tsm-tiny", kinds[i], "-j1");
        json_t *two = run(state, "tsm-tiny", kinds[i], "-j2");
        json_t *all = run(state, "tsm-tiny", kinds[i], "--no-idle-skip");
        assert_true(json_equal(json_object_get(one, "units"), json_object_get(two, "units")));
        assert_true(json_equal(json_object_get(one, "units"), json_object_get(all, "units")));
        assert_true(run_json_sum(one, "umc", "merged") > 0);
        json_decref(one);
        json_decref(two);
        json_decref(all);
    }
}

/* Each line that an L2 evicts is told of, and looked up beside the requests. */
static void evictions_are_told(void **state)
{
    static const char *const sets[] = {"tsu.evicts=l2", "protocol=mgcc-paper", NULL};
    static const char *const places[] = {"tsm-tiny", "numa-tiny", "umn-tiny"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (i == 2)
            slow_only("the host's memory has the same trackers, and numa-tiny a fabric");
        json_t *r = run(state, places[i], sets, NULL);
        const json_int_t evicted = run_json_sum(r, "l2", "evictions");
        assert_true(evicted > 0);
        assert_int_equal(run_json_sum(r, "traffic", "evictions"), evicted);
        assert_in_range(run_json_sum(r, "umc", "tsu_followed"), 1, evicted);
        json_decref(r);
    }
}

static void orders_differ(void **state)
{
    static const char *const none[] = {NULL}, *const time[] = {"umc.order=time", NULL};
    json_t *turns = run(state, "tsm-small", none, NULL);
    json_t *times = run(state, "tsm-small", time, NULL);
    assert_false(json_equal(json_object_get(turns, "units"), json_object_get(times, "units")));
    json_decref(turns);
    json_decref(times);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(merged_loads_read_nothing),
        test_in_folder(the_same_however_it_runs),
        test_in_folder(orders_differ),
        test_in_folder(evictions_are_told),
    };
    return cmocka_run_group_tests_name("trackers", tests, NULL, NULL);
}
