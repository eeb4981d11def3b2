/* The reader of ssa.h: a cursor in LLVM's text, types and operands. */
#ifndef UMBEL_SW_HOST_SSA_READ_H
#define UMBEL_SW_HOST_SSA_READ_H

#include "sw/host/ssa.h"

enum ssa_kind { SSA_VOID, SSA_INTEGER, SSA_REAL, SSA_POINTER, SSA_ARRAY, SSA_STRUCT, SSA_OTHER };

struct ssa_type {
    enum ssa_kind kind;
    uint32_t bits; /* of an integer or a real */
    uint64_t bytes, align, count;
    struct ssa_type *element; /* of an array */
    struct ssa_type **fields; /* of a struct */
    uint64_t *offsets;
    uint32_t n;
};

struct ssa_reader {
    const struct host_program *p;
    const char *text; /* all of it */
    const char *s;    /* the cursor */
    const char *line; /* the instruction that is being read */
    struct arena *a;
    struct ssa_function *f;
    int depth; /* of types */
    struct error *err;
    bool failed;
};

/* Sets the error, with the place of the instruction in the source. Returns false. */
bool ssa_refuse(struct ssa_reader *r, const char *what);
/* The place in the source, from the !dbg of the instruction. */
void ssa_place(const struct ssa_reader *r, uint32_t *line, uint32_t *column);

/* Skips blanks, and a word or a mark if it is next. */
bool ssa_take(struct ssa_reader *r, const char *word);
/* A type; of kind SSA_OTHER if it is none that a value can have. */
struct ssa_type *ssa_type(struct ssa_reader *r);
bool ssa_is_value(const struct ssa_type *t);
/* An operand of a type; false if it is no value and no constant that can be had. */
bool ssa_operand(struct ssa_reader *r, const struct ssa_type *t, struct ssa_operand *o);
/* "%12": its number; below 0: something else is next. */
int32_t ssa_number(struct ssa_reader *r);

/* ssa_insts.c: the instruction at the cursor, whose result has this id. False and an error. */
bool ssa_inst(struct ssa_reader *r, int32_t id, struct ssa_inst *i);

#endif
