/* CUDA programs that go wrong, each in its way: one line says what happened, the exit status tells,
 * and nothing is left behind. */
#include "tests/cuda/built.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const char bad[] = UMBEL_ROOT "/tests/cuda/bad.cu";
static const char host_ends[] = UMBEL_ROOT "/tests/cuda/ends.cu";
static const char before[] = UMBEL_ROOT "/tests/cuda/before.cu";
static const char half_atomics[] = UMBEL_ROOT "/tests/cuda/half_atomics.cu";

static int build(void **state)
{
    (void)state;
    return built_make(bad);
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
    c = built_run("-q", "freed");
    assert_status(&c, 1);
    assert_string_equal(out_of(&c), "launch: cudaErrorIllegalAddress\n");
    command_free(&c);
    c = built_run("-q", "null");
    assert_status(&c, 1);
    assert_has(err_of(&c), "store of 4 bytes at 0x0: no buffer holds it; is its pointer null?");
    command_free(&c);
    c = built_run("-q", "hosts");
    assert_status(&c, 1);
    assert_has(err_of(&c), "no buffer holds it; it looks like memory of the host");
    command_free(&c);
    c = built_run("-q --max-cycles 20000", "endless");
    assert_status(&c, 1);
    assert_string_equal(out_of(&c), "launch: cudaErrorLaunchTimeout\n");
    assert_has(err_of(&c), "as --max-cycles asks; the run is incomplete; gpu0.sm0 warp 0: kernel "
                           "_Z4spinPVi, bad.cu:");
    command_free(&c);
}

/* Where the module has variables of its own, which get their places after the free. Built once. */
static void beyond_memory(void **state)
{
    static const char *const how[] = {"freed",         "behind",         "before",
                                      "managed-freed", "managed-behind", "managed-before"};
    static const char *const what[] = {"store", "load"};
    const char *program = in_folder(state, "freed");
    static const char source[] = UMBEL_ROOT "/tests/cuda/freed.cu";
    struct command c = UMBEL("cuda", source, "-o", program);
    assert_status(&c, 0);
    command_free(&c);
    for (size_t i = 0; i < 12; i++) {
        const char *argv[] = {"/usr/bin/env",
                              "UMBEL_SYSTEM=numa-tiny",
                              "UMBEL_OPTIONS=-q",
                              program,
                              how[i / 2],
                              what[i % 2],
                              NULL};
        c = (struct command){.argv = argv};
        command_run(&c);
        assert_status(&c, 1);
        assert_string_equal(out_of(&c), "cudaErrorIllegalAddress\n");
        assert_has(err_of(&c), what[i % 2]);
        command_free(&c);
    }
}

/* Refused when it is compiled. */
static void kernels_that_launch(void **state)
{
    (void)state;
    static const char source[] = UMBEL_ROOT "/tests/cuda/child.cu";
    struct command c = UMBEL("cuda", source, "--system", "tsm-tiny");
    assert_status(&c, 1);
    assert_string_equal(out_of(&c), "");
    assert_has(err_of(&c), "child.cu:9:5: a kernel is launched by device code; launches by kernels "
                           "are not supported\n");
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
    c = built_run("-q --stray-loads", "outside");
    assert_status(&c, 1);
    assert_has(out_of(&c), "launch: cudaErrorIllegalAddress\n");
    command_free(&c);
}

static void assertions_and_stacks(void **state)
{
    (void)state;
    struct command c = built_run("-q", "assert");
    assert_status(&c, 1);
    assert_string_equal(out_of(&c), "launch: cudaErrorAssert\n");
    assert_has(err_of(&c), "assertion 'p[threadIdx.x] == 0' failed (");
    assert_has(err_of(&c), "CTA (0,0,0), thread (0,0,0)");
    command_free(&c);
    c = built_run("-q", "deep");
    assert_status(&c, 1);
    assert_string_equal(out_of(&c), "launch: cudaErrorLaunchFailure\n");
    assert_has(err_of(&c), "the stack of 2048 bytes is full at a call of '_Z4downPii'");
    command_free(&c);
}

/* A launch that its bounds forbid is an error of the program's; one of a kernel that is not
 * supported makes the run fail, as this program does not ask for its error. */
static void launches_that_cannot_be(void **state)
{
    (void)state;
    struct command c = built_run("-q", "bounds");
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), "at most 64\nlaunch: cudaErrorLaunchOutOfResources\n");
    assert_has(err_of(&c),
               "kernel _Z7boundedPi: CTAs of 65 threads; its __launch_bounds__ allows 64");
    command_free(&c);
    c = built_run("-q", "unsupported");
    assert_status(&c, 1);
    assert_has(err_of(&c), "kernel _Z11unsupportedPi cannot run: bad.cu:");
    command_free(&c);
}

static void a_crash_of_the_host(void **state)
{
    (void)state;
    struct command c = built_run("-q", "crash");
    assert_status(&c, 128 + 11);
    assert_has(err_of(&c), "which is memory of the device (256 bytes from");
    assert_has(err_of(&c), "copy it with cudaMemcpy");
    command_free(&c);
}

/* The program ends with the command, and its folder goes. The program's keeper, a process of the
 * same file, ends a moment behind it. */
static void ended_from_outside(void **state)
{
    (void)state;
    struct command c = {
        .argv = (const char *const[]){
            "bash", "-c",
            "export TMPDIR=$(mktemp -d)\n"
            "runs() { ls -l /proc/[0-9]*/exe 2>/dev/null | grep -q $TMPDIR/umbel-program; }\n"
            "\"$0\" cuda \"$1\" --system tsm-tiny -q -- endless & \n"
            "for i in $(seq 300); do runs && break; sleep 0.1; done\n"
            "kill -TERM $!; wait $!; echo $?\n"
            "for i in $(seq 100); do runs || break; sleep 0.1; done\n"
            "runs && echo runs; ls $TMPDIR; rmdir $TMPDIR",
            umbel_path(), bad, NULL}};
    command_run(&c);
    assert_string_equal(out_of(&c), "143\n");
    command_free(&c);
}

#define NO_MEMORY                                                                                  \
    "malloc: cudaErrorMemoryAllocation\nmanaged: cudaErrorMemoryAllocation\n"                      \
    "host: cudaErrorMemoryAllocation\npitch: cudaErrorMemoryAllocation\nthen: cudaSuccess\n"

/* More memory than there is, on a machine that places pages when they are touched; a stack that is
 * full; threads that call exit() at one time. */
static void ends_of_the_host(void **state)
{
    const char *program = in_folder(state, "ends");
    struct command c = UMBEL("cuda", host_ends, "-o", program);
    assert_status(&c, 0);
    command_free(&c);
    setenv("UMBEL_SYSTEM", "numa-tiny", 1);
    setenv("UMBEL_OPTIONS", "-q", 1);
    c = (struct command){.argv = (const char *const[]){program, "huge", NULL}};
    command_run(&c);
    assert_status(&c, 0);
    assert_string_equal(out_of(&c), NO_MEMORY NO_MEMORY NO_MEMORY);
    command_free(&c);
    c = (struct command){.argv = (const char *const[]){program, "deep", NULL}};
    command_run(&c);
    assert_status(&c, 128 + 11);
    assert_has(err_of(&c), "umbel: the program itself ended by signal 11 (Segmentation fault): its "
                           "stack is full (ulimit -s, ");
    assert_int_equal(count_lines(err_of(&c)), 1);
    command_free(&c);
    setenv("UMBEL_SYSTEM", "rdma-tiny", 1);
    setenv("UMBEL_OPTIONS", "-q --devices=each", 1);
    for (int i = 0; i < 8; i++) {
        c = (struct command){.argv = (const char *const[]){program, "threads", NULL}};
        command_run(&c);
        assert_status(&c, 3);
        command_free(&c);
    }
    unsetenv("UMBEL_SYSTEM");
    unsetenv("UMBEL_OPTIONS");
}

static void the_status_is_the_programs(void **state)
{
    (void)state;
    struct command c = built_run("-q", "status");
    assert_status(&c, 7);
    command_free(&c);
}

/* Four CTAs on two GPUs race for a place: the machine and the reference disagree, and the first
 * wrong byte has its kernel and its line. Told so, the check takes what the machine has. */
static void races(void **state)
{
    (void)state;
    struct command c = built_run("-q", "race");
    assert_status(&c, 1);
    assert_string_equal(out_of(&c), "launch: cudaSuccess\n");
    assert_has(err_of(&c), "wrong answer: cudaMalloc[byte 0]");
    assert_has(err_of(&c), "bad.cu:23");
    assert_has(err_of(&c), "--racy _Z4racePii");
    assert_has(err_of(&c), "race: launch 1: thread (0,0,0) of CTA (0,0,0) stores at bad.cu:23");
    command_free(&c);
    c = built_run("-q --racy rice", "race");
    assert_status(&c, 1);
    assert_has(err_of(&c),
               "umbel: --racy rice: no kernel of this name was launched; names are those "
               "of the source or of the table, and '*rice*' finds a part of one\n");
    command_free(&c);
    c = built_run("--racy race", "race");
    assert_status(&c, 0);
    assert_has(err_of(&c), "identical to cacheless execution but for racy launches");
    command_free(&c);
}

/* A grid that meets in an ordinary launch faults in the line that asks for it; atomics that do not
 * exist are an error of the compiler. */
static void refusals_of_headers(void **state)
{
    (void)state;
    struct command c = built_run("-q", "grid");
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
        test_in_folder(beyond_memory),
        cmocka_unit_test(programs_that_go_wrong),
        cmocka_unit_test(kernels_that_launch),
        cmocka_unit_test(stray_loads),
        cmocka_unit_test(assertions_and_stacks),
        cmocka_unit_test(launches_that_cannot_be),
        cmocka_unit_test(a_crash_of_the_host),
        cmocka_unit_test(ended_from_outside),
        cmocka_unit_test(the_status_is_the_programs),
        cmocka_unit_test(races),
        cmocka_unit_test(refusals_of_headers),
        cmocka_unit_test(bad_words),
        test_in_folder(ends_of_the_host),
    };
    return cmocka_run_group_tests_name("CUDA programs that go wrong", tests, build, built_forget);
}
