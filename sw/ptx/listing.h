/*
 * A kernel as text: its instructions as the parser read them, for analyses that ask what an
 * instruction says (sw/locality). Only ptx_parse_listed records listings; other modules have none.
 *
 * Instructions are numbered from 0: the kernel's own come first, then those of each device function
 * that was read as a part of it. These numbers are not those of the decoded instructions.
 */
#ifndef UMBEL_SW_PTX_LISTING_H
#define UMBEL_SW_PTX_LISTING_H

#include "sw/ptx/ptx.h"

enum space { SPACE_GENERIC, SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_CONST, SPACE_PARAM };

enum ptx_operand_kind {
    PTX_REGISTER, /* number `reg`; of an address: plus `value` bytes */
    PTX_NUMBER,   /* `value`; a floating-point number is its bits */
    PTX_SPECIAL,  /* `name`: "%tid.x" */
    PTX_VARIABLE, /* the address of variable `name` in `space`, plus `value` bytes */
    PTX_PARAM,    /* byte `value` of the kernel's parameter block */
    PTX_TARGET,   /* of a branch: instruction number `value` */
    PTX_NOTHING   /* a sink, or a name of another kind */
};

struct ptx_operand {
    enum ptx_operand_kind kind;
    enum space space; /* of a variable */
    bool address;     /* [in brackets] */
    bool negated;     /* !p */
    bool written;
    int reg;
    int64_t value;
    const char *name;
};

/* An instruction. The elements of a vector {a, b} and of a pair p|q are operands of their own. */
struct ptx_text {
    const char *opcode; /* with its modifiers: "mad.lo.s32" */
    int guard;          /* register number of @p or @!p; -1: none */
    bool guard_not;
    bool is_float; /* the opcode's last type is f32 or f64 */
    int n;
    const struct ptx_operand *operands;
    int line;         /* in the PTX file, 1.. */
    const char *file; /* CUDA source; NULL: not known */
    int file_line, file_column;
    /* Marks that stand before it. clang puts a mark (Ltmp0:) where the code of an inlined function
     * begins and ends, so instructions with equal numbers belong to one copy of one function. */
    int marks;
};

struct ptx_part {
    const char *name; /* of the function; of the kernel for part 0 */
    int first;        /* instruction number */
};

struct ptx_listing {
    int n;
    const struct ptx_text *texts;
    int n_registers;
    int n_parts;
    const struct ptx_part *parts;
};

/* ptx_parse_program, with listings of all kernels that are not refused. */
struct ptx_module *ptx_parse_listed(const char *text, size_t len, const char *name,
                                    struct error *err);
/* NULL if none was recorded. */
const struct ptx_listing *ptx_listing(const struct ptx_kernel *k);

#endif
