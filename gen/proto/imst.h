/*
 * IMST: the in-memory sharing tracker of GPU-VI (CARVE IV-B, figure 12). Two bits of each line, at
 * its home, say who may hold copies of it; so a store that nobody else can see sends no
 * invalidations. Pure data: no includes but <stdint.h>, <stdbool.h> and <stddef.h>.
 *
 * An access is local if the package that asks is the line's home, else remote. A store's answer
 * waits until all invalidations that it caused are acknowledged. Atomics are stores here.
 */
#ifndef UMBEL_GEN_PROTO_IMST_H
#define UMBEL_GEN_PROTO_IMST_H

#include <stdbool.h>
#include <stdint.h>

enum { IMST_W = 2 }; /* bits of a state */

enum imst_state {
    IMST_UNCACHED,    /* no package has a copy: what memory holds after reset */
    IMST_PRIVATE,     /* the home's package alone may have copies */
    IMST_READ_SHARED, /* any package may have copies */
    IMST_RW_SHARED,   /* any package may have copies, and more than one has written */
    IMST_STATES
};

enum imst_event {
    IMST_LOCAL_READ,
    IMST_LOCAL_WRITE,
    IMST_REMOTE_READ,
    IMST_REMOTE_WRITE,
    IMST_EVENTS
};

/* Whose copies a store invalidates. The package that stores sees to its own. */
enum imst_kills { IMST_KILLS_NONE, IMST_KILLS_HOME, IMST_KILLS_OTHERS };

struct imst_step {
    enum imst_state next;
    enum imst_kills kills;
    bool demotes; /* now and then `next` is private instead: all other copies are gone */
};

extern const struct imst_step imst_steps[IMST_STATES][IMST_EVENTS];

#endif
