/*
 * The state of the SM model. Each warp slot has a fixed number of places (flights) for memory
 * instructions in flight, one under sc, each with room for all its lines. So no step allocates
 * memory. Times are cycles.
 */
#ifndef UMBEL_SW_SM_INTERNAL_H
#define UMBEL_SW_SM_INTERNAL_H

#include "sw/sm/lru.h"
#include "sw/sm/sm.h"

#define NEVER UINT64_MAX

/* Why a warp does not issue. */
enum wait {
    WAIT_TIME,   /* for a result or a unit; the cycle is known */
    WAIT_MEMORY, /* for an answer */
    WAIT_FENCE,  /* for an answer, because of a fence, an acquire or a release */
    WAIT_FETCH,  /* for the line of its next instruction */
    WAIT_BARRIER,
    WAIT_NOTHING /* the slot is free, or its warp has finished */
};

/* The phases of a memory instruction, by its requests to the L1. */
enum phase {
    PHASE_RELEASE, /* with directories, release or fence: a store of no bytes for each of them */
    PHASE_BEFORE,  /* rc, release or fence: an OP_FENCE */
    PHASE_ACCESS,  /* its lines */
    PHASE_AFTER,   /* rc, acquire: an OP_FENCE */
    PHASE_NONE
};

/* A place for a memory instruction in flight: issued and not yet answered. */
struct flight {
    const struct ptx_inst *inst; /* NULL: the place is free */
    struct simt_access access;
    enum phase phase;
    bool ordered;        /* later accesses to memory wait for it */
    bool before_barrier; /* its warp has reached a barrier since */
    uint64_t *line;      /* of each request, virtual, by first lane; an atomic may repeat a line */
    uint32_t *lanes;     /* of each request: the lanes that have bytes in it */
    uint32_t n, sent, answered;
    uint64_t issued; /* cycle */
    uint64_t ready;  /* cycle from which the phase's requests may be shown */
    uint64_t walk;   /* cycle in which the TLB's miss for the next request ends; 0: it has none */
};

/* A warp slot. */
struct warp {
    struct simt_warp *simt; /* NULL: the slot is free */
    const struct ptx_inst *next;
    uint64_t *reg; /* cycle at which each register may be read; NEVER: a load is pending */
    int regs_cap;
    uint64_t earliest; /* the next instruction issues in this cycle or later */
    uint32_t cta;      /* slot */
    enum wait wait;
    uint32_t in_flight; /* memory instructions */
    uint32_t ordered;   /* how many of them have `ordered` */
    uint64_t line;      /* of instructions that it has or asks for; NEVER: none */
    uint64_t fetched;   /* cycle from which it has that line; NEVER: it is being asked for */
};

/* A CTA slot. */
struct cta {
    struct simt_cta *simt; /* NULL: the slot is free */
    const struct simt_grid *grid;
    uint32_t live; /* warps that have not finished */
    uint32_t shared, registers;
    uint32_t across; /* flights with `before_barrier` */
};

/* A load of constants or parameters that was issued in this cycle, and the lines that it reads. */
struct constants {
    uint32_t slot;
    const struct ptx_inst *inst;
    uint64_t line[SIMT_LANES];
    uint32_t n; /* 0: there is none */
};

/* A tag pairs an answer with its request. */
struct tag {
    bool busy, sent;
    uint32_t flight, line; /* index of the flight; of the request in it */
    uint64_t since;        /* cycle in which the request was shown */
};

struct sm {
    struct sm_config c;
    struct simt_place place; /* its clock is that of the last step */
    char *name;
    uint32_t line_shift, max_lines;

    struct warp *warps;
    uint64_t *wake_at; /* per slot: cycle in which the next instruction's operands are ready */
    uint8_t *unit;     /* per slot: unit of the next instruction */
    uint32_t *order;   /* slots of unfinished warps, oldest first */
    uint32_t n_order, free_warps;
    struct flight *flights; /* per_warp for slot 0, then for slot 1, ... */
    uint32_t per_warp, n_flights;
    uint32_t schedulers; /* warp slot s is one of number s % schedulers */
    struct scheduler {
        int greedy;    /* slot that issued last, -1: none */
        uint32_t last; /* the same, also when its warp has ended */
        uint64_t unit_free[PTX_CLASSES];
    } * scheduler;

    struct cta *ctas;
    uint32_t n_ctas, shared_used, registers_used;
    uint64_t ctas_done;

    struct lru *tlb; /* NULL: none */
    bool missed;     /* sm_missed */
    uint64_t missed_page;
    struct tag *tags;
    uint32_t *free_tags, n_free_tags;       /* a stack */
    uint32_t *queue, queue_head, queue_len; /* ring of flights with requests to show */
    struct sm_request request;
    bool request_up;
    uint32_t *arrived, n_arrived; /* flights whose last request was answered since the last step */

    uint64_t wake;   /* a step changes nothing before this cycle; 0: step at once */
    uint64_t last;   /* last cycle that the statistics include */
    bool started;    /* `last` is valid */
    enum wait stall; /* what the cycles after `last` count as */

    sm_bounds *bounds;
    sm_range *range;
    void *bounds_ctx;
    uint64_t range_start, range_end; /* the allocation of the last access */
    uint64_t zeros, stray_loads;     /* sm_take_stray_loads; lanes that were sent there */
    struct error first_stray;        /* what the first of them would have been told */
    sm_translate *translate;         /* NULL: virtual addresses are physical ones */
    void *translate_ctx;
    bool touches;     /* the oldest request to show is to a page without a place */
    uint64_t touched; /* address of its line */
    bool touches_to_write;
    struct sm_stats stats;

    uint64_t fetching; /* bit per slot: sm_read is to ask for the warp's line */
    struct constants constants;
};

/* issue.c */
void issue_refresh(struct sm *sm, uint32_t slot);
bool issue_step(struct sm *sm, uint64_t now, struct error *err);
uint64_t issue_wake(struct sm *sm, uint64_t after);
/* What a cycle without issue counts as: the reason of the oldest unfinished warp. */
enum wait issue_stall(const struct sm *sm);
/* fetch.c */
/* Call when a warp's next instruction is known, with what else it waits for; with an instruction
 * cache. */
void fetch_next(struct sm *sm, uint32_t slot);
/* Call before a load of constants is executed, with a scalar cache. True: its registers come from
 * sm_read; false: it reads nothing. */
bool fetch_constants(struct sm *sm, uint32_t slot);
/* sm.c */
void warp_finish(struct sm *sm, uint32_t slot);
/* coalesce.c */
void coalesce(const struct sm *sm, struct flight *f);
/* Fills data and mask of the request for line number `index` of a store or atomic. */
void coalesce_fill(const struct sm *sm, const struct flight *f, uint32_t index,
                   struct sm_request *r);
/* Copies the lanes' bytes from an answered line. */
void coalesce_take(const struct sm *sm, struct flight *f, uint32_t index, const uint8_t *line);
/* order.c */
/* Why a warp's next instruction has to wait for instructions in flight; WAIT_TIME: it need not. */
enum wait order_holds(const struct sm *sm, const struct warp *w);
/* The first phase of an instruction, and the phase after the current one. */
/* Whether an instruction's scope is a GPU that is not the whole machine. */
bool order_is_near(const struct sm *sm, const struct ptx_inst *inst);
/* With directories: how many a release of its scope tells. */
uint32_t order_releases(const struct sm *sm, const struct ptx_inst *inst);
enum phase order_start(struct sm *sm, uint32_t slot, struct flight *f);
enum phase order_next(struct warp *w, bool rc, struct flight *f);
/* Call when a fence was executed. True: it has to send an OP_FENCE. */
bool order_fence(struct sm *sm, uint32_t slot, const struct ptx_inst *inst);
/* Call when a warp reaches a barrier: marks its flights. */
void order_barrier(struct sm *sm, uint32_t slot);
/* Call when a flight with `before_barrier` is completely answered. */
void order_passed(struct sm *sm, uint32_t cta);
/* translate.c */
/* The physical line of a virtual one. False: its page has no place yet, which sm_touches tells. */
bool translate(struct sm *sm, uint64_t line, bool write, uint64_t *physical);
/* tlb.c */
/* Looks the next request of a flight up, unless it has waited for its miss. False: it waits now. */
bool tlb_look(struct sm *sm, struct flight *f, uint64_t now);
/* The request is shown: its page is in the TLB from now on. */
void tlb_fill(struct sm *sm, struct flight *f);
/* stray.c */
/* Whether a load outside of all allocations is taken: the lane then reads zeros. */
bool stray_takes(struct sm *sm, uint32_t slot, const struct ptx_inst *inst, int lane,
                 struct simt_access *a);
/* lsu.c */
/* The flight at a place in the queue to the L1. */
static inline struct flight *lsu_queued(const struct sm *sm, uint32_t place)
{
    uint32_t at = sm->queue_head + place;
    return &sm->flights[sm->queue[at < sm->n_flights ? at : at - sm->n_flights]];
}
const char *kind_name(enum simt_kind kind);
/* A free flight of a warp slot; there must be one. */
struct flight *lsu_free_flight(struct sm *sm, uint32_t slot);
bool lsu_check(struct sm *sm, uint32_t slot, struct simt_access *a, const struct ptx_inst *inst,
               struct error *err);
/* Starts a flight: coalesces f->access, which simt_step filled, and queues the requests. */
void lsu_start(struct sm *sm, uint32_t slot, struct flight *f, const struct ptx_inst *inst,
               uint64_t now);
void lsu_arrivals(struct sm *sm, uint64_t now);
void lsu_present(struct sm *sm, uint64_t now);
uint64_t lsu_wake(const struct sm *sm);

#endif
