/*
 * Exponentials, logarithms, powers, trigonometric and hyperbolic functions and their inverses. They
 * are libclc's; where libclc is wrong, or less exact than CUDA documents, this file corrects it and
 * says why. MATH.md lists the measured errors. Included by umbel_cuda_math.h.
 */
#ifndef UMBEL_CUDA_ELEMENTARY_H
#define UMBEL_CUDA_ELEMENTARY_H

/* name##f and name, unchanged from the library. */
#define UMBEL_AS_IS_F32(name)                                                                      \
    UMBEL_MATH float name##f(float x)                                                              \
    {                                                                                              \
        return umbel_clc::name(x);                                                                 \
    }
#define UMBEL_AS_IS_F64(name)                                                                      \
    UMBEL_MATH double name(double x)                                                               \
    {                                                                                              \
        return umbel_clc::name(x);                                                                 \
    }
#define UMBEL_AS_IS(name) UMBEL_AS_IS_F32(name) UMBEL_AS_IS_F64(name)
/* The library loses the sign of a zero in double precision. */
#define UMBEL_KEEPS_ZERO(name)                                                                     \
    UMBEL_AS_IS_F32(name)                                                                          \
    UMBEL_MATH double name(double x)                                                               \
    {                                                                                              \
        return x == 0.0 ? x : umbel_clc::name(x);                                                  \
    }
/* Computes in double precision, where libclc flushes subnormal float results to zero. */
#define UMBEL_WIDE(name, x) ((float)umbel_clc::name((double)(x)))

UMBEL_AS_IS_F64(exp)
UMBEL_AS_IS_F64(exp2)
UMBEL_AS_IS_F64(exp10)
UMBEL_KEEPS_ZERO(expm1)
UMBEL_AS_IS_F64(log)
UMBEL_AS_IS_F64(log2)
UMBEL_AS_IS_F64(log10)
UMBEL_AS_IS(log1p)
UMBEL_AS_IS(cbrt)
UMBEL_AS_IS(asin)
UMBEL_AS_IS(acos)
UMBEL_KEEPS_ZERO(atan)
UMBEL_AS_IS_F32(sinh)
UMBEL_AS_IS_F32(cosh)
UMBEL_AS_IS(tanh)
UMBEL_AS_IS(asinh)
UMBEL_AS_IS(acosh)
UMBEL_AS_IS(atanh)
UMBEL_KEEPS_ZERO(erf)
UMBEL_AS_IS_F64(erfc)

/* With --fast-math these are the fast functions, as with nvcc's -use_fast_math. */
#ifdef __USE_FAST_MATH__
#define UMBEL_FAST(name)                                                                           \
    UMBEL_DEVICE float name##f(float x)                                                            \
    {                                                                                              \
        return __##name##f(x);                                                                     \
    }
UMBEL_FAST(exp)
UMBEL_FAST(exp2)
UMBEL_FAST(exp10)
UMBEL_FAST(log)
UMBEL_FAST(log2)
UMBEL_FAST(log10)
UMBEL_FAST(sin)
UMBEL_FAST(cos)
UMBEL_FAST(tan)
UMBEL_DEVICE float powf(float x, float y)
{
    return __powf(x, y);
}
#else
UMBEL_AS_IS_F32(exp10)
UMBEL_AS_IS_F32(log)
UMBEL_AS_IS_F32(log2)
UMBEL_AS_IS_F32(log10)
UMBEL_AS_IS_F32(sin)
UMBEL_AS_IS_F32(cos)
UMBEL_AS_IS_F32(tan)
UMBEL_MATH float expf(float x)
{
    return x < -87.0f ? UMBEL_WIDE(exp, x) : umbel_clc::exp(x);
}
UMBEL_MATH float exp2f(float x)
{
    return x < -125.0f ? umbel_clc::exp2(x + 64.0f) * 0x1p-64f : umbel_clc::exp2(x);
}
UMBEL_MATH float powf(float x, float y)
{
    return umbel_clc::pow(x, y);
}
#endif

/* libclc's erfc(float) is wrong by up to 60 ulps near 8 and flushes to zero beyond 9. */
UMBEL_MATH float erfcf(float x)
{
    return UMBEL_WIDE(erfc, x);
}
UMBEL_MATH double sin(double x)
{
    return x == 0.0 ? x : umbel_sin(x);
}
UMBEL_MATH double cos(double x)
{
    return umbel_cos(x);
}
UMBEL_MATH double tan(double x)
{
    return x == 0.0 ? x : umbel_tan(x);
}
/* For large arguments libclc reads beyond its tables, so they are clamped to 720, where both
 * functions have overflowed. */
UMBEL_MATH double sinh(double x)
{
    double r = umbel_clc::sinh(__builtin_fmax(__builtin_fmin(x, 720.0), -720.0));
    return x == x ? r : x;
}
UMBEL_MATH double cosh(double x)
{
    double r = umbel_clc::cosh(__builtin_fmin(__builtin_fabs(x), 720.0));
    return x == x ? r : x;
}
UMBEL_DEVICE void sincos(double x, double *s, double *c)
{
    umbel_sincos(umbel_reduce(x), s, c);
    *s = x == 0.0 ? x : *s;
}
/* libclc's are wrong by 2 ulps, and return negative zeros. */
UMBEL_DEVICE void sincospi(double x, double *s, double *c)
{
    umbel_sincos(umbel_reduce_pi(x), s, c);
    *s = x == 0.0 ? x : *s;
    *c += 0.0;
}
UMBEL_DEVICE double sinpi(double x)
{
    double s, c;
    sincospi(x, &s, &c);
    return s;
}
UMBEL_DEVICE double cospi(double x)
{
    double s, c;
    sincospi(x, &s, &c);
    return c;
}
UMBEL_DEVICE float sinpif(float x)
{
    return (float)sinpi((double)x);
}
UMBEL_DEVICE float cospif(float x)
{
    return (float)cospi((double)x);
}
UMBEL_DEVICE void sincosf(float x, float *s, float *c)
{
    *s = sinf(x);
    *c = cosf(x);
}
UMBEL_DEVICE void sincospif(float x, float *s, float *c)
{
    double ds, dc;
    sincospi((double)x, &ds, &dc);
    *s = (float)ds;
    *c = (float)dc;
}

#define UMBEL_AS_IS2(Type, name, clc)                                                              \
    UMBEL_MATH Type name(Type x, Type y)                                                           \
    {                                                                                              \
        return umbel_clc::clc(x, y);                                                               \
    }
UMBEL_AS_IS2(double, pow, pow)
UMBEL_AS_IS2(float, atan2f, atan2)
UMBEL_AS_IS2(double, atan2, atan2)
UMBEL_AS_IS2(float, hypotf, hypot)
UMBEL_AS_IS2(double, hypot, hypot)
UMBEL_MATH float powif(float x, int n)
{
    return powf(x, (float)n);
}
UMBEL_MATH double powi(double x, int n)
{
    return pow(x, (double)n);
}

/* 1/sqrt. For float this is the hardware's approximation, within 2 ulps, as with nvcc. */
UMBEL_DEVICE float rsqrtf(float x)
{
    return UMBEL_APPROX(rsqrt_approx)(x);
}
UMBEL_MATH double rsqrt(double x)
{
    return 1.0 / __builtin_sqrt(x);
}

#endif
