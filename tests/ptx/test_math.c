/*
 * CUDA's mathematical functions, compiled by clang and executed, against glibc: the largest error
 * in ulps, over arguments spread evenly, over random bit patterns, and over special values.
 *
 * Costs minutes with UMBEL_SLOW=1: twenty times as many arguments find the rare ones where a
 * function is at its worst. UMBEL_MATH_TABLE=1 prints the table of sw/kernels/MATH.md;
 * UMBEL_MATH_ONLY=exp looks at one function; UMBEL_MATH_BATCHES=N takes N times 4,096 arguments.
 */
#include "tests/ptx/machine.h"
#include "tests/ptx/math_table.h"

#include "sw/util/rng.h"
#include "sw/util/sbuf.h"
#include "tests/support/slow.h"

#include <ctype.h>
#include <inttypes.h>
#include <unistd.h>

enum {
    BATCH = 4096,
    ARGS = 4,
    N_ROWS = sizeof rows / sizeof rows[0],
    RESULT = MACHINE_BASE + ARGS * BATCH * 8
};

/* The worst result of a function: its distance, its arguments, and the reference value. */
struct worst {
    uint64_t ulps;     /* WRONG: another kind of value (NaN, infinity, sign of zero) */
    long double error; /* absolute, of rows that bound it */
    long double a[ARGS], got, want;
};
static const uint64_t WRONG = UINT64_MAX;

/* ---- arguments ---- */

static const double specials[] = {0,
                                  1,
                                  2,
                                  3,
                                  4,
                                  0.5,
                                  0.25,
                                  1.5,
                                  0.75,
                                  10,
                                  100,
                                  1e-5,
                                  1e-3,
                                  1e5,
                                  1e10,
                                  1e15,
                                  1e22,
                                  1e30,
                                  1e38,
                                  5e-324,
                                  1e-310,
                                  2.2250738585072014e-308,
                                  1e-300,
                                  1e300,
                                  1e-45,
                                  1.17549435e-38,
                                  3.4028234663852886e38,
                                  1.7976931348623157e308,
                                  1.5707963267948966,
                                  3.141592653589793,
                                  6.283185307179586,
                                  0.7853981633974483,
                                  22,
                                  710,
                                  745,
                                  88.5,
                                  103.5,
                                  4503599627370496.5,
                                  9007199254740992,
                                  8388607.5,
                                  16777216,
                                  2147483648.0,
                                  INFINITY,
                                  NAN};
enum { N_SPECIALS = 2 * (int)(sizeof specials / sizeof specials[0]) };

static double special(uint64_t i)
{
    double v = specials[i / 2 % (N_SPECIALS / 2)];
    return i % 2 != 0 ? -v : v;
}

static double uniform(struct rng *r, double lo, double hi)
{
    return lo + (hi - lo) * ((double)(rng_next(r) >> 11) * 0x1p-53);
}

static double any_bits(struct rng *r, bool f32)
{
    uint64_t bits = rng_next(r);
    double d;
    float f;
    memcpy(&d, &bits, sizeof d);
    memcpy(&f, &bits, sizeof f);
    return f32 ? (double)f : d;
}

/* Argument k of the i-th tuple, as a double; f32 rounds it. */
static double argument(const struct row *row, bool f32, uint64_t i, int k, struct rng *r)
{
    double lo = row->lo[k != 0], hi = row->hi[k != 0];
    /* Where 0 is in the range or at its end, also what is close to it, down to subnormals. */
    if ((row->flags & ONLY) != 0 && k == 0 && i % 4 == 1 && lo <= 0 && hi >= 0)
        return ldexp(uniform(r, lo, hi), -(int)rng_below(r, f32 ? 150 : 1075));
    if ((row->flags & ONLY) != 0)
        return uniform(r, lo, hi);
    if (i < (uint64_t)N_SPECIALS * N_SPECIALS / 2 && i % 2 == 0) {
        uint64_t pair = i / 2;
        return special(k == 0 ? pair : k == 1 ? pair / N_SPECIALS + pair : rng_next(r));
    }
    if (i % 4 == 1)
        return any_bits(r, f32);
    /* Small arguments of either sign, near 1 too: what a uniform spread has too few of. */
    if (i % 16 == 3)
        return ldexp(uniform(r, -1, 1), -(int)rng_below(r, 60));
    if (i % 16 == 7)
        return 1 + ldexp(uniform(r, -1, 1), -(int)rng_below(r, 30));
    return uniform(r, lo, hi);
}

/* ---- distance ---- */

/* Floats of either type in their order, as integers one apart. */
static int64_t ordered(long double v, bool f32)
{
    if (f32) {
        float f = (float)v;
        int32_t bits;
        memcpy(&bits, &f, sizeof f);
        return bits < 0 ? -(int64_t)(bits & INT32_MAX) : bits;
    }
    double d = (double)v;
    int64_t bits;
    memcpy(&bits, &d, sizeof d);
    return bits < 0 ? -(bits & INT64_MAX) : bits;
}

static uint64_t distance(long double got, long double want, bool f32, int flags)
{
    long double rounded = f32 ? (long double)(float)want : (long double)(double)want;
    if (isnan(got) || isnan(rounded))
        return isnan(got) && isnan(rounded) ? 0 : WRONG;
    if (got == 0 && rounded == 0)
        return signbit(got) == signbit(rounded) || (flags & ANY_ZERO) != 0 ? 0 : WRONG;
    if (isinf(got) != isinf(rounded) && fabsl(got) < 1e30L)
        return WRONG;
    int64_t g = ordered(got, f32), w = ordered(rounded, f32);
    return g > w ? (uint64_t)g - (uint64_t)w : (uint64_t)w - (uint64_t)g;
}

static void judge(const struct row *row, bool f32, const long double *a, long double got,
                  struct worst *worst)
{
    long double want = row->oracle(a);
    uint64_t ulps = distance(got, want, f32, row->flags);
    long double error = fabsl(got - want);
    bool absolute = row->bound[!f32] < 0 && ulps != WRONG;
    if (absolute && isfinite(error) ? error <= worst->error : ulps <= worst->ulps)
        return;
    *worst = (struct worst){.ulps = ulps, .error = error, .got = got, .want = want};
    memcpy(worst->a, a, sizeof worst->a);
}

/* ---- running ---- */

static const char *picked(void)
{
    return getenv("UMBEL_MATH_ONLY");
}

static bool takes(const struct row *row)
{
    return picked() == NULL || strcmp(picked(), row->name) == 0;
}

/* Rows with the same code share the kernel of the first. */
static int kernel_number(int row)
{
    int first = 0;
    while (strcmp(rows[first].code, rows[row].code) != 0)
        first++;
    return first;
}

static struct simt_machine *compile(bool f32)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "#include <cmath>\ntypedef %s T;\n#define F(name) name%s\n",
                f32 ? "float" : "double", f32 ? "##f" : "");
    for (int i = 0; i < N_ROWS; i++)
        if (kernel_number(i) == i && takes(&rows[i]))
            sbuf_printf(&s,
                        "extern \"C\" __global__ void k%d(const T *in, T *out)\n"
                        "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                        "  T x = in[i], y = in[i + %d], z = in[i + %d], w = in[i + %d], r;\n"
                        "  %s\n  out[i] = r; }\n",
                        i, BATCH, 2 * BATCH, 3 * BATCH, rows[i].code);
    struct simt_machine *m = simt_machine_cuda(sbuf_str(&s));
    sbuf_free(&s);
    return m;
}

static long double read_back(struct simt_machine *m, uint64_t base, int i, bool f32)
{
    return f32 ? (long double)((const float *)at_address(m, base, 4 * BATCH))[i]
               : (long double)((const double *)at_address(m, base, 8 * BATCH))[i];
}

static void run_batch(struct simt_machine *m, int row_index, bool f32, uint64_t first,
                      struct rng *r, struct worst *worst)
{
    const struct row *row = &rows[row_index];
    char name[16];
    for (int i = 0; i < BATCH; i++)
        for (int k = 0; k < ARGS; k++) {
            double v = argument(row, f32, first + (uint64_t)i, k, r);
            if (f32)
                ((float *)at_address(m, MACHINE_BASE, ARGS * BATCH * 4))[k * BATCH + i] = (float)v;
            else
                ((double *)at_address(m, MACHINE_BASE, ARGS * BATCH * 8))[k * BATCH + i] = v;
        }
    snprintf(name, sizeof name, "k%d", kernel_number(row_index));
    param_u64(m, MACHINE_BASE), param_u64(m, RESULT);
    launch_ok(m, name, (struct simt_dim){BATCH / 128, 1, 1}, (struct simt_dim){128, 1, 1}, 0);
    for (int i = 0; i < BATCH; i++) {
        long double a[ARGS];
        for (int k = 0; k < ARGS; k++)
            a[k] = read_back(m, MACHINE_BASE + (uint64_t)(k * BATCH * (f32 ? 4 : 8)), i, f32);
        judge(row, f32, a, read_back(m, RESULT, i, f32), worst);
    }
}

static void print_number(struct sbuf *s, double v, bool f32)
{
    sbuf_printf(s, "%.*g", f32 ? 9 : 17, v);
}

/* Whether the code names that argument. */
static bool uses(const char *code, char argument)
{
    for (const char *c = code + 1; *c != '\0'; c++)
        if (*c == argument && isalnum(c[-1]) == 0 && isalnum(c[1]) == 0)
            return true;
    return false;
}

/* A line of the table: function, arguments, bound, measured, the worst arguments. */
static void say(const struct row *row, bool f32, const struct worst *w, bool ok)
{
    double bound = row->bound[!f32];
    const char *more = strchr(row->name, ',');
    int n = (int)(more != NULL ? more - row->name : (long)strlen(row->name));
    struct sbuf s = {0};
    sbuf_printf(&s, "| `%.*s%s`%s | ", n, row->name, f32 ? "f" : "", more != NULL ? more : "");
    if ((row->flags & ONLY) != 0)
        sbuf_printf(&s, "%g .. %g", row->lo[0], row->hi[0]);
    else
        sbuf_puts(&s, "all");
    sbuf_printf(&s, bound < 0 ? " | %g absolute | " : " | %g | ", fabs(bound));
    if (w->ulps == WRONG)
        sbuf_puts(&s, "wrong");
    else if (bound < 0)
        sbuf_printf(&s, "%.1Le", w->error);
    else
        sbuf_printf(&s, "%" PRIu64, w->ulps);
    sbuf_puts(&s, " | ");
    for (int k = 0; k < ARGS && w->ulps != 0; k++)
        if (uses(row->code, "xyzw"[k])) {
            sbuf_puts(&s, k > 0 ? ", " : "");
            print_number(&s, (double)w->a[k], f32);
        }
    sbuf_puts(&s, " |");
    if (!ok)
        sbuf_printf(&s, " got %.18Lg, not %.18Lg", w->got, w->want);
    print_message("%s\n", s.text);
    sbuf_free(&s);
}

static bool within(const struct row *row, bool f32, const struct worst *w)
{
    double bound = row->bound[!f32];
    return w->ulps != WRONG &&
           (bound < 0 ? w->error <= -(long double)bound : (double)w->ulps <= bound);
}

static void measure(bool f32)
{
    struct simt_machine *m = compile(f32);
    struct rng r = {1};
    int failed = 0;
    const char *more = getenv("UMBEL_MATH_BATCHES");
    bool table = getenv("UMBEL_MATH_TABLE") != NULL;
    oracle_f32 = f32;
    for (int i = 0; i < N_ROWS; i++) {
        if (!takes(&rows[i]))
            continue;
        struct worst worst = {0};
        uint64_t usual = long_wanted() ? 100 : slow_wanted() ? 20 : 1;
        uint64_t batches = more != NULL ? strtoull(more, NULL, 10) : usual;
        if ((rows[i].flags & RARE) != 0)
            batches = batches / 10 + 1;
        for (uint64_t b = 0; b < batches; b++)
            run_batch(m, i, f32, b * BATCH, &r, &worst);
        bool ok = within(&rows[i], f32, &worst);
        if (table || !ok)
            say(&rows[i], f32, &worst, ok);
        failed += !ok;
    }
    simt_machine_free(m);
    assert_int_equal(failed, 0);
}

static void test_f32(void **state)
{
    (void)state;
    measure(true);
}

static void test_f64(void **state)
{
    (void)state;
    measure(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_f32), cmocka_unit_test(test_f64)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
