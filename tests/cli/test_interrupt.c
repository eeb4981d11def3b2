/* Ctrl-C and kill: a stopped run says how far it came, and leaves nothing behind. */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <glob.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static void is_incomplete(void **state, struct command *c, const char *json)
{
    assert_status(c, 130);
    assert_has(out_of(c), "result          INCOMPLETE\n");
    assert_has(out_of(c), "\nINCOMPLETE: ");
    assert_has(out_of(c), "\nl1: 16 instances\n"); /* what was counted so far */
    unsigned long long cycle = 0;
    const char *line = strstr(err_of(c), "umbel: interrupted at cycle ");
    assert_non_null(line);
    assert_int_equal(sscanf(line, "umbel: interrupted at cycle %llu; ", &cycle), 1);
    assert_int_not_equal(cycle, 0);
    char text[64];
    size_t len;
    char *stats = read_bytes_of(json, &len);
    snprintf(text, sizeof text, "\"cycles\": %llu,", cycle);
    assert_has(stats, text);
    assert_has(stats, "\"result\": \"INCOMPLETE\"");
    free(stats);
    assert_int_equal(names_in(*state, "*.tmp"), 0);
}

static void stopped_by(void **state, int sig, bool group, int times)
{
    const char *json = in_folder(state, "run.json");
    struct command c = {.argv = (const char *const[]){umbel_path(), "run", "tsm-small",
                                                      "sgemm:large", "--json", json, NULL},
                        .tty = true,
                        .seconds = 600};
    command_start(&c);
    assert_true(command_until(&c, "CTAs"));
    for (int i = 0; i < times; i++)
        kill(group ? -c.pid : c.pid, sig);
    command_finish(&c);
    is_incomplete(state, &c, json);
    command_free(&c);
}

static void interrupt(void **state)
{
    stopped_by(state, SIGINT, false, 1);
}

/* A terminal sends the signal to the whole process group. */
static void interrupt_from_a_terminal(void **state)
{
    stopped_by(state, SIGINT, true, 1);
}

/* timeout(1) signals both the process and its group: that counts as one signal. */
static void terminate_twice(void **state)
{
    stopped_by(state, SIGTERM, false, 2);
}

/* ---- while units are built ---- */

/* Whether some process works in this folder or below it, as compilers do. */
static bool process_in(const char *dir)
{
    glob_t g;
    assert_int_equal(glob("/proc/[0-9]*/cwd", 0, NULL, &g), 0);
    bool found = false;
    for (size_t i = 0; i < g.gl_pathc && !found; i++) {
        char where[4096];
        ssize_t n = readlink(g.gl_pathv[i], where, sizeof where);
        found = n > 0 && (size_t)n >= strlen(dir) && memcmp(where, dir, strlen(dir)) == 0;
    }
    globfree(&g);
    return found;
}

static bool wait_for_compiler(const char *cache)
{
    const struct timespec tick = {.tv_nsec = 20 * 1000 * 1000};
    for (int i = 0; i < 500; i++) {
        if (names_in(cache, "*.tmp") > 0 && process_in(cache))
            return true;
        nanosleep(&tick, NULL);
    }
    return false;
}

static void while_building(void **state, int sig, bool group)
{
    const char *cache = in_folder(state, "units");
    struct command c = {
        .argv = (const char *const[]){umbel_path(), "run", "tsm-tiny", "relu:tiny", NULL},
        .cache = cache,
        .seconds = 600};
    command_start(&c);
    assert_true(command_until(&c, "building"));
    bool at_work = wait_for_compiler(cache);
    time_t told = time(NULL);
    kill(group ? -c.pid : c.pid, sig);
    command_finish(&c);
    assert_true(at_work);
    assert_in_range(time(NULL) - told, 0, 15); /* all the units take half a minute */
    assert_status(&c, 130);
    assert_string_equal(out_of(&c), "");
    assert_string_equal(last_line(err_of(&c)), "umbel: interrupted before the first cycle");
    assert_int_equal(names_in(cache, "*.tmp"), 0);
    assert_false(process_in(cache)); /* no compiler is left running */
    command_free(&c);
}

static void interrupt_a_build(void **state)
{
    while_building(state, SIGINT, false);
}

static void interrupt_a_build_from_a_terminal(void **state)
{
    while_building(state, SIGINT, true);
}

static void terminate_a_build(void **state)
{
    while_building(state, SIGTERM, false);
}

/* The terminal is closed. */
static void hang_up_during_a_build(void **state)
{
    while_building(state, SIGHUP, false);
}

/* A killed build leaves files, which the next build removes. */
static void leftovers_of_a_killed_build(void **state)
{
    const char *cache = in_folder(state, "units");
    assert_int_equal(mkdir(cache, 0755), 0);
    const char *left = in_folder(state, "units/0123456789abcdef0123456789abcdef.999999.tmp");
    assert_int_equal(mkdir(left, 0755), 0);
    write_text(in_folder(state, "units/0123456789abcdef0123456789abcdef.999999.tmp/Vunit.cpp"),
               "half of");
    struct command c = {
        .argv = (const char *const[]){umbel_path(), "run", "tsm-tiny", "relu:tiny", NULL},
        .cache = cache,
        .seconds = 600};
    command_start(&c);
    assert_true(command_until(&c, "building"));
    kill(c.pid, SIGINT);
    command_finish(&c);
    assert_int_not_equal(access(left, F_OK), 0);
    command_free(&c);
}

/* ---- while the kernel is compiled ---- */

/* A script in place of a slow compiler: it ends only by a signal. */
static void stop_while_compiling(void **state, int sig, bool group)
{
    const char *clang = in_folder(state, "slow-clang"), *mark = in_folder(state, "started");
    char script[512];
    snprintf(script, sizeof script, "#!/bin/sh\n: > '%s'\nexec sleep 500\n", mark);
    write_text(clang, script);
    chmod(clang, 0755);
    setenv("UMBEL_CLANG", clang, 1);
    setenv("TMPDIR", *state, 1);
    struct command c = {
        .argv = (const char *const[]){umbel_path(), "run", "tsm-tiny", "relu:tiny", NULL},
        .seconds = 600};
    command_start(&c);
    unsetenv("UMBEL_CLANG");
    unsetenv("TMPDIR");
    const struct timespec tick = {.tv_nsec = 20 * 1000 * 1000};
    for (int i = 0; i < 500 && access(mark, F_OK) != 0; i++)
        nanosleep(&tick, NULL);
    assert_int_equal(access(mark, F_OK), 0);
    kill(group ? -c.pid : c.pid, sig);
    command_finish(&c);
    assert_status(&c, 130);
    assert_string_equal(err_of(&c), "umbel: interrupted before the first cycle\n");
    assert_int_equal(names_in(*state, "umbel-ptx-*"), 0);
    command_free(&c);
}

static void while_compiling(void **state)
{
    stop_while_compiling(state, SIGINT, true);
}

static void hang_up_while_compiling(void **state)
{
    stop_while_compiling(state, SIGHUP, false);
}

/* ---- while the result is checked ---- */

/*
 * Ends at once on a machine, whose blocks run side by side. The reference runs them one after the
 * other unless one seems to wait: the first here does not, as it writes.
 */
static const char endless_reference[] = "extern \"C\" __global__ void k(unsigned *x)\n"
                                        "{\n"
                                        "    if (blockIdx.x == 0)\n"
                                        "        while (atomicAdd(x, 0u) == 0)\n"
                                        "            atomicAdd(x + 1, 1u);\n"
                                        "    else\n"
                                        "        atomicExch(x, 1u);\n"
                                        "}\n";
static const char endless_launch[] =
    "about: x\nsource: k.cu\nbuffers:\n"
    "  - {name: x, type: u32, count: 2, racy: true, output: x.bin}\n"
    "launches:\n  - {entry: k, grid: [2], block: [1], args: [x]}\n";

static void stopped_in_the_reference(void **state, int sig)
{
    write_text(in_folder(state, "k.cu"), endless_reference);
    write_text(in_folder(state, "k.yaml"), endless_launch);
    write_text(in_folder(state, "x.bin"), "earlier");
    struct command c = {.argv =
                            (const char *const[]){umbel_path(), "run", "tsm-tiny", "k.cu",
                                                  "--launch", "k.yaml", "--json", "run.json", NULL},
                        .dir = *state,
                        .tty = true,
                        .seconds = 600};
    command_start(&c);
    assert_true(command_until(&c, "reference: instruction "));
    kill(c.pid, sig);
    command_finish(&c);
    assert_status(&c, 130);
    assert_has(err_of(&c), "umbel: interrupted after cycle ");
    assert_has(err_of(&c), ", before the result was checked");
    assert_has(out_of(&c), "result          INCOMPLETE\n");
    command_free(&c);
    size_t len;
    char *text = read_bytes_of(in_folder(state, "run.json"), &len);
    assert_has(text, "\"result\": \"INCOMPLETE\"");
    free(text);
    text = read_bytes_of(in_folder(state, "x.bin"), &len);
    assert_string_equal(text, "earlier");
    free(text);
    assert_int_equal(names_in(*state, "*.tmp"), 0);
}

static void stop_the_reference(void **state)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        stopped_in_the_reference(state, signals[i]);
}

/* nohup: a signal that was ignored at the start stays ignored. */
static void ignored_hang_up(void **state)
{
    (void)state;
    struct command c = umbel_run_line("trap '' HUP; umbel run tsm-small sgemm:small -q & p=$!; "
                                      "kill -HUP $p; sleep 0.1; kill -HUP $p; wait $p");
    assert_status(&c, 0);
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(interrupt),
        test_in_folder(interrupt_from_a_terminal),
        test_in_folder(terminate_twice),
        test_in_folder(interrupt_a_build),
        test_in_folder(interrupt_a_build_from_a_terminal),
        test_in_folder(terminate_a_build),
        test_in_folder(hang_up_during_a_build),
        test_in_folder(leftovers_of_a_killed_build),
        test_in_folder(while_compiling),
        test_in_folder(hang_up_while_compiling),
        test_in_folder(stop_the_reference),
        cmocka_unit_test(ignored_hang_up),
    };
    return cmocka_run_group_tests_name("interrupts", tests, NULL, NULL);
}
