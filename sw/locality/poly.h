/*
 * Polynomials with 64-bit coefficients over numbered variables: sums of terms, each a coefficient
 * and a product of variables. They are immutable and live in an arena. Terms are ordered, and none
 * is zero, so equal polynomials have equal terms.
 *
 * An operation whose result overflows a coefficient or has more than POLY_TERMS terms or
 * POLY_DEGREE factors returns NULL, and so does any operation on NULL.
 */
#ifndef UMBEL_SW_LOCALITY_POLY_H
#define UMBEL_SW_LOCALITY_POLY_H

#include "sw/util/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { POLY_TERMS = 256, POLY_DEGREE = 8 };

struct term {
    int64_t c;
    int n;              /* factors */
    int v[POLY_DEGREE]; /* their variables, ascending; a variable may stand twice */
};

struct poly {
    int n;
    struct term t[];
};

const struct poly *poly_number(struct arena *a, int64_t c);
const struct poly *poly_variable(struct arena *a, int v);
/* p + c * q */
const struct poly *poly_add(struct arena *a, const struct poly *p, int64_t c, const struct poly *q);
const struct poly *poly_scale(struct arena *a, const struct poly *p, int64_t c);
const struct poly *poly_mul(struct arena *a, const struct poly *p, const struct poly *q);
/* The terms for which `keep` is true. */
const struct poly *poly_pick(struct arena *a, const struct poly *p,
                             bool (*keep)(const struct term *t, const void *ctx), const void *ctx);
/* The factor of variable v: p is linear in v and this is what v is multiplied by. NULL if a term
 * has v twice. The zero polynomial if p is without v. */
const struct poly *poly_factor_of(struct arena *a, const struct poly *p, int v);
/* Divides all coefficients by c, which must divide them. */
const struct poly *poly_divide(struct arena *a, const struct poly *p, int64_t c);

bool poly_equal(const struct poly *p, const struct poly *q);
/* Whether p is a number, and which. */
bool poly_is_number(const struct poly *p, int64_t *c);
/* Whether p is one variable alone. */
bool poly_is_variable(const struct poly *p, int *v);
/* The greatest common divisor of the coefficients; 0 of the zero polynomial. */
int64_t poly_content(const struct poly *p);
bool term_has(const struct term *t, int v);

#endif
