/*
 * Kernels that add up products, at every size, against sums in double. A sum of n products in f32,
 * in any order, products rounded before they are added or not, is off by at most
 *
 *     n u / (1 - n u) * (sum of the products' magnitudes),  u = 2^-24
 *
 * (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1). Operands that are results
 * themselves have an error of their own. UMBEL_SLOW adds the largest products of matrices and
 * convolutions, a quarter of a minute: they alone find errors that only the longest sums show.
 */
#include "tests/runtime/plain_about.h"

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
    double nu = (double)n * ROUNDING;
    /* The double sum has an error as well, some 2^-29 of this. */
    sum.error += (nu / (1 - nu) + (double)n * 0x1p-52) * magnitude;
    return sum;
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

/* A convolution: `filter` x `filter` weights for each pair of channels. It writes `out` channels of
 * a result of `all`, from `first` on. */
struct layer {
    const char *weight, *bias;
    uint64_t filter, out, first, all;
};

/* The input: images of `in` channels of side x side pixels with a border. */
struct images {
    uint64_t n, in, side, border;
    const float *pixel;
};

static struct images images_of(const struct kernel *k, uint64_t border)
{
    struct images i = {parameter(k, "images"), parameter(k, "in"), parameter(k, "side"), border, 0};
    uint64_t wide = i.side + 2 * border;
    i.pixel = input(k, "image", i.n * i.in * wide * wide);
    return i;
}

/* For each channel its weights and, behind them, its bias. */
static struct about *weights_and_biases(const struct kernel *k, const struct layer *l,
                                        uint64_t taps)
{
    const float *weight = input(k, l->weight, l->out * taps), *bias = input(k, l->bias, l->out);
    struct about *rows = xcalloc(l->out * (taps + 1), sizeof *rows), *row = rows;
    for (uint64_t c = 0; c < l->out; c++, row += taps + 1) {
        for (uint64_t i = 0; i < taps; i++)
            row[i].value = (double)weight[c * taps + i];
        row[taps].value = (double)bias[c];
    }
    return rows;
}

/* The pixels around place `at` of image n below the filter in all channels, and 1 for the bias. */
static void patch(const struct images *i, uint64_t n, uint64_t at, uint64_t filter, float *part)
{
    uint64_t wide = i->side + 2 * i->border, from = i->border - filter / 2;
    for (uint64_t c = 0; c < i->in; c++)
        for (uint64_t y = 0; y < filter; y++)
            for (uint64_t x = 0; x < filter; x++)
                *part++ = i->pixel[((n * i->in + c) * wide + at / i->side + from + y) * wide +
                                   at % i->side + from + x];
    *part = 1;
}

/* Where the sum is negative the result is 0, which is no farther from the right one. Gives how many
 * there are. */
static uint64_t check_layer(const struct kernel *k, const struct images *i, const struct layer *l)
{
    uint64_t pixels = i->side * i->side, taps = i->in * l->filter * l->filter, cut = 0;
    const float *result = output(k, "result", i->n * l->all * pixels);
    struct about *rows = weights_and_biases(k, l, taps);
    float *part = xcalloc(taps + 1, sizeof *part);
    for (uint64_t p = 0; p < i->n * pixels; p++) {
        patch(i, p / pixels, p % pixels, l->filter, part);
        for (uint64_t c = 0; c < l->out; c++) {
            struct about sum = sum_of_products(part, 1, rows + c * (taps + 1), taps + 1);
            uint64_t at = (p / pixels * l->all + l->first + c) * pixels + p % pixels;
            cut += sum.value < 0;
            sum.value = fmax(sum.value, 0);
            near("result", at, result[at], sum);
        }
    }
    free(rows);
    free(part);
    return cut;
}

/* Both signs occur. */
static void check_cut(uint64_t cut, uint64_t of)
{
    assert_in_range(cut, of / 4, of * 3 / 4);
}

/* alexconv and overfeat: `result` is one convolution. */
static void check_convolution(const struct kernel *k, uint64_t filter)
{
    uint64_t out = parameter(k, "out");
    struct images i = images_of(k, filter / 2);
    struct layer l = {"weight", "bias", filter, out, 0, out};
    check_cut(check_layer(k, &i, &l), i.n * out * i.side * i.side);
}

static void check_alexconv(const struct kernel *k)
{
    check_convolution(k, 5);
}

static void check_overfeat(const struct kernel *k)
{
    check_convolution(k, 3);
}

/* The largest of 3 x 3 pixels of each channel; nothing is rounded. */
static void check_pool(const struct kernel *k, const struct images *i, uint64_t first, uint64_t all)
{
    uint64_t pixels = i->side * i->side;
    const float *result = output(k, "result", i->n * all * pixels);
    float *part = xcalloc(i->in * 9 + 1, sizeof *part);
    for (uint64_t p = 0; p < i->n * pixels; p++) {
        patch(i, p / pixels, p % pixels, 3, part);
        for (uint64_t c = 0; c < i->in; c++) {
            uint64_t at = (p / pixels * all + first + c) * pixels + p % pixels;
            float most = -INFINITY;
            for (int tap = 0; tap < 9; tap++)
                most = fmaxf(most, part[c * 9 + (uint64_t)tap]);
            same_float("result", at, result[at], most);
        }
    }
    free(part);
}

static void check_inception(const struct kernel *k)
{
    uint64_t out1 = parameter(k, "out1"), out3 = parameter(k, "out3"), out5 = parameter(k, "out5");
    struct images i = images_of(k, 2);
    uint64_t convolved = out1 + out3 + out5, all = convolved + i.in, cut = 0;
    const struct layer layers[] = {{"weight1", "bias1", 1, out1, 0, all},
                                   {"weight3", "bias3", 3, out3, out1, all},
                                   {"weight5", "bias5", 5, out5, out1 + out3, all}};
    for (int l = 0; l < 3; l++)
        cut += check_layer(k, &i, &layers[l]);
    check_cut(cut, i.n * convolved * i.side * i.side);
    check_pool(k, &i, convolved, all);
}

/* The numbers that lookup.cu calls mixed: a hash of two multiplications. */
static uint32_t hash_of(uint32_t x)
{
    static const uint32_t factor[] = {0x7feb352du, 0x846ca68bu}, shift[] = {16, 15, 16};
    for (int i = 0; i < 3; i++) {
        x ^= x >> shift[i];
        x *= i < 2 ? factor[i] : 1;
    }
    return x;
}

/*
 * Entry i of the grid is from 64 i to 64 i + 63, so an energy has the entry of its own 64 or the
 * one before. Of a sum of 8 products of numbers up to 1, each interpolated with at most 5
 * roundings of numbers up to 1, an addition rounds a number up to 8.
 */
static struct about cross_section(const struct kernel *k, const uint32_t *energy, uint32_t e,
                                  uint32_t material)
{
    enum { PARTS = 8, STEP = 64, MATERIALS = 12 };
    uint64_t points = parameter(k, "points"), nuclides = parameter(k, "nuclides");
    const float *section = first_of(k, "section"), *density = first_of(k, "density");
    const uint32_t *nuclide = first_of(k, "nuclide");
    assert_int_equal(count_of(k, "density"), MATERIALS * PARTS);
    assert_int_equal(count_of(k, "section"), points * nuclides);
    uint64_t at = e / STEP;
    if (energy[at] > e)
        at--;
    double part = (double)(e - energy[at]) / (double)(energy[at + 1] - energy[at]);
    struct about sum = {0, (PARTS * (5 + 1) + PARTS * PARTS) * ROUNDING};
    for (uint32_t p = material * PARTS; p < (material + 1) * PARTS; p++)
        sum.value +=
            (double)density[p] * ((1 - part) * (double)section[at * nuclides + nuclide[p]] +
                                  part * (double)section[(at + 1) * nuclides + nuclide[p]]);
    return sum;
}

static void check_lookup(const struct kernel *k)
{
    uint64_t n = parameter(k, "n"), points = parameter(k, "points");
    const uint32_t *energy = output(k, "energy", points);
    if (points < 2) {
        fail_msg("a grid of %llu points has no interval", (unsigned long long)points);
        return;
    }
    for (uint64_t i = 0; i < points; i++)
        same_word("energy", i, energy[i],
                  i == 0 ? 0 : (uint32_t)(i * 64 + hash_of((uint32_t)i) % 64));
    input(k, "section", points * parameter(k, "nuclides"));
    const float *out = output(k, "out", n);
    for (uint32_t i = 0; i < n; i++)
        near("out", i, out[i],
             cross_section(k, energy, hash_of(i) % (uint32_t)((points - 1) * 64),
                           hash_of(UINT32_MAX - i) % 12));
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"fir", check_fir},           {"conv", check_conv},     {"sgemm", check_product},
        {"mm", check_product},        {"atax", check_atax},     {"bicg", check_bicg},
        {"alexconv", check_alexconv}, {"lookup", check_lookup}, {"inception", check_inception},
        {"overfeat", check_overfeat},
    };
    return PLAIN_MAIN("sums", SUMS, checks);
}
