/* Sums of products of results that are known but for rounding errors. */
#ifndef UMBEL_TESTS_RUNTIME_PLAIN_SUM_H
#define UMBEL_TESTS_RUNTIME_PLAIN_SUM_H

#include "tests/runtime/plain_about.h"

/* A sum of products. It is off by at most as many roundings of the sum of magnitudes as it has
 * terms, in any order, products rounded before they are added or not (test_plain_sums.c). */
struct sum {
    struct about of;
    double magnitude, terms;
};

static inline void add(struct sum *s, double factor, struct about term)
{
    s->of.value += factor * term.value;
    s->of.error += fabs(factor) * term.error;
    s->magnitude += fabs(factor) * (fabs(term.value) + term.error);
    s->terms++;
}

static inline struct about rounded(const struct sum *s)
{
    double error = 1.01 * ROUNDING * s->terms * s->magnitude;
    return (struct about){s->of.value, s->of.error + error};
}

/* term + factor * other */
static inline struct about plus(struct about term, double factor, struct about other)
{
    struct sum s = {0};
    add(&s, 1, term);
    add(&s, factor, other);
    return rounded(&s);
}

static inline struct about times(struct about a, struct about b)
{
    return (struct about){a.value * b.value,
                          fabs(a.value) * b.error + fabs(b.value) * a.error + a.error * b.error};
}

#endif
