/*
 * Inside the SM model. One warp slot holds at most one global memory instruction in flight (sc),
 * so the instruction's lines live in the slot and nothing is allocated while stepping.
 */
#ifndef UMBEL_SW_SM_INTERNAL_H
#define UMBEL_SW_SM_INTERNAL_H

#include "sw/sm/sm.h"

#define NEVER UINT64_MAX

enum wait {
    WAIT_TIME,   /* a result or a unit that is ready at a known cycle */
    WAIT_MEMORY, /* an answer */
    WAIT_BARRIER,
    WAIT_NOTHING /* the slot is free, or its warp has finished */
};

/* The memory instruction that a warp has in flight. */
struct flight {
    const struct ptx_inst *inst; /* NULL: none */
    struct simt_access access;
    uint64_t *line;  /* lines touched, in order of their first lane */
    uint32_t *lanes; /* of each line: which lanes have bytes in it */
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
    struct flight flight;
};

struct cta {
    struct simt_cta *simt; /* NULL: the slot is free */
    const struct simt_grid *grid;
    uint32_t live; /* warps that have not finished */
    uint32_t shared;
};

struct tag {
    bool busy, sent;
    uint32_t warp, line; /* slot; index into its flight */
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
    int greedy; /* slot that issued last, -1: none */
    uint64_t unit_free[PTX_CLASSES];

    struct cta *ctas;
    uint32_t n_ctas, shared_used;
    uint64_t ctas_done;

    struct tag *tags;
    uint32_t *free_tags, n_free_tags;       /* a stack */
    uint32_t *queue, queue_head, queue_len; /* ring of warps with lines to send */
    struct sm_request request;
    bool request_up;
    uint32_t *arrived, n_arrived; /* warps whose last line was answered since the last step */

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
/* lsu.c */
bool lsu_check(struct sm *sm, uint32_t slot, const struct simt_access *a,
               const struct ptx_inst *inst, struct error *err);
void lsu_start(struct sm *sm, uint32_t slot, const struct ptx_inst *inst, uint64_t now);
void lsu_arrivals(struct sm *sm, uint64_t now);
void lsu_present(struct sm *sm, uint64_t now);
uint64_t lsu_wake(const struct sm *sm);

#endif
