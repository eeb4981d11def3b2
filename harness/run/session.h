/*
 * A session: a machine with a virtual GPU on it, and what drives them cycle by cycle. A run
 * (run.h) is one session of one launch file; a CUDA program (harness/cuda) has a session of its own
 * and adds launches to it as they come.
 */
#ifndef UMBEL_HARNESS_RUN_SESSION_H
#define UMBEL_HARNESS_RUN_SESSION_H

#include "harness/machine/machine.h"
#include "harness/run/files.h"
#include "harness/run/parts.h"
#include "harness/run/record.h"
#include "harness/run/run.h"
#include "sw/ptx/ptx.h"
#include "sw/sm/spots.h"
#include "sw/util/progress.h"

/* The copies of a step, by whether one of them is from or to the host. */
enum { COPY_HOST, COPY_PEER, COPY_KINDS };

/* Everything a session owns. */
struct session {
    const struct run_options *o;
    struct system *sys;
    struct launch *launch;     /* NULL: of a program */
    struct ptx_module *module; /* likewise */
    struct host_program *host; /* NULL: the launch file has none */
    struct record_kernel kernel;
    struct gpu *gpu;
    struct machine *machine;
    struct team *team;       /* that steps the machine; NULL: one thread */
    struct observe *observe; /* NULL: nothing is shown */
    struct error unseen;     /* the file that `observe` could not write */
    struct run_files files;
    struct parts *parts; /* NULL: nobody wants them */
    struct progress progress;
    FILE *report;
    uint64_t moved_at, moved_sum; /* watchdog: cycle when the sum of all progress last changed */
    struct lull lull;             /* since a CTA has ended, or a function of the host */
    bool of_host;                 /* the lull is the host's */
    uint64_t ctas_before;         /* done in earlier steps */
    uint64_t ctas_total;
    uint64_t next_inspection; /* the cycle of the next check of the watchdog and for failures */
    uint64_t copy_cycles[COPY_KINDS]; /* of run_copies */
    bool host_copied;                 /* by the step that is being copied */
    uint64_t copied_bytes;            /* by all copies so far */
    uint64_t copied[COPY_KINDS];      /* of run_copies */
    struct error *err;
    bool told_repeat; /* the error says how to see it again */
};

/* ---- drive.c ---- */

/* Builds the machine of `sys` for the virtual GPU, with what the options want to see; s->observe
 * is there already. False and an error on failure. */
bool session_build(struct session *s);
/* Runs a step of the virtual GPU until all of its CTAs have ended; of the host, until its function
 * has. */
enum run_end session_step(struct session *s, size_t step);
/* Memory has the results: nothing is in flight, no line is dirty, and no unit has failed. */
enum run_end session_settle(struct session *s);
/* Where each node's memory lies, and what of it is for programs. */
struct pages_config session_memory(const struct system *sys, uint64_t seed);
/* Whether kernels have to be analysed, so that the module has to be of ptx_parse_listed. */
bool session_is_planned(const struct system *sys);
/* Gives the GPU the system's schedule. */
void session_schedule(const struct system *sys, struct gpu *gpu);
void session_release(struct session *s);

/* ---- watch.c ---- */

/* One cycle of the machine, which gives out CTAs of `gpu` (NULL: none). */
enum run_end run_cycle(struct session *s, struct gpu *gpu);
/* The first line of a report becomes the error, the others go to s->report. */
struct sbuf;
void run_tell(struct session *s, const struct sbuf *text);
/* Adds to the error how to repeat the run, once. */
void run_tell_repeat(struct session *s);

/* ---- copies.c ---- */

/* Lets the machine's copy engines make the launch file's copies before a step (n_steps: after the
 * last). Machines without engines make none. */
enum run_end run_copies(struct session *s, size_t step);

/* ---- load.c ---- */

/* Reads the system, the launch file and the kernel, and opens the files that the run writes. After
 * a failure the session owns whatever was read, and releases it. */
bool run_load(struct session *s);

#endif
