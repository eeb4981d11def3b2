/*
 * Units that cannot be built or stored: one line says why and what to do, and nothing half-built is
 * left. Verilator and clang++ are scripts (fake_compilers.h). A full, read-only or noexec file
 * system is mounted for one process alone; where mounting is not allowed, such tests are skipped.
 */
#include "tests/harness/fake_compilers.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

/* ---- the tools ---- */

static void keep_in_path(void **state, const char *tool)
{
    static const char *const real[] = {"sh", "cp", "sed", "mv"};
    char from[64], to[64];
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
        snprintf(from, sizeof from, "/bin/%s", real[i]);
        snprintf(to, sizeof to, "bin/%s", real[i]);
        assert_int_equal(symlink(from, in_folder(state, to)), 0);
    }
    snprintf(to, sizeof to, "bin/%s", tool);
    remove(in_folder(state, to));
    setenv("PATH", in_folder(state, "bin"), 1);
}

static void verilator_is_missing(void **state)
{
    keep_in_path(state, "verilator");
    fails_with(state, NULL, "verilator: not found in PATH; apt-get install verilator");
}

static void the_compiler_is_missing(void **state)
{
    keep_in_path(state, "clang++-14");
    fails_with(state, NULL, "clang++: not found in PATH; apt-get install clang");
}

static void the_headers_are_missing(void **state)
{
    setenv("VERILATOR_ROOT", "/nowhere", 1);
    fails_with(state, NULL, "/nowhere/include: ", "apt-get install verilator");
}

/* clang++ does this to units; it still compiles Verilator's runtime. */
static void cxx_does(void **state, const char *what)
{
    char script[512];
    snprintf(script, sizeof script,
             "#!/bin/sh\ncase $1 in --version | -print-prog-name=*) exit;; esac\n"
             "[ -e all.cpp ] || { echo > object; exit; }\n%s\n",
             what);
    fake_script(state, "clang++-14", script);
}

static void the_compiler_is_killed(void **state)
{
    cxx_does(state, "kill -9 $$");
    fails_with(state, NULL, "unit um_a: ", "/bin/clang++-14 was ended by signal 9 (Killed)",
               "is memory short?");
}

/* The message of clang++ when the process that compiles was killed. */
static void the_compiler_proper_is_killed(void **state)
{
    cxx_does(state, "echo 'clang: error: unable to execute command: Killed'\n"
                    "echo 'clang: error: clang frontend command failed due to signal (use -v to "
                    "see invocation)'\nexit 1");
    fails_with(state, NULL, "unit um_a: ", "unable to execute command: Killed", "is memory short?");
}

/* The tools' messages as seen with `ulimit -v`. */
static void memory_is_short(void **state)
{
    cxx_does(state, "echo 'LLVM ERROR: out of memory'\necho 'Allocation failed'\nexit 1");
    fails_with(state, NULL, "unit um_a: ", "LLVM ERROR: out of memory", "is memory short?");
}

static void what_is_built_cannot_be_loaded(void **state)
{
    cxx_does(state, "echo nothing > object");
    fails_with(state, NULL, "unit um_a: cannot be loaded: ");
}

static void nothing_is_built(void **state)
{
    cxx_does(state, "exit 0");
    fails_with(state, NULL, "unit um_a: the compiler has left no ", "/object");
}

static void what_is_built_is_no_unit(void **state)
{
    struct error err = {0};
    const char *so = in_folder(state, "other.so"), *c = in_folder(state, "other.c");
    write_text(c, "int um_other;\n");
    assert_true(
        process_run((const char *const[]){"cc", "-shared", "-fPIC", c, "-o", so, NULL}, &err));
    cxx_does(state, "cp $FAKES/other.so object");
    fails_with(state, NULL, "unit um_a: ", "um_dut_type");
}

/* Verilator 5.006 on a full disk: empty files and exit status 0. */
static void verilator_writes_nothing(void **state)
{
    fake_script(state, "verilator",
                "#!/bin/sh\n[ \"$1\" = --version ] && { echo 1; exit; }\n: > Vunit.h\n"
                ": > Vunit.cpp\n");
    fails_with(state, NULL, "unit um_a: ", "Verilator has written only a part of Vunit", "room");
}

static void verilator_writes_half(void **state)
{
    fake_script(state, "verilator",
                "#!/bin/sh\n[ \"$1\" = --version ] && { echo 1; exit; }\n"
                "echo '// whole' > Vunit.h\nprintf 'void eval() {\n    if (' > Vunit.cpp\n");
    fails_with(state, NULL, "unit um_a: ", "Verilator has written only a part of Vunit.cpp");
}

static void few_bytes_a_file(void **state)
{
    (void)state;
    const struct rlimit limit = {100000, 100000};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void files_may_not_be_large(void **state)
{
    fails_with(state, few_bytes_a_file, "unit um_a: ", "File too large", "ulimit -f");
}

/* ---- the folder ---- */

static void the_cache_is_a_file(void **state)
{
    write_text(in_folder(state, "cache"), "a file");
    struct user u = user_start(state, "um_a", NULL);
    char *error = user_error(&u);
    assert_has(error, "cache of units: ");
    assert_has(error, "/cache: is not a folder; ");
    assert_has(error, "UMBEL_CACHE");
    free(error);
}

static void the_cache_is_below_a_file(void **state)
{
    write_text(in_folder(state, "file"), "a file");
    setenv("UMBEL_CACHE", in_folder(state, "file/cache"), 1);
    fails_with(state, NULL, "/file/cache: ", "Not a directory", "UMBEL_CACHE");
}

/* Longer than any path, longer than a line may be, and with a part that is longer than a name. */
static void the_path_is_too_long(void **state)
{
    static const size_t lengths[] = {300, 3000, 4080, 5000};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        char path[5100] = "/tmp/";
        memset(path + 5, 'x', lengths[i]);
        setenv("UMBEL_CACHE", path, 1);
        const char *why = lengths[i] < 4000 ? "File name too long" : "bytes, and may have ";
        fails_with(state, NULL, "cache of units: /tmp/xxx", why, "UMBEL_CACHE");
    }
}

static void put(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY);
    if (fd < 0 || write(fd, text, strlen(text)) < 0)
        _exit(77);
    close(fd);
}

/* Mounts a file system over the cache, for this process alone. */
static void mount_cache(void **state, unsigned long flags, const char *data)
{
    char map[32];
    snprintf(map, sizeof map, "0 %ld 1\n", (long)getuid());
    if (unshare(CLONE_NEWNS) != 0) {
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
            _exit(77);
        put("/proc/self/uid_map", map);
    }
    mkdir(in_folder(state, "cache"), 0755);
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", in_folder(state, "cache"), "tmpfs", flags, data) != 0)
        _exit(77);
}

static void full(void **state)
{
    mount_cache(state, 0, "size=64k");
}

static void nearly_full(void **state)
{
    mount_cache(state, 0, "size=300k");
}

static void read_only(void **state)
{
    mount_cache(state, MS_RDONLY, "");
}

static void noexec(void **state)
{
    mount_cache(state, MS_NOEXEC, "");
}

static bool can_mount(void **state)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        noexec(state);
        _exit(0);
    }
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

#define NEEDS_MOUNT(state)                                                                         \
    if (!can_mount(state)) {                                                                       \
        printf("SKIPPED: no file system may be mounted here\n");                                   \
        skip();                                                                                    \
    }

static void the_disk_is_full(void **state)
{
    NEEDS_MOUNT(state);
    fails_with(state, full, "unit um_a: ", "No space left on device", "no space is left in ",
               "UMBEL_CACHE");
    fails_with(state, nearly_full, "unit um_a: ", "No space left on device", "UMBEL_CACHE");
}

static void the_cache_is_read_only(void **state)
{
    NEEDS_MOUNT(state);
    fails_with(state, read_only,
               "cache of units: ", "/cache: cannot be written: ", "Read-only file system",
               "UMBEL_CACHE");
}

static void the_cache_is_noexec(void **state)
{
    NEEDS_MOUNT(state);
    fails_with(state, noexec, "cache of units: ", "/cache: ", "noexec", "UMBEL_CACHE");
}

/* Units that are in a read-only cache can be used. */
static void remount_read_only(void **state)
{
    if (unshare(CLONE_NEWNS) != 0)
        _exit(77);
    const char *cache = in_folder(state, "cache");
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount(cache, cache, NULL, MS_BIND, NULL) != 0 ||
        mount(NULL, cache, NULL, MS_BIND | MS_REMOUNT | MS_RDONLY, NULL) != 0)
        _exit(77);
}

static void a_read_only_cache_serves(void **state)
{
    NEEDS_MOUNT(state);
    gets(state, "um_a", "building 1 of 1 units with Verilator\n");
    if (geteuid() != 0) {
        printf("SKIPPED: only root may mount a folder read-only\n");
        skip();
    }
    struct user u = user_start(state, "um_a", remount_read_only);
    user_is_served(&u);
    user_was_told(&u, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_with_fakes(verilator_is_missing),
        test_with_fakes(the_compiler_is_missing),
        test_with_fakes(the_headers_are_missing),
        test_with_fakes(the_compiler_is_killed),
        test_with_fakes(the_compiler_proper_is_killed),
        test_with_fakes(memory_is_short),
        test_with_fakes(what_is_built_cannot_be_loaded),
        test_with_fakes(nothing_is_built),
        test_with_fakes(what_is_built_is_no_unit),
        test_with_fakes(verilator_writes_nothing),
        test_with_fakes(verilator_writes_half),
        test_with_fakes(files_may_not_be_large),
        test_with_fakes(the_cache_is_a_file),
        test_with_fakes(the_cache_is_below_a_file),
        test_with_fakes(the_path_is_too_long),
        test_with_fakes(the_disk_is_full),
        test_with_fakes(the_cache_is_read_only),
        test_with_fakes(the_cache_is_noexec),
        test_with_fakes(a_read_only_cache_serves),
    };
    return cmocka_run_group_tests_name("units that cannot be had", tests, fake_unit_make,
                                       fake_unit_remove);
}
