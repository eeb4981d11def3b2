/* Traffic patterns, and when a series of batches is steady: against what is known of them. */
#include "harness/net/pattern.h"
#include "harness/net/steady.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void names(void **state)
{
    (void)state;
    enum pattern p;
    for (int i = 0; i < PATTERNS; i++) {
        assert_true(pattern_find(pattern_name((enum pattern)i), &p));
        assert_int_equal(p, i);
    }
    assert_false(pattern_find("Uniform", &p));
}

/* Of 16 nodes in four rows, by hand. */
static void nodes(void **state)
{
    (void)state;
    static const struct {
        enum pattern p;
        uint32_t from, columns, to;
    } cases[] = {
        {PATTERN_TRANSPOSE, 1, 4, 4}, {PATTERN_TRANSPOSE, 7, 4, 13}, {PATTERN_TRANSPOSE, 10, 4, 10},
        {PATTERN_BITREV, 1, 4, 8},    {PATTERN_BITREV, 11, 4, 13},   {PATTERN_BITREV, 6, 4, 6},
        {PATTERN_SHUFFLE, 1, 4, 2},   {PATTERN_SHUFFLE, 12, 4, 9},   {PATTERN_SHUFFLE, 15, 4, 15},
        {PATTERN_TORNADO, 0, 4, 5},   {PATTERN_TORNADO, 15, 4, 0},   {PATTERN_TORNADO, 3, 4, 4},
        {PATTERN_TORNADO, 0, 0, 7},   {PATTERN_TORNADO, 12, 16, 3},  {PATTERN_TORNADO, 9, 0, 0},
    };
    struct rng rng = {1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(pattern_node(cases[i].p, cases[i].from, 16, cases[i].columns, &rng),
                         cases[i].to);
}

/* Random ones: every node is met, and node 0 of a hotspot about as often as it should. */
static void shares(void **state)
{
    (void)state;
    enum { NODES = 16, TRIES = 64000 };
    static const struct {
        enum pattern p;
        double of_0;
    } cases[] = {{PATTERN_UNIFORM, 1.0 / 16}, {PATTERN_HOTSPOT, 0.25 + 0.75 / 16}};
    for (size_t i = 0; i < 2; i++) {
        struct rng rng = {7};
        uint32_t met[NODES] = {0};
        for (int t = 0; t < TRIES; t++)
            met[pattern_node(cases[i].p, 3, NODES, 4, &rng)]++;
        assert_true(fabs(met[0] - cases[i].of_0 * TRIES) < 0.05 * cases[i].of_0 * TRIES);
        for (int n = 1; n < NODES; n++)
            assert_true(fabs(met[n] - (1 - cases[i].of_0) / 15 * TRIES) < 400);
    }
}

static void what_does_not_fit(void **state)
{
    (void)state;
    static const struct {
        enum pattern p;
        uint32_t nodes;
        bool fits;
    } cases[] = {{PATTERN_UNIFORM, 5, true},    {PATTERN_TORNADO, 5, true},
                 {PATTERN_BITREV, 12, false},   {PATTERN_BITREV, 8, true},
                 {PATTERN_SHUFFLE, 6, false},   {PATTERN_TRANSPOSE, 8, false},
                 {PATTERN_TRANSPOSE, 64, true}, {PATTERN_TRANSPOSE, 12, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        assert_int_equal(pattern_fits(cases[i].p, cases[i].nodes, &err), cases[i].fits);
        assert_int_equal(error_is_set(&err), !cases[i].fits);
    }
}

/* ---- steady ---- */

/* The interval of ten numbers, from tables: mean 5.5, s 3.0277, t(9) 2.2622. */
static void interval(void **state)
{
    (void)state;
    static const double ten[] = {1, 10, 2, 9, 3, 8, 4, 7, 5, 6};
    const struct steady s = steady_of(ten, 10);
    assert_true(s.warm_up < 10);
    static const double alike[] = {4, 6, 4, 6, 4, 6, 4, 6, 4, 6};
    const struct steady a = steady_of(alike, 10);
    assert_int_equal(a.warm_up, 0);
    assert_true(fabs(a.mean - 5) < 1e-9);
    assert_true(fabs(a.half - 2.2622 * 1.0541 / sqrt(10)) < 0.003);
    assert_true(a.is);
}

/* What fills first is left out; what grows for ever is never steady. */
static void warm_up(void **state)
{
    (void)state;
    double fills[40], grows[40];
    for (int i = 0; i < 40; i++) {
        fills[i] = i < 6 ? i : 10 + (i % 2 == 0 ? 0.1 : -0.1);
        grows[i] = i * i;
    }
    const struct steady f = steady_of(fills, 40), g = steady_of(grows, 40);
    assert_int_equal(f.warm_up, 6);
    assert_true(f.is && fabs(f.mean - 10) < 0.01);
    assert_false(g.is);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),    cmocka_unit_test(nodes),
        cmocka_unit_test(shares),   cmocka_unit_test(what_does_not_fit),
        cmocka_unit_test(interval), cmocka_unit_test(warm_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
