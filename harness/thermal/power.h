/*
 * The power of each block: that of its units, from what a run counted (`umbel run --json`) and the
 * prices of energies.h, and what the floorplan gives for it.
 *
 * A block has the units that its patterns name. A pattern (of fnmatch) names a unit if it fits the
 * unit's whole name, or its beginning before a dot: gpu0 names gpu0.sm0.l1. Each unit that has a
 * price belongs to exactly one block.
 */
#ifndef UMBEL_HARNESS_THERMAL_POWER_H
#define UMBEL_HARNESS_THERMAL_POWER_H

#include "harness/thermal/energies.h"
#include "harness/thermal/floorplan.h"

struct power {
    double *watts; /* of each block: all of it */
    double *units; /* watts of block b by event e, at b * events + e; NULL without a run */
    uint32_t events;
    char *system, *kernel; /* of the run; NULL without one */
    uint64_t cycles;
    char *unpriced;  /* classes of the run's units without a price: "link, switch"; NULL */
    char *uncounted; /* events whose counters the run's units lack; NULL: none */
};

/* Of blocks that all have watts. False and an error if one has its power from units. */
bool power_given(const struct floorplan *f, struct power *p, struct error *err);
/* With a run. False and an error if the file is not that of a run that ended well, or if units and
 * blocks do not fit. */
bool power_of_run(const struct floorplan *f, const struct energies *e, const char *run,
                  struct power *p, struct error *err);
void power_free(struct power *p);

bool power_names(const char *pattern, const char *unit);

#endif
