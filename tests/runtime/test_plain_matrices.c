/*
 * Products of matrices at every size, against double. A sum
 * of n products has at most n + 1 roundings of the sum of their magnitudes.
 */
#include "tests/runtime/plain_about.h"

/* c = a * b; a is m x k, b is k x n. One row of c at a time. */
static void check_product(const struct kernel *kernel, uint64_t m, uint64_t n, uint64_t k)
{
    const float *a = input(kernel, "a", m * k), *b = input(kernel, "b", k * n);
    const float *c = output(kernel, "c", m * n);
    double *sum = xcalloc(n, sizeof *sum), *magnitude = xcalloc(n, sizeof *magnitude);
    for (uint64_t row = 0; row < m; row++) {
        for (uint64_t j = 0; j < n; j++)
            sum[j] = magnitude[j] = 0;
        for (uint64_t i = 0; i < k; i++)
            for (uint64_t j = 0; j < n; j++) {
                double product = (double)a[row * k + i] * (double)b[i * n + j];
                sum[j] += product;
                magnitude[j] += fabs(product);
            }
        for (uint64_t j = 0; j < n; j++) {
            double error = (double)(k + 1) * ROUNDING * magnitude[j];
            near("c", row * n + j, c[row * n + j], (struct about){sum[j], error});
        }
    }
    free(sum);
    free(magnitude);
}

static void check_sq_gemm(const struct kernel *k)
{
    uint64_t n = parameter(k, "n");
    check_product(k, n, n, n);
}

static void check_gemm_fc(const struct kernel *k)
{
    check_product(k, parameter(k, "m"), parameter(k, "n"), parameter(k, "k"));
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"sq_gemm", check_sq_gemm},
        {"gemm_fc", check_gemm_fc},
    };
    return PLAIN_MAIN("matrices", MATRICES, checks);
}
