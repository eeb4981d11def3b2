/*
 * Instructions that programs write as inline PTX, since CUDA has no function for them or an old
 * one: three-way logic, hints to caches. Expected values are worked out in plain C.
 */
#include "tests/ptx/machine.h"

#include "sw/util/rng.h"
#include "sw/util/sbuf.h"

enum { IN = MACHINE_BASE, OUT = MACHINE_BASE + 0x20000, THREADS = 64 };

static uint32_t *words(struct simt_machine *m, uint64_t address, size_t n)
{
    return at_address(m, address, 4 * n);
}

static void fill(struct simt_machine *m)
{
    static const uint32_t corners[] = {0,          1,          0x7fffffff, 0x80000000, 0xffffffff,
                                       0x00ff00ff, 0x7f80807f, 0x01234567, 0xfffffff0, 0x8000ffff};
    enum { CORNERS = sizeof corners / sizeof corners[0] };
    struct rng r = {11};
    uint32_t *v = words(m, IN, 4 * THREADS);
    for (int i = 0; i < 4 * THREADS; i++)
        v[i] = rng_below(&r, 2) != 0 ? corners[rng_below(&r, CORNERS)] : (uint32_t)rng_next(&r);
}

/* ---- any function of three bits ---- */

static uint32_t by_table(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t r = 0;
    for (int bit = 0; bit < 32; bit++) {
        uint32_t at = (a >> bit & 1) * 4 + (b >> bit & 1) * 2 + (c >> bit & 1);
        r |= (table >> at & 1) << bit;
    }
    return r;
}

/* Every table; odd threads do not execute it. The destination is a source, too. */
static void check_lop3(const struct isa *isa)
{
    struct simt_machine *m = xcalloc(1, sizeof *m);
    struct sbuf s = {0};
    sbuf_printf(&s, "%s",
                ".version 6.0\n.target sm_70\n.address_size 64\n"
                ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
                ".reg .b32 %r<8>; .reg .b64 %a<4>; .reg .pred %p;\n"
                "ld.param.u64 %a1, [in]; ld.param.u64 %a2, [out]; mov.u32 %r1, %tid.x;\n"
                "mul.wide.u32 %a3, %r1, 16; add.u64 %a1, %a1, %a3;\n"
                "mul.wide.u32 %a3, %r1, 1024; add.u64 %a2, %a2, %a3;\n"
                "and.b32 %r1, %r1, 1; setp.eq.u32 %p, %r1, 0;\n"
                "ld.global.v2.u32 {%r2, %r3}, [%a1]; ld.global.u32 %r4, [%a1+8];\n");
    for (int table = 0; table < 256; table++)
        sbuf_printf(&s,
                    "mov.b32 %%r5, %%r2; @%%p lop3.b32 %%r5, %%r5, %%r3, %%r4, 0x%02X;\n"
                    "st.global.u32 [%%a2+%d], %%r5;\n",
                    (unsigned)table, 4 * table);
    sbuf_printf(&s, "ret;\n}\n");
    m->module = ptx_parse_for(isa, sbuf_str(&s), strlen(sbuf_str(&s)), "lop3.ptx", &m->err);
    if (m->module == NULL)
        give_up(m->err.text);
    fill(m);
    param_u64(m, IN), param_u64(m, OUT);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0);
    for (int t = 0; t < THREADS; t++)
        for (uint32_t table = 0; table < 256; table++) {
            const uint32_t *v = words(m, IN, 4 * THREADS) + 4 * t;
            assert_int_equal(words(m, OUT, THREADS * 256)[256 * t + (int)table],
                             t % 2 == 0 ? by_table(v[0], v[1], v[2], table) : v[0]);
        }
    sbuf_free(&s);
    simt_machine_free(m);
}

static void test_lop3(void **state)
{
    (void)state;
    check_lop3(&isa_base);
    check_lop3(isa_best());
}

/* ---- registers declared as halves ---- */

static void test_half_registers(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "extern \"C\" __global__ void k(const unsigned *in, unsigned *out)\n"
        "{ unsigned v = in[threadIdx.x], r;\n"
        "  asm(\"{ .reg .f16 lo, hi; .reg .f16x2 both; .reg .b16 x<2>; mov.b32 both, %1;\\n\"\n"
        "      \"mov.b32 {lo, hi}, both; neg.f16 lo, lo; mov.b16 x0, hi; mov.b16 x1, lo;\\n\"\n"
        "      \"mov.b32 %0, {x0, x1}; }\" : \"=r\"(r) : \"r\"(v)); out[threadIdx.x] = r; }\n");
    for (uint32_t t = 0; t < THREADS; t++)
        words(m, IN, THREADS)[t] = (0x3c00 + t) << 16 | (0x4000 + 3 * t);
    param_u64(m, IN), param_u64(m, OUT);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0);
    for (uint32_t t = 0; t < THREADS; t++)
        assert_int_equal(words(m, OUT, THREADS)[t], (0xc000 + 3 * t) << 16 | (0x3c00 + t));
    simt_machine_free(m);
}

/* ---- what nvcc takes, and headers of whole programs ---- */

static void test_as_nvcc(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "#include <cuda_fp16.h>\n#include <cooperative_groups.h>\n"
        "#define LANE(x) asm volatile(\"mov.u32 %0, \" /* a register: */ \\\n"
        "    \"%laneid;\" : \"=r\"(x))\n"
        "extern \"C\" __global__ void k(const unsigned *in, unsigned *out)\n"
        "{ unsigned t = threadIdx.x, x, y, z, u = 0x3f800000; float f; LANE(x);\n"
        "  asm(\"mov.u32 %0, %tid.x;\" : \"=r\"(y)); asm(\"mov.u32 %0, %%ntid.x;\" : \"=r\"(z));\n"
        "  asm(\"add.u32 %0, %0, %[one];\" : \"+r\"(z) : [one] \"r\"(1));\n"
        "  asm volatile(\"// 100%done\"); memcpy(&f, &u, 4);\n"
        "  cooperative_groups::this_thread_block().sync();\n"
        "  out[t] = x + 100 * y + 10000 * z + (unsigned)f;\n"
        "  out[64 + t] = __reduce_max_sync(~0u, t) + (unsigned)__reduce_min_sync(~0u, -(int)t);\n"
        "  out[128 + t] = (unsigned)__half2float(__float2half(t + .5f)); }\n");
    param_u64(m, IN), param_u64(m, OUT);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){64, 1, 1}, 0);
    const uint32_t *out = words(m, OUT, 192);
    for (uint32_t t = 0; t < 64; t++) {
        assert_int_equal(out[t], t % 32 + 100 * t + 650000 + 1);
        assert_int_equal(out[64 + t], 0); /* the largest and its negative */
        assert_int_equal(out[128 + t], t);
    }
    simt_machine_free(m);
}

/* ---- functions for few ---- */

static void test_small_functions(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "__device__ unsigned short bump(unsigned short *p, unsigned short by)\n"
        "{ unsigned short seen = *(volatile unsigned short *)p, old;\n"
        "  do { old = seen; seen = atomicCAS(p, old, (unsigned short)(old + by)); }\n"
        "  while (seen != old); return old; }\n"
        "extern \"C\" __global__ void k(unsigned short *p, unsigned *out)\n"
        "{ __shared__ unsigned short s[4]; int t = threadIdx.x; if (t < 4) s[t] = 65530 + t;\n"
        "  __syncthreads(); __brkpt(); __prof_trigger(3); __assume(t >= 0);\n"
        "  __builtin_assume(t < 64); bump(p + t % 3, t); bump(s + t % 4, t); __syncthreads();\n"
        "  if (t < 4) out[t] = s[t];\n"
        "  char4 x = {1, -2, 3, -4}; short2 y = {-300, (short)t};\n"
        "  out[4 + t] = __dp2a_lo(y, x, 7) + 1000 * __dp2a_hi(y, x, 0) + 100000 * __dp4a(x, x, "
        "t);\n"
        "  out[68 + t] = isnan(j0(NAN * t)) + 2 * isnan(j1(NAN * t)) + 4 * isnan(j0f(NAN * t))\n"
        "    + 8 * isnan(j1f(NAN * t)) + 16 * (j0(INFINITY + t) == 0) + 32 * (j1(INFINITY + t) == "
        "0); }\n");
    memset(words(m, IN, 2), 0, 8);
    param_u64(m, IN), param_u64(m, OUT);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0);
    uint32_t sums[3] = {0}, shared[4] = {65530, 65531, 65532, 65533};
    for (uint32_t t = 0; t < THREADS; t++) {
        sums[t % 3] += t;
        shared[t % 4] += t;
        int lo = -300 - 2 * (int)t + 7, hi = -900 - 4 * (int)t, four = 30 + (int)t;
        assert_int_equal((int)words(m, OUT, 68)[4 + t], lo + 1000 * hi + 100000 * four);
        assert_int_equal(words(m, OUT, 132)[68 + t], 63);
    }
    assert_int_equal(words(m, IN, 2)[0], sums[1] << 16 | sums[0]);
    assert_int_equal(words(m, IN, 2)[1], sums[2]);
    for (int t = 0; t < 4; t++)
        assert_int_equal(words(m, OUT, 4)[t], shared[t] & 0xffff);
    simt_machine_free(m);
}

/* ---- hints, which change nothing ---- */

static const char hints[] =
    "typedef unsigned u32;\n"
    "extern \"C\" __global__ void k(const u32 *in, u32 *out)\n"
    "{ int t = threadIdx.x; const u32 *at = in + 4 * t; u32 *to = out + 16 * t, v, w;\n"
    "  asm volatile(\"prefetch.global.L1 [%0];\" :: \"l\"(at));\n"
    "  asm volatile(\"prefetch.global.L2 [%0+64];\" :: \"l\"(at));\n"
    "  asm volatile(\"prefetch.L2 [%0];\" :: \"l\"((const u32 *)0x123456789));\n"
    "  asm volatile(\"prefetch.global.L2::evict_last [%0];\" :: \"l\"(at));\n"
    "  asm volatile(\"prefetchu.L1 [%0]; pmevent 7; pmevent.mask 0xff; brkpt;\" :: \"l\"(at));\n"
    "  asm volatile(\"applypriority.global.L2::evict_normal [%0], 128;\" :: \"l\"(out + 4096));\n"
    "  asm volatile(\"discard.global.L2 [%0], 128;\" :: \"l\"(out + 4096));\n"
#define LOADED(text, from)                                                                         \
    "  asm volatile(\"" text "\" : \"=r\"(v) : \"l\"(" from ")); *to++ = v;\n"
    LOADED("ld.global.nc.L1::no_allocate.u32 %0, [%1];", "at") LOADED(
        "ld.global.L1::evict_last.u32 %0, [%1];",
        "at + 1") LOADED("ld.global.L1::evict_first.L2::128B.u32 %0, [%1];",
                         "at + 2") LOADED("ld.L1::evict_unchanged.u32 %0, [%1];", "at + 3")
        LOADED("ldu.global.u32 %0, [%1];", "at") LOADED(
            "ldu.u32 %0, [%1];",
            "at + 1") "  asm volatile(\"ldu.global.v2.u32 {%0, %1}, [%2];\" : \"=r\"(v), \"=r\"(w) "
                      ": \"l\"(at + 2));\n"
                      "  *to++ = v; *to++ = w;\n"
                      "  asm volatile(\"ld.global.nc.L1::no_allocate.L2::256B.v2.u32 {%0, %1}, "
                      "[%2];\"\n"
                      "               : \"=r\"(v), \"=r\"(w) : \"l\"(at)); *to++ = v; *to++ = w;\n"
                      "  asm volatile(\"st.global.L1::no_allocate.u32 [%0], %1;\" :: \"l\"(to++), "
                      "\"r\"(v));\n"
                      "  asm volatile(\"st.global.L1::evict_first.u32 [%0], %1;\" :: \"l\"(to++), "
                      "\"r\"(w)); }\n";

static void test_hints(void **state)
{
    (void)state;
    static const int from[] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 0, 1};
    struct simt_machine *m = simt_machine_cuda(hints);
    fill(m);
    param_u64(m, IN), param_u64(m, OUT);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0);
    for (int t = 0; t < THREADS; t++)
        for (int k = 0; k < 12; k++)
            assert_int_equal(words(m, OUT, 16 * THREADS)[16 * t + k],
                             words(m, IN, 4 * THREADS)[4 * t + from[k]]);
    simt_machine_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lop3),    cmocka_unit_test(test_half_registers),
        cmocka_unit_test(test_as_nvcc), cmocka_unit_test(test_small_functions),
        cmocka_unit_test(test_hints),
    };
    return cmocka_run_group_tests_name("inline", tests, NULL, NULL);
}
