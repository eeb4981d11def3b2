/*
 * A device runs litmus tests: a co-simulated machine (runner.h), or a board or its simulation
 * (harness/board/litmus.h). A campaign sees all of them through this interface alone.
 */
#ifndef UMBEL_HARNESS_LITMUS_DEVICE_H
#define UMBEL_HARNESS_LITMUS_DEVICE_H

#include "formal/litmus/condition.h"
#include "formal/litmus/place.h"
#include "gen/proto/rules.h"
#include "gen/system/system.h"
#include "sw/util/rng.h"
#include "sw/util/sbuf.h"

/* One test in one placement. */
struct runner_config {
    const struct litmus *test;
    struct placement placement;
    const struct system *sys;
    const struct rules *rules; /* NULL: the protocol's */
    uint32_t in_flight;        /* most accesses of a thread in flight, at least 1 */
    bool fences; /* rc: gpu and sys fences are sent to the L1, barriers wait for no answers */
    uint64_t seed;
};

enum runner_end {
    RUNNER_DONE,
    RUNNER_UNFINISHED, /* a loop went round too often: no result, but the next run may have one */
    RUNNER_HUNG,
    RUNNER_OVERFLOW
};

struct device {
    void *ctx;
    /* Most threads of a test on one SM; 0: any number. Placements with more are left out. */
    uint32_t threads_an_sm;
    /* Prepares a test for its runs; NULL and an error if it does not fit the device. */
    void *(*start)(void *ctx, const struct runner_config *c, struct error *err);
    /* The next run. After HUNG and OVERFLOW `why` has the reason, and there are no more runs. */
    enum runner_end (*run)(void *started, struct litmus_state *state, struct sbuf *why);
    /* Cycles of all its runs so far. */
    uint64_t (*cycles)(const void *started);
    void (*stop)(void *started);
};

/* The seed of everything random in run number `run` of a test started with `seed`. */
static inline uint64_t device_seed(uint64_t seed, uint64_t run)
{
    struct rng rng = {seed ^ run * 0xd1342543de82ef95u};
    return rng_next(&rng);
}

#endif
