/* Temporary folders, and the keeper that removes them when their process cannot. */
#include "sw/util/keeper.h"
#include "sw/util/process.h"
#include "sw/util/temp.h"
#include "tests/support/folder.h"

#include <errno.h>
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

static int begin(void **state)
{
    int failed = folder_make(state);
    setenv("TMPDIR", *state, 1);
    return failed;
}

static int end(void **state)
{
    unsetenv("TMPDIR");
    return folder_remove(state);
}

#define test_temp(f) cmocka_unit_test_setup_teardown(f, begin, end)

static void a_folder_of_ones_own(void **state)
{
    struct error err = {0};
    struct temp a, b;
    struct stat st;
    assert_true(temp_make(&a, "x", &err));
    assert_true(temp_make(&b, "x", &err));
    assert_string_not_equal(a.path, b.path);
    assert_int_equal(stat(a.path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    char *file = temp_file(&a, "f");
    write_text(file, "");
    free(file);
    temp_remove(&a);
    temp_remove(&b);
    temp_remove(&b);
    assert_int_equal(names_in(*state, "*"), 0);
    setenv("TMPDIR", "/nowhere", 1);
    assert_false(temp_make(&a, "x", &err));
    assert_string_equal(err.text,
                        "/nowhere: cannot make a temporary folder: No such file or directory");
    assert_null(a.path);
}

/* What a killed process has left is removed; what lives, what has no lock and what is a link stay.
 */
static void what_is_left_is_swept(void **state)
{
    struct error err = {0};
    struct temp mine;
    assert_true(temp_make(&mine, "mine", &err));
    mkdir(in_folder(state, "umbel-left-123456"), 0700);
    write_text(in_folder(state, "umbel-left-123456/umbel.lock"), "");
    mkdir(in_folder(state, "umbel-left-123456/below"), 0700);
    assert_int_equal(symlink("../keep", in_folder(state, "umbel-left-123456/link")), 0);
    mkdir(in_folder(state, "keep"), 0700);
    write_text(in_folder(state, "keep/umbel.lock"), "");
    assert_int_equal(symlink("keep", in_folder(state, "umbel-link-123456")), 0);
    mkdir(in_folder(state, "umbel-free-123456"), 0700);
    mkdir(in_folder(state, "umbel-lock-123456"), 0700);
    assert_int_equal(
        symlink("../keep/umbel.lock", in_folder(state, "umbel-lock-123456/umbel.lock")), 0);
    /* Root alone may give a folder to somebody else. */
    mkdir(in_folder(state, "umbel-else-123456"), 0755);
    write_text(in_folder(state, "umbel-else-123456/umbel.lock"), "");
    const bool given = chown(in_folder(state, "umbel-else-123456"), 12345, 12345) == 0;
    temp_sweep();
    assert_int_equal(names_in(*state, "umbel-left-*"), 0);
    assert_int_equal(names_in(*state, "umbel-mine-*"), 1);
    assert_int_equal(names_in(*state, "umbel-link-*"), 1);
    assert_int_equal(names_in(*state, "umbel-free-*"), 1);
    assert_int_equal(names_in(*state, "umbel-lock-*"), 1);
    assert_int_equal(names_in(*state, "umbel-else-*"), given);
    assert_int_equal(access(in_folder(state, "keep/umbel.lock"), F_OK), 0);
    temp_remove(&mine);
}

static void await(const char *path, bool there)
{
    for (int i = 0; i < 500 && (access(path, F_OK) == 0) != there; i++)
        usleep(10000);
    assert_int_equal(access(path, F_OK) == 0, there);
}

/* In a process to be killed: a program with a program of its own, and files. */
static void leave_all(void **state)
{
    struct error err = {0};
    struct temp t;
    setpgid(0, 0);
    keeper_begin();
    temp_make(&t, "x", &err);
    char script[600];
    snprintf(script, sizeof script, "sleep 100 & echo $! >%s/pid.tmp; mv %s/pid.tmp %s/pid; wait",
             (const char *)*state, (const char *)*state, (const char *)*state);
    process_run((const char *const[]){"sh", "-c", script, NULL}, &err);
    _exit(0);
}

static void ends(void **state, int sig, bool group)
{
    const pid_t pid = fork();
    if (pid == 0)
        leave_all(state);
    await(in_folder(state, "pid"), true);
    FILE *f = fopen(in_folder(state, "pid"), "r");
    long program = 0;
    assert_int_equal(fscanf(f, "%ld", &program), 1);
    fclose(f);
    assert_int_equal(names_in(*state, "umbel-x-*"), 1);
    assert_int_equal(kill((pid_t)program, 0), 0);
    kill(group ? -pid : pid, sig);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
    char proc[64];
    snprintf(proc, sizeof proc, "/proc/%ld", program);
    await(proc, false);
    for (int i = 0; i < 500 && names_in(*state, "umbel-x-*") > 0; i++)
        usleep(10000);
    assert_int_equal(names_in(*state, "umbel-x-*"), 0);
    unlink(in_folder(state, "pid"));
}

static void a_killed_process_leaves_nothing(void **state)
{
    ends(state, SIGKILL, false);
    ends(state, SIGKILL, true);
    ends(state, SIGABRT, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_temp(a_folder_of_ones_own),
        test_temp(what_is_left_is_swept),
        test_temp(a_killed_process_leaves_nothing),
    };
    return cmocka_run_group_tests_name("temp", tests, NULL, NULL);
}
