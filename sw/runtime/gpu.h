/*
 * The virtual GPU: one device made of the SMs of all GPUs and the memory that they share.
 *
 * It places a launch's buffers and the module's .global variables in virtual memory (aligned to a
 * line, or to a page where pages are placed, from address 0x1000 up), binds arguments, checks every
 * address against the allocations, and assigns CTAs to SMs: a policy of sw/policy deals them to the
 * GPUs, and the CTAs of a GPU go round-robin to its SMs. The page table (pages.h) says where a
 * virtual address is in the memory.
 *
 * Round-robin is strict: of the CTAs that a GPU was dealt, number j runs on SM j % sms, and an SM
 * takes its CTAs in order. If that SM is full, its next CTA waits even if another SM has room. So
 * CTA i of the next launch runs with the L1 that CTA i of this one filled.
 *
 * Under a policy that lets SMs take CTAs of other GPUs nothing is strict: an SM with room takes the
 * first CTA that is left in a queue, so that no SM is without work while a CTA waits. Which of the
 * SMs with room takes first is the policy's, too (gpu_turn).
 *
 * A step of the host is a function of the launch's host program, with the same addresses.
 *
 * Addresses and sizes are bytes. SMs are numbered gpu-major: gpu * sms + sm.
 */
#ifndef UMBEL_SW_RUNTIME_GPU_H
#define UMBEL_SW_RUNTIME_GPU_H

#include "sw/host/program.h"
#include "sw/policy/schedule.h"
#include "sw/runtime/launch.h"
#include "sw/runtime/pages.h"
#include "sw/sm/sm.h"

#include <stdio.h>

struct gpu_range { /* one allocation */
    const char *name;
    uint64_t address, bytes;
    const uint8_t *init; /* NULL: zero */
    int buffer;          /* index of the launch's buffer, -1 for a module variable */
    /* It goes where nothing has been, while there is room: who still uses memory that was released
     * must not find this. */
    bool apart;
};

struct gpu;

/* Checks the launch against the module and the host program (entries, arguments) and places
 * everything in the memory. `host` NULL: the launch file has none. NULL and an error on failure.
 * The launch, the module and the host program must outlive the gpu. */
struct gpu *gpu_new(struct launch *l, struct ptx_module *m, const struct host_program *host,
                    const struct pages_config *memory, struct error *err);
void gpu_free(struct gpu *g);

/*
 * A gpu without a launch file, for programs: allocations come and go, and each launch is a step
 * more. Only the functions that a launch file is not needed for may be called: not gpu_fits.
 */
struct gpu *gpu_empty(const struct pages_config *memory);
/* The node of an allocation that goes where the placement says. */
#define GPU_ANYWHERE UINT32_MAX
/* Places `what`, whose address does not count, in memory; its name and first contents must outlive
 * it. NULL if there is no room, at that node or at all. The result is valid until the next call. */
const struct gpu_range *gpu_allocate(struct gpu *g, const struct gpu_range *what, uint64_t align,
                                     uint32_t node);
/* `address` is where an allocation begins. Its frames may be used again after pages_settle. */
void gpu_release(struct gpu *g, uint64_t address);
/* Places the module's .global variables. False, and the one without room, if memory is full. */
bool gpu_place_variables(struct gpu *g, struct ptx_module *m, size_t *without);
/* The steps that begin from now on run in one package alone; GPU_ANYWHERE: in all, as the schedule
 * says. */
void gpu_confine(struct gpu *g, uint32_t package);
/* Adds a step, whose parameters are copied. Returns its number. */
size_t gpu_add_step(struct gpu *g, const struct simt_grid *grid);
size_t gpu_step_count(const struct gpu *g);
/* Frees what is kept of a step that has run: its parameters, and where its CTAs ran. */
void gpu_forget_step(struct gpu *g, size_t step);

/* The page table, which the gpu owns. */
struct pages *gpu_pages(const struct gpu *g);

size_t gpu_range_count(const struct gpu *g);
const struct gpu_range *gpu_range(const struct gpu *g, size_t i);
/* The allocation that holds an address, NULL when none does. */
const struct gpu_range *gpu_range_of(const struct gpu *g, uint64_t address);
/* Whether [address, address+bytes) lies inside one allocation: an sm_bounds. */
bool gpu_bounds(void *gpu, uint64_t address, uint32_t bytes);
/* The allocation around an address: an sm_range. This and gpu_bounds change nothing, so several
 * threads may call them. */
bool gpu_allocation(void *gpu, uint64_t address, uint64_t *start, uint64_t *end);
/* Whether the CTAs of every step fit such an SM; the error names the line in the launch file. */
bool gpu_fits(const struct gpu *g, const struct sm_config *c, struct error *err);

/* The grid of a step, ready to run. That of a step of the host has no CTAs, and no kernel. */
const struct simt_grid *gpu_grid(const struct gpu *g, size_t step);
/* What a step of the host starts; NULL: the step is a grid. */
struct gpu_host_step {
    const struct host_program *program;
    size_t function, n_args;
    struct host_value *args;
};
const struct gpu_host_step *gpu_host_step(const struct gpu *g, size_t step);

/* Chooses the schedule of all steps, before the first begins; `chunks` unless it is called. The
 * batch is for the policies that deal batches, and is at least 1. */
void gpu_set_schedule(struct gpu *g, enum schedule policy, uint32_t batch);
/* Packages of a GPU that have its share of CTAs in turn; 1, a chunk each, unless it is called. */
void gpu_set_turns(struct gpu *g, uint32_t turns);
/* Which loads say that their lines' homes need not keep them (MSG_FN_ONCE): none; all; those of
 * buffers with intra-thread locality. GPU_TWICE unless it is called, before the first step. */
enum gpu_once { GPU_TWICE, GPU_ONCE, GPU_ONCE_BY_CLASS };
void gpu_set_once(struct gpu *g, enum gpu_once once);
/* Whether the kernels have to be analysed: the module has to be of ptx_parse_listed. */
bool gpu_is_planned(enum schedule schedule, enum page_placement placement, enum gpu_once once);
/* Analyses a step that is about to begin, so that pages can be brought to where it wants them
 * before (LADM III-D1). gpu_begin does so, too. */
void gpu_plan(struct gpu *g, size_t step, uint32_t gpus);
/* Scheduling of one step's CTAs over `gpus` x `sms` SMs. gpu_begin starts a step. The caller then
 * calls gpu_dispatch for each SM once per cycle, in the order of gpu_turn. */
void gpu_begin(struct gpu *g, size_t step, uint32_t gpus, uint32_t sms);
/* The SM that is asked i-th in a cycle; `first` is what gpu_first_turn gave as the cycle began. */
uint32_t gpu_first_turn(const struct gpu *g);
uint32_t gpu_turn(const struct gpu *g, uint32_t first, uint32_t i);
/* The CTA that SM `sm_index` takes next if it is idle; GPU_NO_CTA: none. */
#define GPU_NO_CTA UINT64_MAX
uint64_t gpu_next_cta(const struct gpu *g, uint32_t sm_index);
/* Whether SM number `sm_index` has a next CTA and room for it. */
bool gpu_can_dispatch(const struct gpu *g, uint32_t sm_index, const struct sm *sm);
/* Gives the SM its next CTA if it can. Returns whether it did. */
bool gpu_dispatch(struct gpu *g, uint32_t sm_index, struct sm *sm);
bool gpu_all_dispatched(const struct gpu *g);
/* The SM that a CTA of a step was given to; -1 if it has not been dispatched, or does not exist. */
int gpu_sm_of_cta(const struct gpu *g, size_t step, uint64_t cta);

/*
 * The reference run: the same launches on a flat memory without caches, CTA after CTA. A CTA that
 * has not changed memory for long seems to wait for another: then CTAs run in turns until all have
 * ended. A step of the host runs from its begin to its end (sw/host/plain.h).
 */
struct flat_writer { /* the last writer of a byte */
    bool found;
    size_t step;
    uint64_t cta;    /* of a grid */
    char where[256]; /* simt_where; of the host: the line of its program */
};

struct races;
struct flat; /* the reference memory after all steps */
struct flat_options {
    /* Warp instructions, then an error: an endless loop; 0: FLAT_LIMIT. A step of the host may have
     * as many instructions; 0: PLAIN_LIMIT. */
    uint64_t limit;
    struct flat_writer *watch; /* receives the last writer of byte `watch_address`; NULL: none */
    uint64_t watch_address;
    struct races *races;          /* watches for data races; NULL: none does */
    const struct simt_host *host; /* what kernels may ask for; NULL: what the launch says */
    bool stray_loads;             /* loads outside of all allocations read zeros */
    /* Called with the progress: warp instructions, CTAs that have ended, all CTAs. May be NULL. */
    void (*told)(void *ctx, uint64_t instructions, uint64_t ctas, uint64_t all);
    void *ctx;
};
#define FLAT_LIMIT 10000000000ULL
/* If no CTA ends for `patience` warp instructions (0: FLAT_LULL), the reference run prints to `to`
 * where its warps are, and goes on. */
#define FLAT_LULL (UINT64_C(1) << 27)
void gpu_hints(struct gpu *g, FILE *to, uint64_t patience);
/* Runs all steps. NULL and an error when a kernel faults or loops for ever, or when process_stop()
 * was called. */
struct flat *flat_run(struct gpu *g, const struct flat_options *o, struct error *err);
/* Runs one step on a memory of flat_memory.h, as the machine has run it on its own. */
bool flat_step(struct gpu *g, struct flat *f, size_t step, const struct flat_options *o,
               struct error *err);
void flat_free(struct flat *f);
/* The final bytes of an allocation. */
const uint8_t *flat_bytes(const struct flat *f, size_t range);

#endif
