/*
 * Assumptions of clang that CUDA programs break. Each program here is common CUDA, and its results
 * are compared with plain C. "Was wrong" says what clang 14 made of the program without the option
 * or the header that corrects it (sw/ptx/README.md has the table); the others have always been
 * right and must stay so.
 */
#include "tests/ptx/machine.h"

#include <math.h>
#include <unistd.h>

enum { A = 0x10000, B = 0x20000, C = 0x30000 };

static uint32_t *words(struct simt_machine *m, uint64_t address)
{
    return at_address(m, address, 4096);
}

static float *floats(struct simt_machine *m, uint64_t address)
{
    return at_address(m, address, 4096);
}

static void run(struct simt_machine *m, const char *entry, uint32_t ctas, uint32_t threads)
{
    launch_ok(m, entry, (struct simt_dim){ctas, 1, 1}, (struct simt_dim){threads, 1, 1}, 0);
}

/* ---- values that are not set in lanes whose value nobody reads ---- */

static const char unset[] =
    /* Was wrong: every lane added, as the lanes that do not set idx cannot exist. */
    "extern \"C\" __global__ void worklist(int *next, int *o)\n"
    "{ int idx; if (threadIdx.x % 32 == 0) idx = atomicAdd(next, 1);\n"
    "  idx = __shfl_sync(0xffffffffu, idx, 0); o[threadIdx.x] = idx; }\n"
    /* Was wrong likewise, through a function of the user's own. */
    "__device__ int broadcast(int v) { return __shfl_sync(0xffffffffu, v, 0); }\n"
    "__device__ int take(int *next) { int i; if (threadIdx.x % 32 == 0) i = atomicAdd(next, 3);\n"
    "  return i; }\n"
    "extern \"C\" __global__ void wrapped(int *next, int *o)\n"
    "{ int n = 0; while (true) { int i = broadcast(take(next)); if (i >= 300) break; n++;\n"
    "    o[i + threadIdx.x % 32] = i; }\n"
    "  o[400 + threadIdx.x] = n; }\n"
    /* Lanes 8 and up have no defined vote; their vote must not change the result of lanes 0
     * to 7. */
    "extern \"C\" __global__ void vote(const int *a, unsigned *o)\n"
    "{ int t = threadIdx.x, p; if (t < 8) p = a[t] > 4;\n"
    "  unsigned all = __ballot_sync(0xffffffffu, p) & 0xff; if (t < 8) o[t] = all; }\n"
    /* The value crosses from the lower half; the upper half's is never set. */
    "extern \"C\" __global__ void exchange(const int *a, int *o)\n"
    "{ int t = threadIdx.x, v; if (t < 16) v = a[t] * 2;\n"
    "  int up = __shfl_up_sync(0xffffffffu, v, 16), x = __shfl_xor_sync(0xffffffffu, v, 16);\n"
    "  int d = __shfl_down_sync(0xffffffffu, v, 8);\n"
    "  if (t >= 16) { o[t] = up; o[t + 32] = x; } if (t < 8) o[t] = d; }\n"
    /* Was wrong: the kernel was empty, as a function that returns nothing where it should
     * return a number cannot be left. */
    "__device__ int no_return(int *a) { a[threadIdx.x] = 1; }\n"
    "extern \"C\" __global__ void unreturned(int *a) { no_return(a); a[threadIdx.x + 32] = 2; }\n";

static void test_unset_values(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(unset);
    param_u64(m, A), param_u64(m, B);
    run(m, "worklist", 1, 128);
    assert_int_equal(words(m, A)[0], 4);
    uint32_t seen = 0;
    for (uint32_t t = 0; t < 128; t++) {
        assert_int_equal(words(m, B)[t], words(m, B)[t & ~31u]);
        seen |= 1u << words(m, B)[t];
    }
    assert_int_equal(seen, 0xf);

    words(m, A)[0] = 0;
    param_u64(m, A), param_u64(m, B);
    run(m, "wrapped", 1, 64);
    assert_int_equal(words(m, A)[0], 306); /* 100 pieces, and one try too many a warp */
    assert_int_equal(words(m, B)[400] + words(m, B)[432], 100);
    for (uint32_t i = 0; i < 300; i += 3)
        assert_int_equal(words(m, B)[i], i - i % 3);

    for (uint32_t t = 0; t < 32; t++)
        words(m, A)[t] = t;
    param_u64(m, A), param_u64(m, B);
    run(m, "vote", 1, 32);
    assert_int_equal(words(m, B)[3], 0xe0);
    param_u64(m, A), param_u64(m, B);
    run(m, "exchange", 1, 32);
    for (uint32_t t = 16; t < 32; t++) {
        assert_int_equal(words(m, B)[t], 2 * (t - 16));
        assert_int_equal(words(m, B)[t + 32], 2 * (t - 16));
        assert_int_equal(words(m, B)[t % 8], 2 * (t % 8 + 8));
    }
    param_u64(m, A);
    run(m, "unreturned", 1, 32);
    assert_int_equal(words(m, A)[31], 1);
    assert_int_equal(words(m, A)[32], 2);
    simt_machine_free(m);
}

/* ---- lanes that have to be together, or apart ---- */

static const char together[] =
    /* Was wrong: one activemask ahead of the branch, which saw all lanes. */
    "extern \"C\" __global__ void both_ways(unsigned *o)\n"
    "{ unsigned t = threadIdx.x, m; if (t & 1) m = __activemask(); else m = __activemask();\n"
    "  o[t] = m; }\n"
    /* Was wrong in the interpreter: a ballot heard lanes outside its member mask. */
    "extern \"C\" __global__ void halves(const int *a, unsigned *o)\n"
    "{ unsigned t = threadIdx.x, m = t < 16 ? 0xffffu : 0xffff0000u; int v = a[t];\n"
    "  o[t] = __ballot_sync(m, v & 1); o[t + 32] = __all_sync(m, t < 16 || (v & 1));\n"
    "  o[t + 64] = __any_sync(m, v == 3);\n"
    "  if (t < 16) v = __shfl_xor_sync(m, v, 1); else v = __shfl_xor_sync(m, v, 1) + 100;\n"
    "  o[t + 96] = v; }\n"
    /* Jump threading: a value known on both ways into the meeting point. */
    "extern \"C\" __global__ void threading(const int *a, int *o)\n"
    "{ int t = threadIdx.x, x; if (a[t] & 1) x = 1; else x = 2; __syncwarp();\n"
    "  int v = __shfl_xor_sync(~0u, x, 1); if (x == 1) o[t] = v; else o[t] = v + 10;\n"
    "  __syncthreads(); if (x == 1) o[t + 64] = __ballot_sync(__activemask(), 1); }\n"
    /* Lanes leave a loop one by one; each sees who is left. */
    "extern \"C\" __global__ void leavers(unsigned *o)\n"
    "{ unsigned t = threadIdx.x; for (;;) { unsigned m = __activemask();\n"
    "    if (t == __ffs(m) - 1u) { o[t] = m; break; } } o[32 + t] = __popc(__activemask()); }\n"
    /* Ways of a loop with continue and break around a barrier and shuffles. */
    "extern \"C\" __global__ void loops(const int *a, int *o, int n)\n"
    "{ __shared__ int s[64]; int t = threadIdx.x, sum = 0; s[t] = 0; __syncthreads();\n"
    "  for (int i = 0; i < 20; i++) { if (i == n) break; s[t] += i + t; __syncthreads();\n"
    "    int other = s[t ^ 33]; __syncthreads(); if (a[i] & 1) continue;\n"
    "    for (int k = 0; k < a[t]; k++) { if (k == 5) break; sum += k; }\n"
    "    sum += other + __shfl_xor_sync(~0u, sum, 1); }\n"
    "  o[t] = sum; }\n"
    /* A loop that could be split by a condition that no iteration changes. */
    "extern \"C\" __global__ void unswitch(const int *a, int *o)\n"
    "{ int t = threadIdx.x; bool p = a[t] & 1; int x = t; for (int i = 0; i < a[33]; i++) {\n"
    "    int y = __shfl_xor_sync(~0u, x, 1 + (i & 3)); if (p) x += y; else x ^= y; } o[t] = x; }\n";

static void c_loops(const uint32_t *a, int32_t *o, int n)
{
    int s[64] = {0}, sum[64] = {0}, old[64];
    for (int i = 0; i < 20 && i < n; i++) {
        for (int t = 0; t < 64; t++)
            s[t] += i + t;
        if ((a[i] & 1) != 0)
            continue;
        for (int t = 0; t < 64; t++)
            for (int k = 0; k < (int)a[t] && k < 5; k++)
                sum[t] += k;
        memcpy(old, sum, sizeof old);
        for (int t = 0; t < 64; t++)
            sum[t] += s[t ^ 33] + old[t ^ 1];
    }
    memcpy(o, sum, sizeof sum);
}

static void test_lanes_together(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(together);
    param_u64(m, B);
    run(m, "both_ways", 1, 32);
    assert_int_equal(words(m, B)[6], 0x55555555);
    assert_int_equal(words(m, B)[7], 0xaaaaaaaa);

    uint32_t *a = words(m, A), odd = 0;
    for (uint32_t t = 0; t < 64; t++) {
        a[t] = (t * 7 + t / 5) % 9;
        odd |= t < 32 && a[t] % 2 != 0 ? 1u << t : 0;
    }
    param_u64(m, A), param_u64(m, B);
    run(m, "halves", 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        uint32_t mine = t < 16 ? 0xffff : 0xffff0000;
        bool three = false;
        for (uint32_t k = t & 16; k < (t & 16) + 16; k++)
            three = three || a[k] == 3;
        assert_int_equal(words(m, B)[t], odd & mine);
        assert_int_equal(words(m, B)[t + 32], t < 16 || (odd & mine) == mine);
        assert_int_equal(words(m, B)[t + 64], three);
        assert_int_equal(words(m, B)[t + 96], a[t ^ 1] + (t < 16 ? 0 : 100));
    }
    param_u64(m, A), param_u64(m, B);
    run(m, "threading", 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        uint32_t v = (a[t ^ 1] & 1) != 0 ? 1 : 2;
        assert_int_equal(words(m, B)[t], (a[t] & 1) != 0 ? v : v + 10);
        if ((a[t] & 1) != 0)
            assert_int_equal(words(m, B)[t + 64], odd);
    }
    param_u64(m, B);
    run(m, "leavers", 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(words(m, B)[t], UINT32_MAX << t);
        assert_int_equal(words(m, B)[t + 32], 32);
    }
    int32_t expect[64];
    c_loops(a, expect, 13);
    param_u64(m, A), param_u64(m, B), param_u32(m, 13);
    run(m, "loops", 1, 64);
    for (uint32_t t = 0; t < 64; t++)
        assert_int_equal(words(m, B)[t], (uint32_t)expect[t]);

    uint32_t x[32], y[32];
    for (uint32_t t = 0; t < 32; t++)
        x[t] = t;
    for (uint32_t i = 0; i < a[33]; i++) {
        for (uint32_t t = 0; t < 32; t++)
            y[t] = x[t ^ (1 + (i & 3))];
        for (uint32_t t = 0; t < 32; t++)
            x[t] = (a[t] & 1) != 0 ? x[t] + y[t] : x[t] ^ y[t];
    }
    assert_true(a[33] > 1);
    param_u64(m, A), param_u64(m, B);
    run(m, "unswitch", 1, 32);
    assert_memory_equal(words(m, B), x, sizeof x);
    simt_machine_free(m);
}

/* ---- memory ---- */

static const char memory[] =
    /* Was wrong: the integer store was moved behind the load, or dropped. */
    "extern \"C\" __global__ void pun(float *f, int *i, int n)\n"
    "{ int t = threadIdx.x; f[t] = 1.0f; i[t] = 0x40800000; f[t + 32] = f[t] * 2;\n"
    "  float x[4]; for (int k = 0; k < 4; k++) x[k] = f[64 + k];\n"
    "  int *p = (int *)x; p[n + t % 4] ^= 0x80000000; f[t + 96] = x[n + t % 4];\n"
    "  __shared__ int s[32]; s[t] = t; ((short *)s)[2 * t + 1] = 7; f[t + 128] = (float)s[t]; }\n"
    /* Scalars in shared memory, one of which has only two values, across barriers. */
    "extern \"C\" __global__ void scalars(int *o)\n"
    "{ __shared__ int s, two; __shared__ bool done; int t = threadIdx.x; if (t == 0) two = 0;\n"
    "  for (int i = 0; i < 4; i++) { if (t == i * 8) { s = 10 * i; done = i > 2; }\n"
    "    __syncthreads(); o[64 * i + t] = s + done; if (i == 2 && t == 63) two = 1;\n"
    "    __syncthreads(); o[256 + 64 * i + t] = two; } }\n"
    "extern \"C\" __global__ void swap(int *o)\n"
    "{ __shared__ int s[32]; int t = threadIdx.x; s[t] = t * t;\n"
    "  for (int i = 1; i < 32; i *= 2) { __syncwarp(); int v = s[t ^ i]; __syncwarp(); s[t] = v + "
    "1;\n"
    "  } o[t] = s[t]; }\n"
    /* Warp-synchronous code as it was written before __syncwarp. */
    "extern \"C\" __global__ void old_style(int *o)\n"
    "{ __shared__ int s[64]; int t = threadIdx.x; s[t] = t * 3; s[t + 32] = 0; __syncthreads();\n"
    "  volatile int *v = s; for (int k = 16; k; k /= 2) v[t] += v[t + k]; if (t == 0) o[0] = v[0]; "
    "}\n"
    /* The first variable of shared memory lies at 0 there, and is no null pointer. */
    "__device__ int get(const int *p) { return p ? *p : -1; }\n"
    "extern __shared__ int dynamic[];\n"
    "extern \"C\" __global__ void first(int *o, int i)\n"
    "{ int t = threadIdx.x; dynamic[t] = 7 + t; __syncthreads(); int *p = dynamic + (t ^ i);\n"
    "  o[t] = get(p); o[t + 32] = p == nullptr; o[t + 64] = get(dynamic);\n"
    "  o[t + 96] = get(i > 5 ? nullptr : o + 500); }\n"
    /* Flags between warps: volatile, and by atomics. */
    "extern \"C\" __global__ void flags(volatile int *flag, int *data, int *o)\n"
    "{ if (threadIdx.x < 32) { data[threadIdx.x] = 5 + threadIdx.x; __threadfence();\n"
    "    flag[0] = 1; while (atomicAdd((int *)flag + 1, 0) == 0) { } o[32 + threadIdx.x] = "
    "data[40]; }\n"
    "  else { while (flag[0] == 0) { } __threadfence(); o[threadIdx.x - 32] = data[threadIdx.x - "
    "32];\n"
    "    data[40] = 99; __threadfence(); atomicExch((int *)flag + 1, 1); } }\n";

static void test_memory(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(memory);
    for (int k = 0; k < 4; k++)
        floats(m, A)[64 + k] = (float)(k + 1);
    param_u64(m, A), param_u64(m, A), param_u32(m, 0);
    run(m, "pun", 1, 32);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(words(m, A)[t], 0x40800000);
        assert_float_equal(floats(m, A)[t + 32], 8, 0);
        assert_float_equal(floats(m, A)[t + 96], -(float)(t % 4 + 1), 0);
        assert_float_equal(floats(m, A)[t + 128], (float)(7 * 65536 + t), 0);
    }
    param_u64(m, A);
    run(m, "scalars", 1, 64);
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t t = 0; t < 64; t++) {
            assert_int_equal(words(m, A)[64 * i + t], 10 * i + (i > 2));
            assert_int_equal(words(m, A)[256 + 64 * i + t], i >= 2);
        }
    uint32_t s[32], v[32];
    for (uint32_t t = 0; t < 32; t++)
        s[t] = t * t;
    for (uint32_t i = 1; i < 32; i *= 2) {
        for (uint32_t t = 0; t < 32; t++)
            v[t] = s[t ^ i] + 1;
        memcpy(s, v, sizeof s);
    }
    param_u64(m, A);
    run(m, "swap", 1, 32);
    assert_memory_equal(words(m, A), s, sizeof s);
    param_u64(m, A);
    run(m, "old_style", 1, 32);
    assert_int_equal(words(m, A)[0], 3 * 31 * 32 / 2);
    words(m, A)[500] = 1234;
    param_u64(m, A), param_u32(m, 5);
    launch_ok(m, "first", (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 128);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(words(m, A)[t], 7 + (t ^ 5));
        assert_int_equal(words(m, A)[t + 32], 0);
        assert_int_equal(words(m, A)[t + 64], 7);
        assert_int_equal(words(m, A)[t + 96], 1234);
    }
    param_u64(m, C), param_u64(m, A), param_u64(m, B);
    run(m, "flags", 1, 64);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(words(m, B)[t], 5 + t);
        assert_int_equal(words(m, B)[t + 32], 99);
    }
    simt_machine_free(m);
}

/* ---- loops that do nothing ---- */

/* Was wrong: both loops were removed, as C++ lets a compiler assume that loops end. */
static void test_endless_loops(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "extern \"C\" __global__ void wait(int *flag, int *o) { while (*flag == 0) { } o[0] = 5; "
        "}\n"
        "extern \"C\" __global__ void collatz(int *o, int n)\n"
        "{ unsigned x = n; while (x != 1) x = x & 1 ? 3 * x + 1 : x / 2; o[0] = 6; }\n");
    m->limit = 100000;
    param_u64(m, A), param_u64(m, B);
    assert_false(launch(m, "wait", (struct simt_dim){1, 1, 1}, (struct simt_dim){1, 1, 1}, 0));
    assert_string_equal(m->err.text, "stopped");
    assert_int_equal(words(m, B)[0], 0);
    m->steps = 0;
    words(m, A)[0] = 1;
    param_u64(m, A), param_u64(m, B);
    run(m, "wait", 1, 1);
    assert_int_equal(words(m, B)[0], 5);
    m->steps = 0;
    param_u64(m, B), param_u32(m, 27); /* 111 steps */
    run(m, "collatz", 1, 1);
    assert_int_equal(words(m, B)[0], 6);
    assert_true(m->steps > 111);
    m->steps = 0;
    param_u64(m, B), param_u32(m, 0); /* 0 stays 0 */
    assert_false(launch(m, "collatz", (struct simt_dim){1, 1, 1}, (struct simt_dim){1, 1, 1}, 0));
    simt_machine_free(m);
}

/* ---- numbers, as nvcc has them unless told otherwise ---- */

static void test_numbers(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "extern \"C\" __global__ void k(const float *a, float *o, const double *d, double *e)\n"
        "{ int t = threadIdx.x; float x = a[t], y = a[t + 32];\n"
        "  o[t] = x * y + a[t + 64]; o[t + 32] = x / y; o[t + 64] = sqrtf(x);\n"
        "  o[t + 96] = x * 1e-38f * 0.25f; o[t + 128] = (float)(int)(x * 1e12f);\n"
        "  o[t + 160] = x - x == 0 ? 1 : 0; e[t] = d[t] * d[t + 32] + d[t + 64];\n"
        "  volatile int i = 2147483600 + t; o[t + 192] = (float)(unsigned)(i * 3); }\n");
    float *a = floats(m, A);
    double *d = at_address(m, C, 4096);
    for (int i = 0; i < 96; i++) {
        a[i] = 1.0f + (float)i * 0.37f + (float)(i % 7) * 1e-6f;
        d[i] = 1.0 + i * 0.37 + (i % 7) * 1e-15;
    }
    a[64] = -(a[0] * a[32]); /* what rounding the product lost, with fma */
    a[31] = INFINITY;
    param_u64(m, A), param_u64(m, B), param_u64(m, C), param_u64(m, C + 4096);
    run(m, "k", 1, 32);
    const float *o = floats(m, B);
    const double *e = at_address(m, C + 4096, 4096);
    for (int t = 0; t < 31; t++) {
        volatile float small = a[t] * 1e-38f;
        assert_float_equal(o[t], fmaf(a[t], a[t + 32], a[t + 64]), 0);
        assert_float_equal(o[t + 32], a[t] / a[t + 32], 0);
        assert_float_equal(o[t + 64], sqrtf(a[t]), 0);
        assert_true(o[t + 96] == small * 0.25f && o[t + 96] > 0);
        assert_float_equal(o[t + 128], 2147483648.0f, 0); /* saturates */
        assert_float_equal(o[t + 160], 1, 0);
        assert_true(e[t] == fma(d[t], d[t + 32], d[t + 64]));
        assert_float_equal(o[t + 192], (float)((2147483600u + (uint32_t)t) * 3u), 0);
    }
    assert_float_equal(o[31 + 160], 0, 0); /* inf - inf */
    simt_machine_free(m);
}

/* ---- what is refused, by the line of the CUDA source ---- */

/* The message without the file's name, which is temporary, and the place in the PTX. */
static void refused(const char *cuda, const char *message)
{
    char path[] = "/tmp/umbel-test-XXXXXX.cu", wanted[400];
    struct error err = {0};
    size_t len;
    char *ptx = compile_text(cuda, path, 0, &len, &err);
    if (ptx == NULL)
        give_up(err.text);
    char name[64];
    snprintf(name, sizeof name, "%s, as PTX", path);
    assert_null(ptx_parse(ptx, len, name, &err));
    free(ptx);
    int n = snprintf(wanted, sizeof wanted, "%s:%s (%s:", path, message, name);
    if (strncmp(err.text, wanted, (size_t)n) != 0)
        fail_msg("'%s'\nis not '%s", err.text, wanted);
}

static void test_refused(void **state)
{
    (void)state;
    refused(
        "namespace geom { __device__ void f(int *p); }\nextern \"C\" __global__ void k(int *o)\n"
        "{ geom::f(o); }\n",
        "3: 'geom::f' is called and has no body here: define it in this file, or in a header that "
        "the file includes");
    refused("extern \"C\" __device__ int vprintf(const char *, const char *);\n"
            "extern \"C\" __global__ void k(int *o)\n{\n  vprintf(\"hello\", nullptr); }\n",
            "4: printf is not supported in kernels: write what you want to see to a buffer");
    refused("extern \"C\" __global__ void k(int *o)\n{ int *p = new int[o[0]]; o[1] = p[o[2]]; }\n",
            "2: kernels cannot allocate memory: pass a buffer of the launch file");
    refused("extern \"C\" __global__ void k(int *o)\n{\n  asm volatile(\"setmaxnreg %0;\" :: "
            "\"r\"(o[0])); }\n",
            "3: unsupported instruction 'setmaxnreg %r1'; sw/ptx/README.md lists what is "
            "supported");
}

/* __noinline__ is a hint that costs nothing here; tables of functions may be there unused. */
static void test_functions(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "__device__ __noinline__ int three(int x) { return 3 * x; }\n"
        "__noinline__ __device__ static int two(int x) { return 2 * x; }\n"
        "struct V { __device__ virtual int f(int x) { return x + 1; } };\n"
        "__device__ int (*table[2])(int) = {two, three};\n"
        "extern \"C\" __global__ void k(int *o)\n"
        "{ V v; o[0] = three(o[1]) + two(o[2]); o[3] = v.f(o[1]); o[4] = table[o[5]] "
        "!= nullptr; }\n");
    words(m, A)[1] = 5, words(m, A)[2] = 7, words(m, A)[5] = 1;
    param_u64(m, A);
    run(m, "k", 1, 1);
    assert_int_equal(words(m, A)[0], 29);
    assert_int_equal(words(m, A)[3], 6);
    assert_int_equal(words(m, A)[4], 1);
    simt_machine_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unset_values), cmocka_unit_test(test_lanes_together),
        cmocka_unit_test(test_memory),       cmocka_unit_test(test_endless_loops),
        cmocka_unit_test(test_numbers),      cmocka_unit_test(test_refused),
        cmocka_unit_test(test_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
