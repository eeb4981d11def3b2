/*
 * A lock for each unit that is being built: KEY.lock, which contains the number of the process that
 * builds it. The kernel releases the lock when that process dies. The file is removed after the
 * build.
 */
#ifndef UMBEL_HARNESS_VERILATOR_LOCK_H
#define UMBEL_HARNESS_VERILATOR_LOCK_H

#include "harness/verilator/cache.h"

#include <sys/types.h>

struct unit_lock {
    int fd;
    char path[PATH_MAX];
    pid_t holder; /* if busy: the process that has it, 0 if unknown */
};

enum locked {
    LOCK_HELD,
    LOCK_BUSY,
    LOCK_NONE, /* the file system has no locks; names with a process's number keep builds apart */
    LOCK_FAILED,
};

/* Does not wait. `builder`: the process to name to users. Call unit_unlock only after LOCK_HELD or
 * LOCK_NONE. */
enum locked unit_lock(struct unit_lock *l, const struct cache *c, const char *key, pid_t builder,
                      struct error *err);
void unit_unlock(struct unit_lock *l);

/* Removes the leftovers of killed builds. */
void cache_sweep(const struct cache *c);

#endif
