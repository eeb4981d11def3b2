/*
 * What `umbel study` runs: one study, or all that ship.
 */
#ifndef UMBEL_HARNESS_UMBEL_STUDY_H
#define UMBEL_HARNESS_UMBEL_STUDY_H

#include "harness/study/summary.h"

struct study_wanted {
    const char *study, *db, *json, *report; /* json, report NULL: not wanted */
    uint64_t jobs;                          /* 0: one per processor */
    bool slurm, quiet;
};

/* With `lines`, adds the study's line, and failed points are no error. */
bool study_one(const struct study_wanted *wanted, struct study_lines *lines, struct error *err);
/* All studies, one after the other; those that are done already cost no run. */
bool study_all(const struct study_wanted *wanted, struct error *err);

#endif
