/*
 * What requests take in L1s and L2 banks, as their RTL adds it up (hardware.count_latency), beside
 * the profile, which follows each request by its messages and shares nothing with the counters but
 * the channels. And what the option may not change: cycles, results and all other counters.
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

static json_t *run(void **state, const char *system, const char *kernel, const char *const *sets,
                   bool latency, bool all)
{
    const char *json = in_folder(state, "run.json");
    const char *words[24] = {umbel_path(), "run",       system,   kernel,
                             "-q",         "--profile", "--json", json};
    int n = 8;
    for (int i = 0; sets[i] != NULL; i++) {
        words[n++] = "--set";
        words[n++] = sets[i];
    }
    if (latency) {
        words[n++] = "--set";
        words[n++] = "hardware.count_latency=true";
    }
    if (all)
        words[n++] = "--no-idle-skip";
    words[n] = NULL;
    struct command c = umbel_run_args(words);
    assert_status(&c, 0);
    command_free(&c);
    return run_json(json);
}

static json_int_t profiled(const json_t *r, const char *what)
{
    const json_t *requests = json_object_get(json_object_get(r, "profile"), "requests");
    const json_t *n = json_object_get(requests, what);
    assert_true(json_is_integer(n));
    return json_integer_value(n);
}

/* Every day without those whose caches count as others here do. */
static const struct {
    const char *system, *kernel, *sets[4];
    bool slow;
} runs[] = {
    {"tsm-tiny", "mutex:tiny", {NULL}, false},
    {"tsm-tiny", "mutex:tiny", {"protocol=mgcc-renew", "mgcc.victim=expired"}, false},
    {"tsm-tiny", "histogram:tiny", {"consistency=rc", "mgcc.victim=expired"}, true},
    {"tsm-tiny", "histogram:tiny", {"protocol=mgcc-paper"}, true},
    {"carve-tiny", "mutex:tiny", {NULL}, false},
    {"numa-tiny", "relu:tiny", {NULL}, true},
};
enum { RUNS = sizeof runs / sizeof *runs };

/* One launch, whose requests never wait for their L1's channel: so the profile, which begins to
 * count when an SM shows a request, counts the same. All that an L2 is asked, it answers, in less
 * than the L1s take, of whose time its own is a part. */
static void as_followed(void **state)
{
    for (size_t i = 0; i < RUNS; i++) {
        if (runs[i].slow && !slow_wanted())
            continue;
        json_t *r = run(state, runs[i].system, runs[i].kernel, runs[i].sets, true, false);
        assert_int_equal(run_json_sum(r, "l1", "answers"), profiled(r, "answered"));
        assert_int_equal(run_json_sum(r, "l1", "latency"), profiled(r, "latency"));
        const json_int_t asked = run_json_sum(r, "l2", "loads") + run_json_sum(r, "l2", "stores") +
                                 run_json_sum(r, "l2", "atomics");
        assert_in_range(run_json_sum(r, "l2", "answers"), asked, asked + 2);
        assert_in_range(run_json_sum(r, "l2", "latency"), 4 * asked,
                        run_json_sum(r, "l1", "latency"));
        json_decref(r);
    }
}

/* Two runs have the same counters but for those of latencies. */
static void assert_alike(json_t *a, json_t *b)
{
    static const char *const classes[] = {"l1", "l2", "l15"}, *const names[] = {"latency",
                                                                                "answers"};
    json_t *units[] = {json_object_get(a, "units"), json_object_get(b, "units")};
    for (int i = 0; i < 2; i++)
        for (size_t c = 0; c < sizeof classes / sizeof *classes; c++)
            for (int n = 0; n < 2; n++)
                json_object_del(json_object_get(json_object_get(units[i], classes[c]), "counters"),
                                names[n]);
    assert_true(json_equal(units[0], units[1]));
    assert_true(json_equal(json_object_get(a, "profile"), json_object_get(b, "profile")));
}

static void changes_nothing(void **state)
{
    static const char *const systems[] = {"mcm-l15-tiny", "ladm-hmg-tiny", "tsm-tiny"};
    static const char *const none[] = {NULL};
    for (size_t i = 0; i < (slow_wanted() ? sizeof systems / sizeof *systems : 2); i++) {
        json_t *without = run(state, systems[i], "xtreme2:tiny", none, false, false);
        json_t *with = run(state, systems[i], "xtreme2:tiny", none, true, false);
        json_t *all = run(state, systems[i], "xtreme2:tiny", none, true, true);
        assert_true(json_equal(json_object_get(with, "units"), json_object_get(all, "units")));
        assert_true(run_json_sum(with, "l1", "latency") > run_json_sum(with, "l1", "answers"));
        assert_alike(without, with);
        json_decref(without);
        json_decref(with);
        json_decref(all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(as_followed),
        test_in_folder(changes_nothing),
    };
    return cmocka_run_group_tests_name("latency", tests, NULL, NULL);
}
