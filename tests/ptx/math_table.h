/*
 * The table of CUDA's mathematical functions: reference function, range of arguments and error
 * bound.
 *
 * The bounds are those of the CUDA C++ Programming Guide, appendix "Mathematical Functions", tables
 * "Single-Precision (Double-Precision) Mathematical Standard Library Functions with Maximum ULP
 * Error": the distance in ulps from the correctly rounded result. Where editions of the guide
 * differ, the table has the smaller number.
 */
#ifndef UMBEL_TESTS_PTX_MATH_TABLE_H
#define UMBEL_TESTS_PTX_MATH_TABLE_H

#include "tests/ptx/math_oracle.h"

/* `code` computes r from x, y, z, w, all of type T; F(exp) is expf for f32 and exp for f64. */
struct row {
    const char *name, *code;
    oracle_fn *oracle;
    double bound[2];     /* f32, f64: in ulps; if negative, minus an absolute error */
    double lo[2], hi[2]; /* of x, of the others: range of the evenly spread part of the sample */
    int flags;
};

enum {
    ONLY = 1,     /* no arguments outside lo .. hi: CUDA gives no bound, or another row has them */
    ANY_ZERO = 2, /* zeros of either sign are equal */
    RARE = 4      /* a tenth of the usual slow sample, as the oracle is slow */
};

#define FN1(name, b32, b64, lo, hi, flags)                                                         \
    {                                                                                              \
#name, "r = F(" #name ")(x);", name##_is, {b32, b64 }, {lo, -1 }, {hi, 1 }, flags          \
    }
#define FN2(name, b32, b64, lo, hi, flags)                                                         \
    {                                                                                              \
#name, "r = F(" #name ")(x, y);", name##_is, {b32, b64 }, {lo, lo }, {hi, hi }, flags      \
    }
#define CODE(name, code, oracle, b32, b64, lo, hi, lo2, hi2, flags)                                \
    {                                                                                              \
        name, "r = " code ";", oracle##_is, {b32, b64}, {lo, lo2}, {hi, hi2}, flags                \
    }
/* A row for a function's second result. */
#define CODE2(name, code, oracle, b32, b64, lo, hi, flags)                                         \
    {                                                                                              \
        name, code, oracle##_is, {b32, b64}, {lo, lo}, {hi, hi}, flags                             \
    }

static const struct row rows[] = {
    FN1(exp, 1, 1, -104, 89, 0),
    FN1(exp2, 2, 1, -151, 129, 0),
    FN1(exp10, 2, 1, -46, 39, 0),
    FN1(expm1, 1, 1, -20, 89, 0),
    FN1(log, 1, 1, 0, 4, 0),
    FN1(log2, 1, 1, 0, 4, 0),
    FN1(log10, 2, 1, 0, 4, 0),
    FN1(log1p, 1, 1, -1, 4, 0),
    CODE("pow", "F(pow)(x, y)", pow, 4, 2, 0, 20, -30, 30, 0),
    CODE("pow", "F(pow)(x, y)", pow, 4, 2, 0.9, 1.1, -700, 700, ONLY),
    FN1(sqrt, 0, 0, 0, 100, 0),
    FN1(rsqrt, 2, 1, 0, 100, 0),
    FN1(cbrt, 1, 1, -100, 100, 0),
    FN1(rcbrt, 1, 1, -100, 100, 0),
    FN2(hypot, 3, 2, -9, 9, 0),
    FN2(rhypot, 2, 1, -9, 9, 0),
    CODE("norm3d", "F(norm3d)(x, y, z)", norm3d, 3, 2, -9, 9, -9, 9, 0),
    CODE("rnorm3d", "F(rnorm3d)(x, y, z)", rnorm3d, 2, 1, -9, 9, -9, 9, 0),
    CODE("norm4d", "F(norm4d)(x, y, z, w)", norm4d, 3, 2, -9, 9, -9, 9, 0),
    CODE("rnorm4d", "F(rnorm4d)(x, y, z, w)", rnorm4d, 2, 1, -9, 9, -9, 9, 0),
    CODE2("norm", "T p[] = {x, y, z, w}; r = F(norm)(4, p);", norm4d, 4, 3, -9, 9, 0),
    CODE2("rnorm", "T p[] = {x, y, z, w}; r = F(rnorm)(4, p);", rnorm4d, 3, 2, -9, 9, 0),
    FN1(sin, 2, 1, -50, 50, 0),
    FN1(cos, 2, 1, -50, 50, 0),
    FN1(tan, 4, 2, -50, 50, 0),
    CODE2("sincos, sine", "T c; F(sincos)(x, &r, &c);", sin, 2, 1, -50, 50, 0),
    CODE2("sincos, cosine", "T s; F(sincos)(x, &s, &r);", cos, 2, 1, -50, 50, 0),
    /* The sign of a zero result is documented only at 0. */
    FN1(sinpi, 1, 1, -4, 4, ANY_ZERO),
    FN1(cospi, 1, 1, -4, 4, ANY_ZERO),
    CODE2("sincospi, sine", "T c; F(sincospi)(x, &r, &c);", sinpi, 1, 1, -4, 4, ANY_ZERO),
    CODE2("sincospi, cosine", "T s; F(sincospi)(x, &s, &r);", cospi, 1, 1, -4, 4, ANY_ZERO),
    FN1(asin, 2, 2, -1, 1, 0),
    FN1(acos, 2, 1, -1, 1, 0),
    FN1(atan, 2, 2, -20, 20, 0),
    FN2(atan2, 3, 2, -9, 9, 0),
    FN1(sinh, 3, 1, -90, 90, 0),
    FN1(cosh, 2, 1, -90, 90, 0),
    FN1(tanh, 2, 1, -10, 10, 0),
    FN1(asinh, 3, 2, -20, 20, 0),
    FN1(acosh, 4, 2, 1, 20, 0),
    FN1(atanh, 3, 2, -1, 1, 0),
    FN1(erf, 2, 2, -6, 6, 0),
    FN1(erfc, 4, 4, -6, 28, 0),
    FN1(erfinv, 2, 5, -1, 1, 0),
    FN1(erfcinv, 2, 6, 0, 2, 0),
    FN1(erfcx, 4, 3, -9, 30, 0),
    FN1(normcdf, 5, 5, -40, 9, 0),
    FN1(normcdfinv, 5, 7, 0, 1, 0),
    /* CUDA gives no bound in -10.001 .. -2.264 (f32) and -11.0001 .. -2.2637 (f64). */
    FN1(lgamma, 6, 4, 0, 60, ONLY),
    FN1(lgamma, 6, 4, 0.5, 3, ONLY),
    FN1(lgamma, 6, 4, 60, 1e37, ONLY),
    FN1(lgamma, 6, 4, -2.263, 0, ONLY),
    FN1(lgamma, 6, 4, -60, -11.0001, ONLY),
    FN1(tgamma, 5, 8, -36, 36, 0),
    FN1(tgamma, 5, 8, -175, 172, ONLY),
    CODE("j0", "F(j0)(x)", j0, 9, 7, -8, 8, 0, 0, ONLY),
    CODE("j1", "F(j1)(x)", j1, 9, 7, -8, 8, 0, 0, ONLY),
    CODE("y0", "F(y0)(x)", y0, 9, 7, 0, 8, 0, 0, ONLY),
    CODE("y1", "F(y1)(x)", y1, 9, 7, 0, 8, 0, 0, ONLY),
    CODE("j0", "F(j0)(x)", j0, -2.2e-6, -5e-12, 8, 1000, 0, 0, ONLY),
    CODE("j1", "F(j1)(x)", j1, -2.2e-6, -5e-12, 8, 1000, 0, 0, ONLY),
    CODE("y0", "F(y0)(x)", y0, -2.2e-6, -5e-12, 8, 1000, 0, 0, ONLY),
    CODE("y1", "F(y1)(x)", y1, -2.2e-6, -5e-12, 8, 1000, 0, 0, ONLY),
    CODE("jn", "F(jn)((int)y, x)", jn, -2.2e-6, -5e-12, -200, 200, 0, 129, ONLY | RARE),
    CODE("yn", "F(yn)((int)y, x)", yn, -2.2e-6, -5e-12, 30, 200, 0, 20, ONLY | RARE),
    CODE("cyl_bessel_i0", "F(cyl_bessel_i0)(x)", i0, 6, 6, -60, 60, 0, 0, ONLY | RARE),
    CODE("cyl_bessel_i0", "F(cyl_bessel_i0)(x)", i0, 6, 6, 60, 715, 0, 0, ONLY | RARE),
    CODE("cyl_bessel_i1", "F(cyl_bessel_i1)(x)", i1, 6, 6, -60, 60, 0, 0, ONLY | RARE),
    CODE("cyl_bessel_i1", "F(cyl_bessel_i1)(x)", i1, 6, 6, 60, 715, 0, 0, ONLY | RARE),
    FN1(fabs, 0, 0, -9, 9, 0),
    FN1(floor, 0, 0, -9, 9, 0),
    FN1(ceil, 0, 0, -9, 9, 0),
    FN1(trunc, 0, 0, -9, 9, 0),
    FN1(round, 0, 0, -9, 9, 0),
    FN1(rint, 0, 0, -9, 9, 0),
    CODE("nearbyint", "F(nearbyint)(x)", rint, 0, 0, -9, 9, 0, 0, 0),
    CODE("lrint", "(T)F(lrint)(x)", lrint, 0, 0, -9e9, 9e9, 0, 0, ONLY),
    CODE("llrint", "(T)F(llrint)(x)", lrint, 0, 0, -9, 9, 0, 0, ONLY),
    CODE("lround", "(T)F(lround)(x)", lround, 0, 0, -9e9, 9e9, 0, 0, ONLY),
    CODE("llround", "(T)F(llround)(x)", lround, 0, 0, -9, 9, 0, 0, ONLY),
    FN1(logb, 0, 0, 0, 100, 0),
    CODE("ilogb", "(T)F(ilogb)(x)", ilogb, 0, 0, 0, 100, 0, 0, 0),
    CODE2("frexp, fraction", "int e; r = F(frexp)(x, &e);", frexp, 0, 0, -9, 9, 0),
    CODE2("frexp, exponent", "int e; F(frexp)(x, &e); r = (T)e;", frexp_exponent, 0, 0, -9, 9, 0),
    CODE2("modf, fraction", "T whole; r = F(modf)(x, &whole);", modf, 0, 0, -9, 9, 0),
    CODE2("modf, whole", "F(modf)(x, &r);", trunc, 0, 0, -9, 9, 0),
    CODE("ldexp", "F(ldexp)(x, (int)F(fmax)(F(fmin)(y, 9999), -9999))", ldexp, 0, 0, -2, 2, -300,
         300, 0),
    CODE("scalbn", "F(scalbn)(x, (int)F(fmax)(F(fmin)(y, 9999), -9999))", ldexp, 0, 0, -2, 2, -300,
         300, 0),
    CODE("scalbln", "F(scalbln)(x, (long)(y * (T)1e10))", scalbln, 0, 0, -2, 2, -9, 9, ONLY),
    FN2(fmod, 0, 0, -99, 99, 0),
    FN2(remainder, 0, 0, -99, 99, 0),
    CODE2("remquo, remainder", "int q; r = F(remquo)(x, y, &q);", remainder, 0, 0, -99, 99, 0),
    CODE2("remquo, 3 bits", "int q; F(remquo)(x, y, &q); r = (T)(q < 0 ? -(-q & 7) : q & 7);",
          remquo, 0, 0, -99, 99, ONLY),
    FN2(fdim, 0, 0, -9, 9, 0),
    FN2(fmin, 0, 0, -9, 9, ANY_ZERO),
    FN2(fmax, 0, 0, -9, 9, ANY_ZERO),
    CODE("fma", "F(fma)(x, y, z)", fma, 0, 0, -9, 9, -9, 9, 0),
    FN2(copysign, 0, 0, -9, 9, 0),
    FN2(nextafter, 0, 0, -9, 9, 0),
};

#endif
