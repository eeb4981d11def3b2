/* The JSON of a run: its keys, and figures that agree with each other from core to DRAM. */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static json_t *statistics(void **state, const char *system, const char *kernel)
{
    const char *path = in_folder(state, "run.json");
    struct command c = UMBEL("run", system, kernel, "--seed", "3", "-q", "--json", path);
    assert_status(&c, 0);
    command_free(&c);
    json_error_t why;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (root == NULL)
        fail_msg("%s:%d: %s", path, why.line, why.text);
    return root;
}

static json_int_t number(const json_t *object, const char *key)
{
    const json_t *v = json_object_get(object, key);
    if (!json_is_integer(v))
        fail_msg("'%s' is no number", key);
    return json_integer_value(v);
}

static const json_t *counters(const json_t *root, const char *class)
{
    const json_t *c = json_object_get(json_object_get(root, "units"), class);
    assert_true(json_is_object(c));
    return json_object_get(c, "counters");
}

static json_int_t sum(const json_t *root, const char *class, const char *name)
{
    const json_t *c = json_object_get(counters(root, class), name);
    if (c == NULL)
        fail_msg("%s counts no %s", class, name);
    return number(c, "sum");
}

static void header(void **state)
{
    json_t *root = statistics(state, "tsm-small", "xtreme3:small"), *run, *v;
    assert_non_null(run = json_object_get(root, "run"));
    static const char *const want[][2] = {{"system", "tsm-small"},
                                          {"kernel", "xtreme3:small"},
                                          {"size", "small"},
                                          {"seed", "3"},
                                          {"result", "identical to cacheless execution"}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        assert_true(json_is_string(v = json_object_get(run, want[i][0])));
        assert_string_equal(json_string_value(v), want[i][1]);
    }
    assert_true(number(run, "cycles") > 1000);
    static const struct {
        const char *class;
        json_int_t instances;
    } units[] = {{"sm", 16}, {"l1", 16}, {"l2", 16}, {"umc", 4}, {"dram", 4}, {"link", 32}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        assert_int_equal(
            number(json_object_get(json_object_get(root, "units"), units[i].class), "instances"),
            units[i].instances);
    json_decref(root);
}

/* Checks one counter: its sum, minimum and maximum are those of its values. */
static void adds_up(json_t *counter, json_int_t instances)
{
    json_int_t total = 0, least = INT64_MAX, most = 0, n = 0;
    const char *instance;
    json_t *value;
    json_object_foreach(json_object_get(counter, "values"), instance, value)
    {
        json_int_t v = json_integer_value(value);
        total += v;
        least = v < least ? v : least;
        most = v > most ? v : most;
        n++;
    }
    assert_int_equal(n, instances);
    assert_int_equal(number(counter, "sum"), total);
    assert_int_equal(number(counter, "min"), least);
    assert_int_equal(number(counter, "max"), most);
    assert_true(json_string_length(json_object_get(counter, "unit")) > 0);
    assert_true(json_string_length(json_object_get(counter, "meaning")) > 0);
}

static void sums(void **state)
{
    json_t *root = statistics(state, "tsm-small", "fir:small"), *unit, *counter;
    const char *class, *name;
    size_t seen = 0;
    json_object_foreach(json_object_get(root, "units"), class, unit)
    {
        json_object_foreach(json_object_get(unit, "counters"), name, counter)
        {
            adds_up(counter, number(unit, "instances"));
            seen++;
        }
    }
    assert_true(seen > 30);
    json_decref(root);
}

/*
 * Counters of neighbouring units agree. A load that hits or joins a miss is not forwarded; all
 * others are, and are sent again if their lease ended too early; stores write through.
 */
static void flows(void **state)
{
    static const char *const runs[][2] = {{"tsm-tiny", "xtreme3:tiny"},
                                          {"tsm-small", "xtreme3:small"},
                                          {"tsm-small", "sgemm:small"},
                                          {"tsm-4gpu", "transpose:small"}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        json_t *r = statistics(state, runs[i][0], runs[i][1]);
        assert_int_equal(sum(r, "sm", "lines"), sum(r, "l1", "loads") + sum(r, "l1", "stores"));
        assert_int_equal(sum(r, "l1", "loads") - sum(r, "l1", "load_hits") -
                             sum(r, "l1", "load_joins") + sum(r, "l1", "reissues"),
                         sum(r, "l2", "loads"));
        assert_int_equal(sum(r, "l1", "stores"), sum(r, "l2", "stores"));
        assert_int_equal(sum(r, "l2", "loads") - sum(r, "l2", "load_hits") -
                             sum(r, "l2", "load_joins") + sum(r, "l2", "reissues"),
                         sum(r, "umc", "loads"));
        assert_int_equal(sum(r, "l2", "stores"), sum(r, "umc", "stores"));
        assert_int_equal(sum(r, "umc", "loads"),
                         sum(r, "dram", "reads") + sum(r, "dram", "forwarded"));
        assert_int_equal(sum(r, "umc", "stores"), sum(r, "dram", "writes"));
        assert_true(sum(r, "l1", "loads") > 0 && sum(r, "l1", "stores") > 0);
        json_decref(r);
    }
}

/* The counters are no constants: xtreme3 has shared lines and expired leases, vecadd has none. */
static void kernels_differ(void **state)
{
    json_t *shared = statistics(state, "tsm-small", "xtreme3:small");
    json_t *plain = statistics(state, "tsm-small", "vecadd:small");
    assert_true(sum(shared, "l1", "load_expired") > 0);
    assert_int_equal(sum(plain, "l1", "load_expired"), 0);
    assert_int_equal(sum(plain, "sm", "ctas"), 16384 / 128);
    json_decref(shared);
    json_decref(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(header),
        test_in_folder(sums),
        test_in_folder(flows),
        test_in_folder(kernels_differ),
    };
    return cmocka_run_group_tests_name("statistics as JSON", tests, NULL, NULL);
}
