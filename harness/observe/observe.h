/*
 * What a run may show of itself besides counters: a trace of its requests, a profile, waves. All
 * of it only looks: cycles and results are the same with and without.
 */
#ifndef UMBEL_HARNESS_OBSERVE_OBSERVE_H
#define UMBEL_HARNESS_OBSERVE_OBSERVE_H

#include "harness/machine.h"
#include "harness/observe/profile.h"
#include "harness/observe/trace.h"
#include "harness/observe/waves.h"

struct observe_options {
    struct trace_options trace;
    struct waves_options waves;
    bool profile;
    uint64_t hottest; /* lines that the profile lists */
};

struct observe;

bool observe_wanted(const struct observe_options *o);

/* Before the machine is built: makes sure that all files can be written. */
struct observe *observe_new(const struct observe_options *o, struct error *err);
/* After the machine is gone. Leaves no files unless observe_end has been called. */
void observe_free(struct observe *o);

/* For machine_new_waves; NULL: none are wanted. */
struct waves *observe_waves(struct observe *o);

/* From its first cycle on. False and an error where the machine does not show its inside. */
bool observe_attach(struct observe *o, struct machine *m, const struct gpu *gpu, struct error *err);
/* After its last; then the machine is left alone. Writes all files, even if one cannot be, and
 * hands over the profile (NULL: not wanted), to be freed. */
bool observe_end(struct observe *o, struct profile **profile, struct error *err);

#endif
