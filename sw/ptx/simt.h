/*
 * SIMT execution of a decoded kernel: CTAs of warps of 32 lanes in lock-step, divergence with
 * reconvergence at the immediate post-dominator; lanes that spin give way to those that they wait
 * for. Functional only; sw/sm gives it time.
 *
 * Everything but global memory is executed at once. A global load, store or atomic is handed to the
 * caller as a `struct simt_access`; its registers are written when the caller brings the data
 * (simt_load). So what a kernel computes with is what the memory system returned.
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

/* One kernel launch: what all its CTAs share. */
struct simt_grid {
    const struct ptx_module *module;
    const struct ptx_kernel *kernel;
    struct simt_dim grid, block;
    uint32_t dynamic_shared; /* bytes, after the static ones */
    const uint8_t *params;   /* kernel->param_bytes long */
};

struct simt_warp;
struct simt_cta;

/* CTA number `index` in row-major order (x fastest). */
struct simt_cta *simt_cta_new(const struct simt_grid *grid, uint64_t index);
void simt_cta_free(struct simt_cta *cta);
uint64_t simt_cta_index(const struct simt_cta *cta);
int simt_cta_warps(const struct simt_cta *cta);
struct simt_warp *simt_cta_warp(struct simt_cta *cta, int warp);
bool simt_cta_done(const struct simt_cta *cta);
/* Warps to be placed by number of threads: what an SM reserves before it takes a CTA. */
int simt_grid_warps(const struct simt_grid *grid);
uint32_t simt_grid_shared(const struct simt_grid *grid);
uint64_t simt_grid_ctas(const struct simt_grid *grid);

enum simt_kind {
    SIMT_LOAD,
    SIMT_STORE,
    SIMT_ATOMIC,
    SIMT_FENCE /* no address: the lanes say only that it takes place */
};

/*
 * A global access of one warp instruction. data[lane] is what a store writes and what a load gets;
 * of an atomic it is first the operand, then the value that the memory held before.
 */
struct simt_access {
    uint32_t lanes; /* bit i: lane i takes part; 0: no access */
    uint8_t bytes;  /* a lane: 1, 2, 4, 8 or 16; of an atomic 4 or 8 */
    bool fresh;     /* load: no copy may answer, only the memory */
    uint8_t fn;     /* atomic: enum atomic_fn */
    enum simt_kind kind;
    uint64_t address[SIMT_LANES]; /* naturally aligned, or the step faults */
    uint8_t data[SIMT_LANES][SIMT_ACCESS_BYTES];
    uint64_t compare[SIMT_LANES]; /* FN_CAS */
};

/* Whether the caller has to bring data: simt_load. */
static inline bool simt_returns(const struct simt_access *access)
{
    return access->kind == SIMT_LOAD || access->kind == SIMT_ATOMIC;
}

/* Does one lane's atomic at `place`, its bytes in memory: data[lane] becomes the old value. */
void simt_atomic(struct simt_access *access, int lane, uint8_t *place);

enum simt_state {
    SIMT_READY,   /* simt_next() is what it would execute */
    SIMT_BARRIER, /* waits at bar.sync for the rest of its CTA */
    SIMT_DONE     /* every lane has left */
};

enum simt_state simt_state(const struct simt_warp *warp);
/* The instruction that simt_step would execute; only while SIMT_READY. */
const struct ptx_inst *simt_next(const struct simt_warp *warp);
/* Lanes that are on. */
uint32_t simt_active(const struct simt_warp *warp);

/*
 * Executes one instruction. Global accesses are put into `access` (access->lanes is 0 for every
 * other instruction). A barrier that the step completes releases all its warps at once. False and
 * an error naming kernel, PTX line, CTA and thread when a lane faults: misaligned address, or a
 * shared, local or constant access out of its bounds. Bounds of global memory are the caller's.
 * A fence is announced, too; what it makes wait is the caller's.
 */
bool simt_step(struct simt_warp *warp, struct simt_access *access, struct error *err);

/* Brings the data of the load or atomic that `inst` (the pointer simt_next gave before the step)
 * made: data[lane] for every lane of access->lanes. The warp may have moved on meanwhile. */
void simt_load(struct simt_warp *warp, const struct ptx_inst *inst,
               const struct simt_access *access);

/* Where a warp's lanes are, for reports: those that run, then those that wait. */
enum simt_role {
    SIMT_RUNS,
    SIMT_TURN,     /* ready, but other lanes have their turn */
    SIMT_TOGETHER, /* at a shuffle, vote or barrier, for lanes that are elsewhere */
    SIMT_MEETS,    /* where ways of a branch meet, for the lanes of the other ways */
    SIMT_CTA       /* at bar.sync, for other warps */
};
struct simt_spot {
    const struct ptx_inst *inst;
    uint32_t lanes;
    enum simt_role role;
};
/* Number i, 0 .. ; false: there are fewer. */
bool simt_spot(const struct simt_warp *warp, int i, struct simt_spot *spot);

/* "kernel sgemm, sgemm.cu:31 (PTX line 41), CTA ..", or "kernel sgemm, PTX line 41, CTA (3,0,0),
 * thread (17,0,0)", for messages. */
const char *simt_where(const struct simt_warp *warp, const struct ptx_inst *inst, int lane,
                       char *text, size_t size);

#endif
