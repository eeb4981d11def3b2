/* The state of warps and CTAs, and the execution functions that decoded operations point to. */
#ifndef UMBEL_SW_PTX_WARP_H
#define UMBEL_SW_PTX_WARP_H

#include "sw/ptx/internal.h"

#define NO_JOIN UINT32_MAX
enum { NO_MEETING = -1 };

/* A reconvergence point that lanes are expected at: that of a branch, or the return of a call;
 * groups.c explains it. */
struct meeting {
    uint32_t pc, expected, arrived;
    uint32_t join; /* lanes that come to this pc arrive; NO_JOIN at calls: lanes return to them */
    int outer;     /* the next meeting of its lanes; if it is free, the next free one */
    int frame;     /* the innermost call that its lanes are in, maybe itself; NO_MEETING: none */
    bool open;
    const struct callee *callee; /* NULL: a branch's */
    const struct call_site *site;
    uint8_t *saved; /* the registers and predicates of a recursive callee before this call */
    size_t saved_cap;
};

/* Lanes that share a pc, while another group runs. */
struct group {
    uint32_t pc, mask;
    uint32_t waiting; /* its lanes at an operation across lanes that waits for others; 0: ready */
    int meeting;
    bool spun; /* gave way because it was spinning */
};

struct simt_warp {
    const struct op *ops;
    uint8_t *base[2]; /* registers; the kernel's constants, which are never written */
    uint32_t *preds;  /* [0] is all ones */
    const struct isa *isa;
    uint32_t pc, join, active; /* of the group that runs; join: its meeting's pc */
    uint32_t live;             /* lanes that have not exited */
    uint32_t carry;            /* of carry.c */
    enum simt_state state;
    int meeting; /* of the group that runs */
    int n_groups;
    uint32_t jumps; /* backwards, since all lanes were together, some exited, or a group gave way */
    bool back;      /* a branch that split or ended a group jumped backwards */
    uint32_t seen_from;
    uint64_t seen; /* fingerprint of the registers at the jump from `seen_from` */
    struct simt_cta *cta;
    int index;
    uint8_t *local;
    uint32_t tid[3][SIMT_LANES];
    struct group groups[SIMT_LANES];
    struct meeting *meetings; /* grows with nested branches and calls */
    int n_meetings, free_meeting;
};

struct simt_cta {
    struct simt_grid grid;
    uint64_t index;
    struct simt_dim at;
    int n_warps, arrived, done;
    uint64_t barriers; /* that have opened */
    uint32_t shared_bytes;
    uint32_t local_bytes;           /* of a thread */
    const struct simt_place *place; /* NULL: no SM */
    uint64_t ticks;                 /* the clock of a CTA without an SM */
    uint8_t *shared;
    uint8_t *memory; /* one allocation: registers, predicates, shared and local memory */
    struct simt_warp *warps;
};

struct step {
    struct simt_warp *w;
    struct simt_access *access;
    struct error *err;
    bool jumped; /* the execution function has set pc itself */
};

static inline void *lanes_at(const struct simt_warp *w, ref r)
{
    return w->base[r & REF_CONST] + (r & ~(ref)REF_CONST);
}

static inline void write_pred(struct simt_warp *w, uint32_t p, uint32_t value, uint32_t mask)
{
    if (p != 0)
        w->preds[p] = (w->preds[p] & ~mask) | (value & mask);
}

/* Sets the error, with the place of the first of `lanes`. Always returns false. */
bool warp_fault(struct step *s, uint32_t lanes, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* meetings.c: opens one at `pc` for the group that runs, inside its innermost one. */
void meeting_open(struct simt_warp *w, uint32_t pc);
void meeting_drop(struct simt_warp *w, int meeting);
/* Makes it the innermost meeting of the group that runs. */
void meeting_enter(struct simt_warp *w, int meeting);
/* Closes the innermost meeting if no expected lane is missing; lanes that have exited do not count.
 * Its lanes become the group that runs; if there are none, goes on with the outer meeting. False if
 * lanes are missing. */
bool meeting_close(struct simt_warp *w);
void meetings_free(struct simt_warp *w);

/* groups.c. Call when the group that runs has come to its meeting, has no lane left, or waits:
 * chooses the group that runs next, or ends the warp. False and an error if all groups wait. */
bool warp_settle(struct step *s);
/* A divergent branch: the lanes of `jump` take it, the others do not; neither set is empty. */
void group_split(struct simt_warp *w, const struct op *o, uint32_t jump);
/* Call when the group that runs has jumped back from `from`, or has met there after a jump back,
 * while other lanes are elsewhere. It may give way. */
void group_jumped_back(struct simt_warp *w, uint32_t from);
/* The group that runs calls a function: opens the meeting of its return to `pc`, and saves the
 * registers of a callee that may be active. */
void group_call(struct simt_warp *w, const struct callee *f, const struct call_site *site,
                uint32_t pc);
/* Lanes of the group that runs return from its innermost call. */
void group_return(struct simt_warp *w, uint32_t lanes);
/* The innermost call of the group that runs. */
struct meeting *group_frame(const struct simt_warp *w);
/* The lanes of `rest` wait to execute the current instruction again after the others. */
void group_divide(struct simt_warp *w, uint32_t rest);
/* The lanes of `rest` take no part in the current instruction: they go on behind it. */
void group_pass(struct simt_warp *w, uint32_t rest);
/* The group that runs waits at its pc, where `lanes` of it take part. Call warp_settle next. */
void group_wait(struct simt_warp *w, uint32_t lanes);
/* Group i takes part in the operation that is executed now. It is merged with the group that runs
 * if both are at the same pc and meeting. */
void group_release(struct simt_warp *w, int i);

/* sync.c: whether the operation at which a group waits can be executed. */
bool sync_complete(const struct simt_warp *w, const struct group *g);
/* sync.c: whether a group waits at an operation that matches others at other places, so that lanes
 * at a meeting may yet come to one. */
bool sync_frees(const struct simt_warp *w, const struct group *g);
/* Sets the error: the group that runs waits for lanes that never come. Returns false. */
bool sync_fault(struct step *s);

/* exec_mem.c: the address of a lane's load, store or atomic. */
uint64_t mem_address(const struct simt_warp *w, const struct op *o, int lane);
/* The bytes at an address in near memory. NULL after mem_bad_address. */
uint8_t *mem_locate(struct step *s, const struct op *o, int lane, int space, uint64_t address,
                    const char *verb);
/* Sets the error for a misaligned address or one out of bounds. Returns false. */
bool mem_bad_address(struct step *s, const struct op *o, int lane, int space, uint64_t address,
                     const char *verb);
/* The space of a generic address; SPACE_GENERIC if it is in no window. */
int mem_window(uint64_t address);
/* Call when a warp has arrived at the barrier or has ended: if no other is missing, releases the
 * waiting ones. */
void cta_check_barrier(struct simt_cta *cta);
/* sync.c: gives the warps that wait at bar.red its result. Call when the barrier is complete. */
void sync_reduce(struct simt_cta *cta);

exec_fn exec_fixed, exec_compare, exec_set, exec_select, exec_pred, exec_special, exec_pack,
    exec_unpack, exec_shuffle, exec_vote, exec_match, exec_redux, exec_syncwarp, exec_trap,
    exec_nothing;
exec_fn exec_load, exec_load_global, exec_store, exec_store_global, exec_load_generic,
    exec_store_generic, exec_atomic, exec_fence, exec_isspacep;
exec_fn exec_branch, exec_exit, exec_barrier, exec_barrier_red, exec_place;
exec_fn exec_call, exec_return, exec_library;

/* enum values of op.what */
enum { PRED_MOV, PRED_NOT, PRED_AND, PRED_OR, PRED_XOR };
enum { COMBINE_NONE, COMBINE_AND, COMBINE_OR, COMBINE_XOR };
enum { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX };
enum { MATCH_ANY, MATCH_ALL };
enum redux { REDUX_ADD, REDUX_MIN, REDUX_MAX, REDUX_AND, REDUX_OR, REDUX_XOR };
enum { RED_POPC, RED_AND, RED_OR };
enum { VOTE_ALL, VOTE_ANY, VOTE_UNI, VOTE_BALLOT, VOTE_ACTIVE };
enum {
    SREG_TID_X,
    SREG_TID_Y,
    SREG_TID_Z,
    SREG_NTID_X,
    SREG_NTID_Y,
    SREG_NTID_Z,
    SREG_CTAID_X,
    SREG_CTAID_Y,
    SREG_CTAID_Z,
    SREG_NCTAID_X,
    SREG_NCTAID_Y,
    SREG_NCTAID_Z,
    SREG_LANEID,
    SREG_WARPID,
    SREG_NWARPID,
    SREG_LANEMASK_EQ,
    SREG_LANEMASK_LT,
    SREG_LANEMASK_LE,
    SREG_LANEMASK_GT,
    SREG_LANEMASK_GE,
    SREG_PLACE, /* from here on exec_place */
    SREG_TOTAL_SHARED = SREG_PLACE,
    SREG_DYNAMIC_SHARED,
    SREG_COOPERATIVE, /* %envreg1, which PTX leaves to the driver: 1 in a cooperative launch */
    SREG_CLOCK,
    SREG_CLOCK_HI,
    SREG_CLOCK64,
    SREG_GLOBALTIMER,
    SREG_GLOBALTIMER_LO,
    SREG_GLOBALTIMER_HI,
    SREG_SMID,
    SREG_COUNT
};
/* From here on the values are the machine's: senses.h. */
#define SREG_SENSED SREG_CLOCK
/* "%clock". */
const char *special_register_name(int what);

#endif
