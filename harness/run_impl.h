/* What the files of a run share: everything that a run owns, and how it is loaded. */
#ifndef UMBEL_HARNESS_RUN_IMPL_H
#define UMBEL_HARNESS_RUN_IMPL_H

#include "harness/machine.h"
#include "harness/record.h"
#include "harness/run.h"
#include "harness/run_files.h"
#include "sw/ptx/ptx.h"
#include "sw/sm/spots.h"
#include "sw/util/progress.h"

/* Everything a run owns. */
struct session {
    const struct run_options *o;
    struct system *sys;
    struct launch *launch;
    struct ptx_module *module;
    struct record_kernel kernel;
    struct gpu *gpu;
    struct machine *machine;
    struct observe *observe; /* NULL: nobody looks */
    struct error unseen;     /* what it could not write */
    struct run_files files;
    struct progress progress;
    FILE *report;
    uint64_t moved_at, moved_sum; /* watchdog: when the sum of all that moves last changed */
    struct lull lull;             /* since a CTA has ended */
    uint64_t ctas_before;         /* done in earlier steps */
    uint64_t ctas_total;
    struct error *err;
    bool told_repeat; /* the error says how to see it again */
};

/* Reads the system, the launch file and the kernel, and opens the files that the run writes. What
 * was read before a failure is released with the rest of the session. */
bool run_load(struct session *s);

#endif
