/* Machines that tests of monitors run, and monitors in all machines of a test program. */
#ifndef UMBEL_TESTS_COSIM_MONITORED_H
#define UMBEL_TESTS_COSIM_MONITORED_H

#include "harness/engine/monitors.h"
#include "tests/support/slow.h"

#include <stdbool.h>
#include <stddef.h>

/* L1s that drop what their package's stores change. */
#define DROPS "invalidation.l1_copies=vi"
/* A router between L2 banks and controllers. */
#define ROUTER "network.topology=crossbar"

/* Machines with sharing trackers: one with remote data caches and gates, which other tests here
 * build, too, and, with UMBEL_SLOW, one with neither. `set`: what it is run with, or NULL. */
static const struct sharer {
    const char *system, *set;
    bool slow;
} sharers[] = {{"carve-tiny", DROPS, false}, {"numa-vi-tiny", NULL, true}};
enum { SHARERS = sizeof sharers / sizeof *sharers };

/* The next sharer at or behind `m` whose turn it is today, or NULL. */
static inline const struct sharer *next_sharer(const struct sharer *m)
{
    while (m < sharers + SHARERS && m->slow && !slow_wanted())
        m++;
    return m < sharers + SHARERS ? m : NULL;
}

#define EACH_SHARER(m)                                                                             \
    for (const struct sharer *m = next_sharer(sharers); m != NULL; m = next_sharer(m + 1))

/* Of a group of tests: all its machines have monitors. */
static inline int with_monitors(void **state)
{
    (void)state;
    monitors_use(true);
    return 0;
}

#endif
