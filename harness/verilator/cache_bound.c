/* Bounds the size of the cache. The time of last use is a file's modification time, which loading
 * renews; it decides only which units have to be built again. */
#include "harness/verilator/cache.h"

#include "sw/util/arena.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEFAULT_MIB = 2048 };

struct entry {
    char name[48];
    struct timespec used;
    uint64_t bytes;
};

struct entries {
    struct entry *list;
    size_t n, room;
    uint64_t bytes;
};

bool cache_limit(uint64_t *bytes, struct error *err)
{
    const char *text = getenv("UMBEL_CACHE_MIB");
    char *end = NULL;
    errno = 0;
    unsigned long long mib = DEFAULT_MIB;
    if (text != NULL && text[0] != '\0') {
        mib = strtoull(text, &end, 10);
        if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || mib > UINT64_MAX >> 20)
            return error_set(
                err, "UMBEL_CACHE_MIB: '%s' is no whole number of MiB; the default is 2048", text);
    }
    *bytes = (uint64_t)mib << 20;
    return true;
}

static void list(const struct cache *c, struct entries *all)
{
    DIR *d = opendir(c->dir);
    struct stat st;
    if (d == NULL)
        return;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        /* ".gch": the headers as g++ keeps them, which compiled units until clang++ did. */
        if ((!cache_names(e->d_name, ".so") && !cache_names(e->d_name, ".o") &&
             !cache_names(e->d_name, ".gch") && !cache_names(e->d_name, ".pch") &&
             !cache_names(e->d_name, ".tool")) ||
            fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(st.st_mode))
            continue;
        if (all->n == all->room) {
            all->room = 2 * all->room + 64;
            all->list = xrealloc(all->list, all->room * sizeof *all->list);
        }
        struct entry *it = &all->list[all->n++];
        *it = (struct entry){.used = st.st_mtim, .bytes = (uint64_t)st.st_size};
        snprintf(it->name, sizeof it->name, "%.40s", e->d_name);
        all->bytes += it->bytes;
    }
    closedir(d);
}

static int by_use(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    if (x->used.tv_nsec != y->used.tv_nsec)
        return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
    return strcmp(x->name, y->name);
}

static bool kept(const struct entry *e, const char *const *keep, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strncmp(e->name, keep[i], strlen(keep[i])) == 0)
            return true;
    return false;
}

void cache_bound(const struct cache *c, const char *const *keep, size_t n)
{
    struct entries all = {0};
    list(c, &all);
    if (all.bytes > c->most)
        qsort(all.list, all.n, sizeof *all.list, by_use);
    for (size_t i = 0; i < all.n && all.bytes > c->most; i++) {
        char path[PATH_MAX];
        if (kept(&all.list[i], keep, n))
            continue;
        cache_path(c, all.list[i].name, strchr(all.list[i].name, '.'), path);
        if (unlink(path) == 0)
            all.bytes -= all.list[i].bytes;
    }
    free(all.list);
}
