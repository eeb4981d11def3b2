#include "sw/util/file.h"

#include "sw/util/outfile.h"
#include "sw/util/sbuf.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

const char *file_shown(const char *path)
{
    return path[0] != '\0' ? path : "''";
}

static bool unreadable(const char *path, const char *why, struct error *err)
{
    return error_set(err, "%s: cannot be read: %s", file_shown(path), why);
}

/* Only regular files pass: a device or a pipe may have no end, or never deliver anything. */
static bool is_file(const char *path, const struct stat *st, int64_t most, struct error *err)
{
    if (S_ISDIR(st->st_mode))
        return unreadable(path, "it is a folder; name a file", err);
    if (!S_ISREG(st->st_mode))
        return unreadable(path, "it is no regular file; put what it gives into one", err);
    if (st->st_size <= most)
        return true;
    return error_set(err, "%s: cannot be read: it has %lld bytes; such files may have up to %lld",
                     file_shown(path), (long long)st->st_size, (long long)most);
}

/* Checks the path before opening, since opening a pipe may block and a device may react, and checks
 * the descriptor again: the path may have been replaced in between. */
int file_open(const char *path, int64_t most, struct error *err)
{
    struct stat st;
    if (stat(path, &st) != 0) {
        unreadable(path, strerror(errno), err);
        return -1;
    }
    if (!is_file(path, &st, most, err))
        return -1;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &st) == 0 && is_file(path, &st, most, err))
        return fd;
    unreadable(path, strerror(errno), err);
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Reads until `most` bytes or the end; the number of bytes, or -1. */
static ssize_t fill(int fd, char *bytes, size_t most)
{
    size_t used = 0;
    while (used < most) {
        ssize_t n = read(fd, bytes + used, most - used);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        used += (size_t)n;
    }
    return (ssize_t)used;
}

/* st_size is only a first guess: files of /proc report 0, and other files may grow. */
static char *read_from(int fd, const char *path, size_t *len, struct error *err)
{
    struct stat st;
    size_t cap = fstat(fd, &st) == 0 && st.st_size > 0 ? (size_t)st.st_size + 1 : 4096;
    char *text = NULL;
    for (size_t used = 0;; cap *= 2) {
        char *more = realloc(text, cap + 1);
        ssize_t n = more != NULL ? fill(fd, more + used, cap - used) : 0;
        text = more != NULL ? more : text;
        if (more == NULL)
            error_set(err, "%s: cannot be read: no memory left for its bytes, %zu or more",
                      file_shown(path), cap);
        else if (n < 0)
            unreadable(path, strerror(errno), err);
        else if ((used += (size_t)n) > FILE_MOST)
            error_set(err, "%s: cannot be read: it has more than %d bytes", path, FILE_MOST);
        else if (used == cap)
            continue;
        else {
            text[used] = '\0';
            *len = used;
            return text;
        }
        free(text);
        return NULL;
    }
}

char *file_read(const char *path, size_t *len, struct error *err)
{
    int fd = file_open(path, FILE_MOST, err);
    if (fd < 0)
        return NULL;
    char *text = read_from(fd, path, len, err);
    close(fd);
    return text;
}

bool file_write(const char *path, const void *bytes, size_t len, struct error *err)
{
    struct outfile f;
    return outfile_open(&f, path, err) && outfile_finish(&f, bytes, len, err);
}

/* ---- folders ---- */

bool file_mkdirs(const char *path, struct error *err)
{
    char part[PATH_MAX];
    size_t n = strlen(path);
    if (n == 0 || n >= sizeof part)
        return error_set(err, "'%s': not a usable folder name", path);
    memcpy(part, path, n + 1);
    for (size_t i = 1; i <= n; i++) {
        if (part[i] != '/' && part[i] != '\0')
            continue;
        char keep = part[i];
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return error_set(err, "%s: cannot be created: %s", part, strerror(errno));
        part[i] = keep;
    }
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) /* EEXIST: it may be a file */
        return error_set(err, "%s: is not a folder", path);
    return true;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st, (void)kind, (void)at;
    return remove(path);
}

void file_remove_all(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* The path itself if it exists, else its nearest parent that does. */
static void nearest(const char *path, struct sbuf *at)
{
    struct stat st;
    sbuf_puts(at, path);
    while (at->len > 0 && lstat(at->text, &st) != 0 && errno == ENOENT) {
        while (at->len > 1 && at->text[at->len - 1] == '/')
            at->text[--at->len] = '\0';
        while (at->len > 0 && at->text[at->len - 1] != '/')
            at->text[--at->len] = '\0';
    }
    if (at->len == 0)
        sbuf_puts(at, ".");
}

bool file_folder_takes(const char *path, struct error *err)
{
    struct sbuf at = {0};
    struct stat st;
    if (path[0] == '\0')
        return error_set(err, "'': not a usable folder name");
    nearest(path, &at);
    bool ok = true;
    if (stat(at.text, &st) != 0)
        ok = error_set(err, "%s: cannot be written: %s", path, strerror(errno));
    else if (!S_ISDIR(st.st_mode))
        ok = error_set(err, "%s: is not a folder", at.text);
    else if (access(at.text, W_OK | X_OK) != 0)
        ok = error_set(err, "%s: cannot be written: %s: %s", path, at.text, strerror(errno));
    sbuf_free(&at);
    return ok;
}

void file_tell_full(const char *path, struct error *err)
{
    enum { FEW = 16 }; /* blocks: a file that was cut short may have left some */
    struct statvfs v;
    if (statvfs(path, &v) == 0 && v.f_blocks > 0 && (v.f_bavail < FEW || v.f_favail == 0) &&
        strstr(err->text, "no space is left") == NULL)
        error_add(err, "; no space is left where %s is", path);
}

bool file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}
