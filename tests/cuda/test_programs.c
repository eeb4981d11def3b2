/*
 * Whole CUDA programs by `umbel cuda`: they are compiled, linked and run on the RTL, and print what
 * was worked out by hand. Every day on few machines, with UMBEL_SLOW on more.
 */
#include "sw/util/file.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#define PROGRAMS UMBEL_ROOT "/sw/kernels/programs/"
static const char rewrites[] = UMBEL_ROOT "/tests/cuda/rewrites.cu";

/* The output that stands beside a program. */
static void must_print(const char *name, const char *system)
{
    struct error err = {0};
    char source[512], expected[512];
    size_t len;
    snprintf(source, sizeof source, PROGRAMS "%s.cu", name);
    snprintf(expected, sizeof expected, PROGRAMS "%s.out", name);
    char *want = file_read(expected, &len, &err);
    if (want == NULL)
        fail_msg("%s", err.text);
    struct command c = UMBEL("cuda", source, "--system", system);
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), want);
    assert_has(err_of(&c), "identical to cacheless execution");
    command_free(&c);
    free(want);
}

static void symbols(void **state)
{
    (void)state;
    must_print("symbols", "tsm-tiny");
}

static void shared(void **state)
{
    (void)state;
    must_print("shared", "numa-tiny");
}

static void copies(void **state)
{
    (void)state;
    must_print("copies", slow_wanted() ? "carve-tiny" : "numa-tiny");
}

static void atomics(void **state)
{
    (void)state;
    must_print("atomics", "tsm-tiny");
    if (slow_wanted())
        must_print("atomics", "one-gpu-tiny");
}

static void calls(void **state)
{
    (void)state;
    must_print("calls", "tsm-tiny");
}

/* The same addresses and the same order on a machine with several SMs. */
static void heap(void **state)
{
    (void)state;
    must_print("heap", "numa-tiny");
    if (slow_wanted())
        must_print("heap", "tsm-tiny");
}

static void half(void **state)
{
    (void)state;
    slow_only("ptx/test_half has these functions, and `simd` is a program of others like them");
    must_print("half", "tsm-tiny");
}

static void bytes(void **state)
{
    (void)state;
    must_print("bytes", "tsm-tiny");
}

static void simd(void **state)
{
    (void)state;
    must_print("simd", "tsm-tiny");
}

static void groups(void **state)
{
    (void)state;
    must_print("groups", "numa-tiny");
    if (slow_wanted())
        must_print("groups", "tsm-tiny");
}

/* Loops of the host that end by what the device has found. */
static void rounds(void **state)
{
    (void)state;
    must_print("pagerank", "numa-tiny");
    slow_only("locality_table and advice run the two others on other machines");
    must_print("kmeans", "tsm-tiny");
    must_print("lasp", "numa-tiny");
}

static void textures(void **state)
{
    (void)state;
    must_print("textures", slow_wanted() ? "tsm-small" : "tsm-tiny");
}

/* Two GPUs that PCIe joins are two devices; all CTAs of a launch run on its own. */
static void devices(void **state)
{
    static const char source[] = PROGRAMS "devices.cu";
    const char *json = in_folder(state, "run.json");
    json_int_t first = 0, second = 0;
    must_print("devices", "rdma-tiny");
    struct command c =
        UMBEL("cuda", source, "--system", "numa-tiny", "--devices", "each", "-q", "--json", json);
    assert_status(&c, 0);
    command_free(&c);
    json_t *run = json_load_file(json, 0, NULL);
    assert_int_equal(json_unpack(run, "{s:{s:{s:{s:{s:{s:I, s:I}}}}}}", "units", "sm", "counters",
                                 "ctas", "values", "gpu0.sm0", &first, "gpu1.sm0", &second),
                     0);
    json_decref(run);
    assert_int_equal(first, 10);
    assert_int_equal(second, 13);
    c = UMBEL("cuda", source, "--system", "tsm-tiny", "--devices", "each");
    assert_status(&c, 1);
    assert_string_equal(err_of(&c), "umbel: --devices each: tsm-tiny has one memory for all GPUs, "
                                    "or places lines, not pages; it is one device\n");
    command_free(&c);
}

/* Memory that the host and kernels write in turn; the staging memory is smaller than a copy.
 * Returns the cycles that copy engines took. */
static long long must_rewrite(void **state, const char *system, const char *host)
{
    const char *json = in_folder(state, "run.json");
    long long cycles = -1;
    struct command c =
        UMBEL("cuda", rewrites, "-q", "--system", system, "--set", "copy_engine.lines=4", "--set",
              host, "--set", "umc.bytes=262144", "--json", json, "--", "150");
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), "0\n0\n0\n");
    json_t *run = json_load_file(json, 0, NULL);
    assert_int_equal(json_unpack(run, "{s:{s:{s:{s:{s:I}}}}}", "units", "copies", "counters",
                                 "cycles", "sum", &cycles),
                     0);
    json_decref(run);
    command_free(&c);
    return cycles;
}

/* By copy engines, and at once where a machine has no host; pages that have replicas. */
static void copies_by_engines(void **state)
{
    if (slow_wanted())
        assert_true(must_rewrite(state, "numa-tiny", "memory.host=true") > 0);
    assert_true(must_rewrite(state, "numa-replicate-tiny", "memory.host=true") > 0);
    slow_only("where a machine has no host nothing is done by engines");
    assert_int_equal(must_rewrite(state, "numa-replicate-tiny", "memory.host=false"), 0);
}

/* The time of an event is that of its cycles at the clock of the system. */
static void time_is_by_the_clock(void **state)
{
    (void)state;
    static const char source[] = UMBEL_ROOT "/tests/cuda/clock.cu";
    static const int mhz[] = {1000, 500};
    double cycles[2], us[2];
    for (int i = 0; i < 2; i++) {
        char set[32];
        int khz = 0;
        snprintf(set, sizeof set, "clock_mhz=%d", mhz[i]);
        struct command c = UMBEL("cuda", source, "--system", "tsm-tiny", "-q", "--set", set);
        assert_status(&c, 0);
        assert_int_equal(sscanf(out_of(&c), "%d kHz, %lf cycles\n%lf us", &khz, &cycles[i], &us[i]),
                         3);
        assert_int_equal(khz, 1000 * mhz[i]);
        command_free(&c);
    }
    assert_true(cycles[0] > 100 && cycles[0] == cycles[1]);
    assert_true(us[0] == cycles[0] / 1000 && us[1] == cycles[0] / 500);
}

/* The length of the last slice with this name on the program's own process, in cycles; -1: none. */
static double call_on_trace(const json_t *trace, const char *name, const char *kernel)
{
    double cycles = -1;
    size_t i;
    const json_t *e;
    json_array_foreach(json_object_get(trace, "traceEvents"), i, e)
    {
        const char *launches =
            json_string_value(json_object_get(json_object_get(e, "args"), "kernel"));
        if (json_integer_value(json_object_get(e, "pid")) == 0 &&
            strcmp(json_string_value(json_object_get(e, "name")), name) == 0 &&
            strcmp(launches != NULL ? launches : "", kernel) == 0)
            cycles = 1000 * json_number_value(json_object_get(e, "dur"));
    }
    return cycles;
}

/* The program's calls stand on the trace, and a launch is as long as the table says. */
static void observed(void **state)
{
    const char *file = in_folder(state, "trace.json");
    static const char source[] = PROGRAMS "copies.cu";
    struct command c = UMBEL("cuda", source, "--system", "numa-tiny", "--profile", "--trace", file);
    double in_table;
    assert_status(&c, 0);
    assert_has(err_of(&c), "profile: 160 requests of cores");
    json_t *trace = json_load_file(file, 0, NULL);
    assert_non_null(trace);
    assert_true(call_on_trace(trace, "cudaMalloc3D", "") == 0);
    double cycles = call_on_trace(trace, "cudaLaunchKernel", "_Z6rotatePhm");
    assert_true(cycles > 0);
    /* "1  _Z6rotatePhm  2,2,1  16,4,1  1447  1200" */
    const char *row = strstr(err_of(&c), "_Z6rotatePhm");
    assert_non_null(row);
    assert_int_equal(sscanf(row, "_Z6rotatePhm %*s %*s %lf", &in_table), 1);
    assert_true(in_table == cycles);
    json_decref(trace);
    command_free(&c);
}

static json_int_t bits_of(void **state, const char *advice, const char *lines, json_int_t *cycles)
{
    static const char lasp[] = PROGRAMS "lasp.cu";
    const char *json = in_folder(state, "run.json");
    json_int_t bits = 0;
    struct command c = UMBEL("cuda", lasp, "--system", "numa-tiny", "--devices", "each", "-q",
                             "--set", lines, "--json", json, "--", advice);
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), "0 wrong\n");
    command_free(&c);
    json_t *run = json_load_file(json, 0, NULL);
    assert_int_equal(json_unpack(run, "{s:{s:{s:{s:{s:I}}}, s:{s:{s:{s:I}}}}}", "units", "energy",
                                 "counters", "real_bits", "sum", &bits, "copies", "counters",
                                 "cycles", "sum", cycles),
                     0);
    json_decref(run);
    return bits;
}

/* Columns that the program has placed by hand are read near; without advice half of them are far.
 * Where there are engines, the pages take cycles to get there. */
static void advice(void **state)
{
    json_int_t at_once, none, by_engines;
    const json_int_t near = bits_of(state, "1", "copy_engine.lines=0", &at_once);
    assert_true(10 * near < bits_of(state, "0", "copy_engine.lines=0", &none));
    const json_int_t moved = bits_of(state, "1", "copy_engine.lines=4", &by_engines);
    assert_true(moved > near);
    assert_int_equal(at_once, 0);
    assert_int_equal(none, 0);
    assert_true(by_engines > 0);
}

/* Each pointer of a kernel has its row, with the call of its own that allocated it. */
static void locality_table(void **state)
{
    static const struct {
        const char *locality;
        json_int_t bytes;
    } rows[] = {
        {"intra-thread locality", 7200}, {"unclassified", 120}, {"no datablock locality", 1200}};
    static const char kmeans[] = PROGRAMS "kmeans.cu";
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("cuda", kmeans, "--system", "ladm-tiny", "--locality", "--json", json);
    assert_status(&c, 0);
    assert_has(err_of(&c), "\njoin                       0  intra-thread locality ");
    command_free(&c);
    json_t *run = json_load_file(json, 0, NULL), *table = json_object_get(run, "locality_table"),
           *row;
    const char *before = "";
    size_t i;
    assert_int_equal(json_array_size(table), 3);
    json_array_foreach(table, i, row)
    {
        const char *at = json_string_value(json_object_get(row, "allocated_at"));
        const json_int_t bytes = json_integer_value(json_object_get(row, "bytes"));
        assert_int_equal(strncmp(at, "kmeans+0x", 9), 0);
        assert_string_not_equal(at, before);
        before = at;
        assert_int_equal(json_integer_value(json_object_get(row, "argument")), i);
        assert_string_equal(json_string_value(json_object_get(row, "locality")), rows[i].locality);
        assert_int_equal(bytes, rows[i].bytes);
        assert_int_equal(json_integer_value(json_object_get(row, "pages")), (bytes + 255) / 256);
    }
    json_decref(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symbols),
        cmocka_unit_test(shared),
        cmocka_unit_test(copies),
        test_in_folder(copies_by_engines),
        cmocka_unit_test(atomics),
        test_in_folder(observed),
        cmocka_unit_test(time_is_by_the_clock),
        test_in_folder(devices),
        cmocka_unit_test(calls),
        cmocka_unit_test(heap),
        cmocka_unit_test(textures),
        cmocka_unit_test(half),
        cmocka_unit_test(bytes),
        cmocka_unit_test(simd),
        cmocka_unit_test(groups),
        cmocka_unit_test(rounds),
        test_in_folder(locality_table),
        test_in_folder(advice),
    };
    return cmocka_run_group_tests_name("whole CUDA programs", tests, NULL, NULL);
}
