/* Results known but for rounding errors: a value, and how far from it a result may be. */
#ifndef UMBEL_TESTS_RUNTIME_PLAIN_ABOUT_H
#define UMBEL_TESTS_RUNTIME_PLAIN_ABOUT_H

#include "sw/util/arena.h"
#include "tests/runtime/plain.h"

#include <math.h>

/* The largest relative error of one rounding to f32. */
#define ROUNDING 0x1p-24

/* The same for f64. */
#define ROUNDING64 0x1p-53

/* The expected result, and its largest allowed error. */
struct about {
    double value, error;
};

static inline void near(const char *name, uint64_t i, float got, struct about want)
{
    if (!(fabs((double)got - want.value) <= want.error))
        fail_msg("%s[%llu] is %.9g, not %.9g within %.2g", name, (unsigned long long)i, (double)got,
                 want.value, want.error);
}

static inline void near_all(const struct kernel *k, const char *name, const struct about *want,
                            uint64_t n)
{
    const float *got = output(k, name, n);
    for (uint64_t i = 0; i < n; i++)
        near(name, i, got[i], want[i]);
}

static inline void near64(const char *name, uint64_t i, double got, double want, double error)
{
    if (!(fabs(got - want) <= error))
        fail_msg("%s[%llu] is %.17g, not %.17g within %.2g", name, (unsigned long long)i, got, want,
                 error);
}

static inline struct about *exactly(const float *v, uint64_t step, uint64_t n)
{
    struct about *a = xcalloc(n, sizeof *a);
    for (uint64_t i = 0; i < n; i++)
        a[i].value = (double)v[i * step];
    return a;
}

#endif
