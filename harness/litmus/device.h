/*
 * What litmus tests run on: a co-simulated machine (runner.h), or a board and what stands in for
 * one (harness/board/litmus.h). A campaign knows no other difference between them.
 */
#ifndef UMBEL_HARNESS_LITMUS_DEVICE_H
#define UMBEL_HARNESS_LITMUS_DEVICE_H

#include "gen/proto/mgcc.h"
#include "gen/system/system.h"
#include "harness/litmus/condition.h"
#include "harness/litmus/place.h"
#include "sw/util/rng.h"
#include "sw/util/sbuf.h"

/* One test in one placement. */
struct runner_config {
    const struct litmus *test;
    struct placement placement;
    const struct system *sys;
    const struct mgcc_rules *rules; /* NULL: the protocol's */
    uint32_t in_flight;             /* accesses of a thread, at least 1 */
    bool fences; /* rc: gpu and sys fences are told to the L1, barriers wait for no answers */
    uint64_t seed;
};

enum runner_end {
    RUNNER_DONE,
    RUNNER_UNFINISHED, /* a loop went round too often: the run says nothing, the next may */
    RUNNER_HUNG,
    RUNNER_OVERFLOW
};

struct device {
    void *ctx;
    /* Threads of a test that may share an SM; 0: any number. Placements with more are left out. */
    uint32_t threads_an_sm;
    /* Makes one ready for runs; NULL and an error when the test does not fit it. */
    void *(*start)(void *ctx, const struct runner_config *c, struct error *err);
    /* The next run. HUNG and OVERFLOW: `why` tells, and no more runs can be had. */
    enum runner_end (*run)(void *started, struct litmus_state *state, struct sbuf *why);
    /* Cycles of all its runs. */
    uint64_t (*cycles)(const void *started);
    void (*stop)(void *started);
};

/* All that is random in run number `run` of what was started with a seed comes from this. */
static inline uint64_t device_seed(uint64_t seed, uint64_t run)
{
    struct rng rng = {seed ^ run * 0xd1342543de82ef95u};
    return rng_next(&rng);
}

#endif
