/*
 * Kernels that compute each element by itself, at every size. Results must be exact, since an f32
 * addition has only one rounded result. UMBEL_SLOW adds the sizes of 24 MiB per vector, some
 * seconds: they alone find errors that only such offsets show.
 */
#include "tests/runtime/plain.h"

#include <math.h>

static void check_vecadd(const struct kernel *k)
{
    uint64_t n = parameter(k, "n");
    const float *a = input(k, "a", n), *b = input(k, "b", n), *c = output(k, "c", n);
    for (uint64_t i = 0; i < n; i++)
        same_float("c", i, c[i], a[i] + b[i]);
}

static void check_relu(const struct kernel *k)
{
    uint64_t n = parameter(k, "n"), positive = 0;
    const float *x = input(k, "x", n), *y = output(k, "y", n);
    for (uint64_t i = 0; i < n; i++) {
        same_float("y", i, y[i], x[i] > 0 ? x[i] : 0);
        positive += x[i] > 0;
    }
    assert_true(positive > n / 4 && positive < n * 3 / 4);
}

static void check_transpose(const struct kernel *k)
{
    uint64_t n = parameter(k, "n");
    const float *in = input(k, "in", n * n), *out = output(k, "out", n * n);
    for (uint64_t row = 0; row < n; row++)
        for (uint64_t column = 0; column < n; column++)
            same_float("out", row * n + column, out[row * n + column], in[column * n + row]);
}

/* Of b + s c nvcc and clang make one fma, so there is one rounding. */
static void check_triad(const struct kernel *k)
{
    static const char *const names[] = {"a", "b", "c"};
    uint64_t n = parameter(k, "n");
    for (uint64_t i = 0; i < n; i++) {
        float v[3];
        for (int j = 0; j < 3; j++)
            v[j] = ((const float *)first_of(k, names[j]))[i];
        for (int launch = 0; launch < 6; launch++)
            v[launch % 3] = fmaf(0.4f, v[(launch + 2) % 3], v[(launch + 1) % 3]);
        for (int j = 0; j < 3; j++)
            same_float(names[j], i, ((const float *)output(k, names[j], n))[i], v[j]);
    }
}

/* a, b and c as they were first, and a and c as they are. */
struct vectors {
    uint64_t n, len;
    const float *a, *b, *a1, *c1;
};

static struct vectors vectors_of(const struct kernel *k)
{
    uint64_t len = parameter(k, "len"), n = parameter(k, "ctas") * len;
    assert_int_equal(count_of(k, "c"), n);
    return (struct vectors){.n = n,
                            .len = len,
                            .a = first_of(k, "a"),
                            .b = input(k, "b", n),
                            .a1 = output(k, "a", n),
                            .c1 = output(k, "c", n)};
}

/* c = a + b, then a = c + b, each again with the same result. */
static void check_xtreme1(const struct kernel *k)
{
    struct vectors v = vectors_of(k);
    for (uint64_t i = 0; i < v.n; i++) {
        float sum = v.a[i] + v.b[i];
        same_float("c", i, v.c1[i], sum);
        same_float("a", i, v.a1[i], sum + v.b[i]);
    }
}

/* c = a + b; in the victim's slice alone a = c + b; c = a + b once more. */
static void check_victim(const struct kernel *k, uint64_t victim)
{
    struct vectors v = vectors_of(k);
    for (uint64_t i = 0; i < v.n; i++) {
        float a = i / v.len == victim ? v.a[i] + v.b[i] + v.b[i] : v.a[i];
        same_float("a", i, v.a1[i], a);
        same_float("c", i, v.c1[i], a + v.b[i]);
    }
}

static void check_xtreme2(const struct kernel *k)
{
    check_victim(k, 1);
}

static void check_xtreme3(const struct kernel *k)
{
    check_victim(k, parameter(k, "ctas") - 1);
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"vecadd", check_vecadd},   {"relu", check_relu},       {"transpose", check_transpose},
        {"xtreme1", check_xtreme1}, {"xtreme2", check_xtreme2}, {"xtreme3", check_xtreme3},
        {"triad", check_triad},
    };
    return PLAIN_MAIN("elements", ELEMENTS, checks);
}
