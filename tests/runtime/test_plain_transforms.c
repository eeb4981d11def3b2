/* Kernels that transform vectors and fields, at every size, against the transforms' definitions. */
#include "tests/runtime/plain_about.h"

/* ---- Walsh's */

/*
 * The signs of the Walsh function number s on n points, that is the one with s changes of sign.
 * From a function on half as many points, with each point twice, two are made: itself, and it with
 * every second sign changed. That has changes just where the other has none.
 */
static void walsh(uint64_t s, uint64_t n, int8_t *sign)
{
    if (n == 1) {
        sign[0] = 1;
        return;
    }
    bool upper = s >= n / 2;
    walsh(upper ? n - 1 - s : s, n / 2, sign);
    for (uint64_t t = n / 2; t-- > 0;) {
        sign[2 * t + 1] = (int8_t)(upper ? -sign[t] : sign[t]);
        sign[2 * t] = sign[t];
    }
}

/* The mean of data times function s. An element meets log2 n sums and one product. */
static struct about coefficient(const float *data, const int8_t *sign, uint64_t n, uint64_t s)
{
    struct about mean = {0};
    uint64_t changes = 0;
    for (uint64_t t = 0; t < n; t++) {
        mean.value += sign[t] * (double)data[t];
        mean.error += fabs((double)data[t]);
        changes += t > 0 && sign[t] != sign[t - 1];
    }
    assert_int_equal(changes, s);
    assert_int_equal(sign[0], 1);
    mean.value /= (double)n;
    mean.error *= (log2((double)n) + 1) * ROUNDING / (double)n;
    return mean;
}

/* All coefficients of short vectors; of long ones the first, the last, and some without pattern. */
static void check_fwt(const struct kernel *k)
{
    uint64_t n = parameter(k, "n"), places = n <= 2048 ? n : 200;
    const float *data = first_of(k, "data"), *out = output(k, "out", n);
    int8_t *sign = xcalloc(n, sizeof *sign);
    for (uint64_t p = 0; p < places; p++) {
        uint64_t s = p * 0x9e3779b1u % n;
        if (places < n && p == 1)
            s = n - 1;
        walsh(s, n, sign);
        near("out", s, out[s], coefficient(data, sign, n, s));
    }
    free(sign);
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"fwt", check_fwt},
    };
    return PLAIN_MAIN("transforms", TRANSFORMS, checks);
}
