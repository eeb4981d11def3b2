/* Files: a write gives a complete file, or leaves the earlier one untouched. */
#include "sw/util/file.h"

#include "sw/util/arena.h"
#include "sw/util/claims.h"
#include "sw/util/outfile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

struct folder {
    char path[64];
};

static int make_folder(void **state)
{
    struct folder *f = xcalloc(1, sizeof *f);
    snprintf(f->path, sizeof f->path, "/tmp/umbel-file-XXXXXX");
    *state = f;
    return mkdtemp(f->path) == NULL;
}

static unsigned files_in(const char *path)
{
    unsigned n = 0;
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir)) != NULL;)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(dir);
    return n;
}

/* Removes the files of the folder, then the folder: the tests leave no folders in it. */
static int remove_folder(void **state)
{
    struct folder *f = *state;
    char path[512];
    DIR *dir = opendir(f->path);
    for (struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", f->path, e->d_name);
        unlink(path);
    }
    if (dir != NULL)
        closedir(dir);
    int failed = rmdir(f->path);
    free(f);
    return failed;
}

static void inside(void **state, char *path, size_t size, const char *name)
{
    const struct folder *f = *state;
    snprintf(path, size, "%s/%s", f->path, name);
}

static void assert_holds(const char *path, const char *want, size_t len)
{
    struct error err = {0};
    size_t got = 0;
    char *text = file_read(path, &got, &err);
    assert_non_null(text);
    assert_int_equal(got, len);
    assert_memory_equal(text, want, len);
    assert_int_equal(text[len], '\0');
    free(text);
}

static void what_is_written_is_read(void **state)
{
    char path[128];
    struct error err = {0};
    inside(state, path, sizeof path, "a");
    assert_false(file_exists(path));
    for (size_t len = 0; len < 20000; len = len * 2 + 1) { /* around the reader's block of 4096 */
        char *bytes = xcalloc(len, 1);
        memset(bytes, 'x', len);
        assert_true(file_write(path, bytes, len, &err));
        assert_holds(path, bytes, len);
        free(bytes);
    }
    assert_true(file_write(path, "\0\n\0", 3, &err));
    assert_holds(path, "\0\n\0", 3);
    char block[4096];
    memset(block, 'y', sizeof block);
    assert_true(file_write(path, block, sizeof block, &err));
    assert_holds(path, block, sizeof block);
    assert_true(file_exists(path));
    assert_int_equal(files_in(((struct folder *)*state)->path), 1);
}

static void reading_nothing_is_an_error(void **state)
{
    char path[128];
    size_t len;
    struct error err = {0};
    inside(state, path, sizeof path, "missing");
    assert_null(file_read(path, &len, &err));
    assert_memory_equal(err.text, path, strlen(path));
    err = (struct error){0};
    assert_null(file_read(((struct folder *)*state)->path, &len, &err)); /* a folder */
    assert_true(error_is_set(&err));
}

/* As on a full disk: the write stops half-way. */
static void full_disk_leaves_the_old_file(void **state)
{
    char path[128];
    struct error err = {0};
    inside(state, path, sizeof path, "kept");
    assert_true(file_write(path, "old", 3, &err));
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 100000;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    char *big = xcalloc(1, 300000);
    bool written = file_write(path, big, 300000, &err);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    free(big);
    assert_false(written);
    assert_non_null(strstr(err.text, path));
    assert_non_null(strstr(err.text, "untouched"));
    assert_holds(path, "old", 3);
    assert_int_equal(files_in(((struct folder *)*state)->path), 1); /* nothing left aside */
}

/* A path that is no regular file is not replaced: as root, a rename would put a file into /dev. */
static void a_pipe_is_written_to(void **state)
{
    char path[128], got[8] = "";
    struct error err = {0};
    struct stat st;
    inside(state, path, sizeof path, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    int fd = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(fd >= 0);
    assert_true(file_write(path, "through", 7, &err));
    assert_int_equal(read(fd, got, sizeof got), 7);
    close(fd);
    assert_memory_equal(got, "through", 7);
    assert_int_equal(lstat(path, &st), 0);
    assert_true(S_ISFIFO(st.st_mode));
    assert_int_equal(files_in(((struct folder *)*state)->path), 1);
}

static void a_link_stays_a_link(void **state)
{
    char path[128], target[128];
    struct error err = {0};
    struct stat st;
    inside(state, path, sizeof path, "link");
    inside(state, target, sizeof target, "target");
    assert_true(file_write(target, "old", 3, &err));
    assert_int_equal(symlink("target", path), 0);
    assert_true(file_write(path, "new", 3, &err));
    assert_holds(target, "new", 3);
    assert_int_equal(lstat(path, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
}

static void unwritable_places_are_errors(void **state)
{
    char path[128];
    struct error err = {0};
    inside(state, path, sizeof path, "no/such/folder");
    assert_false(file_write(path, "x", 1, &err));
    assert_non_null(strstr(err.text, path));
    err = (struct error){0};
    char *endless = xcalloc(1, 10000);
    memset(endless, 'a', 9999);
    assert_false(file_write(endless, "x", 1, &err));
    assert_true(error_is_set(&err));
    err = (struct error){0};
    assert_false(file_mkdirs(endless, &err));
    assert_true(error_is_set(&err));
    err = (struct error){0};
    assert_false(file_mkdirs("", &err));
    assert_true(error_is_set(&err));
    free(endless);
}

static void folders_are_made_all_the_way(void **state)
{
    char path[128];
    struct error err = {0};
    const char *const parts[] = {"d/e/f", "d/e", "d"};
    inside(state, path, sizeof path, parts[0]);
    assert_true(file_mkdirs(path, &err));
    assert_true(file_mkdirs(path, &err)); /* again */
    assert_true(file_exists(path));
    for (int i = 0; i < 3; i++) {
        inside(state, path, sizeof path, parts[i]);
        assert_int_equal(rmdir(path), 0);
    }
    inside(state, path, sizeof path, "file");
    assert_true(file_write(path, "x", 1, &err));
    assert_false(file_mkdirs(path, &err)); /* it is there, but no folder */
    assert_true(error_is_set(&err));
    err = (struct error){0};
    inside(state, path, sizeof path, "file/below");
    assert_false(file_mkdirs(path, &err));
    assert_true(error_is_set(&err));
}

/* A file written in pieces: the earlier file stays in place until the end. */
static void an_open_file_replaces_at_its_end(void **state)
{
    char path[128];
    struct error err = {0};
    struct outfile f;
    inside(state, path, sizeof path, "kept");
    assert_true(file_write(path, "old", 3, &err));
    assert_true(outfile_open(&f, path, &err));
    fputs("new", f.file);
    fflush(f.file);
    assert_holds(path, "old", 3);
    outfile_discard(&f);
    outfile_discard(&f); /* of no effect */
    assert_holds(path, "old", 3);
    assert_true(outfile_open(&f, path, &err));
    assert_true(outfile_finish(&f, "newer", 5, &err));
    assert_holds(path, "newer", 5);
    assert_int_equal(files_in(((struct folder *)*state)->path), 1);
}

static void a_dangling_link_is_followed(void **state)
{
    char path[128], target[128];
    struct error err = {0};
    struct stat st;
    inside(state, path, sizeof path, "link");
    inside(state, target, sizeof target, "target");
    assert_int_equal(symlink("target", path), 0);
    assert_true(file_write(path, "new", 3, &err));
    assert_holds(target, "new", 3);
    assert_int_equal(lstat(path, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    inside(state, path, sizeof path, "self");
    assert_int_equal(symlink("self", path), 0);
    assert_false(file_write(path, "new", 3, &err));
    assert_true(error_is_set(&err));
}

static void a_pipe_without_a_reader_is_an_error(void **state)
{
    char path[128];
    size_t len;
    struct error err = {0};
    inside(state, path, sizeof path, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(file_write(path, "x", 1, &err)); /* it would wait for ever */
    assert_true(error_is_set(&err));
    err = (struct error){0};
    assert_null(file_read(path, &len, &err));
    assert_non_null(strstr(err.text, "it is no regular file"));
}

static void folders_are_looked_at_beforehand(void **state)
{
    char path[128];
    struct error err = {0};
    inside(state, path, sizeof path, "file");
    assert_true(file_write(path, "x", 1, &err));
    assert_false(file_folder_takes(path, &err));
    err = (struct error){0};
    inside(state, path, sizeof path, "file/below");
    assert_false(file_folder_takes(path, &err));
    err = (struct error){0};
    assert_false(file_folder_takes("", &err));
    err = (struct error){0};
    inside(state, path, sizeof path, "new/a//b/");
    assert_true(file_folder_takes(path, &err));
    assert_int_equal(files_in(((struct folder *)*state)->path), 1); /* nothing is made */
    assert_true(file_folder_takes("relative/new", &err));
    assert_true(file_folder_takes("g", &err)); /* of one letter, too */
    assert_true(file_folder_takes("g/", &err));
    assert_true(file_folder_takes("./g", &err));
}

static bool claims(struct claims *c, void **state, const char *name, bool writes)
{
    char path[128];
    struct error err = {0};
    inside(state, path, sizeof path, name);
    return writes ? claims_write(c, name, path, &err) : claims_read(c, name, path, &err);
}

static void no_file_is_written_twice(void **state)
{
    char path[128];
    struct error err = {0};
    struct claims c = {0};
    inside(state, path, sizeof path, "there");
    assert_true(file_write(path, "x", 1, &err));
    inside(state, path, sizeof path, "link");
    assert_int_equal(symlink("new", path), 0); /* to what is not there yet */
    assert_true(claims(&c, state, "there", false));
    assert_true(claims(&c, state, "./there", false)); /* read twice */
    assert_false(claims(&c, state, ".//there", true));
    claims_free(&c);
    assert_true(claims(&c, state, "new", true));
    assert_true(claims(&c, state, "other", true));
    assert_false(claims(&c, state, "link", true));
    assert_false(claims(&c, state, "new", false));
    assert_true(claims_write(&c, "a", "/dev/null", &err));
    assert_true(claims_write(&c, "b", "/dev/null", &err));
    claims_free(&c);
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_is_written_is_read),
        IN_FOLDER(reading_nothing_is_an_error),
        IN_FOLDER(full_disk_leaves_the_old_file),
        IN_FOLDER(unwritable_places_are_errors),
        IN_FOLDER(a_pipe_is_written_to),
        IN_FOLDER(a_link_stays_a_link),
        IN_FOLDER(folders_are_made_all_the_way),
        IN_FOLDER(an_open_file_replaces_at_its_end),
        IN_FOLDER(a_dangling_link_is_followed),
        IN_FOLDER(a_pipe_without_a_reader_is_an_error),
        IN_FOLDER(folders_are_looked_at_beforehand),
        IN_FOLDER(no_file_is_written_twice),
    };
    return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
