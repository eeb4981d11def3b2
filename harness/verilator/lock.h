/*
 * Who builds what: a lock for each unit, KEY.lock, which holds the number of the process that
 * builds it. The kernel lets go of it when that process dies. The file is gone when nobody builds.
 */
#ifndef UMBEL_HARNESS_VERILATOR_LOCK_H
#define UMBEL_HARNESS_VERILATOR_LOCK_H

#include "harness/verilator/cache.h"

#include <sys/types.h>

struct unit_lock {
    int fd;
    char path[PATH_MAX];
    pid_t holder; /* if busy: who has it, 0 if that is not known */
};

enum locked {
    LOCK_HELD,
    LOCK_BUSY,
    LOCK_NONE, /* a file system without locks. Names with a process's number keep builds apart. */
    LOCK_FAILED,
};

/* Does not wait. `builder`: the process that users see. Only what is held or none is unlocked. */
enum locked unit_lock(struct unit_lock *l, const struct cache *c, const char *key, pid_t builder,
                      struct error *err);
void unit_unlock(struct unit_lock *l);

/* Removes what builds that were killed have left. */
void cache_sweep(const struct cache *c);

#endif
