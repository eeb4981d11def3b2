/*
 * The cache of built units, a folder: $UMBEL_CACHE, else $XDG_CACHE_HOME/umbel/units, else
 * $HOME/.cache/umbel/units; build/units of the checkout if neither of the last two can be used.
 *
 * It has KEY.so (a unit), KEY.o (the runtime) and KEY.tool (a tool's version), each sealed
 * (entry.h); and during a build KEY.lock (lock.h) and KEY.PID.tmp, a folder. A KEY is 32
 * hexadecimal digits. Files with other names are somebody else's and are never touched.
 */
#ifndef UMBEL_HARNESS_VERILATOR_CACHE_H
#define UMBEL_HARNESS_VERILATOR_CACHE_H

#include "sw/util/error.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

struct cache {
    char dir[PATH_MAX];
    bool chosen;         /* by UMBEL_CACHE: no other folder may take its place */
    struct error passed; /* why the default cannot be used, if build/units takes its place */
    uint64_t most;       /* bytes that its entries may take */
};

/* Finds the folder. One that UMBEL_CACHE names need not exist yet, and may be read-only. */
bool cache_find(struct cache *c, struct error *err);

/* Prepares it for new units: it must exist, be writable, and allow code to be loaded from it. */
bool cache_make(const struct cache *c, struct error *err);

/* DIR/KEY.ending */
void cache_path(const struct cache *c, const char *key, const char *ending, char path[PATH_MAX]);

/* Whether a file's name is KEY.ending; KEY is then its first 32 characters. */
bool cache_names(const char *file, const char *ending);

/* Removes the entries that have gone unused for longest, until the rest take at most
 * UMBEL_CACHE_MIB (2048) MiB. Entries with one of the keys in `keep` stay. */
void cache_bound(const struct cache *c, const char *const *keep, size_t n);

/* UMBEL_CACHE_MIB in bytes. */
bool cache_limit(uint64_t *bytes, struct error *err);

#endif
