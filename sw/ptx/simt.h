/*
 * SIMT execution of a decoded kernel: CTAs of warps of 32 lanes in lock-step. Diverged lanes
 * reconverge at the immediate post-dominator; lanes that spin give way to the lanes that they wait
 * for. This is functional only; sw/sm adds the timing.
 *
 * A step executes its instruction completely, except for accesses to global memory. A global load,
 * store or atomic is handed to the caller as a `struct simt_access`. The registers of a load are
 * written when the caller passes in the data (simt_load). So a kernel computes with the bytes that
 * the memory system returned.
 */
#ifndef UMBEL_SW_PTX_SIMT_H
#define UMBEL_SW_PTX_SIMT_H

#include "gen/proto/atomic.h"
#include "sw/ptx/ptx.h"

#include <stdbool.h>
#include <stdint.h>

enum { SIMT_LANES = 32, SIMT_ACCESS_BYTES = 16 };

struct simt_dim {
    uint32_t x, y, z;
};

/*
 * What kernels ask of the host's software. `thread` is the thread's number in the launch. The same
 * kernel runs twice, on a machine and for reference; both runs must get the same addresses.
 */
struct simt_host {
    void *ctx;
    /* The text of one printf. NULL: not shown. */
    void (*print)(void *ctx, const char *text, size_t n);
    /* Memory for a thread, aligned to 16 bytes; 0: none is left. */
    uint64_t (*allocate)(void *ctx, uint64_t thread, uint64_t bytes);
    /* False: the address is not that of an allocation. */
    bool (*release)(void *ctx, uint64_t thread, uint64_t address);
};

/* Local memory of a thread whose kernel has recursive functions, unless the launch says more. */
enum { SIMT_STACK_BYTES = 64 << 10 };

/* One kernel launch: the part that all CTAs share. */
struct simt_grid {
    const struct ptx_module *module;
    const struct ptx_kernel *kernel;
    struct simt_dim grid, block;
    uint32_t dynamic_shared; /* bytes, after the static shared memory */
    const uint8_t *params;   /* kernel->param_bytes long */
    uint32_t stack_bytes;    /* limit of a thread's stack, for recursive functions; 0: the usual */
    const struct simt_host *host; /* NULL: kernels cannot print and allocate */
    struct simt_senses *senses;   /* what its warps read of where they run; NULL: nobody keeps it */
    bool cooperative; /* all CTAs are resident at once, so they may wait for each other */
};

/* What a CTA can ask about where it runs. */
struct simt_place {
    uint64_t now; /* cycle */
    uint32_t sm;
};

struct simt_warp;
struct simt_cta;

/* Starts CTA number `index`, in row-major order (x fastest). */
struct simt_cta *simt_cta_new(const struct simt_grid *grid, uint64_t index);
void simt_cta_free(struct simt_cta *cta);
/* Tells the CTA where it runs; `place` must outlive it. What its warps read of it is noted in the
 * grid's `senses`; a CTA without a place takes it from there. Without either the number of the SM
 * is 0, and its clock has advanced by SIMT_TICKS each time that it is read. */
enum { SIMT_TICKS = 64 };
void simt_cta_place(struct simt_cta *cta, const struct simt_place *place);
uint64_t simt_cta_index(const struct simt_cta *cta);
int simt_cta_warps(const struct simt_cta *cta);
struct simt_warp *simt_cta_warp(struct simt_cta *cta, int warp);
bool simt_cta_done(const struct simt_cta *cta);
/* Warps and bytes of shared memory per CTA, which an SM reserves; CTAs of the grid. */
int simt_grid_warps(const struct simt_grid *grid);
uint32_t simt_grid_shared(const struct simt_grid *grid);
uint64_t simt_grid_ctas(const struct simt_grid *grid);

enum simt_kind {
    SIMT_LOAD,
    SIMT_STORE,
    SIMT_ATOMIC,
    SIMT_FENCE /* no addresses; lanes != 0: it is executed */
};

/*
 * A global access of one warp instruction. data[lane] is the value that a store writes or that a
 * load returns; for an atomic it is first the operand, then the old value of the memory.
 */
struct simt_access {
    uint32_t lanes; /* bit i: lane i takes part; 0: no access */
    uint8_t bytes;  /* per lane: 1, 2, 4, 8 or 16; atomic: 4 or 8 */
    bool fresh;     /* load: only the memory may answer, no cached copy */
    uint8_t fn;     /* atomic: enum atomic_fn */
    enum simt_kind kind;
    uint64_t address[SIMT_LANES]; /* naturally aligned; otherwise the step faults */
    uint8_t data[SIMT_LANES][SIMT_ACCESS_BYTES];
    uint64_t compare[SIMT_LANES]; /* FN_CAS */
};

/* Whether the caller has to pass in data with simt_load. */
static inline bool simt_returns(const struct simt_access *access)
{
    return access->kind == SIMT_LOAD || access->kind == SIMT_ATOMIC;
}

/* Executes one lane's atomic on its bytes in memory, `place`. data[lane] becomes the old value. */
void simt_atomic(struct simt_access *access, int lane, uint8_t *place);

enum simt_state {
    SIMT_READY,   /* simt_next() is its next instruction */
    SIMT_BARRIER, /* waits at bar.sync for other warps of its CTA */
    SIMT_DONE     /* every lane has exited */
};

enum simt_state simt_state(const struct simt_warp *warp);
/* The instruction that simt_step would execute. The state must be SIMT_READY. */
const struct ptx_inst *simt_next(const struct simt_warp *warp);
/* Its number in the kernel. */
uint32_t simt_pc(const struct simt_warp *warp);
/* The lanes of the group that runs; the guard is not considered. */
uint32_t simt_active(const struct simt_warp *warp);

/*
 * Executes one instruction. A global access or a fence is stored in `access`; access->lanes is 0
 * for every other instruction. The caller checks the bounds of global accesses and makes fences
 * wait. A barrier that the step completes releases all its warps at once. False and an error that
 * names kernel, line, CTA and thread when a lane faults: a misaligned address, a shared, local or
 * constant access out of bounds, a trap, or groups of lanes that all wait for each other.
 */
bool simt_step(struct simt_warp *warp, struct simt_access *access, struct error *err);

/* For those who watch: the access to shared memory that simt_step would make next; false: none. A
 * group that has to wait for others may not make it yet. Only lanes, bytes, kind, fn and addresses
 * in shared memory are set. */
bool simt_shared(const struct simt_warp *warp, struct simt_access *access);
/* For timing: the load of constants or parameters that simt_step would make next; false: none. Only
 * lanes, bytes and addresses are set: those of PTX_CONST_WINDOW or PTX_PARAM_WINDOW. */
bool simt_constants(const struct simt_warp *warp, struct simt_access *access);
/* How many barriers of the CTA have opened so far. */
uint64_t simt_cta_barriers(const struct simt_cta *cta);

/* Writes the registers of a load or atomic from data[lane], for every lane of access->lanes. `inst`
 * is what simt_next returned before its step. The warp may have executed more steps since. */
void simt_load(struct simt_warp *warp, const struct ptx_inst *inst,
               const struct simt_access *access);

/* For reports: where groups of a warp's lanes are, first the group that runs, then the others. */
enum simt_role {
    SIMT_RUNS,
    SIMT_TURN,     /* ready; another group runs */
    SIMT_TOGETHER, /* at a shuffle, vote or barrier: wait for lanes elsewhere */
    SIMT_MEETS,    /* at a reconvergence point: wait for the other lanes */
    SIMT_CTA       /* at bar.sync: wait for other warps */
};
struct simt_spot {
    const struct ptx_inst *inst;
    uint32_t lanes;
    enum simt_role role;
};
/* Group number i, from 0; false if there are fewer. */
bool simt_spot(const struct simt_warp *warp, int i, struct simt_spot *spot);

/* For messages: "kernel sgemm, sgemm.cu:31 (PTX line 41), CTA (3,0,0), thread (17,0,0)". Without
 * the CUDA line if it is not known. */
const char *simt_where(const struct simt_warp *warp, const struct ptx_inst *inst, int lane,
                       char *text, size_t size);

#endif
