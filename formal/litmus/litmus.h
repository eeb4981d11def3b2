/*
 * A litmus test: a few threads of loads, stores, fences and atomics on a few shared variables, and
 * a condition on their last values. Tests are read from herd's .litmus format, with a C header or a
 * PTX header; README.md describes the part that is understood. Variables and registers hold 32
 * bits.
 */
#ifndef UMBEL_FORMAL_LITMUS_LITMUS_H
#define UMBEL_FORMAL_LITMUS_LITMUS_H

#include "gen/proto/atomic.h"
#include "sw/util/arena.h"
#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

enum {
    LITMUS_THREADS = 8,
    LITMUS_VARS = 8,
    LITMUS_REGS = 32,
    LITMUS_INSTS = 64, /* of a thread, and of a path of a thread */
    LITMUS_UNROLL = 2, /* default of `unroll` */
    LITMUS_NONE = -1
};

enum litmus_kind {
    LITMUS_LOAD,
    LITMUS_STORE,
    LITMUS_ATOMIC, /* reads, computes, writes; a compare-and-swap that fails writes nothing */
    LITMUS_FENCE,
    LITMUS_BARRIER, /* all threads of a CTA meet at it; its number is `operand` */
    LITMUS_MOVE,    /* sets a register to a constant or another register */
    LITMUS_OP,      /* sets a register to `operand op compare` */
    LITMUS_BRANCH   /* goes to instruction `target` if `operand op compare` is not 0 */
};

/* Comparisons give 1 or 0. */
enum litmus_op {
    LITMUS_ADD,
    LITMUS_SUB,
    LITMUS_MUL,
    LITMUS_AND,
    LITMUS_OR,
    LITMUS_XOR,
    LITMUS_EQ,
    LITMUS_NE,
    LITMUS_LT, /* of signed numbers */
    LITMUS_LE,
    LITMUS_ULT, /* of unsigned numbers */
    LITMUS_ULE
};

struct litmus_operand {
    int reg; /* LITMUS_NONE: the operand is the constant `value` */
    uint32_t value;
};

struct litmus_inst {
    enum litmus_kind kind;
    int var;                        /* of a load, store or atomic */
    int to;                         /* register that gets what was read, or LITMUS_NONE */
    int won;                        /* register that gets whether a FN_CAS matched */
    struct litmus_operand operand;  /* stored, moved, or given to the atomic; of an OP or BRANCH */
    struct litmus_operand compare;  /* FN_CAS; the second operand of an OP or BRANCH */
    enum atomic_fn fn;              /* LITMUS_ATOMIC */
    enum litmus_op op;              /* LITMUS_OP, LITMUS_BRANCH */
    bool cta;                       /* its scope is a CTA: an L1 may answer, a fence is local */
    bool sys;                       /* its scope is the system; neither: it is a GPU */
    bool weak;                      /* of a load or store: ld.weak, st.weak, a plain one in C */
    bool sc;                        /* fence.sc, membar; C's seq_cst, for accesses as well */
    bool fresh;                     /* a load that no copy may answer: volatile, relaxed, ... */
    bool fence_before, fence_after; /* release; acquire */
    int target;                     /* LITMUS_BRANCH: at most n_insts, which is the thread's end */
    bool taken; /* LITMUS_BRANCH of a path (paths.h): whether the path goes to the target */
    bool idle;  /* LITMUS_BRANCH back: closes an idle loop, see README.md */
};

/* Where a thread runs. Threads of one CTA share an L1. */
struct litmus_place {
    int gpu, cta; /* the CTA counts within its GPU */
};

struct litmus_thread {
    struct litmus_inst insts[LITMUS_INSTS];
    int n_insts;
    char *regs[LITMUS_REGS]; /* names; NULL: a temporary of the reader, in no outcome */
    int n_regs;
};

struct litmus_var {
    char *name;
    uint32_t first; /* value */
    int line, word; /* number of its line, and the word in it: 0 unless the line is shared */
};

/* A condition is a tree; leaves compare a register or a variable's last value with a number. */
enum condition_kind { COND_AND, COND_OR, COND_NOT, COND_REG, COND_VAR, COND_TRUE };
struct condition {
    enum condition_kind kind;
    struct condition *left, *right;
    int thread, index; /* of the register or variable */
    uint32_t value;
};

enum litmus_quantifier { LITMUS_EXISTS, LITMUS_NOT_EXISTS, LITMUS_FORALL };

struct litmus {
    struct arena arena; /* holds all of it */
    char *name, *file;
    struct litmus_thread threads[LITMUS_THREADS];
    int n_threads;
    struct litmus_var vars[LITMUS_VARS];
    int n_vars, n_lines;
    enum litmus_quantifier quantifier;
    struct condition *condition;
    struct condition *filter; /* states that it excludes are no outcomes; NULL: none */
    char *condition_text;
    bool branches; /* there is a LITMUS_BRANCH: models look at the test's paths, see paths.h */
    bool barriers; /* there is a LITMUS_BARRIER: each thread passes the same ones on every path */
    int unroll;    /* how often a path goes back at each LITMUS_BRANCH that is not idle */
    bool placed;   /* annotations place the threads: `places` */
    struct litmus_place places[LITMUS_THREADS];
    bool shown_var[LITMUS_VARS]; /* the last value is part of an outcome, see outcome.h */
};

/* `name` is the file's name in errors: "mp.litmus:7:3: what; what to do". NULL after an error. */
struct litmus *litmus_parse(const char *text, size_t len, const char *name, struct error *err);
struct litmus *litmus_read(const char *path, struct error *err);
void litmus_free(struct litmus *t);

/* The value that an atomic writes; only FN_CAS uses `compare`. The models' definition, and only
 * theirs: the RTL has its own. */
uint32_t litmus_atomic(enum atomic_fn fn, uint32_t old, uint32_t operand, uint32_t compare);

/* `a op b`, for models and runs: arithmetic within a thread, which the RTL does not see. */
uint32_t litmus_compute(enum litmus_op op, uint32_t a, uint32_t b);

/* A load, store or atomic: models make events of these. */
static inline bool litmus_accesses(const struct litmus_inst *inst)
{
    return inst->kind <= LITMUS_ATOMIC;
}

#endif
