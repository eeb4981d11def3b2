/*
 * The cache of units: whatever it contains and however many processes share it, a user gets the
 * unit, or one line says why not. Verilator and g++ are scripts (fake_compilers.h).
 */
#include "tests/harness/fake_compilers.h"

#include "harness/verilator/cache.h"
#include "sw/util/arena.h"

#include <glob.h>
#include <sys/socket.h>
#include <sys/un.h>

static const char building[] = "building 1 of 1 units with Verilator\n";
static const char damaged[] = "cached unit um_a was damaged; building it again\n"
                              "building 1 of 1 units with Verilator\n";

/* The file of that ending in the cache that is not `other`; valid until the next call. */
static const char *entry_but(void **state, const char *ending, const char *other)
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

static void a_unit_is_built_once(void **state)
{
    gets(state, "um_a", building);
    gets(state, "um_a", "");
    assert_int_equal(runs_of(state, "verilator"), 1);
    assert_int_equal(runs_of(state, "g++"), 1);
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
    setenv("UMBEL_CXX_LEVEL", "-Og", 1);
    gets(state, "um_a", building);
    gets(state, "um_a", "");
    setenv("UMBEL_CXX_LEVEL", "", 1);
    gets(state, "um_a", "");
    assert_int_equal(runs_of(state, "g++ -O2"), 1);
    assert_int_equal(runs_of(state, "g++ -Og"), 1);
    assert_int_equal(runs_of(state, "runtime"), 4); /* runtime and headers, for each */
}

static void a_level_that_is_none(void **state)
{
    static const char *const levels[] = {"2", "-O4", "-O2 -g", "--help"};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        setenv("UMBEL_CXX_LEVEL", levels[i], 1);
        fails_with(state, NULL, "UMBEL_CXX_LEVEL: '", levels[i],
                   "' is none of -O0, -Og, -O1, -O2 (the default) and -O3");
    }
    assert_int_equal(runs_of(state, "verilator"), 0);
}

/* ---- nothing in it is trusted ---- */

static off_t size_of(const char *path)
{
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    return st.st_size;
}

static void cut(void **state, const char *path)
{
    (void)state;
    assert_int_equal(truncate(path, size_of(path) / 2), 0);
}

static void cut_by_a_byte(void **state, const char *path)
{
    (void)state;
    assert_int_equal(truncate(path, size_of(path) - 1), 0);
}

static void emptied(void **state, const char *path)
{
    (void)state;
    assert_int_equal(truncate(path, 0), 0);
}

static void prolonged(void **state, const char *path)
{
    (void)state;
    assert_int_equal(truncate(path, size_of(path) + 4096), 0);
}

/* A sparse file larger than any memory. */
static void huge(void **state, const char *path)
{
    (void)state;
    assert_int_equal(truncate(path, (off_t)1 << 40), 0);
}

static void one_bit(void **state, const char *path)
{
    (void)state;
    char byte;
    int fd = open(path, O_RDWR);
    assert_int_equal(pread(fd, &byte, 1, 20), 1);
    byte ^= 4;
    assert_int_equal(pwrite(fd, &byte, 1, 20), 1);
    close(fd);
}

static void garbage(void **state, const char *path)
{
    (void)state;
    write_text(path, "\x7f"
                     "ELF? this was never a unit\n");
}

static void a_folder(void **state, const char *path)
{
    (void)state;
    char inside[4200];
    remove(path);
    assert_int_equal(mkdir(path, 0755), 0);
    snprintf(inside, sizeof inside, "%s/note", path);
    write_text(inside, "in the way");
}

static void a_fifo(void **state, const char *path)
{
    (void)state;
    remove(path);
    assert_int_equal(mkfifo(path, 0644), 0);
}

static void a_socket(void **state, const char *path)
{
    (void)state;
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    remove(path);
    assert_true(strlen(path) < sizeof at.sun_path);
    snprintf(at.sun_path, sizeof at.sun_path, "%s", path);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
    close(fd);
}

static void link_to(const char *target, const char *path)
{
    remove(path);
    assert_int_equal(symlink(target, path), 0);
}

static void a_dangling_link(void **state, const char *path)
{
    (void)state;
    link_to("/nowhere", path);
}

/* A link to itself cannot be read, not even by root. */
static void a_link_to_itself(void **state, const char *path)
{
    (void)state;
    link_to(path, path);
}

static void a_device(void **state, const char *path)
{
    (void)state;
    link_to("/dev/zero", path);
}

/* A complete and valid entry, but of another unit. */
static void another_unit(void **state, const char *path)
{
    char mine[4096];
    snprintf(mine, sizeof mine, "%s", path);
    gets(state, "um_b", building);
    const char *other = entry_but(state, ".so", mine);
    assert_int_equal(rename(other, mine), 0);
}

static void (*const damages[])(void **state, const char *path) = {
    cut,      cut_by_a_byte, emptied,  prolonged,       huge,     one_bit,          garbage,
    a_folder, a_fifo,        a_socket, a_dangling_link, a_device, a_link_to_itself, another_unit};

static void what_is_damaged_is_built_again(void **state)
{
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        gets(state, "um_a", i == 0 ? building : "");
        damages[i](state, entry_but(state, ".so", NULL));
        size_t before = runs_of(state, "g++");
        gets(state, "um_a", damaged);
        assert_int_equal(runs_of(state, "g++"), before + 1);
    }
}

static void damaged_versions_are_asked_again(void **state)
{
    gets(state, "um_a", building);
    for (size_t i = 0; i + 1 < sizeof damages / sizeof *damages; i++) {
        damages[i](state, entry_but(state, ".tool", NULL));
        gets(state, "um_a", "");
    }
    assert_int_equal(runs_of(state, "g++"), 1);
}

static void damaged_is_built_again(void **state, const char *ending, const char *said)
{
    for (size_t i = 0; i + 1 < sizeof damages / sizeof *damages; i++) {
        damages[i](state, entry_but(state, ending, NULL));
        remove(entry_but(state, ".so", NULL));
        gets(state, "um_a", said);
    }
}

/* Verilator's runtime and headers, of which units are made, are checked when a unit is built. */
static void a_damaged_runtime_is_built_again(void **state)
{
    gets(state, "um_a", building);
    damaged_is_built_again(state, ".o",
                           "building 1 of 1 units with Verilator\n"
                           "cached Verilator's runtime was damaged; building it again\n");
    damaged_is_built_again(
        state, ".gch",
        "building 1 of 1 units with Verilator\n"
        "cached precompiled header of Verilator was damaged; building it again\n");
}

/* Something else is at the path of a lock. */
static void locks_that_are_none(void **state)
{
    gets(state, "um_a", building);
    struct arena a = {0};
    const char *so = arena_strdup(&a, entry_but(state, ".so", NULL));
    const char *lock = arena_printf(&a, "%.*s.lock", (int)strlen(so) - 3, so);
    void (*const odd[])(void **, const char *) = {a_folder, a_fifo, a_dangling_link, a_socket};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        remove(so);
        odd[i](state, lock);
        gets(state, "um_a", building);
        assert_int_not_equal(access(lock, F_OK), 0);
    }
    arena_free(&a);
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
    upgrade(state, "g++", fake_cxx, "g++ 1");
    gets(state, "um_a", building);
    upgrade(state, "verilator", fake_verilator, "Verilator 1");
    gets(state, "um_a", building);
    write_text(in_folder(state, "root/include/verilated_config.h"), "// 2\n");
    gets(state, "um_a", building);
    setenv("CPATH", in_folder(state, "headers"), 1);
    gets(state, "um_a", building);
    unsetenv("CPATH");
    assert_int_equal(names_in(in_folder(state, "cache"), "*.so"), 5);
    fake_script(state, "g++", fake_cxx); /* newer, and the first one again */
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
    assert_int_equal(runs_of(state, "g++"), 1);
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
        test_with_fakes(what_is_damaged_is_built_again),
        test_with_fakes(damaged_versions_are_asked_again),
        test_with_fakes(a_damaged_runtime_is_built_again),
        test_with_fakes(units_of_each_level),
        test_with_fakes(a_level_that_is_none),
        test_with_fakes(locks_that_are_none),
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
