/*
 * Values of registers as polynomials, found by going back from where they are read (LADM III-C).
 *
 * Taken for granted, as the paper's analysis of source text does: indices are whole numbers at
 * least 0 that do not wrap round in their type, so conversions between 16, 32 and 64 bits change
 * nothing, nor do masks of the low 16 or 24 bits, which are what conversions to unsigned short and
 * the operands of __mul24 compile to. Shifts to the right and quotients round down.
 */
#ifndef UMBEL_SW_LOCALITY_EXPAND_H
#define UMBEL_SW_LOCALITY_EXPAND_H

#include "sw/locality/flow.h"
#include "sw/locality/symbols.h"

struct phi {
    int block, reg;
    const struct poly *value; /* NULL: not known yet */
    bool busy;
    int entered;
    int chain;
};

struct expansion {
    struct arena *arena;
    struct flow flow;
    struct symbols symbols;
    const struct poly **value; /* of each instruction; NULL: not known yet */
    struct phi *phis;
    int n_phis;
    int phi_bucket[1024]; /* number + 1 */
    uint8_t *is_pointer;  /* of each byte of the parameter block: an address begins there */
    int depth;
};

bool expansion_start(struct expansion *x, const struct ptx_kernel *k, struct arena *a,
                     struct error *err);
void expansion_free(struct expansion *x);

/* Operand k of instruction i, as it is read there; of an address, with its offset. */
const struct poly *expand_operand(struct expansion *x, int i, int k);

/* ---- between the files of the expansion ---- */

/* A register just before instruction `at` of a block. */
const struct poly *expand_register(struct expansion *x, int block, int at, int reg);
/* phis.c: a register at the beginning of a block. */
const struct poly *expand_phi(struct expansion *x, int block, int reg);
/* A value of block `from` as block `to` sees it: what changes in loops that were left has its last
 * value. */
const struct poly *expand_leave(struct expansion *x, const struct poly *p, int from, int to);
/* joins.c: one of two values; `key` names the place. `first` is the usual one where both are. */
const struct poly *expand_either(struct expansion *x, int64_t key, int i, const struct poly *first,
                                 const struct poly *second);
/* The same of a minimum or maximum: what falls with threads is the usual one at borders only. */
const struct poly *expand_limit(struct expansion *x, int64_t key, int i, const struct poly *a,
                                const struct poly *b);
/* What is there only where an index is below 0: 0 and a border. */
const struct poly *expand_negative(struct expansion *x, int64_t key, int i);
/* The value of a where v is c, and of b elsewhere: b, if it is a there, or differs from it there by
 * what is the same for all threads; then a border is added. NULL: neither. */
struct condition {
    const struct poly *v, *c;
};
const struct poly *expand_agree(struct expansion *x, int64_t key, int i, const struct condition *is,
                                const struct poly *a, const struct poly *b);
/* The instruction that alone writes a register; -1: there are several. */
int expand_writer(const struct expansion *x, int reg);
/* loads.c: the result of load i; a variable that instruction i uses first; bits of the type that
 * stands last but `back` in an opcode, 64 if it is none. */
const struct poly *expand_load(struct expansion *x, int i);
const struct poly *expand_variable(struct expansion *x, enum symbol_kind_of kind, int64_t key,
                                   const char *name, int i);
int expand_type_bits(const struct ptx_text *t, int back);
/* opaque.c: a variable for what instruction i computes, with a reason; the place is added unless it
 * has one, "x.cu:14: ...". */
const struct poly *expand_opaque(struct expansion *x, int64_t key, int i, unsigned on,
                                 uint64_t loops, const char *why);
/* The same; it varies as the operands of the instruction do. */
const struct poly *expand_unknown(struct expansion *x, int i, const char *why);
/* The loops around a block. */
uint64_t expand_loops(const struct expansion *x, int block);

/* bits.c: functions of whole numbers; NULL: too large. */
const struct poly *bits_shift(struct symbols *s, const struct poly *p, int k);
const struct poly *bits_quotient(struct symbols *s, const struct poly *p, const struct poly *d);
/* p & mask, NULL if it is not understood. */
const struct poly *bits_and(struct symbols *s, const struct poly *p, int64_t mask);
/* p | q for bits that are disjoint, NULL if that is not seen. */
const struct poly *bits_or(struct symbols *s, const struct poly *p, const struct poly *q);

#endif
