/*
 * Conversions between floats and numbers of 16 bits, in integers and exact steps: the host's, and
 * the device's for bfloat16, which sm_70 has no instructions for.
 */
#ifndef UMBEL_HALF_BITS_H
#define UMBEL_HALF_BITS_H

#include "../vector_types.h"

/* Members of the types. */
#ifdef __CUDA__
#define UMBEL_IN __attribute__((host, device, always_inline, nodebug)) inline
#else
#define UMBEL_IN inline
#endif

/* Roundings: to nearest even, toward zero, down, up. */
enum { UMBEL_RN, UMBEL_RZ, UMBEL_RD, UMBEL_RU };

UMBEL_FN unsigned int umbel_float_bits(float v)
{
    unsigned int bits;
    __builtin_memcpy(&bits, &v, sizeof bits);
    return bits;
}
UMBEL_FN float umbel_bits_float(unsigned int bits)
{
    float v;
    __builtin_memcpy(&v, &bits, sizeof v);
    return v;
}

/* `kept`, or the next number if `rest`, of which `unit` is one, is rounded away from zero. */
UMBEL_FN unsigned int umbel_round(unsigned int kept, unsigned int rest, unsigned int unit,
                                  int minus, int mode)
{
    if (mode == UMBEL_RN)
        return kept + (rest > unit / 2 || (rest == unit / 2 && (kept & 1) != 0));
    return kept + (rest != 0 && mode == (minus ? UMBEL_RD : UMBEL_RU));
}

/* Every NaN becomes 0x7fff, as on the hardware. */
UMBEL_FN unsigned short umbel_to_half(float v, int mode)
{
    unsigned int bits = umbel_float_bits(v), size = bits & 0x7fffffff, shift = 13, kept;
    int minus = (int)(bits >> 31);
    if (size > 0x7f800000)
        return 0x7fff;
    if (size == 0x7f800000)
        kept = 0x7c00;
    else if (size >=
             0x47800000) /* 65536 or more: beyond the largest half by more than half a unit */
        kept = umbel_round(0x7bff, 3, 4, minus, mode);
    else if (size >= 0x38800000)
        kept = umbel_round((size - 0x38000000) >> 13, size & 0x1fff, 0x2000, minus, mode);
    else {
        /* A subnormal half, in units of 2^-24. Below 2^-26 only the sign and whether it is zero
         * matter. */
        unsigned int exponent = size >> 23, number = (size & 0x7fffff) | 0x800000;
        shift = exponent < 101 ? 26 : 126 - exponent;
        if (size == 0)
            number = 0;
        kept = umbel_round(number >> shift, number & ((1u << shift) - 1), 1u << shift, minus, mode);
    }
    return (unsigned short)(kept | (unsigned int)minus << 15);
}
UMBEL_FN float umbel_of_half(unsigned short h)
{
    unsigned int rest = (h & 0x7fffu) << 13, sign = (h & 0x8000u) << 16;
    if ((h & 0x7c00) == 0x7c00)
        return umbel_bits_float(sign | rest | 0x7f800000);
    /* The exponent's bias is 112 greater. */
    return umbel_bits_float(umbel_float_bits(umbel_bits_float(rest) * 0x1p112f) | sign);
}

/* A bfloat16 is the upper half of a float. */
UMBEL_FN unsigned short umbel_to_bfloat16(float v, int mode)
{
    unsigned int bits = umbel_float_bits(v), size = bits & 0x7fffffff;
    int minus = (int)(bits >> 31);
    if (size > 0x7f800000)
        return 0x7fff;
    return (unsigned short)(umbel_round(size >> 16, size & 0xffff, 0x10000, minus, mode) |
                            (unsigned int)minus << 15);
}
UMBEL_FN float umbel_of_bfloat16(unsigned short h)
{
    return umbel_bits_float((unsigned int)h << 16);
}

/*
 * Numbers that a float cannot hold, rounded to a float whose last bit is set then. So the float
 * lies on the same side of every number of 16 bits, and of every middle of two, as the number did,
 * and rounding it once more gives what rounding the number at once would give.
 */
UMBEL_FN float umbel_odd(double v)
{
    float f = (float)v;
    unsigned int bits = umbel_float_bits(f);
    if (v != v || (double)f == v)
        return f;
    if (__builtin_fabs((double)f) > __builtin_fabs(v))
        bits--;
    return umbel_bits_float(bits | 1);
}
UMBEL_FN float umbel_odd_u64(unsigned long long v)
{
    int drop = v < 1 << 24 ? 0 : 40 - __builtin_clzll(v);
    unsigned long long kept = v >> drop;
    if (kept << drop != v)
        kept |= 1;
    return (float)kept * umbel_bits_float((unsigned int)(127 + drop) << 23);
}
UMBEL_FN float umbel_odd_s64(long long v)
{
    return v < 0 ? -umbel_odd_u64(0 - (unsigned long long)v) : umbel_odd_u64((unsigned long long)v);
}

/* a * b + c likewise, as a double: the product is exact, and what the sum has lost is known. */
UMBEL_FN double umbel_odd_fma(double a, double b, double c)
{
    double p = a * b, s = p + c, of_c = s - p, of_p = s - of_c;
    double lost_p = p - of_p, lost_c = c - of_c, lost = lost_p + lost_c;
    unsigned long long bits;
    __builtin_memcpy(&bits, &s, sizeof bits);
    if (!(lost > 0 || lost < 0) || (bits & 1) != 0)
        return s;
    bits = (lost > 0) == (s > 0) ? bits + 1 : bits - 1;
    __builtin_memcpy(&s, &bits, sizeof s);
    return s;
}

/* A float as an integer, rounded; what is out of bounds saturates. */
UMBEL_FN float umbel_whole(float v, int mode)
{
    return mode == UMBEL_RN   ? __builtin_rintf(v)
           : mode == UMBEL_RZ ? __builtin_truncf(v)
           : mode == UMBEL_RD ? __builtin_floorf(v)
                              : __builtin_ceilf(v);
}
#define UMBEL_SATURATE(Type, name, low, high, nan)                                                 \
    UMBEL_FN Type umbel_to_##name(float v, int mode)                                               \
    {                                                                                              \
        float n = umbel_whole(v, mode);                                                            \
        return n != n ? nan : n <= (float)(low) ? low : n >= (float)(high) ? high : (Type)n;       \
    }
UMBEL_SATURATE(short, short, -32768, 32767, 0)
UMBEL_SATURATE(unsigned short, ushort, 0, 65535, 0)
UMBEL_SATURATE(int, int, -2147483647 - 1, 2147483647, 0)
UMBEL_SATURATE(unsigned int, uint, 0u, 4294967295u, 0u)
UMBEL_SATURATE(long long, ll, -9223372036854775807ll - 1, 9223372036854775807ll,
               -9223372036854775807ll - 1)
UMBEL_SATURATE(unsigned long long, ull, 0ull, 18446744073709551615ull, 9223372036854775808ull)

#endif
