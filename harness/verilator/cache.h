/*
 * The folder of what has been built: $UMBEL_CACHE, else $XDG_CACHE_HOME/umbel/units, else
 * $HOME/.cache/umbel/units; build/units of the checkout where neither of the last two will do.
 *
 * It holds KEY.so (a unit), KEY.o (the runtime) and KEY.tool (a tool's version), each sealed
 * (entry.h); and while one is built KEY.lock (lock.h) and KEY.PID.tmp, a folder. A KEY is 32
 * hexadecimal digits. What has another name is somebody else's and is never touched.
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
    struct error passed; /* what is wrong with the default, if build/units takes its place */
    uint64_t most;       /* bytes that its entries may take */
};

/* Says where it is. One that UMBEL_CACHE names need not be there yet, and may be read-only. */
bool cache_find(struct cache *c, struct error *err);

/* Makes it fit for new units: there, writable, on a file system from which code may be loaded. */
bool cache_make(const struct cache *c, struct error *err);

/* DIR/KEY.ending */
void cache_path(const struct cache *c, const char *key, const char *ending, char path[PATH_MAX]);

/* Whether a file's name is KEY.ending, KEY then being its first 32 characters. */
bool cache_names(const char *file, const char *ending);

/* Removes the entries that have gone unused for longest, until all take no more than
 * UMBEL_CACHE_MIB (2048) MiB. Those with one of these keys stay. */
void cache_bound(const struct cache *c, const char *const *keep, size_t n);

/* UMBEL_CACHE_MIB in bytes. */
bool cache_limit(uint64_t *bytes, struct error *err);

#endif
