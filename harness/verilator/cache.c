#include "harness/verilator/cache.h"

#include "sw/util/file.h"
#include "sw/util/root.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { KEY_DIGITS = 32, LONGEST_NAME = 64 };

static bool usable(const char *dir, struct error *err)
{
    struct statvfs fs;
    if (!file_mkdirs(dir, err))
        return false;
    if (access(dir, W_OK | X_OK) != 0)
        return error_set(err, "%s: cannot be written: %s", dir, strerror(errno));
    if (statvfs(dir, &fs) == 0 && (fs.f_flag & ST_NOEXEC) != 0)
        return error_set(err,
                         "%s: is on a file system that is mounted noexec: nothing can be "
                         "loaded from it",
                         dir);
    return true;
}

static const char *set(const char *name)
{
    const char *text = getenv(name);
    return text != NULL && text[0] != '\0' ? text : NULL;
}

static bool put(struct cache *c, const char *base, const char *below, struct error *err)
{
    int n = snprintf(c->dir, sizeof c->dir, "%s%s", base, below);
    return n < (int)sizeof c->dir - LONGEST_NAME ||
           error_set(err, "%s%s: this path has %d bytes, and may have %d", base, below, n,
                     PATH_MAX - LONGEST_NAME - 1);
}

static bool put_default(struct cache *c, struct error *err)
{
    const char *xdg = set("XDG_CACHE_HOME"), *home = set("HOME");
    if (xdg != NULL && xdg[0] == '/') /* XDG says to ignore a relative one */
        return put(c, xdg, "/umbel/units", err);
    if (home == NULL)
        return error_set(err, "neither UMBEL_CACHE nor HOME is set");
    return put(c, home, "/.cache/umbel/units", err);
}

static bool unfit(const struct error *why, struct error *err)
{
    return error_set(err, "cache of units: %s; mend that, or set UMBEL_CACHE to another folder",
                     why->text);
}

bool cache_find(struct cache *c, struct error *err)
{
    struct error why = {0};
    const char *named = set("UMBEL_CACHE");
    *c = (struct cache){.chosen = named != NULL};
    if (!cache_limit(&c->most, err))
        return false;
    if (c->chosen)
        return put(c, named, "", &why) || unfit(&why, err);
    if (!put_default(c, &c->passed) || !usable(c->dir, &c->passed))
        return put(c, root_output("units"), "", &why) || unfit(&why, err);
    return true;
}

bool cache_make(const struct cache *c, struct error *err)
{
    struct error why = {0};
    return usable(c->dir, &why) || unfit(&why, err);
}

void cache_path(const struct cache *c, const char *key, const char *ending, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%.*s/%.*s%s", PATH_MAX - LONGEST_NAME, c->dir, KEY_DIGITS, key,
             ending);
}

bool cache_names(const char *file, const char *ending)
{
    return strspn(file, "0123456789abcdef") == KEY_DIGITS && strcmp(file + KEY_DIGITS, ending) == 0;
}
