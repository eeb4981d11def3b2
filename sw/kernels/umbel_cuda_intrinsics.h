/*
 * CUDA's intrinsic functions: reinterpretation of bits, arithmetic and conversions with a rounding
 * mode in their name, integer functions, fast approximations. Included by umbel_cuda_math.h.
 */
#ifndef UMBEL_CUDA_INTRINSICS_H
#define UMBEL_CUDA_INTRINSICS_H

/* Reinterprets the bits as another type. */
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
UMBEL_FN int __double2hiint(double v)
{
    return (int)(__double_as_longlong(v) >> 32);
}
UMBEL_FN int __double2loint(double v)
{
    return (int)__double_as_longlong(v);
}
UMBEL_FN double __hiloint2double(int hi, int lo)
{
    return __longlong_as_double((long long)hi << 32 | (unsigned int)lo);
}

/* Arithmetic with the rounding of its name, never contracted; `mode` is PTX's name for it. */
#define UMBEL_ROUNDED1(name, Type, builtin)                                                        \
    UMBEL_DEVICE Type name(Type a)                                                                 \
    {                                                                                              \
        return __nvvm_##builtin(a);                                                                \
    }
#define UMBEL_ROUNDED2(name, Type, builtin, b_sign)                                                \
    UMBEL_DEVICE Type name(Type a, Type b)                                                         \
    {                                                                                              \
        return __nvvm_##builtin(a, b_sign b);                                                      \
    }
#define UMBEL_ROUNDED3(name, Type, builtin)                                                        \
    UMBEL_DEVICE Type name(Type a, Type b, Type c)                                                 \
    {                                                                                              \
        return __nvvm_##builtin(a, b, c);                                                          \
    }
#define UMBEL_ROUNDED(mode, suffix)                                                                \
    UMBEL_ROUNDED2(__fdiv_##suffix, float, div_##mode##_f, )                                       \
    UMBEL_ROUNDED1(__frcp_##suffix, float, rcp_##mode##_f)                                         \
    UMBEL_ROUNDED1(__fsqrt_##suffix, float, sqrt_##mode##_f)                                       \
    UMBEL_ROUNDED3(__fmaf_##suffix, float, fma_##mode##_f)                                         \
    UMBEL_ROUNDED2(__ddiv_##suffix, double, div_##mode##_d, )                                      \
    UMBEL_ROUNDED1(__drcp_##suffix, double, rcp_##mode##_d)                                        \
    UMBEL_ROUNDED1(__dsqrt_##suffix, double, sqrt_##mode##_d)                                      \
    UMBEL_ROUNDED3(__fma_##suffix, double, fma_##mode##_d)
#define UMBEL_SUMS(mode, suffix)                                                                   \
    UMBEL_ROUNDED2(__fadd_##suffix, float, add_##mode##_f, )                                       \
    UMBEL_ROUNDED2(__fsub_##suffix, float, add_##mode##_f, -)                                      \
    UMBEL_ROUNDED2(__fmul_##suffix, float, mul_##mode##_f, )                                       \
    UMBEL_ROUNDED2(__dadd_##suffix, double, add_##mode##_d, )                                      \
    UMBEL_ROUNDED2(__dsub_##suffix, double, add_##mode##_d, -)                                     \
    UMBEL_ROUNDED2(__dmul_##suffix, double, mul_##mode##_d, )
UMBEL_ROUNDED(rn, rn)
UMBEL_ROUNDED(rz, rz)
UMBEL_ROUNDED(rm, rd)
UMBEL_ROUNDED(rp, ru)
UMBEL_SUMS(rz, rz)
UMBEL_SUMS(rm, rd)
UMBEL_SUMS(rp, ru)
/* clang makes an ordinary sum of its built-in for the nearest, which it then contracts to fma; CUDA
 * promises that it never is. */
#define UMBEL_NEAREST(name, Type, op, r)                                                           \
    UMBEL_DEVICE Type name(Type a, Type b)                                                         \
    {                                                                                              \
        Type v;                                                                                    \
        asm(op " %0, %1, %2;" : "=" r(v) : r(a), r(b));                                            \
        return v;                                                                                  \
    }
#ifdef __USE_FAST_MATH__
#define UMBEL_F32 ".rn.ftz.f32"
#else
#define UMBEL_F32 ".rn.f32"
#endif
UMBEL_NEAREST(__fadd_rn, float, "add" UMBEL_F32, "f")
UMBEL_NEAREST(__fsub_rn, float, "sub" UMBEL_F32, "f")
UMBEL_NEAREST(__fmul_rn, float, "mul" UMBEL_F32, "f")
UMBEL_NEAREST(__dadd_rn, double, "add.rn.f64", "d")
UMBEL_NEAREST(__dsub_rn, double, "sub.rn.f64", "d")
UMBEL_NEAREST(__dmul_rn, double, "mul.rn.f64", "d")
#undef UMBEL_F32
#undef UMBEL_NEAREST
#undef UMBEL_SUMS
/* Rounding the double is exact: no float's 1/sqrt is that close to the middle of two floats. */
UMBEL_DEVICE float __frsqrt_rn(float v)
{
    return (float)(1.0 / __builtin_sqrt((double)v));
}

/*
 * Conversions with a rounding in their name: PTX's types, and asm's constraint letters for their
 * registers. They are asm statements, because clang 14 treats its built-ins with rounding rz as
 * plain casts, which round integers to nearest and are undefined for numbers that do not fit.
 */
#define UMBEL_CONVERT(name, To, From, ptx, to, from)                                               \
    UMBEL_DEVICE To name(From v)                                                                   \
    {                                                                                              \
        To r;                                                                                      \
        asm("cvt." ptx " %0, %1;" : "=" to(r) : from(v));                                          \
        return r;                                                                                  \
    }
/* `i` is "i" if the result is an integer, else "". */
#define UMBEL_CONVERTS(name, To, From, i, ptx, to, from)                                           \
    UMBEL_CONVERT(name##_rn, To, From, "rn" i "." ptx, to, from)                                   \
    UMBEL_CONVERT(name##_rz, To, From, "rz" i "." ptx, to, from)                                   \
    UMBEL_CONVERT(name##_rd, To, From, "rm" i "." ptx, to, from)                                   \
    UMBEL_CONVERT(name##_ru, To, From, "rp" i "." ptx, to, from)
UMBEL_CONVERTS(__float2int, int, float, "i", "s32.f32", "r", "f")
UMBEL_CONVERTS(__float2uint, unsigned int, float, "i", "u32.f32", "r", "f")
UMBEL_CONVERTS(__float2ll, long long, float, "i", "s64.f32", "l", "f")
UMBEL_CONVERTS(__float2ull, unsigned long long, float, "i", "u64.f32", "l", "f")
UMBEL_CONVERTS(__double2int, int, double, "i", "s32.f64", "r", "d")
UMBEL_CONVERTS(__double2uint, unsigned int, double, "i", "u32.f64", "r", "d")
UMBEL_CONVERTS(__double2ll, long long, double, "i", "s64.f64", "l", "d")
UMBEL_CONVERTS(__double2ull, unsigned long long, double, "i", "u64.f64", "l", "d")
UMBEL_CONVERTS(__double2float, float, double, "", "f32.f64", "f", "d")
UMBEL_CONVERTS(__int2float, float, int, "", "f32.s32", "f", "r")
UMBEL_CONVERTS(__uint2float, float, unsigned int, "", "f32.u32", "f", "r")
UMBEL_CONVERTS(__ll2float, float, long long, "", "f32.s64", "f", "l")
UMBEL_CONVERTS(__ull2float, float, unsigned long long, "", "f32.u64", "f", "l")
UMBEL_CONVERTS(__ll2double, double, long long, "", "f64.s64", "d", "l")
UMBEL_CONVERTS(__ull2double, double, unsigned long long, "", "f64.u64", "d", "l")
UMBEL_FN double __int2double_rn(int v)
{
    return v;
}
UMBEL_FN double __uint2double_rn(unsigned int v)
{
    return v;
}

/* Integers. */
UMBEL_FN int __popc(unsigned int v)
{
    return __builtin_popcount(v);
}
UMBEL_FN int __popcll(unsigned long long v)
{
    return __builtin_popcountll(v);
}
UMBEL_FN int __clz(int v)
{
    return v == 0 ? 32 : __builtin_clz((unsigned int)v);
}
UMBEL_FN int __clzll(long long v)
{
    return v == 0 ? 64 : __builtin_clzll((unsigned long long)v);
}
UMBEL_FN unsigned int __brev(unsigned int v)
{
    return __builtin_bitreverse32(v);
}
UMBEL_FN unsigned long long __brevll(unsigned long long v)
{
    return __builtin_bitreverse64(v);
}
UMBEL_FN int __ffs(int v)
{
    return v == 0 ? 0 : 32 - __clz(v & -(unsigned int)v);
}
UMBEL_FN int __ffsll(long long v)
{
    return v == 0 ? 0 : 64 - __clzll(v & -(unsigned long long)v);
}
UMBEL_DEVICE unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int selectors)
{
    /* CUDA uses three bits of a selector; PTX's fourth bit would replicate the byte's sign. */
    return __nvvm_prmt(a, b, selectors & 0x7777);
}
/* Funnel shifts: by the low 5 bits of `by`, or (_lc, _rc) by at most 32. */
UMBEL_FN unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int by)
{
    return (unsigned int)((((unsigned long long)hi << 32 | lo) << (by & 31)) >> 32);
}
UMBEL_FN unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int by)
{
    return (unsigned int)(((unsigned long long)hi << 32 | lo) >> (by & 31));
}
UMBEL_FN unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int by)
{
    return (unsigned int)((((unsigned long long)hi << 32 | lo) << (by > 32 ? 32 : by)) >> 32);
}
UMBEL_FN unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int by)
{
    return (unsigned int)(((unsigned long long)hi << 32 | lo) >> (by > 32 ? 32 : by));
}
UMBEL_FN int __mulhi(int a, int b)
{
    return (int)((long long)a * b >> 32);
}
UMBEL_FN unsigned int __umulhi(unsigned int a, unsigned int b)
{
    return (unsigned int)((unsigned long long)a * b >> 32);
}
UMBEL_FN long long __mul64hi(long long a, long long b)
{
    return (long long)((__int128)a * b >> 64);
}
UMBEL_FN unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
/* The product of the low 24 bits of both. */
UMBEL_FN int __mul24(int a, int b)
{
    return (int)((unsigned int)((int)((unsigned int)a << 8) >> 8) *
                 (unsigned int)((int)((unsigned int)b << 8) >> 8));
}
UMBEL_FN unsigned int __umul24(unsigned int a, unsigned int b)
{
    return (a & 0xffffff) * (b & 0xffffff);
}
UMBEL_FN unsigned int __sad(int a, int b, unsigned int c)
{
    return c + (a < b ? (unsigned int)b - (unsigned int)a : (unsigned int)a - (unsigned int)b);
}
UMBEL_FN unsigned int __usad(unsigned int a, unsigned int b, unsigned int c)
{
    return c + (a < b ? b - a : a - b);
}
/* Averages, rounded down, or up (__rhadd, __urhadd). */
UMBEL_FN int __hadd(int a, int b)
{
    return (int)(((long long)a + b) >> 1);
}
UMBEL_FN int __rhadd(int a, int b)
{
    return (int)(((long long)a + b + 1) >> 1);
}
UMBEL_FN unsigned int __uhadd(unsigned int a, unsigned int b)
{
    return (unsigned int)(((unsigned long long)a + b) >> 1);
}
UMBEL_FN unsigned int __urhadd(unsigned int a, unsigned int b)
{
    return (unsigned int)(((unsigned long long)a + b + 1) >> 1);
}
/* c plus the four products of the bytes of a and b. */
#define UMBEL_DP4A(Type, type)                                                                     \
    UMBEL_DEVICE Type __dp4a(Type a, Type b, Type c)                                               \
    {                                                                                              \
        Type r;                                                                                    \
        asm("dp4a." type " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));                   \
        return r;                                                                                  \
    }
UMBEL_DP4A(int, "s32.s32")
UMBEL_DP4A(unsigned int, "u32.u32")
/* c plus the two products of the halves of a and the low or high two bytes of b. */
#define UMBEL_DP2A(name, Type, type)                                                               \
    UMBEL_DEVICE Type name(Type a, Type b, Type c)                                                 \
    {                                                                                              \
        Type r;                                                                                    \
        asm("dp2a." type " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));                   \
        return r;                                                                                  \
    }
UMBEL_DP2A(__dp2a_lo, int, "lo.s32.s32")
UMBEL_DP2A(__dp2a_lo, unsigned int, "lo.u32.u32")
UMBEL_DP2A(__dp2a_hi, int, "hi.s32.s32")
UMBEL_DP2A(__dp2a_hi, unsigned int, "hi.u32.u32")
/* The same of vectors. */
template <typename To, typename From> UMBEL_FN To umbel_packed(From v)
{
    To r;
    static_assert(sizeof r == sizeof v, "a vector of 32 bits");
    __builtin_memcpy(&r, &v, sizeof r);
    return r;
}
#define UMBEL_DP_VECTORS(name, Vec, Bytes, Type)                                                   \
    UMBEL_DEVICE Type name(Vec a, Bytes b, Type c)                                                 \
    {                                                                                              \
        return name(umbel_packed<Type>(a), umbel_packed<Type>(b), c);                              \
    }
UMBEL_DP_VECTORS(__dp4a, char4, char4, int)
UMBEL_DP_VECTORS(__dp4a, uchar4, uchar4, unsigned int)
UMBEL_DP_VECTORS(__dp2a_lo, short2, char4, int)
UMBEL_DP_VECTORS(__dp2a_lo, ushort2, uchar4, unsigned int)
UMBEL_DP_VECTORS(__dp2a_hi, short2, char4, int)
UMBEL_DP_VECTORS(__dp2a_hi, ushort2, uchar4, unsigned int)
/* The position of the n-th set bit of the mask from `base` on, downwards if n is negative. */
UMBEL_DEVICE unsigned int __fns(unsigned int mask, unsigned int base, int n)
{
    unsigned int r;
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(mask), "r"(base), "r"(n));
    return r;
}

/* The fast functions, composed of the hardware's approximations as nvcc does it. With --fast-math
 * they flush subnormals, like all float arithmetic then. */
#ifdef __USE_FAST_MATH__
#define UMBEL_APPROX(name) __nvvm_##name##_ftz_f
#else
#define UMBEL_APPROX(name) __nvvm_##name##_f
#endif
UMBEL_DEVICE float __saturatef(float v)
{
    return UMBEL_APPROX(saturate)(v);
}
UMBEL_DEVICE float __fdividef(float a, float b)
{
    return UMBEL_APPROX(div_approx)(a, b);
}
UMBEL_DEVICE float __exp2f(float v)
{
    return UMBEL_APPROX(ex2_approx)(v);
}
UMBEL_DEVICE float __expf(float v)
{
    return __exp2f(v * 1.4426950408889634f);
}
UMBEL_DEVICE float __exp10f(float v)
{
    return __exp2f(v * 3.3219280948873623f);
}
UMBEL_DEVICE float __log2f(float v)
{
    return UMBEL_APPROX(lg2_approx)(v);
}
UMBEL_DEVICE float __logf(float v)
{
    return __log2f(v) * 0.6931471805599453f;
}
UMBEL_DEVICE float __log10f(float v)
{
    return __log2f(v) * 0.3010299956639812f;
}
UMBEL_DEVICE float __powf(float x, float y)
{
    return __exp2f(y * __log2f(x));
}
UMBEL_DEVICE float __sinf(float v)
{
    return UMBEL_APPROX(sin_approx)(v);
}
UMBEL_DEVICE float __cosf(float v)
{
    return UMBEL_APPROX(cos_approx)(v);
}
UMBEL_DEVICE float __tanf(float v)
{
    return __fdividef(__sinf(v), __cosf(v));
}
UMBEL_DEVICE void __sincosf(float v, float *s, float *c)
{
    *s = __sinf(v);
    *c = __cosf(v);
}

#endif
