/*
 * A litmus test: a few threads of loads, stores, fences and atomics on a few shared variables, and
 * a condition on their last values. Tests are read from herd's .litmus format, in C, PTX, RISC-V or
 * x86; README.md describes the part that is understood. Variables hold 32 bits, registers 64. A
 * register holds a number of 32 bits with its sign extended, also if the number is unsigned.
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
    LITMUS_INSTS = 64,    /* of a thread */
    LITMUS_BARRIERS = 16, /* of a thread */
    LITMUS_UNROLL = 2,    /* default of `unroll` */
    LITMUS_NONE = -1
};

/* What the threads are written in: the first word of the file. */
enum litmus_language { LITMUS_C, LITMUS_PTX, LITMUS_RISCV, LITMUS_X86, LITMUS_X86_64 };

enum litmus_kind {
    LITMUS_LOAD,
    LITMUS_STORE,
    LITMUS_ATOMIC, /* reads, computes, writes; a compare-and-swap that fails writes nothing */
    LITMUS_FENCE,
    LITMUS_BARRIER, /* threads of a CTA meet at it; its number is `operand` */
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
    LITMUS_DIV,
    LITMUS_REM,
    LITMUS_SHL,
    LITMUS_SHR,
    LITMUS_EQ,
    LITMUS_NE,
    LITMUS_LT,
    LITMUS_LE
};

/* The type in which an OP or BRANCH computes and compares; of an access, what it takes its
 * variable for. A variable of 64 bits holds only numbers that 32 bits with a sign can hold. */
enum litmus_type {
    LITMUS_S32,
    LITMUS_U32,
    LITMUS_S8,
    LITMUS_U8,
    LITMUS_S16,
    LITMUS_U16,
    LITMUS_S64,
    LITMUS_U64
};

/* The name of a barrier that has only a number. */
#define LITMUS_UNNAMED UINT64_MAX

/* Kinds of accesses; sets of them are sums. */
enum { LITMUS_R = 1, LITMUS_W = 2 };

struct litmus_operand {
    int reg; /* LITMUS_NONE: the operand is the constant `value` */
    uint64_t value;
};

struct litmus_inst {
    enum litmus_kind kind;
    int var;                       /* of a load, store or atomic */
    int to;                        /* register that gets what was read, or LITMUS_NONE */
    int won;                       /* register that gets whether a FN_CAS matched */
    struct litmus_operand operand; /* stored, moved, or given to the atomic; of an OP or BRANCH */
    struct litmus_operand compare; /* FN_CAS; the second operand of an OP or BRANCH; the name of
                                    * a BARRIER among those of its number, or LITMUS_UNNAMED */
    enum atomic_fn fn;             /* LITMUS_ATOMIC */
    enum litmus_op op;             /* LITMUS_OP, LITMUS_BRANCH */
    enum litmus_type type;         /* of what is computed, loaded or stored */
    int address;                   /* register on which the address depends; or LITMUS_NONE */
    bool guarded;                  /* the instruction is done only if register `guard` is not 0, */
    bool guard_not;                /* or only if it is 0 */
    int guard;
    bool reserves;                  /* a load that a conditional store may follow */
    bool conditional;               /* a store that may fail; `won` gets whether it stored */
    unsigned line;                  /* in the file */
    bool cta;                       /* its scope is a CTA: an L1 may answer, a fence is local */
    bool sys;                       /* its scope is the system; neither: it is a GPU */
    bool weak;                      /* of a load or store: ld.weak, st.weak, a plain one in C */
    bool sc;                        /* fence.sc, membar; C's seq_cst, for accesses as well */
    bool fresh;                     /* a load that no copy may answer: volatile, relaxed, ... */
    bool fence_before, fence_after; /* release; acquire */
    unsigned count; /* a BARRIER: of the threads that meet; 0: all that come to it */
    bool quorum;    /* a BARRIER: others may pass once that many have met */
    /* Of processors' languages, RISC-V and x86: */
    bool coherent;      /* a load: must be as new as `fresh` only where copies may be stale */
    bool aq, rl;        /* RISC-V's annotations */
    bool tso;           /* a fence: fence.tso */
    uint8_t pred, succ; /* a fence: the LITMUS_R and LITMUS_W that it orders, before and after */
    int target;         /* LITMUS_BRANCH: at most n_insts, which is the thread's end */
    bool idle;          /* LITMUS_BRANCH back: closes an idle loop, see README.md */
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

/* A condition is a tree; leaves compare a register or a variable's last value with a number. A
 * COND_SAME compares two of them, which its branches name, with each other. */
enum condition_kind { COND_AND, COND_OR, COND_NOT, COND_REG, COND_VAR, COND_TRUE, COND_SAME };
struct condition {
    enum condition_kind kind;
    struct condition *left, *right;
    int thread, index; /* of the register or variable */
    uint64_t value;
};

enum litmus_quantifier { LITMUS_EXISTS, LITMUS_NOT_EXISTS, LITMUS_FORALL };

struct litmus {
    struct arena arena; /* holds all of it */
    char *name, *file;
    enum litmus_language language;
    struct litmus_thread threads[LITMUS_THREADS];
    int n_threads;
    struct litmus_var vars[LITMUS_VARS];
    int n_vars, n_lines;
    enum litmus_quantifier quantifier;
    struct condition *condition;
    struct condition *filter; /* states that it excludes are no outcomes; NULL: none */
    char *condition_text;
    bool branches; /* there is a LITMUS_BRANCH */
    bool barriers; /* there is a LITMUS_BARRIER: a thread passes each of its own exactly once */
    int unroll;    /* how often models go back at each LITMUS_BRANCH that is not idle */
    bool placed;   /* annotations place the threads: `places` */
    struct litmus_place places[LITMUS_THREADS];
    bool shown_var[LITMUS_VARS]; /* the last value is part of an outcome, see outcome.h */
};

/* The number that stands for a variable's address in a register of RISC-V or x86. */
uint32_t litmus_address(int var);
/* The variable whose address it is, or LITMUS_NONE. */
int litmus_variable_at(const struct litmus *t, uint64_t address);

/* `name` is the file's name in errors: "mp.litmus:7:3: what; what to do". NULL after an error. */
struct litmus *litmus_parse(const char *text, size_t len, const char *name, struct error *err);
struct litmus *litmus_read(const char *path, struct error *err);
void litmus_free(struct litmus *t);

/* The value that an atomic writes; only FN_CAS uses `compare`. The models' definition, and only
 * theirs: the RTL has its own. */
uint32_t litmus_atomic(enum atomic_fn fn, uint32_t old, uint32_t operand, uint32_t compare);

/* `a op b`, for models and runs: arithmetic within a thread, which the RTL does not see. What C
 * leaves undefined has a value here, too, and `undefined` says so. */
uint64_t litmus_compute(enum litmus_op op, enum litmus_type type, uint64_t a, uint64_t b);
bool litmus_undefined(enum litmus_op op, enum litmus_type type, uint64_t b);
/* A number converted to a type, as a register holds it. */
uint64_t litmus_convert(enum litmus_type type, uint64_t value);
/* The word of a variable as an access reads it, and the word that it writes. */
uint64_t litmus_loaded(enum litmus_type type, uint32_t word);
uint32_t litmus_stored(enum litmus_type type, uint64_t value);
/* Whether a variable of this type can hold the number after a conversion to the type. */
bool litmus_fits(enum litmus_type type, uint64_t value);
unsigned litmus_bits(enum litmus_type type);
bool litmus_is_unsigned(enum litmus_type type);

/* A load, store or atomic: models make events of these. */
static inline bool litmus_accesses(const struct litmus_inst *inst)
{
    return inst->kind <= LITMUS_ATOMIC;
}

#endif
