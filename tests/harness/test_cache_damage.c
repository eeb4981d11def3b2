/*
 * Nothing in the cache of units is trusted: what is damaged there, or is something else than a
 * file, is built again. Verilator and clang++ are scripts (fake_compilers.h).
 */
#include "tests/harness/fake_compilers.h"

#include <sys/socket.h>
#include <sys/un.h>

static const char damaged[] = "cached unit um_a was damaged; building it again\n"
                              "building 1 of 1 units with Verilator\n";

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
        size_t before = runs_of(state, "clang++");
        gets(state, "um_a", damaged);
        assert_int_equal(runs_of(state, "clang++"), before + 1);
    }
}

static void damaged_versions_are_asked_again(void **state)
{
    gets(state, "um_a", building);
    for (size_t i = 0; i + 1 < sizeof damages / sizeof *damages; i++) {
        damages[i](state, entry_but(state, ".tool", NULL));
        gets(state, "um_a", "");
    }
    assert_int_equal(runs_of(state, "clang++"), 1);
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
        state, ".pch",
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_with_fakes(what_is_damaged_is_built_again),
        test_with_fakes(damaged_versions_are_asked_again),
        test_with_fakes(a_damaged_runtime_is_built_again),
        test_with_fakes(locks_that_are_none),
    };
    return cmocka_run_group_tests_name("damage in the cache of units", tests, fake_unit_make,
                                       fake_unit_remove);
}
