/*
 * The timing of a streaming multiprocessor: in-order warps, a scoreboard, greedy-then-oldest or
 * greedy-then-round-robin issue of one instruction per cycle and scheduler, latencies per class,
 * coalescing of a warp's accesses into lines. All times are cycles.
 *
 * The SM sends its L1 requests for lines: one per cycle; answers come in any order and are matched
 * by tag. Loads write their registers from the line that the L1 returned.
 *
 * Consistency `sc`: a warp has at most one global memory instruction in flight. Fences, acquires
 * and releases only delay accesses to shared memory, until earlier global accesses are answered.
 *
 * Consistency `rc`: a warp has up to `flights` global memory instructions in flight. A fence waits
 * for all of them. If its scope is wider than the CTA, it also waits for those that any warp of the
 * CTA took across a barrier, and then for the answer to an OP_FENCE. With such a scope an acquire
 * sends an OP_FENCE when its access is answered, and a release sends one before its access, as a
 * fence does. Later accesses of that warp to memory wait for these answers. order.c says why that
 * is enough.
 */
#ifndef UMBEL_SW_SM_SM_H
#define UMBEL_SW_SM_SM_H

#include "gen/proto/message.h"
#include "sw/ptx/simt.h"
#include "sw/sm/read_cache.h"
#include "sw/util/error.h"

#include <stdint.h>

/* The TLB of an SM; order of its misses: sw/sm/README.md. */
struct sm_tlb {
    uint32_t entries, ways; /* entries 0: every translation is there at once; ways divide entries */
    uint32_t latency;       /* cycles of a miss, at least 1 */
    uint64_t page_bytes;    /* a power of two, at least a line */
};

struct sm_config {
    uint32_t warps;      /* slots: most resident at once */
    uint32_t schedulers; /* of warps, each with slots of its own; 0 is 1 */
    bool round_robin;    /* when its greedy warp waits, it takes the next slot's, not the oldest */
    uint32_t ctas;       /* slots: most resident at once */
    uint32_t number;     /* that kernels see */
    uint32_t shared_bytes;
    uint32_t registers;             /* of 32 bits; 0: as many as CTAs need */
    uint32_t tags;                  /* line requests in flight to the L1 */
    uint32_t line_bytes;            /* a power of two, 4..SM_MAX_LINE */
    uint32_t latency[PTX_CLASSES];  /* cycles to a result; loads, stores: to the first request */
    uint32_t interval[PTX_CLASSES]; /* cycles between two issues to the same unit, >= 1 */
    bool rc;                        /* consistency: rc, else sc */
    uint32_t flights;               /* rc: memory instructions in flight per warp, >= 1 */
    struct sm_tlb tlb;
    bool l1i;    /* instructions come through an instruction cache: sm_read */
    bool scalar; /* and constants and parameters through a scalar cache */
    /* With directories (hmg): physical lines, one of each directory, to which a release sends a
     * store of no bytes. They must outlive the SM. */
    const uint64_t *releases;
    uint32_t n_releases;
    bool gpu_is_part; /* a scope of gpu is not the whole machine: its releases go to these alone */
    const uint64_t *near_releases;
    uint32_t n_near_releases; /* 0: none are sent */
};

enum { SM_MAX_LINE = 128 }; /* atomics need lines of 16 bytes or more */

/* A request to the L1. */
struct sm_request {
    enum msg_op op; /* OP_LOAD, OP_FRESH, OP_STORE, OP_ATOMIC, OP_FENCE */
    uint32_t tag;
    uint32_t fn;                   /* atomic: enum atomic_fn, + ATOMIC_WIDE; others: MSG_FN_* */
    uint64_t line;                 /* physical address / line_bytes; 0 for a fence */
    uint8_t data[SM_MAX_LINE];     /* store; atomic: as in gen/proto/atomic.h */
    uint8_t mask[SM_MAX_LINE / 8]; /* store, atomic: bit i for byte i */
};

struct sm_stats {
    uint64_t cycles; /* with at least one resident warp */
    uint64_t warp_insts, thread_insts;
    uint64_t class_insts[PTX_CLASSES];
    uint64_t loads, stores, atomics; /* warp instructions to global memory */
    uint64_t fences;                 /* warp instructions */
    uint64_t lines;                  /* requests to the L1, without fences */
    uint64_t tlb_hits, tlb_misses;   /* of these; none without a TLB */
    /* Cycles without issue, by the reason for which the oldest warp waits. Idle: there was no warp;
     * counted when the next CTA comes. Fetch: for its next instruction; none without an L1I. */
    uint64_t stall_memory, stall_scoreboard, stall_barrier, stall_fence, stall_fetch, stall_idle;
    uint64_t ctas;
    uint64_t load_latency; /* sum over loads: cycles from issue to the last line */
};

struct sm;

struct sm *sm_new(const struct sm_config *c, const char *name);
void sm_free(struct sm *sm);

/* sm_has_room: whether one more CTA of this grid fits now. sm_fits: whether one fits an empty SM;
 * false and an error otherwise. sm_take: starts CTA number `cta`; sm_has_room must be true. */
bool sm_has_room(const struct sm *sm, const struct simt_grid *grid);
/* The registers of a CTA: for each thread of its warps as many as its kernel has alive at a time,
 * rounded up to SM_REGISTERS, as GPGPU-sim gives them. */
enum { SM_REGISTERS = 4 };
uint32_t sm_registers(const struct simt_grid *grid);
bool sm_fits(const struct sm_config *c, const struct simt_grid *grid, struct error *err);
void sm_take(struct sm *sm, const struct simt_grid *grid, uint64_t cta);

/* Global addresses must lie inside an allocation. The runtime sets the function that checks it. */
typedef bool sm_bounds(void *ctx, uint64_t address, uint32_t bytes);
void sm_set_bounds(struct sm *sm, sm_bounds *bounds, void *ctx);
/* The same check, faster: the function returns the allocation [start, end) around an address, which
 * the SM keeps for the next accesses. */
typedef bool sm_range(void *ctx, uint64_t address, uint64_t *start, uint64_t *end);
void sm_set_range(struct sm *sm, sm_range *range, void *ctx);
/* Loads outside of all allocations read zeros, and are no error. `zeros` is the address of SM_ZEROS
 * of them, in an allocation. */
enum { SM_ZEROS = 512 };
void sm_take_stray_loads(struct sm *sm, uint64_t zeros);
/* How many lanes did; `first` is what the first would have been told. */
uint64_t sm_stray_loads(const struct sm *sm, const struct error **first);
/* Whether the TLB began a miss since the last call, and for which page; and lets that miss take so
 * many cycles more. A page is counted in pages of the TLB. */
bool sm_missed(struct sm *sm, uint64_t *page);
void sm_walks(struct sm *sm, uint64_t page, uint32_t cycles);
/* With config `l1i` or `scalar`: asks these caches, which SMs may share, for what the last step
 * needed (NULL: the one that the SM has not). To be called after each step, before sm_wake. */
void sm_read(struct sm *sm, struct read_cache *l1i, struct read_cache *scalar);
/* Empties the TLB, if there is one. */
void sm_forget_pages(struct sm *sm);
/*
 * From virtual to physical addresses, line by line, on the way to the L1. Only a request has a
 * physical address; all else that an SM tells or checks is virtual. Without a function the two are
 * the same.
 *
 * The function returns false for a line whose page has no place in the memory, or not for this
 * access. The request then waits, and all behind it: sm_touches returns the line's address and
 * whether it is to be written, until a later step finds the page. A request that is shown keeps its
 * address, so a page may only move once it was answered.
 */
typedef bool sm_translate(void *ctx, uint64_t address, bool write, uint64_t *physical);
void sm_set_translation(struct sm *sm, sm_translate *fn, void *ctx);
/* Whether the last step met such a line, its address, and whether the access writes. */
bool sm_touches(const struct sm *sm, uint64_t *address, bool *write);
/* Sets the error for a lane's access outside all allocations; `who` names the SM or run. Returns
 * false. */
bool sm_bounds_error(const char *who, const struct simt_warp *warp, const struct ptx_inst *inst,
                     int lane, const struct simt_access *access, struct error *err);

/*
 * One cycle at time `now`. The order within a cycle: first answers (sm_answer), then sm_step, then
 * sm_sent if the L1 is ready and takes the request that sm_wants returns. False and an error when
 * the kernel faults.
 */
bool sm_step(struct sm *sm, uint64_t now, struct error *err);
/* The request that waits for the L1; unchanged until sm_sent. NULL when there is none. */
const struct sm_request *sm_wants(const struct sm *sm);
void sm_sent(struct sm *sm);
/* The answer to a request. `data` is the whole line for a load; for an atomic, as it was before the
 * atomic; not used for a store or fence. */
void sm_answer(struct sm *sm, uint32_t tag, const uint8_t *data);

/* The first cycle >= now in which a step can change anything, provided that no sm_answer, sm_take
 * or sm_sent comes before; UINT64_MAX if only those can. Steps before that cycle may be left out:
 * state and statistics are the same. */
uint64_t sm_wake(const struct sm *sm, uint64_t now);
bool sm_idle(const struct sm *sm); /* no CTA is resident */
uint64_t sm_ctas_done(const struct sm *sm);
const struct sm_stats *sm_stats(const struct sm *sm);

/* For the watchdog: describes the i-th unanswered request ("gpu0.sm3 warp 2: load of line 0x40
 * since cycle 120, tag 5: kernel ..."); false when there are fewer. */
bool sm_waiting(const struct sm *sm, uint32_t i, char *text, size_t size);
/* The line of the oldest unanswered request and the cycle it was shown in, fences excepted; false
 * when there is none. */
bool sm_waits_longest(const struct sm *sm, uint64_t *line, uint64_t *since);

#endif
