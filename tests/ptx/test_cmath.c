/*
 * CUDA's mathematical functions as a program uses them: fast functions within CUDA's documented
 * errors, C++ names and overloads, headers, the effect of --fast-math, a missing library.
 */
#include "tests/ptx/machine.h"

#include "sw/util/sbuf.h"

#include <math.h>
#include <unistd.h>

/* ---- the fast functions ---- */

/* CUDA's table of intrinsics with their maximum errors: ulps, or absolute within `within`. */
static long double fast_bound(int which, float x, float want)
{
    float ulp = nextafterf(fabsf(want), INFINITY) - fabsf(want);
    bool near = x >= 0.5f && x <= 2;
    switch (which) {
    case 0: /* __expf */
        return (2 + floorf(fabsf(1.173f * x))) * ulp;
    case 1: /* __exp10f */
        return (2 + floorf(fabsf(2.97f * x))) * ulp;
    case 2: /* __logf */
        return near ? 0x1.82p-22f : 3 * ulp;
    case 3: /* __log2f */
        return near ? 0x1p-22f : 2 * ulp;
    case 4: /* __log10f */
        return near ? 0x1p-24f : 3 * ulp;
    case 5: /* __sinf, within pi */
        return 0x1.82p-22f;
    case 6: /* __cosf, within pi */
        return 0x1.c1p-22f;
    default: /* __fdividef */
        return 2 * ulp;
    }
}

static void test_fast_functions(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "extern \"C\" __global__ void k(const float *in, float *out)\n"
        "{ int t = threadIdx.x; float x = in[t], s, c, *p = out + 12 * t; __sincosf(x, &s, &c);\n"
        "  p[0] = __expf(x); p[1] = __exp10f(x); p[2] = __logf(x); p[3] = __log2f(x);\n"
        "  p[4] = __log10f(x); p[5] = __sinf(x); p[6] = __cosf(x); p[7] = __fdividef(x, 3.0f);\n"
        "  p[8] = s; p[9] = c; p[10] = __powf(x, 1.5f); p[11] = __tanf(x); }\n");
    float *in = at_address(m, MACHINE_BASE, 4096);
    for (int t = 0; t < 1024; t++)
        in[t] = 3.14159f * (float)(t + 1) / 1024;
    param_u64(m, MACHINE_BASE), param_u64(m, MACHINE_BASE + 4096);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){1024, 1, 1}, 0);
    const float *out = at_address(m, MACHINE_BASE + 4096, 12 * 4096);
    for (int t = 0; t < 1024; t++) {
        float x = in[t];
        const float *o = out + 12 * t;
        const long double want[] = {expl(x),   exp10l(x), logl(x), log2l(x),
                                    log10l(x), sinl(x),   cosl(x), (long double)x / 3};
        for (int k = 0; k < 8; k++)
            if (fabsl(o[k] - want[k]) > fast_bound(k, x, (float)want[k]))
                fail_msg("fast function %d of %.9g: %.9g, not %.9Lg", k, (double)x, (double)o[k],
                         want[k]);
        assert_true(o[8] == o[5] && o[9] == o[6]);
        /* Composed of the others. */
        assert_true(fabsl(o[10] - powl(x, 1.5L)) <= 1e-6L * powl(x, 1.5L));
        assert_true(fabsl(o[11] - o[5] / o[6]) <= 1e-6L * fabsl(tanl(x)));
    }
    simt_machine_free(m);
}

/* ---- C++ ---- */

/* Kernels that set out[k] to what a list of expressions gives; a double each. */
static const double *results(const char *includes, const char *const expr[], int n)
{
    static double out[64];
    struct sbuf s = {0};
    sbuf_printf(
        &s, "%s\nextern \"C\" __global__ void k(double *out, int one, float half, double two)\n{\n",
        includes);
    for (int k = 0; k < n; k++)
        sbuf_printf(&s, "  out[%d] = %s;\n", k, expr[k]);
    sbuf_puts(&s, "}\n");
    struct simt_machine *m = simt_machine_cuda(sbuf_str(&s));
    sbuf_free(&s);
    float half = 0.5f;
    double two = 2;
    param_u64(m, MACHINE_BASE), param_u32(m, 1), param(m, &half, 4), param(m, &two, 8);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){1, 1, 1}, 0);
    memcpy(out, at_address(m, MACHINE_BASE, sizeof out), sizeof out);
    simt_machine_free(m);
    return out;
}

static void expect(const char *includes, const char *const expr[], const double *want, int n)
{
    const double *got = results(includes, expr, n);
    for (int k = 0; k < n; k++)
        if (!(fabs(got[k] - want[k]) <= 1e-15 * fabs(want[k])))
            fail_msg("%s is %.17g, not %.17g", expr[k], got[k], want[k]);
}

/* Functions that were once computed in float, or wrongly. */
static void test_reproducers(void **state)
{
    (void)state;
    static const char *const expr[] = {
        "exp(50.0 * two)",        "pow(1e30, two)",         "log(1e300 * one)",
        "log(1.000000001 * one)", "fmodf(148 * half, .1f)", "tanhf(half * 1e-10f)",
        "exp2(two * 100)",        "sin(1e22 * one)",        "log10f(half * 2e-40f)"};
    const double want[] = {exp(100),
                           pow(1e30, 2),
                           log(1e300),
                           log(1.000000001),
                           (double)fmodf(74, .1f),
                           (double)tanhf(0.5e-10f),
                           0x1p200,
                           sin(1e22),
                           (double)log10f(1e-40f)};
    expect("", expr, want, 9);
    assert_true(want[4] > 0.0999 && want[4] < 0.1);
}

static void test_overloads(void **state)
{
    (void)state;
    static const char *const expr[] = {
        /* A float stays one; an integer, or two types, make a double. */
        "sizeof(exp(half))",
        "sizeof(std::exp(half))",
        "sizeof(exp(one))",
        "sizeof(pow(half, half))",
        "sizeof(pow(half, one))",
        "sizeof(std::pow(half, two))",
        "sizeof(std::atan2(one, one))",
        "sizeof(fabs(half))",
        "sizeof(abs(half))",
        "sizeof(std::abs(one))",
        "sizeof(std::hypot(half, half))",
        "sizeof(fma(half, half, half))",
        "sizeof(ldexp(half, one))",
        "sizeof(max(half, two))",
        "std::exp(one)",
        "std::pow(two, 3)",
        "pow(3, one + 1)",
        "std::sqrt(2)",
        "std::cbrt(27.0 * one)",
        "std::max(one, 7)",
        "std::min(half, 0.25f)",
        "std::abs(-two)",
        "std::log1p(two)",
        "std::isnan(NAN * half)",
        "std::floor(-half)",
        "std::lround(two + 0.5)",
        "std::fmod(7, two)",
        "std::copysign(two, -1.0)",
        "std::erf(half)",
        "exp10(two)",
        "sinpi(two / 4)",
        "powi(two, 5)"};
    const double want[] = {4,
                           4,
                           8,
                           4,
                           8,
                           8,
                           8,
                           4,
                           4,
                           4,
                           4,
                           4,
                           4,
                           8,
                           M_E,
                           8,
                           9,
                           M_SQRT2,
                           3,
                           7,
                           0.25,
                           2,
                           log(3),
                           1,
                           -1,
                           3,
                           1,
                           -2,
                           (double)(float)erf(0.5),
                           100,
                           1,
                           32};
    expect("#include <cmath>\n#include <algorithm>", expr, want, 32);
}

static void test_headers(void **state)
{
    (void)state;
    static const char *const expr[] = {"M_PI * one",
                                       "M_SQRT1_2",
                                       "INFINITY > FLT_MAX",
                                       "isinf(HUGE_VAL)",
                                       "FLT_EPSILON",
                                       "DBL_MANT_DIG",
                                       "INT_MAX",
                                       "(double)LLONG_MIN",
                                       "CHAR_BIT",
                                       "UINT16_MAX",
                                       "sizeof(std::uint64_t)",
                                       "CUDART_PI_F",
                                       "CUDART_INF_F > CUDART_MAX_NORMAL_F",
                                       "CUDART_L2E",
                                       "std::numeric_limits<float>::max()",
                                       "std::numeric_limits<int>::min()",
                                       "std::numeric_limits<double>::epsilon()",
                                       "std::numeric_limits<float>::infinity() == INFINITY",
                                       "std::numeric_limits<unsigned char>::max()",
                                       "sizeof(std::size_t)",
                                       "std::numeric_limits<float>::lowest()",
                                       "float(M_PI) == CUDART_PI_F"};
    const double want[] = {M_PI,       M_SQRT1_2, 1,
                           1,          0x1p-23,   53,
                           2147483647, -0x1p63,   8,
                           65535,      8,         (double)(float)M_PI,
                           1,          M_LOG2E,   0x1.fffffep127,
                           -0x1p31,    0x1p-52,   1,
                           255,        8,         -0x1.fffffep127,
                           1};
    expect("#include <cmath>\n#include <math.h>\n#include <cuda_runtime.h>\n"
           "#include <math_constants.h>\n#include <float.h>\n#include <cfloat>\n#include <limits>\n"
           "#include <limits.h>\n#include <climits>\n#include <cstdint>\n#include <stdint.h>\n"
           "#include <cstddef>\n#include <cstdlib>\n#include <stdlib.h>\n#include "
           "<algorithm>\n#include <utility>",
           expr, want, 22);
}

/* ---- the compiler ---- */

static char *compiled(const char *cuda, unsigned flags, struct error *err)
{
    char path[] = "/tmp/umbel-test-XXXXXX.cu";
    size_t len;
    return compile_text(cuda, path, flags, &len, err);
}

static const char all_fast[] = "extern \"C\" __global__ void k(float *p)\n"
                               "{ float v = *p; *p = expf(v) + exp2f(v) + exp10f(v) + logf(v) + "
                               "log2f(v) + log10f(v) + sinf(v) +\n"
                               "  cosf(v) + tanf(v) + powf(v, v) + v / 3 + sqrtf(v); }\n";

/* The accurate functions use none of the hardware's approximations; with --fast-math all do. */
static void test_fast_math(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "ex2.approx.ftz.f32", "lg2.approx.ftz.f32",  "sin.approx.ftz.f32", "cos.approx.ftz.f32",
        "div.full.ftz.f32",   "sqrt.approx.ftz.f32", "add.ftz.f32"};
    struct error err = {0};
    char *ptx = compiled(all_fast, 0, &err);
    assert_non_null(ptx);
    assert_null(strstr(ptx, "approx"));
    assert_null(strstr(ptx, "ftz"));
    assert_non_null(strstr(ptx, "sqrt.rn.f32"));
    free(ptx);
    ptx = compiled(all_fast, PTX_FAST_MATH, &err);
    assert_non_null(ptx);
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++)
        if (strstr(ptx, parts[k]) == NULL)
            fail_msg("--fast-math gives no %s", parts[k]);
    assert_null(strstr(ptx, ".f64"));
    free(ptx);
}

/* Only kernels that call the library need it; what is left out is an error of the compiler. */
static void test_missing(void **state)
{
    (void)state;
    struct error err = {0};
    setenv("UMBEL_LIBCLC", "/no/libclc.bc", 1);
    char *ptx =
        compiled("__global__ void k(float *p) { *p = sqrtf(*p) / 3 + __expf(*p); }\n", 0, &err);
    assert_non_null(ptx);
    free(ptx);
    assert_null(compiled(all_fast, 0, &err));
    assert_non_null(strstr(err.text,
                           ".cu: its mathematical functions are in /no/libclc.bc, which is not "
                           "there; install libclc-14 or set UMBEL_LIBCLC"));
    unsetenv("UMBEL_LIBCLC");
    err = (struct error){0};
    assert_null(compiled("__global__ void k(float *p)\n{ *p = hexp(*p); }\n", 0, &err));
    assert_non_null(strstr(err.text, ".cu:2:8: use of undeclared identifier 'hexp'"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fast_functions), cmocka_unit_test(test_reproducers),
        cmocka_unit_test(test_overloads),      cmocka_unit_test(test_headers),
        cmocka_unit_test(test_fast_math),      cmocka_unit_test(test_missing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
