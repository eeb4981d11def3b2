/* A decoded module: made by the parser, executed by the interpreter. */
#ifndef UMBEL_SW_PTX_INTERNAL_H
#define UMBEL_SW_PTX_INTERNAL_H

#include "sw/ptx/isa.h"
#include "sw/ptx/listing.h"
#include "sw/ptx/ptx.h"
#include "sw/ptx/simt.h"
#include "sw/util/arena.h"

/* Limits: some are those of the hardware and ptxas, the others keep memory bounded. */
enum {
    MAX_TEXT = 16 << 20, /* bytes */
    MAX_KERNELS = 1 << 12,
    MAX_INSTS = 1 << 20,            /* per kernel */
    MAX_LABELS = 1 << 18,           /* per kernel */
    MAX_CONSTANT_BYTES = 256 << 20, /* per kernel: constant operands, in lanes */
    MAX_REGS = 1 << 16,             /* per kernel */
    MAX_SHARED = 256 << 10,         /* bytes per CTA, static */
    MAX_LOCAL = 512 << 10,          /* bytes per thread */
    MAX_CONST = 64 << 10,           /* bytes per module */
    MAX_PARAMS = 4096 + 256,        /* bytes per kernel */
    MAX_ALIGN = 1 << 10,
    MAX_VARIABLE = 1 << 30, /* bytes of a .global variable */
    MAX_INIT = 64 << 20     /* bytes of initialised variables per module */
};

/*
 * Where an operand's lanes lie: a byte offset into the warp's registers, or, with bit 0 set, into
 * the kernel's constants. Offsets are multiples of 128, so the bit is free.
 */
typedef uint32_t ref;
enum { REF_CONST = 1 };

/* Changes to operands and results around a lane function. They are rare, so exec_fixed makes them,
 * off the fast path. */
enum {
    FIX_ROUND = MOD_ROUND,         /* rounding mode, as MOD_R* */
    FIX_ROUND_INT = MOD_ROUND_INT, /* round source a to an integer first, as MOD_R*I */
    FIX_FTZ_A = 1 << 8,            /* flush subnormal f32 sources and result */
    FIX_FTZ_B = 1 << 9,
    FIX_FTZ_C = 1 << 10,
    FIX_FTZ_D = 1 << 11,
    FIX_SAT = 1 << 12,      /* clamp an f32 result to 0 .. 1 */
    FIX_NARROW_A = 1 << 13, /* source a has 64-bit lanes, the function takes 32 */
    FIX_CUT16 = 1 << 14,    /* a 32-bit result goes to a 16-bit register */
    FIX_WIDEN = 1 << 15,    /* a 32-bit result goes to a 64-bit register, zero-extended */
    FIX_WIDEN_SIGNED = 1 << 16,
    FIX_A_F64 = 1 << 17 /* source a is f64, for FIX_ROUND_INT */
};

struct op;
struct step; /* arguments of an execution function: the warp, the access, the error */
typedef bool exec_fn(struct step *s, const struct op *o, uint32_t mask);

enum { OP_VECTOR = 4 };

/* A decoded operation. If `exec` is NULL, `lanes` is all there is to do. */
struct op {
    lanes_fn *lanes; /* a lane function; with `exec`, called by exec_fixed */
    exec_fn *exec;   /* an execution function, for all else */
    ref d, a, b, c, e;
    uint32_t guard;     /* number of the predicate; 0 is always true */
    uint32_t guard_not; /* all ones: the guard is negated */
    uint8_t d_bytes;    /* of a destination lane: 4 or 8; 0: atomic without one */
    uint8_t space;      /* enum space */
    uint8_t bytes;      /* memory, mov: of an element */
    uint8_t elements;   /* memory and mov: 1, 2 or 4 */
    bool is_signed;     /* memory: loads extend the sign */
    bool uniform;       /* memory: one address for all lanes */
    bool fresh;         /* memory: no cached copy may answer the load */
    uint8_t what;       /* special register, shuffle or vote mode, predicate operation, atomic */
    uint32_t fix;
    int64_t offset;     /* memory: added to source a */
    ref vec[OP_VECTOR]; /* memory and mov: the elements */
    compare_fn *compare;
    uint32_t p, q, r; /* predicates: result, its complement, source */
    uint32_t r_not;
    uint32_t target, join; /* branch: target, reconvergence point; instruction numbers */
};

/* Bytes in a frame: a parameter, or a result. */
struct piece {
    uint32_t offset, bytes;
};

/*
 * A device function as a part of a kernel that calls it. Its registers follow those of the kernel.
 * An activation has a frame in the thread's local memory: the variables, the parameters and the
 * result of the function, and the parameters of the calls that it makes.
 */
struct callee {
    const char *name;
    uint64_t address; /* for calls by address */
    uint32_t entry;   /* instruction number */
    uint32_t regs, reg_bytes, n_regs;
    size_t first_reg;          /* number of the first among the kernel's that are no predicates */
    const uint8_t *lane_bytes; /* of each register: 4 or 8 */
    uint32_t preds, n_preds;
    ref frame; /* the register that holds the frame's offset in local memory */
    uint32_t frame_bytes;
    struct piece result;
    const struct piece *params;
    int n_params;
    bool taken;     /* its address is: a call by address may come to it */
    bool recursive; /* an activation may be above another: its registers have to be saved */
};

/* A call instruction; its pieces lie in the caller's frame. */
struct call_site {
    int callee;           /* index, or CALL_* */
    uint32_t frame_bytes; /* of the caller */
    struct piece result;
    const struct piece *args;
    int n_args;
};

/* Whether the parameters and the result of a call are those of the function. */
bool call_fits(const struct call_site *site, const struct callee *f);

enum { CALL_BY_ADDRESS = -1, CALL_LIBRARY = -2 };
enum { FRAME_ALIGN = 16, MAX_ARGS = 256 };

/* Functions that the interpreter has, of op.what. */
enum library { LIBRARY_PRINT, LIBRARY_ASSERT, LIBRARY_ALLOCATE, LIBRARY_RELEASE };

struct kernel {
    struct ptx_kernel pub; /* first: a struct ptx_kernel * is a struct kernel * */
    struct ptx_module *module;
    struct op *ops;
    struct ptx_inst *insts;
    uint8_t *consts; /* constant operands, in lanes of 32 or 64 bits */
    uint32_t reg_bytes, n_preds;
    struct callee *callees;
    int n_callees;
    struct call_site *sites;
    uint32_t n_sites;
    bool recursive; /* local memory is as large as the launch's limit of stacks */
    const struct ptx_listing *listing; /* NULL: not asked for */
};

/* A place that holds the address of a variable. Placing the variable fills it in. */
struct fixup {
    struct fixup *next;
    uint8_t *at; /* 8 bytes, `lanes` times */
    int lanes;
    const struct variable *in; /* the variable whose initial value this is part of, or NULL */
    int64_t addend;
};

struct variable {
    struct ptx_variable pub;
    struct fixup *fixups;
    uint8_t *bytes;        /* NULL: all zero */
    uint32_t const_offset; /* of a .const variable */
};

struct ptx_module {
    struct arena arena;
    const char *name;
    const struct isa *isa;
    struct kernel **kernels;
    size_t n_kernels;
    struct variable **variables;
    size_t n_variables;
    uint8_t *const_bank;
    uint32_t const_bytes;
};

static inline const struct kernel *kernel_of(const struct ptx_kernel *k)
{
    return (const struct kernel *)(const void *)k;
}

/* ptx_parse with the given lane functions, so that tests can compare them. */
struct ptx_module *ptx_parse_for(const struct isa *isa, const char *text, size_t len,
                                 const char *name, struct error *err);

/* Sets `join`, the reconvergence point, of all branches. `a` is for scratch memory. */
void ptx_reconverge(struct kernel *k, struct arena *a);

/* The most 32-bit registers that are alive at a time (pressure.c). `words`: of each register, how
 * many of these it is; 0 for a predicate. */
uint32_t ptx_pressure(const struct kernel *k, const uint8_t *words, struct arena *a);

/* `align` is a power of two. */
static inline uint64_t align_up(uint64_t v, uint64_t align)
{
    return (v + align - 1) & ~(align - 1);
}

#endif
