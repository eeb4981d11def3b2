/*
 * Verilator and clang++ as shell scripts in FOLDER/bin, which comes first in PATH. They log each
 * run in FOLDER/runs, and each `--version` in FOLDER/asked. The unit that they "build" is a copy of
 * one shared object without hardware. A test can make clang++ wait (hold). Every build runs in a
 * process of its own, which starts without any unit loaded.
 */
#ifndef UMBEL_TESTS_HARNESS_FAKE_COMPILERS_H
#define UMBEL_TESTS_HARNESS_FAKE_COMPILERS_H

#include "harness/verilator/build.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <fcntl.h>
#include <glob.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const char fake_verilator[] =
    "#!/bin/sh\n"
    "[ \"$1\" = --version ] && { echo v >> $FAKES/asked; echo 'Verilator 1'; exit; }\n"
    "echo verilator >> $FAKES/runs\n"
    "echo '    VL_IN8(&clk_i,0,0);' > Vunit.h\n"
    "echo '// empty' > Vunit.cpp\n";

/* If FOLDER/hold.MODULE exists, a FIFO, the script waits until something is written to it. */
static const char fake_cxx[] =
    "#!/bin/sh\n"
    "[ \"$1\" = --version ] && { echo v >> $FAKES/asked; echo 'clang++ 1'; exit; }\n"
    "[ \"$1\" = -print-prog-name=clang ] && { echo clang; exit; }\n"
    "[ -e all.cpp ] || { echo runtime >> $FAKES/runs; echo runtime > object; exit; }\n"
    "[ -e runtime.o ] && [ -e headers.pch ] || exit 1\n"
    "name=$(sed -n 's/^#define UM_NAME \"\\(.*\\)\".*/\\1/p' shim.cpp)\n"
    "echo \"clang++ $1\" >> $FAKES/runs\n"
    "if [ -p $FAKES/hold.$name ]; then\n"
    "    echo $$ > $FAKES/held.tmp; mv $FAKES/held.tmp $FAKES/held.$name\n"
    "    read line < $FAKES/hold.$name\n"
    "fi\n"
    "cp $FAKES/unit.so object\n";

static const char fake_unit[] = "#include \"harness/dut.h\"\n"
                                "static char pad[400000] = {1};\n"
                                "const struct dut_port ports[1];\n"
                                "static void *base(void *m) { return m != 0 ? m : pad; }\n"
                                "const struct dut_type um_dut_type = {\"fake\", ports, 0, 0, 0, 0, "
                                "base};\n";

static char *path_before, *unit_folder;

static inline void fake_script(void **state, const char *name, const char *script)
{
    char path[64];
    snprintf(path, sizeof path, "bin/%s", name);
    write_text(in_folder(state, path), script);
    chmod(in_folder(state, path), 0755);
}

/* Makes the one shared object, for all tests. */
static inline int fake_unit_make(void **state)
{
    static char source[64], so[64];
    struct error err = {0};
    if (folder_make(state) != 0)
        return 1;
    unit_folder = *state;
    snprintf(source, sizeof source, "%s/unit.c", unit_folder);
    snprintf(so, sizeof so, "%s/unit.so", unit_folder);
    write_text(source, fake_unit);
    const char *const argv[] = {"cc", "-shared", "-fPIC", "-I", UMBEL_ROOT, source, "-o", so, NULL};
    bool ok = process_run(argv, &err);
    if (!ok)
        fprintf(stderr, "%s\n", err.text);
    return ok ? 0 : 1;
}

static inline int fake_unit_remove(void **state)
{
    return folder_remove(state);
}

static inline int fakes_make(void **state)
{
    struct error err = {0};
    char so[64], path[4096];
    if (folder_make(state) != 0 || !file_mkdirs(in_folder(state, "bin"), &err) ||
        !file_mkdirs(in_folder(state, "root/include"), &err))
        return 1;
    snprintf(so, sizeof so, "%s/unit.so", unit_folder);
    if (symlink(so, in_folder(state, "unit.so")) != 0)
        return 1;
    fake_script(state, "verilator", fake_verilator);
    fake_script(state, "clang++-14", fake_cxx);
    write_text(in_folder(state, "root/include/verilated_config.h"), "// 1\n");
    write_text(in_folder(state, "runs"), "");
    write_text(in_folder(state, "um_a.v"), "module um_a (\n    input  wire clk_i\n);\nendmodule\n");
    write_text(in_folder(state, "um_b.v"), "module um_b (\n    input  wire clk_i\n);\nendmodule\n");
    write_text(in_folder(state, "um_c.v"), "module um_c (\n    input  wire clk_i\n);\nendmodule\n");
    path_before = xstrdup(getenv("PATH"));
    snprintf(path, sizeof path, "%s:%s", in_folder(state, "bin"), path_before);
    setenv("FAKES", *state, 1);
    setenv("VERILATOR_ROOT", in_folder(state, "root"), 1);
    setenv("UMBEL_CACHE", in_folder(state, "cache"), 1);
    unsetenv("UMBEL_CXX_LEVEL"); /* `make test` sets it */
    return setenv("PATH", path, 1);
}

static inline int fakes_remove(void **state)
{
    setenv("PATH", path_before, 1);
    free(path_before);
    static const char *const set[] = {"FAKES", "VERILATOR_ROOT", "UMBEL_CACHE", "UMBEL_CACHE_MIB",
                                      "UMBEL_CXX_LEVEL"};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++)
        unsetenv(set[i]);
    return folder_remove(state);
}

#define test_with_fakes(f) cmocka_unit_test_setup_teardown(f, fakes_make, fakes_remove)

/* ---- users: processes that ask for a unit ---- */

struct user {
    pid_t pid;
    char said[64], error[64]; /* files */
};

static const char *said_file;
static bool leaves_nothing; /* a failed user must leave no half-built unit */

/* Appends a progress message, from whichever process, to a file. */
static inline void say_to_file(const char *text)
{
    int fd = open(said_file, O_WRONLY | O_APPEND | O_CREAT, 0644);
    if (fd >= 0)
        dprintf(fd, "%s\n", text);
    close(fd);
}

static inline void told_to_stop(int sig)
{
    (void)sig;
    process_stop();
}

static inline bool want(void **state, const char *module, struct error *err)
{
    char file[32];
    snprintf(file, sizeof file, "%s.v", module);
    const struct tile tile = {.name = "it", .module = module, .id = -1};
    struct unit_job job = {.tile = &tile};
    struct hdl_design *d = hdl_design_new();
    bool ok =
        hdl_leaf(d, in_folder(state, file), err) && units_build(&job, 1, d, 1, say_to_file, err);
    hdl_design_free(d);
    if (ok && (job.type == NULL || strcmp(job.type->name, "fake") != 0))
        ok = error_set(err, "what was loaded is not the unit");
    return ok;
}

/* Starts a process that asks for the unit. `before` (may be NULL) is called in it first. */
static inline struct user user_start(void **state, const char *module, void (*before)(void **state))
{
    static unsigned users;
    struct user u;
    snprintf(u.said, sizeof u.said, "%s/said.%u", (const char *)*state, ++users);
    snprintf(u.error, sizeof u.error, "%s/error.%u", (const char *)*state, users);
    write_text(u.said, "");
    fflush(NULL);
    u.pid = fork();
    if (u.pid == 0) {
        struct error err = {0};
        alarm(120); /* a process that hangs is ended, and the test fails */
        sigaction(SIGTERM, &(struct sigaction){.sa_handler = told_to_stop}, NULL);
        said_file = u.said;
        if (before != NULL)
            before(state);
        bool ok = want(state, module, &err);
        const char *cache = getenv("UMBEL_CACHE");
        if (leaves_nothing && names_in(cache, "*.tmp") + names_in(cache, "*.lock") > 0)
            write_text(u.error, "something half-built is left"); /* its mounts are seen only here */
        else if (!ok)
            write_text(u.error, err.text);
        _exit(ok ? 0 : 1);
    }
    assert_true(u.pid > 0);
    return u;
}

/* The user's error, to be freed. NULL: it got the unit. */
static inline char *user_error(const struct user *u)
{
    int status = 0;
    size_t len;
    assert_int_equal(waitpid(u->pid, &status, 0), u->pid);
    if (!WIFEXITED(status))
        fail_msg("ended by signal %d", WTERMSIG(status));
    return WEXITSTATUS(status) == 0 ? NULL : read_bytes_of(u->error, &len);
}

static inline void user_is_served(const struct user *u)
{
    char *error = user_error(u);
    if (error != NULL)
        fail_msg("%s", error);
}

static inline void user_was_told(const struct user *u, const char *said)
{
    size_t len;
    char *text = read_bytes_of(u->said, &len);
    assert_string_equal(text, said);
    free(text);
}

/* Checks that a user gets the unit, with this progress. */
static inline void gets(void **state, const char *module, const char *said)
{
    struct user u = user_start(state, module, NULL);
    user_is_served(&u);
    user_was_told(&u, said);
}

/* Checks that a user does not get the unit, that one line of error has all these texts, and that
 * nothing half-built is left. */
#define fails_with(state, before, ...)                                                             \
    fails_with_texts(state, before, (const char *const[]){__VA_ARGS__, NULL})
static inline void fails_with_texts(void **state, void (*before)(void **), const char *const *texts)
{
    leaves_nothing = true;
    struct user u = user_start(state, "um_a", before);
    leaves_nothing = false;
    char *error = user_error(&u);
    assert_non_null(error);
    assert_int_equal(count_lines(error), 1);
    for (; *texts != NULL; texts++)
        assert_has(error, *texts);
    free(error);
    assert_int_equal(names_in(in_folder(state, "cache"), "*.tmp"), 0);
    assert_int_equal(names_in(in_folder(state, "cache"), "*.lock"), 0);
    assert_int_equal(names_in(in_folder(state, "cache"), "*.so"), 0);
}

/* How often a tool has run, not counting `--version`. */
static inline size_t runs_of(void **state, const char *tool)
{
    size_t len, n = 0;
    char *text = read_bytes_of(in_folder(state, "runs"), &len);
    for (const char *at = text; (at = strstr(at, tool)) != NULL; at++)
        n++;
    free(text);
    return n;
}

/* ---- clang++ held ---- */

static inline void hold(void **state, const char *module)
{
    char name[32];
    snprintf(name, sizeof name, "hold.%s", module);
    assert_int_equal(mkfifo(in_folder(state, name), 0644), 0);
}

/* Waits until the file exists and has this text. */
static inline void wait_for_text(const char *path, const char *text)
{
    const struct timespec tick = {.tv_nsec = 10 * 1000 * 1000};
    for (int i = 0; i < 6000; i++) {
        size_t len;
        struct error err = {0};
        char *found = file_read(path, &len, &err);
        bool there = found != NULL && strstr(found, text) != NULL;
        free(found);
        if (there)
            return;
        nanosleep(&tick, NULL);
    }
    fail_msg("%s: never had \"%s\"", path, text);
}

/* Waits until clang++ is held; returns its process. */
static inline pid_t wait_until_held(void **state, const char *module)
{
    char name[32];
    size_t len;
    snprintf(name, sizeof name, "held.%s", module);
    wait_for_text(in_folder(state, name), "\n");
    char *text = read_bytes_of(in_folder(state, name), &len);
    pid_t pid = (pid_t)strtol(text, NULL, 10);
    free(text);
    assert_true(pid > 0);
    return pid;
}

static inline void let_go(void **state, const char *module)
{
    char name[32];
    snprintf(name, sizeof name, "hold.%s", module);
    int fd = open(in_folder(state, name), O_WRONLY);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "\n", 1), 1);
    close(fd);
}

/* ---- what the cache says, and has ---- */

static const char building[] = "building 1 of 1 units with Verilator\n";

/* The file of that ending in the cache that is not `other`; valid until the next call. */
static inline const char *entry_but(void **state, const char *ending, const char *other)
{
    static char path[4096];
    char pattern[4096];
    glob_t g;
    snprintf(pattern, sizeof pattern, "%s/cache/*%s", (const char *)*state, ending);
    assert_int_equal(glob(pattern, 0, NULL, &g), 0);
    path[0] = '\0';
    for (size_t i = 0; i < g.gl_pathc; i++)
        if (other == NULL || strcmp(g.gl_pathv[i], other) != 0)
            snprintf(path, sizeof path, "%s", g.gl_pathv[i]);
    globfree(&g);
    assert_string_not_equal(path, "");
    return path;
}

#endif
