/*
 * The files of a run: which it reads and writes, and the output files of its launch file. No two
 * may be one (sw/util/claims.h), and all are opened before the long work.
 */
#ifndef UMBEL_HARNESS_RUN_FILES_H
#define UMBEL_HARNESS_RUN_FILES_H

#include "harness/machine.h"
#include "harness/run.h"
#include "sw/util/claims.h"
#include "sw/util/outfile.h"

struct run_files {
    struct claims claims;    /* zeroes: none yet */
    struct outfile *outputs; /* a buffer each; zeroes: it is not written */
    size_t n_outputs;
};

/* Those of the command line: none is opened. */
bool run_files_claim(struct run_files *f, const struct run_options *o, struct error *err);
/* Those of the launch file; opens the output files. */
bool run_files_outputs(struct run_files *f, const struct launch *l, struct error *err);
/* Writes what the buffers hold now: all, or, unless the last step fails for one, none. */
bool run_files_write(struct run_files *f, const struct machine *m, const struct gpu *gpu,
                     struct error *err);
void run_files_close(struct run_files *f);

#endif
