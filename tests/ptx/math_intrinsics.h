/*
 * CUDA's intrinsic functions and plain C with the same meaning. Each line has an expression for the
 * kernel and the expected value in C, over a, b, c (float), d, e, g (double), i, j (int), u, v, w
 * (unsigned), l, m (long long), p, q (unsigned long long). The C runs on the host and must not call
 * the function under test.
 *
 * F: the result is a float; D: a double; I: an integer of at most 64 bits.
 */
#ifndef UMBEL_TESTS_PTX_MATH_INTRINSICS_H
#define UMBEL_TESTS_PTX_MATH_INTRINSICS_H

/* Evaluates in a rounding mode; the arguments are volatile, so that nothing is
 * evaluated earlier. */
#define IN(mode, expr)                                                                             \
    __extension__({                                                                                \
        fesetround(mode);                                                                          \
        __auto_type in_ = (expr);                                                                  \
        __asm__ volatile("" : "+m"(in_));                                                          \
        fesetround(FE_TONEAREST);                                                                  \
        in_;                                                                                       \
    })

/* Rounds to an integer by floor or the like, clamped to the type's range. NaN gives 0 from a float
 * to 32 bits, and 2^63 or 2^31 if the source or the result has 64 bits (PTX: cvt). */
#define TO_INT(round, v, T, low, top, nan)                                                         \
    (isnan(v)            ? (T)(nan)                                                                \
     : round(v) < (low)  ? (T)(low)                                                                \
     : round(v) >= (top) ? (T)((low) < 0 ? ~((uint64_t)1 << (8 * sizeof(T) - 1)) : ~(uint64_t)0)   \
                         : (T)round(v))

/* A zero result is positive: the compiler's own conversion may give -0 when rounding down. */
#define MODES(F, D, I, s, mode, round)                                                             \
    F(__fadd_##s(a, b), IN(mode, a + b))                                                           \
    F(__fsub_##s(a, b), IN(mode, a - b))                                                           \
    F(__fmul_##s(a, b), IN(mode, a *b))                                                            \
    F(__fdiv_##s(a, b), IN(mode, a / b))                                                           \
    F(__frcp_##s(a), IN(mode, 1.0f / a))                                                           \
    F(__fsqrt_##s(a), IN(mode, sqrtf(a)))                                                          \
    F(__fmaf_##s(a, b, c), IN(mode, fmaf(a, b, c)))                                                \
    D(__dadd_##s(d, e), IN(mode, d + e))                                                           \
    D(__dsub_##s(d, e), IN(mode, d - e))                                                           \
    D(__dmul_##s(d, e), IN(mode, d *e))                                                            \
    D(__ddiv_##s(d, e), IN(mode, d / e))                                                           \
    D(__drcp_##s(d), IN(mode, 1.0 / d))                                                            \
    D(__dsqrt_##s(d), IN(mode, sqrt(d)))                                                           \
    D(__fma_##s(d, e, g), IN(mode, fma(d, e, g)))                                                  \
    I(__float2int_##s(a), TO_INT(round, (double)a, int, -0x1p31, 0x1p31, 0))                       \
    I(__float2uint_##s(a), TO_INT(round, (double)a, unsigned, 0, 0x1p32, 0))                       \
    I(__float2ll_##s(a), TO_INT(round, (double)a, long long, -0x1p63, 0x1p63, LLONG_MIN))          \
    I(__float2ull_##s(a), TO_INT(round, (double)a, unsigned long long, 0, 0x1p64, 1ull << 63))     \
    I(__double2int_##s(d), TO_INT(round, d, int, -0x1p31, 0x1p31, INT_MIN))                        \
    I(__double2uint_##s(d), TO_INT(round, d, unsigned, 0, 0x1p32, 1u << 31))                       \
    I(__double2ll_##s(d), TO_INT(round, d, long long, -0x1p63, 0x1p63, LLONG_MIN))                 \
    I(__double2ull_##s(d), TO_INT(round, d, unsigned long long, 0, 0x1p64, 1ull << 63))            \
    F(__double2float_##s(d), IN(mode, (float)d))                                                   \
    F(__int2float_##s(i), i == 0 ? 0 : IN(mode, (float)i))                                         \
    F(__uint2float_##s(u), u == 0 ? 0 : IN(mode, (float)u))                                        \
    F(__ll2float_##s(l), l == 0 ? 0 : IN(mode, (float)l))                                          \
    F(__ull2float_##s(p), p == 0 ? 0 : IN(mode, (float)p))                                         \
    D(__ll2double_##s(l), l == 0 ? 0 : IN(mode, (double)l))                                        \
    D(__ull2double_##s(p), p == 0 ? 0 : IN(mode, (double)p))

#define INTRINSICS(F, D, I)                                                                        \
    MODES(F, D, I, rn, FE_TONEAREST, rint)                                                         \
    MODES(F, D, I, rz, FE_TOWARDZERO, trunc)                                                       \
    MODES(F, D, I, rd, FE_DOWNWARD, floor)                                                         \
    MODES(F, D, I, ru, FE_UPWARD, ceil)                                                            \
    F(__frsqrt_rn(a), (float)(1 / sqrtl((long double)a)))                                          \
    F(__saturatef(a), !(a > 0) ? 0 : a > 1 ? 1 : a)                                                \
    D(__int2double_rn(i), (double)i)                                                               \
    D(__uint2double_rn(u), (double)u)                                                              \
    I(__float_as_int(a), (int)float_bits(a))                                                       \
    I(__float_as_uint(a), float_bits(a))                                                           \
    F(__int_as_float(i), bits_float((unsigned)i))                                                  \
    F(__uint_as_float(u), bits_float(u))                                                           \
    I(__double_as_longlong(d), (long long)double_bits(d))                                          \
    D(__longlong_as_double(l), bits_double((unsigned long long)l))                                 \
    I(__double2hiint(d), (int)(double_bits(d) >> 32))                                              \
    I(__double2loint(d), (int)double_bits(d))                                                      \
    D(__hiloint2double(i, j), bits_double((unsigned long long)(unsigned)i << 32 | (unsigned)j))    \
    I(__clz(i), leading_zeros((unsigned)i, 32))                                                    \
    I(__clzll(l), leading_zeros((unsigned long long)l, 64))                                        \
    I(__popc(u), ones(u))                                                                          \
    I(__popcll(p), ones(p))                                                                        \
    I(__ffs(i), i == 0 ? 0 : 32 - leading_zeros((unsigned)i & -(unsigned)i, 32))                   \
    I(__ffsll(l),                                                                                  \
      l == 0 ? 0 : 64 - leading_zeros((unsigned long long)l & -(unsigned long long)l, 64))         \
    I(__brev(u), (unsigned)(mirrored(u) >> 32))                                                    \
    I(__brevll(p), mirrored(p))                                                                    \
    I(__byte_perm(u, v, w), permuted(u, v, w))                                                     \
    I(__funnelshift_l(u, v, w & 63), high_word(((unsigned long long)v << 32 | u) << (w & 31)))     \
    I(__funnelshift_r(u, v, w & 63), (unsigned)(((unsigned long long)v << 32 | u) >> (w & 31)))    \
    I(__funnelshift_lc(u, v, w & 63),                                                              \
      (w & 63) >= 32 ? u : high_word(((unsigned long long)v << 32 | u) << (w & 31)))               \
    I(__funnelshift_rc(u, v, w & 63),                                                              \
      (w & 63) >= 32 ? v : (unsigned)(((unsigned long long)v << 32 | u) >> (w & 31)))              \
    I(__mulhi(i, j), (int)floor_shift((__int128)i *j, 32))                                         \
    I(__umulhi(u, v), high_word((unsigned long long)u *v))                                         \
    I(__mul64hi(l, m), (long long)floor_shift((__int128)l *m, 64))                                 \
    I(__umul64hi(p, q), (unsigned long long)((unsigned __int128)p * q >> 64))                      \
    I(__mul24(i, j), (int)((long long)low24(i) * low24(j)))                                        \
    I(__umul24(u, v), (unsigned)((unsigned long long)(u % (1u << 24)) * (v % (1u << 24))))         \
    I(__sad(i, j, u), (unsigned)(llabs((long long)i - j) + u))                                     \
    I(__usad(u, v, w), (unsigned)(llabs((long long)u - v) + w))                                    \
    I(__hadd(i, j), (int)floor_shift((__int128)i + j, 1))                                          \
    I(__rhadd(i, j), (int)floor_shift((__int128)i + j + 1, 1))                                     \
    I(__uhadd(u, v), (unsigned)(((unsigned long long)u + v) / 2))                                  \
    I(__urhadd(u, v), (unsigned)(((unsigned long long)u + v + 1) / 2))                             \
    I(__dp4a(i, j, (int)u), (int)(signed_dot((unsigned)i, (unsigned)j) + u))                       \
    I(__dp4a(u, v, w), unsigned_dot(u, v) + w)                                                     \
    I(__dp2a_lo(i, j, (int)w), (int)(halves_dot(u, v, 0, 1) + w))                                  \
    I(__dp2a_hi(u, v, w), halves_dot(u, v, 2, 0) + w)                                              \
    I(__fns(u, v & 31, (int)(w % 9) - 4), nth_set(u, v & 31, (int)(w % 9) - 4))                    \
    I(min(i, j), i < j ? i : j)                                                                    \
    I(max(i, j), i > j ? i : j)                                                                    \
    I(min(i, u), (unsigned)i < u ? (unsigned)i : u)                                                \
    I(max(u, v), u > v ? u : v)                                                                    \
    I(min(l, m), l < m ? l : m)                                                                    \
    I(max(p, q), p > q ? p : q)                                                                    \
    I(umin(u, v), u < v ? u : v)                                                                   \
    I(llmax(l, m), l > m ? l : m)                                                                  \
    I(ullmin(p, q), p < q ? p : q)                                                                 \
    I(std::min(i, j), i < j ? i : j)                                                               \
    I(std::max<long long>(l, i), l > i ? l : i)                                                    \
    D(max(a, d), isnan(a) ? d : isnan(d) || a > d || (a == d && !signbit(a)) ? a : d)              \
    I(abs(i | 1), i < 0 ? -(i | 1) : (i | 1))                                                      \
    I(isnan(a) + 2 * isinf(a) + 4 * isfinite(a) + 8 * signbit(a),                                  \
      (a != a) + 2 * (a - a != a - a && a == a) + 4 * (a - a == a - a) +                           \
          8 * (int)(float_bits(a) >> 31))                                                          \
    I(isnan(d) + 2 * isinf(d) + 4 * isfinite(d) + 8 * signbit(d),                                  \
      (d != d) + 2 * (d - d != d - d && d == d) + 4 * (d - d == d - d) +                           \
          8 * (int)(double_bits(d) >> 63))

#endif
