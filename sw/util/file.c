#include "sw/util/file.h"

#include "sw/util/arena.h"

#include <errno.h>
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

static bool write_aside(const char *aside, const void *bytes, size_t len)
{
    FILE *f = fopen(aside, "wb");
    if (f == NULL)
        return false;
    bool ok = fwrite(bytes, 1, len, f) == len && fflush(f) == 0 && fsync(fileno(f)) == 0;
    int why = errno;
    ok = fclose(f) == 0 && ok;
    if (!ok)
        errno = why;
    return ok;
}

bool file_write(const char *path, const void *bytes, size_t len, struct error *err)
{
    char aside[PATH_MAX];
    if (snprintf(aside, sizeof aside, "%s.%ld.tmp", path, (long)getpid()) >= (int)sizeof aside)
        return error_set(err, "%s: path is too long", path);
    if (write_aside(aside, bytes, len) && rename(aside, path) == 0)
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

bool file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}
