/* CUDA's arithmetic functions. Included by umbel_cuda.h.
 *
 * exp, log, sin, cos and pow of f32 go through the hardware's approximations, as with nvcc's
 * -use_fast_math; their f64 forms are not here. */
#ifndef UMBEL_CUDA_MATH_H
#define UMBEL_CUDA_MATH_H

/* The same bits as another type. */
#define UMBEL_AS(name, To, From)                                                                   \
    UMBEL_FN To name(From v)                                                                       \
    {                                                                                              \
        To r;                                                                                      \
        __builtin_memcpy(&r, &v, sizeof r);                                                        \
        return r;                                                                                  \
    }
UMBEL_AS(__float_as_int, int, float)
UMBEL_AS(__int_as_float, float, int)
UMBEL_AS(__float_as_uint, unsigned int, float)
UMBEL_AS(__uint_as_float, float, unsigned int)
UMBEL_AS(__double_as_longlong, long long, double)
UMBEL_AS(__longlong_as_double, double, long long)

UMBEL_DEVICE int __double2hiint(double v)
{
    return (int)(__double_as_longlong(v) >> 32);
}
UMBEL_DEVICE int __double2loint(double v)
{
    return (int)__double_as_longlong(v);
}
UMBEL_DEVICE double __hiloint2double(int hi, int lo)
{
    return __longlong_as_double((long long)hi << 32 | (unsigned int)lo);
}

/* min, max */
#define UMBEL_MIN_MAX(T)                                                                           \
    UMBEL_FN T min(T a, T b)                                                                       \
    {                                                                                              \
        return a < b ? a : b;                                                                      \
    }                                                                                              \
    UMBEL_FN T max(T a, T b)                                                                       \
    {                                                                                              \
        return a > b ? a : b;                                                                      \
    }
UMBEL_MIN_MAX(int)
UMBEL_MIN_MAX(unsigned int)
UMBEL_MIN_MAX(long)
UMBEL_MIN_MAX(unsigned long)
UMBEL_MIN_MAX(long long)
UMBEL_MIN_MAX(unsigned long long)

UMBEL_FN unsigned int min(int a, unsigned int b)
{
    return min((unsigned int)a, b);
}
UMBEL_FN unsigned int min(unsigned int a, int b)
{
    return min(a, (unsigned int)b);
}
UMBEL_FN unsigned int max(int a, unsigned int b)
{
    return max((unsigned int)a, b);
}
UMBEL_FN unsigned int max(unsigned int a, int b)
{
    return max(a, (unsigned int)b);
}

/* Those that clang turns into instructions. C++ may call the f32 ones by the f64 name. */
#define UMBEL_F1(name)                                                                             \
    UMBEL_FN float name##f(float v)                                                                \
    {                                                                                              \
        return __builtin_##name##f(v);                                                             \
    }                                                                                              \
    UMBEL_FN double name(double v)                                                                 \
    {                                                                                              \
        return __builtin_##name(v);                                                                \
    }                                                                                              \
    UMBEL_FN float name(float v)                                                                   \
    {                                                                                              \
        return __builtin_##name##f(v);                                                             \
    }
#define UMBEL_F2(name)                                                                             \
    UMBEL_FN float name##f(float a, float b)                                                       \
    {                                                                                              \
        return __builtin_##name##f(a, b);                                                          \
    }                                                                                              \
    UMBEL_FN double name(double a, double b)                                                       \
    {                                                                                              \
        return __builtin_##name(a, b);                                                             \
    }                                                                                              \
    UMBEL_FN float name(float a, float b)                                                          \
    {                                                                                              \
        return __builtin_##name##f(a, b);                                                          \
    }
UMBEL_F1(fabs)
UMBEL_F1(sqrt)
UMBEL_F1(floor)
UMBEL_F1(ceil)
UMBEL_F1(trunc)
UMBEL_F1(rint)
UMBEL_F1(nearbyint)
UMBEL_F2(fmin)
UMBEL_F2(fmax)
UMBEL_F2(copysign)

UMBEL_FN float min(float a, float b)
{
    return fminf(a, b);
}
UMBEL_FN float max(float a, float b)
{
    return fmaxf(a, b);
}
UMBEL_FN double min(double a, double b)
{
    return fmin(a, b);
}
UMBEL_FN double max(double a, double b)
{
    return fmax(a, b);
}

UMBEL_FN float fmaf(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}
UMBEL_FN double fma(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}
UMBEL_FN float fma(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}
UMBEL_FN int abs(int v)
{
    return v < 0 ? -v : v;
}
UMBEL_FN long abs(long v)
{
    return v < 0 ? -v : v;
}
UMBEL_FN long long abs(long long v)
{
    return v < 0 ? -v : v;
}
UMBEL_FN long labs(long v)
{
    return abs(v);
}
UMBEL_FN long long llabs(long long v)
{
    return abs(v);
}
UMBEL_FN float abs(float v)
{
    return fabsf(v);
}
UMBEL_FN double abs(double v)
{
    return fabs(v);
}
UMBEL_FN float roundf(float v)
{
    float t = truncf(v);
    return fabsf(v - t) >= 0.5f ? t + copysignf(1.0f, v) : t;
}
UMBEL_FN double round(double v)
{
    double t = trunc(v);
    return fabs(v - t) >= 0.5 ? t + copysign(1.0, v) : t;
}
/* v - trunc(v / by) * by with one rounding: exact while the quotient fits 24 bits. */
UMBEL_FN float fmodf(float v, float by)
{
    return fmaf(-truncf(v / by), by, v);
}
UMBEL_FN bool isnan(float v)
{
    return v != v;
}
UMBEL_FN bool isnan(double v)
{
    return v != v;
}
UMBEL_FN bool isinf(float v)
{
    return fabsf(v) == INFINITY;
}
UMBEL_FN bool isinf(double v)
{
    return fabs(v) == (double)INFINITY;
}
UMBEL_FN bool isfinite(float v)
{
    return fabsf(v) < INFINITY;
}
UMBEL_FN bool isfinite(double v)
{
    return fabs(v) < (double)INFINITY;
}

/* The approximations. */
UMBEL_DEVICE float exp2f(float v)
{
    return __nvvm_ex2_approx_f(v);
}
UMBEL_DEVICE float log2f(float v)
{
    return __nvvm_lg2_approx_f(v);
}
UMBEL_DEVICE float expf(float v)
{
    return exp2f(v * 1.4426950408889634f);
}
UMBEL_DEVICE float logf(float v)
{
    return log2f(v) * 0.6931471805599453f;
}
UMBEL_DEVICE float log10f(float v)
{
    return log2f(v) * 0.3010299956639812f;
}
UMBEL_DEVICE float sinf(float v)
{
    return __nvvm_sin_approx_f(v);
}
UMBEL_DEVICE float cosf(float v)
{
    return __nvvm_cos_approx_f(v);
}
UMBEL_DEVICE float tanf(float v)
{
    return sinf(v) / cosf(v);
}
UMBEL_DEVICE float tanhf(float v)
{
    /* Symmetric, and 1 where exp overflows. */
    float e = expf(-2.0f * fabsf(v));
    return copysignf((1.0f - e) / (1.0f + e), v);
}
UMBEL_DEVICE float rsqrtf(float v)
{
    return __nvvm_rsqrt_approx_f(v);
}
UMBEL_DEVICE double rsqrt(double v)
{
    return 1.0 / sqrt(v);
}
/* For whole exponents a negative base has a sign too. */
UMBEL_DEVICE float powf(float base, float exponent)
{
    float r = exp2f(exponent * log2f(fabsf(base)));
    bool whole = truncf(exponent) == exponent;
    bool odd = whole && truncf(exponent * 0.5f) * 2.0f != exponent;
    if (exponent == 0.0f)
        return 1.0f;
    if (base < 0.0f && !whole)
        return NAN;
    return base < 0.0f && odd ? -r : r;
}
UMBEL_DEVICE void sincosf(float v, float *s, float *c)
{
    *s = sinf(v);
    *c = cosf(v);
}
#define UMBEL_CXX_NAME(name)                                                                       \
    UMBEL_DEVICE float name(float v)                                                               \
    {                                                                                              \
        return name##f(v);                                                                         \
    }
UMBEL_CXX_NAME(exp)
UMBEL_CXX_NAME(exp2)
UMBEL_CXX_NAME(log)
UMBEL_CXX_NAME(log2)
UMBEL_CXX_NAME(log10)
UMBEL_CXX_NAME(sin)
UMBEL_CXX_NAME(cos)
UMBEL_CXX_NAME(tan)
UMBEL_CXX_NAME(tanh)
UMBEL_DEVICE float pow(float base, float exponent)
{
    return powf(base, exponent);
}
UMBEL_DEVICE float __expf(float v)
{
    return expf(v);
}
UMBEL_DEVICE float __exp2f(float v)
{
    return exp2f(v);
}
UMBEL_DEVICE float __logf(float v)
{
    return logf(v);
}
UMBEL_DEVICE float __log2f(float v)
{
    return log2f(v);
}
UMBEL_DEVICE float __sinf(float v)
{
    return sinf(v);
}
UMBEL_DEVICE float __cosf(float v)
{
    return cosf(v);
}
UMBEL_DEVICE float __powf(float base, float exponent)
{
    return powf(base, exponent);
}
UMBEL_DEVICE float __fdividef(float a, float b)
{
    return a / b;
}
UMBEL_DEVICE float __saturatef(float v)
{
    return __nvvm_saturate_f(v);
}

/* Arithmetic that is never contracted, and its roundings. */
#define UMBEL_ROUNDED(mode, suffix)                                                                \
    UMBEL_DEVICE float __fadd_##suffix(float a, float b)                                           \
    {                                                                                              \
        return __nvvm_add_##mode##_f(a, b);                                                        \
    }                                                                                              \
    UMBEL_DEVICE float __fsub_##suffix(float a, float b)                                           \
    {                                                                                              \
        return __nvvm_add_##mode##_f(a, -b);                                                       \
    }                                                                                              \
    UMBEL_DEVICE float __fmul_##suffix(float a, float b)                                           \
    {                                                                                              \
        return __nvvm_mul_##mode##_f(a, b);                                                        \
    }                                                                                              \
    UMBEL_DEVICE float __fdiv_##suffix(float a, float b)                                           \
    {                                                                                              \
        return __nvvm_div_##mode##_f(a, b);                                                        \
    }                                                                                              \
    UMBEL_DEVICE float __frcp_##suffix(float v)                                                    \
    {                                                                                              \
        return __nvvm_rcp_##mode##_f(v);                                                           \
    }                                                                                              \
    UMBEL_DEVICE float __fsqrt_##suffix(float v)                                                   \
    {                                                                                              \
        return __nvvm_sqrt_##mode##_f(v);                                                          \
    }                                                                                              \
    UMBEL_DEVICE float __fmaf_##suffix(float a, float b, float c)                                  \
    {                                                                                              \
        return __nvvm_fma_##mode##_f(a, b, c);                                                     \
    }                                                                                              \
    UMBEL_DEVICE double __dadd_##suffix(double a, double b)                                        \
    {                                                                                              \
        return __nvvm_add_##mode##_d(a, b);                                                        \
    }                                                                                              \
    UMBEL_DEVICE double __dmul_##suffix(double a, double b)                                        \
    {                                                                                              \
        return __nvvm_mul_##mode##_d(a, b);                                                        \
    }                                                                                              \
    UMBEL_DEVICE double __fma_##suffix(double a, double b, double c)                               \
    {                                                                                              \
        return __nvvm_fma_##mode##_d(a, b, c);                                                     \
    }
UMBEL_ROUNDED(rn, rn)
UMBEL_ROUNDED(rz, rz)
UMBEL_ROUNDED(rm, rd)
UMBEL_ROUNDED(rp, ru)

/* Conversions with a rounding in their name. */
#define UMBEL_CONVERT(name, To, From, builtin)                                                     \
    UMBEL_DEVICE To name(From v)                                                                   \
    {                                                                                              \
        return (To)__nvvm_##builtin(v);                                                            \
    }
UMBEL_CONVERT(__float2int_rn, int, float, f2i_rn)
UMBEL_CONVERT(__float2int_rz, int, float, f2i_rz)
UMBEL_CONVERT(__float2int_rd, int, float, f2i_rm)
UMBEL_CONVERT(__float2int_ru, int, float, f2i_rp)
UMBEL_CONVERT(__float2uint_rn, unsigned int, float, f2ui_rn)
UMBEL_CONVERT(__float2uint_rz, unsigned int, float, f2ui_rz)
UMBEL_CONVERT(__int2float_rn, float, int, i2f_rn)
UMBEL_CONVERT(__int2float_rz, float, int, i2f_rz)
UMBEL_CONVERT(__uint2float_rn, float, unsigned int, ui2f_rn)
UMBEL_CONVERT(__double2float_rn, float, double, d2f_rn)
UMBEL_CONVERT(__double2float_rz, float, double, d2f_rz)
UMBEL_CONVERT(__double2int_rn, int, double, d2i_rn)
UMBEL_CONVERT(__double2int_rz, int, double, d2i_rz)

/* Bits. */
UMBEL_DEVICE int __popc(unsigned int v)
{
    return __builtin_popcount(v);
}
UMBEL_DEVICE int __popcll(unsigned long long v)
{
    return __builtin_popcountll(v);
}
UMBEL_DEVICE int __clz(int v)
{
    return v == 0 ? 32 : __builtin_clz((unsigned int)v);
}
UMBEL_DEVICE int __clzll(long long v)
{
    return v == 0 ? 64 : __builtin_clzll((unsigned long long)v);
}
UMBEL_DEVICE unsigned int __brev(unsigned int v)
{
    return __builtin_bitreverse32(v);
}
UMBEL_DEVICE unsigned long long __brevll(unsigned long long v)
{
    return __builtin_bitreverse64(v);
}
UMBEL_DEVICE int __ffs(int v)
{
    return v == 0 ? 0 : 32 - __clz(v & -v);
}
UMBEL_DEVICE int __ffsll(long long v)
{
    return v == 0 ? 0 : 64 - __clzll(v & -v);
}
UMBEL_DEVICE unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int selectors)
{
    return __nvvm_prmt(a, b, selectors);
}
UMBEL_DEVICE unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int by)
{
    return (unsigned int)((((unsigned long long)hi << 32 | lo) << (by & 31)) >> 32);
}
UMBEL_DEVICE unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int by)
{
    return (unsigned int)(((unsigned long long)hi << 32 | lo) >> (by & 31));
}
UMBEL_DEVICE int __mulhi(int a, int b)
{
    return (int)((long long)a * b >> 32);
}
UMBEL_DEVICE unsigned int __umulhi(unsigned int a, unsigned int b)
{
    return (unsigned int)((unsigned long long)a * b >> 32);
}
UMBEL_DEVICE unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
UMBEL_DEVICE int __mul24(int a, int b)
{
    return ((a << 8) >> 8) * ((b << 8) >> 8);
}
UMBEL_DEVICE unsigned int __sad(int a, int b, unsigned int c)
{
    return c + (unsigned int)(a < b ? b - a : a - b);
}

#endif
