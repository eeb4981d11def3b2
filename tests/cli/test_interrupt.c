/* Ctrl-C and kill: a run that is told to stop says how far it came, and leaves nothing behind. */
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
    assert_has(out_of(c), "result  INCOMPLETE\n");
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

/* A terminal tells the whole group. */
static void interrupt_from_a_terminal(void **state)
{
    stopped_by(state, SIGINT, true, 1);
}

/* timeout(1) tells both the process and its group: that is one wish, not two. */
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
    assert_false(process_in(cache)); /* no compiler goes on alone */
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

/* A build that was killed could not tidy up: the next one does. */
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

/* Stands for a compiler that takes its time. */
static void while_compiling(void **state)
{
    const char *clang = in_folder(state, "slow-clang"), *mark = in_folder(state, "started");
    char script[512];
    snprintf(script, sizeof script, "#!/bin/sh\n: > '%s'\nexec sleep 5\n", mark);
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
    kill(-c.pid, SIGINT); /* as a terminal does: to the compiler too */
    command_finish(&c);
    assert_status(&c, 130);
    assert_string_equal(err_of(&c), "umbel: interrupted before the first cycle\n");
    assert_int_equal(names_in(*state, "umbel-ptx-*"), 0);
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
        test_in_folder(leftovers_of_a_killed_build),
        test_in_folder(while_compiling),
    };
    return cmocka_run_group_tests_name("interrupts", tests, NULL, NULL);
}
