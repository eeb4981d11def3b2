/*
 * The profile of real runs: its sums are exact; it agrees with the RTL's counters (with a margin
 * where it can only infer) and with the trace of the same run; and the run is the same without it.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static json_t *load(const char *path)
{
    json_error_t why;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (root == NULL)
        fail_msg("%s:%d: %s", path, why.line, why.text);
    return root;
}

static json_t *at(const json_t *root, const char *path)
{
    char copy[128];
    snprintf(copy, sizeof copy, "%s", path);
    const json_t *v = root;
    for (char *key = strtok(copy, "/"); key != NULL; key = strtok(NULL, "/"))
        v = json_object_get(v, key);
    if (v == NULL)
        fail_msg("there is no %s", path);
    return (json_t *)v;
}

static json_int_t number(const json_t *root, const char *path)
{
    assert_true(json_is_integer(at(root, path)));
    return json_integer_value(at(root, path));
}

static json_int_t counted(const json_t *root, const char *class, const char *counter)
{
    char path[128];
    snprintf(path, sizeof path, "units/%s/counters/%s/sum", class, counter);
    return number(root, path);
}

static json_t *profile_of(void **state, const char *system, const char *kernel)
{
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", system, kernel, "-q", "--profile=3", "--json", json);
    assert_status(&c, 0);
    command_free(&c);
    return load(json);
}

static json_int_t sum_of(json_t *object, const char *inner)
{
    json_int_t sum = 0;
    const char *key;
    json_t *v;
    json_object_foreach(object, key, v)
    {
        sum += json_integer_value(inner != NULL ? json_object_get(v, inner) : v);
    }
    return sum;
}

/* Checks the SMs' cycles: an SM issues one warp instruction in each cycle in which it issues. */
static void assert_sms(const json_t *r)
{
    json_t *spent = at(r, "profile/sm_cycles/spent");
    assert_int_equal(number(r, "profile/sm_cycles/cycles"), number(r, "run/cycles"));
    assert_int_equal(sum_of(spent, NULL),
                     number(r, "profile/sm_cycles/sms") * number(r, "run/cycles"));
    assert_int_equal(number(spent, "issue"), counted(r, "sm", "warp_insts"));
    assert_int_equal(number(spent, "memory"), counted(r, "sm", "stall_memory"));
    assert_int_equal(number(spent, "cut"), 0);
}

/* Which loads are sent again shows in no field: the profile takes a few for late misses, or the
 * other way round (harness/observe/README.md). One in 20 of them may be; without any, none. */
static void assert_about(const json_t *r, json_int_t seen, json_int_t counter)
{
    json_int_t again = counted(r, "l1", "reissues") + counted(r, "l2", "reissues");
    json_int_t off = seen > counter ? seen - counter : counter - seen;
    if (off > again / 20)
        fail_msg("%lld were seen, %lld counted; %lld were sent again", (long long)seen,
                 (long long)counter, (long long)again);
}

static void assert_requests(const json_t *r)
{
    const json_t *p = at(r, "profile/requests");
    assert_int_equal(number(p, "latency"), sum_of(at(p, "stages"), "cycles"));
    assert_int_equal(number(p, "unfinished"), 0);
    assert_int_equal(number(p, "strays"), 0);
    assert_int_equal(number(p, "answered"), counted(r, "l1", "loads") + counted(r, "l1", "stores"));
    assert_about(r, number(p, "expired_l1"), counted(r, "l1", "load_expired"));
}

static void sums(void **state)
{
    static const char *const runs[][2] = {{"tsm-tiny", "sgemm:tiny"},
                                          {"tsm-tiny", "xtreme3:tiny"},
                                          {"tsm-small", "xtreme3:small"},
                                          {"tsm-small", "bfs:tiny"}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        json_t *r = profile_of(state, runs[i][0], runs[i][1]);
        assert_sms(r);
        assert_requests(r);
        json_decref(r);
    }
}

/* What copy engines send is followed, and is no core's; what the host's CPU sends to start them is.
 */
static void copies(void **state)
{
    static const char *const runs[][2] = {{"pcie-tiny", "vecadd:tiny"},
                                          {"numa-replicate-tiny", "sgemm:tiny"}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        json_t *r = profile_of(state, runs[i][0], runs[i][1]);
        const json_t *p = at(r, "profile/requests");
        json_int_t of_cpu = 0;
        assert_true(counted(r, "copy", "reads") > 0);
        if (i == 0)
            of_cpu = counted(r, "cpu_l1", "loads") + counted(r, "cpu_l1", "stores");
        assert_int_equal(number(p, "strays"), 0);
        assert_int_equal(number(p, "unfinished"), 0);
        assert_int_equal(number(p, "answered"),
                         counted(r, "l1", "loads") + counted(r, "l1", "stores") + of_cpu);
        json_decref(r);
    }
}

/* Requests below the L1s: all that the L1s did not answer, and those that were sent again. */
static void agrees_with_rtl(void **state)
{
    json_t *r = profile_of(state, "tsm-small", "bfs:small");
    const json_t *p = at(r, "profile/requests");
    assert_sms(r);
    assert_requests(r);
    assert_about(r, number(p, "reissues"),
                 counted(r, "l1", "reissues") + counted(r, "l2", "reissues"));
    assert_true(number(p, "reissues") > 0);
    assert_true(number(p, "expired_l1") > 0);
    assert_true(number(p, "stages/lock/cycles") > 0);
    assert_true(number(p, "stages/joined/cycles") > 0);
    /* A request that joined in the L1 may be the one that is sent again. */
    json_int_t sent = counted(r, "l2", "loads") + counted(r, "l2", "stores");
    assert_true(number(p, "below_l1") <= sent);
    assert_true(number(p, "below_l1") >= sent - counted(r, "l1", "reissues"));
    json_decref(r);
}

static double real(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

/* Microseconds as cycles, which they must be exactly. */
static json_int_t cycles(double us)
{
    json_int_t n = (json_int_t)(us * 1000 + 0.5);
    assert_true((double)n / 1000.0 == us);
    return n;
}

/* Adds up a trace; a request's stages follow it at once, and fill it without a gap. */
static bool is_call(const json_t *event)
{
    return strcmp(json_string_value(json_object_get(event, "cat")), "call") == 0;
}

static void add_trace(const json_t *events, json_int_t *requests, json_int_t *latency,
                      json_t *stages)
{
    json_int_t next = 0, end = 0;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        if (strcmp(json_string_value(json_object_get(e, "ph")), "X") != 0 || is_call(e))
            continue;
        json_int_t from = cycles(real(e, "ts")), n = cycles(real(e, "dur"));
        if (json_object_get(e, "args") != NULL) {
            assert_int_equal(next, end);
            (*requests)++;
            *latency += n;
            next = from;
            end = from + n;
            continue;
        }
        const char *name = json_string_value(json_object_get(e, "name"));
        assert_int_equal(from, next);
        assert_true(n > 0);
        next = from + n;
        json_int_t so_far = json_integer_value(json_object_get(stages, name));
        json_object_set_new(stages, name, json_integer(so_far + n));
    }
    assert_int_equal(next, end);
}

/* Each launch is a slice, whose boundary before it is left out. */
static void add_launches(const json_t *events, const json_t *launches)
{
    size_t n = 0;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        if (strcmp(json_string_value(json_object_get(e, "ph")), "X") != 0 || !is_call(e))
            continue;
        const json_t *l = json_array_get(launches, n++);
        json_int_t end = json_integer_value(json_object_get(l, "from")) +
                         json_integer_value(json_object_get(l, "cycles"));
        assert_string_equal(json_string_value(json_object_get(e, "name")),
                            json_string_value(json_object_get(l, "kernel")));
        assert_int_equal(cycles(real(e, "ts")) + cycles(real(e, "dur")), end);
    }
    assert_int_equal(n, json_array_size(launches));
}

/* The trace is written by other code from the same requests; what the profile calls expired is, in
 * the trace, what the messages did. */
static void trace_adds_up(void **state)
{
    const char *json = in_folder(state, "run.json"), *path = in_folder(state, "trace.json");
    struct command c = UMBEL("run", "tsm-small", "xtreme3:small", "-q", "--profile", "--json", json,
                             "--trace", path);
    assert_status(&c, 0);
    command_free(&c);
    json_t *r = load(json), *t = load(path), *stages = json_object();
    json_int_t requests = 0, latency = 0;
    assert_string_equal(json_string_value(at(t, "displayTimeUnit")), "ns");
    add_trace(at(t, "traceEvents"), &requests, &latency, stages);
    add_launches(at(t, "traceEvents"), json_object_get(r, "launches"));
    assert_int_equal(requests, number(r, "profile/requests/answered"));
    assert_int_equal(latency, number(r, "profile/requests/latency"));
    assert_int_equal(sum_of(stages, NULL), latency);
    assert_true(number(stages, "DRAM") > number(r, "profile/requests/stages/DRAM/cycles"));
    assert_int_equal(number(stages, "L1"), number(r, "profile/requests/stages/L1/cycles"));
    json_decref(stages);
    json_decref(t);
    json_decref(r);
}

/* With all observation on, cycles and counters are the same. */
static void changes_nothing(void **state)
{
    const char *plain = in_folder(state, "plain.json"), *seen = in_folder(state, "seen.json");
    struct command a = UMBEL("run", "tsm-tiny", "transpose:tiny", "-q", "--json", plain);
    struct command b =
        UMBEL("run", "tsm-tiny", "transpose:tiny", "-q", "--json", seen, "--profile", "--trace",
              in_folder(state, "t.json"), "--waves", in_folder(state, "w.fst"), "--waves-to", "500",
              "--waves-tiles", "gpu0.sm0.l1,umc0");
    assert_status(&a, 0);
    assert_status(&b, 0);
    command_free(&a);
    command_free(&b);
    json_t *x = load(plain), *y = load(seen);
    assert_true(json_object_get(x, "profile") == NULL);
    assert_int_equal(json_object_del(y, "profile"), 0);
    assert_int_equal(json_object_del(x, "command"), 0);
    assert_int_equal(json_object_del(y, "command"), 0);
    assert_true(json_equal(x, y));
    json_decref(x);
    json_decref(y);
}

static void hottest_lines(void **state)
{
    json_t *r = profile_of(state, "tsm-tiny", "xtreme3:tiny");
    const json_t *lines = at(r, "profile/hottest");
    assert_int_equal(json_array_size(lines), 3);
    json_int_t last = INT64_MAX;
    for (size_t i = 0; i < 3; i++) {
        const json_t *l = json_array_get(lines, i);
        json_int_t n = number(l, "requests");
        assert_true(n <= last && n > 0);
        assert_true(number(l, "below_l1") <= n);
        assert_true(number(l, "address") % 16 == 0);
        assert_non_null(strstr(json_string_value(at(l, "where")), "[byte "));
        last = n;
    }
    json_decref(r);
    struct command c = UMBEL("run", "tsm-tiny", "vecadd:tiny", "--profile=2");
    assert_status(&c, 0);
    assert_has(out_of(&c), "\nprofile: the 2 hottest of 192 lines\n");
    /* The first line of `a`, for which all warps wait, costs most of those asked for once. */
    assert_has(out_of(&c), "  way back  ");
    command_free(&c);
}

/* The profile of a run that was stopped covers it up to that point. */
static void cut_short(void **state)
{
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", "tsm-tiny", "sgemm:tiny", "-q", "--profile", "--json", json,
                             "--max-cycles", "1024");
    assert_status(&c, 1);
    command_free(&c);
    json_t *r = load(json);
    assert_int_equal(sum_of(at(r, "profile/sm_cycles/spent"), NULL), 2 * number(r, "run/cycles"));
    assert_true(number(r, "profile/requests/unfinished") > 0);
    assert_int_equal(number(r, "profile/requests/latency"),
                     sum_of(at(r, "profile/requests/stages"), "cycles"));
    json_decref(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(sums),
        test_in_folder(copies),
        test_in_folder(agrees_with_rtl),
        test_in_folder(trace_adds_up),
        test_in_folder(changes_nothing),
        test_in_folder(hottest_lines),
        test_in_folder(cut_short),
    };
    return cmocka_run_group_tests_name("profile", tests, NULL, NULL);
}
