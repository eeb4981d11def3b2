/* A decoded module: what the reader makes and the interpreter runs. */
#ifndef UMBEL_SW_PTX_INTERNAL_H
#define UMBEL_SW_PTX_INTERNAL_H

#include "sw/ptx/isa.h"
#include "sw/ptx/ptx.h"
#include "sw/ptx/simt.h"
#include "sw/util/arena.h"

/* What the hardware and ptxas refuse too, or what would only be a way to run out of memory. */
enum {
    MAX_TEXT = 16 << 20, /* bytes */
    MAX_KERNELS = 1 << 12,
    MAX_INSTS = 1 << 20,            /* a kernel */
    MAX_LABELS = 1 << 18,           /* a kernel */
    MAX_CONSTANT_BYTES = 256 << 20, /* of a kernel's constant operands, in lanes */
    MAX_REGS = 1 << 16,             /* a kernel */
    MAX_SHARED = 256 << 10,         /* a CTA, static */
    MAX_LOCAL = 512 << 10,          /* a thread */
    MAX_CONST = 64 << 10,           /* a module */
    MAX_PARAMS = 4096 + 256,        /* a kernel */
    MAX_ALIGN = 1 << 10,
    MAX_VARIABLE = 1 << 30, /* a .global variable */
    MAX_INIT = 64 << 20     /* bytes of initialised variables, a module */
};

enum space { SPACE_GENERIC, SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_CONST, SPACE_PARAM };

/*
 * Where an operand's lanes lie: an offset into the warp's registers, or, with bit 0 set, into the
 * kernel's constants. Every register is at least 128 bytes, so the bit is free.
 */
typedef uint32_t ref;
enum { REF_CONST = 1 };

/* Changes to operands and results around a lane function; rare, so kept off the fast path. */
enum {
    FIX_ROUND = MOD_ROUND,         /* rounding mode, as MOD_R* */
    FIX_ROUND_INT = MOD_ROUND_INT, /* round source a to an integer first, as MOD_R*I */
    FIX_FTZ_A = 1 << 8,            /* flush subnormal f32 sources and result */
    FIX_FTZ_B = 1 << 9,
    FIX_FTZ_C = 1 << 10,
    FIX_FTZ_D = 1 << 11,
    FIX_SAT = 1 << 12,      /* clamp an f32 result to 0 .. 1 */
    FIX_NARROW_A = 1 << 13, /* source a is in 64-bit lanes, the function wants 32 */
    FIX_CUT16 = 1 << 14,    /* a 32-bit result goes to a 16-bit register */
    FIX_WIDEN = 1 << 15,    /* a 32-bit result goes to a 64-bit register, zero-extended */
    FIX_WIDEN_SIGNED = 1 << 16,
    FIX_A_F64 = 1 << 17 /* source a is f64, for FIX_ROUND_INT */
};

struct op;
struct step; /* what an execution function may touch: the warp, the access, the error */
typedef bool exec_fn(struct step *s, const struct op *o, uint32_t mask);

enum { OP_VECTOR = 4 };

struct op {
    lanes_fn *lanes; /* a lane function, or */
    exec_fn *exec;   /* everything else; both set: exec calls lanes with fixes */
    ref d, a, b, c, e;
    uint32_t guard;     /* predicate; number 0 is always true */
    uint32_t guard_not; /* all ones: the guard is negated */
    uint8_t d_bytes;    /* of the destination's lanes: 4 or 8; 0: an atomic without one */
    uint8_t space;      /* enum space */
    uint8_t bytes;      /* memory: of an element */
    uint8_t elements;   /* memory and mov: 1, 2 or 4 */
    bool is_signed;     /* memory: loads extend the sign */
    bool uniform;       /* memory: one address for all lanes */
    bool fresh;         /* memory: a load that no copy may answer */
    uint8_t what;       /* special register, shuffle or vote mode, predicate operation, atomic */
    uint32_t fix;
    int64_t offset;     /* memory: added to source a; window that cvta adds */
    ref vec[OP_VECTOR]; /* memory and mov: the elements */
    compare_fn *compare;
    uint32_t p, q, r; /* predicates: result, its complement, source */
    uint32_t r_not;
    uint32_t target, join; /* branch: where to, where both ways meet */
};

struct kernel {
    struct ptx_kernel pub; /* first: a struct ptx_kernel * is a struct kernel * */
    struct ptx_module *module;
    struct op *ops;
    struct ptx_inst *insts;
    uint8_t *consts; /* operands known before the run, in 32- and 64-bit lanes */
    uint32_t reg_bytes, n_preds;
};

/* The address of a variable, wherever it was written: placing the variable fills it in. */
struct fixup {
    struct fixup *next;
    uint8_t *at; /* 8 bytes, `lanes` times */
    int lanes;
    const struct variable *in; /* the variable that it is part of, if any */
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

/* ptx_parse with given lane functions, so that a test can compare them. */
struct ptx_module *ptx_parse_for(const struct isa *isa, const char *text, size_t len,
                                 const char *name, struct error *err);

/* Sets the reconvergence points of all branches; `a` is for scratch. */
void ptx_reconverge(struct kernel *k, struct arena *a);

/* `align` is a power of two. */
static inline uint64_t align_up(uint64_t v, uint64_t align)
{
    return (v + align - 1) & ~(align - 1);
}

#endif
