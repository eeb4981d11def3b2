/*
 * The cache of units: whatever it contains and however many processes share it, a user gets the
 * unit, or one line says why not. Verilator and clang++ are scripts (fake_compilers.h).
 */
#include "tests/harness/fake_compilers.h"

#include "harness/verilator/cache.h"
#include "sw/util/arena.h"

#include <fcntl.h>
#include <glob.h>
#include <sys/file.h>

static void a_unit_is_built_once(void **state)
{
    gets(state, "um_a", building);
    gets(state, "um_a", "");
    assert_int_equal(runs_of(state, "verilator"), 1);
    assert_int_equal(runs_of(state, "clang++"), 1);
    assert_int_equal(names_in(in_folder(state, "cache"), "*"),
                     5); /* runtime, headers, two versions */
    size_t len;
    char *asked = read_bytes_of(in_folder(state, "asked"), &len);
    assert_string_equal(asked, "v\nv\n"); /* each tool was asked for its version once */
    free(asked);
}

/* Units of one level are kept beside those of another. */
static void units_of_each_level(void **state)
{
    gets(state, "um_a", building);
    setenv("UMBEL_CXX_LEVEL", "-O1", 1);
    gets(state, "um_a", building);
    gets(state, "um_a", "");
    setenv("UMBEL_CXX_LEVEL", "", 1);
    gets(state, "um_a", "");
    assert_int_equal(runs_of(state, "clang++ -O2"), 1);
    assert_int_equal(runs_of(state, "clang++ -O1"), 1);
    assert_int_equal(runs_of(state, "runtime"), 4); /* runtime and headers, for each */
}

static void a_level_that_is_none(void **state)
{
    static const char *const levels[] = {"2", "-O4", "-O2 -g", "--help"};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        setenv("UMBEL_CXX_LEVEL", levels[i], 1);
        fails_with(state, NULL, "UMBEL_CXX_LEVEL: '", levels[i],
                   "' is none of -O0, -O1, -O2 (the default) and -O3");
    }
    assert_int_equal(runs_of(state, "verilator"), 0);
}

/* ---- what a unit is made from ---- */

/* Replaces a tool by one of the same size with another version. */
static void upgrade(void **state, const char *name, const char *script, const char *version)
{
    char *other = xstrdup(script), *at = strstr(other, version);
    if (at == NULL)
        fail();
    else
        at[strlen(version) - 1] = '2';
    fake_script(state, name, other);
    free(other);
}

static void another_version_is_another_unit(void **state)
{
    gets(state, "um_a", building);
    upgrade(state, "clang++-14", fake_cxx, "clang++ 1");
    gets(state, "um_a", building);
    upgrade(state, "verilator", fake_verilator, "Verilator 1");
    gets(state, "um_a", building);
    write_text(in_folder(state, "root/include/verilated_config.h"), "// 2\n");
    gets(state, "um_a", building);
    setenv("CPATH", in_folder(state, "headers"), 1);
    gets(state, "um_a", building);
    unsetenv("CPATH");
    assert_int_equal(names_in(in_folder(state, "cache"), "*.so"), 5);
    fake_script(state, "clang++-14", fake_cxx); /* newer, and the first one again */
    fake_script(state, "verilator", fake_verilator);
    write_text(in_folder(state, "root/include/verilated_config.h"), "// 1\n");
    gets(state, "um_a", "");
}

/* ---- who shares it ---- */

static void different_units_do_not_wait(void **state)
{
    hold(state, "um_a");
    struct user a = user_start(state, "um_a", NULL);
    wait_until_held(state, "um_a");
    gets(state, "um_b", building); /* while the other unit is being built */
    assert_int_equal(kill(a.pid, 0), 0);
    let_go(state, "um_a");
    user_is_served(&a);
}

static void the_same_unit_is_built_by_one(void **state)
{
    char words[128], all[256];
    hold(state, "um_a");
    struct user a = user_start(state, "um_a", NULL);
    wait_until_held(state, "um_a");
    struct user b = user_start(state, "um_a", NULL);
    snprintf(words, sizeof words, "process %ld is building unit um_a; waiting for it\n",
             (long)a.pid);
    wait_for_text(b.said, words);
    let_go(state, "um_a");
    user_is_served(&a);
    user_is_served(&b);
    snprintf(all, sizeof all, "%s%s", building, words);
    user_was_told(&b, all);
    assert_int_equal(runs_of(state, "clang++"), 1);
    assert_int_equal(names_in(in_folder(state, "cache"), "*.lock"), 0);
}

static void who_waits_can_be_told_to_stop(void **state)
{
    hold(state, "um_a");
    struct user a = user_start(state, "um_a", NULL);
    wait_until_held(state, "um_a");
    struct user b = user_start(state, "um_a", NULL);
    wait_for_text(b.said, "waiting for it");
    kill(b.pid, SIGTERM);
    char *error = user_error(&b);
    assert_non_null(error);
    assert_has(error, "told to stop");
    free(error);
    let_go(state, "um_a");
    user_is_served(&a);
    gets(state, "um_a", "");
}

/* A process group, so that its children are killed with it. */
static void group_of_its_own(void **state)
{
    (void)state;
    setpgid(0, 0);
}

/* A child of a killed process may die after it, and holds the lock until then. */
static void wait_until_unlocked(void **state)
{
    glob_t locks;
    assert_int_equal(glob(in_folder(state, "cache/*.lock"), 0, NULL, &locks), 0);
    for (size_t i = 0; i < locks.gl_pathc; i++) {
        int fd = open(locks.gl_pathv[i], O_RDONLY | O_CLOEXEC);
        assert_true(fd >= 0);
        assert_int_equal(flock(fd, LOCK_EX), 0);
        close(fd);
    }
    globfree(&locks);
}

static void a_killed_build_is_no_harm(void **state)
{
    int status;
    hold(state, "um_a");
    struct user a = user_start(state, "um_a", group_of_its_own);
    pid_t held = wait_until_held(state, "um_a");
    kill(-a.pid, SIGKILL);
    kill(held, SIGKILL);
    assert_int_equal(waitpid(a.pid, &status, 0), a.pid);
    assert_true(WIFSIGNALED(status));
    remove(in_folder(state, "hold.um_a"));
    wait_until_unlocked(state);
    assert_int_equal(names_in(in_folder(state, "cache"), "*.tmp"), 1);
    gets(state, "um_b", building); /* any build removes leftovers */
    assert_int_equal(names_in(in_folder(state, "cache"), "*.tmp"), 0);
    assert_int_equal(names_in(in_folder(state, "cache"), "*.lock"), 0);
    gets(state, "um_a", building);
}

/* The folder of a running build is not removed. */
static void a_living_build_is_not_swept(void **state)
{
    hold(state, "um_a");
    struct user a = user_start(state, "um_a", NULL);
    wait_until_held(state, "um_a");
    gets(state, "um_b", building);
    assert_int_equal(names_in(in_folder(state, "cache"), "*.tmp"), 1);
    let_go(state, "um_a");
    user_is_served(&a);
    assert_int_equal(names_in(in_folder(state, "cache"), "*.tmp"), 0);
}

/* UMBEL_CACHE may name a folder with other files, which must stay. */
static void files_of_others_stay(void **state)
{
    static const char *const others[] = {"cache/letter.tmp",
                                         "cache/door.lock",
                                         "cache/libm.so",
                                         "cache/0123456789abcdef.12.tmp",
                                         "cache/0123456789abcdef0123456789abcdef.so.tmp",
                                         "cache/0123456789abcdef0123456789abcdef"};
    struct error err = {0};
    assert_true(file_mkdirs(in_folder(state, "cache"), &err));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        write_text(in_folder(state, others[i]), "mine");
    setenv("UMBEL_CACHE_MIB", "0", 1);
    gets(state, "um_a", building);
    gets(state, "um_b", building);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(access(in_folder(state, others[i]), F_OK), 0);
}

/* ---- its size ---- */

static void used_at(const char *path, time_t seconds)
{
    const struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* Units of 400,000 bytes: two fit into a MiB, three do not. */
static void what_went_unused_longest_goes(void **state)
{
    struct arena s = {0};
    setenv("UMBEL_CACHE_MIB", "1", 1);
    gets(state, "um_a", building);
    const char *a = arena_strdup(&s, entry_but(state, ".so", NULL));
    gets(state, "um_b", building);
    const char *b = arena_strdup(&s, entry_but(state, ".so", a));
    used_at(a, 1000);
    used_at(b, 2000);
    gets(state, "um_a", ""); /* used now */
    gets(state, "um_c", building);
    assert_int_equal(access(a, F_OK), 0);
    assert_int_not_equal(access(b, F_OK), 0);
    gets(state, "um_c", "");
    gets(state, "um_b", building);
    arena_free(&s);
}

static void without_room_the_units_of_the_run_stay(void **state)
{
    setenv("UMBEL_CACHE_MIB", "0", 1);
    gets(state, "um_a", building);
    gets(state, "um_a", "");
    gets(state, "um_b", building);
    assert_int_equal(names_in(in_folder(state, "cache"), "*.so"), 1);
    gets(state, "um_b", "");
}

static void a_size_that_is_none(void **state)
{
    static const char *const sizes[] = {"much", "-1", "1GB", "99999999999999999999"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        setenv("UMBEL_CACHE_MIB", sizes[i], 1);
        fails_with(state, NULL, "UMBEL_CACHE_MIB: '", sizes[i], "' is no whole number of MiB");
    }
    assert_int_equal(runs_of(state, "verilator"), 0);
}

/* ---- where it is ---- */

static void its_place(void **state)
{
    struct error err = {0};
    struct cache c;
    const char *xdg = in_folder(state, "xdg"), *home = in_folder(state, "home");
    char *home_before = xstrdup(getenv("HOME") != NULL ? getenv("HOME") : "/");
    setenv("XDG_CACHE_HOME", xdg, 1);
    setenv("HOME", home, 1);
    assert_true(cache_find(&c, &err));
    assert_string_equal(c.dir, in_folder(state, "cache"));
    assert_int_not_equal(access(c.dir, F_OK), 0); /* looking for it does not make it */
    unsetenv("UMBEL_CACHE");
    assert_true(cache_find(&c, &err));
    assert_string_equal(c.dir, in_folder(state, "xdg/umbel/units"));
    setenv("XDG_CACHE_HOME", "not/absolute", 1);
    assert_true(cache_find(&c, &err));
    assert_string_equal(c.dir, in_folder(state, "home/.cache/umbel/units"));
    unsetenv("XDG_CACHE_HOME");
    assert_true(cache_find(&c, &err));
    assert_string_equal(c.dir, in_folder(state, "home/.cache/umbel/units"));
    assert_string_equal(c.passed.text, "");
    setenv("HOME", "/proc/nobody", 1); /* where not even root makes a folder */
    assert_true(cache_find(&c, &err));
    assert_string_equal(c.dir, UMBEL_ROOT "/build/units");
    assert_has(c.passed.text, "/proc/nobody");
    setenv("HOME", home_before, 1);
    free(home_before);
}

static void in_the_folder(void **state)
{
    assert_int_equal(chdir(*state), 0);
}

/* Names that a shell, the loader of libraries, or an option parser would take for something else.
 */
static void odd_names(void **state)
{
    static const char *const odd[] = {"with a space",   "it's",          "say \"so\"",
                                      "$(touch pwned)", "a;touch pwned", "`touch pwned`",
                                      "two\nlines",     "$ORIGIN/$LIB",  "-x",
                                      "back\\slash",    "a:b",           "*?[a"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        setenv("UMBEL_CACHE", odd[i], 1); /* below where its user is */
        struct user u = user_start(state, "um_a", in_the_folder);
        user_is_served(&u);
        u = user_start(state, "um_a", in_the_folder);
        user_is_served(&u);
        user_was_told(&u, "");
        assert_int_equal(names_in(in_folder(state, odd[i]), "*.so"), 1);
    }
    assert_int_equal(names_in(*state, "pwned"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_with_fakes(a_unit_is_built_once),
        test_with_fakes(units_of_each_level),
        test_with_fakes(a_level_that_is_none),
        test_with_fakes(another_version_is_another_unit),
        test_with_fakes(different_units_do_not_wait),
        test_with_fakes(the_same_unit_is_built_by_one),
        test_with_fakes(who_waits_can_be_told_to_stop),
        test_with_fakes(a_killed_build_is_no_harm),
        test_with_fakes(a_living_build_is_not_swept),
        test_with_fakes(files_of_others_stay),
        test_with_fakes(what_went_unused_longest_goes),
        test_with_fakes(without_room_the_units_of_the_run_stay),
        test_with_fakes(a_size_that_is_none),
        test_with_fakes(its_place),
        test_with_fakes(odd_names),
    };
    return cmocka_run_group_tests_name("the cache of units", tests, fake_unit_make,
                                       fake_unit_remove);
}
