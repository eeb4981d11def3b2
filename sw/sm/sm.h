/*
 * Timing of a streaming multiprocessor: warps in order, a scoreboard, greedy-then-oldest issue of
 * one instruction a cycle, per-class latencies, coalescing of a warp's accesses to lines.
 *
 * The SM talks to its L1 in lines: one request a cycle, answers in any order, matched by tag.
 * Loads write their registers from the line that the L1 returned.
 *
 * Consistency `sc`: a warp has at most one global memory instruction in flight. Fences, acquires
 * and releases only keep shared memory from being accessed before what they wait for.
 *
 * Consistency `rc`: a warp has up to `flights`. A fence waits for all of them; beyond its CTA, also
 * for those that any warp of the CTA took across a barrier, and then for the answer to an OP_FENCE.
 * An acquire sends an OP_FENCE when it is answered, a release sends one first, as a fence does.
 * What touches memory later in that warp waits for these answers. order.c says why that is enough.
 */
#ifndef UMBEL_SW_SM_SM_H
#define UMBEL_SW_SM_SM_H

#include "gen/proto/message.h"
#include "sw/ptx/simt.h"
#include "sw/util/error.h"

#include <stdint.h>

struct sm_config {
    uint32_t warps; /* resident at once */
    uint32_t ctas;  /* resident at once */
    uint32_t shared_bytes;
    uint32_t tags;                 /* line requests in flight to the L1 */
    uint32_t line_bytes;           /* a power of two, 4..SM_MAX_LINE */
    uint32_t latency[PTX_CLASSES]; /* cycles to a result; of loads and stores: address generation */
    uint32_t interval[PTX_CLASSES]; /* cycles between two issues to the same unit, >= 1 */
    bool rc;                        /* consistency: rc, else sc */
    uint32_t flights;               /* rc: memory instructions in flight a warp, >= 1 */
};

enum { SM_MAX_LINE = 128, SM_NEVER = -1 }; /* atomics: lines of 16 bytes and more */

struct sm_request {
    enum msg_op op; /* OP_LOAD, OP_FRESH, OP_STORE, OP_ATOMIC, OP_FENCE */
    uint32_t tag;
    uint32_t fn;                   /* atomic: enum atomic_fn, + ATOMIC_WIDE */
    uint64_t line;                 /* byte address / line_bytes; 0 of a fence */
    uint8_t data[SM_MAX_LINE];     /* store; atomic: as in gen/proto/atomic.h */
    uint8_t mask[SM_MAX_LINE / 8]; /* of both: bit i for byte i */
};

struct sm_stats {
    uint64_t cycles; /* with at least one resident warp */
    uint64_t warp_insts, thread_insts;
    uint64_t class_insts[PTX_CLASSES];
    uint64_t loads, stores, atomics; /* warp instructions to global memory */
    uint64_t fences;                 /* warp instructions */
    uint64_t lines;                  /* requests to the L1, without fences */
    /* Cycles without issue, by what the oldest warp waits for; idle: empty before a CTA came. */
    uint64_t stall_memory, stall_scoreboard, stall_barrier, stall_fence, stall_idle;
    uint64_t ctas;
    uint64_t load_latency; /* sum over loads, issue to last line, cycles */
};

struct sm;

struct sm *sm_new(const struct sm_config *c, const char *name);
void sm_free(struct sm *sm);

/* Whether one more CTA of this grid fits now (and whether it ever can: sm_fits). */
bool sm_has_room(const struct sm *sm, const struct simt_grid *grid);
bool sm_fits(const struct sm_config *c, const struct simt_grid *grid, struct error *err);
void sm_take(struct sm *sm, const struct simt_grid *grid, uint64_t cta);

/* Global addresses must lie inside an allocation; the check is the runtime's. */
typedef bool sm_bounds(void *ctx, uint64_t address, uint32_t bytes);
void sm_set_bounds(struct sm *sm, sm_bounds *bounds, void *ctx);
/* The same, faster: finds the allocation [start, end) around an address; the SM remembers it. */
typedef bool sm_range(void *ctx, uint64_t address, uint64_t *start, uint64_t *end);
void sm_set_range(struct sm *sm, sm_range *range, void *ctx);
/* The message for a lane's access that no allocation holds; `who` ran it. Returns false. */
bool sm_bounds_error(const char *who, const struct simt_warp *warp, const struct ptx_inst *inst,
                     int lane, const struct simt_access *access, struct error *err);

/*
 * One cycle at time `now`. The cycle's order: answers (sm_answer), then sm_step, then the request
 * that it shows (sm_wants) is taken by sm_sent if the L1 was ready. False and an error when the
 * kernel faults.
 */
bool sm_step(struct sm *sm, uint64_t now, struct error *err);
/* The request waiting for the L1, stable until sm_sent; NULL when there is none. */
const struct sm_request *sm_wants(const struct sm *sm);
void sm_sent(struct sm *sm);
/* A request's answer: `data` is the whole line for a load or atomic, of the latter as it was
 * before; for a store or fence it is not looked at. */
void sm_answer(struct sm *sm, uint32_t tag, const uint8_t *data);

/* First cycle >= now at which stepping can change anything unless an answer, a CTA or an accepted
 * request comes first; UINT64_MAX when only those can. Steps before that cycle may be left out:
 * state and statistics come out the same. */
uint64_t sm_wake(const struct sm *sm, uint64_t now);
bool sm_idle(const struct sm *sm); /* no CTA resident */
uint64_t sm_ctas_done(const struct sm *sm);
const struct sm_stats *sm_stats(const struct sm *sm);

/* For the watchdog: describes request number i that waits for an answer ("gpu0.sm3 warp 2: load
 * of line 0x40 since cycle 120, tag 5: kernel ..."); false when there are fewer. */
bool sm_waiting(const struct sm *sm, uint32_t i, char *text, size_t size);
/* The line of the request that waits longest, and since when; false when none but fences wait. */
bool sm_waits_longest(const struct sm *sm, uint64_t *line, uint64_t *since);

#endif
