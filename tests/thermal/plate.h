/* Floorplans for tests: written to a file of the test's folder, read, solved; texts with a change.
 */
#ifndef UMBEL_TESTS_THERMAL_PLATE_H
#define UMBEL_TESTS_THERMAL_PLATE_H

#include "harness/thermal/power.h"
#include "harness/thermal/solve.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A floorplan with its grid and its temperatures. */
struct plate {
    struct floorplan *f;
    struct stack *s;
    struct heat h;
};

/* The floorplan of a text, whose blocks all have watts. Fails the test if it cannot be solved. */
static inline struct plate plate_of(void **state, const char *text)
{
    struct plate p = {0};
    struct error err = {0};
    struct power power;
    const char *path = in_folder(state, "plate.yaml");
    write_text(path, text);
    p.f = floorplan_load(path, &err);
    assert_string_equal(err.text, "");
    assert_true(power_given(p.f, &power, &err));
    p.s = stack_new(p.f, &err);
    assert_string_equal(err.text, "");
    assert_true(heat_solve(p.s, p.f, power.watts, &p.h, &err));
    power_free(&power);
    return p;
}

static inline void plate_free(struct plate *p)
{
    heat_free(&p->h);
    stack_free(p->s);
    floorplan_free(p->f);
}

/* The rise above the air in a cell, in K. */
static inline double plate_rise(const struct plate *p, size_t x, size_t y, size_t z)
{
    return p->h.rise[stack_at(p->s, x, y, z)];
}

/* The middle of a cell along an axis, in mm. */
static inline double plate_middle(const struct stack_axis *a, size_t i)
{
    return (a->line[i] + a->line[i + 1]) / 2 * 1e3;
}

/* Whether two numbers are the same up to a share of the second. */
static inline void assert_near(double got, double want, double share)
{
    const double apart = got > want ? got - want : want - got;
    const double size = want > 0 ? want : -want;
    if (!(apart <= share * size))
        fail_msg("%.12g, not %.12g", got, want);
}

/* The text with its first FROM changed to TO; to be freed. */
static inline char *plate_changed(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    if (at == NULL)
        fail_msg("'%s' is not in the text", from);
    const size_t n = strlen(text) + strlen(to) + 1;
    char *all = malloc(n);
    assert_non_null(all);
    snprintf(all, n, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return all;
}

#endif
