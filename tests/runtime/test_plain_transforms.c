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

/* ---- Fourier's, in three dimensions */

/* A field of complex numbers, x fastest; the real part of each is before the imaginary one. */
struct field {
    uint64_t side[3], n;
    double *v;
};

static void near_field(const struct kernel *k, const char *name, const struct field *f,
                       double error)
{
    const double *got = output(k, name, 4 * f->n);
    for (uint64_t i = 0; i < 2 * f->n; i++)
        near64(name, i, got[i], f->v[i], error);
}

/* By definition: line[k] = the sum of line[e] exp(sign 2 pi i k e / n), for points so far apart. */
static void transform_line(double *line, uint64_t apart, uint64_t n, const double *root,
                           double sign)
{
    double in[2 * 64];
    for (uint64_t e = 0; e < n; e++) {
        in[2 * e] = line[2 * e * apart];
        in[2 * e + 1] = line[2 * e * apart + 1];
    }
    for (uint64_t k = 0; k < n; k++) {
        double re = 0, im = 0;
        for (uint64_t e = 0; e < n; e++) {
            const double *w = root + 2 * (k * e % n);
            re += in[2 * e] * w[0] - in[2 * e + 1] * sign * w[1];
            im += in[2 * e] * sign * w[1] + in[2 * e + 1] * w[0];
        }
        line[2 * k * apart] = re;
        line[2 * k * apart + 1] = im;
    }
}

static void transform(struct field *f, double sign)
{
    double root[2 * 64];
    uint64_t apart = 1;
    for (int d = 0; d < 3; apart *= f->side[d++]) {
        uint64_t n = f->side[d];
        assert_true(n <= 64);
        for (uint64_t j = 0; j < n; j++) {
            root[2 * j] = cos(2 * acos(-1) * (double)j / (double)n);
            root[2 * j + 1] = sin(2 * acos(-1) * (double)j / (double)n);
        }
        for (uint64_t block = 0; block < f->n; block += apart * n)
            for (uint64_t line = block; line < block + apart; line++)
                transform_line(f->v + 2 * line, apart, n, root, sign);
    }
}

/* Each rounding is of at most the sum of all magnitudes; 18 stages have a few each. Errors that the
 * numbers had before are independent of each other, and so add up to less than the numbers do. */
static double error_of_transform(const struct field *f)
{
    double sum = 0;
    for (uint64_t i = 0; i < 2 * f->n; i++)
        sum += fabs(f->v[i]);
    return 128 * ROUNDING64 * sum;
}

/* What is left of a component after a step: that of the equation's solution. */
static double left_of(const struct field *f, uint64_t i)
{
    double square = 0;
    for (int d = 0; d < 3; i /= f->side[d++]) {
        double frequency = (double)(i % f->side[d]), n = (double)f->side[d];
        square += pow(fmin(frequency, n - frequency), 2);
    }
    return exp(-4e-6 * pow(acos(-1), 2) * square);
}

/* The checksum of NAS: numbers far apart in a field that is not yet divided by its points. */
static void check_sum(const struct kernel *k, const char *name, const struct field *f, double error)
{
    const double *got = output(k, name, 4);
    double sum[2] = {0, 0}, samples = (double)parameter(k, "samples");
    for (uint64_t j = 1; j <= parameter(k, "samples"); j++) {
        uint64_t x = j % f->side[0], y = 3 * j % f->side[1], z = 5 * j % f->side[2];
        for (uint64_t c = 0; c < 2; c++)
            sum[c] += f->v[2 * (x + f->side[0] * (y + f->side[1] * z)) + c] / (double)f->n;
    }
    for (uint64_t c = 0; c < 2; c++)
        near64(name, c, got[c], sum[c], samples * (error / (double)f->n + 1e-13));
}

static void check_fft3d(const struct kernel *k)
{
    struct field u = {{parameter(k, "nx"), parameter(k, "ny"), parameter(k, "nz")}, 0, NULL};
    u.n = u.side[0] * u.side[1] * u.side[2];
    struct field v = u;
    u.v = xcalloc(2 * u.n, sizeof *u.v);
    v.v = xcalloc(2 * u.n, sizeof *v.v);
    memcpy(u.v, first_of(k, "component"), 2 * u.n * sizeof *u.v);
    const double *factor = output(k, "factor", 2 * u.n);
    double spectrum_error = error_of_transform(&u), field_error = 0;
    transform(&u, -1);
    for (int step = 1; step <= 2; step++) {
        for (uint64_t i = 0; i < u.n; i++) {
            near64("factor", i, factor[i], left_of(&u, i), 8 * ROUNDING64);
            u.v[2 * i] *= left_of(&u, i);
            u.v[2 * i + 1] *= left_of(&u, i);
        }
        memcpy(v.v, u.v, 2 * u.n * sizeof *v.v);
        field_error = 2 * error_of_transform(&v);
        transform(&v, 1);
        check_sum(k, step == 1 ? "sum1" : "sum2", &v, field_error);
    }
    near_field(k, "component", &u, 2 * spectrum_error);
    near_field(k, "field", &v, field_error);
    free(u.v);
    free(v.v);
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"fwt", check_fwt},
        {"fft3d", check_fft3d},
        {"fft3d_host", check_fft3d},
    };
    return PLAIN_MAIN("transforms", TRANSFORMS, checks);
}
