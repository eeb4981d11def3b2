/*
 * Whole CUDA programs by `umbel cuda`: they are compiled, linked and run on the RTL, and print what
 * was worked out by hand. Programs that go wrong say so in one line.
 */
#include "sw/util/file.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#define PROGRAMS UMBEL_ROOT "/sw/kernels/programs/"
static const char bad[] = UMBEL_ROOT "/tests/cuda/bad.cu";
static const char rewrites[] = UMBEL_ROOT "/tests/cuda/rewrites.cu";
static const char before[] = UMBEL_ROOT "/tests/cuda/before.cu";
static const char half_atomics[] = UMBEL_ROOT "/tests/cuda/half_atomics.cu";

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
    must_print("copies", "carve-tiny");
}

static void atomics(void **state)
{
    (void)state;
    must_print("atomics", "tsm-tiny");
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
    must_print("heap", "tsm-tiny");
    must_print("heap", "numa-tiny");
}

static void half(void **state)
{
    (void)state;
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
    must_print("groups", "tsm-tiny");
    must_print("groups", "numa-tiny");
}

static void textures(void **state)
{
    (void)state;
    must_print("textures", "tsm-small");
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
    assert_int_equal(first, 8);
    assert_int_equal(second, 12);
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
    assert_true(must_rewrite(state, "numa-tiny", "memory.host=true") > 0);
    assert_true(must_rewrite(state, "numa-replicate-tiny", "memory.host=true") > 0);
    assert_int_equal(must_rewrite(state, "numa-replicate-tiny", "memory.host=false"), 0);
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

/* Each ends with its status, one line about what happened, and CUDA's error in the program. */
static void programs_that_go_wrong(void **state)
{
    (void)state;
    struct command c = UMBEL("cuda", bad, "--system", "tsm-tiny", "-q", "--", "outside");
    assert_status(&c, 1);
    assert_string_equal(out_of(&c), "launch: cudaErrorIllegalAddress\n"
                                    "after it: cudaErrorIllegalAddress\n"
                                    "still: cudaErrorIllegalAddress\n");
    assert_has(err_of(&c), "bad.cu:11");
    command_free(&c);
    c = UMBEL("cuda", bad, "--system", "tsm-tiny", "-q", "--", "freed");
    assert_status(&c, 1);
    assert_string_equal(out_of(&c), "launch: cudaErrorIllegalAddress\n");
    command_free(&c);
    c = UMBEL("cuda", bad, "--system", "tsm-tiny", "-q", "--max-cycles", "20000", "--", "endless");
    assert_status(&c, 1);
    assert_string_equal(out_of(&c), "launch: cudaErrorLaunchTimeout\n");
    assert_has(err_of(&c), "as --max-cycles asks");
    command_free(&c);
}

/* Loads outside of memory fault, and the message names the option that takes them. */
static void stray_loads(void **state)
{
    (void)state;
    struct command c = UMBEL("cuda", before, "--system", "tsm-tiny", "-q");
    assert_status(&c, 1);
    assert_has(out_of(&c), "cudaErrorIllegalAddress\n");
    assert_has(err_of(&c), "--stray-loads");
    command_free(&c);
    c = UMBEL("cuda", before, "--system", "numa-tiny", "--stray-loads");
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), "cudaSuccess\n0 wrong\n");
    assert_has(err_of(&c), "before.cu:7");
    assert_has(err_of(&c), "stray_loads    2\n");
    assert_has(err_of(&c), "identical to cacheless execution");
    command_free(&c);
    c = UMBEL("cuda", bad, "--system", "tsm-tiny", "-q", "--stray-loads", "--", "outside");
    assert_status(&c, 1);
    assert_has(out_of(&c), "launch: cudaErrorIllegalAddress\n");
    command_free(&c);
}

static void assertions_and_stacks(void **state)
{
    (void)state;
    struct command c = UMBEL("cuda", bad, "--system", "tsm-tiny", "-q", "--", "assert");
    assert_status(&c, 1);
    assert_string_equal(out_of(&c), "launch: cudaErrorAssert\n");
    assert_has(err_of(&c), "assertion 'p[threadIdx.x] == 0' failed (");
    assert_has(err_of(&c), "CTA (0,0,0), thread (0,0,0)");
    command_free(&c);
    c = UMBEL("cuda", bad, "--system", "tsm-tiny", "-q", "--", "deep");
    assert_status(&c, 1);
    assert_string_equal(out_of(&c), "launch: cudaErrorLaunchFailure\n");
    assert_has(err_of(&c), "the stack of 2048 bytes is full at a call of '_Z4downPii'");
    command_free(&c);
}

static void a_crash_of_the_host(void **state)
{
    (void)state;
    struct command c = UMBEL("cuda", bad, "--system", "tsm-tiny", "-q", "--", "crash");
    assert_status(&c, 128 + 11);
    assert_has(err_of(&c), "which is memory of the device (256 bytes from");
    assert_has(err_of(&c), "copy it with cudaMemcpy");
    command_free(&c);
}

static void the_status_is_the_programs(void **state)
{
    (void)state;
    struct command c = UMBEL("cuda", bad, "--system", "tsm-tiny", "-q", "--", "status");
    assert_status(&c, 7);
    command_free(&c);
}

/* Four CTAs on two GPUs race for a place: the machine and the reference disagree, and the first
 * wrong byte has its kernel and its line. Told so, the check takes what the machine has. */
static void races(void **state)
{
    (void)state;
    struct command c = UMBEL("cuda", bad, "--system", "tsm-tiny", "-q", "--", "race");
    assert_status(&c, 1);
    assert_string_equal(out_of(&c), "launch: cudaSuccess\n");
    assert_has(err_of(&c), "wrong answer: cudaMalloc[byte 0]");
    assert_has(err_of(&c), "bad.cu:23");
    assert_has(err_of(&c), "--racy _Z4racePii");
    assert_has(err_of(&c), "race: launch 1: thread (0,0,0) of CTA (0,0,0) stores at bad.cu:23");
    command_free(&c);
    c = UMBEL("cuda", bad, "--system", "tsm-tiny", "--racy", "_Z4race*", "--", "race");
    assert_status(&c, 0);
    assert_has(err_of(&c), "identical to cacheless execution but for racy launches");
    command_free(&c);
}

/* A grid that meets in an ordinary launch faults in the line that asks for it; atomics that do not
 * exist are an error of the compiler. */
static void refusals_of_headers(void **state)
{
    (void)state;
    struct command c = UMBEL("cuda", bad, "--system", "tsm-tiny", "-q", "--", "grid");
    assert_status(&c, 1);
    assert_string_equal(out_of(&c), "launch: cudaErrorLaunchFailure\n");
    assert_has(err_of(&c), "bad.cu:49");
    command_free(&c);
    c = UMBEL("cuda", half_atomics, "--system", "tsm-tiny");
    assert_status(&c, 1);
    assert_has(err_of(&c), "half_atomics.cu:6");
    assert_has(err_of(&c), "atomicAdd on 16-bit floating-point numbers is not supported");
    command_free(&c);
}

static void bad_words(void **state)
{
    (void)state;
    struct command c = UMBEL("cuda");
    assert_status(&c, 1);
    assert_has(err_of(&c), "run what?");
    command_free(&c);
    c = UMBEL("cuda", "nothing.cu");
    assert_status(&c, 1);
    assert_has(err_of(&c), "nothing.cu");
    command_free(&c);
    c = UMBEL("cuda", "program.f90");
    assert_status(&c, 1);
    assert_has(err_of(&c), "program.f90: what is it?");
    command_free(&c);
    c = UMBEL("cuda", bad, "--system", "no-such-system");
    assert_status(&c, 1);
    assert_has(err_of(&c), "no-such-system");
    command_free(&c);
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
        test_in_folder(devices),
        cmocka_unit_test(calls),
        cmocka_unit_test(heap),
        cmocka_unit_test(textures),
        cmocka_unit_test(half),
        cmocka_unit_test(bytes),
        cmocka_unit_test(simd),
        cmocka_unit_test(groups),
        cmocka_unit_test(programs_that_go_wrong),
        cmocka_unit_test(stray_loads),
        cmocka_unit_test(assertions_and_stacks),
        cmocka_unit_test(a_crash_of_the_host),
        cmocka_unit_test(the_status_is_the_programs),
        cmocka_unit_test(races),
        cmocka_unit_test(refusals_of_headers),
        cmocka_unit_test(bad_words),
    };
    return cmocka_run_group_tests_name("whole CUDA programs", tests, NULL, NULL);
}
