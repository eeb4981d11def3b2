/* Values of a launch file's types, written as the GPU stores them (little endian). */
#ifndef UMBEL_SW_RUNTIME_VALUE_H
#define UMBEL_SW_RUNTIME_VALUE_H

#include "sw/runtime/expr.h"
#include "sw/runtime/schema.h"

uint32_t value_bytes(enum raw_type type);
bool value_is_real(enum raw_type type);

/* A number of a type: `i` for integers, the bits of a u64, too; `r` for f32 and f64. An f32 has
 * been rounded to one. */
struct value {
    int64_t i;
    double r;
};

/* Evaluates and checks that it fits the type; on false `why` lacks a place only. */
bool value_read(enum raw_type type, const char *text, const struct expr_vars *vars, struct value *v,
                char why[EXPR_WHY]);
bool value_above(enum raw_type type, struct value a, struct value b);
/* Its bits, in the low value_bytes(). */
uint64_t value_bits(enum raw_type type, struct value v);

/* How a buffer's first contents come about. */
struct contents {
    enum raw_type type;
    uint64_t count;
    enum raw_init init; /* not RAW_FILE */
    struct value a, b;  /* iota: start, step; random: low, high */
    bool any;           /* random integers: no bounds, all values of the type */
    uint64_t key;       /* random: see contents_key */
};

/* Random contents depend on nothing but the seed, the buffer's name and the element's index. */
uint64_t contents_key(uint64_t seed, const char *name);
/* Elements [from, from + n), at `bytes`. */
void contents_fill(const struct contents *c, uint64_t from, uint64_t n, uint8_t *bytes);

#endif
