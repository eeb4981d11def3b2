/*
 * Products of matrices, and of a sparse matrix and a vector, at every size, against double. A sum
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

/* ---- jagged diagonals */

struct jds {
    uint64_t rows, entries, longest, shortest;
    const uint32_t *diagonal, *length, *perm;
};

/* Rows of a group of 32 are equally long, groups go from longest down to shortest; diagonal k
 * begins after all entries of those before it; and perm has every row once. */
static void check_storage(const struct jds *j)
{
    uint64_t groups = j->rows / 32, begin = 0;
    bool *seen = xcalloc(j->rows, sizeof *seen);
    assert_int_equal(j->length[0], j->longest);
    assert_int_equal(j->length[groups - 1], j->shortest);
    for (uint64_t g = 1; g < groups; g++)
        assert_true(j->length[g] <= j->length[g - 1]);
    for (uint64_t d = 0; d < j->longest; d++) {
        same_word("diagonal", d, j->diagonal[d], (uint32_t)begin);
        for (uint64_t g = 0; g < groups && j->length[g] > d; g++)
            begin += 32;
    }
    assert_true(begin <= j->entries);
    for (uint64_t i = 0; i < j->rows; i++) {
        assert_true(j->perm[i] < j->rows && !seen[j->perm[i]]);
        seen[j->perm[i]] = true;
    }
    free(seen);
}

static void check_spmv(const struct kernel *k)
{
    struct jds j = {.rows = parameter(k, "rows"),
                    .entries = parameter(k, "entries"),
                    .longest = parameter(k, "longest"),
                    .shortest = parameter(k, "shortest")};
    j.diagonal = output(k, "diagonal", j.longest);
    j.length = output(k, "length", j.rows / 32);
    j.perm = output(k, "perm", j.rows);
    check_storage(&j);
    const float *value = input(k, "value", j.entries), *x = input(k, "x", j.rows);
    const uint32_t *column = input(k, "column", j.entries);
    struct about *y = xcalloc(j.rows, sizeof *y);
    for (uint64_t i = 0; i < j.rows; i++) {
        struct about *of = &y[j.perm[i]];
        uint32_t length = j.length[i / 32];
        double magnitude = 0;
        for (uint32_t d = 0; d < length; d++) {
            uint64_t at = j.diagonal[d] + i;
            double product = (double)value[at] * (double)x[column[at]];
            of->value += product;
            magnitude += fabs(product);
        }
        of->error = (length + 1.0) * ROUNDING * magnitude;
    }
    near_all(k, "y", y, j.rows);
    free(y);
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"sq_gemm", check_sq_gemm},
        {"gemm_fc", check_gemm_fc},
        {"spmv_jds", check_spmv},
    };
    return PLAIN_MAIN("matrices", MATRICES, checks);
}
