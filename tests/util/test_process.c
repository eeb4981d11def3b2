/* Other programs: their working folder, their output, and how they end. */
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define ARGV(...) ((const char *const[]){__VA_ARGS__, NULL})

static void a_program_runs_in_a_folder(void **state)
{
    struct error err = {0};
    const char *odd = in_folder(state, "-a $(b) 'c'\n\"d\"");
    char path[4200];
    assert_true(file_mkdirs(odd, &err));
    assert_true(process_run_in(odd, ARGV("touch", "made"), &err));
    snprintf(path, sizeof path, "%s/made", odd);
    assert_true(file_exists(path));
    int status = -1;
    assert_true(process_log_in(odd, ARGV("ls"), in_folder(state, "log"), &status, &err));
    assert_int_equal(status, 0);
    size_t len;
    char *log = read_bytes_of(in_folder(state, "log"), &len);
    assert_string_equal(log, "made\n");
    free(log);
    assert_false(process_run_in("/nowhere", ARGV("true"), &err));
    assert_string_equal(err.text, "true: cannot be started: No such file or directory");
}

static void what_it_says_is_read(void **state)
{
    (void)state;
    struct error err = {0};
    char *text = process_read(ARGV("sh", "-c", "echo one; echo two >&2"), &err);
    assert_string_equal(text, "one\ntwo\n");
    free(text);
    text = process_read(ARGV("true"), &err);
    assert_string_equal(text, "");
    free(text);
    assert_null(process_read(ARGV("sh", "-c", "echo an error; echo more; exit 3"), &err));
    assert_string_equal(err.text, "sh failed: an error");
}

/* A program that had no memory is told with the bound that it met; one that says nothing, as that.
 */
static void why_it_failed(void **state)
{
    (void)state;
    struct error err = {0};
    assert_false(process_run(ARGV("sh", "-c", "exit 3"), &err));
    assert_string_equal(err.text, "sh failed with status 3 and said nothing");
    err = (struct error){0};
    assert_false(process_run(
        ARGV("sh", "-c", "ulimit -v 100000; echo an error; echo x: out of memory; exit 1"), &err));
    assert_non_null(strstr(err.text, "sh failed: x: out of memory"));
    err = (struct error){0};
    assert_false(process_run(
        ARGV("sh", "-c", "echo ld: No space left on device; echo error: ld returned 1; exit 1"),
        &err));
    assert_string_equal(err.text, "sh failed: ld: No space left on device");
}

/* A library that the loader does not find is no reason why a program fails. */
static void what_env_runs_is_named(void **state)
{
    (void)state;
    struct error err = {0};
    assert_false(process_run(
        ARGV("env", "A=1", "LD_PRELOAD=libnone.so.9", "sh", "-c", "echo \"an error, $A\"; exit 3"),
        &err));
    assert_string_equal(err.text, "sh failed: an error, 1");
    err = (struct error){0};
    assert_false(process_run(ARGV("env", "-u", "HOME", "A=1", "sh", "-c", "exit 3"), &err));
    assert_string_equal(err.text, "sh failed with status 3 and said nothing");
}

static void a_signal_is_named(void **state)
{
    (void)state;
    struct error err = {0};
    assert_false(process_run(ARGV("sh", "-c", "kill -9 $$"), &err));
    assert_string_equal(err.text, "sh was ended by signal 9 (Killed)");
    err = (struct error){0};
    assert_false(process_run(ARGV("sh", "-c", "echo so far; kill -6 $$"), &err));
    assert_string_equal(err.text, "sh was ended by signal 6 (Aborted): so far");
}

static bool dies(size_t i, void *ctx, struct error *err)
{
    (void)ctx, (void)err;
    if (i == 1)
        abort();
    return true;
}

static void a_dead_worker_is_told(void **state)
{
    (void)state;
    struct error err = {0};
    assert_false(process_parallel(2, 1, dies, NULL, &err));
    assert_string_equal(err.text, "a process of the work was ended by signal 6 (Aborted)");
}

/* Job 0 waits for the file that job 3 writes; the other jobs run beside it, one after the other. */
static bool waits_for_the_last(size_t i, void *ctx, struct error *err)
{
    struct stat there;
    if (i == 3)
        return file_write(ctx, "", 0, err);
    for (int tenths = 0; i == 0 && stat(ctx, &there) != 0; tenths++) {
        if (tenths == 300)
            return error_set(err, "the others were not begun");
        usleep(100000);
    }
    return true;
}

static void a_slow_one_holds_up_no_other(void **state)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/last", (const char *)*state);
    struct error err = {0};
    if (!process_parallel(4, 2, waits_for_the_last, path, &err))
        fail_msg("%s", err.text);
}

static bool both_fail(size_t i, void *ctx, struct error *err)
{
    (void)ctx;
    usleep(i == 0 ? 300000 : 0);
    return error_set(err, "number %zu", i);
}

static void the_first_of_two_failures_is_told(void **state)
{
    (void)state;
    struct error err = {0};
    assert_false(process_parallel(2, 2, both_fail, NULL, &err));
    assert_string_equal(err.text, "number 0");
}

/* ---- programs that run beside ---- */

/* Waits for a program of process_start; its status. */
static int status_of(pid_t pid)
{
    int status = -1;
    while (!process_ended(pid, &status))
        usleep(1000);
    return status;
}

static void programs_run_beside(void **state)
{
    struct error err = {0};
    int status = -1;
    const char *logs[] = {in_folder(state, "0"), in_folder(state, "1"), in_folder(state, "2")};
    pid_t slow = process_start(
        ARGV("sh", "-c", "echo out; echo err >&2; read x; sleep 0.3; exit 7"), logs[0], &err);
    assert_false(process_ended(slow, &status));
    assert_int_equal(status_of(process_start(ARGV("sh", "-c", "kill -9 $$"), logs[1], &err)), 137);
    assert_int_equal(process_start(ARGV("/nowhere/x"), logs[2], &err), -1);
    assert_string_equal(err.text, "/nowhere/x: cannot be started: No such file or directory");
    err = (struct error){0};
    assert_int_equal(status_of(slow), 7);
    size_t len;
    char *log = read_bytes_of(logs[0], &len);
    assert_string_equal(log, "out\nerr\n");
    free(log);
    assert_int_equal(process_start(ARGV("true"), in_folder(state, "no/log"), &err), -1);
    assert_non_null(strstr(err.text, "no/log: cannot be written: No such file or directory"));
}

/* A process that is killed by SIGKILL takes its program with it. */
static void no_program_is_left(void **state)
{
    struct error err = {0};
    const char *log = in_folder(state, "log");
    pid_t parent = fork();
    if (parent == 0) {
        process_start(ARGV("sh", "-c", "echo $$; exec sleep 100"), log, &err);
        pause();
        _exit(0);
    }
    long program = 0;
    for (int i = 0; i < 1000 && program == 0; i++) {
        FILE *f = fopen(log, "r");
        if (f != NULL && fscanf(f, "%ld", &program) != 1)
            program = 0;
        if (f != NULL)
            fclose(f);
        usleep(10000);
    }
    assert_true(program > 0);
    assert_int_equal(kill((pid_t)program, 0), 0);
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    bool gone = false;
    for (int i = 0; i < 300 && !gone; i++) { /* as a zombie it is gone, too */
        char path[64], line[256] = "";
        snprintf(path, sizeof path, "/proc/%ld/stat", program);
        FILE *f = fopen(path, "r");
        gone = f == NULL || fgets(line, sizeof line, f) == NULL || strstr(line, ") Z") != NULL;
        if (f != NULL)
            fclose(f);
        usleep(10000);
    }
    assert_true(gone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(a_program_runs_in_a_folder),
        test_in_folder(programs_run_beside),
        test_in_folder(no_program_is_left),
        cmocka_unit_test(what_it_says_is_read),
        cmocka_unit_test(why_it_failed),
        cmocka_unit_test(what_env_runs_is_named),
        cmocka_unit_test(a_signal_is_named),
        cmocka_unit_test(a_dead_worker_is_told),
        test_in_folder(a_slow_one_holds_up_no_other),
        cmocka_unit_test(the_first_of_two_failures_is_told),
    };
    return cmocka_run_group_tests_name("processes", tests, NULL, NULL);
}
