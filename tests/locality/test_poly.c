/* Polynomials against their values at random points, and their limits. */
#include "sw/locality/poly.h"
#include "sw/util/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { VARIABLES = 5, ROUNDS = 2000 };

static int64_t value(const struct poly *p, const int64_t *at)
{
    int64_t sum = 0;
    for (int i = 0; i < p->n; i++) {
        int64_t product = p->t[i].c;
        for (int k = 0; k < p->t[i].n; k++)
            product *= at[p->t[i].v[k]];
        sum += product;
    }
    return sum;
}

static const struct poly *any(struct arena *a, struct rng *r)
{
    const struct poly *p = poly_number(a, (int64_t)rng_below(r, 9) - 4);
    for (uint64_t n = rng_below(r, 4); n > 0; n--) {
        const struct poly *t = poly_number(a, (int64_t)rng_below(r, 9) - 4);
        for (uint64_t k = rng_below(r, 3); k > 0; k--)
            t = poly_mul(a, t, poly_variable(a, (int)rng_below(r, VARIABLES)));
        p = poly_add(a, p, 1, t);
    }
    return p;
}

static void values(void **state)
{
    (void)state;
    struct rng r = {1};
    for (int round = 0; round < ROUNDS; round++) {
        struct arena a = {0};
        int64_t at[VARIABLES], c = (int64_t)rng_below(&r, 7) - 3;
        for (int i = 0; i < VARIABLES; i++)
            at[i] = (int64_t)rng_below(&r, 41) - 20;
        const struct poly *p = any(&a, &r), *q = any(&a, &r);
        int64_t x = value(p, at), y = value(q, at), number;
        assert_int_equal(value(poly_add(&a, p, c, q), at), x + c * y);
        const struct poly *product = poly_mul(&a, p, q);
        if (product != NULL)
            assert_int_equal(value(product, at), x * y);
        /* Equal polynomials have equal terms, whatever way they were made. */
        assert_true(poly_equal(poly_add(&a, poly_add(&a, p, 1, q), -1, q), p));
        assert_true(poly_is_number(poly_add(&a, p, -1, p), &number) && number == 0);
        assert_int_equal(value(poly_divide(&a, poly_scale(&a, p, 6), 6), at), x);
        const struct poly *f = poly_factor_of(&a, p, 0);
        if (f != NULL) {
            int64_t other[VARIABLES];
            for (int i = 0; i < VARIABLES; i++)
                other[i] = at[i] + (i == 0);
            assert_int_equal(value(p, other) - x, value(f, at));
        }
        arena_free(&a);
    }
}

static void limits(void **state)
{
    (void)state;
    struct arena a = {0};
    const struct poly *x = poly_variable(&a, 0), *y = poly_variable(&a, 1), *p = x;
    for (int i = 1; i < POLY_DEGREE; i++)
        assert_non_null(p = poly_mul(&a, p, x));
    assert_null(poly_mul(&a, p, y));
    assert_null(poly_factor_of(&a, p, 0)); /* not linear */
    assert_int_equal(poly_factor_of(&a, p, 1)->n, 0);
    p = poly_scale(&a, x, INT64_MAX);
    assert_null(poly_add(&a, p, 1, x));
    assert_null(poly_scale(&a, p, 2));
    assert_null(poly_mul(&a, p, poly_scale(&a, y, 2)));
    assert_null(poly_add(&a, NULL, 1, x));
    assert_null(poly_mul(&a, x, NULL));
    p = poly_number(&a, 0);
    for (int i = 0; i < POLY_TERMS; i++)
        assert_non_null(p = poly_add(&a, p, 1, poly_variable(&a, i)));
    assert_null(poly_add(&a, p, 1, poly_number(&a, 1)));
    assert_int_equal(poly_content(poly_add(&a, poly_scale(&a, x, 12), -18, y)), 6);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values), cmocka_unit_test(limits)};
    return cmocka_run_group_tests_name("polynomials", tests, NULL, NULL);
}
