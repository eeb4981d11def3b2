/* The state of the virtual GPU. */
#ifndef UMBEL_SW_RUNTIME_GPU_INTERNAL_H
#define UMBEL_SW_RUNTIME_GPU_INTERNAL_H

#include "sw/runtime/gpu.h"

struct gpu_step {
    struct simt_grid grid;
    uint8_t *params;
    int32_t *ran_on;            /* the SM of each CTA, -1 before it has one; NULL: not begun */
    struct gpu_host_step *host; /* NULL: a grid */
};

struct gpu {
    struct launch *launch; /* NULL: of a program */
    uint64_t line;
    struct pages *pages;
    struct gpu_range *ranges; /* sorted by address */
    size_t n_ranges;
    uint64_t top; /* of all ranges that there have been, the first address behind */
    bool holes;   /* something was released */
    struct gpu_step *steps;
    size_t n_steps;

    FILE *hints; /* for gpu_hints; NULL: none */
    uint64_t patience;

    enum schedule policy;
    bool confined; /* to package `only` */
    uint32_t only;
    uint32_t batch, turns;
    enum gpu_once once;
    struct plan_kernels *analysed; /* NULL: none yet */

    /* The step that is being scheduled. */
    size_t step;
    uint32_t gpus, sms;
    uint64_t ctas, dispatched;
    uint64_t *given;  /* per SM: CTAs it has taken */
    uint32_t *queued; /* the CTAs, a queue per package */
    uint64_t
        *first;    /* per package: where the CTAs that it was dealt begin; and where the last end */
    uint64_t *end; /* per package: where its queue ends */
    uint32_t turn; /* the place in the order of the SM that takes first */
    uint64_t *left;  /* per package: CTAs of its queue that no SM has taken */
    bool *was_full;  /* per SM: it had no room while its package had CTAs left, */
    bool *were_full; /* and per package: each of its SMs; for policies with a source */
};

/* Sets an error with the place of a step in the launch file. Always returns false. */
__attribute__((format(printf, 4, 5))) bool gpu_step_error(const struct gpu *g,
                                                          const struct launch_step *s,
                                                          struct error *err, const char *fmt, ...);

#endif
