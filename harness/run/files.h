/*
 * The files that a run reads and writes, among them the output files of its launch file. All must
 * be different files (sw/util/claims.h), and all are opened before the long work.
 */
#ifndef UMBEL_HARNESS_RUN_FILES_H
#define UMBEL_HARNESS_RUN_FILES_H

#include "harness/machine/machine.h"
#include "harness/run/run.h"
#include "sw/util/claims.h"
#include "sw/util/outfile.h"

struct run_files {
    struct claims claims;    /* all zero: none yet */
    struct outfile *outputs; /* one per buffer; all zero: that buffer is not written */
    size_t n_outputs;
};

/* Claims the files of the command line; opens none. */
bool run_files_claim(struct run_files *f, const struct run_options *o, struct error *err);
/* Claims the files that the system starts from. */
bool run_files_bases(struct run_files *f, const struct system *sys, struct error *err);
/* Claims the files of the launch file and opens its output files. */
bool run_files_outputs(struct run_files *f, const struct launch *l, struct error *err);
/* Writes the current contents of the buffers to all files. On an error no file is put in its place,
 * unless it is that last step which fails for one of them. */
bool run_files_write(struct run_files *f, const struct machine *m, const struct gpu *gpu,
                     struct error *err);
void run_files_close(struct run_files *f);

#endif
