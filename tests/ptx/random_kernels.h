/* Random kernels as text that is CUDA and C at once, by a seed. */
#ifndef UMBEL_TESTS_PTX_RANDOM_KERNELS_H
#define UMBEL_TESTS_PTX_RANDOM_KERNELS_H

#include "sw/util/rng.h"
#include "sw/util/sbuf.h"

#include <stdarg.h>
#include <stdio.h>

/* What has no meaning in C, or another one than in CUDA, is a macro or a function: sums that wrap,
 * products that must not be contracted, conversions that saturate, shifts of too much. */
static const char random_head[] =
    "typedef signed char s8; typedef unsigned char u8; typedef short s16;\n"
    "typedef unsigned short u16; typedef int s32; typedef unsigned u32; typedef long long s64;\n"
    "typedef unsigned long long u64; typedef float f32; typedef double f64;\n"
    "struct four { f32 x, y, z, w; } __attribute__((aligned(16)));\n"
    "struct pair { u64 x, y; } __attribute__((aligned(16)));\n"
    "struct bytes { u8 x, y, z, w; } __attribute__((aligned(4)));\n"
    "struct mixed { s32 a; s16 b; s8 c; f64 d; };\n"
    "struct fields { unsigned a : 5; int b : 11; unsigned c : 16; };\n"
    "#ifdef __CUDACC__\n"
    "#define FN static __device__ inline\n"
    "#define ADDF(a, b) __fadd_rn(a, b)\n#define MULF(a, b) __fmul_rn(a, b)\n"
    "#define ADDD(a, b) __dadd_rn(a, b)\n#define MULD(a, b) __dmul_rn(a, b)\n"
    "#define FMAF(a, b, c) __fmaf_rn(a, b, c)\n"
    "#define POPC(a) __popc(a)\n#define CLZ(a) __clz(a)\n"
    "#define TO(T, x) ((T)(x))\n"
    "FN u32 f32bits(f32 x) { return x != x ? 1u : __float_as_uint(x); }\n"
    "FN u64 f64bits(f64 x) { return x != x ? 1u : (u64)__double_as_longlong(x); }\n"
    "#else\n"
    "#include <math.h>\n#include <string.h>\n"
    "#define FN static inline\n"
    "#define ADDF(a, b) ((f32)((a) + (b)))\n#define MULF(a, b) ((f32)((a) * (b)))\n"
    "#define ADDD(a, b) ((a) + (b))\n#define MULD(a, b) ((a) * (b))\n"
    "#define FMAF(a, b, c) fmaf(a, b, c)\n"
    "#define POPC(a) __builtin_popcount(a)\n#define CLZ(a) ((a) ? __builtin_clz(a) : 32)\n"
    "static s64 near(f64 x, f64 low, f64 high, s64 least, s64 most)\n"
    "{ return x != x ? 0 : x <= low ? least : x >= high ? most : (s64)x; }\n"
    "static u64 to_u64(f64 x)\n"
    "{ return x <= 0 ? 0 : x >= 0x1p64 ? ~0ull : x >= 0x1p63 ? (u64)(x - 0x1p63) + (1ull << 63)\n"
    "    : (u64)x; }\n"
    "static s64 to_s32(f64 x) { return near(x, -0x1p31, 0x1p31 - 1, -2147483648ll, 2147483647); }\n"
    "static s64 to_u32(f64 x) { return near(x, 0, 0x1p32 - 1, 0, 4294967295ll); }\n"
    "static s64 to_s64(f64 x) { return near(x, -0x1p63, 0x1p63, -0x7fffffffffffffffll - 1, \n"
    "    0x7fffffffffffffffll); }\n"
    "#define TO_s8(x) ((s8)to_s32(x))\n#define TO_u8(x) ((u8)to_u32(x))\n"
    "#define TO_s16(x) ((s16)to_s32(x))\n#define TO_u16(x) ((u16)to_u32(x))\n"
    "#define TO_s32(x) ((s32)to_s32(x))\n#define TO_u32(x) ((u32)to_u32(x))\n"
    "#define TO_s64(x) to_s64(x)\n#define TO_u64(x) to_u64(x)\n"
    "#define TO(T, x) TO_##T((f64)(x))\n"
    "FN u32 f32bits(f32 x) { u32 u; memcpy(&u, &x, 4); return x != x ? 1u : u; }\n"
    "FN u64 f64bits(f64 x) { u64 u; memcpy(&u, &x, 8); return x != x ? 1u : u; }\n"
    "#endif\n";

enum { RANDOM_INTS = 8, RANDOM_VALUES = 8 }; /* types of integers; words in and out of a thread */

static const char *const random_types[RANDOM_INTS] = {"s8",  "u8",  "s16", "u16",
                                                      "s32", "u32", "s64", "u64"};

struct random_kernel {
    struct rng *rng;
    struct sbuf *out;
};

static inline unsigned below(const struct random_kernel *k, unsigned n)
{
    return (unsigned)rng_below(k->rng, n);
}

static inline const char *int_type(const struct random_kernel *k)
{
    return random_types[below(k, RANDOM_INTS)];
}

static inline void int_expression(const struct random_kernel *k, int depth);

/* Of doubles, or of floats. */
static inline void float_expression(const struct random_kernel *k, bool wide, int depth)
{
    const char end = wide ? 'D' : 'F', *type = wide ? "f64" : "f32";
    const unsigned kind = depth > 0 ? below(k, 7) : 5;
    if (kind <= 1) {
        sbuf_printf(k->out, "%s%c(", kind == 0 ? "ADD" : "MUL", end);
        float_expression(k, wide, depth - 1);
        sbuf_puts(k->out, ", ");
        float_expression(k, wide, depth - 1);
        sbuf_puts(k->out, ")");
    } else if (kind == 2) {
        sbuf_printf(k->out, "((%s)", type);
        int_expression(k, depth - 1);
        sbuf_puts(k->out, ")");
    } else if (kind == 3) {
        sbuf_printf(k->out, "((%s)", type);
        float_expression(k, !wide, depth - 1);
        sbuf_puts(k->out, ")");
    } else if (kind == 4) {
        sbuf_puts(k->out, "(");
        int_expression(k, depth - 1);
        sbuf_puts(k->out, " > 0 ? ");
        float_expression(k, wide, depth - 1);
        sbuf_puts(k->out, " : ");
        float_expression(k, wide, depth - 1);
        sbuf_puts(k->out, ")");
    } else if (kind == 5) {
        sbuf_printf(k->out, "%s%u", wide ? "d" : "f", below(k, 3));
    } else {
        sbuf_printf(k->out, "(-%s%u)", wide ? "d" : "f", below(k, 3));
    }
}

static inline void binary(const struct random_kernel *k, const char *form, int depth)
{
    /* The form has one T and two operands, each a dot. */
    const char *type = int_type(k);
    for (; *form != '\0'; form++)
        if (*form == 'T')
            sbuf_puts(k->out, type);
        else if (*form == '.')
            int_expression(k, depth - 1);
        else
            sbuf_add(k->out, form, 1);
}

static inline void int_expression(const struct random_kernel *k, int depth)
{
    static const char *const forms[] = {"(T)((u64)(.) + (u64)(.))",
                                        "(T)((u64)(.) - (u64)(.))",
                                        "(T)((u64)(.) * (u64)(.))",
                                        "((T)(.) & (T)(.))",
                                        "((T)(.) | (T)(.))",
                                        "((T)(.) ^ (T)(.))",
                                        "((T)(.) < (T)(.))",
                                        "((T)(.) >= (T)(.))",
                                        "((T)(.) == (T)(.))",
                                        "(T)((u64)(T)(.) << ((.) & 31))",
                                        "((T)(.) >> ((.) & 7))",
                                        "((T)(.) >> (7 & (u32)(.)))",
                                        "((u32)(.) / ((u32)(.) | 1u))",
                                        "((u64)(.) % ((u64)(.) | 1u))",
                                        "((s32)(T)(.) / ((s32)((.) & 255) + 3))",
                                        "((s64)(T)(.) % ((s64)((.) & 1023) + 5))",
                                        "((.) != 0 ? (T)(.) : (T)(.))",
                                        "((T)~(.))",
                                        "POPC((u32)(.))",
                                        "CLZ((u32)(.))",
                                        "(u32)(((u64)(u32)(.) * (u32)(.)) >> 32)",
                                        "t[(.) & 7]",
                                        "((.) && (.))",
                                        "(!(.))"};
    enum { FORMS = sizeof forms / sizeof *forms };
    const unsigned kind = depth > 0 ? below(k, FORMS + 6) : FORMS + 5;
    if (kind < FORMS) {
        binary(k, forms[kind], depth);
    } else if (kind == FORMS) {
        sbuf_printf(k->out, "TO(%s, ", int_type(k));
        float_expression(k, below(k, 2) != 0, depth - 1);
        sbuf_puts(k->out, ")");
    } else if (kind == FORMS + 1) {
        sbuf_puts(k->out, "(");
        float_expression(k, true, depth - 1);
        sbuf_puts(k->out, below(k, 2) != 0 ? " < " : " != ");
        float_expression(k, true, depth - 1);
        sbuf_puts(k->out, ")");
    } else if (kind == FORMS + 2) {
        sbuf_printf(k->out, "%d", (int)(uint32_t)rng_next(k->rng) >> below(k, 32));
    } else {
        sbuf_printf(k->out, "v%u", below(k, RANDOM_INTS));
    }
}

static inline void statement(const struct random_kernel *k, int depth)
{
    static const char members[] = "xyzw";
    const unsigned kind = below(k, depth > 0 ? 14 : 9), v = below(k, RANDOM_INTS);
    struct sbuf *out = k->out;
    if (kind <= 2) {
        sbuf_printf(out, "v%u = (%s)(", v, random_types[v]);
        int_expression(k, 3);
        sbuf_puts(out, ");\n");
    } else if (kind == 3) {
        sbuf_printf(out, "f%u = ", v % 3);
        float_expression(k, false, 3);
        sbuf_puts(out, ";\n");
    } else if (kind == 4) {
        sbuf_printf(out, "d%u = ", v % 3);
        float_expression(k, true, 3);
        sbuf_puts(out, ";\n");
    } else if (kind == 5) {
        sbuf_puts(out, "t[(");
        int_expression(k, 1);
        sbuf_puts(out, ") & 7] = (s32)(");
        int_expression(k, 2);
        sbuf_puts(out, ");\n");
    } else if (kind == 6) {
        sbuf_printf(out, "{ struct four q = m[%u]; q.%c = ADDF(q.%c, f%u); m[%u] = q; }\n",
                    below(k, 4), members[below(k, 4)], members[below(k, 4)], below(k, 3),
                    below(k, 4));
    } else if (kind == 7) {
        sbuf_printf(out, "{ struct bytes q = b[%u]; q.%c = (u8)(q.%c + v%u); b[v%u & 3] = q; }\n",
                    below(k, 4), members[below(k, 4)], members[below(k, 4)], v,
                    below(k, RANDOM_INTS));
    } else if (kind == 8) {
        sbuf_printf(out,
                    "{ struct fields q; q.a = (u32)v%u; q.b = (s32)v%u; q.c = (u32)v%u;\n"
                    "  v%u = (%s)(q.a + (u32)q.b * q.c); }\n",
                    below(k, RANDOM_INTS), below(k, RANDOM_INTS), below(k, RANDOM_INTS), v,
                    random_types[v]);
    } else if (kind <= 10) {
        sbuf_puts(out, "if (");
        int_expression(k, 2);
        sbuf_puts(out, ") {\n");
        statement(k, depth - 1);
        sbuf_puts(out, "} else {\n");
        statement(k, depth - 1);
        sbuf_puts(out, "}\n");
    } else if (kind == 11) {
        sbuf_printf(out, "for (s32 i%d = 0; i%d < %u + (s32)(v%u & 3); i%d++) {\n", depth, depth,
                    below(k, 5), v, depth);
        statement(k, depth - 1);
        sbuf_printf(out, "t[i%d & 7] ^= (s32)((u32)i%d * 77u);\n}\n", depth, depth);
    } else if (kind == 12) {
        sbuf_printf(out, "switch (v%u & 3) {\ncase 0:\n", v);
        statement(k, depth - 1);
        sbuf_puts(out, "break;\ncase 1:\n");
        statement(k, depth - 1);
        sbuf_puts(out, "case 3:\n"); /* falls through from 1 */
        statement(k, depth - 1);
        sbuf_puts(out, "break;\ndefault:\nt[3]++;\n}\n");
    } else {
        sbuf_printf(out, "{ struct mixed q = {(s32)v%u, (s16)v%u, (s8)v%u, d%u}, r = q;\n",
                    below(k, RANDOM_INTS), below(k, RANDOM_INTS), below(k, RANDOM_INTS),
                    below(k, 3));
        sbuf_printf(out, "  v%u = (%s)(r.a ^ r.b ^ r.c); d%u = r.d; }\n", v, random_types[v],
                    below(k, 3));
    }
}

/* A function of eight words in, as many out, and memory of structs, as kernel and as C function. */
static inline void random_kernel(struct rng *rng, int number, struct sbuf *out)
{
    const struct random_kernel k = {rng, out};
    sbuf_printf(out,
                "FN void f%d(const u64 *in, u64 *out, struct four *m, struct bytes *b)\n{\n"
                "s32 t[8];\nfor (s32 i = 0; i < 8; i++) t[i] = (s32)in[i];\n",
                number);
    for (unsigned i = 0; i < RANDOM_INTS; i++)
        sbuf_printf(out, "%s v%u = (%s)in[%u];\n", random_types[i], i, random_types[i], i);
    for (unsigned i = 0; i < 3; i++)
        sbuf_printf(out, "f32 f%u = (f32)(s32)in[%u] * 0.0625f; f64 d%u = (f64)(s64)in[%u];\n", i,
                    i, i, i + 3);
    for (unsigned n = 4 + below(&k, 8); n > 0; n--)
        statement(&k, 3);
    sbuf_puts(out, "out[0] = (u64)v0 ^ (u64)v1 << 8 ^ (u64)v2 << 16; out[1] = (u64)v3;\n"
                   "out[2] = (u64)v4 ^ (u64)v5 << 32; out[3] = (u64)v6; out[4] = v7;\n"
                   "out[5] = f32bits(f0) ^ (u64)f32bits(f1) << 32; out[6] = f64bits(d0);\n"
                   "out[7] = f64bits(d1) ^ f32bits(f2) ^ f64bits(d2);\n"
                   "for (s32 i = 0; i < 8; i++) out[i] ^= (u64)(u32)t[i] << i;\n}\n");
    sbuf_printf(out,
                "#ifdef __CUDACC__\nextern \"C\" __global__ void k%d(const u64 *in, u64 *out, \n"
                "struct four *m, struct bytes *b)\n{ u32 i = threadIdx.x;\n"
                "f%d(in + 8 * i, out + 8 * i, m + 4 * i, b + 4 * i); }\n#else\n"
                "void k%d(const u64 *in, u64 *out, struct four *m, struct bytes *b, u32 i)\n"
                "{ f%d(in + 8 * i, out + 8 * i, m + 4 * i, b + 4 * i); }\n#endif\n",
                number, number, number, number);
}

#endif
