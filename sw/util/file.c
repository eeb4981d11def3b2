#include "sw/util/file.h"

#include "sw/util/arena.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *file_read(const char *path, size_t *len, struct error *err)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        error_set(err, "%s: cannot be read: %s", path, strerror(errno));
        return NULL;
    }
    char *text = NULL;
    size_t used = 0;
    for (size_t cap = 4096;; cap *= 2) {
        text = xrealloc(text, cap + 1);
        used += fread(text + used, 1, cap - used, f);
        if (used < cap)
            break;
    }
    bool bad = ferror(f) != 0;
    int why = errno;
    fclose(f);
    if (bad) {
        free(text);
        error_set(err, "%s: cannot be read: %s", path, strerror(why));
        return NULL;
    }
    text[used] = '\0';
    *len = used;
    return text;
}

/* Only what is on a disk can be flushed to it. */
static bool write_to(const char *path, const void *bytes, size_t len, bool on_disk)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL)
        return false;
    bool ok =
        fwrite(bytes, 1, len, f) == len && fflush(f) == 0 && (!on_disk || fsync(fileno(f)) == 0);
    int why = errno;
    ok = fclose(f) == 0 && ok;
    if (!ok)
        errno = why;
    return ok;
}

/* A rename over a device would put a file in its place, for everyone on the machine. */
static bool write_through(const char *path, const void *bytes, size_t len, struct error *err)
{
    return write_to(path, bytes, len, false) ||
           error_set(err, "%s: cannot be written: %s", path, strerror(errno));
}

bool file_write(const char *path, const void *bytes, size_t len, struct error *err)
{
    char aside[PATH_MAX], target[PATH_MAX];
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        return write_through(path, bytes, len, err);
    if (realpath(path, target) == NULL) /* of a link, what it points to is replaced */
        snprintf(target, sizeof target, "%s", path);
    if (strlen(path) >= sizeof target ||
        snprintf(aside, sizeof aside, "%s.%ld.tmp", target, (long)getpid()) >= (int)sizeof aside)
        return error_set(err, "%s: path is too long", path);
    if (write_to(aside, bytes, len, true) && rename(aside, target) == 0)
        return true;
    int why = errno;
    unlink(aside);
    return error_set(err, "%s: cannot be written: %s; the earlier file, if any, is untouched", path,
                     strerror(why));
}

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
    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) /* what exists may be a file */
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

bool file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}
