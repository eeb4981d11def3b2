/*
 * Functions that split numbers, round them or are otherwise exact; roots. Included by
 * umbel_cuda_math.h.
 */
#ifndef UMBEL_CUDA_NUMBERS_H
#define UMBEL_CUDA_NUMBERS_H

/* Functions that clang turns into instructions. */
#define UMBEL_BUILTIN1(name)                                                                       \
    UMBEL_MATH float name##f(float x)                                                              \
    {                                                                                              \
        return __builtin_##name##f(x);                                                             \
    }                                                                                              \
    UMBEL_MATH double name(double x)                                                               \
    {                                                                                              \
        return __builtin_##name(x);                                                                \
    }
#define UMBEL_BUILTIN2(name)                                                                       \
    UMBEL_MATH float name##f(float x, float y)                                                     \
    {                                                                                              \
        return __builtin_##name##f(x, y);                                                          \
    }                                                                                              \
    UMBEL_MATH double name(double x, double y)                                                     \
    {                                                                                              \
        return __builtin_##name(x, y);                                                             \
    }
UMBEL_BUILTIN1(fabs)
UMBEL_BUILTIN1(floor)
UMBEL_BUILTIN1(ceil)
UMBEL_BUILTIN1(trunc)
UMBEL_BUILTIN1(rint)
UMBEL_BUILTIN1(nearbyint)
UMBEL_BUILTIN2(fmin)
UMBEL_BUILTIN2(fmax)
UMBEL_BUILTIN2(copysign)
UMBEL_MATH float sqrtf(float x)
{
#ifdef __USE_FAST_MATH__
    return UMBEL_APPROX(sqrt_approx)(x);
#else
    return __builtin_sqrtf(x);
#endif
}
UMBEL_MATH double sqrt(double x)
{
    return __builtin_sqrt(x);
}
UMBEL_MATH float fmaf(float x, float y, float z)
{
    return __builtin_fmaf(x, y, z);
}
UMBEL_MATH double fma(double x, double y, double z)
{
    return __builtin_fma(x, y, z);
}

/* For both types: Type, the suffix of the names, the integer of the same size, its bits of the
 * exponent and of the fraction. */
#define UMBEL_NUMBERS(Type, from, f, as_int, as_float, Int, exponent, fraction)                    \
    UMBEL_MATH Type round##f(Type x)                                                               \
    {                                                                                              \
        Type t = trunc##f(x);                                                                      \
        return fabs##f(x - t) >= (Type)0.5 ? t + copysign##f((Type)1, x) : t;                      \
    }                                                                                              \
    UMBEL_MATH Type fdim##f(Type x, Type y)                                                        \
    {                                                                                              \
        return x <= y ? (Type)0 : x - y;                                                           \
    }                                                                                              \
    UMBEL_MATH Type modf##f(Type x, Type *whole)                                                   \
    {                                                                                              \
        Type t = trunc##f(x);                                                                      \
        *whole = t;                                                                                \
        return copysign##f(t == x ? (Type)0 : x - t, x);                                           \
    }                                                                                              \
    /* One step of the bits, away from zero or towards it. */                                      \
    UMBEL_MATH Type nextafter##f(Type x, Type y)                                                   \
    {                                                                                              \
        Int bits = as_int(x);                                                                      \
        if (!(x < y) && !(x > y))                                                                  \
            return x == y ? y : x + y;                                                             \
        if (x == 0)                                                                                \
            return copysign##f(as_float((Int)1), y);                                               \
        return as_float((x < y) == (x > 0) ? bits + 1 : bits - 1);                                 \
    }                                                                                              \
    /* INT_MIN for 0 and NaN, INT_MAX for infinities. */                                           \
    UMBEL_MATH int ilogb##f(Type x)                                                                \
    {                                                                                              \
        const int bias = (1 << ((exponent)-1)) - 1;                                                \
        Int bits = as_int(fabs##f(x));                                                             \
        int e = (int)(bits >> (fraction));                                                         \
        if (e == 0 && bits != 0)                                                                   \
            e = (int)(as_int(as_float(bits) * (Type)0x1p64) >> (fraction)) - 64;                   \
        return bits == 0 || x != x ? -__INT_MAX__ - 1                                              \
               : e == 2 * bias + 1 ? __INT_MAX__                                                   \
                                   : e - bias;                                                     \
    }                                                                                              \
    UMBEL_MATH Type logb##f(Type x)                                                                \
    {                                                                                              \
        Type magnitude = fabs##f(x);                                                               \
        return x == 0                       ? (Type)-INFINITY                                      \
               : magnitude < (Type)INFINITY ? (Type)ilogb##f(x)                                    \
                                            : magnitude;                                           \
    }                                                                                              \
    UMBEL_MATH Type frexp##f(Type x, int *e)                                                       \
    {                                                                                              \
        const int bias = (1 << ((exponent)-1)) - 1;                                                \
        bool plain = x != 0 && fabs##f(x) < (Type)INFINITY;                                        \
        int log = ilogb##f(x);                                                                     \
        Type scaled = log < -bias + 1 ? x * (Type)0x1p64 : x;                                      \
        Int kept = as_int(scaled) & ~((((Int)1 << (exponent)) - 1) << (fraction));                 \
        *e = plain ? log + 1 : 0;                                                                  \
        return plain ? as_float(kept | (Int)(bias - 1) << (fraction)) : x;                         \
    }                                                                                              \
    UMBEL_DEVICE long long llrint##f(Type x)                                                       \
    {                                                                                              \
        return __##from##2ll_rn(x);                                                                \
    }                                                                                              \
    UMBEL_DEVICE long lrint##f(Type x)                                                             \
    {                                                                                              \
        return __##from##2ll_rn(x);                                                                \
    }                                                                                              \
    UMBEL_DEVICE long long llround##f(Type x)                                                      \
    {                                                                                              \
        return __##from##2ll_rn(round##f(x));                                                      \
    }                                                                                              \
    UMBEL_DEVICE long lround##f(Type x)                                                            \
    {                                                                                              \
        return __##from##2ll_rn(round##f(x));                                                      \
    }                                                                                              \
    UMBEL_MATH Type nan##f(const char *)                                                           \
    {                                                                                              \
        return (Type)NAN;                                                                          \
    }
UMBEL_NUMBERS(float, float, f, __float_as_int, __int_as_float, int, 8, 23)
UMBEL_NUMBERS(double, double, , __double_as_longlong, __longlong_as_double, long long, 11, 52)

/* 2^n for n from -1022 to 1023. */
UMBEL_MATH double umbel_power_of_2(int n)
{
    return __longlong_as_double((long long)(n + 1023) << 52);
}
/* Rounds only once: all products but the last are normal numbers, and so exact. */
UMBEL_MATH double ldexp(double x, int n)
{
    for (int i = 0; i < 2 && n > 1023; i++) {
        x *= 0x1p1023;
        n -= 1023;
    }
    for (int i = 0; i < 2 && n < -1022; i++) {
        x *= 0x1p-969;
        n += 969;
    }
    return x * umbel_power_of_2(n > 1023 ? 1023 : n < -1022 ? -1022 : n);
}
/* The product is exact in double precision, so only the conversion rounds. */
UMBEL_MATH float ldexpf(float x, int n)
{
    return (float)((double)x * umbel_power_of_2(n > 400 ? 400 : n < -400 ? -400 : n));
}
#define UMBEL_SCALE(Type, f)                                                                       \
    UMBEL_MATH Type scalbn##f(Type x, int n)                                                       \
    {                                                                                              \
        return ldexp##f(x, n);                                                                     \
    }                                                                                              \
    UMBEL_MATH Type scalbln##f(Type x, long n)                                                     \
    {                                                                                              \
        return ldexp##f(x, n > 9999 ? 9999 : n < -9999 ? -9999 : (int)n);                          \
    }
UMBEL_SCALE(float, f)
UMBEL_SCALE(double, )

/* libclc's fmod and remainder are exact for double, but treat subnormal floats as zeros. For floats
 * the double function is exact: their remainder is a float. */
UMBEL_MATH double fmod(double x, double y)
{
    return umbel_clc::fmod(x, y);
}
UMBEL_MATH float fmodf(float x, float y)
{
    return (float)umbel_clc::fmod((double)x, (double)y);
}
UMBEL_MATH double remainder(double x, double y)
{
    return umbel_clc::remainder(x, y);
}
UMBEL_MATH float remainderf(float x, float y)
{
    return (float)umbel_clc::remainder((double)x, (double)y);
}
UMBEL_MATH double remquo(double x, double y, int *quotient)
{
    int q;
    double r = umbel_clc::remquo(x, y, &q);
    *quotient = q;
    return r;
}
UMBEL_MATH float remquof(float x, float y, int *quotient)
{
    return (float)remquo((double)x, (double)y, quotient);
}

#define UMBEL_CLASSIFY(Type, f, as_int)                                                            \
    UMBEL_MATH bool isnan(Type x)                                                                  \
    {                                                                                              \
        return x != x;                                                                             \
    }                                                                                              \
    UMBEL_MATH bool isinf(Type x)                                                                  \
    {                                                                                              \
        return fabs##f(x) == (Type)INFINITY;                                                       \
    }                                                                                              \
    UMBEL_MATH bool isfinite(Type x)                                                               \
    {                                                                                              \
        return fabs##f(x) < (Type)INFINITY;                                                        \
    }                                                                                              \
    UMBEL_MATH bool isnormal(Type x)                                                               \
    {                                                                                              \
        return fabs##f(x) < (Type)INFINITY &&                                                      \
               fabs##f(x) >= (sizeof(Type) == 4 ? (Type)FLT_MIN : (Type)DBL_MIN);                  \
    }                                                                                              \
    UMBEL_MATH bool signbit(Type x)                                                                \
    {                                                                                              \
        return as_int(x) < 0;                                                                      \
    }
UMBEL_CLASSIFY(float, f, __float_as_int)
UMBEL_CLASSIFY(double, , __double_as_longlong)

/* 1/cbrt(x). Rounding twice could be wrong by 2 ulps, so a step of Newton's method corrects it. */
UMBEL_DEVICE double rcbrt(double x)
{
    double r = 1.0 / umbel_clc::cbrt(x);
    double square = __nvvm_mul_rn_d(r, r), square_lo = __builtin_fma(r, r, -square);
    double product = __nvvm_mul_rn_d(x, r), product_lo = __builtin_fma(x, r, -product);
    double error = __builtin_fma(-product, square, 1.0);
    error -= __builtin_fma(product, square_lo, product_lo * square);
    return fabs(x) < (double)INFINITY && x != 0.0 ? __builtin_fma(r * error, 1.0 / 3.0, r) : r;
}
UMBEL_DEVICE float rcbrtf(float x)
{
    double r = (double)(1.0f / umbel_clc::cbrt(x)), error = 1.0 - (double)x * r * r * r;
    return fabsf(x) < INFINITY && x != 0.0f ? (float)(r + r * error * (1.0 / 3.0)) : (float)r;
}

#endif
