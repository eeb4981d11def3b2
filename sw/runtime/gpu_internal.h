/* The state of the virtual GPU. */
#ifndef UMBEL_SW_RUNTIME_GPU_INTERNAL_H
#define UMBEL_SW_RUNTIME_GPU_INTERNAL_H

#include "sw/runtime/gpu.h"

struct gpu {
    struct launch *launch;
    struct ptx_module *module;
    uint64_t line;
    uint64_t free_from;       /* while placing: the lowest address not in use yet */
    struct gpu_range *ranges; /* sorted by address */
    size_t n_ranges;
    struct simt_grid *grids; /* per step */
    uint8_t **params;

    FILE *hints; /* for gpu_hints; NULL: none */
    uint64_t patience;

    /* The step that is being scheduled. */
    size_t step;
    uint32_t gpus, sms;
    uint64_t ctas, dispatched;
    uint64_t *given; /* per SM: CTAs it has taken */
    size_t given_cap;
};

#endif
