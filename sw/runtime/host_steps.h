/*
 * Steps of the host: functions of a host program (sw/host) on the buffers of a launch file.
 * Between the parts of the virtual GPU.
 */
#ifndef UMBEL_SW_RUNTIME_HOST_STEPS_H
#define UMBEL_SW_RUNTIME_HOST_STEPS_H

#include "sw/runtime/gpu.h"

/* Adds a step, whose function and arguments are checked. All allocations are placed already.
 * `program` NULL: the caller has not compiled the launch file's. False and an error, with the
 * step's place, on failure. */
bool host_step_bind(struct gpu *g, const struct host_program *program, const struct launch_step *s,
                    struct error *err);
/* Runs a step on the reference memory. False and an error, with the step's place, on failure. */
bool host_step_run(struct gpu *g, struct flat *f, size_t step, const struct flat_options *o,
                   struct error *err);

#endif
