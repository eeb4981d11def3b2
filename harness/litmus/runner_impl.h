/* Shared by runner.c, which owns the machine, and threads.c, whose agents send requests to it. */
#ifndef UMBEL_HARNESS_LITMUS_RUNNER_IMPL_H
#define UMBEL_HARNESS_LITMUS_RUNNER_IMPL_H

#include "harness/litmus/lines.h"
#include "harness/litmus/runner.h"

enum {
    NOBODY = -1,
    WORD = 4,
    MAX_STEPS = 3 * LITMUS_INSTS,
    MAX_WARM = 2,
    MAX_ROUNDS = 200 /* of a loop, before a thread gives up */
};

/* A thread is a list of steps: an instruction may become a fence, an access and a fence. */
struct step {
    const struct litmus_inst *inst;
    bool fence;
    bool ends_acquire; /* a fence that does not cover the CTA's other threads */
};

struct rounds {
    int all;                   /* how often the branch went back */
    int counted;               /* how many of these count against the `unroll` that models follow */
    uint64_t writes, accesses; /* those of the agent when the branch last went back */
};

/* Memory knows no reservations: an sc is a compare-and-swap with what the lr read. */
struct reservation {
    int var;        /* LITMUS_NONE: there is none */
    uint32_t value; /* what the lr read */
    bool waits;     /* the lr, or the sc that uses it, is in flight */
};

struct agent {
    uint32_t sm;
    const struct litmus_inst *insts; /* NULL: the agent that only warms caches */
    struct step steps[MAX_STEPS];
    int n_steps;
    int step_of[LITMUS_INSTS + 1]; /* first step of each instruction, and of the thread's end */
    /* State of this run. */
    int warm; /* warm-up loads still to be sent before the test */
    int at;   /* next step */
    uint32_t in_flight;
    bool fencing;      /* an OP_FENCE is in flight */
    uint32_t released; /* directories that its fence has told of the release */
    uint64_t from;     /* cycle of its next step, at the earliest */
    uint64_t regs[LITMUS_REGS];
    uint32_t pending;                   /* pending: bit r, an access in flight will set it */
    struct rounds rounds[LITMUS_INSTS]; /* of the loop that a branch closes */
    uint64_t writes;                    /* stores sent, and atomics that wrote */
    uint64_t accesses;                  /* sent */
    uint32_t atomics;                   /* atomics in flight */
    struct reservation reserved;        /* made by its last lr */
    bool waits;                         /* it waits at a barrier, its next step, */
    bool met;                           /* or may pass it */
    bool unfinished;                    /* it did more rounds than models follow, see litmus.h */
};

/* The agent that waits for a tag of an L1. */
struct waiter {
    int agent;
    const struct litmus_inst *inst; /* NULL: a warm-up load or a fence */
    bool across;                    /* the agent has reached a barrier since */
};

/* A barrier that others may pass, since a quorum of an SM's threads has met there. */
struct quorum {
    const struct litmus_inst *barrier;
    uint32_t sm;
};

struct runner {
    struct runner_config c;
    struct machine *machine;
    struct machine_stand_in stand_in;
    struct lines lines;
    struct agent agents[LITMUS_THREADS + 1]; /* the last agent only warms caches, on any L1 */
    int n_agents;
    struct quorum quorums[LITMUS_THREADS * LITMUS_BARRIERS]; /* of this run */
    int n_quorums;
    struct waiter *waiters; /* [sm * tags + tag] */
    uint32_t tags;
    struct rng rng;
    uint64_t line[LITMUS_VARS]; /* by number of the test's line */
    uint32_t skew, gap;         /* most cycles between starts, between steps, of this run */
    uint64_t moved_at, cycles_before, runs;
};

/* Byte offset of a variable in its line. */
uint32_t runner_byte_of(const struct runner *r, int var);

/* The request of an access, without its tag; gen/proto/atomic.h has the layout of atomics. */
struct sm_request runner_request(const struct runner *r, const struct agent *a,
                                 const struct litmus_inst *inst);
/* Handles the line that came back: its word goes to the registers that wait for it. */
void runner_finish(const struct runner *r, struct agent *a, const struct litmus_inst *inst,
                   const uint8_t *data);

/* Adds the instructions of a thread as steps. */
void runner_add_steps(struct agent *a, const struct litmus_thread *t);
/* Warm-up and program done, nothing in flight. */
bool runner_has_ended(const struct agent *a);
/* A thread comes to a barrier, its next step. Those that meet there have `met`. */
void runner_arrive(struct runner *r, struct agent *a);
/* Whether a thread waits at a barrier to which another one has still to come. */
bool runner_awaits(const struct runner *r, const struct agent *a, const struct agent *other);

/* Functions of the machine's stand-in. */
void runner_step(void *ctx);
void runner_answer(void *ctx, uint32_t sm, uint32_t tag, const uint8_t *data);

#endif
