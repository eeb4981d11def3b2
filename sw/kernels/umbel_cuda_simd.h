/*
 * CUDA's integer SIMD functions: a word is two lanes of 16 bits (__vadd2) or four of 8 (__vadd4).
 * Included by umbel_cuda_math.h.
 *
 * They compute on whole words and keep the lanes apart by their highest bits: sm_70 has no
 * instructions for lanes, and to unpack them would take several times as many of others.
 */
#ifndef UMBEL_CUDA_SIMD_H
#define UMBEL_CUDA_SIMD_H

/* The highest bit of each lane, and the lowest. */
#define UMBEL_LANES_TOP (bits == 16 ? 0x80008000u : 0x80808080u)
#define UMBEL_LANES_ONE (bits == 16 ? 0x00010001u : 0x01010101u)

#define UMBEL_LANES template <int bits> UMBEL_DEVICE unsigned int

/* Every bit becomes the highest of its lane: PTX's fourth bit of a selector replicates a sign. */
UMBEL_LANES umbel_lanes_fill(unsigned int flags)
{
    return __nvvm_prmt(flags, 0, bits == 16 ? 0xbb99 : 0xba98);
}
/* The highest bits alone, as 1 or 0. */
UMBEL_LANES umbel_lanes_bool(unsigned int flags)
{
    return flags >> (bits - 1) & UMBEL_LANES_ONE;
}
UMBEL_LANES umbel_lanes_choose(unsigned int flags, unsigned int yes, unsigned int no)
{
    unsigned int mask = umbel_lanes_fill<bits>(flags);
    return (yes & mask) | (no & ~mask);
}

/* The highest bits are added without a carry; the others cannot leave their lane. */
UMBEL_LANES umbel_lanes_add(unsigned int a, unsigned int b)
{
    return ((a & ~UMBEL_LANES_TOP) + (b & ~UMBEL_LANES_TOP)) ^ ((a ^ b) & UMBEL_LANES_TOP);
}
UMBEL_LANES umbel_lanes_sub(unsigned int a, unsigned int b)
{
    return ((a | UMBEL_LANES_TOP) - (b & ~UMBEL_LANES_TOP)) ^ (~(a ^ b) & UMBEL_LANES_TOP);
}

/* Flags, of which the highest bit of a lane counts: signed a < b, unsigned a < b, a != b. If the
 * highest bits of a and b are equal, that of the difference is the borrow. */
UMBEL_LANES umbel_lanes_less(unsigned int a, unsigned int b)
{
    return (a & ~b) | (~(a ^ b) & umbel_lanes_sub<bits>(a, b));
}
UMBEL_LANES umbel_lanes_below(unsigned int a, unsigned int b)
{
    return (~a & b) | (~(a ^ b) & umbel_lanes_sub<bits>(a, b));
}
UMBEL_LANES umbel_lanes_differ(unsigned int a, unsigned int b)
{
    unsigned int bit = a ^ b;
    return ((bit & ~UMBEL_LANES_TOP) + ~UMBEL_LANES_TOP) | bit;
}

/* The number of a's sign that is farthest from 0: what a sum saturates to that leaves a's sign. */
UMBEL_LANES umbel_lanes_limit(unsigned int a)
{
    return umbel_lanes_fill<bits>(a) ^ ~UMBEL_LANES_TOP;
}
UMBEL_LANES umbel_lanes_addss(unsigned int a, unsigned int b)
{
    unsigned int sum = umbel_lanes_add<bits>(a, b);
    return umbel_lanes_choose<bits>(~(a ^ b) & (a ^ sum), umbel_lanes_limit<bits>(a), sum);
}
UMBEL_LANES umbel_lanes_subss(unsigned int a, unsigned int b)
{
    unsigned int rest = umbel_lanes_sub<bits>(a, b);
    return umbel_lanes_choose<bits>((a ^ b) & (a ^ rest), umbel_lanes_limit<bits>(a), rest);
}
UMBEL_LANES umbel_lanes_addus(unsigned int a, unsigned int b)
{
    unsigned int sum = umbel_lanes_add<bits>(a, b);
    return sum | umbel_lanes_fill<bits>((a & b) | ((a ^ b) & ~sum));
}
UMBEL_LANES umbel_lanes_subus(unsigned int a, unsigned int b)
{
    return umbel_lanes_sub<bits>(a, b) & ~umbel_lanes_fill<bits>(umbel_lanes_below<bits>(a, b));
}

/* The least number is its own absolute value, bit by bit; saturated, it is one less. */
UMBEL_LANES umbel_lanes_abs(unsigned int a)
{
    return (a ^ umbel_lanes_fill<bits>(a)) + umbel_lanes_bool<bits>(a);
}
UMBEL_LANES umbel_lanes_absss(unsigned int a)
{
    unsigned int size = umbel_lanes_abs<bits>(a);
    return size - umbel_lanes_bool<bits>(size);
}

/* Averages: rounded down, up, and, of signed numbers, away from zero in the middle of two. */
UMBEL_LANES umbel_lanes_haddu(unsigned int a, unsigned int b)
{
    return (a & b) + ((a ^ b) >> 1 & ~UMBEL_LANES_TOP);
}
UMBEL_LANES umbel_lanes_avgu(unsigned int a, unsigned int b)
{
    return (a | b) - ((a ^ b) >> 1 & ~UMBEL_LANES_TOP);
}
UMBEL_LANES umbel_lanes_avgs(unsigned int a, unsigned int b)
{
    unsigned int down =
        umbel_lanes_haddu<bits>(a ^ UMBEL_LANES_TOP, b ^ UMBEL_LANES_TOP) ^ UMBEL_LANES_TOP;
    return down + ((a ^ b) & umbel_lanes_bool<bits>(~down));
}

/* A signed number with its highest bit inverted is in the same order as an unsigned one. */
UMBEL_LANES umbel_lanes_absdiffu(unsigned int a, unsigned int b)
{
    unsigned int below = umbel_lanes_below<bits>(a, b);
    return umbel_lanes_choose<bits>(below, b, a) - umbel_lanes_choose<bits>(below, a, b);
}
UMBEL_LANES umbel_lanes_absdiffs(unsigned int a, unsigned int b)
{
    return umbel_lanes_absdiffu<bits>(a ^ UMBEL_LANES_TOP, b ^ UMBEL_LANES_TOP);
}
/* All lanes as one number. */
UMBEL_LANES umbel_lanes_total(unsigned int a)
{
    if (bits == 8)
        a = (a & 0x00ff00ff) + (a >> 8 & 0x00ff00ff);
    return (a & 0xffff) + (a >> 16);
}

/* The functions: each for both widths of a lane, by a formula of `bits`. */
#define UMBEL_SIMD(name, parameters, formula)                                                      \
    UMBEL_DEVICE unsigned int name##2 parameters                                                   \
    {                                                                                              \
        constexpr int bits = 16;                                                                   \
        return formula;                                                                            \
    }                                                                                              \
    UMBEL_DEVICE unsigned int name##4 parameters                                                   \
    {                                                                                              \
        constexpr int bits = 8;                                                                    \
        return formula;                                                                            \
    }
#define UMBEL_SIMD1(name, formula) UMBEL_SIMD(name, (unsigned int a), formula)
#define UMBEL_SIMD2(name, formula) UMBEL_SIMD(name, (unsigned int a, unsigned int b), formula)
UMBEL_SIMD1(__vabs, umbel_lanes_abs<bits>(a))
UMBEL_SIMD1(__vabsss, umbel_lanes_absss<bits>(a))
UMBEL_SIMD1(__vneg, umbel_lanes_sub<bits>(0, a))
UMBEL_SIMD1(__vnegss, umbel_lanes_subss<bits>(0, a))
UMBEL_SIMD2(__vadd, umbel_lanes_add<bits>(a, b))
UMBEL_SIMD2(__vaddss, umbel_lanes_addss<bits>(a, b))
UMBEL_SIMD2(__vaddus, umbel_lanes_addus<bits>(a, b))
UMBEL_SIMD2(__vsub, umbel_lanes_sub<bits>(a, b))
UMBEL_SIMD2(__vsubss, umbel_lanes_subss<bits>(a, b))
UMBEL_SIMD2(__vsubus, umbel_lanes_subus<bits>(a, b))
UMBEL_SIMD2(__vavgs, umbel_lanes_avgs<bits>(a, b))
UMBEL_SIMD2(__vavgu, umbel_lanes_avgu<bits>(a, b))
UMBEL_SIMD2(__vhaddu, umbel_lanes_haddu<bits>(a, b))
UMBEL_SIMD2(__vabsdiffs, umbel_lanes_absdiffs<bits>(a, b))
UMBEL_SIMD2(__vabsdiffu, umbel_lanes_absdiffu<bits>(a, b))
UMBEL_SIMD2(__vsads, umbel_lanes_total<bits>(umbel_lanes_absdiffs<bits>(a, b)))
UMBEL_SIMD2(__vsadu, umbel_lanes_total<bits>(umbel_lanes_absdiffu<bits>(a, b)))
UMBEL_SIMD2(__vmaxs, umbel_lanes_choose<bits>(umbel_lanes_less<bits>(a, b), b, a))
UMBEL_SIMD2(__vmaxu, umbel_lanes_choose<bits>(umbel_lanes_below<bits>(a, b), b, a))
UMBEL_SIMD2(__vmins, umbel_lanes_choose<bits>(umbel_lanes_less<bits>(a, b), a, b))
UMBEL_SIMD2(__vminu, umbel_lanes_choose<bits>(umbel_lanes_below<bits>(a, b), a, b))

/* Comparisons: all bits of a lane where it is true, or 1. */
#define UMBEL_SIMD_COMPARE(relation, flags)                                                        \
    UMBEL_SIMD2(__vcmp##relation, umbel_lanes_fill<bits>(flags))                                   \
    UMBEL_SIMD2(__vset##relation, umbel_lanes_bool<bits>(flags))
UMBEL_SIMD_COMPARE(eq, ~umbel_lanes_differ<bits>(a, b))
UMBEL_SIMD_COMPARE(ne, umbel_lanes_differ<bits>(a, b))
UMBEL_SIMD_COMPARE(ges, ~umbel_lanes_less<bits>(a, b))
UMBEL_SIMD_COMPARE(geu, ~umbel_lanes_below<bits>(a, b))
UMBEL_SIMD_COMPARE(gts, umbel_lanes_less<bits>(b, a))
UMBEL_SIMD_COMPARE(gtu, umbel_lanes_below<bits>(b, a))
UMBEL_SIMD_COMPARE(les, ~umbel_lanes_less<bits>(b, a))
UMBEL_SIMD_COMPARE(leu, ~umbel_lanes_below<bits>(b, a))
UMBEL_SIMD_COMPARE(lts, umbel_lanes_less<bits>(a, b))
UMBEL_SIMD_COMPARE(ltu, umbel_lanes_below<bits>(a, b))

#endif
