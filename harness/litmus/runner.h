/*
 * Runs of one test in one placement on one machine: its threads stand in for the SMs and send
 * requests to the L1s directly. A run takes lines that were never accessed, writes first values to
 * memory, warms some caches, starts each thread a little later or earlier, and reads last values
 * from memory when nothing is in flight. Clocks, leases of other lines and open DRAM pages stay as
 * earlier runs left them.
 *
 * Under sc a thread has one access in flight. Under rc it has up to RUNNER_IN_FLIGHT, issued in
 * order; it waits for registers that it needs, and at fences.
 */
#ifndef UMBEL_HARNESS_LITMUS_RUNNER_H
#define UMBEL_HARNESS_LITMUS_RUNNER_H

#include "harness/litmus/device.h"
#include "harness/machine/machine.h"

enum { RUNNER_IN_FLIGHT = 8 };

struct runner;

/* NULL and an error when the machine cannot be built or the test does not fit it. */
struct runner *runner_new(const struct runner_config *c, void (*say)(const char *text),
                          struct error *err);
void runner_free(struct runner *r);

/* The next run. After HUNG and OVERFLOW `why` has the reason, and there are no more runs. */
enum runner_end runner_run(struct runner *r, struct litmus_state *state, struct sbuf *why);

/* The runner as a device. */
extern const struct device runner_device;

#endif
