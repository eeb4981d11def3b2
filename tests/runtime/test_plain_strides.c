/*
 * Kernels whose CTAs stride over vectors, at every size: sums, scalar products, prices of options,
 * histograms, and a transform that strides by powers of two.
 */
#include "tests/runtime/plain_about.h"

/* Each product has one rounding and meets at most the sums of its own place and a tree's ten. */
static void check_scalar_prod(const struct kernel *k)
{
    uint64_t vectors = parameter(k, "vectors"), n = parameter(k, "elements");
    const float *a = input(k, "a", vectors * n), *b = input(k, "b", vectors * n);
    const float *c = output(k, "c", vectors);
    for (uint64_t v = 0; v < vectors; v++) {
        double sum = 0, magnitude = 0;
        for (uint64_t i = v * n; i < (v + 1) * n; i++) {
            sum += (double)a[i] * (double)b[i];
            magnitude += fabs((double)a[i] * (double)b[i]);
        }
        double roundings = (double)n / 1024 + 15;
        near("c", v, c[v], (struct about){sum, roundings * ROUNDING * magnitude});
    }
}

/* The normal distribution. */
static double normal(double x)
{
    return erfc(-x / sqrt(2)) / 2;
}

/*
 * The kernel's polynomial is within 7.5e-8 of the normal distribution. d1 has an error of some
 * roundings of numbers up to 3, divided by a spread of at least 0.15, and the distribution is at
 * most 0.4 times as steep: less than 40 roundings. Prices then have a few roundings more.
 */
static void check_black_scholes(const struct kernel *k)
{
    uint64_t n = parameter(k, "n");
    const float *price = input(k, "price", n), *strike = input(k, "strike", n);
    const float *years = input(k, "years", n);
    const float *call = output(k, "call", n), *put = output(k, "put", n);
    const double r = (double)0.02f, sigma = (double)0.3f;
    for (uint64_t i = 0; i < n; i++) {
        double s = (double)price[i], x = (double)strike[i], t = (double)years[i];
        double d1 = (log(s / x) + (r + sigma * sigma / 2) * t) / (sigma * sqrt(t));
        double d2 = d1 - sigma * sqrt(t), later = x * exp(-r * t);
        double value = s * normal(d1) - later * normal(d2);
        double error = (s + later) * (7.5e-8 + 44 * ROUNDING);
        near("call", i, call[i], (struct about){value, error});
        /* Parity of put and call. */
        near("put", i, put[i], (struct about){value + later - s, error});
    }
}

static void check_reduction(const struct kernel *k)
{
    uint64_t n = parameter(k, "n"), ctas = parameter(k, "ctas");
    const uint32_t *data = input(k, "data", n), *sums = output(k, "sums", ctas);
    uint32_t sum = 0, of_sums = 0;
    for (uint64_t i = 0; i < n; i++)
        sum += data[i];
    for (uint64_t i = 0; i < ctas; i++)
        of_sums += sums[i];
    same_word("the sum of sums", 0, of_sums, sum);
    same_word("sum", 0, ((const uint32_t *)output(k, "sum", 1))[0], sum);
}

/* ---- histograms */

static void check_histo_main(const struct kernel *k)
{
    uint64_t n = parameter(k, "n"), bins = 2048 * parameter(k, "ranges");
    const uint32_t *pixel = input(k, "pixel", n), *count = output(k, "count", bins);
    uint32_t *want = xcalloc(bins, sizeof *want);
    for (uint64_t i = 0; i < n; i++)
        want[pixel[i]]++;
    for (uint64_t i = 0; i < bins; i++)
        same_word("count", i, count[i], want[i]);
    free(want);
}

static void check_histo_final(const struct kernel *k)
{
    uint64_t bins = parameter(k, "bins"), low = parameter(k, "low"), high = parameter(k, "high");
    uint64_t stopped = 0;
    const uint32_t *near = input(k, "near", bins), *over = first_of(k, "over");
    const uint32_t *over_after = output(k, "over", bins);
    const uint16_t *far = first_of(k, "far"), *far_after = output(k, "far", bins / 2);
    const uint8_t *histogram = output(k, "histogram", bins / 4);
    for (uint64_t i = 0; i < bins; i++) {
        bool middle = i >= low && i < high;
        uint32_t sum = middle ? near[i] + over[i] : far[i];
        same_word("histogram", i, histogram[i], sum > 255 ? 255 : sum);
        same_word("over", i, over_after[i], middle ? 0 : over[i]);
        same_word("far", i, far_after[i], middle ? far[i] : 0);
        stopped += sum > 255;
    }
    assert_in_range(stopped, bins / 8, bins / 2);
}

/* ---- dyadic convolution */

static double norm(const float *v, uint64_t n)
{
    double sum = 0;
    for (uint64_t i = 0; i < n; i++)
        sum += (double)v[i] * (double)v[i];
    return sqrt(sum);
}

/*
 * By definition, the sum of data[j] weights[i ^ j] over j, for some hundred places i that have no
 * pattern. Three transforms of log2 n stages each leave errors that are independent of each other.
 * Results are about |data| |weights| / sqrt(n), and errors, relative to that, are a few roundings.
 */
static void check_fwt(const struct kernel *k)
{
    uint64_t n = parameter(k, "n"), places = n < 1024 ? n : 300;
    const float *data = first_of(k, "data"), *weights = first_of(k, "weights");
    const float *out = output(k, "data", n);
    double scale = norm(data, n) * norm(weights, n) / sqrt((double)n);
    for (uint64_t p = 0; p < places; p++) {
        uint64_t i = p * 0x9e3779b1u % n;
        double sum = 0;
        for (uint64_t j = 0; j < n; j++)
            sum += (double)data[j] * (double)weights[i ^ j];
        near("data", i, out[i], (struct about){sum, 64 * ROUNDING * scale});
    }
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"scalar_prod", check_scalar_prod}, {"black_scholes", check_black_scholes},
        {"reduction_k6", check_reduction},  {"histo_main", check_histo_main},
        {"histo_final", check_histo_final}, {"fwt_k2", check_fwt},
    };
    return PLAIN_MAIN("strides", STRIDES, checks);
}
