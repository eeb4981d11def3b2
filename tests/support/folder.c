#include "tests/support/folder.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"

#include <dirent.h>
#include <fnmatch.h>
#include <ftw.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

int folder_make(void **state)
{
    char *path = xstrdup("/tmp/umbel-test-XXXXXX");
    *state = path;
    return mkdtemp(path) == NULL;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st, (void)kind, (void)at;
    return remove(path);
}

int folder_remove(void **state)
{
    int failed = nftw(*state, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(*state);
    return failed;
}

const char *in_folder(void **state, const char *name)
{
    static char paths[8][PATH_MAX];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, PATH_MAX, "%s/%s", (const char *)*state, name);
    return path;
}

void write_text(const char *path, const char *text)
{
    struct error err = {0};
    if (!file_write(path, text, strlen(text), &err))
        fail_msg("%s", err.text);
}

char *read_bytes_of(const char *path, size_t *len)
{
    struct error err = {0};
    char *text = file_read(path, len, &err);
    if (text == NULL)
        fail_msg("%s", err.text);
    return text;
}

unsigned names_in(const char *dir, const char *pattern)
{
    unsigned n = 0;
    DIR *d = opendir(dir);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 &&
             fnmatch(pattern, e->d_name, 0) == 0;
    if (d != NULL)
        closedir(d);
    return n;
}
