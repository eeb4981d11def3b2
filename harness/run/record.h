/*
 * The record of a run: every input that decided it, so that a figure can be traced to its inputs
 * and reproduced. It is in the JSON beside the counters; harness/run/run.schema.json describes it.
 * It has no time and no date: a repeated run gives the same bytes.
 */
#ifndef UMBEL_HARNESS_RUN_RECORD_H
#define UMBEL_HARNESS_RUN_RECORD_H

#include "gen/system/system.h"
#include "harness/run/run.h"
#include "sw/runtime/launch.h"
#include "sw/util/sha256.h"

/* Version of run.schema.json; increment it when a key changes its meaning. */
enum { RECORD_SCHEMA = 2 };

struct record_kernel {
    const char *source;
    bool compiled;                      /* from CUDA */
    struct sha256 sum, ptx_sum;         /* of the CUDA file, of the PTX that ran */
    const char *host;                   /* the host program's file; NULL: none */
    struct sha256 host_sum, object_sum; /* of it, of the object that ran */
};

/* Attaches "schema", "system", "launch", "kernel", "host", "options" and "tools" to the statistics;
 * "host" only if there is a host program. */
void record_run(struct stats *s, const struct run_options *o, const struct system *sys,
                const struct launch *l, const struct record_kernel *k);

/* A CUDA program, and the files that it is of: its sources, or what runs. */
struct record_program {
    const char *name;
    const char *const *files;
    size_t n_files;
};

/* Attaches "schema", "system", "program", "options" and "tools". A file that cannot be read any
 * more has no sum. */
void record_program(struct stats *s, const struct run_options *o, const struct system *sys,
                    const struct record_program *p);

#endif
