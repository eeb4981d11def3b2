/* CUDA's intrinsic functions against plain C, bit by bit. */
#include "tests/ptx/machine.h"
#include "tests/ptx/math_intrinsics.h"

#include "sw/util/rng.h"
#include "sw/util/sbuf.h"

#include <fenv.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <unistd.h>

static unsigned float_bits(float v)
{
    unsigned bits;
    memcpy(&bits, &v, sizeof v);
    return bits;
}

static float bits_float(unsigned bits)
{
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static unsigned long long double_bits(double v)
{
    unsigned long long bits;
    memcpy(&bits, &v, sizeof v);
    return bits;
}

static double bits_double(unsigned long long bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static int leading_zeros(unsigned long long v, int bits)
{
    int n = 0;
    while (n < bits && (v >> (bits - 1 - n) & 1) == 0)
        n++;
    return n;
}

static int ones(unsigned long long v)
{
    int n = 0;
    for (; v != 0; v /= 2)
        n += v % 2 != 0;
    return n;
}

static unsigned long long mirrored(unsigned long long v)
{
    unsigned long long r = 0;
    for (int k = 0; k < 64; k++)
        r = r << 1 | (v >> k & 1);
    return r;
}

static unsigned permuted(unsigned x, unsigned y, unsigned selectors)
{
    unsigned char bytes[8];
    unsigned r = 0;
    for (int k = 0; k < 4; k++) {
        bytes[k] = (unsigned char)(x >> 8 * k);
        bytes[k + 4] = (unsigned char)(y >> 8 * k);
    }
    for (int k = 0; k < 4; k++)
        r |= (unsigned)bytes[selectors >> 4 * k & 7] << 8 * k;
    return r;
}

static unsigned high_word(unsigned long long v)
{
    return (unsigned)(v >> 32);
}

static __int128 floor_shift(__int128 v, int by)
{
    __int128 unit = (__int128)1 << by;
    __int128 rest = (v % unit + unit) % unit;
    return (v - rest) / unit;
}

static int low24(int v)
{
    int low = (int)((unsigned)v % (1u << 24));
    return low >= 1 << 23 ? low - (1 << 24) : low;
}

static unsigned signed_dot(unsigned x, unsigned y)
{
    int sum = 0;
    for (int k = 0; k < 4; k++)
        sum += (signed char)(x >> 8 * k) * (signed char)(y >> 8 * k);
    return (unsigned)sum;
}

static unsigned unsigned_dot(unsigned x, unsigned y)
{
    unsigned sum = 0;
    for (int k = 0; k < 4; k++)
        sum += (x >> 8 * k & 255) * (y >> 8 * k & 255);
    return sum;
}

/* Two halves of x times two bytes of y, from byte `first` on. */
static unsigned halves_dot(unsigned x, unsigned y, int first, int is_signed)
{
    unsigned sum = 0;
    for (int k = 0; k < 2; k++) {
        unsigned half = x >> 16 * k & 0xffff, byte = y >> 8 * (first + k) & 255;
        sum += is_signed ? (unsigned)((short)half * (signed char)byte) : half * byte;
    }
    return sum;
}

static unsigned nth_set(unsigned mask, unsigned base, int n)
{
    int list[32], count = 0, step = n < 0 ? -1 : 1;
    if (n == 0)
        return (mask >> base & 1) != 0 ? base : ~0u;
    for (int at = (int)base; at >= 0 && at < 32; at += step)
        if ((mask >> at & 1) != 0)
            list[count++] = at;
    return abs(n) <= count ? (unsigned)list[abs(n) - 1] : ~0u;
}

enum { N = 512, INPUTS = MACHINE_BASE, RESULTS = MACHINE_BASE + 3 * N * 8 };

/* A NaN is one NaN, whatever its bits. */
static unsigned long long same_float(float v)
{
    return isnan(v) ? 0x7fffffff : float_bits(v);
}

static unsigned long long same_double(double v)
{
    return isnan(v) ? 0x7ff8000000000000 : double_bits(v);
}

/* Three words of 64 bits: random, or near the corners of floats and integers. */
static unsigned long long input(struct rng *r)
{
    static const float floats[] = {0,      0.5f,  1,        1.5f, 2.5f, 3, 2147483648.0f,
                                   1e-40f, 1e30f, INFINITY, NAN};
    static const double doubles[] = {
        0, 0.5, 1, 2.5, 2147483647.5, 4294967295.5, 9223372036854775808.0, 1e-310, 1e300};
    uint64_t kind = rng_below(r, 8);
    if (kind < 3)
        return rng_next(r);
    float f = floats[rng_below(r, sizeof floats / sizeof floats[0])];
    double d = doubles[rng_below(r, sizeof doubles / sizeof doubles[0])];
    double some = (double)(int64_t)rng_next(r) * ldexp(1, -(int)rng_below(r, 90));
    switch (kind) {
    case 3:
        return (unsigned long long)float_bits(rng_below(r, 2) ? -f : f) << 32 |
               float_bits(rng_below(r, 2) ? -f : f);
    case 4:
        return double_bits(rng_below(r, 2) ? -d : d);
    case 5:
        return double_bits(some);
    case 6:
        return (unsigned long long)float_bits((float)some) << 32 | float_bits((float)some);
    default:
        return rng_below(r, 5) - 2;
    }
}

static const char read_values[] =
    "  float a = __uint_as_float((unsigned)x), b = __uint_as_float((unsigned)y),\n"
    "        c = __uint_as_float((unsigned)z);\n"
    "  double d = __longlong_as_double(x), e = __longlong_as_double(y),\n"
    "         g = __longlong_as_double(z);\n"
    "  int i = (int)x, j = (int)y; unsigned u = (unsigned)x, v = (unsigned)y, w = (unsigned)z;\n"
    "  long long l = x, m = y; unsigned long long p = x, q = y;\n";

struct line {
    const char *code;
    char kind;
};
#define LINE_F(code, c) {#code, 'F'},
#define LINE_D(code, c) {#code, 'D'},
#define LINE_I(code, c) {#code, 'I'},
static const struct line lines[] = {INTRINSICS(LINE_F, LINE_D, LINE_I)};
enum { LINES = sizeof lines / sizeof lines[0] };

static unsigned long long wanted[LINES];

/* Evaluates the C of all lines, from three words. */
static void evaluate(const unsigned long long in[3])
{
    volatile float a = bits_float((unsigned)in[0]), b = bits_float((unsigned)in[1]),
                   c = bits_float((unsigned)in[2]);
    volatile double d = bits_double(in[0]), e = bits_double(in[1]), g = bits_double(in[2]);
    volatile int i = (int)in[0], j = (int)in[1];
    volatile unsigned u = (unsigned)in[0], v = (unsigned)in[1], w = (unsigned)in[2];
    volatile long long l = (long long)in[0], m = (long long)in[1];
    volatile unsigned long long p = in[0], q = in[1];
    unsigned long long *next = wanted;
#define C_F(code, expr) *next++ = same_float(expr);
#define C_D(code, expr) *next++ = same_double(expr);
#define C_I(code, expr) *next++ = (unsigned long long)(expr);
    INTRINSICS(C_F, C_D, C_I)
}

/* One kernel does all lines: results of a thread stand LINES * N apart. */
static struct simt_machine *compile_lines(int from, int to)
{
    struct sbuf s = {0};
    sbuf_printf(&s,
                "extern \"C\" __global__ void k(const long long *in, unsigned long long *out)\n"
                "{ int t = blockIdx.x * blockDim.x + threadIdx.x;\n"
                "  long long x = in[t], y = in[t + %d], z = in[t + %d];\n%s",
                N, 2 * N, read_values);
    for (int k = from; k < to; k++)
        sbuf_printf(&s,
                    lines[k].kind == 'F'   ? "  out[t + %d] = __float_as_uint(%s);\n"
                    : lines[k].kind == 'D' ? "  out[t + %d] = __double_as_longlong(%s);\n"
                                           : "  out[t + %d] = %s;\n",
                    (k - from) * N, lines[k].code);
    sbuf_puts(&s, "}\n");
    struct simt_machine *m = simt_machine_cuda(sbuf_str(&s));
    sbuf_free(&s);
    return m;
}

static unsigned long long same(unsigned long long bits, char kind)
{
    return kind == 'F'   ? same_float(bits_float((unsigned)bits))
           : kind == 'D' ? same_double(bits_double(bits))
                         : bits;
}

static void check_lines(int from, int to)
{
    struct simt_machine *m = compile_lines(from, to);
    struct rng r = {(uint64_t)from + 1};
    unsigned long long *in = at_address(m, INPUTS, 3 * N * 8);
    for (int k = 0; k < 3 * N; k++)
        in[k] = input(&r);
    param_u64(m, INPUTS), param_u64(m, RESULTS);
    launch_ok(m, "k", (struct simt_dim){N / 128, 1, 1}, (struct simt_dim){128, 1, 1}, 0);
    const unsigned long long *out = at_address(m, RESULTS, (size_t)(to - from) * N * 8);
    for (int t = 0; t < N; t++) {
        unsigned long long x[3] = {in[t], in[t + N], in[t + 2 * N]};
        evaluate(x);
        for (int k = from; k < to; k++) {
            unsigned long long got = same(out[(k - from) * N + t], lines[k].kind);
            if (got != wanted[k])
                fail_msg("%s of %016llx %016llx %016llx: %016llx, not %016llx", lines[k].code, x[0],
                         x[1], x[2], got, wanted[k]);
        }
    }
    simt_machine_free(m);
}

static void test_intrinsics(void **state)
{
    (void)state;
    /* As many at a time as the results fit. */
    enum { EACH = 100 };
    for (int from = 0; from < LINES; from += EACH)
        check_lines(from, from + EACH < LINES ? from + EACH : LINES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_intrinsics)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
