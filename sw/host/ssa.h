/*
 * A host program as its instructions say what they need: functions in static single assignment,
 * read from LLVM's text, for a CPU that executes out of order (reorder.h). Each value has one
 * instruction that computes it, so what an instruction waits for is known without renaming.
 *
 * Values are integers of 1 to 64 bits, pointers, floats and doubles, each as the low bits of 64. A
 * program is refused, with its line, where it has other ones (vectors, structs by value), or calls
 * of functions that clang has not inlined, tables of constants, atomics or fences.
 */
#ifndef UMBEL_SW_HOST_SSA_H
#define UMBEL_SW_HOST_SSA_H

#include "sw/host/program.h"
#include "sw/util/arena.h"

/* Operations: the name in LLVM's text, and the cycles of a result. The paper has no latencies;
 * these are about those of processors of its time. */
#define SSA_OPERATIONS(LINE)                                                                       \
    LINE(ADD, "add", 1)                                                                            \
    LINE(SUB, "sub", 1)                                                                            \
    LINE(MUL, "mul", 3)                                                                            \
    LINE(UDIV, "udiv", 25)                                                                         \
    LINE(SDIV, "sdiv", 25)                                                                         \
    LINE(UREM, "urem", 25)                                                                         \
    LINE(SREM, "srem", 25)                                                                         \
    LINE(SHL, "shl", 1)                                                                            \
    LINE(LSHR, "lshr", 1)                                                                          \
    LINE(ASHR, "ashr", 1)                                                                          \
    LINE(AND, "and", 1)                                                                            \
    LINE(OR, "or", 1)                                                                              \
    LINE(XOR, "xor", 1)                                                                            \
    LINE(FADD, "fadd", 3)                                                                          \
    LINE(FSUB, "fsub", 3)                                                                          \
    LINE(FMUL, "fmul", 5)                                                                          \
    LINE(FDIV, "fdiv", 20)                                                                         \
    LINE(FNEG, "fneg", 1)                                                                          \
    LINE(ICMP, "icmp", 1)                                                                          \
    LINE(FCMP, "fcmp", 3)                                                                          \
    LINE(SELECT, "select", 1)                                                                      \
    LINE(TRUNC, "trunc", 0)                                                                        \
    LINE(ZEXT, "zext", 0)                                                                          \
    LINE(SEXT, "sext", 1)                                                                          \
    LINE(FPTRUNC, "fptrunc", 3)                                                                    \
    LINE(FPEXT, "fpext", 3)                                                                        \
    LINE(FPTOUI, "fptoui", 5)                                                                      \
    LINE(FPTOSI, "fptosi", 5)                                                                      \
    LINE(UITOFP, "uitofp", 5)                                                                      \
    LINE(SITOFP, "sitofp", 5)                                                                      \
    LINE(PTRTOINT, "ptrtoint", 0)                                                                  \
    LINE(INTTOPTR, "inttoptr", 0)                                                                  \
    LINE(BITCAST, "bitcast", 0)                                                                    \
    LINE(FREEZE, "freeze", 0)                                                                      \
    LINE(ADDRESS, "getelementptr", 0)                                                              \
    LINE(ALLOCA, "alloca", 0)                                                                      \
    LINE(LOAD, "load", 0)                                                                          \
    LINE(STORE, "store", 0)                                                                        \
    LINE(BRANCH, "br", 1)                                                                          \
    LINE(SWITCH, "switch", 1)                                                                      \
    LINE(RETURN, "ret", 1)                                                                         \
    LINE(TRAP, "unreachable", 1)                                                                   \
    LINE(PHI, "phi", 0)                                                                            \
    LINE(CALL, "call", 1)                                                                          \
    LINE(SQRT, "llvm.sqrt.", 20)                                                                   \
    LINE(FABS, "llvm.fabs.", 1)                                                                    \
    LINE(COPYSIGN, "llvm.copysign.", 1)                                                            \
    LINE(UMIN, "llvm.umin.", 1)                                                                    \
    LINE(UMAX, "llvm.umax.", 1)                                                                    \
    LINE(SMIN, "llvm.smin.", 1)                                                                    \
    LINE(SMAX, "llvm.smax.", 1)                                                                    \
    LINE(ABS, "llvm.abs.", 1)                                                                      \
    LINE(COPY, "memcpy, memmove, memset", 1)

#define SSA_NAME(name, word, latency) SSA_##name,
enum ssa_op { SSA_OPERATIONS(SSA_NAME) SSA_OPS };
#undef SSA_NAME
extern const uint8_t ssa_latency[SSA_OPS];

/* Predicates of icmp and of fcmp, and what SSA_COPY does, in `what`. */
enum ssa_order {
    SSA_EQ,
    SSA_NE,
    SSA_UGT,
    SSA_UGE,
    SSA_ULT,
    SSA_ULE,
    SSA_SGT,
    SSA_SGE,
    SSA_SLT,
    SSA_SLE
};
enum { SSA_LESS = 1, SSA_EQUAL = 2, SSA_MORE = 4, SSA_UNORDERED = 8 }; /* fcmp: true if one holds */
enum { SSA_MOVES, SSA_FILLS };

struct ssa_operand {
    int32_t id;    /* of the value; below 0: a constant */
    uint64_t bits; /* of that */
};

enum { SSA_MOST_IN = 6, SSA_MOST_OWN = 1 << 20 };

struct ssa_inst {
    enum ssa_op op;
    int32_t id;   /* of its result; below 0: it has none */
    uint8_t bits; /* of the result; of what a store writes */
    uint8_t from; /* bits of the first operand, where they matter */
    bool real;    /* and its class */
    uint8_t what; /* a predicate */
    bool is_volatile;
    bool is_free; /* it takes no instruction of the processor's: it is part of another one */
    uint32_t n;
    struct ssa_operand in[SSA_MOST_IN];
    /* ADDRESS: in[0] + offset + the sum of in[i] * scale[i], each extended from index_bits[i].
     * ALLOCA: offset in the program's own memory. */
    int64_t offset, scale[SSA_MOST_IN];
    uint8_t index_bits[SSA_MOST_IN];
    uint32_t n_to;
    uint32_t *to;                   /* blocks: of a branch; of a switch, the default first */
    uint64_t *cases;                /* of a switch: to[i + 1] is for cases[i] */
    struct ssa_operand *from_block; /* of a phi: for each block to[i] before */
    uint32_t line, column;          /* in the source; 0: not known */
};

struct ssa_block {
    uint32_t first, last; /* instructions; phis come first */
};

struct ssa_function {
    const char *name;
    struct ssa_inst *insts;
    struct ssa_block *blocks;
    uint32_t n_insts, n_blocks;
    uint32_t n_values; /* ids are 0..n_values-1; parameters come first */
    int32_t *phis;     /* the ids of all phis */
    uint32_t n_phis;
    uint32_t own_bytes; /* of its variables in memory */
};

/* Reads a function of a program, by its name. It lives in the arena. NULL and an error for what a
 * CPU out of order cannot execute. */
struct ssa_function *ssa_read(const struct host_program *p, const char *name, struct arena *a,
                              struct error *err);

#endif
