/* The files in which programs find what a run did: --json and --csv, of a run and of a CUDA
 * program alike. */
#ifndef UMBEL_HARNESS_RUN_RESULTS_H
#define UMBEL_HARNESS_RUN_RESULTS_H

#include "harness/run/parts.h"
#include "harness/run/run.h"
#include "sw/util/outfile.h"

struct results {
    struct outfile json, csv; /* zeroes: not wanted */
};

/* Opens what the options want. Both are discarded if one cannot be opened. */
bool results_open(struct results *r, const struct run_options *o, struct error *err);
/* Whether the parts of the run are wanted. */
static inline bool results_wanted(const struct run_options *o)
{
    return o->json != NULL || o->csv != NULL;
}
/* Adds who wrote it, the command and the parts to the statistics, and writes both files. */
bool results_write(struct results *r, const struct run_options *o, struct stats *s,
                   const struct parts *parts, struct error *err);
void results_discard(struct results *r);

#endif
