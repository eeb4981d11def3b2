/*
 * What launches, copies and drains have counted: in the JSON their sums are the run's figures, of
 * each counter of each instance; the table has the same; each cycle is in one part. The first of
 * several launches counts what it counts alone.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const lists[] = {"launches", "copies", "drains"};
enum { LISTS = 3 };

static json_t *load(void **state, const char *name)
{
    json_error_t why;
    json_t *j = json_load_file(in_folder(state, name), JSON_REJECT_DUPLICATES, &why);
    if (j == NULL)
        fail_msg("%s:%d: %s", name, why.line, why.text);
    return j;
}

static json_int_t number(const json_t *o, const char *key)
{
    const json_t *v = json_object_get(o, key);
    if (!json_is_integer(v))
        fail_msg("'%s' is no number", key);
    return json_integer_value(v);
}

/* ---- sums ---- */

/* Adds to the sum of a counter; `sums` is by "class counter instance". */
static void add(json_t *sums, const char *class, const char *counter, const char *instance,
                json_int_t value)
{
    char key[160];
    snprintf(key, sizeof key, "%s %s %s", class, counter, instance);
    json_object_set_new(sums, key,
                        json_integer(json_integer_value(json_object_get(sums, key)) + value));
}

static void add_part(json_t *sums, json_t *units)
{
    const char *class, *counter, *instance;
    json_t *counters, *c, *value;
    json_object_foreach(units, class, counters) json_object_foreach(counters, counter, c)
    {
        json_int_t all = 0;
        json_object_foreach(json_object_get(c, "values"), instance, value)
        {
            add(sums, class, counter, instance, json_integer_value(value));
            all += json_integer_value(value);
        }
        assert_int_equal(all, number(c, "sum"));
    }
}

/* Each counter of the run is what `sums` has; `memory` is the most, and `copies` stand elsewhere.
 */
static void same_sums(const json_t *run, const json_t *sums)
{
    const char *class, *counter, *instance;
    json_t *of, *c, *value;
    size_t n = 0;
    json_object_foreach(json_object_get(run, "units"), class, of)
        json_object_foreach(json_object_get(of, "counters"), counter, c)
            json_object_foreach(json_object_get(c, "values"), instance, value)
    {
        char key[160];
        snprintf(key, sizeof key, "%s %s %s", class, counter, instance);
        json_int_t sum = json_integer_value(json_object_get(sums, key));
        const bool is_sum = strcmp(class, "copies") != 0 && strcmp(class, "memory") != 0;
        if (is_sum && sum != json_integer_value(value))
            fail_msg("%s: %lld in all parts, %lld in the run", key, (long long)sum,
                     (long long)json_integer_value(value));
        n++;
    }
    assert_true(n > 50);
}

struct span {
    json_int_t from, cycles;
};

static int by_from(const void *a, const void *b)
{
    const json_int_t x = ((const struct span *)a)->from, y = ((const struct span *)b)->from;
    return x < y ? -1 : x > y;
}

/* The parts follow each other without a gap, from cycle 0 to the last. */
static void each_cycle_once(const json_t *run)
{
    enum { MOST = 64 };
    struct span spans[MOST];
    size_t n = 0;
    for (size_t l = 0; l < LISTS; l++) {
        const json_t *list = json_object_get(run, lists[l]);
        for (size_t i = 0; i < json_array_size(list); i++) {
            const json_t *part = json_array_get(list, i);
            assert_true(n < MOST);
            if (number(part, "cycles") > 0)
                spans[n++] = (struct span){number(part, "from"), number(part, "cycles")};
        }
    }
    qsort(spans, n, sizeof *spans, by_from);
    json_int_t now = 0;
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(spans[i].from, now);
        now += spans[i].cycles;
    }
    assert_int_equal(now, number(json_object_get(run, "run"), "cycles"));
}

/* ---- the table ---- */

enum { COLUMNS = 12, FIELD = 256 };

/* One record after RFC 4180. False at the end. */
static bool next_row(FILE *f, char fields[COLUMNS][FIELD])
{
    int at = 0, n = 0, c;
    bool quoted = false;
    while ((c = getc(f)) != EOF) {
        if (c == '"' && !quoted && n == 0)
            quoted = true;
        else if (c == '"' && quoted && (c = getc(f)) != '"') {
            quoted = false;
            ungetc(c, f);
        } else if (!quoted && (c == ',' || c == '\n')) {
            fields[at++][n] = '\0';
            n = 0;
            assert_true(at <= COLUMNS);
            if (c == '\n') {
                assert_int_equal(at, COLUMNS);
                return true;
            }
            assert_true(at < COLUMNS);
        } else if (n < FIELD - 1)
            fields[at][n++] = (char)c;
    }
    assert_int_equal(at, 0);
    return false;
}

static json_t *sums_of_table(void **state, const char *name, const char *copied)
{
    static const char *const heads[] = {"part",     "kind",    "launch", "name",
                                        "verdict",  "from",    "cycles", "class",
                                        "instance", "counter", "unit",   "value"};
    char row[COLUMNS][FIELD];
    json_t *sums = json_object();
    FILE *f = fopen(in_folder(state, name), "r");
    assert_non_null(f);
    assert_true(next_row(f, row));
    for (size_t i = 0; i < COLUMNS; i++)
        assert_string_equal(row[i], heads[i]);
    while (next_row(f, row)) {
        add(sums, row[7], row[9], row[8], strtoll(row[11], NULL, 10));
        if (strcmp(row[1], "copy") == 0 && copied != NULL)
            assert_string_equal(row[3], copied);
    }
    fclose(f);
    return sums;
}

/* Bytes and cycles of copies are no unit's. */
static void same_copies(const json_t *run, const json_t *sums)
{
    static const char *const counters[] = {"bytes", "cycles"};
    const json_t *all =
        json_object_get(json_object_get(json_object_get(run, "units"), "copies"), "counters");
    for (size_t i = 0; i < 2 && all != NULL; i++) {
        char key[32];
        json_int_t sum = 0;
        snprintf(key, sizeof key, "copies %s system", counters[i]);
        const json_t *list = json_object_get(run, "copies");
        for (size_t k = 0; k < json_array_size(list); k++)
            sum += number(json_array_get(list, k), counters[i]);
        assert_int_equal(sum, number(json_object_get(all, counters[i]), "sum"));
        assert_int_equal(sum, json_integer_value(json_object_get(sums, key)));
    }
}

/* Checks run.json and run.csv; returns the former. */
static json_t *checked(void **state, const char *copied)
{
    json_t *run = load(state, "run.json"), *sums = json_object();
    for (size_t l = 0; l < LISTS; l++)
        for (size_t i = 0; i < json_array_size(json_object_get(run, lists[l])); i++)
            add_part(sums,
                     json_object_get(json_array_get(json_object_get(run, lists[l]), i), "units"));
    json_t *table = sums_of_table(state, "run.csv", copied);
    same_sums(run, sums);
    same_sums(run, table);
    same_copies(run, table);
    each_cycle_once(run);
    json_decref(table);
    json_decref(sums);
    return run;
}

static size_t count(const json_t *run, const char *list)
{
    return json_array_size(json_object_get(run, list));
}

static const char *verdict(const json_t *run, size_t launch)
{
    return json_string_value(
        json_object_get(json_array_get(json_object_get(run, "launches"), launch), "verdict"));
}

/* ---- runs ---- */

static json_t *run_of(void **state, const char *const words[5], const char *copied)
{
    const char *argv[14] = {umbel_path(), "run"};
    size_t n = 2;
    for (size_t i = 0; i < 5 && words[i] != NULL; i++)
        argv[n++] = words[i];
    argv[n++] = "-q";
    argv[n++] = "--json";
    argv[n++] = in_folder(state, "run.json");
    argv[n++] = "--csv";
    argv[n++] = in_folder(state, "run.csv");
    struct command c = umbel_run_args(argv);
    assert_status(&c, 0);
    command_free(&c);
    return checked(state, copied);
}

static void of_launch_files(void **state)
{
    json_t *r = run_of(state, (const char *[5]){"tsm-tiny", "bfs:tiny"}, NULL);
    assert_int_equal(count(r, "launches"), 11);
    assert_string_equal(verdict(r, 10), "identical to cacheless execution");
    json_decref(r);
    /* Dirty lines are written back behind the last launch. */
    r = run_of(state, (const char *[5]){"tsm-tiny", "sgemm:tiny", "--set", "protocol=nc-wb"}, NULL);
    assert_int_equal(count(r, "drains"), 1);
    json_decref(r);
    /* The answer that brings a store's line may come in the launch after the store's. */
    r = run_of(state, (const char *[5]){"tsm-tiny", "fir:tiny", "--set", "protocol=mgcc-paper"},
               NULL);
    json_decref(r);
}

/* A buffer's name in the table is in quotes: it has a comma. */
static void of_copies(void **state)
{
    write_text(in_folder(state, "k.cu"), "extern \"C\" __global__ void k(int *a, int *b)\n"
                                         "{\n    b[threadIdx.x] = a[threadIdx.x] + 1;\n}\n");
    write_text(
        in_folder(state, "l.yaml"),
        "about: x\nsource: k.cu\nbuffers:\n  - {name: a, type: i32, count: 32, init: iota}\n"
        "  - {name: b, type: i32, count: 32, init: iota}\n"
        "launches:\n  - {entry: k, grid: [1], block: [32], args: [a, b]}\n"
        "copies:\n  - {buffer: a, to: host, after: 1}\n  - {buffer: b, to: host, after: 1}\n");
    json_t *r = run_of(state,
                       (const char *[5]){"dnn-p2p-tiny", in_folder(state, "k.cu"), "--launch",
                                         in_folder(state, "l.yaml")},
                       "a, b");
    assert_int_equal(count(r, "copies"), 1);
    json_decref(r);
}

/* ---- programs ---- */

#define HALVES                                                                                     \
    "__global__ void adds(int *p, int n) { p[threadIdx.x] += n; }\n"                               \
    "template <class A, class B> __global__ void pair(A *p, B b) { atomicAdd(p, (A)b); }\n"

static json_t *program(void **state, const char *body, const char *const more[6])
{
    char source[1200];
    snprintf(source, sizeof source,
             "%sint main()\n{\n    int *p, h[32] = {};\n"
             "    cudaMalloc(&p, sizeof h);\n    cudaMemset(p, 0, sizeof h);\n%s"
             "    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);\n    return h[0] != 1;\n}\n",
             HALVES, body);
    write_text(in_folder(state, "p.cu"), source);
    const char *argv[20] = {umbel_path(), "cuda", in_folder(state, "p.cu"), "-q"};
    size_t n = 4;
    argv[n++] = "--json";
    argv[n++] = in_folder(state, "run.json");
    argv[n++] = "--csv";
    argv[n++] = in_folder(state, "run.csv");
    for (size_t i = 0; i < 6 && more[i] != NULL; i++)
        argv[n++] = more[i];
    struct command c = umbel_run_args(argv);
    assert_status(&c, 0);
    command_free(&c);
    return checked(state, NULL);
}

/* A launch counts the same whether another one follows or not. */
static void of_programs(void **state)
{
    const char *const one[6] = {"--system", "numa-tiny"};
    json_t *alone = program(state, "    adds<<<1, 32>>>(p, 1);\n", one);
    json_t *first = json_incref(json_array_get(json_object_get(alone, "launches"), 0));
    const char *const two[6] = {"--system", "numa-tiny", "--racy", "pair"};
    json_t *both =
        program(state, "    adds<<<1, 32>>>(p, 1);\n    pair<int, long><<<2, 1>>>(p, 0l);\n", two);
    json_t *again = json_array_get(json_object_get(both, "launches"), 0);
    assert_int_equal(count(both, "launches"), 2);
    assert_true(json_equal(first, again));
    assert_string_equal(verdict(both, 0), "identical to cacheless execution");
    assert_string_equal(verdict(both, 1), "racy");
    assert_int_equal(count(both, "copies"), 1);
    json_decref(first);
    json_decref(alone);
    json_decref(both);
}

/* Bytes that copy engines bring, and dirty lines behind each launch. */
static void of_engines(void **state)
{
    const char *const more[6] = {"--system", "numa-tiny",       "--set", "copy_engine.lines=4",
                                 "--set",    "memory.host=true"};
    json_t *r = program(state, "    adds<<<1, 32>>>(p, 1);\n", more);
    assert_true(number(json_array_get(json_object_get(r, "copies"), 0), "cycles") > 0);
    json_decref(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(of_launch_files),
        test_in_folder(of_copies),
        test_in_folder(of_programs),
        test_in_folder(of_engines),
    };
    return cmocka_run_group_tests_name("the parts of a run", tests, NULL, NULL);
}
