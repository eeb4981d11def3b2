/*
 * Reference values of CUDA's mathematical functions, from glibc: in long double, or in quadruple
 * precision where long double loses digits. The kernels' library shares no code with this.
 */
#ifndef UMBEL_TESTS_PTX_MATH_ORACLE_H
#define UMBEL_TESTS_PTX_MATH_ORACLE_H

#include <limits.h>
#include <math.h>
#include <stdbool.h>

/* Both compilers have this type; clang's math.h does not declare its functions. */
typedef __float128 quad;
quad expf128(quad), logf128(quad), sqrtf128(quad), erff128(quad), erfcf128(quad), sinf128(quad),
    cosf128(quad), j0f128(quad), j1f128(quad), jnf128(int, quad), y0f128(quad), y1f128(quad),
    ynf128(int, quad), fabsf128(quad);

/* Whether the current row is for f32; else f64. */
static bool oracle_f32;

typedef long double oracle_fn(const long double *a);

#define ORACLE(name, expr)                                                                         \
    static inline long double name##_is(const long double *a)                                      \
    {                                                                                              \
        long double x = a[0], y = a[1], z = a[2], w = a[3];                                        \
        (void)x, (void)y, (void)z, (void)w;                                                        \
        return (long double)(expr);                                                                \
    }
/* glibc's function of the row's own type: for results that are exact, or rounded once. */
#define TYPED1(name) ORACLE(name, oracle_f32 ? (double)name##f((float)x) : (double)name((double)x))
#define TYPED2(name)                                                                               \
    ORACLE(name,                                                                                   \
           oracle_f32 ? (double)name##f((float)x, (float)y) : (double)name((double)x, (double)y))
/* glibc's long double function: within a few ulps of long double. */
#define LONG1(name) ORACLE(name, name##l(x))
#define LONG2(name) ORACLE(name, name##l(x, y))

LONG1(exp)
LONG1(exp2)
LONG1(exp10)
LONG1(expm1)
LONG1(log)
LONG1(log2)
LONG1(log10)
LONG1(log1p)
LONG1(cbrt)
LONG1(sin)
LONG1(cos)
LONG1(tan)
LONG1(asin)
LONG1(acos)
LONG1(atan)
LONG1(sinh)
LONG1(cosh)
LONG1(tanh)
LONG1(asinh)
LONG1(acosh)
LONG1(atanh)
LONG1(erf)
LONG1(erfc)
LONG1(lgamma)
LONG1(tgamma)
LONG2(pow)
LONG2(atan2)
LONG2(hypot)

TYPED1(sqrt)
TYPED1(fabs)
TYPED1(floor)
TYPED1(ceil)
TYPED1(trunc)
TYPED1(round)
TYPED1(rint)
TYPED1(logb)
TYPED2(fmod)
TYPED2(remainder)
TYPED2(fdim)
TYPED2(fmin)
TYPED2(fmax)
TYPED2(copysign)
TYPED2(nextafter)
ORACLE(fma, oracle_f32 ? (double)fmaf((float)x, (float)y, (float)z)
                       : fma((double)x, (double)y, (double)z))
/* NaN gives 9999, as PTX's min does. */
static inline int power_of(long double y)
{
    return !(y < 9999) ? 9999 : y > -9999 ? (int)y : -9999;
}
ORACLE(ldexp, oracle_f32 ? (double)ldexpf((float)x, power_of(y)) : ldexp((double)x, power_of(y)))

/* glibc's ilogb of infinities and NaN differs: CUDA's are INT_MAX and INT_MIN. */
ORACLE(ilogb, isnan(x)   ? (long double)INT_MIN
              : isinf(x) ? (long double)INT_MAX
                         : (long double)ilogbl(x))
ORACLE(lrint, llrintl(x))
ORACLE(lround, llroundl(x))
ORACLE(scalbln, scalblnl(x, (long)(y * 1e10L)))
static inline long double frexp_of(long double x, bool exponent)
{
    int e;
    long double f = frexpl(x, &e);
    return exponent ? (isfinite(x) ? e : 0) : f;
}
ORACLE(frexp, frexp_of(x, false))
ORACLE(frexp_exponent, frexp_of(x, true))
ORACLE(modf, isinf(x) ? copysignl(0, x) : modfl(x, &(long double){0}))
static inline long double remquo_of(long double x, long double y)
{
    int q;
    remquol(x, y, &q);
    return q < 0 ? -(-q & 7) : q & 7;
}
ORACLE(remquo, remquo_of(x, y))

ORACLE(rsqrt, 1 / sqrtl(x))
/* A long double neither overflows nor vanishes here: its exponent is wider. */
ORACLE(rcbrt, 1 / cbrtl(x))
ORACLE(rhypot, 1 / hypotl(x, y))

static inline long double norm_of(const long double *a, int n)
{
    quad sum = 0;
    for (int i = 0; i < n; i++)
        if (isinf(a[i]))
            return INFINITY;
    for (int i = 0; i < n; i++)
        sum += (quad)a[i] * a[i];
    return (long double)sqrtf128(sum);
}
ORACLE(norm3d, norm_of(a, 3))
ORACLE(norm4d, norm_of(a, 4))
ORACLE(rnorm3d, 1 / norm_of(a, 3))
ORACLE(rnorm4d, 1 / norm_of(a, 4))

/* For sin and cos of pi x: x minus its nearest integer is exact. */
static const quad PI = 3.14159265358979323846264338327950288Q;
static inline long double sinpi_of(long double x)
{
    if (!isfinite(x))
        return NAN;
    long double whole = rintl(x), part = x - whole;
    long double s = (long double)sinf128(PI * part);
    s = fmodl(fabsl(whole), 2) == 1 ? -s : s;
    /* IEEE 754: an integer gives a zero of its own sign. */
    return s == 0 ? copysignl(0, x) : s;
}
static inline long double cospi_of(long double x)
{
    if (!isfinite(x))
        return NAN;
    long double whole = rintl(x), part = x - whole;
    if (fabsl(part) == 0.5L)
        return 0;
    long double c = (long double)cosf128(PI * part);
    return fmodl(fabsl(whole), 2) == 1 ? -c : c;
}
ORACLE(sinpi, sinpi_of(x))
ORACLE(cospi, cospi_of(x))

/* exp(x^2) erfc(x); the asymptotic series where erfc vanishes. */
static inline long double erfcx_of(long double x)
{
    if (x < 50)
        return (long double)(expf128((quad)x * x) * erfcf128(x));
    long double sum = 1, term = 1;
    for (int k = 1; k < 12 && x < 1e10L; k++) {
        term *= -(2 * k - 1) / (2 * x * x);
        sum += term;
    }
    return sum / x * 0.564189583547756286948079451560772586L;
}
ORACLE(erfcx, erfcx_of(x))

static const quad SQRT2 = 1.41421356237309504880168872420969808Q;
static inline quad normcdf_of(quad x)
{
    return erfcf128(-x / SQRT2) / 2;
}
ORACLE(normcdf, normcdf_of(x))

/* The x > 0 with erfc(x) = p for 0 < p < 1, that is erf(x) = 1 - p, by Newton's method on the
 * logarithm of erfc. That is concave and below -x^2, so no step from the right, where this begins,
 * goes too far. */
static inline quad erfcinv_of(quad p)
{
    const quad two_by_root_pi = 1.12837916709551257389615890312154517Q;
    if (p > 0.4Q) {
        quad x = (1 - p) / two_by_root_pi;
        for (int i = 0; i < 12; i++)
            x -= (erff128(x) - (1 - p)) / (two_by_root_pi * expf128(-x * x));
        return x;
    }
    quad goal = logf128(p), x = sqrtf128(-goal);
    for (int i = 0; i < 60; i++) {
        quad e = erfcf128(x);
        quad step = (logf128(e) - goal) * e / (two_by_root_pi * expf128(-x * x));
        x += step;
        if (fabsf128(step) < 1e-30Q * x)
            break;
    }
    return x;
}
/* erf(x) = p with p near 0: 1 - p would lose its digits. */
static inline quad erfinv_of(quad p)
{
    const quad two_by_root_pi = 1.12837916709551257389615890312154517Q;
    if (p > 0.6Q)
        return erfcinv_of(1 - p);
    quad x = p / two_by_root_pi;
    for (int i = 0; i < 12; i++)
        x -= (erff128(x) - p) / (two_by_root_pi * expf128(-x * x));
    return x;
}
static inline long double erfinv_all(long double x)
{
    if (!(fabsl(x) <= 1))
        return NAN;
    if (fabsl(x) == 1 || x == 0)
        return x == 0 ? x : copysignl(INFINITY, x);
    /* Linear where the cubic term is below half an ulp. */
    if (fabsl(x) < 1e-15L)
        return x * 0.886226925452758013649083741670572591L;
    return x < 0 ? -(long double)erfinv_of(-(quad)x) : (long double)erfinv_of(x);
}
static inline long double erfcinv_all(quad x)
{
    if (!(x >= 0 && x <= 2))
        return NAN;
    if (x == 0 || x == 2)
        return x == 0 ? INFINITY : -INFINITY;
    if (x == 1)
        return 0;
    if (x > 0.5Q && x < 1.5Q)
        return x < 1 ? (long double)erfinv_of(1 - x) : -(long double)erfinv_of(x - 1);
    return x < 1 ? (long double)erfcinv_of(x) : -(long double)erfcinv_of(2 - x);
}
static inline long double normcdfinv_of(long double p)
{
    if (!(p >= 0 && p <= 1))
        return NAN;
    if (p == 0 || p == 1)
        return p == 0 ? -INFINITY : INFINITY;
    if (p == 0.5L)
        return 0;
    quad q = p;
    quad r = p > 0.25L && p < 0.75L ? (p > 0.5L ? -erfinv_of(2 * q - 1) : erfinv_of(1 - 2 * q))
             : p < 0.5L             ? erfcinv_of(2 * q)
                                    : -erfcinv_of(2 - 2 * q);
    return (long double)(-SQRT2 * r);
}
ORACLE(erfinv, erfinv_all(x))
ORACLE(erfcinv, erfcinv_all(x))
ORACLE(normcdfinv, normcdfinv_of(x))

/* The modified Bessel functions by their power series: all terms are positive. */
static inline long double bessel_i(int order, long double x)
{
    if (isinf(x))
        return order == 1 ? x : INFINITY;
    quad quarter = (quad)x * x / 4, term = order == 1 ? (quad)x / 2 : 1, sum = term;
    for (int k = 1; k < 3000; k++) {
        term *= quarter / ((quad)k * (k + order));
        sum += term;
        if (fabsf128(term) <= 1e-25Q * fabsf128(sum))
            break;
    }
    return (long double)sum;
}
ORACLE(i0, bessel_i(0, x))
ORACLE(i1, bessel_i(1, x))
ORACLE(j0, j0f128(x))
ORACLE(j1, j1f128(x))
ORACLE(y0, y0f128(x))
ORACLE(y1, y1f128(x))
ORACLE(jn, jnf128((int)y, x))
ORACLE(yn, ynf128((int)y, x))

#endif
