/*
 * Copies of structs and vectors are the accesses that nvcc makes of them, and conversions to small
 * integers are nvcc's. The numbers of accesses are what `nvcc -ptx` of CUDA 13.0 has for the same
 * source; results are compared with plain C.
 */
#include "tests/ptx/machine.h"

#include <math.h>
#include <stddef.h>

enum { A = 0x10000, B = 0x20000, THREADS = 32, MOST = 1024 };

static const char source[] =
    "struct __align__(16) P { float a, b, c, d; };\n"
    "struct alignas(16) R { double a, b; };\n"
    "struct alignas(16) Wide { float a[8]; };\n"
    "struct alignas(16) Mixed { int i; float x; int j; float y; };\n"
    "struct alignas(16) Small { int x; short y; char z; };\n"
    "struct alignas(16) Shorts { short s[8]; };\n"
    "struct alignas(16) Large { float f[64]; };\n"
    "struct Plain { float a, b, c, d; };\n"
    "union Bytes { uint4 v; unsigned char c[16]; };\n"
    "#define COPY(name, T) extern \"C\" __global__ void name(const T *a, T *b) \\\n"
    "    { b[threadIdx.x] = a[threadIdx.x]; }\n"
    "COPY(float_4, float4) COPY(double_2, double2) COPY(int_4, int4) COPY(long_2, longlong2)\n"
    "COPY(p, P) COPY(r, R) COPY(wide, Wide) COPY(mixed, Mixed) COPY(small, Small)\n"
    "COPY(shorts, Shorts) COPY(large, Large) COPY(plain, Plain) COPY(float_3, float3)\n"
    "COPY(float_2, float2) COPY(short_4, short4) COPY(char_4, char4) COPY(bytes, Bytes)\n"
    "#define K(name, T) extern \"C\" __global__ void name(const T *a, T *b)\n"
    "#define ME threadIdx.x\n"
    "K(add_one, float4) { float4 v = a[ME]; v.x += 1; b[ME] = v; }\n"
    "K(swap_ends, float4) { float4 v = a[ME]; float x = v.x; v.x = v.w; v.w = x; b[ME] = v; }\n"
    "K(ends, float4) { float4 v = a[ME]; ((float *)b)[ME] = v.x + v.w; }\n"
    "K(middle, float4) { float4 v = a[ME]; ((float *)b)[ME] = v.y - v.z; }\n"
    "K(mixed_j, Mixed) { Mixed m = a[ME]; m.j = 3; b[ME] = m; }\n"
    "K(some_chars, uchar4) { uchar4 c = a[ME]; c.x += 1; c.w += 3; b[ME] = c; }\n"
    "K(some_shorts, short4) { short4 c = a[ME]; c.x += 1; c.w += 3; b[ME] = c; }\n"
    "K(all_shorts, Shorts) { Shorts s = a[ME]; for (int i = 0; i < 8; i++) s.s[i] += i;\n"
    "    b[ME] = s; }\n"
    "K(all_bytes, uint4) { Bytes u; u.v = a[ME]; for (int i = 0; i < 16; i++) u.c[i] ^= i;\n"
    "    b[ME] = u.v; }\n"
    "K(zeros, float4) { b[ME] = make_float4(0, 0, 0, 0); }\n"
    "K(zero_members, float4) { b[ME].x = 0; b[ME].y = 0; b[ME].z = 0; b[ME].w = 0; }\n"
    "K(zero_large, Large) { b[ME] = Large{}; }\n"
    "K(shared, float4) { __shared__ float4 s[32]; s[ME] = a[ME]; __syncthreads();\n"
    "    b[ME] = s[31 - ME]; }\n"
    "K(table, int) { int t[40] = {1, 2, 3, 4, 5, 6, 7, 8}; t[a[ME] & 31] = 9;\n"
    "    b[ME] = t[ME & 7] + t[39]; }\n"
    "#define TO(name, F, T) extern \"C\" __global__ void name(const F *a, int *b) \\\n"
    "    { T t = (T)a[ME]; b[ME] = t; }\n"
    "enum E : unsigned char { ONE = 1 };\n"
    "TO(f_u8, float, unsigned char) TO(f_s8, float, signed char) TO(f_u16, float, unsigned short)\n"
    "TO(f_s16, float, short) TO(f_enum, float, E) TO(f_bool, float, bool)\n"
    "TO(d_u8, double, unsigned char) TO(d_s8, double, signed char)\n"
    "TO(d_u16, double, unsigned short) TO(d_s16, double, short) TO(f_s32, float, int)\n"
    "K(lookup, float) { unsigned char t[256]; for (int i = 0; i < 256; i++) t[i] = i ^ 85;\n"
    "    b[ME] = t[(unsigned char)a[ME]]; }\n"
    "K(constants, int) { float big = 300.0f, less = -3.0f, huge = 1e20f; b[0] = (unsigned "
    "char)big;\n"
    "    b[1] = (unsigned char)less; b[2] = (int)huge; b[3] = (unsigned)less;\n"
    "    b[4] = (signed char)200.0; b[5] = (unsigned short)70000.0f; b[6] = (int)-INFINITY; }\n";

/* ---- how many accesses ---- */

struct accesses {
    const char *kernel;
    int loads, stores; /* of global memory */
    size_t bytes;      /* that a thread copies unchanged; 0: it does something else */
};

static const struct accesses all[] = {
    {"float_4", 1, 1, 16},     {"double_2", 1, 1, 16},   {"int_4", 1, 1, 16},
    {"long_2", 1, 1, 16},      {"p", 1, 1, 16},          {"r", 1, 1, 16},
    {"wide", 2, 2, 32},        {"mixed", 1, 1, 16},      {"small", 1, 1, 16},
    {"shorts", 1, 1, 16},      {"large", 16, 16, 256},   {"plain", 4, 4, 16},
    {"float_3", 3, 3, 12},     {"float_2", 1, 1, 8},     {"short_4", 1, 1, 8},
    {"char_4", 1, 1, 4},       {"bytes", 1, 1, 16},      {"add_one", 1, 1, 0},
    {"swap_ends", 1, 1, 0},    {"ends", 1, 1, 0},        {"middle", 1, 1, 0},
    {"mixed_j", 1, 1, 0},      {"some_chars", 1, 1, 0},  {"some_shorts", 1, 1, 0},
    {"all_shorts", 1, 1, 0},   {"all_bytes", 1, 1, 0},   {"zeros", 0, 1, 0},
    {"zero_members", 0, 1, 0}, {"zero_large", 0, 16, 0}, {"shared", 1, 1, 0},
    {"table", 1, 1, 0}};

static int count(const char *text, const char *end, const char *what)
{
    int n = 0;
    while (text != NULL && (text = strstr(text, what)) != NULL && text < end) {
        n++;
        text++;
    }
    return n;
}

static void check_count(const char *ptx, const struct accesses *a)
{
    char head[64];
    snprintf(head, sizeof head, ".entry %s(", a->kernel);
    const char *body = strstr(ptx, head), *end = body != NULL ? strstr(body, "\n}") : NULL;
    assert_non_null(end);
    int loads = count(body, end, "ld.global"), stores = count(body, end, "st.global");
    if (loads != a->loads || stores != a->stores)
        fail_msg("%s: %d loads and %d stores, %d and %d are nvcc's", a->kernel, loads, stores,
                 a->loads, a->stores);
}

/* ---- what they do ---- */

static struct simt_machine *machine;

static void launch_kernel(const char *entry)
{
    memset(at_address(machine, B, THREADS * MOST), 0xa5, THREADS * MOST);
    param_u64(machine, A), param_u64(machine, B);
    launch_ok(machine, entry, (struct simt_dim){1, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0);
}

static void check_copy(const struct accesses *a)
{
    uint8_t *from = at_address(machine, A, THREADS * MOST);
    for (size_t i = 0; i < THREADS * MOST; i++)
        from[i] = (uint8_t)(i * 167 >> 3 ^ i);
    launch_kernel(a->kernel);
    const uint8_t *to = at_address(machine, B, THREADS * MOST);
    for (size_t i = 0; i < THREADS * a->bytes; i++)
        if (strcmp(a->kernel, "small") != 0 || i % 16 < 7) /* the rest is padding */
            assert_int_equal(to[i], from[i]);
    assert_int_equal(to[THREADS * a->bytes], 0xa5);
}

static void check_members(void)
{
    float *a = at_address(machine, A, MOST), *b = at_address(machine, B, MOST);
    for (int i = 0; i < 4 * THREADS; i++)
        a[i] = (float)(i * i);
    launch_kernel("add_one");
    for (int i = 0; i < 4 * THREADS; i++)
        assert_true(b[i] == a[i] + (i % 4 == 0 ? 1.0f : 0.0f));
    launch_kernel("swap_ends");
    for (int i = 0; i < 4 * THREADS; i++)
        assert_true(b[i] == a[i % 4 == 0 ? i + 3 : i % 4 == 3 ? i - 3 : i]);
    launch_kernel("ends");
    for (int i = 0; i < THREADS; i++)
        assert_true(b[i] == a[4 * i] + a[4 * i + 3]);
    launch_kernel("middle");
    for (int i = 0; i < THREADS; i++)
        assert_true(b[i] == a[4 * i + 1] - a[4 * i + 2]);
    launch_kernel("shared");
    for (int i = 0; i < 4 * THREADS; i++)
        assert_true(b[i] == a[4 * (31 - i / 4) + i % 4]);
    static const char *const zero[] = {"zeros", "zero_members", "zero_large"};
    for (int k = 0; k < 3; k++) {
        launch_kernel(zero[k]);
        for (int i = 0; i < (k == 2 ? 64 : 4) * THREADS; i++)
            assert_true(b[i] == 0.0f);
    }
}

static void check_integers(void)
{
    uint8_t *a = at_address(machine, A, MOST), *b = at_address(machine, B, MOST);
    int16_t *a16 = at_address(machine, A, MOST), *b16 = at_address(machine, B, MOST);
    int32_t *a32 = at_address(machine, A, MOST), *b32 = at_address(machine, B, MOST);
    for (int i = 0; i < 16 * THREADS; i++)
        a[i] = (uint8_t)(i * 91 + 250);
    launch_kernel("mixed_j");
    for (int i = 0; i < 4 * THREADS; i++)
        assert_int_equal(b32[i], i % 4 == 2 ? 3 : a32[i]);
    launch_kernel("some_chars");
    for (int i = 0; i < 4 * THREADS; i++)
        assert_int_equal(b[i], (uint8_t)(a[i] + (i % 4 == 0 ? 1 : i % 4 == 3 ? 3 : 0)));
    launch_kernel("some_shorts");
    for (int i = 0; i < 4 * THREADS; i++)
        assert_int_equal(b16[i], (int16_t)(a16[i] + (i % 4 == 0 ? 1 : i % 4 == 3 ? 3 : 0)));
    launch_kernel("all_shorts");
    for (int i = 0; i < 8 * THREADS; i++)
        assert_int_equal(b16[i], (int16_t)(a16[i] + i % 8));
    launch_kernel("all_bytes");
    for (int i = 0; i < 16 * THREADS; i++)
        assert_int_equal(b[i], a[i] ^ i % 16);
    launch_kernel("table");
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(b32[i], (a32[i] & 31) == (i & 7) ? 9 : (i & 7) + 1);
}

static void test_copies(void **state)
{
    (void)state;
    char path[] = "/tmp/umbel-test-XXXXXX.cu";
    struct error err = {0};
    size_t len;
    char *ptx = compile_text(source, path, 0, &len, &err);
    if (ptx == NULL)
        give_up(err.text);
    machine = simt_machine_new(ptx);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        check_count(ptx, &all[i]);
        if (all[i].bytes > 0)
            check_copy(&all[i]);
    }
    check_members();
    check_integers();
    free(ptx);
}

/* ---- conversions ---- */

/* As nvcc: to 32 bits, where what does not fit becomes the nearest number and NaN 0, and then the
 * low bits. */
static int32_t converted(double x, int bits, bool is_signed)
{
    double low = is_signed ? -2147483648.0 : 0.0, high = is_signed ? 2147483647.0 : 4294967295.0;
    int64_t whole = isnan(x) ? 0 : (int64_t)fmin(fmax(trunc(x), low), high);
    uint32_t cut = (uint32_t)whole << (32 - bits);
    return is_signed ? (int32_t)cut >> (32 - bits) : (int32_t)(cut >> (32 - bits));
}

static void test_conversions(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int bits;
        bool is_signed, wide;
    } kernels[] = {{"f_u8", 8, false, false},   {"f_s8", 8, true, false},
                   {"f_u16", 16, false, false}, {"f_s16", 16, true, false},
                   {"f_enum", 8, false, false}, {"d_u8", 8, false, true},
                   {"d_s8", 8, true, true},     {"d_u16", 16, false, true},
                   {"d_s16", 16, true, true},   {"f_s32", 32, true, false}};
    static const double values[THREADS] = {
        300,    -3,    1e9,   77,       255,       255.99, 256,   -0.5,     -1,    127.5,    128,
        -128.9, -129,  32767, 32768,    -32769,    65535,  65536, 70000,    3e9,   -3e9,     5e9,
        1e20,   -1e20, 0,     INFINITY, -INFINITY, NAN,    65791, 16777217, 1e-40, 8388608.5};
    float *narrow = at_address(machine, A, MOST);
    double *wide = at_address(machine, A, MOST);
    const int32_t *b = at_address(machine, B, MOST);
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        for (int i = 0; i < THREADS; i++)
            if (kernels[k].wide)
                wide[i] = values[i];
            else
                narrow[i] = (float)values[i];
        launch_kernel(kernels[k].name);
        for (int i = 0; i < THREADS; i++) {
            double x = kernels[k].wide ? values[i] : (double)(float)values[i];
            int32_t want = converted(x, kernels[k].bits, kernels[k].is_signed);
            if (isnan(x) && kernels[k].wide)
                continue; /* hardware's own value: sw/ptx/README.md */
            if (b[i] != want)
                fail_msg("%s(%g) is %d, not %d", kernels[k].name, x, b[i], want);
        }
    }
    for (int i = 0; i < THREADS; i++)
        narrow[i] = (float)values[i];
    launch_kernel("f_bool");
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(b[i], (float)values[i] != 0.0f);
    launch_kernel("lookup");
    const float *f = at_address(machine, B, MOST);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal((int)f[i], converted((double)(float)values[i], 8, false) ^ 85);
    launch_kernel("constants");
    static const int32_t wanted[] = {44, 0, INT32_MAX, 0, -56, 4464, INT32_MIN};
    for (int i = 0; i < 7; i++)
        assert_int_equal(b[i], wanted[i]);
    simt_machine_free(machine);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(test_copies),
                                              cmocka_unit_test(test_conversions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
