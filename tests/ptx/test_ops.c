/*
 * Every family of instructions against independent C, over the corner values of its operand types,
 * with the lane functions for both kinds of CPU.
 *
 * OP(id, "opcode", "signature", expression): the signature as in sw/ptx/isa.h; the expression has
 * the operands' bits as a, b, c, e, zero-extended, and their float values as fa, da and so on.
 */
#include "tests/ptx/machine.h"

#include <math.h>

typedef struct {
    uint64_t a, b, c, e;
    float fa, fb, fc;
    double da, db, dc;
} in;

static uint64_t f(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, 4);
    return v != v ? 0x7fffffff : bits;
}

static uint64_t g(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, 8);
    return v != v ? 0x7ff8000000000000 : bits;
}

/* Float to integer as PTX defines it, saturating; computed differently from sw/ptx. */
static uint64_t to_int(double v, int bits, bool is_signed, uint64_t nan)
{
    double top = ldexp(1, is_signed ? bits - 1 : bits);
    uint64_t all = bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
    if (v != v)
        return nan;
    if (!is_signed && v < 0)
        return 0;
    if (v >= top)
        return is_signed ? all >> 1 : all;
    if (v < -top)
        return (all >> 1) + 1;
    return (v < 0 ? (uint64_t)(int64_t)v : (uint64_t)v) & all;
}

static uint64_t clamp(__int128 v, __int128 low, __int128 high)
{
    return (uint64_t)(v < low ? low : v > high ? high : v);
}

static uint64_t field(uint64_t a, uint64_t pos, uint64_t len, int bits, bool is_signed)
{
    uint64_t r = 0;
    bool last = false;
    pos &= 255;
    len &= 255;
    for (uint64_t i = 0; i < 64; i++) {
        bool inside = i < len && pos + i < (uint64_t)bits;
        if (inside)
            last = (a >> (pos + i) & 1) != 0;
        if (inside ? last
                   : is_signed && len != 0 && (pos < (uint64_t)bits ? last : a >> (bits - 1) & 1))
            r |= (uint64_t)1 << i;
    }
    return bits == 64 ? r : r & 0xffffffff;
}

static uint64_t inserted(uint64_t a, uint64_t b, uint64_t pos, uint64_t len, int bits)
{
    for (uint64_t i = 0; i < (len & 255); i++)
        if ((pos & 255) + i < (uint64_t)bits) {
            uint64_t bit = (uint64_t)1 << ((pos & 255) + i);
            b = (b & ~bit) | ((a >> i & 1) != 0 ? bit : 0);
        }
    return b;
}

static uint64_t reversed(uint64_t a, int bits)
{
    uint64_t r = 0;
    for (int i = 0; i < bits; i++)
        r |= (a >> i & 1) << (bits - 1 - i);
    return r;
}

static uint64_t highest(uint64_t v)
{
    for (int i = 63; i >= 0; i--)
        if ((v >> i & 1) != 0)
            return (uint64_t)i;
    return 0xffffffff;
}

static uint64_t find_set(uint64_t mask, uint64_t base, int32_t n)
{
    int64_t found = 0, at = (int64_t)base;
    if (n == 0)
        return base < 32 && (mask >> base & 1) != 0 ? base : 0xffffffff;
    for (; at >= 0 && at < 32; at += n < 0 ? -1 : 1) {
        found += (mask >> at & 1) != 0;
        if (found == (n < 0 ? -(int64_t)n : n))
            return (uint64_t)at;
    }
    return 0xffffffff;
}

/* A number of `bits` bits in a word, as the digit of its base. */
static int64_t digit(uint64_t v, int at, int bits, bool is_signed)
{
    int64_t base = (int64_t)1 << bits, d = (int64_t)(v / ((uint64_t)1 << at * bits)) % base;
    return is_signed && d >= base / 2 ? d - base : d;
}

/* A video instruction on the parts of a word; `sum`: of the results, instead of them. */
static uint64_t parts(char fn, in x, int bits, bool a_signed, bool b_signed, bool sum)
{
    uint64_t r = 0;
    int64_t total = (int64_t)x.c;
    for (int k = 0; k < 32 / bits; k++) {
        int64_t p = digit(x.a, k, bits, a_signed), q = digit(x.b, k, bits, b_signed);
        int64_t v = fn == '+'   ? p + q
                    : fn == '-' ? p - q
                    : fn == '<' ? (p < q ? p : q)
                    : fn == '>' ? (p > q ? p : q)
                    : p > q     ? p - q
                                : q - p;
        total += v;
        r |= ((uint64_t)v & (((uint64_t)1 << bits) - 1)) << k * bits;
    }
    return sum ? (uint64_t)total & 0xffffffff : r;
}

static uint64_t dot(in x, int a_bits, int b_first, bool a_signed, bool b_signed)
{
    int64_t sum = (int64_t)x.c;
    for (int k = 0; k < 32 / a_bits; k++)
        sum += digit(x.a, k, a_bits, a_signed) * digit(x.b, b_first + k, 8, b_signed);
    return (uint64_t)sum & 0xffffffff;
}

#define S8(v) ((int8_t)(v))
#define S16(v) ((int16_t)(v))
#define S32(v) ((int32_t)(v))
#define S64(v) ((int64_t)(v))
#define U16(v) ((uint16_t)(v))
#define U32(v) ((uint32_t)(v))
#define SX(v) ((uint64_t)(int64_t)(v))
#define W(v) ((v)&0xffffffff)
#define H(v) ((v)&0xffff)

#define INT_OPS(X)                                                                                 \
    X(add16, "add.s16", "hhh", H(x.a + x.b))                                                       \
    X(add32, "add.s32", "www", W(x.a + x.b))                                                       \
    X(add64, "add.s64", "lll", x.a + x.b)                                                          \
    X(sub16, "sub.u16", "hhh", H(x.a - x.b))                                                       \
    X(sub32, "sub.u32", "www", W(x.a - x.b))                                                       \
    X(sub64, "sub.u64", "lll", x.a - x.b)                                                          \
    X(mullo16, "mul.lo.s16", "hhh", H(x.a *x.b))                                                   \
    X(mullo32, "mul.lo.s32", "www", W(x.a *x.b))                                                   \
    X(mullo64, "mul.lo.s64", "lll", x.a *x.b)                                                      \
    X(mulhiu16, "mul.hi.u16", "hhh", x.a *x.b >> 16)                                               \
    X(mulhis16, "mul.hi.s16", "hhh", H(SX((S16(x.a) * S16(x.b)) >> 16)))                           \
    X(mulhiu32, "mul.hi.u32", "www", x.a *x.b >> 32)                                               \
    X(mulhis32, "mul.hi.s32", "www", W(SX((int64_t)S32(x.a) * S32(x.b) >> 32)))                    \
    X(mulhiu64, "mul.hi.u64", "lll", (uint64_t)((unsigned __int128)x.a * x.b >> 64))               \
    X(mulhis64, "mul.hi.s64", "lll", (uint64_t)((__int128)S64(x.a) * S64(x.b) >> 64))              \
    X(mulwideu16, "mul.wide.u16", "whh", x.a *x.b)                                                 \
    X(mulwides16, "mul.wide.s16", "whh", W(SX(S16(x.a) * S16(x.b))))                               \
    X(mulwideu32, "mul.wide.u32", "lww", x.a *x.b)                                                 \
    X(mulwides32, "mul.wide.s32", "lww", SX((int64_t)S32(x.a) * S32(x.b)))                         \
    X(mul24, "mul24.lo.s32", "www", W(SX((int64_t)(S32(x.a << 8) >> 8) * (S32(x.b << 8) >> 8))))   \
    X(madlo32, "mad.lo.s32", "wwww", W(x.a *x.b + x.c))                                            \
    X(madlo16, "mad.lo.u16", "hhhh", H(x.a *x.b + x.c))                                            \
    X(madlo64, "mad.lo.u64", "llll", x.a *x.b + x.c)                                               \
    X(madhiu32, "mad.hi.u32", "wwww", W((x.a * x.b >> 32) + x.c))                                  \
    X(madhis32, "mad.hi.s32", "wwww", W(SX((int64_t)S32(x.a) * S32(x.b) >> 32) + x.c))             \
    X(madwideu32, "mad.wide.u32", "lwwl", x.a *x.b + x.c)                                          \
    X(madwides32, "mad.wide.s32", "lwwl", SX((int64_t)S32(x.a) * S32(x.b)) + x.c)                  \
    X(madwides16, "mad.wide.s16", "whhw", W(SX(S16(x.a) * S16(x.b)) + x.c))                        \
    X(divu32, "div.u32", "www", x.b == 0 ? 0xffffffff : x.a / x.b)                                 \
    X(remu32, "rem.u32", "www", x.b == 0 ? x.a : x.a % x.b)                                        \
    X(divs32, "div.s32", "www", x.b == 0 ? 0xffffffff : W(SX((int64_t)S32(x.a) / S32(x.b))))       \
    X(rems32, "rem.s32", "www", x.b == 0 ? x.a : W(SX((int64_t)S32(x.a) % S32(x.b))))              \
    X(divs16, "div.s16", "hhh", x.b == 0 ? 0xffff : H(SX(S16(x.a) / S16(x.b))))                    \
    X(rems16, "rem.s16", "hhh", x.b == 0 ? x.a : H(SX(S16(x.a) % S16(x.b))))                       \
    X(divu64, "div.u64", "lll", x.b == 0 ? ~(uint64_t)0 : x.a / x.b)                               \
    X(divs64, "div.s64", "lll",                                                                    \
      x.b == 0 ? ~(uint64_t)0 : (uint64_t)((__int128)S64(x.a) / S64(x.b)))                         \
    X(rems64, "rem.s64", "lll", x.b == 0 ? x.a : (uint64_t)((__int128)S64(x.a) % S64(x.b)))        \
    X(neg16, "neg.s16", "hh", H(0 - x.a))                                                          \
    X(neg32, "neg.s32", "ww", W(0 - x.a))                                                          \
    X(neg64, "neg.s64", "ll", 0 - x.a)                                                             \
    X(abs16, "abs.s16", "hh", H(S16(x.a) < 0 ? 0 - x.a : x.a))                                     \
    X(abs32, "abs.s32", "ww", W(S32(x.a) < 0 ? 0 - x.a : x.a))                                     \
    X(abs64, "abs.s64", "ll", S64(x.a) < 0 ? 0 - x.a : x.a)                                        \
    X(mins16, "min.s16", "hhh", S16(x.a) < S16(x.b) ? x.a : x.b)                                   \
    X(maxu16, "max.u16", "hhh", x.a > x.b ? x.a : x.b)                                             \
    X(mins32, "min.s32", "www", S32(x.a) < S32(x.b) ? x.a : x.b)                                   \
    X(maxs32, "max.s32", "www", S32(x.a) > S32(x.b) ? x.a : x.b)                                   \
    X(minu32, "min.u32", "www", x.a < x.b ? x.a : x.b)                                             \
    X(maxu64, "max.u64", "lll", x.a > x.b ? x.a : x.b)                                             \
    X(mins64, "min.s64", "lll", S64(x.a) < S64(x.b) ? x.a : x.b)                                   \
    X(and16, "and.b16", "hhh", x.a &x.b)                                                           \
    X(or32, "or.b32", "www", x.a | x.b)                                                            \
    X(xor64, "xor.b64", "lll", x.a ^ x.b)                                                          \
    X(not16, "not.b16", "hh", H(~x.a))                                                             \
    X(not32, "not.b32", "ww", W(~x.a))                                                             \
    X(not64, "not.b64", "ll", ~x.a)                                                                \
    X(cnot32, "cnot.b32", "ww", x.a == 0)                                                          \
    X(shl16, "shl.b16", "hhw", x.b > 15 ? 0 : H(x.a << x.b))                                       \
    X(shl32, "shl.b32", "www", x.b > 31 ? 0 : W(x.a << x.b))                                       \
    X(shl64, "shl.b64", "llw", x.b > 63 ? 0 : x.a << x.b)                                          \
    X(shru16, "shr.u16", "hhw", x.b > 15 ? 0 : x.a >> x.b)                                         \
    X(shru32, "shr.u32", "www", x.b > 31 ? 0 : x.a >> x.b)                                         \
    X(shrb64, "shr.b64", "llw", x.b > 63 ? 0 : x.a >> x.b)                                         \
    X(shrs16, "shr.s16", "hhw", H(SX(S16(x.a)) >> (x.b > 40 ? 40 : x.b)))                          \
    X(shrs32, "shr.s32", "www", W(SX(S32(x.a) >> (x.b > 31 ? 31 : x.b))))                          \
    X(shrs64, "shr.s64", "llw", SX(S64(x.a) >> (x.b > 63 ? 63 : x.b)))                             \
    X(shflw, "shf.l.wrap.b32", "wwww", W((x.b << 32 | x.a) << (x.c & 31) >> 32))                   \
    X(shfrw, "shf.r.wrap.b32", "wwww", W((x.b << 32 | x.a) >> (x.c & 31)))                         \
    X(shflc, "shf.l.clamp.b32", "wwww", x.c > 31 ? x.a : W((x.b << 32 | x.a) << x.c >> 32))        \
    X(shfrc, "shf.r.clamp.b32", "wwww", x.c > 31 ? x.b : W((x.b << 32 | x.a) >> x.c))              \
    X(popc32, "popc.b32", "ww", (uint64_t)__builtin_popcountll(x.a))                               \
    X(popc64, "popc.b64", "wl", (uint64_t)__builtin_popcountll(x.a))                               \
    X(clz32, "clz.b32", "ww", W(31 - highest(x.a)))                                                \
    X(clz64, "clz.b64", "wl", W(63 - highest(x.a)))                                                \
    X(brev32, "brev.b32", "ww", reversed(x.a, 32))                                                 \
    X(brev64, "brev.b64", "ll", reversed(x.a, 64))                                                 \
    X(bfindu32, "bfind.u32", "ww", highest(x.a))                                                   \
    X(bfinds32, "bfind.s32", "ww", highest(S32(x.a) < 0 ? W(~x.a) : x.a))                          \
    X(bfinds64, "bfind.s64", "wl", highest(S64(x.a) < 0 ? ~x.a : x.a))                             \
    X(bfeu32, "bfe.u32", "wwww", field(x.a, x.b, x.c, 32, false))                                  \
    X(bfes32, "bfe.s32", "wwww", field(x.a, x.b, x.c, 32, true))                                   \
    X(bfeu64, "bfe.u64", "llww", field(x.a, x.b, x.c, 64, false))                                  \
    X(bfes64, "bfe.s64", "llww", field(x.a, x.b, x.c, 64, true))                                   \
    X(bfi32, "bfi.b32", "wwwww", inserted(x.a, x.b, x.c, x.e, 32))                                 \
    X(bfi64, "bfi.b64", "lllww", inserted(x.a, x.b, x.c, x.e, 64))                                 \
    X(sads32, "sad.s32", "wwww", W(x.c + (S32(x.a) < S32(x.b) ? x.b - x.a : x.a - x.b)))           \
    X(sadu16, "sad.u16", "hhhh", H(x.c + (x.a < x.b ? x.b - x.a : x.a - x.b)))                     \
    X(dp4au, "dp4a.u32.u32", "wwww",                                                               \
      W(x.c + (x.a & 255) * (x.b & 255) + (x.a >> 8 & 255) * (x.b >> 8 & 255) +                    \
        (x.a >> 16 & 255) * (x.b >> 16 & 255) + (x.a >> 24) * (x.b >> 24)))                        \
    X(dp4as, "dp4a.s32.s32", "wwww",                                                               \
      W(x.c + SX(S8(x.a) * S8(x.b)) + SX(S8(x.a >> 8) * S8(x.b >> 8)) +                            \
        SX(S8(x.a >> 16) * S8(x.b >> 16)) + SX(S8(x.a >> 24) * S8(x.b >> 24))))                    \
    X(mul24hu, "mul24.hi.u32", "www", W((x.a & 0xffffff) * (x.b & 0xffffff) / 65536))              \
    X(mul24hs, "mul24.hi.s32", "www",                                                              \
      W((uint64_t)(digit(x.a, 0, 24, true) * digit(x.b, 0, 24, true)) >> 16))                      \
    X(mad24lu, "mad24.lo.u32", "wwww", W((x.a & 0xffffff) * (x.b & 0xffffff) + x.c))               \
    X(mad24ls, "mad24.lo.s32", "wwww",                                                             \
      W((uint64_t)(digit(x.a, 0, 24, true) * digit(x.b, 0, 24, true)) + x.c))                      \
    X(mad24hu, "mad24.hi.u32", "wwww", W((x.a & 0xffffff) * (x.b & 0xffffff) / 65536 + x.c))       \
    X(mad24hs, "mad24.hi.s32", "wwww",                                                             \
      W(((uint64_t)(digit(x.a, 0, 24, true) * digit(x.b, 0, 24, true)) >> 16) + x.c))              \
    X(bfindsu32, "bfind.shiftamt.u32", "ww", x.a == 0 ? 0xffffffff : 31 - highest(x.a))            \
    X(bfindss32, "bfind.shiftamt.s32", "ww",                                                       \
      x.a == 0 || x.a == 0xffffffff ? 0xffffffff : 31 - highest(S32(x.a) < 0 ? W(~x.a) : x.a))     \
    X(bfindsu64, "bfind.shiftamt.u64", "wl", x.a == 0 ? 0xffffffff : 63 - highest(x.a))            \
    X(bfindss64, "bfind.shiftamt.s64", "wl",                                                       \
      x.a == 0 || x.a == ~(uint64_t)0 ? 0xffffffff : 63 - highest(S64(x.a) < 0 ? ~x.a : x.a))      \
    X(fnsb32, "fns.b32", "wwww", find_set(x.a, x.b, S32(x.c)))                                     \
    X(dp4aus, "dp4a.u32.s32", "wwww", dot(x, 8, 0, false, true))                                   \
    X(dp4asu, "dp4a.s32.u32", "wwww", dot(x, 8, 0, true, false))                                   \
    X(dp2aluu, "dp2a.lo.u32.u32", "wwww", dot(x, 16, 0, false, false))                             \
    X(dp2alus, "dp2a.lo.u32.s32", "wwww", dot(x, 16, 0, false, true))                              \
    X(dp2ahsu, "dp2a.hi.s32.u32", "wwww", dot(x, 16, 2, true, false))                              \
    X(dp2ahss, "dp2a.hi.s32.s32", "wwww", dot(x, 16, 2, true, true))                               \
    X(vaddu, "vadd.u32.u32.u32", "www", parts('+', x, 32, false, false, false))                    \
    X(vsubs, "vsub.s32.s32.u32", "www", parts('-', x, 32, true, false, false))                     \
    X(vabsdu, "vabsdiff.u32.u32.u32", "www", parts('|', x, 32, false, false, false))               \
    X(vabsds, "vabsdiff.u32.s32.s32.add", "wwww", parts('|', x, 32, true, true, true))             \
    X(vabsdm, "vabsdiff.s32.u32.s32", "www", parts('|', x, 32, false, true, false))                \
    X(vminm, "vmin.s32.s32.u32", "www", parts('<', x, 32, true, false, false))                     \
    X(vmaxu, "vmax.u32.u32.u32.add", "wwww", parts('>', x, 32, false, false, true))                \
    X(vadd2s, "vadd2.s32.s32.s32", "wwww", parts('+', x, 16, true, true, false))                   \
    X(vsub2u, "vsub2.u32.u32.s32", "wwww", parts('-', x, 16, false, true, false))                  \
    X(vmin2s, "vmin2.s32.s32.s32", "wwww", parts('<', x, 16, true, true, false))                   \
    X(vabs2u, "vabsdiff2.u32.u32.u32.add", "wwww", parts('|', x, 16, false, false, true))          \
    X(vadd4u, "vadd4.u32.u32.u32", "wwww", parts('+', x, 8, false, false, false))                  \
    X(vsub4s, "vsub4.s32.s32.s32", "wwww", parts('-', x, 8, true, true, false))                    \
    X(vmax4m, "vmax4.u32.u32.s32", "wwww", parts('>', x, 8, false, true, false))                   \
    X(vabs4u, "vabsdiff4.u32.u32.u32", "wwww", parts('|', x, 8, false, false, false))              \
    X(vabs4sa, "vabsdiff4.s32.s32.s32.add", "wwww", parts('|', x, 8, true, true, true))            \
    X(slct, "slct.b32.s32", "wwww", S32(x.c) >= 0 ? x.a : x.b)                                     \
    X(slctf, "slct.u64.f32", "lllf", x.fc >= 0 ? x.a : x.b)                                        \
    X(sets, "set.lt.u32.s32", "www", S32(x.a) < S32(x.b) ? 0xffffffff : 0)                         \
    X(setf, "set.gtu.f32.f32", "fff", x.fa <= x.fb ? 0 : 0x3f800000)

#define COMPARE_OPS(X)                                                                             \
    X(eq16, "setp.eq.s16", "phh", x.a == x.b)                                                      \
    X(ne32, "setp.ne.b32", "pww", x.a != x.b)                                                      \
    X(eq64, "setp.eq.u64", "pll", x.a == x.b)                                                      \
    X(lts16, "setp.lt.s16", "phh", S16(x.a) < S16(x.b))                                            \
    X(ltu16, "setp.lt.u16", "phh", x.a < x.b)                                                      \
    X(lts32, "setp.lt.s32", "pww", S32(x.a) < S32(x.b))                                            \
    X(les32, "setp.le.s32", "pww", S32(x.a) <= S32(x.b))                                           \
    X(gts32, "setp.gt.s32", "pww", S32(x.a) > S32(x.b))                                            \
    X(ges32, "setp.ge.s32", "pww", S32(x.a) >= S32(x.b))                                           \
    X(ltu32, "setp.lt.u32", "pww", x.a < x.b)                                                      \
    X(lo32, "setp.lo.u32", "pww", x.a < x.b)                                                       \
    X(hs32, "setp.hs.u32", "pww", x.a >= x.b)                                                      \
    X(geu32, "setp.ge.u32", "pww", x.a >= x.b)                                                     \
    X(lts64, "setp.lt.s64", "pll", S64(x.a) < S64(x.b))                                            \
    X(gtu64, "setp.gt.u64", "pll", x.a > x.b)                                                      \
    X(feq, "setp.eq.f32", "pff", x.fa == x.fb)                                                     \
    X(fne, "setp.ne.f32", "pff", x.fa == x.fa && x.fb == x.fb && x.fa != x.fb)                     \
    X(flt, "setp.lt.f32", "pff", x.fa < x.fb)                                                      \
    X(fle, "setp.le.f32", "pff", x.fa <= x.fb)                                                     \
    X(fgt, "setp.gt.f32", "pff", x.fa > x.fb)                                                      \
    X(fge, "setp.ge.f32", "pff", x.fa >= x.fb)                                                     \
    X(fequ, "setp.equ.f32", "pff", isnan(x.fa) || isnan(x.fb) || x.fa == x.fb)                     \
    X(fneu, "setp.neu.f32", "pff", isnan(x.fa) || isnan(x.fb) || x.fa != x.fb)                     \
    X(fltu, "setp.ltu.f32", "pff", isnan(x.fa) || isnan(x.fb) || x.fa < x.fb)                      \
    X(fleu, "setp.leu.f32", "pff", isnan(x.fa) || isnan(x.fb) || x.fa <= x.fb)                     \
    X(fgtu, "setp.gtu.f32", "pff", isnan(x.fa) || isnan(x.fb) || x.fa > x.fb)                      \
    X(fgeu, "setp.geu.f32", "pff", isnan(x.fa) || isnan(x.fb) || x.fa >= x.fb)                     \
    X(fnum, "setp.num.f32", "pff", !isnan(x.fa) && !isnan(x.fb))                                   \
    X(fnan, "setp.nan.f32", "pff", isnan(x.fa) || isnan(x.fb))                                     \
    X(dlt, "setp.lt.f64", "pgg", x.da < x.db)                                                      \
    X(dneu, "setp.neu.f64", "pgg", !(x.da == x.db))                                                \
    X(dnan, "setp.nan.f64", "pgg", isnan(x.da) || isnan(x.db))                                     \
    X(tfinite, "testp.finite.f32", "pf", isfinite(x.fa))                                           \
    X(tinf, "testp.infinite.f64", "pg", isinf(x.da) != 0)                                          \
    X(tnum, "testp.number.f32", "pf", !isnan(x.fa))                                                \
    X(tnan, "testp.notanumber.f64", "pg", isnan(x.da))                                             \
    X(tnormal, "testp.normal.f32", "pf", isnormal(x.fa) || x.fa == 0)                              \
    X(tsub, "testp.subnormal.f32", "pf", fpclassify(x.fa) == FP_SUBNORMAL)                         \
    X(tsubd, "testp.subnormal.f64", "pg", fpclassify(x.da) == FP_SUBNORMAL)

#define FLOAT_OPS(X)                                                                               \
    X(fadd, "add.f32", "fff", f(x.fa + x.fb))                                                      \
    X(fsub, "sub.rn.f32", "fff", f(x.fa - x.fb))                                                   \
    X(fmul, "mul.f32", "fff", f(x.fa *x.fb))                                                       \
    X(ffma, "fma.rn.f32", "ffff", f(fmaf(x.fa, x.fb, x.fc)))                                       \
    X(fdiv, "div.rn.f32", "fff", f(x.fa / x.fb))                                                   \
    X(frcp, "rcp.rn.f32", "ff", f(1 / x.fa))                                                       \
    X(fsqrt, "sqrt.rn.f32", "ff", f(sqrtf(x.fa)))                                                  \
    X(fabs, "abs.f32", "ff", x.a & 0x7fffffff)                                                     \
    X(fneg, "neg.f32", "ff", x.a ^ 0x80000000)                                                     \
    X(fcopysign, "copysign.f32", "fff", (x.a & 0x80000000) | (x.b & 0x7fffffff))                   \
    X(fmin, "min.f32", "fff",                                                                      \
      isnan(x.fa)    ? f(x.fb)                                                                     \
      : isnan(x.fb)  ? x.a                                                                         \
      : x.fa == x.fb ? (signbit(x.fa) ? x.a : x.b)                                                 \
      : x.fa < x.fb  ? x.a                                                                         \
                     : x.b)                                                                         \
    X(fmax, "max.f32", "fff",                                                                      \
      isnan(x.fa)    ? f(x.fb)                                                                     \
      : isnan(x.fb)  ? x.a                                                                         \
      : x.fa == x.fb ? (signbit(x.fa) ? x.b : x.a)                                                 \
      : x.fa > x.fb  ? x.a                                                                         \
                     : x.b)                                                                         \
    X(dadd, "add.rn.f64", "ggg", g(x.da + x.db))                                                   \
    X(dsub, "sub.f64", "ggg", g(x.da - x.db))                                                      \
    X(dmul, "mul.f64", "ggg", g(x.da *x.db))                                                       \
    X(dfma, "fma.rn.f64", "gggg", g(fma(x.da, x.db, x.dc)))                                        \
    X(ddiv, "div.rn.f64", "ggg", g(x.da / x.db))                                                   \
    X(dsqrt, "sqrt.rn.f64", "gg", g(sqrt(x.da)))                                                   \
    X(dmax, "max.f64", "ggg",                                                                      \
      isnan(x.da)    ? g(x.db)                                                                     \
      : isnan(x.db)  ? x.a                                                                         \
      : x.da == x.db ? (signbit(x.da) ? x.b : x.a)                                                 \
      : x.da > x.db  ? x.a                                                                         \
                     : x.b)                                                                         \
    X(fsat, "add.sat.f32", "fff",                                                                  \
      f(isnan(x.fa + x.fb) || !(x.fa + x.fb > 0) ? 0                                               \
        : x.fa + x.fb > 1                        ? 1                                               \
                                                 : x.fa + x.fb))                                                          \
    X(frint, "cvt.rni.f32.f32", "ff", f(rintf(x.fa)))                                              \
    X(ffloor, "cvt.rmi.f32.f32", "ff", f(floorf(x.fa)))                                            \
    X(fceil, "cvt.rpi.f32.f32", "ff", f(ceilf(x.fa)))                                              \
    X(ftrunc, "cvt.rzi.f32.f32", "ff", f(truncf(x.fa)))                                            \
    X(dfloor, "cvt.rmi.f64.f64", "gg", g(floor(x.da)))                                             \
    X(narrow, "cvt.rn.f32.f64", "fg", f((float)x.da))                                              \
    X(widen, "cvt.f64.f32", "gf", g((double)x.fa))                                                 \
    X(csat, "cvt.sat.f32.f32", "ff", f(!(x.fa > 0) ? 0 : x.fa > 1 ? 1 : x.fa))                     \
    X(rsqrt, "rsqrt.approx.f32", "ff", f((float)(1 / sqrt((double)x.fa))))                         \
    X(sin, "sin.approx.f32", "ff", f((float)sin((double)x.fa)))                                    \
    X(cos, "cos.approx.f32", "ff", f((float)cos((double)x.fa)))                                    \
    X(ex2, "ex2.approx.f32", "ff", f((float)exp2((double)x.fa)))                                   \
    X(lg2, "lg2.approx.f32", "ff", f((float)log2((double)x.fa)))

#define CONVERT_OPS(X)                                                                             \
    X(c1, "cvt.rzi.s32.f32", "wf", to_int((double)truncf(x.fa), 32, true, 0))                      \
    X(c2, "cvt.rni.s32.f32", "wf", to_int((double)rintf(x.fa), 32, true, 0))                       \
    X(c3, "cvt.rmi.s32.f32", "wf", to_int((double)floorf(x.fa), 32, true, 0))                      \
    X(c4, "cvt.rpi.u32.f32", "wf", to_int((double)ceilf(x.fa), 32, false, 0))                      \
    X(c5, "cvt.rzi.u64.f32", "lf", to_int(trunc((double)x.fa), 64, false, (uint64_t)1 << 63))      \
    X(c6, "cvt.rzi.s64.f32", "lf", to_int(trunc((double)x.fa), 64, true, (uint64_t)1 << 63))       \
    X(c7, "cvt.rzi.s16.f32", "hf", to_int(trunc((double)x.fa), 16, true, 0))                       \
    X(c8, "cvt.rzi.u16.f32", "hf", to_int(trunc((double)x.fa), 16, false, 0))                      \
    X(c9, "cvt.rzi.s32.f64", "wg", to_int(trunc(x.da), 32, true, 0x80000000))                      \
    X(c10, "cvt.rzi.u32.f64", "wg", to_int(trunc(x.da), 32, false, 0x80000000))                    \
    X(c11, "cvt.rni.s64.f64", "lg", to_int(rint(x.da), 64, true, (uint64_t)1 << 63))               \
    X(c12, "cvt.rzi.u64.f64", "lg", to_int(trunc(x.da), 64, false, (uint64_t)1 << 63))             \
    X(c13, "cvt.rn.f32.s32", "fw", f((float)S32(x.a)))                                             \
    X(c14, "cvt.rn.f32.u32", "fw", f((float)U32(x.a)))                                             \
    X(c15, "cvt.rn.f32.s64", "fl", f((float)S64(x.a)))                                             \
    X(c16, "cvt.rn.f32.u64", "fl", f((float)x.a))                                                  \
    X(c17, "cvt.rn.f64.s32", "gw", g((double)S32(x.a)))                                            \
    X(c18, "cvt.rn.f64.u64", "gl", g((double)x.a))                                                 \
    X(c19, "cvt.rn.f64.s64", "gl", g((double)S64(x.a)))                                            \
    X(c20, "cvt.rn.f32.s16", "fh", f((float)S16(x.a)))                                             \
    X(c21, "cvt.rn.f32.u8", "fh", f((float)(uint8_t)x.a))                                          \
    X(c22, "cvt.u16.u32", "hw", H(x.a))                                                            \
    X(c23, "cvt.s64.s32", "lw", SX(S32(x.a)))                                                      \
    X(c24, "cvt.u64.u32", "lw", x.a)                                                               \
    X(c25, "cvt.u32.u64", "wl", W(x.a))                                                            \
    X(c26, "cvt.s32.s16", "wh", W(SX(S16(x.a))))                                                   \
    X(c27, "cvt.u32.u16", "wh", x.a)                                                               \
    X(c28, "cvt.s16.s8", "hh", H(SX(S8(x.a))))                                                     \
    X(c29, "cvt.s32.s8", "ww", W(SX(S8(x.a))))                                                     \
    X(c30, "cvt.s64.s8", "ll", SX(S8(x.a)))                                                        \
    X(c31, "cvt.s64.s16", "ll", SX(S16(x.a)))                                                      \
    X(c32, "cvt.u64.u8", "ll", x.a & 255)                                                          \
    X(c33, "cvt.s8.s32", "ww", W(SX(S8(x.a))))                                                     \
    X(c34, "cvt.u8.u32", "hw", x.a & 255)                                                          \
    X(c35, "cvt.s8.s64", "ll", SX(S8(x.a)))                                                        \
    X(c36, "cvt.sat.u8.s32", "ww", clamp(S32(x.a), 0, 255))                                        \
    X(c37, "cvt.sat.s16.s64", "hl", H(clamp(S64(x.a), INT16_MIN, INT16_MAX)))                      \
    X(c38, "cvt.sat.s32.u32", "ww", clamp(x.a, INT32_MIN, INT32_MAX))                              \
    X(c39, "cvt.sat.u32.s64", "wl", clamp(S64(x.a), 0, UINT32_MAX))                                \
    X(c40, "cvt.sat.u64.s64", "ll", clamp(S64(x.a), 0, UINT64_MAX))                                \
    X(c41, "cvt.sat.s64.u64", "ll", clamp(x.a, INT64_MIN, INT64_MAX))                              \
    X(c42, "cvt.rni.sat.s32.f32", "wf", to_int((double)rintf(x.fa), 32, true, 0))                  \
    X(c43, "cvt.rzi.sat.u32.f32", "wf", to_int((double)truncf(x.fa), 32, false, 0))                \
    X(c44, "cvt.rzi.sat.u16.f32", "hf", to_int(trunc((double)x.fa), 16, false, 0))                 \
    X(c45, "cvt.rmi.sat.s64.f64", "lg", to_int(floor(x.da), 64, true, (uint64_t)1 << 63))          \
    X(c46, "cvt.rpi.sat.u32.f64", "wg", to_int(ceil(x.da), 32, false, 0x80000000))

#define ALL_OPS(X) INT_OPS(X) COMPARE_OPS(X) FLOAT_OPS(X) CONVERT_OPS(X)

#define REFERENCE(id, text, sig, expr)                                                             \
    static uint64_t ref_##id(const in x)                                                           \
    {                                                                                              \
        (void)x;                                                                                   \
        return (uint64_t)(expr);                                                                   \
    }
ALL_OPS(REFERENCE)

static const struct {
    const char *text, *sig;
    uint64_t (*ref)(const in x);
} ops[] = {
#define ROW(id, text, sig, expr) {text, sig, ref_##id},
    ALL_OPS(ROW)};

static const uint64_t ints[] = {0,
                                1,
                                2,
                                3,
                                5,
                                31,
                                32,
                                33,
                                63,
                                64,
                                65,
                                0x7f,
                                0x80,
                                0xff,
                                0x100,
                                0x7fff,
                                0x8000,
                                0xffff,
                                0x10000,
                                0x7fffffff,
                                0x80000000,
                                0xffffffff,
                                0xdeadbeef,
                                0x12345678,
                                0x1020,
                                0x0123456789abcdef,
                                0x7fffffffffffffff,
                                0x8000000000000000,
                                0xffffffffffffffff,
                                0xffffffff00000000,
                                0xfffffffffffffff0,
                                0x100000001};
enum { VALUES = sizeof ints / sizeof ints[0], CASES = VALUES * VALUES };

static const uint32_t floats[VALUES] = {
    0,          0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x3fc00000, 0x40200000, 0xc0200000,
    0x4f32d05e, 0xcf32d05e, 0x4f7fffff, 0x4f800000, 0x4effffff, 0x4f000000, 0xcf000000, 0x5f000000,
    0xdf000000, 0x5f800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x00000001, 0x80000001,
    0x007fffff, 0x00800000, 0x7f7fffff, 0x3dcccccd, 0x40490fdb, 0x437f8000, 0x477fff80, 0xc3008000};

static uint64_t value_for(char letter, size_t i)
{
    float v;
    double d;
    uint64_t bits;
    switch (letter) {
    case 'h':
        return ints[i] & 0xffff;
    case 'w':
        return ints[i] & 0xffffffff;
    case 'f':
        return floats[i];
    case 'g':
        /* Beyond f32: one more bit of precision, and the extremes of f64. */
        memcpy(&v, &floats[i], 4);
        d = (double)v;
        memcpy(&bits, &d, 8);
        return i == 22 ? 1 : i == 26 ? 0x7fefffffffffffff : i > 26 ? bits + 1 : bits;
    default:
        return ints[i];
    }
}

static void operands_of(const char *sig, size_t i, uint64_t v[4])
{
    size_t pick[4] = {i / VALUES, i % VALUES, (i * 7 + i / VALUES) % VALUES, (i * 5 + 3) % VALUES};
    for (size_t k = 0; k < 4; k++)
        v[k] = k + 1 < strlen(sig) ? value_for(sig[k + 1], pick[k]) : 0;
}

static const char *reg_of(char letter)
{
    static const struct {
        char letter;
        const char *name;
    } names[] = {{'h', "%h"}, {'w', "%w"}, {'l', "%l"}, {'f', "%f"}, {'g', "%g"}, {'p', "%p"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].letter == letter)
            return names[i].name;
    return "?";
}

/* Sources from memory, the instruction, its result back: 64 bits each. */
static void write_kernel(char *text, size_t size, const char *opcode, const char *sig,
                         const char *guard)
{
    static const char *const from_bits[] = {
        "hcvt.u16.u64 %%h%d, %%x;", "wcvt.u32.u64 %%w%d, %%x;", "lmov.b64 %%l%d, %%x;",
        "fcvt.u32.u64 %%w%d, %%x; mov.b32 %%f%d, %%w%d;", "gmov.b64 %%g%d, %%x;"};
    static const char *const to_bits[] = {
        "hcvt.u64.u16 %x, %h0;", "wcvt.u64.u32 %x, %w0;",
        "lmov.b64 %x, %l0;",     "fmov.b32 %w0, %f0; cvt.u64.u32 %x, %w0;",
        "gmov.b64 %x, %g0;",     "pselp.u64 %x, 1, 0, %p0;"};
    int n = snprintf(text, size,
                     ".version 6.0\n.target sm_70\n.address_size 64\n"
                     ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
                     ".reg .b16 %%h<8>; .reg .b32 %%w<8>; .reg .b64 %%l<8>; .reg .f32 %%f<8>;\n"
                     ".reg .f64 %%g<8>; .reg .pred %%p<8>; .reg .b64 %%x, %%in, %%out, %%i;\n"
                     ".reg .b32 %%t, %%c, %%n;\nmov.u32 %%t, %%tid.x; mov.u32 %%c, %%ctaid.x;\n"
                     "mov.u32 %%n, %%ntid.x; mad.lo.u32 %%t, %%c, %%n, %%t;\n"
                     "ld.param.u64 %%in, [in]; ld.param.u64 %%out, [out];\n"
                     "mul.wide.u32 %%i, %%t, 32; add.u64 %%in, %%in, %%i;\n"
                     "mul.wide.u32 %%i, %%t, 8; add.u64 %%out, %%out, %%i;\n"
                     "and.b32 %%t, %%t, 1; setp.eq.u32 %%p7, %%t, 0;\n"
                     "mov.u64 %%l0, 0; mov.u32 %%w0, 0; mov.f32 %%f0, 0f00000000;\n"
                     "mov.f64 %%g0, 0d0000000000000000; mov.u16 %%h0, 0; mov.pred %%p0, 0;\n");
    for (int k = 1; sig[k] != '\0'; k++)
        for (size_t j = 0; j < sizeof from_bits / sizeof from_bits[0]; j++)
            if (from_bits[j][0] == sig[k]) {
                n += snprintf(text + n, size - (size_t)n, "ld.global.u64 %%x, [%%in+%d];\n",
                              8 * (k - 1));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
                n += snprintf(text + n, size - (size_t)n, from_bits[j] + 1, k, k, k);
#pragma GCC diagnostic pop
            }
    n += snprintf(text + n, size - (size_t)n, "\n%s%s", guard, opcode);
    for (int k = 0; sig[k] != '\0'; k++)
        n += snprintf(text + n, size - (size_t)n, "%s %s%d", k == 0 ? "" : ",", reg_of(sig[k]), k);
    n += snprintf(text + n, size - (size_t)n, ";\n");
    for (size_t j = 0; j < sizeof to_bits / sizeof to_bits[0]; j++)
        if (to_bits[j][0] == sig[0])
            n += snprintf(text + n, size - (size_t)n, "%s\n", to_bits[j] + 1);
    snprintf(text + n, size - (size_t)n, "st.global.u64 [%%out], %%x;\nret;\n}\n");
}

enum { IN = MACHINE_BASE, OUT = MACHINE_BASE + 0x40000 };

static uint64_t *run_op(struct simt_machine *m, const struct isa *isa, const char *opcode,
                        const char *sig, const char *guard)
{
    char text[4096];
    write_kernel(text, sizeof text, opcode, sig, guard);
    m->module = ptx_parse_for(isa, text, strlen(text), "op.ptx", &m->err);
    if (m->module == NULL)
        fail_msg("%s", m->err.text);
    uint64_t *v = at_address(m, IN, CASES * 32);
    for (size_t i = 0; i < CASES; i++)
        operands_of(sig, i, v + 4 * i);
    param_u64(m, IN), param_u64(m, OUT);
    launch_ok(m, "k", (struct simt_dim){CASES / 64, 1, 1}, (struct simt_dim){64, 1, 1}, 0);
    ptx_free(m->module);
    return at_address(m, OUT, CASES * 8);
}

static in values(const uint64_t v[4])
{
    in x = {.a = v[0], .b = v[1], .c = v[2], .e = v[3]};
    float *const singles[] = {&x.fa, &x.fb, &x.fc};
    double *const doubles[] = {&x.da, &x.db, &x.dc};
    for (int k = 0; k < 3; k++) {
        memcpy(singles[k], &v[k], 4);
        memcpy(doubles[k], &v[k], 8);
    }
    return x;
}

static void check(const struct isa *isa, const char *guard)
{
    struct simt_machine *m = xcalloc(1, sizeof *m);
    for (size_t o = 0; o < sizeof ops / sizeof ops[0]; o++) {
        const uint64_t *got = run_op(m, isa, ops[o].text, ops[o].sig, guard);
        for (size_t i = 0; i < CASES; i++) {
            uint64_t v[4];
            operands_of(ops[o].sig, i, v);
            bool on = guard[0] == '\0' || i % 2 == 0;
            uint64_t want = on ? ops[o].ref(values(v)) : 0;
            if (got[i] != want)
                fail_msg("%s%s of 0x%llx, 0x%llx, 0x%llx, 0x%llx: 0x%llx, not 0x%llx", guard,
                         ops[o].text, (unsigned long long)v[0], (unsigned long long)v[1],
                         (unsigned long long)v[2], (unsigned long long)v[3],
                         (unsigned long long)got[i], (unsigned long long)want);
        }
    }
    free(m);
}

static void test_any_cpu(void **state)
{
    (void)state;
    check(&isa_base, "");
}

static void test_this_cpu(void **state)
{
    (void)state;
    check(isa_best(), "");
}

static void test_guarded(void **state)
{
    (void)state;
    check(isa_best(), "@%p7 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_cpu),
        cmocka_unit_test(test_this_cpu),
        cmocka_unit_test(test_guarded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
