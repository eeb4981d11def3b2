/*
 * What the proofs assume of a unit's neighbours is put to the test in a machine of each family:
 * kernels, programs and litmus tests break no assumption, and each is tried in some cycle, or this
 * file says why it is not.
 *
 * Slow: each machine has units of its own. It alone finds an assumption that no run here ever
 * reaches, so that its monitor tells nothing.
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

static const struct tried_run {
    const char *system, *kernel, *set, *other; /* kernel NULL: litmus tests */
} runs[] = {
    {"tsm-tiny", "histogram:tiny", NULL, NULL},
    {"tsm-tiny", "kmeans:tiny", "mgcc.ts_bits=5", "umc.count=2"},
    {"tsm-tiny", "bfs:tiny", "protocol=mgcc-renew", NULL},
    {"tsm-cpu-tiny", "cg_host:tiny", NULL, NULL},
    {"numa-vi-tiny", "kmeans:tiny", NULL, NULL},
    {"carve-tiny", "histogram:tiny", "invalidation.l1_copies=vi", NULL},
    {"carve-tiny", "kmeans:tiny", "protocol=carve-swc", "boundary.l2s=empty"},
    {"hmg-tiny", NULL, NULL, NULL},
    {"hmg-memnet-tiny", "histogram:tiny", NULL, NULL},
    {"ladm-tiny", "histogram:tiny", NULL, NULL},
    {"ladm-hmg-tiny", "histogram:tiny", NULL, NULL},
    {"ladm-hmg-tiny", NULL, NULL, NULL},
    {"umn-tiny", "cg_host:tiny", NULL, NULL},
    {"dnn-p2p-tiny", "kmeans:tiny", NULL, NULL},
    {"mcm-l15-tiny", "kmeans:tiny", NULL, NULL},
};
enum { RUNS = sizeof runs / sizeof *runs };

/* Assumptions that nothing here tries, and why. */
static const struct {
    const char *name, *why;
} untried[] = {
    {"l15.write_back_was_asked_for", "an L1.5 writes nothing back"},
    {"rdc.epochs.raised_to_a_later_one", "nothing raises the epoch of a remote data cache"},
};

/* How often each assumption was tried, by name. */
static json_t *tried;

static void add_count(const char *name, json_int_t n)
{
    const json_t *before = json_object_get(tried, name);
    json_object_set_new(tried, name, json_integer(json_integer_value(before) + n));
}

/* The counters of the monitors: of a whole run, of a launch, or of a copy. */
static void add_monitors(const json_t *counters)
{
    const char *name;
    json_t *of;
    json_object_foreach((json_t *)counters, name, of) if (json_object_get(of, "sum") != NULL)
        add_count(name, json_integer_value(json_object_get(of, "sum")));
}

static const json_t *monitors_of(const json_t *part)
{
    return json_object_get(json_object_get(part, "units"), "monitors");
}

static void add_kernel(const json_t *run)
{
    size_t i;
    json_t *part;
    add_monitors(json_object_get(monitors_of(run), "counters"));
    json_array_foreach(json_object_get(run, "launches"), i, part) add_monitors(monitors_of(part));
    json_array_foreach(json_object_get(run, "copies"), i, part) add_monitors(monitors_of(part));
}

static void add_litmus(const json_t *run)
{
    const char *name;
    json_t *n;
    json_object_foreach(json_object_get(run, "monitors"), name, n)
        add_count(name, json_integer_value(n));
}

static void run_one(void **state, const struct tried_run *r)
{
    const char *json = in_folder(state, "run.json");
    const char *set = r->set != NULL ? "--set" : NULL, *other = r->other != NULL ? "--set" : NULL;
    struct command c =
        r->kernel != NULL
            ? UMBEL("run", r->system, r->kernel, "--monitors", "-q", "--json", json, set, r->set,
                    other, r->other)
            : UMBEL("litmus", "formal/litmus/MP+rel-acq.litmus", "formal/litmus/LOCK.litmus",
                    "--system", r->system, "--runs", "20", "--monitors", "-q", "--json", json);
    if (c.status != 0)
        fail_msg("%s, %s: %s", r->system, r->kernel != NULL ? r->kernel : "litmus", err_of(&c));
    command_free(&c);
    json_t *run = json_load_file(json, 0, NULL);
    assert_non_null(run);
    if (r->kernel != NULL)
        add_kernel(run);
    else
        add_litmus(run);
    json_decref(run);
}

static bool has_reason(const char *name)
{
    for (size_t i = 0; i < sizeof untried / sizeof *untried; i++)
        if (strcmp(untried[i].name, name) == 0)
            return true;
    return false;
}

/* The contract of a channel is no assumption of a proof, but of a queue without places. */
static bool is_contract(const char *name)
{
    static const char tail[] = "_unserved_stays";
    const size_t n = strlen(name), m = strlen(tail);
    return n >= m && strcmp(name + n - m, tail) == 0;
}

static void each_assumption_is_tried(void **state)
{
    if (!slow_wanted())
        skip();
    tried = json_object();
    for (size_t i = 0; i < RUNS; i++)
        run_one(state, &runs[i]);
    const char *name;
    json_t *n;
    unsigned never = 0;
    json_object_foreach(tried, name, n) if (!is_contract(name) &&
                                            (json_integer_value(n) == 0) != has_reason(name))
    {
        fprintf(stderr, "%s: %s\n", name,
                json_integer_value(n) == 0 ? "never tried, and nothing says why"
                                           : "was tried, though it is said that it is not");
        never++;
    }
    print_message("%zu assumptions, in machines of %d runs\n", json_object_size(tried), RUNS);
    assert_int_equal(never, 0);
    assert_true(json_object_size(tried) > 150);
    json_decref(tried);
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(each_assumption_is_tried)};
    return cmocka_run_group_tests_name("monitors_tried", tests, NULL, NULL);
}
