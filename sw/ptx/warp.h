/* The state of running warps, and the execution functions that decoded operations point to. */
#ifndef UMBEL_SW_PTX_WARP_H
#define UMBEL_SW_PTX_WARP_H

#include "sw/ptx/internal.h"

#define NO_JOIN UINT32_MAX
enum { NO_MEETING = -1 };

/* Where the ways of a branch come together again: groups.c. */
struct meeting {
    uint32_t pc, expected, arrived;
    int outer; /* the one that its lanes go on to */
};

/* Lanes that run together, when others have their turn. */
struct group {
    uint32_t pc, mask;
    uint32_t waiting; /* for others, at an operation of these lanes; 0: ready to run */
    int meeting;
    bool spun; /* gave way because it was spinning */
};

struct simt_warp {
    const struct op *ops;
    uint8_t *base[2]; /* registers; the kernel's constants (never written) */
    uint32_t *preds;  /* [0] is all ones */
    const struct isa *isa;
    uint32_t pc, join, active; /* of the group that runs; join: its meeting's pc */
    uint32_t live;             /* lanes that have not left */
    enum simt_state state;
    int meeting; /* of the group that runs */
    int n_groups;
    uint32_t jumps; /* backwards, since all lanes were together, some left, or some gave way */
    bool back;      /* some jumped back where ways part or meet */
    uint32_t seen_from;
    uint64_t seen; /* registers at the jump from `seen_from` */
    struct simt_cta *cta;
    int index;
    uint8_t *local;
    uint32_t tid[3][SIMT_LANES];
    uint32_t open; /* bit i: meetings[i] is in use */
    struct group groups[SIMT_LANES];
    struct meeting meetings[SIMT_LANES];
};

struct simt_cta {
    struct simt_grid grid;
    uint64_t index;
    struct simt_dim at;
    int n_warps, arrived, done;
    uint32_t shared_bytes;
    uint8_t *shared;
    uint8_t *memory; /* one allocation: registers, predicates, shared and local memory */
    struct simt_warp *warps;
};

struct step {
    struct simt_warp *w;
    struct simt_access *access;
    struct error *err;
    bool jumped; /* the operation has set pc itself */
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

/* Names the first of `lanes` and records the message; returns false. */
bool warp_fault(struct step *s, uint32_t lanes, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* groups.c: the group that runs has come to its meeting, or has no lane left: another one runs, or
 * the warp ends. False: all wait for each other. */
bool warp_settle(struct step *s);
/* The lanes of `jump` take the branch, the others do not; neither are all. */
void group_split(struct simt_warp *w, const struct op *o, uint32_t jump);
/* The group that runs has jumped back from `from`, or met there after a jump back, while other
 * lanes are elsewhere. */
void group_jumped_back(struct simt_warp *w, uint32_t from);
/* The group that runs waits where it is, with these of its lanes; warp_settle follows. */
void group_wait(struct simt_warp *w, uint32_t lanes);
/* Group i has waited for the operation that takes place now; it may become one with who runs. */
void group_release(struct simt_warp *w, int i);

/* sync.c: whether the operation that a group waits at, if any, can take place. */
bool sync_complete(const struct simt_warp *w, const struct group *g);
/* The group that runs waits for lanes that never come. */
bool sync_fault(struct step *s);

/* exec_mem.c: where a lane's access goes, for loads, stores and atomics. */
uint64_t mem_address(const struct simt_warp *w, const struct op *o, int lane);
/* The bytes in near memory; NULL after recording a fault that begins with space and verb. */
uint8_t *mem_locate(struct step *s, const struct op *o, int lane, int space, uint64_t address,
                    const char *verb);
bool mem_bad_address(struct step *s, const struct op *o, int lane, int space, uint64_t address,
                     const char *verb);
/* The space that a generic address lies in; SPACE_GENERIC: in none. */
int mem_window(uint64_t address);
/* A warp came to the barrier or left: lets the waiting ones go when it was the last. */
void cta_check_barrier(struct simt_cta *cta);

exec_fn exec_fixed, exec_compare, exec_set, exec_select, exec_pred, exec_special, exec_pack,
    exec_unpack, exec_shuffle, exec_vote, exec_syncwarp, exec_trap;
exec_fn exec_load, exec_load_global, exec_store, exec_store_global, exec_load_generic,
    exec_store_generic, exec_atomic, exec_fence;
exec_fn exec_branch, exec_exit, exec_barrier;

/* enum values of op.what */
enum { PRED_MOV, PRED_NOT, PRED_AND, PRED_OR, PRED_XOR };
enum { COMBINE_NONE, COMBINE_AND, COMBINE_OR, COMBINE_XOR };
enum { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX };
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
    SREG_COUNT
};

#endif
