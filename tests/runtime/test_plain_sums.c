/*
 * Kernels that add up products, at every size, against sums in double. A sum of n products in f32,
 * in any order, products rounded before they are added or not, is off by at most
 *
 *     n u / (1 - n u) * (sum of the products' magnitudes),  u = 2^-24
 *
 * (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1). Operands that are results
 * themselves have an error of their own. UMBEL_SLOW adds the largest products of matrices, two
 * seconds: they alone find errors that only the longest sums show.
 */
#include "sw/util/arena.h"
#include "tests/runtime/plain.h"

#include <math.h>

/* The expected result, and its largest allowed error. */
struct about {
    double value, error;
};

/* Sum of n products of a[0], a[step] .. and b. */
static struct about sum_of_products(const float *a, uint64_t step, const struct about *b,
                                    uint64_t n)
{
    struct about sum = {0};
    double magnitude = 0;
    for (uint64_t i = 0; i < n; i++) {
        double factor = (double)a[i * step];
        sum.value += factor * b[i].value;
        sum.error += fabs(factor) * b[i].error;
        magnitude += fabs(factor) * (fabs(b[i].value) + b[i].error);
    }
    double nu = (double)n * 0x1p-24;
    /* The double sum has an error as well, some 2^-29 of this. */
    sum.error += (nu / (1 - nu) + (double)n * 0x1p-52) * magnitude;
    return sum;
}

static void near(const char *name, uint64_t i, float got, struct about want)
{
    if (!(fabs((double)got - want.value) <= want.error))
        fail_msg("%s[%llu] is %.9g, not %.9g within %.2g", name, (unsigned long long)i, (double)got,
                 want.value, want.error);
}

static struct about *exactly(const float *v, uint64_t step, uint64_t n)
{
    struct about *a = xcalloc(n, sizeof *a);
    for (uint64_t i = 0; i < n; i++)
        a[i].value = (double)v[i * step];
    return a;
}

static void check_fir(const struct kernel *k)
{
    uint64_t n = parameter(k, "n"), taps = count_of(k, "taps");
    const float *x = input(k, "x", n + taps - 1), *y = output(k, "y", n);
    struct about *tap = exactly(input(k, "taps", taps), 1, taps);
    for (uint64_t i = 0; i < n; i++)
        near("y", i, y[i], sum_of_products(x + i, 1, tap, taps));
    free(tap);
}

static void check_conv(const struct kernel *k)
{
    enum { SIDE = 3 };
    uint64_t n = parameter(k, "n"), wide = n + SIDE - 1;
    const float *image = input(k, "image", wide * wide), *out = output(k, "out", n * n);
    struct about *weight = exactly(input(k, "weights", SIDE * SIDE), 1, SIDE * SIDE);
    for (uint64_t i = 0; i < n * n; i++) {
        float part[SIDE * SIDE];
        for (uint64_t j = 0; j < SIDE; j++)
            memcpy(part + j * SIDE, image + (i / n + j) * wide + i % n, SIDE * sizeof *part);
        near("out", i, out[i], sum_of_products(part, 1, weight, SIDE * SIDE));
    }
    free(weight);
}

/* sgemm and mm: c = a * b. */
static void check_product(const struct kernel *k)
{
    uint64_t n = parameter(k, "n");
    const float *a = input(k, "a", n * n), *b = input(k, "b", n * n), *c = output(k, "c", n * n);
    for (uint64_t column = 0; column < n; column++) {
        struct about *of_b = exactly(b + column, n, n);
        for (uint64_t row = 0; row < n; row++)
            near("c", row * n + column, c[row * n + column],
                 sum_of_products(a + row * n, 1, of_b, n));
        free(of_b);
    }
}

/* The product of a matrix of n x n, or of what it becomes when transposed, and a vector. */
static struct about *matrix_times(const float *a, bool transposed, const struct about *in,
                                  uint64_t n)
{
    struct about *out = xcalloc(n, sizeof *out);
    for (uint64_t i = 0; i < n; i++)
        out[i] =
            transposed ? sum_of_products(a + i, n, in, n) : sum_of_products(a + i * n, 1, in, n);
    return out;
}

static void near_all(const struct kernel *k, const char *name, const struct about *want, uint64_t n)
{
    const float *got = output(k, name, n);
    for (uint64_t i = 0; i < n; i++)
        near(name, i, got[i], want[i]);
}

static void check_atax(const struct kernel *k)
{
    uint64_t n = parameter(k, "n");
    const float *a = input(k, "a", n * n);
    struct about *x = exactly(input(k, "x", n), 1, n);
    struct about *t = matrix_times(a, false, x, n), *y = matrix_times(a, true, t, n);
    near_all(k, "t", t, n);
    near_all(k, "y", y, n);
    free(x);
    free(t);
    free(y);
}

static void check_bicg(const struct kernel *k)
{
    uint64_t n = parameter(k, "n");
    const float *a = input(k, "a", n * n);
    struct about *p = exactly(input(k, "p", n), 1, n), *r = exactly(input(k, "r", n), 1, n);
    struct about *q = matrix_times(a, false, p, n), *s = matrix_times(a, true, r, n);
    near_all(k, "q", q, n);
    near_all(k, "s", s, n);
    free(p);
    free(r);
    free(q);
    free(s);
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"fir", check_fir},    {"conv", check_conv}, {"sgemm", check_product},
        {"mm", check_product}, {"atax", check_atax}, {"bicg", check_bicg},
    };
    return PLAIN_MAIN("sums", SUMS, checks);
}
