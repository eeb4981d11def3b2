/*
 * What a run may show besides counters: a trace of its requests, one of its networks' packets, a
 * profile, what GPUs share, waves.
 * Observing changes nothing: cycles and results are the same with and without.
 */
#ifndef UMBEL_HARNESS_OBSERVE_OBSERVE_H
#define UMBEL_HARNESS_OBSERVE_OBSERVE_H

#include "harness/machine/machine.h"
#include "harness/observe/packets.h"
#include "harness/observe/profile.h"
#include "harness/observe/sharing.h"
#include "harness/observe/trace.h"
#include "harness/observe/waves.h"

struct observe_options {
    struct trace_options trace;
    struct waves_options waves;
    bool profile;
    uint64_t hottest; /* number of lines that the profile lists */
    bool sharing;
    const char *net_trace; /* file of the packets in networks; NULL: none */
};

/* What was seen in a run and is not in a file; NULL: not wanted. To be freed. */
struct observed {
    struct profile *profile;
    struct sharing *sharing;
};

struct observe;

bool observe_wanted(const struct observe_options *o);
/* False and an error if this system does not have what is to be seen. */
bool observe_fits(const struct observe_options *o, const struct system *sys, struct error *err);

/* To be called before the machine is built: makes sure that all files can be written. */
struct observe *observe_new(const struct observe_options *o, struct error *err);
/* To be called after the machine is freed. Leaves no files unless observe_end was called. */
void observe_free(struct observe *o);

/* The waves for machine_new_waves; NULL: none are wanted. */
struct waves *observe_waves(struct observe *o);

/* To be called before the first cycle. False and an error if the engine does not show its
 * channels. */
bool observe_attach(struct observe *o, struct machine *m, const struct gpu *gpu, struct error *err);
/* A call of a CUDA program, or a launch or copies of a launch file, has ended, for the trace;
 * `what` as trace_call has it. */
void observe_call(struct observe *o, const char *name, const char *what, uint64_t from);
/* To be called after the last cycle; detaches from the machine. Writes every file that can be
 * written, and hands over the rest. */
bool observe_end(struct observe *o, struct observed *seen, struct error *err);

#endif
