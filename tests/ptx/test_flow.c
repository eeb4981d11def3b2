/* Divergence, reconvergence, barriers, exits, faults. */
#include "tests/ptx/machine.h"

static uint32_t *words(struct simt_machine *m, uint64_t address, size_t n)
{
    return at_address(m, address, n * sizeof(uint32_t));
}

enum { A = 0x10000, B = 0x20000 };

#define HEAD ".version 6.0\n.target sm_70\n.address_size 64\n"
#define ENTRY                                                                                      \
    HEAD ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<8>; .reg .b32 %r<16>;"              \
         ".reg .b64 %rd<8>;\n.shared .align 4 .b8 s[256];\nmov.u32 %r1, %tid.x;\n"                 \
         "ld.param.u64 %rd1, [out]; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;\n"
#define END "st.global.u32 [%rd1], %r2;\nret;\n}\n"

static struct simt_machine *run(const char *ptx, uint32_t threads)
{
    struct simt_machine *m = simt_machine_new(ptx);
    param_u64(m, A);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){threads, 1, 1}, 0);
    return m;
}

static void test_nested_ifs(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "extern \"C\" __global__ void k(volatile int *unused, int *o)\n"
        "{ int t = threadIdx.x, r = 1;\n"
        "  if (t & 1) { if (t & 2) { r += 10; if (t & 4) r *= 3; else r -= 2; } else r += 20;\n"
        "    r *= 2; } else if (t % 3 == 0) r = 100 + t; else { if (t > 16) r = 7; }\n"
        "  o[t] = r + 1; }\n");
    param_u64(m, B), param_u64(m, A);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){32, 1, 1}, 0);
    for (int t = 0; t < 32; t++) {
        int r = 1;
        if (t & 1) {
            if (t & 2) {
                r += 10;
                if (t & 4)
                    r *= 3;
                else
                    r -= 2;
            } else {
                r += 20;
            }
            r *= 2;
        } else if (t % 3 == 0) {
            r = 100 + t;
        } else if (t > 16) {
            r = 7;
        }
        assert_int_equal(words(m, A, 32)[t], r + 1);
    }
    simt_machine_free(m);
}

static int collatz(int t, int limit)
{
    int sum = 0;
    for (int i = 0; i <= t; i++) {
        int n = i + 1;
        if (i % 5 == 4)
            continue;
        for (int k = 0;; k++) {
            if (n == 1 || k > limit)
                break;
            n = n % 2 != 0 ? 3 * n + 1 : n / 2;
            sum++;
        }
        if (sum > 400)
            return -sum;
    }
    return sum;
}

/* Trip counts, breaks, continues and returns that differ lane by lane, two loops deep. */
static void test_loops(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_cuda(
        "extern \"C\" __global__ void k(int *o, int limit)\n"
        "{ int t = threadIdx.x, sum = 0;\n"
        "  for (int i = 0; i <= t; i++) { int n = i + 1; if (i % 5 == 4) continue;\n"
        "    for (int k = 0;; k++) { if (n == 1 || k > limit) break;\n"
        "      n = n % 2 != 0 ? 3 * n + 1 : n / 2; sum++; }\n"
        "    if (sum > 400) { o[t] = -sum; return; } }\n"
        "  o[t] = sum; }\n");
    param_u64(m, A), param_u32(m, 50);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){77, 1, 1}, 0);
    for (int t = 0; t < 77; t++)
        assert_int_equal((int)words(m, A, 77)[t], collatz(t, 50));
    simt_machine_free(m);
}

/* After the join all lanes step together: the number of steps shows it. */
static void test_reconverges_at_once(void **state)
{
    (void)state;
    static const char branches[] =
        ENTRY "setp.lt.u32 %p1, %r1, 10; mov.u32 %r2, 0;\n"
              "@%p1 bra L1;\nadd.u32 %r2, %r2, 5;\nbra.uni L2;\nL1: add.u32 %r2, %r2, 7;\nL2:\n"
              "vote.sync.ballot.b32 %r3, %p1, -1; add.u32 %r2, %r2, %r3;\n" END;
    struct simt_machine *m = run(branches, 32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(words(m, A, 32)[t], (t < 10 ? 7 : 5) + 0x3ff);
    /* head 4, 2 + branch, three of both ways, 4 behind the join */
    assert_int_equal(m->steps, 4 + 2 + 1 + 3 + 4);
    simt_machine_free(m);
}

/* Lanes leave inside a loop whose other lanes go on to a barrier. */
static void test_early_returns_and_barriers(void **state)
{
    (void)state;
    struct simt_machine *m =
        simt_machine_cuda("extern \"C\" __global__ void k(int *o)\n"
                          "{ __shared__ int s[96]; int t = threadIdx.x; s[t] = t;\n"
                          "  if (t % 4 == 3) { if (t % 8 == 7) return; s[t] = 1000; }\n"
                          "  __syncthreads();\n"
                          "  int v = s[95 - t];\n"
                          "  for (int i = 0; i < 5; i++) { if (i == 2 && t >= 64) "
                          "return; __syncthreads(); v += i; }\n"
                          "  o[t] = v; }\n");
    param_u64(m, A);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){96, 1, 1}, 0);
    for (int t = 0; t < 96; t++) {
        int other = 95 - t;
        bool wrote = t < 64 && t % 8 != 7;
        assert_int_equal(words(m, A, 96)[t], wrote ? (other % 8 == 3 ? 1000 : other) + 10 : 0);
    }
    simt_machine_free(m);
}

static void test_guarded_exits_and_stores(void **state)
{
    (void)state;
    struct simt_machine *m =
        run(ENTRY "setp.lt.u32 %p1, %r1, 10; setp.gt.u32 %p2, %r1, 20;\n"
                  "mov.u32 %r2, 1; @%p1 exit; mov.u32 %r2, 2; @!%p2 mov.u32 %r2, 3;"
                  "@%p2 st.global.u32 [%rd1], %r2;\n@%p2 ret;\n" END,
            32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(words(m, A, 32)[t], t < 10 ? 0 : t > 20 ? 2 : 3);
    simt_machine_free(m);
}

/* A loop that is only left by a guarded return still joins inside. */
static void test_endless_loop_left_by_return(void **state)
{
    (void)state;
    struct simt_machine *m =
        run(ENTRY "mov.u32 %r2, 0; mov.u32 %r4, 0;\n"
                  "L: and.b32 %r3, %r2, 1; setp.eq.u32 %p1, %r3, 0; @%p1 bra E;\n"
                  "add.u32 %r4, %r4, 3; bra F;\nE: add.u32 %r4, %r4, 1;\n"
                  "F: vote.sync.any.pred %p3, %p1, -1;\nst.global.u32 [%rd1], %r4;\n"
                  "setp.eq.u32 %p2, %r2, %r1; @%p2 ret; add.u32 %r2, %r2, 1; bra L;\n}\n",
            32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(words(m, A, 32)[t], t / 2 + 1 + 3 * ((t + 1) / 2));
    simt_machine_free(m);
}

/* Jumps into a loop's middle: no structure, but every lane goes its own way to the end. */
static void test_irreducible(void **state)
{
    (void)state;
    struct simt_machine *m = run(
        ENTRY "mov.u32 %r2, 0; and.b32 %r3, %r1, 1; setp.eq.u32 %p1, %r3, 0;\n"
              "mov.u32 %r4, %r1;\n@%p1 bra MID;\n"
              "TOP: add.u32 %r2, %r2, 1;\nMID: add.u32 %r2, %r2, 100;\n"
              "setp.eq.u32 %p2, %r4, 0; @%p2 bra OUT;\nsub.u32 %r4, %r4, 1;\n"
              "and.b32 %r3, %r4, 2; setp.eq.u32 %p3, %r3, 0; @%p3 bra MID; bra TOP;\nOUT:\n" END,
        32);
    for (uint32_t t = 0; t < 32; t++) {
        uint32_t v = t % 2 == 0 ? 0 : 1;
        for (uint32_t n = t;; v += (n & 2) != 0) {
            v += 100;
            if (n == 0)
                break;
            n--;
        }
        assert_int_equal(words(m, A, 32)[t], v);
    }
    simt_machine_free(m);
}

static void test_predicates(void **state)
{
    (void)state;
    struct simt_machine *m =
        run(ENTRY "setp.lt.u32 %p1, %r1, 16; setp.ge.and.u32 %p2|%p3, %r1, 8, %p1;\n"
                  "setp.eq.or.u32 %p4, %r1, 31, !%p1; xor.pred %p5, %p2, %p4; not.pred %p6, %p5;\n"
                  "mov.pred %p7, -1; and.pred %p7, %p7, %p6;\n"
                  "selp.u32 %r2, 1, 0, %p2; selp.u32 %r3, 2, 0, %p3; or.b32 %r2, %r2, %r3;\n"
                  "selp.u32 %r3, 4, 0, %p4; or.b32 %r2, %r2, %r3; selp.u32 %r3, 8, 0, %p5;\n"
                  "or.b32 %r2, %r2, %r3; selp.u32 %r3, 16, 0, %p7; or.b32 %r2, %r2, %r3;\n" END,
            32);
    for (uint32_t t = 0; t < 32; t++) {
        bool p1 = t < 16, p2 = t >= 8 && p1, p3 = !(t >= 8) && p1, p4 = t == 31 || !p1;
        bool p5 = p2 != p4;
        assert_int_equal(words(m, A, 32)[t], p2 | p3 << 1 | p4 << 2 | p5 << 3 | !p5 << 4);
    }
    simt_machine_free(m);
}

static void test_rounding_and_flushing(void **state)
{
    (void)state;
    struct simt_machine *m = run(
        HEAD
        ".visible .entry k(.param .u64 out)\n{\n.reg .b64 %rd<3>; .reg .f32 %f<16>;\n"
        ".reg .f64 %d<4>; .reg .b32 %r<2>;\n"
        "ld.param.u64 %rd1, [out]; mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f2F800000;\n"
        "add.rn.f32 %f3, %f1, %f2; add.rz.f32 %f4, %f1, %f2; add.rm.f32 %f5, %f1, %f2;\n"
        "add.rp.f32 %f6, %f1, %f2; sub.rz.f32 %f7, %f1, %f2; mov.f32 %f8, 0f00000001;\n"
        "add.ftz.f32 %f9, %f8, %f8; add.f32 %f10, %f8, %f8; mul.ftz.f32 %f11, %f2, 0f00800000;\n"
        "mov.f64 %d1, 0d3FF0000000000001; cvt.rp.f32.f64 %f12, %d1; cvt.rz.f32.f64 %f13, %d1;\n"
        "mov.u32 %r1, 16777217; cvt.rp.f32.u32 %f14, %r1; cvt.rm.f32.u32 %f15, %r1;\n"
        "st.global.v4.f32 [%rd1], {%f3, %f4, %f5, %f6};\n"
        "st.global.v4.f32 [%rd1+16], {%f7, %f9, %f10, %f11};\n"
        "st.global.v4.f32 [%rd1+32], {%f12, %f13, %f14, %f15};\nret;\n}\n",
        1);
    static const uint32_t want[] = {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800001,
                                    0x3f7fffff, 0,          2,          0,
                                    0x3f800001, 0x3f800000, 0x4b800001, 0x4b800000};
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        assert_int_equal(words(m, A, 12)[i], want[i]);
    simt_machine_free(m);
}

static void expect_fault(const char *body, const char *message)
{
    char text[2048];
    snprintf(text, sizeof text, "%s%s%s", ENTRY, body, "\n" END);
    struct simt_machine *m = simt_machine_new(text);
    param_u64(m, A);
    assert_false(launch(m, "k", (struct simt_dim){2, 1, 1}, (struct simt_dim){40, 1, 1}, 0));
    assert_string_equal(m->err.text, message);
    simt_machine_free(m);
}

static void test_faults(void **state)
{
    (void)state;
    expect_fault("mov.u64 %rd3, s; mad.lo.u64 %rd3, %rd2, 2, %rd3; ld.shared.u32 %r2, [%rd3];",
                 "kernel k, PTX line 10, CTA (0,0,0), thread (32,0,0): shared load of 4 bytes at "
                 "0x100 is outside its 256 bytes");
    expect_fault("mov.u64 %rd3, s; st.shared.u32 [%rd3+2], %r1;",
                 "kernel k, PTX line 10, CTA (0,0,0), thread (0,0,0): shared store of 4 bytes at "
                 "0x2 is not aligned");
    expect_fault("ld.global.u64 %rd3, [%rd1];",
                 "kernel k, PTX line 10, CTA (0,0,0), thread (1,0,0): global load of 8 bytes at "
                 "0x10004 is not aligned");
    expect_fault("ld.param.u64 %rd3, [8];",
                 "kernel k, PTX line 10, CTA (0,0,0), thread (0,0,0): param load of 8 bytes at 0x8 "
                 "is outside its 8 bytes");
    expect_fault("mov.u64 %rd3, 0x20000000000; ld.u32 %r2, [%rd3];",
                 "kernel k, PTX line 10, CTA (0,0,0), thread (0,0,0): generic load at "
                 "0x20000000000, which is in no memory");
    /* The lanes at the barrier and those at the shuffle wait for each other. */
    expect_fault("setp.lt.u32 %p1, %r1, 4; @%p1 bra X;\nshfl.sync.idx.b32 %r2, %r1, 0, 31, -1;\n"
                 "bra Y; X: bar.sync 0; Y:",
                 "kernel k, PTX line 12, CTA (0,0,0), thread (0,0,0): bar.sync in divergent code: "
                 "4 of the warp's 32 running threads are here; all threads of a warp must reach a "
                 "barrier or exit; some wait at PTX line 11");
    expect_fault("setp.lt.u32 %p1, %r1, 4; @%p1 bra X;\nshfl.sync.idx.b32 %r2, %r1, 0, 31, -1; X:",
                 "kernel k, PTX line 11, CTA (0,0,0), thread (4,0,0): warp-wide operation in "
                 "divergent code: lanes 0xf of its member mask are elsewhere");
    expect_fault("setp.eq.u32 %p1, %r1, 5; @%p1 trap;",
                 "kernel k, PTX line 10, CTA (0,0,0), thread (5,0,0): trap");
}

/* Facts that the timing model relies on: classes, registers, one access per memory instruction. */
static void test_what_timing_sees(void **state)
{
    (void)state;
    struct error err = {0};
    static const char text[] = ENTRY "@%p1 mad.lo.s32 %r2, %r1, %r3, %r4;\n"
                                     "add.u64 %rd1, %rd1, %rd2;\n"
                                     "ld.global.v2.u32 {%r2, %r3}, [%rd1+8];\n" END;
    struct ptx_module *m = ptx_parse(text, sizeof text - 1, "x", &err);
    assert_non_null(m);
    struct simt_grid g = {.module = m,
                          .kernel = ptx_kernel(m, 0),
                          .grid = {1, 1, 1},
                          .block = {40, 1, 1},
                          .params = (const uint8_t[8]){0, 0, 1}};
    assert_int_equal(simt_grid_warps(&g), 2);
    assert_int_equal(simt_grid_shared(&g), 256);
    assert_int_equal(g.kernel->n_regs, 8 + 16 + 8);
    struct simt_cta *cta = simt_cta_new(&g, 0);
    struct simt_warp *w = simt_cta_warp(cta, 1);
    struct simt_access a;
    assert_int_equal(simt_active(w), 0xff);
    for (int i = 0; i < 4; i++)
        assert_true(simt_step(w, &a, &err) && a.lanes == 0);
    const struct ptx_inst *inst = simt_next(w);
    assert_int_equal(inst->class, PTX_MUL);
    assert_int_equal(inst->line, 10);
    assert_true(inst->n_dst == 1 && inst->dst[0] == 8 + 2);
    assert_true(inst->n_src == 4 && inst->src[0] == 8 + 1 && inst->src[3] == 1);
    assert_true(simt_step(w, &a, &err) && simt_step(w, &a, &err));
    inst = simt_next(w);
    assert_int_equal(inst->class, PTX_LOAD);
    assert_true(inst->n_dst == 2 && inst->dst[1] == 8 + 3 && inst->src[0] == 24 + 1);
    assert_true(simt_step(w, &a, &err));
    assert_true(a.lanes == 0xff && a.bytes == 8 && a.kind == SIMT_LOAD && !a.fresh &&
                a.address[1] == 0x10110);
    simt_cta_free(cta);
    ptx_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nested_ifs),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_reconverges_at_once),
        cmocka_unit_test(test_early_returns_and_barriers),
        cmocka_unit_test(test_guarded_exits_and_stores),
        cmocka_unit_test(test_endless_loop_left_by_return),
        cmocka_unit_test(test_irreducible),
        cmocka_unit_test(test_predicates),
        cmocka_unit_test(test_rounding_and_flushing),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_what_timing_sees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
