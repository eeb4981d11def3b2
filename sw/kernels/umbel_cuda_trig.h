/*
 * Argument reduction for sin, cos and tan of huge arguments in double precision. From 2^30 (tan) or
 * 2^47 (sin, cos) on, libclc reads its digits of 2/pi with misaligned loads, which fault on
 * hardware. So from 2^30 on arguments are reduced here, by the method of Payne and Hanek. Included
 * by umbel_cuda_math.h.
 */
#ifndef UMBEL_CUDA_TRIG_H
#define UMBEL_CUDA_TRIG_H

/* 64 zero bits, then the bits of 2/pi = 0.a2f9836e... after the point. */
static __constant__ const unsigned long long umbel_two_over_pi[22] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
    0xf0cfbc209af4361d, 0xa9e391615ee61b08};

/* An argument as quarters * pi/2 + hi + lo, |hi| <= pi/4. */
struct umbel_reduced {
    double hi, lo;
    int quarters;
};

/* 64 bits of the table, from bit number `at` on. */
UMBEL_DEVICE unsigned long long umbel_two_over_pi_bits(int at)
{
    unsigned long long left = umbel_two_over_pi[at >> 6], right = umbel_two_over_pi[(at >> 6) + 1];
    return (at & 63) == 0 ? left : left << (at & 63) | right >> (64 - (at & 63));
}

/* For 2^30 <= |x| < infinity: x = mantissa * 2^e. Needed is mantissa * 2^e * 2/pi modulo 4, to 190
 * bits after the point. The bits of 2/pi before number e - 1 contribute only multiples of 4. */
UMBEL_DEVICE umbel_reduced umbel_reduce_huge(double x)
{
    unsigned long long bits = (unsigned long long)__double_as_longlong(x);
    int e = (int)(bits >> 52 & 2047) - 1075;
    unsigned long long mantissa = (bits & 0xfffffffffffffu) | 0x10000000000000u;
    unsigned long long w2 = umbel_two_over_pi_bits(e + 62), w1 = umbel_two_over_pi_bits(e + 126),
                       w0 = umbel_two_over_pi_bits(e + 190);
    /* mantissa * (w2 w1 w0) modulo 2^192 */
    unsigned __int128 low = (unsigned __int128)mantissa * w0;
    unsigned __int128 high =
        ((unsigned __int128)(mantissa * w2) << 64) + (unsigned __int128)mantissa * w1 + (low >> 64);
    int quarters = (int)(high >> 126);
    /* The fraction as a signed number of 126 bits: relative to the nearest quarter, up or down. */
    unsigned __int128 fraction = high << 2 | (unsigned long long)low >> 62;
    bool up = (fraction >> 127) != 0;
    quarters += up;
    fraction = up ? ~fraction : fraction;
    /* Its first 53 significant bits in one double, the next 53 in another. */
    unsigned long long top = (unsigned long long)(fraction >> 64),
                       rest = (unsigned long long)fraction;
    int zeros = top == 0 ? 64 : __builtin_clzll(top);
    if (zeros > 0) {
        top = zeros == 64 ? rest : top << zeros | rest >> (64 - zeros);
        rest = zeros == 64 ? 0 : rest << zeros;
    }
    double unit = __longlong_as_double((long long)(1023 - 64 - zeros) << 52);
    double f_hi = (double)(top >> 11) * 2048.0 * unit;
    double f_lo = ((double)(top & 2047) + (double)rest * 0x1p-64) * unit;
    /* Times pi/2. */
    const double half_pi = 1.5707963267948966, half_pi_lo = 6.123233995736766e-17;
    double hi = __nvvm_mul_rn_d(f_hi, half_pi);
    double lo = __builtin_fma(f_hi, half_pi, -hi) +
                __builtin_fma(f_hi, half_pi_lo, __nvvm_mul_rn_d(f_lo, half_pi));
    bool negative = (x < 0) != up;
    umbel_reduced r;
    r.hi = negative ? -hi : hi;
    r.lo = negative ? -lo : lo;
    r.quarters = x < 0 ? -quarters : quarters;
    return r;
}

/* Reduces pi x. x minus the nearest multiple of 1/2 is exact. */
UMBEL_DEVICE umbel_reduced umbel_reduce_pi(double x)
{
    double half = __builtin_rint(2.0 * (x - 2.0 * __builtin_trunc(0.5 * x)));
    double left = (x - 2.0 * __builtin_trunc(0.5 * x)) - 0.5 * half;
    umbel_reduced r;
    r.hi = __nvvm_mul_rn_d(left, 3.141592653589793);
    r.lo = __builtin_fma(left, 3.141592653589793, -r.hi) + left * 1.2246467991473532e-16;
    r.quarters = (int)half;
    return r;
}

UMBEL_DEVICE bool umbel_is_huge(double x)
{
    return __builtin_fabs(x) >= 0x1p30 && __builtin_fabs(x) < (double)INFINITY;
}
UMBEL_DEVICE umbel_reduced umbel_reduce(double x)
{
    umbel_reduced r = {x, 0.0, 0};
    return umbel_is_huge(x) ? umbel_reduce_huge(x) : r;
}
/* An argument that libclc does not look up digits of 2/pi for: x, or 0 if x is huge, NaN or
 * infinite. The assumptions are libclc's own comparisons, so clang drops that part of it. */
UMBEL_DEVICE double umbel_small(double x)
{
    double r = __builtin_fabs(x) < 0x1p30 ? x : 0.0;
    __builtin_assume(__builtin_fabs(r) < 0x1p30);
    __builtin_assume(__builtin_fabs(r) < 0x1p47);
    return r;
}
/* sin(quarters * pi/2 + hi + lo), from the sine and cosine of hi. */
UMBEL_DEVICE double umbel_turn(umbel_reduced r, double s, double c)
{
    double v = (r.quarters & 1) == 0 ? __builtin_fma(r.lo, c, s) : __builtin_fma(-r.lo, s, c);
    return (r.quarters & 2) == 0 ? v : -v;
}

/* x - x is NaN if x is NaN or infinite, else 0. */
UMBEL_DEVICE double umbel_sin(double x)
{
    umbel_reduced r = umbel_reduce(x);
    double s = umbel_clc::sin(umbel_small(r.hi)) + (x - x);
    return umbel_is_huge(x) ? umbel_turn(r, s, umbel_clc::cos(umbel_small(r.hi))) : s;
}
UMBEL_DEVICE double umbel_cos(double x)
{
    umbel_reduced r = umbel_reduce(x);
    double c = umbel_clc::cos(umbel_small(r.hi)) + (x - x);
    r.quarters++;
    return umbel_is_huge(x) ? umbel_turn(r, umbel_clc::sin(umbel_small(r.hi)), c) : c;
}
UMBEL_DEVICE double umbel_tan(double x)
{
    umbel_reduced r = umbel_reduce(x);
    double t = umbel_clc::tan(umbel_small(r.hi)) + (x - x);
    if (!umbel_is_huge(x))
        return t;
    t = __builtin_fma(r.lo, __builtin_fma(t, t, 1.0), t);
    return (r.quarters & 1) == 0 ? t : -1.0 / t;
}
/* Sine and cosine of a reduced argument. */
UMBEL_DEVICE void umbel_sincos(umbel_reduced r, double *s, double *c)
{
    double s_hi = umbel_clc::sin(umbel_small(r.hi)) + (r.hi - r.hi);
    double c_hi = umbel_clc::cos(umbel_small(r.hi)) + (r.hi - r.hi);
    *s = umbel_turn(r, s_hi, c_hi);
    r.quarters++;
    *c = umbel_turn(r, s_hi, c_hi);
}

#endif
