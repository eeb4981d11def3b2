/*
 * The virtual GPU: one device made of all the GPUs' SMs and the one memory that they share.
 *
 * Places a launch's buffers and the module's .global variables in global memory (line-aligned,
 * from address 0x1000 up; the UMCs interleave by line), binds arguments, hands CTAs to SMs in
 * contiguous chunks, one chunk a GPU (SKE: CTA i of n goes to GPU i*gpus/n), inside a GPU to the
 * SM round-robin, and checks every address against the allocations.
 *
 * Round-robin is strict: CTA j of a GPU's chunk runs on SM j % sms, and an SM takes its CTAs in
 * order. A full SM waits even if its neighbour has room, so that CTA i of the next launch finds
 * the L1 that CTA i of this one filled.
 */
#ifndef UMBEL_SW_RUNTIME_GPU_H
#define UMBEL_SW_RUNTIME_GPU_H

#include "sw/runtime/launch.h"
#include "sw/sm/sm.h"

#include <stdio.h>

struct gpu_range { /* one allocation */
    const char *name;
    uint64_t address, bytes;
    const uint8_t *init; /* NULL: zero */
    int buffer;          /* index in the launch, -1 for a module variable */
};

struct gpu;

/* Checks the launch against the module (entries, arguments, grids) and places everything.
 * `memory_bytes` bounds the addresses. The launch and module must outlive the gpu. */
struct gpu *gpu_new(struct launch *l, struct ptx_module *m, uint64_t memory_bytes,
                    uint32_t line_bytes, struct error *err);
void gpu_free(struct gpu *g);

size_t gpu_range_count(const struct gpu *g);
const struct gpu_range *gpu_range(const struct gpu *g, size_t i);
/* The allocation that holds an address, NULL when none does. */
const struct gpu_range *gpu_range_of(const struct gpu *g, uint64_t address);
/* Whether [address, address+bytes) lies inside one allocation: an sm_bounds. */
bool gpu_bounds(void *gpu, uint64_t address, uint32_t bytes);
/* The allocation around an address: an sm_range. Safe from many threads, as is gpu_bounds. */
bool gpu_allocation(void *gpu, uint64_t address, uint64_t *start, uint64_t *end);
/* Whether every step's CTAs fit such an SM; the error names the launch's line. */
bool gpu_fits(const struct gpu *g, const struct sm_config *c, struct error *err);

/* Grid of step `i`, ready to run. */
const struct simt_grid *gpu_grid(const struct gpu *g, size_t step);

/* CTA scheduling of one step over `gpus` x `sms` SMs. gpu_begin starts a step; gpu_dispatch gives
 * CTAs to every SM that has room, lowest SM first, at most one an SM a cycle; gpu_next_cta is the
 * placement rule alone. */
void gpu_begin(struct gpu *g, size_t step, uint32_t gpus, uint32_t sms);
/* The CTA that SM `sm_index` takes next, whether or not it has room; GPU_NO_CTA: no more. */
#define GPU_NO_CTA UINT64_MAX
uint64_t gpu_next_cta(const struct gpu *g, uint32_t sm_index);
/* Gives at most one CTA to SM number `sm` (gpu-major) if it has room. Returns true if it did. */
bool gpu_dispatch(struct gpu *g, uint32_t sm_index, struct sm *sm);
bool gpu_all_dispatched(const struct gpu *g);
/* Which SM a CTA of the current step belongs to, gpu-major; -1 if there is no such CTA. */
int gpu_placed_sm(const struct gpu *g, uint64_t cta);
/* Which SM a CTA of the current step went to, gpu-major; -1 if not yet dispatched. */
int gpu_sm_of_cta(const struct gpu *g, uint64_t cta);

/*
 * The reference: the same launches on a flat memory without caches, CTA after CTA. One that changes
 * nothing for long waits for another, it seems: then CTAs run in turns until all have ended.
 */
struct flat_writer { /* who wrote a byte last, when asked */
    bool found;
    size_t step;
    uint64_t cta;
    char where[256]; /* simt_where */
};

struct flat; /* the reference memory after all steps */
struct flat_options {
    uint64_t
        limit; /* of warp instructions, which ends a kernel that loops for ever; 0: FLAT_LIMIT */
    struct flat_writer *watch; /* receives the last writer of byte `watch_address`; NULL: none */
    uint64_t watch_address;
    /* Told how far it is: warp instructions, CTAs that ended of all; NULL: nobody is. */
    void (*told)(void *ctx, uint64_t instructions, uint64_t ctas, uint64_t all);
    void *ctx;
};
#define FLAT_LIMIT 10000000000ULL
/* Where the reference run tells, and after how many warp instructions (0: FLAT_LULL) without a CTA
 * that ended, what the warps are at; it goes on. */
#define FLAT_LULL (UINT64_C(1) << 27)
void gpu_hints(struct gpu *g, FILE *to, uint64_t patience);
/* NULL and an error when the kernel faults, or process_stop() was called meanwhile. */
struct flat *flat_run(struct gpu *g, const struct flat_options *o, struct error *err);
void flat_free(struct flat *f);
/* Final bytes of an allocation. */
const uint8_t *flat_bytes(const struct flat *f, size_t range);

#endif
