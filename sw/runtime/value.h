/* Values of a launch file's types, written as the GPU stores them (little endian). */
#ifndef UMBEL_SW_RUNTIME_VALUE_H
#define UMBEL_SW_RUNTIME_VALUE_H

#include "sw/runtime/expr.h"
#include "sw/runtime/schema.h"

uint32_t value_bytes(enum raw_type type);
bool value_is_real(enum raw_type type);

/* A number. `i` is used for integer types (for u64 it holds the bits), `r` for f32 and f64. For f32
 * it is already rounded to f32. */
struct value {
    int64_t i;
    double r;
};

/* Evaluates a text; the value must fit the type. On false `why` is the message without a place. */
bool value_read(enum raw_type type, const char *text, const struct expr_vars *vars, struct value *v,
                char why[EXPR_WHY]);
/* Whether a > b. */
bool value_above(enum raw_type type, struct value a, struct value b);
/* The bits of a value, in the low value_bytes() bytes. */
uint64_t value_bits(enum raw_type type, struct value v);

/* How to compute a buffer's first contents. */
struct contents {
    enum raw_type type;
    uint64_t count;
    enum raw_init init; /* not RAW_FILE */
    struct value a, b;  /* iota: start, step; random: low, high */
    bool any;           /* random integers without bounds: all values of the type */
    uint64_t key;       /* random: see contents_key */
};

/* The key of a buffer's random contents, which depend only on the seed, the buffer's name and the
 * element's index. */
uint64_t contents_key(uint64_t seed, const char *name);
/* Writes the elements [from, from + n) to `bytes`. */
void contents_fill(const struct contents *c, uint64_t from, uint64_t n, uint8_t *bytes);

#endif
