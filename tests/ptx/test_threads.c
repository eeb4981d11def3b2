/*
 * What threads learn of each other and of where they run: match, reductions at a barrier, carries,
 * spaces of addresses, clocks. Expected values are worked out in plain C.
 */
#include "tests/ptx/machine.h"

enum { A = 0x10000, B = 0x20000, C = 0x30000 };

#define HEAD                                                                                       \
    ".version 6.0\n.target sm_70\n.address_size 64\n"                                              \
    ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n.reg .pred %p<8>; .reg .b32 %r<16>;"   \
    ".reg .b64 %rd<16>;\n.shared .align 4 .b8 s[256];\n.local .align 4 .b8 stack[16];\n"           \
    "mov.u32 %r1, %tid.x; ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out];\n"                    \
    "mul.wide.u32 %rd3, %r1, 32; add.u64 %rd1, %rd1, %rd3; add.u64 %rd2, %rd2, %rd3;\n"            \
    "ld.global.u64 %rd4, [%rd1]; ld.global.u64 %rd5, [%rd1+8]; ld.global.u64 %rd6, [%rd1+16];\n"   \
    "cvt.u32.u64 %r4, %rd4; cvt.u32.u64 %r5, %rd5; cvt.u32.u64 %r6, %rd6;\n"
#define END                                                                                        \
    "st.global.u64 [%rd2], %rd7; st.global.u64 [%rd2+8], %rd8; st.global.u64 [%rd2+16], %rd9;\n"   \
    "ret;\n}\n"

enum { MOST_THREADS = 256 };

static uint64_t (*words(struct simt_machine *m, uint64_t address))[4]
{
    return at_address(m, address, MOST_THREADS * 32);
}

static void run(struct simt_machine *m, uint32_t threads)
{
    param_u64(m, A), param_u64(m, B);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){threads, 1, 1}, 0);
}

/* Groups of lanes by value, for all lanes and for the lanes of one half each. */
static void check_match(const char *text, bool wide, bool halves)
{
    struct simt_machine *m = simt_machine_new(text);
    for (uint64_t t = 0; t < 64; t++) {
        words(m, A)[t][0] = wide ? t % 3 << 40 | 7 : t < 32 ? t * t % 5 : 9;
        words(m, A)[t][1] = !halves ? UINT32_MAX : t % 32 < 16 ? 0xffff : 0xffff0000;
    }
    run(m, 64);
    for (uint64_t t = 0; t < 64; t++) {
        uint64_t same = 0, members = words(m, A)[t][1];
        for (uint64_t k = 0; k < 32; k++)
            if ((members >> k & 1) != 0 && words(m, A)[t / 32 * 32 + k][0] == words(m, A)[t][0])
                same |= (uint64_t)1 << k;
        assert_int_equal(words(m, B)[t][0], same);
        assert_int_equal(words(m, B)[t][1], same == members ? members : 0);
        assert_int_equal(words(m, B)[t][2], same == members);
    }
    simt_machine_free(m);
}

#define MATCH(type, value)                                                                         \
    HEAD "match.any.sync." type " %r7, " value ", %r5; cvt.u64.u32 %rd7, %r7;\n"                   \
         "match.all.sync." type " %r8|%p1, " value ", %r5; cvt.u64.u32 %rd8, %r8;\n"               \
         "selp.u64 %rd9, 1, 0, %p1;\n" END

static void test_match(void **state)
{
    (void)state;
    check_match(MATCH("b32", "%r4"), false, false);
    check_match(MATCH("b32", "%r4"), false, true);
    check_match(MATCH("b64", "%rd4"), true, false);
}

#define REDUX(op, other)                                                                           \
    HEAD "redux.sync." op " %r7, %r4, %r5; cvt.u64.u32 %rd7, %r7;\n"                               \
         "redux.sync." other " %r8, %r4, %r5; cvt.u64.u32 %rd8, %r8; mov.u64 %rd9, 0;\n" END

static uint32_t of_two(const char *op, uint32_t a, uint32_t b)
{
    if (strcmp(op, "add.u32") == 0 || strcmp(op, "add.s32") == 0)
        return a + b;
    if (strncmp(op, "and", 3) == 0)
        return a & b;
    if (strncmp(op, "or", 2) == 0)
        return a | b;
    if (strncmp(op, "xor", 3) == 0)
        return a ^ b;
    bool first = op[4] == 's' ? (int32_t)a < (int32_t)b : a < b;
    return first == (op[1] == 'i') ? a : b;
}

/* Over all lanes and over those of one half each. */
static void check_redux(const char *text, const char *const ops[2], bool halves)
{
    struct simt_machine *m = simt_machine_new(text);
    for (uint64_t t = 0; t < 64; t++) {
        words(m, A)[t][0] = (t * 0x9e3779b9u ^ t << 27) & 0xffffffffu;
        words(m, A)[t][1] = !halves ? UINT32_MAX : t % 32 < 16 ? 0xffff : 0xffff0000;
    }
    run(m, 64);
    for (uint64_t t = 0; t < 64; t++)
        for (int k = 0; k < 2; k++) {
            uint64_t first = halves ? t / 16 * 16 : t / 32 * 32, n = halves ? 16 : 32;
            uint32_t all = (uint32_t)words(m, A)[first][0];
            for (uint64_t i = 1; i < n; i++)
                all = of_two(ops[k], all, (uint32_t)words(m, A)[first + i][0]);
            assert_int_equal(words(m, B)[t][k], all);
        }
    simt_machine_free(m);
}

static void test_redux(void **state)
{
    (void)state;
#define CHECK(a, b)                                                                                \
    check_redux(REDUX(a, b), (const char *const[]){a, b}, false);                                  \
    check_redux(REDUX(a, b), (const char *const[]){a, b}, true)
    CHECK("add.u32", "add.s32");
    CHECK("min.u32", "min.s32");
    CHECK("max.u32", "max.s32");
    CHECK("and.b32", "or.b32");
    CHECK("xor.b32", "add.u32");
}

/* Three reductions in a row, in which every third thread, all but one, or one says yes. */
static void test_reductions(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_new(
        HEAD "setp.ne.u32 %p1, %r4, 0; setp.ne.u32 %p2, %r5, 0; setp.ne.u32 %p3, %r6, 0;\n"
             "bar.red.popc.u32 %r7, 0, %p1; cvt.u64.u32 %rd7, %r7;\n"
             "bar.red.and.pred %p4, 0, %p2; selp.u64 %rd8, 1, 0, %p4;\n"
             "bar.red.or.pred %p5, 0, !%p3; selp.u64 %rd9, 1, 0, %p5;\n" END);
    for (uint64_t odd = 0; odd < 200; odd += 33) {
        uint64_t yes = 0, threads = 200;
        for (uint64_t t = 0; t < threads; t++) {
            words(m, A)[t][0] = (t + odd) % 3 == 0;
            yes += (t + odd) % 3 == 0;
            words(m, A)[t][1] = odd == 33 || t != odd;
            words(m, A)[t][2] = odd == 66 || t != odd;
        }
        run(m, (uint32_t)threads);
        for (uint64_t t = 0; t < threads; t++) {
            assert_int_equal(words(m, B)[t][0], yes);
            assert_int_equal(words(m, B)[t][1], odd == 33);
            assert_int_equal(words(m, B)[t][2], odd != 66);
        }
    }
    simt_machine_free(m);
}

/* Warps that have exited count as arrived, and not among those that say yes. */
static void test_reductions_after_exits(void **state)
{
    (void)state;
    struct simt_machine *m =
        simt_machine_new(HEAD "setp.ge.u32 %p1, %r1, 70; mov.u64 %rd7, 0; mov.u64 %rd8, 0;\n"
                              "mov.u64 %rd9, 0;\n@%p1 ret;\nmov.pred %p2, -1;\n"
                              "bar.red.popc.u32 %r7, 0, %p2; cvt.u64.u32 %rd7, %r7;\n"
                              "bar.red.and.pred %p3, 0, %p2; selp.u64 %rd8, 1, 0, %p3;\n" END);
    run(m, 256);
    for (uint64_t t = 0; t < 70; t++) {
        assert_int_equal(words(m, B)[t][0], 70);
        assert_int_equal(words(m, B)[t][1], 1);
    }
    simt_machine_free(m);
}

static const uint64_t odd[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 12345};
enum { ODD = sizeof odd / sizeof odd[0] };

/* Sums, differences and products of 64 bits made of 32, in every pair of odd[]; half of the threads
 * do not execute the first addition, so their carry is that of the one before. */
static void test_carry(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_new(
        HEAD "add.cc.u32 %r7, %r4, %r5; addc.u32 %r8, %r4, %r5; mov.b64 %rd7, {%r7, %r8};\n"
             "sub.cc.s32 %r7, %r4, %r5; subc.cc.u32 %r8, %r5, %r4; mov.b64 %rd8, {%r7, %r8};\n"
             "subc.u32 %r9, 0, 0; mad.lo.cc.u32 %r10, %r4, %r5, %r6;\n"
             "madc.hi.u32 %r11, %r4, %r5, 0; mov.b64 %rd9, {%r10, %r11};\n"
             "cvt.u64.u32 %rd10, %r9; st.global.u64 [%rd2+24], %rd10;\n" END);
    for (size_t c = 0; c < ODD; c++) {
        for (size_t t = 0; t < ODD * ODD; t++) {
            words(m, A)[t][0] = odd[t / ODD];
            words(m, A)[t][1] = odd[t % ODD];
            words(m, A)[t][2] = odd[c];
        }
        run(m, ODD * ODD);
        for (size_t t = 0; t < ODD * ODD; t++) {
            uint64_t a = odd[t / ODD], b = odd[t % ODD], carry = a + b > 0xffffffff, borrow = a < b;
            const uint64_t *got = words(m, B)[t];
            assert_int_equal(got[0], ((a + b + carry) << 32) | ((a + b) & 0xffffffff));
            assert_int_equal(got[1], ((b - a - borrow) << 32) | ((a - b) & 0xffffffff));
            assert_int_equal(got[2], a * b + odd[c]);
            assert_int_equal(got[3], b < a + borrow ? 0xffffffff : 0);
        }
    }
    simt_machine_free(m);
}

/* The carry is a thread's own, and of 64 bits likewise. */
static void test_carry_of_threads(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_new(
        HEAD "setp.lt.u32 %p1, %r1, 10; add.cc.u32 %r7, %r4, -1;\n"
             "@%p1 add.cc.u32 %r7, 0, 0;\naddc.u64 %rd7, 0, 0;\n"
             "add.cc.u64 %rd8, %rd5, -1; addc.u64 %rd8, %rd8, %rd8;\n"
             "mad.hi.cc.s64 %rd9, %rd5, %rd5, %rd6; madc.lo.s64 %rd9, %rd5, 2, 0;\n" END);
    for (uint64_t t = 0; t < 32; t++) {
        words(m, A)[t][0] = t % 2;
        words(m, A)[t][1] = t == 0 ? 0 : (uint64_t)1 << 2 * t;
        words(m, A)[t][2] = UINT64_MAX - 2;
    }
    run(m, 32);
    for (uint64_t t = 0; t < 32; t++) {
        uint64_t v = words(m, A)[t][1];
        unsigned __int128 square = (unsigned __int128)v * v;
        assert_int_equal(words(m, B)[t][0], t < 10 ? 0 : t % 2);
        assert_int_equal(words(m, B)[t][1], 2 * (v - 1) + (v != 0));
        assert_int_equal(words(m, B)[t][2], 2 * v + ((uint64_t)(square >> 64) > 2));
    }
    simt_machine_free(m);
}

/* The address of dynamic shared memory in 32 bits, as nvcc has it: it begins behind the kernel's
 * own variables. */
static void test_dynamic_shared(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_new(
        ".extern .shared .align 16 .b8 dyn[];\n" HEAD
        ".shared .align 4 .b8 own[48]; mov.u32 %r7, dyn; add.s32 %r8, %r7, 8;\n"
        "st.shared.u32 [%r8+4], %r4; mov.u64 %rd7, dyn; ld.shared.u32 %r9, [%rd7+12];\n"
        "mov.u32 %r5, own; sub.s32 %r6, %r7, %r5;\n"
        "cvt.u64.u32 %rd7, %r9; cvt.u64.u32 %rd8, %r6; mov.u64 %rd9, 0;\n" END);
    words(m, A)[0][0] = 77;
    param_u64(m, A), param_u64(m, B);
    launch_ok(m, "k", (struct simt_dim){1, 1, 1}, (struct simt_dim){1, 1, 1}, 64);
    assert_int_equal(words(m, B)[0][0], 77);
    assert_int_equal(words(m, B)[0][1], 48);
    simt_machine_free(m);
}

static void test_spaces(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_new(
        HEAD "mov.u64 %rd10, s; cvta.shared.u64 %rd10, %rd10; mov.u64 %rd11, stack;\n"
             "cvta.local.u64 %rd11, %rd11; isspacep.shared %p1, %rd10; isspacep.local %p2, %rd11;\n"
             "isspacep.global %p3, %rd2; isspacep.shared %p4, %rd2; isspacep.global %p5, %rd10;\n"
             "isspacep.const %p6, %rd10; selp.u64 %rd7, 1, 0, %p1; selp.u64 %rd8, 1, 0, %p2;\n"
             "selp.u64 %rd9, 1, 0, %p3; @%p4 add.u64 %rd7, %rd7, 10; @%p5 add.u64 %rd8, %rd8, 10;\n"
             "@%p6 add.u64 %rd9, %rd9, 10;\n" END);
    run(m, 32);
    for (int k = 0; k < 3; k++)
        assert_int_equal(words(m, B)[31][k], 1);
    simt_machine_free(m);
}

/* Without an SM a clock advances by SIMT_TICKS each time that it is read; on one it is the SM's. */
static void test_clocks(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "mov.u64 %rd7, %clock64; mov.u32 %r7, %clock; mov.u32 %r8, %smid;\n"
             "nanosleep.u32 100; mov.b64 %rd8, {%r7, %r8}; mov.u64 %rd9, %globaltimer;\n" END;
    struct simt_machine *m = simt_machine_new(text);
    run(m, 1);
    assert_int_equal(words(m, B)[0][0], SIMT_TICKS);
    assert_int_equal(words(m, B)[0][1], 2 * SIMT_TICKS);
    assert_int_equal(words(m, B)[0][2], 3 * SIMT_TICKS);
    struct simt_place place = {.now = (uint64_t)3 << 32, .sm = 5};
    param_u64(m, A), param_u64(m, B);
    const struct simt_grid g = {.module = m->module,
                                .kernel = ptx_find(m->module, "k"),
                                .grid = {1, 1, 1},
                                .block = {1, 1, 1},
                                .params = m->params};
    static struct simt_access access;
    struct simt_cta *cta = simt_cta_new(&g, 0);
    struct simt_warp *w = simt_cta_warp(cta, 0);
    simt_cta_place(cta, &place);
    for (; simt_state(w) == SIMT_READY; place.now++) {
        const struct ptx_inst *inst = simt_next(w);
        assert_true(simt_step(w, &access, &m->err));
        serve(m, w, inst, &access);
    }
    const uint64_t *got = words(m, B)[0];
    assert_in_range(got[0], (uint64_t)3 << 32, ((uint64_t)3 << 32) + 40);
    assert_int_equal(got[1], (uint64_t)5 << 32 | (uint32_t)(got[0] + 1));
    assert_int_equal(got[2], got[0] + 5);
    simt_cta_free(cta);
    simt_machine_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_match),      cmocka_unit_test(test_redux),
        cmocka_unit_test(test_reductions), cmocka_unit_test(test_reductions_after_exits),
        cmocka_unit_test(test_carry),      cmocka_unit_test(test_carry_of_threads),
        cmocka_unit_test(test_spaces),     cmocka_unit_test(test_dynamic_shared),
        cmocka_unit_test(test_clocks),
    };
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
