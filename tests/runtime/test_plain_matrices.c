/*
 * Products of matrices, of a sparse matrix and a vector, and what conjugate gradients and a network
 * of two layers make of them, at every size, against double. A sum of n products has at most n + 1
 * roundings of the sum of their magnitudes.
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

/* ---- back propagation: the delta rule, with momentum */

enum { HIDDEN = 16, WIDE = HIDDEN + 1 };

static const double rate = (double)0.3f, momentum = (double)0.3f, target = (double)0.1f;

/* A sigmoid is at most a quarter as steep as its argument, and computed with a few roundings. */
static struct about sigmoid(struct about x)
{
    return (struct about){1 / (1 + exp(-x.value)), x.error / 4 + 6 * ROUNDING};
}

/* The hidden units: unit 0 is the bias. A product meets at most the sums of its CTA, of one in 16
 * CTAs, and of two trees. */
static void feed(const struct kernel *k, uint64_t n, struct about *unit)
{
    const float *in = input(k, "input", n), *weight = first_of(k, "weight");
    const float *partial = output(k, "partial", n);
    double magnitude[WIDE] = {0};
    for (int j = 1; j < WIDE; j++) {
        unit[j].value = (double)weight[j];
        magnitude[j] = fabs(unit[j].value);
    }
    for (uint64_t cta = 0; cta < n / 16; cta++)
        for (int j = 1; j < WIDE; j++) {
            double sum = 0, sizes = 0;
            for (uint64_t row = 16 * cta; row < 16 * cta + 16; row++) {
                double product = (double)weight[(row + 1) * WIDE + (uint64_t)j] * (double)in[row];
                sum += product;
                sizes += fabs(product);
            }
            uint64_t at = cta * HIDDEN + (uint64_t)j - 1;
            near("partial", at, partial[at], (struct about){sum, 6 * ROUNDING * sizes});
            unit[j].value += sum;
            magnitude[j] += sizes;
        }
    unit[0] = (struct about){1, 0};
    for (int j = 1; j < WIDE; j++) {
        unit[j].error = ((double)n / 256 + 12) * ROUNDING * magnitude[j];
        unit[j] = sigmoid(unit[j]);
    }
}

/* The output, and the slope of half its squared error. */
static struct about slope_of(const struct kernel *k, const struct about *unit)
{
    const float *weight = first_of(k, "out_weight"), *answer = output(k, "answer", 2);
    struct about out = {0};
    for (int j = 0; j < WIDE; j++) {
        double product = (double)weight[j] * unit[j].value;
        out.value += product;
        out.error +=
            fabs((double)weight[j]) * unit[j].error + (WIDE + 1) * ROUNDING * fabs(product);
    }
    out = sigmoid(out);
    near("answer", 0, answer[0], out);
    double y = out.value;
    struct about slope = {y * (1 - y) * (target - y), 1.25 * out.error + 2 * ROUNDING};
    near("answer", 1, answer[1], slope);
    return slope;
}

/* A weight and its last change after a step down such a slope. */
static void check_moved(const struct kernel *k, const char *weights, const char *lasts, uint64_t i,
                        struct about slope)
{
    uint64_t n = count_of(k, weights);
    double weight = (double)((const float *)first_of(k, weights))[i];
    double last = momentum * (double)((const float *)first_of(k, lasts))[i];
    struct about change = {rate * slope.value + last,
                           rate * slope.error +
                               3 * ROUNDING * (fabs(rate * slope.value) + fabs(last))};
    near(lasts, i, ((const float *)output(k, lasts, n))[i], change);
    change.value += weight;
    change.error += ROUNDING * fabs(change.value);
    near(weights, i, ((const float *)output(k, weights, n))[i], change);
}

static void check_backprop(const struct kernel *k)
{
    uint64_t n = parameter(k, "n");
    const float *in = input(k, "input", n), *weight = first_of(k, "out_weight");
    struct about unit[WIDE] = {0}, delta[WIDE] = {0};
    feed(k, n, unit);
    near_all(k, "hidden", unit + 1, HIDDEN);
    struct about slope = slope_of(k, unit);
    for (uint64_t j = 0; j < WIDE; j++) {
        double h = unit[j].value, v = fabs((double)weight[j]), size = fabs(slope.value);
        struct about moves = {slope.value * h, slope.error + size * (unit[j].error + ROUNDING)};
        check_moved(k, "out_weight", "out_last", j, moves);
        delta[j].value = h * (1 - h) * (double)weight[j] * slope.value;
        delta[j].error = v * (slope.error / 4 + size * (unit[j].error + 2 * ROUNDING));
    }
    near_all(k, "delta", delta + 1, HIDDEN);
    for (uint64_t row = 0; row <= n; row++)
        for (uint64_t j = 1; j < WIDE; j++) {
            double x = row == 0 ? 1 : (double)in[row - 1];
            struct about moves = {x * delta[j].value, fabs(x) * delta[j].error};
            moves.error += ROUNDING * fabs(moves.value);
            check_moved(k, "weight", "last", row * WIDE + j, moves);
        }
}

/* ---- conjugate gradients */

struct csr {
    uint64_t n;
    const uint32_t *first, *column;
    const double *value;
};

/* The value in a row and column; 0 if there is no entry. Columns ascend. */
static double entry(const struct csr *a, uint64_t row, uint64_t column)
{
    uint64_t low = a->first[row], high = a->first[row + 1];
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        *(a->column[middle] <= column ? &low : &high) = middle;
    }
    return a->column[low] == column ? a->value[low] : 0;
}

/* A row has ascending columns, values of -1 to 1 that are the same on both sides of the diagonal,
 * and on it an eighth more than all others together: so the matrix is positive definite. */
static double check_row(const struct csr *a, uint64_t row)
{
    double others = 0, sum = 0;
    for (uint64_t e = a->first[row]; e < a->first[row + 1]; e++) {
        uint32_t column = a->column[e];
        assert_true(column < a->n && (e == a->first[row] || column > a->column[e - 1]));
        if (column == row)
            continue;
        double v = a->value[e];
        assert_true(v != 0 && fabs(v) <= 1 && v == entry(a, column, row));
        others += fabs(v);
        sum += v;
    }
    near64("diagonal", row, entry(a, row, row), others + 0.125, 0);
    return sum;
}

/* Entries are as many as the size says, and their values have no bias: within five deviations. */
static void check_matrix(const struct kernel *k, const struct csr *a)
{
    uint64_t mean = parameter(k, "mean"), all = a->first[a->n];
    const uint32_t *count = output(k, "count", a->n);
    double sum = 0, pairs = (double)(a->n * mean) / 2;
    assert_int_equal(a->first[0], 0);
    assert_true(all <= parameter(k, "entries"));
    for (uint64_t i = 0; i < a->n; i++) {
        assert_true(a->first[i + 1] > a->first[i]);
        same_word("count", i, count[i], a->first[i + 1] - a->first[i]);
    }
    for (uint64_t i = 0; i < a->n; i++)
        sum += check_row(a, i);
    near64("pairs", 0, (double)(all - a->n) / 2, pairs, 5 * sqrt(pairs));
    near64("the sum of values", 0, sum / 2, 0, 5 * sqrt(pairs / 3));
}

/* to = A from; the sum of from * to. */
static long double times(const struct csr *a, const long double *from, long double *to)
{
    long double dot = 0;
    for (uint64_t i = 0; i < a->n; i++) {
        to[i] = 0;
        for (uint64_t e = a->first[i]; e < a->first[i + 1]; e++)
            to[i] += (long double)a->value[e] * from[a->column[e]];
        dot += from[i] * to[i];
    }
    return dot;
}

/* Vectors of the method of Hestenes and Stiefel. */
struct gradients {
    long double *x, *r, *p, *q, rho, alpha;
};

static void iterate(const struct csr *a, struct gradients *g)
{
    long double rho = 0;
    g->alpha = g->rho / times(a, g->p, g->q);
    for (uint64_t i = 0; i < a->n; i++) {
        g->x[i] += g->alpha * g->p[i];
        g->r[i] -= g->alpha * g->q[i];
        rho += g->r[i] * g->r[i];
    }
    for (uint64_t i = 0; i < a->n; i++)
        g->p[i] = g->r[i] + rho / g->rho * g->p[i];
    g->rho = rho;
}

/* The final residual, from the kernel's x: rounding errors of q are those of its sums. */
static void check_residual(const struct kernel *k, const struct csr *a, const double *b,
                           const struct gradients *g)
{
    const double *x = output(k, "x", 2 * a->n), *r = output(k, "r", 2 * a->n);
    const double *scalars = output(k, "scalars", 6);
    double rho = 0;
    for (uint64_t i = 0; i < a->n; i++) {
        long double left = (long double)b[i];
        double sizes = fabs(b[i]);
        for (uint64_t e = a->first[i]; e < a->first[i + 1]; e++) {
            left -= (long double)a->value[e] * (long double)x[a->column[e]];
            sizes += fabs(a->value[e] * x[a->column[e]]);
        }
        double roundings = (double)(a->first[i + 1] - a->first[i]) / 32 + 8;
        near64("r", i, r[i], (double)left, roundings * ROUNDING64 * sizes);
        rho += r[i] * r[i];
    }
    near64("rho", 0, scalars[0], rho, (double)a->n * ROUNDING64 * rho);
    near64("alpha", 0, scalars[1], (double)g->alpha, 1e-9 * (double)g->alpha);
    near64("beta", 0, scalars[2], rho / (double)g->rho, 1e-6);
}

/*
 * Ten iterations in long double. In f64 directions lose a little of their conjugacy: x is seen to
 * differ by up to four roundings of its largest element, p by less. The bound is ten times that.
 */
static void check_cg(const struct kernel *k)
{
    struct csr a = {.n = parameter(k, "n")};
    a.first = output(k, "first", a.n + 1);
    a.column = output(k, "column", parameter(k, "entries"));
    a.value = output(k, "value", 2 * parameter(k, "entries"));
    check_matrix(k, &a);
    const double *b = input(k, "b", 2 * a.n), *x = output(k, "x", 2 * a.n);
    const double *p = output(k, "p", 2 * a.n);
    long double *all = xcalloc(4 * a.n, sizeof *all);
    struct gradients g = {
        .x = all, .r = all + a.n, .p = all + 2 * a.n, .q = all + 3 * a.n, .rho = 0};
    double largest = 0;
    for (uint64_t i = 0; i < a.n; i++) {
        g.r[i] = g.p[i] = (long double)b[i];
        g.rho += g.r[i] * g.r[i];
    }
    for (int iteration = 0; iteration < 10; iteration++)
        iterate(&a, &g);
    for (uint64_t i = 0; i < a.n; i++)
        largest = fmax(largest, fabs((double)g.x[i]));
    for (uint64_t i = 0; i < a.n; i++) {
        near64("x", i, x[i], (double)g.x[i], 40 * ROUNDING64 * largest);
        near64("p", i, p[i], (double)g.p[i], 40 * ROUNDING64 * largest);
    }
    check_residual(k, &a, b, &g);
    free(all);
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"sq_gemm", check_sq_gemm},   {"gemm_fc", check_gemm_fc}, {"spmv_jds", check_spmv},
        {"backprop", check_backprop}, {"cg", check_cg},           {"cg_host", check_cg},
    };
    return PLAIN_MAIN("matrices", MATRICES, checks);
}
