/* CUDA sources compiled by clang and executed: users' code must give the results of plain C. */
#include "tests/ptx/machine.h"

#include <math.h>
#include <unistd.h>

static float *floats(struct simt_machine *m, uint64_t address, size_t n)
{
    return at_address(m, address, n * sizeof(float));
}

static uint32_t *words(struct simt_machine *m, uint64_t address, size_t n)
{
    return at_address(m, address, n * sizeof(uint32_t));
}

enum { A = 0x10000, B = 0x20000, C = 0x30000 };

static void test_vecadd_odd_size(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "#include <cuda_runtime.h>\n"
        "extern \"C\" __global__ void add(const float *a, const float *b, float *c, int n)\n"
        "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }\n");
    for (int i = 0; i < 1000; i++) {
        floats(m, A, 1000)[i] = (float)i;
        floats(m, B, 1000)[i] = 0.5f * (float)i;
        floats(m, C, 1024)[i] = -1.0f;
    }
    floats(m, C, 1024)[1000] = -7.0f;
    param_u64(m, A), param_u64(m, B), param_u64(m, C), param_u32(m, 1000);
    launch_ok(m, "add", (struct simt_dim){11, 1, 1}, (struct simt_dim){100, 1, 1}, 0);
    for (int i = 0; i < 1000; i++)
        assert_float_equal(floats(m, C, 1024)[i], 1.5f * (float)i, 0);
    assert_float_equal(floats(m, C, 1024)[1000], -7.0f, 0);
    simt_machine_free(m);
}

static void test_tiled_matrix_product(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "extern \"C\" __global__ void mm(const float *a, const float *b, float *c, int n)\n"
        "{ __shared__ float ta[8][8], tb[8][9];\n"
        "  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y; float s = 0;\n"
        "  for (int t = 0; t < n / 8; t++) {\n"
        "    ta[threadIdx.y][threadIdx.x] = a[y * n + t * 8 + threadIdx.x];\n"
        "    tb[threadIdx.y][threadIdx.x] = b[(t * 8 + threadIdx.y) * n + x];\n"
        "    __syncthreads();\n"
        "    for (int k = 0; k < 8; k++) s += ta[threadIdx.y][k] * tb[k][threadIdx.x];\n"
        "    __syncthreads(); }\n"
        "  c[y * n + x] = s; }\n");
    enum { N = 32 };
    float *a = floats(m, A, N * N), *b = floats(m, B, N * N), *c = floats(m, C, N * N);
    for (int i = 0; i < N * N; i++) {
        a[i] = (float)(i % 13) - 6;
        b[i] = (float)(i % 7) - 3;
    }
    param_u64(m, A), param_u64(m, B), param_u64(m, C), param_u32(m, N);
    launch_ok(m, "mm", (struct simt_dim){N / 8, N / 8, 1}, (struct simt_dim){8, 8, 1}, 0);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float s = 0;
            for (int k = 0; k < N; k++)
                s += a[y * N + k] * b[k * N + x];
            assert_float_equal(c[y * N + x], s, 0);
        }
    simt_machine_free(m);
}

/* One thread's word to all others: clang 14 moves the load across its own built-in barrier. */
static void test_shared_scalar_across_a_barrier(void **state)
{
    (void)state;
    struct simt_machine *m =
        simt_machine_cuda("extern \"C\" __global__ void k(const int *a, int *out)\n"
                          "{ __shared__ bool big; int t = threadIdx.x;\n"
                          "  if (t == 0) big = a[blockIdx.x] > 10;\n"
                          "  __syncthreads(); if (!big) return; out[blockIdx.x * 64 + t] = 1; }\n");
    words(m, A, 2)[1] = 11;
    param_u64(m, A), param_u64(m, B);
    launch_ok(m, "k", (struct simt_dim){2, 1, 1}, (struct simt_dim){64, 1, 1}, 0);
    for (int i = 0; i < 128; i++)
        assert_int_equal(words(m, B, 128)[i], i / 64);
    simt_machine_free(m);
}

/* Several warps, a barrier a step, the last warp partly empty, dynamic shared memory. */
static void test_reduction_in_dynamic_shared_memory(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "extern \"C\" __global__ void sum(const int *a, int *out, int n)\n"
        "{ extern __shared__ int s[]; __shared__ int bias; int t = threadIdx.x;\n"
        "  if (t == 0) bias = 5;\n"
        "  s[t] = t < n ? a[t] : 0; __syncthreads();\n"
        "  for (int k = 128; k > 0; k >>= 1) {\n"
        "    if (t < k && t + k < blockDim.x) s[t] += s[t + k]; __syncthreads(); }\n"
        "  if (t == 0) out[blockIdx.x] = s[0] + bias; }\n");
    int expect = 5;
    for (int i = 0; i < 200; i++) {
        words(m, A, 256)[i] = (uint32_t)(i * i);
        expect += i * i;
    }
    param_u64(m, A), param_u64(m, B), param_u32(m, 200);
    launch_ok(m, "sum", (struct simt_dim){3, 1, 1}, (struct simt_dim){200, 1, 1}, 800);
    for (int i = 0; i < 3; i++)
        assert_int_equal(words(m, B, 3)[i], expect);
    /* One word less of it: the last thread's store is out of bounds. */
    param_u64(m, A), param_u64(m, B), param_u32(m, 200);
    assert_false(launch(m, "sum", (struct simt_dim){1, 1, 1}, (struct simt_dim){200, 1, 1}, 796));
    assert_non_null(strstr(m->err.text, "CTA (0,0,0), thread (199,0,0): shared store of 4 bytes"));
    simt_machine_free(m);
}

static void test_three_dimensions(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "__device__ unsigned flat(dim3 n, uint3 i) { return (i.z * n.y + i.y) * n.x + i.x; }\n"
        "extern \"C\" __global__ void where(unsigned *out)\n"
        "{ unsigned per = blockDim.x * blockDim.y * blockDim.z;\n"
        "  unsigned i = flat(gridDim, blockIdx) * per + flat(blockDim, threadIdx);\n"
        "  out[i] = blockIdx.x | blockIdx.y << 4 | blockIdx.z << 8 | threadIdx.x << 12 |\n"
        "           threadIdx.y << 16 | threadIdx.z << 20; }\n");
    param_u64(m, A);
    launch_ok(m, "where", (struct simt_dim){2, 3, 4}, (struct simt_dim){5, 3, 3}, 0);
    uint32_t i = 0;
    for (uint32_t bz = 0; bz < 4; bz++)
        for (uint32_t by = 0; by < 3; by++)
            for (uint32_t bx = 0; bx < 2; bx++)
                for (uint32_t t = 0; t < 45; t++, i++)
                    assert_int_equal(words(m, A, 1080)[i], bx | by << 4 | bz << 8 | t % 5 << 12 |
                                                               t / 5 % 3 << 16 | t / 15 << 20);
    simt_machine_free(m);
}

static void test_constants_globals_and_pointers_to_them(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "struct P { char c; int i; double d; float v[3]; };\n"
        "__constant__ float table[4] = {1, 2, 3, 4}; __device__ int counter = 40;\n"
        "__constant__ P constant_p = {1, -2, 3.5, {4, 5, 6}};\n"
        "__device__ int *pointer = &counter; __device__ const char *text = \"umbel\";\n"
        "__device__ unsigned short empty[8];\n"
        "extern \"C\" __global__ void k(float *f, int *i, P p)\n"
        "{ int t = threadIdx.x; f[t] = table[t & 3] + p.v[t % 3] + constant_p.v[t % 3];\n"
        "  i[t] = *pointer + text[t % 5] + p.i + constant_p.i + (int)p.d + empty[t & 7]; }\n");
    struct {
        char c;
        int i;
        double d;
        float v[3];
    } p = {.i = 1000, .d = 7.9, .v = {0.25f, 0.5f, 0.75f}};
    param_u64(m, A), param_u64(m, B), param(m, &p, sizeof p);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){40, 1, 1}, 0);
    for (int t = 0; t < 40; t++) {
        assert_float_equal(floats(m, A, 40)[t],
                           (float)(t % 4 + 1) + p.v[t % 3] + (float)(4 + t % 3), 0);
        assert_int_equal(words(m, B, 40)[t], 40 + "umbel"[t % 5] + 1000 - 2 + 7);
    }
    simt_machine_free(m);
}

/* A pointer that is shared memory in some lanes, local in others, global in the rest. */
static void test_generic_addresses(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "extern \"C\" __global__ void k(int *a, const int *which)\n"
        "{ __shared__ int s[32]; int own[4]; int t = threadIdx.x;\n"
        "  for (int i = 0; i < 4; i++) own[i] = 1000 + a[t];\n"
        "  s[t] = 2000 + a[t]; __syncwarp();\n"
        "  int *p = which[t] == 0 ? &s[t] : which[t] == 1 ? &own[a[t] & 3] : &a[t];\n"
        "  *p += 1; a[64 + t] = *p; a[128 + t] = s[t] + own[a[t] & 3]; }\n");
    for (uint32_t t = 0; t < 32; t++) {
        words(m, A, 256)[t] = t;
        words(m, B, 32)[t] = t % 3;
    }
    param_u64(m, A), param_u64(m, B);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0);
    for (uint32_t t = 0; t < 32; t++) {
        uint32_t base = t % 3 == 0 ? 2000 : t % 3 == 1 ? 1000 : 0;
        assert_int_equal(words(m, A, 256)[64 + t], base + t + 1);
    }
    simt_machine_free(m);
}

static void test_vectors_and_templates(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "template <int N, class T> __device__ T sum(const T *p)\n"
        "{ T s = 0;\n#pragma unroll\n  for (int i = 0; i < N; i++) s += p[i]; return s; }\n"
        "extern \"C\" __global__ void k(float4 *v, double2 *d, const float *f)\n"
        "{ int t = threadIdx.x; float4 x = v[t]; double2 y = d[t];\n"
        "  v[t] = make_float4(x.w, x.z, x.y, sum<4>(f + t)); d[t] = make_double2(y.y, x.x); }\n");
    for (int i = 0; i < 4 * 32 + 4; i++) {
        floats(m, A, 256)[i] = (float)i;
        floats(m, C, 256)[i] = (float)(i * 3);
        ((double *)(void *)floats(m, B, 512))[i] = i;
    }
    param_u64(m, A), param_u64(m, B), param_u64(m, C);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0);
    for (int t = 0; t < 32; t++) {
        const float *v = &floats(m, A, 256)[4 * t];
        const double *d = (const double *)(const void *)floats(m, B, 512) + 2 * t;
        assert_float_equal(v[0], (float)(4 * t + 3), 0);
        assert_float_equal(v[2], (float)(4 * t + 1), 0);
        assert_float_equal(v[3], (float)(3 * (4 * t + 6)), 0);
        assert_true(d[0] == 2 * t + 1 && d[1] == 4 * t);
    }
    simt_machine_free(m);
}

static void test_shuffles_and_votes(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "extern \"C\" __global__ void k(int *o)\n"
        "{ int t = threadIdx.x, v = t * t; int s = v;\n"
        "  for (int k = 16; k; k >>= 1) s += __shfl_down_sync(~0u, s, k);\n"
        "  o[t] = __shfl_sync(~0u, s, 0); o[32 + t] = __shfl_xor_sync(~0u, v, 5);\n"
        "  o[64 + t] = __shfl_up_sync(~0u, v, 3, 8); o[96 + t] = __ballot_sync(~0u, t % 3 == 0);\n"
        "  o[128 + t] = __any_sync(~0u, t == 9) * 2 + __all_sync(~0u, t < 31);\n"
        "  o[160 + t] = (int)__shfl_xor_sync(~0u, (double)v, 1);\n"
        "  if (t & 1) o[192 + t] = __activemask(); }\n");
    param_u64(m, A);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0);
    const uint32_t *o = words(m, A, 256);
    for (uint32_t t = 0; t < 32; t++) {
        uint32_t up = t % 8 < 3 ? t : t - 3;
        assert_int_equal(o[t], 31 * 32 * 63 / 6);
        assert_int_equal(o[32 + t], (t ^ 5) * (t ^ 5));
        assert_int_equal(o[64 + t], up * up);
        assert_int_equal(o[96 + t], 0x49249249);
        assert_int_equal(o[128 + t], 2);
        assert_int_equal(o[160 + t], (t ^ 1) * (t ^ 1));
        assert_int_equal(o[192 + t], t % 2 != 0 ? 0xaaaaaaaau : 0);
    }
    simt_machine_free(m);
}

static void test_math(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "extern \"C\" __global__ void k(const float *x, float *o)\n"
        "{ int t = threadIdx.x; float v = x[t]; float *p = o + 32 * t;\n"
        "  p[0] = expf(v); p[1] = logf(v); p[2] = sinf(v); p[3] = cosf(v); p[4] = powf(v, 2.5f);\n"
        "  p[5] = sqrtf(v); p[6] = rsqrtf(v); p[7] = fabsf(-v); p[8] = fminf(v, 1.0f);\n"
        "  p[9] = floorf(v); p[10] = ceilf(v); p[11] = roundf(v); p[12] = tanhf(v);\n"
        "  p[13] = __fdividef(v, 3.0f); p[14] = fmaf(v, v, -1.0f); p[15] = "
        "(float)sqrt((double)v);\n"
        "  p[16] = copysignf(v, -0.0f); p[17] = powf(-v, 3.0f); p[18] = fmodf(v, 0.75f);\n"
        "  p[19] = __saturatef(v); p[20] = __fadd_rz(v, 1e-7f); p[21] = (float)__float2int_rn(v);\n"
        "  p[22] = (float)(__popc(t) + 10 * __clz(t) + 1000 * __ffs(t)); p[23] = max(v, 2.0f); "
        "}\n");
    for (int t = 0; t < 32; t++)
        floats(m, A, 32)[t] = 0.3f + 0.37f * (float)t;
    param_u64(m, A), param_u64(m, B);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0);
    for (int t = 0; t < 32; t++) {
        float v = floats(m, A, 32)[t];
        const float *p = &floats(m, B, 1024)[32 * t];
        const float expect[] = {
            expf(v),  logf(v),      sinf(v),     cosf(v),         powf(v, 2.5f),
            sqrtf(v), 1 / sqrtf(v), v,           fminf(v, 1),     floorf(v),
            ceilf(v), roundf(v),    tanhf(v),    v / 3,           fmaf(v, v, -1),
            sqrtf(v), -v,           powf(-v, 3), fmodf(v, 0.75f), v > 1 ? 1.0f : v,
            v,        rintf(v)};
        for (size_t i = 0; i < sizeof expect / sizeof expect[0]; i++)
            assert_float_equal(p[i], expect[i], 3e-6f * fabsf(expect[i]) + 1e-6f);
        unsigned bits = (unsigned)t;
        int clz = t == 0 ? 32 : __builtin_clz(bits);
        assert_float_equal(
            p[22], (float)(__builtin_popcount(bits) + 10 * clz + 1000 * __builtin_ffs(t)), 0);
        assert_float_equal(p[23], fmaxf(v, 2), 0);
    }
    simt_machine_free(m);
}

static void expect_refused(const char *cuda, const char *message)
{
    char path[] = "/tmp/umbel-test-XXXXXX.cu";
    struct error err = {0};
    size_t len;
    char *ptx = compile_text(cuda, path, 0, &len, &err);
    assert_null(ptx);
    char wanted[300];
    snprintf(wanted, sizeof wanted, "%s%s", path, message);
    assert_string_equal(err.text, wanted);
}

static void test_compile_errors(void **state)
{
    (void)state;
    expect_refused("__global__ void k(int *a)\n{ a[0] = b; }\n",
                   ":2:10: use of undeclared identifier 'b'");
    expect_refused("extern \"C\" __global__ void k(float *p)\n"
                   "{ float x = 1; atomicAdd(&x, p[0]); p[1] = x; }\n",
                   ": function 'k': clang cannot compile an atomic on a local variable");
    expect_refused("#include \"nowhere.h\"\n", ":1:10: 'nowhere.h' file not found");
    struct error err = {0};
    size_t len;
    assert_null(ptx_compile("/nowhere.cu", NULL, 0, &len, &err));
    assert_string_equal(err.text, "/nowhere.cu: cannot be read: No such file or directory");
    err.text[0] = '\0';
    setenv("UMBEL_CLANG", "/no/clang", 1);
    assert_null(ptx_compile(UMBEL_ROOT "/sw/kernels/vecadd/vecadd.cu", NULL, 0, &len, &err));
    unsetenv("UMBEL_CLANG");
    assert_string_equal(err.text, UMBEL_ROOT "/sw/kernels/vecadd/vecadd.cu: cannot run /no/clang; "
                                             "install clang 14 or set UMBEL_CLANG");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vecadd_odd_size),
        cmocka_unit_test(test_tiled_matrix_product),
        cmocka_unit_test(test_shared_scalar_across_a_barrier),
        cmocka_unit_test(test_reduction_in_dynamic_shared_memory),
        cmocka_unit_test(test_three_dimensions),
        cmocka_unit_test(test_constants_globals_and_pointers_to_them),
        cmocka_unit_test(test_generic_addresses),
        cmocka_unit_test(test_vectors_and_templates),
        cmocka_unit_test(test_shuffles_and_votes),
        cmocka_unit_test(test_math),
        cmocka_unit_test(test_compile_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
