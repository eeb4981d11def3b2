/*
 * Inside the SM model. A warp slot has a fixed number of memory instructions that may be in flight,
 * one under sc, each with room for all its lines: nothing is allocated while stepping.
 */
#ifndef UMBEL_SW_SM_INTERNAL_H
#define UMBEL_SW_SM_INTERNAL_H

#include "sw/sm/sm.h"

#define NEVER UINT64_MAX

enum wait {
    WAIT_TIME,   /* a result or a unit that is ready at a known cycle */
    WAIT_MEMORY, /* an answer */
    WAIT_FENCE,  /* likewise, because of a fence, an acquire or a release */
    WAIT_BARRIER,
    WAIT_NOTHING /* the slot is free, or its warp has finished */
};

/* What a memory instruction asks the L1 for, one thing after the other. */
enum phase {
    PHASE_BEFORE, /* rc, a release or fence: an OP_FENCE */
    PHASE_ACCESS, /* its lines */
    PHASE_AFTER,  /* rc, an acquire: an OP_FENCE */
    PHASE_NONE
};

/* A memory instruction that a warp has in flight. */
struct flight {
    const struct ptx_inst *inst; /* NULL: none */
    struct simt_access access;
    enum phase phase;
    bool ordered;        /* what touches memory waits for it */
    bool before_barrier; /* its warp has come to a barrier since */
    uint64_t *line;      /* requests, in order of their first lane; an atomic may have several */
    uint32_t *lanes;     /* of each: which lanes have bytes in it */
    uint32_t n, sent, answered;
    uint64_t issued; /* cycle */
    uint64_t ready;  /* cycle at which the addresses are known */
};

struct warp {
    struct simt_warp *simt; /* NULL: the slot is free */
    const struct ptx_inst *next;
    uint64_t *reg; /* cycle at which each register may be read; NEVER: a load is pending */
    int regs_cap;
    uint64_t earliest; /* in order: not before this cycle, whatever the registers */
    uint32_t cta;      /* slot */
    enum wait wait;
    uint32_t in_flight; /* memory instructions */
    uint32_t ordered;   /* how many of them are */
};

struct cta {
    struct simt_cta *simt; /* NULL: the slot is free */
    const struct simt_grid *grid;
    uint32_t live; /* warps that have not finished */
    uint32_t shared;
    uint32_t across; /* memory instructions in flight from before a barrier */
};

struct tag {
    bool busy, sent;
    uint32_t flight, line; /* number; index into it */
    uint64_t since;
};

struct sm {
    struct sm_config c;
    char *name;
    uint32_t line_shift, max_lines;

    struct warp *warps;
    uint64_t *wake_at; /* per slot: when its next instruction's operands are there */
    uint8_t *unit;     /* per slot: unit of its next instruction */
    uint32_t *order;   /* slots of unfinished warps, oldest first */
    uint32_t n_order, free_warps;
    struct flight *flights; /* per_warp of slot 0, of slot 1, .. */
    uint32_t per_warp, n_flights;
    int greedy; /* slot that issued last, -1: none */
    uint64_t unit_free[PTX_CLASSES];

    struct cta *ctas;
    uint32_t n_ctas, shared_used;
    uint64_t ctas_done;

    struct tag *tags;
    uint32_t *free_tags, n_free_tags;       /* a stack */
    uint32_t *queue, queue_head, queue_len; /* ring of flights with requests to send */
    struct sm_request request;
    bool request_up;
    uint32_t *arrived, n_arrived; /* flights whose last request was answered since the last step */

    uint64_t wake;   /* nothing changes before this cycle; 0: step at once */
    uint64_t last;   /* last cycle whose statistics are in */
    bool started;    /* `last` means something */
    enum wait stall; /* what the cycles after `last` count as */

    sm_bounds *bounds;
    sm_range *range;
    void *bounds_ctx;
    uint64_t range_start, range_end; /* the allocation that was hit last */
    struct sm_stats stats;
};

/* issue.c */
void issue_refresh(struct sm *sm, uint32_t slot);
bool issue_step(struct sm *sm, uint64_t now, struct error *err);
uint64_t issue_wake(const struct sm *sm, uint64_t after);
/* sm.c */
void warp_finish(struct sm *sm, uint32_t slot);
/* coalesce.c */
void coalesce(const struct sm *sm, struct flight *f);
/* Data and mask of the request for line number `index` of a store or atomic. */
void coalesce_fill(const struct sm *sm, const struct flight *f, uint32_t index,
                   struct sm_request *r);
/* Brings the lanes' bytes of a line that was answered. */
void coalesce_take(const struct sm *sm, struct flight *f, uint32_t index, const uint8_t *line);
/* order.c */
/* Why a warp's next instruction has to wait for others; WAIT_TIME: it has not. */
enum wait order_holds(const struct sm *sm, const struct warp *w);
/* The phase that an instruction begins with, and the next one. */
enum phase order_start(struct sm *sm, uint32_t slot, struct flight *f);
enum phase order_next(struct warp *w, bool rc, struct flight *f);
/* A fence was executed; true: it takes an OP_FENCE. */
bool order_fence(struct sm *sm, uint32_t slot, const struct ptx_inst *inst);
/* A warp came to a barrier with all that it has in flight. */
void order_barrier(struct sm *sm, uint32_t slot);
/* Something that was in flight across a barrier has landed. */
void order_passed(struct sm *sm, uint32_t cta);
/* lsu.c */
const char *kind_name(enum simt_kind kind);
/* Room for one more memory instruction of a warp, which must have some. */
struct flight *lsu_free_flight(struct sm *sm, uint32_t slot);
bool lsu_check(struct sm *sm, uint32_t slot, const struct simt_access *a,
               const struct ptx_inst *inst, struct error *err);
/* Sends it on its way; f->access is what simt_step announced. */
void lsu_start(struct sm *sm, uint32_t slot, struct flight *f, const struct ptx_inst *inst,
               uint64_t now);
void lsu_arrivals(struct sm *sm, uint64_t now);
void lsu_present(struct sm *sm, uint64_t now);
uint64_t lsu_wake(const struct sm *sm);

#endif
