/*
 * Half precision against exact integers. A finite half is a whole number of units of 2^-24, so a
 * sum, a product and a fused sum of halves are whole numbers of units of 2^-48 that fit 128 bits.
 * They are rounded here once, with integers alone.
 */
#include "tests/ptx/machine.h"

#include "sw/util/rng.h"

#include <fenv.h>
#include <math.h>

enum { IN = MACHINE_BASE, OUT = MACHINE_BASE + 0x40000, THREADS = 256, HALVES = 65536 };
enum { NAN16 = 0x7fff, INF16 = 0x7c00 };
enum rounding { RN, RZ, RM, RP };

static bool is_nan(uint32_t h)
{
    return (h & 0x7fff) > INF16;
}

static bool is_inf(uint32_t h)
{
    return (h & 0x7fff) == INF16;
}

/* Units of 2^-24. */
static __int128 units(uint32_t h)
{
    int exponent = h >> 10 & 31;
    __int128 v = exponent == 0 ? h & 1023 : (__int128)(1024 + (h & 1023)) << (exponent - 1);
    return (h & 0x8000) != 0 ? -v : v;
}

/* Rounds a number of units of 2^-24 / 2^extra; `minus` is the sign of a result of zero. */
static uint32_t rounded(__int128 v, int extra, enum rounding mode, bool minus)
{
    bool negative = v < 0 || (v == 0 && minus);
    unsigned __int128 n = (unsigned __int128)(v < 0 ? -v : v);
    int shift = extra;
    while (n >> shift >= 2048)
        shift++;
    unsigned __int128 whole = n >> shift, rest = n - (whole << shift), half = 1;
    half = shift > 0 ? half << (shift - 1) : 0;
    bool up = rest != 0 && (mode == RN   ? rest > half || (rest == half && (whole & 1) != 0)
                            : mode == RZ ? false
                            : mode == RM ? negative
                                         : !negative);
    whole += up;
    uint32_t exponent = (uint32_t)(shift - extra), sign = negative ? 0x8000 : 0;
    if (whole >= 2048) {
        whole >>= 1;
        exponent++;
    }
    uint32_t bits = whole < 1024 ? (uint32_t)whole : (exponent << 10) + (uint32_t)whole;
    bool to_inf = mode == RN || (mode == RM && negative) || (mode == RP && !negative);
    return sign | (bits < INF16 ? bits : to_inf ? INF16 : 0x7bff);
}

static uint32_t fused(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t sign = (a ^ b) & 0x8000;
    bool zero = (a & 0x7fff) == 0 || (b & 0x7fff) == 0, inf = is_inf(a) || is_inf(b);
    if (is_nan(a) || is_nan(b) || is_nan(c) || (inf && zero))
        return NAN16;
    if (inf)
        return is_inf(c) && (c & 0x8000) != sign ? NAN16 : sign | INF16;
    if (is_inf(c))
        return c;
    __int128 v = units(a) * units(b) + units(c) * (1 << 24);
    return rounded(v, 24, RN, zero && (c & 0x7fff) == 0 && sign != 0 && (c & 0x8000) != 0);
}

static uint32_t sum(uint32_t a, uint32_t b)
{
    return fused(a, 0x3c00, b);
}

static uint32_t product(uint32_t a, uint32_t b)
{
    uint32_t sign = (a ^ b) & 0x8000, r = fused(a, b, 0);
    return is_nan(r) || (r & 0x7fff) != 0 ? r : sign;
}

static uint32_t saturated(uint32_t h)
{
    return is_nan(h) || (h & 0x8000) != 0 ? 0 : h > 0x3c00 ? 0x3c00 : h;
}

static uint32_t op_add(uint32_t a, uint32_t b, uint32_t c)
{
    return (void)c, sum(a, b);
}
static uint32_t op_sub(uint32_t a, uint32_t b, uint32_t c)
{
    return (void)c, sum(a, b ^ 0x8000);
}
static uint32_t op_mul(uint32_t a, uint32_t b, uint32_t c)
{
    return (void)c, product(a, b);
}
static uint32_t op_add_sat(uint32_t a, uint32_t b, uint32_t c)
{
    return (void)c, saturated(sum(a, b));
}
static uint32_t op_fma_sat(uint32_t a, uint32_t b, uint32_t c)
{
    return saturated(fused(a, b, c));
}
static uint32_t op_neg(uint32_t a, uint32_t b, uint32_t c)
{
    return (void)b, (void)c, a ^ 0x8000;
}
static uint32_t op_abs(uint32_t a, uint32_t b, uint32_t c)
{
    return (void)b, (void)c, a & 0x7fff;
}

static const struct {
    const char *name; /* the type follows */
    int sources;
    uint32_t (*want)(uint32_t a, uint32_t b, uint32_t c);
} ops[] = {{"add", 2, op_add},
           {"sub.rn", 2, op_sub},
           {"mul.rn", 2, op_mul},
           {"fma.rn", 3, fused},
           {"add.rn.sat", 2, op_add_sat},
           {"add.sat", 2, op_add_sat},
           {"fma.rn.sat", 3, op_fma_sat},
           {"neg", 1, op_neg},
           {"abs", 1, op_abs}};

/* The kernel loads three 64-bit words a thread, and stores one: `body` makes %l0 of %l1 to %l3. */
static struct simt_machine *prepare(const struct isa *isa, const char *body)
{
    char text[2048];
    struct simt_machine *m = xcalloc(1, sizeof *m);
    snprintf(text, sizeof text,
             ".version 6.0\n.target sm_70\n.address_size 64\n"
             ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
             ".reg .b16 %%h<8>; .reg .b32 %%w<8>; .reg .b64 %%l<8>; .reg .f32 %%f<8>;\n"
             ".reg .f64 %%g<8>; .reg .b64 %%in, %%out, %%i; .reg .b32 %%t;\n"
             "mov.u32 %%t, %%tid.x; ld.param.u64 %%in, [in]; ld.param.u64 %%out, [out];\n"
             "mul.wide.u32 %%i, %%t, 24; add.u64 %%in, %%in, %%i;\n"
             "mul.wide.u32 %%i, %%t, 8; add.u64 %%out, %%out, %%i;\n"
             "ld.global.u64 %%l1, [%%in]; ld.global.u64 %%l2, [%%in+8];\n"
             "ld.global.u64 %%l3, [%%in+16];\n"
             "cvt.u16.u64 %%h1, %%l1; cvt.u16.u64 %%h2, %%l2; cvt.u16.u64 %%h3, %%l3;\n"
             "cvt.u32.u64 %%w1, %%l1; cvt.u32.u64 %%w2, %%l2; cvt.u32.u64 %%w3, "
             "%%l3;\n%s\nst.global.u64 [%%out], %%l0;\nret;\n}\n",
             body);
    m->module = ptx_parse_for(isa, text, strlen(text), "half.ptx", &m->err);
    if (m->module == NULL)
        give_up(m->err.text);
    return m;
}

/* The results of THREADS threads. */
static const uint64_t *run(struct simt_machine *m, const uint64_t (*v)[3])
{
    memcpy(at_address(m, IN, THREADS * 24), v, THREADS * 24);
    param_u64(m, IN), param_u64(m, OUT);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0);
    return at_address(m, OUT, THREADS * 8);
}

/* Random bits; often two numbers of nearly equal size, as sums that cancel are the hard ones. */
static uint32_t some_half(struct rng *r, uint32_t other)
{
    static const uint16_t corners[] = {0,      0x8000, 1,      0x8001, 0x3ff,  0x400,  0x3c00,
                                       0xbc00, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e01, 0x3c01};
    uint64_t pick = rng_below(r, 4);
    return pick == 0   ? corners[rng_below(r, sizeof corners / sizeof corners[0])]
           : pick == 1 ? (other + (uint32_t)rng_below(r, 65) - 32) & 0xffff
                       : (uint32_t)rng_below(r, HALVES);
}

static void check_op(const struct isa *isa, size_t o, bool two)
{
    char body[256];
    const char *t = two ? "w" : "h";
    struct rng r = {.state = 11 + o};
    uint64_t v[THREADS][3];
    int bits = two ? 32 : 16,
        n = snprintf(body, sizeof body, "%s.f16%s %%%s0", ops[o].name, two ? "x2" : "", t);
    for (int k = 1; k <= ops[o].sources; k++)
        n += snprintf(body + n, sizeof body - (size_t)n, ", %%%s%d", t, k);
    snprintf(body + n, sizeof body - (size_t)n, "; cvt.u64.u%d %%l0, %%%s0;", bits, t);
    struct simt_machine *m = prepare(isa, body);
    for (int round = 0; round < 100; round++) {
        for (int i = 0; i < THREADS; i++)
            for (int half = 0; half < 2; half++) {
                uint32_t a = some_half(&r, 0x3c00), b = some_half(&r, a);
                uint32_t c = some_half(&r, product(a, b) ^ 0x8000);
                const uint32_t all[] = {a, b, c};
                for (int k = 0; k < 3; k++)
                    v[i][k] = (half != 0 ? v[i][k] : 0) | (uint64_t)all[k] << 16 * half;
            }
        const uint64_t *got = run(m, v);
        for (int i = 0; i < THREADS; i++)
            for (int half = 0; half <= two; half++) {
                uint32_t x[3];
                for (int k = 0; k < 3; k++)
                    x[k] = v[i][k] >> 16 * half & 0xffff;
                uint32_t want = ops[o].want(x[0], x[1], x[2]), is = got[i] >> 16 * half & 0xffff;
                if (is != want)
                    fail_msg("%s.f16%s of 0x%x, 0x%x, 0x%x: 0x%x, not 0x%x", ops[o].name,
                             two ? "x2" : "", x[0], x[1], x[2], is, want);
            }
    }
    ptx_free(m->module);
    free(m);
}

static void test_arithmetic(void **state)
{
    (void)state;
    for (size_t o = 0; o < sizeof ops / sizeof ops[0]; o++) {
        check_op(&isa_base, o, false);
        check_op(isa_best(), o, false);
        check_op(&isa_base, o, true);
        check_op(isa_best(), o, true);
    }
}

/* Every half as a float and as a double. */
static void test_widening(void **state)
{
    (void)state;
    struct simt_machine *m =
        prepare(isa_best(),
                "cvt.f32.f16 %f1, %h1; cvt.f64.f16 %g1, %h1;\n"
                "cvt.f64.f32 %g2, %f1; mov.b64 %l2, %g1; mov.b64 %l0, %g2; or.b64 %l0, %l0, %l2;");
    for (uint32_t h = 0; h < HALVES; h += THREADS) {
        uint64_t v[THREADS][3] = {{0}};
        for (uint32_t i = 0; i < THREADS; i++)
            v[i][0] = h + i;
        const uint64_t *got = run(m, v);
        for (uint32_t i = 0; i < THREADS; i++) {
            double want = is_inf(h + i) ? INFINITY : ldexp((double)units((h + i) & 0x7fff), -24);
            uint64_t bits;
            want = (h + i) >> 15 != 0 ? -want : want;
            memcpy(&bits, &want, 8);
            assert_true(got[i] == (is_nan(h + i) ? 0x7ff8000000000000u : bits));
        }
    }
    ptx_free(m->module);
    free(m);
}

/* A double as units of 2^-100, if it is not too large. The tests use no smaller bits. */
static uint32_t narrowed(double v, enum rounding mode)
{
    if (isnan(v))
        return NAN16;
    if (isinf(v))
        return (v < 0 ? 0x8000 : 0) | INF16;
    if (fabs(v) >= 131072)
        v = v < 0 ? -131072 : 131072;
    return rounded((__int128)ldexp(v, 100), 76, mode, signbit(v) != 0);
}

/* Floats and doubles next to halves, to the middles of two halves, and beyond the largest half. */
static double near_half(struct rng *r, bool f32)
{
    uint32_t h = some_half(r, 0x7bff), next = (h & 0x8000) | ((h + 1) & 0x7fff);
    double a = ldexp((double)units(h), -24), b = ldexp((double)units(next), -24);
    double v = rng_below(r, 2) == 0 ? a : (a + b) / 2;
    double to = rng_below(r, 2) == 0 ? INFINITY : -INFINITY;
    switch (rng_below(r, 5)) {
    case 0:
        return v;
    case 1:
        return rng_below(r, 2) == 0 ? NAN : to;
    case 2:
        return v * 1000;
    default:
        return f32 ? (double)nextafterf((float)v, (float)to) : nextafter(v, to);
    }
}

static void check_narrowing(const struct isa *isa, enum rounding mode, bool f32)
{
    static const char *const modes[] = {"rn", "rz", "rm", "rp"};
    char body[128];
    struct rng r = {.state = 3};
    double in[THREADS];
    uint64_t v[THREADS][3] = {{0}};
    snprintf(body, sizeof body,
             f32 ? "mov.b32 %%f1, %%w1; cvt.%s.f16.f32 %%h0, %%f1;\n"
                   "cvt.u64.u16 %%l0, %%h0;"
                 : "mov.b64 %%g1, %%l1; cvt.%s.f16.f64 %%h0, %%g1; cvt.u64.u16 %%l0, %%h0;",
             modes[mode]);
    struct simt_machine *m = prepare(isa, body);
    for (int round = 0; round < 100; round++) {
        for (int i = 0; i < THREADS; i++) {
            in[i] = near_half(&r, f32);
            if (fabs(in[i]) < 0x1p-45 && in[i] != 0)
                in[i] = copysign(0x1p-45, in[i]);
            float narrow = (float)in[i];
            v[i][0] = 0;
            memcpy(v[i], f32 ? (void *)&narrow : (void *)&in[i], f32 ? 4 : 8);
        }
        const uint64_t *got = run(m, (const uint64_t(*)[3])v);
        for (int i = 0; i < THREADS; i++)
            if (got[i] != narrowed(in[i], mode))
                fail_msg("cvt.%s.f16.%s of %a: 0x%x, not 0x%x", modes[mode], f32 ? "f32" : "f64",
                         in[i], (unsigned)got[i], narrowed(in[i], mode));
    }
    ptx_free(m->module);
    free(m);
}

static void test_narrowing(void **state)
{
    (void)state;
    for (int mode = RN; mode <= RP; mode++) {
        check_narrowing(&isa_base, (enum rounding)mode, true);
        check_narrowing(isa_best(), (enum rounding)mode, true);
        check_narrowing(&isa_base, (enum rounding)mode, false);
        check_narrowing(isa_best(), (enum rounding)mode, false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_widening),
        cmocka_unit_test(test_narrowing),
    };
    return cmocka_run_group_tests_name("half precision", tests, NULL, NULL);
}
