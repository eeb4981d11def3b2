/* The reference run. */
#include "tests/runtime/gpu_fixture.h"

static void test_flat(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f, ONE, 1 << 20);
    struct flat_writer w;
    struct flat *flat = flat_run(
        f.g, &(struct flat_options){.watch = &w, .watch_address = 0x1000 + 4 * 60 + 1}, &f.err);
    if (flat == NULL)
        fail_msg("%s", f.err.text);
    for (uint32_t i = 0; i < 100; i++) {
        uint32_t v;
        memcpy(&v, flat_bytes(flat, 0) + 4 * i, 4);
        assert_int_equal(v, i + 7);
    }
    assert_memory_equal(flat_bytes(flat, 2), "\1\2\3\0", 4);
    assert_true(w.found);
    assert_int_equal(w.cta, 1);
    assert_non_null(strstr(w.where, "CTA (1,0,0)"));
    assert_non_null(strstr(w.where, "thread (10,0,0)"));
    flat_free(flat);
    close_fixture(&f);
}

static void test_flat_errors(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f, "  - {entry: k, grid: [3], block: [50], args: [a, \"u32 7\"]}\n", 1 << 20);
    assert_null(flat_run(f.g, &(struct flat_options){0}, &f.err));
    assert_non_null(strstr(f.err.text, "reference run: "));
    assert_non_null(strstr(f.err.text, "CTA (2,0,0), thread (0,0,0): store of 4 bytes at 0x1190: "
                                       "no buffer holds it; "));
    close_fixture(&f);
    open_fixture(&f, "  - {entry: spin, grid: [1], block: [1]}\n", 1 << 20);
    assert_null(flat_run(f.g, &(struct flat_options){.limit = 100000}, &f.err));
    assert_non_null(strstr(f.err.text, "too many instructions, the kernel seems to loop for "
                                       "ever; check its loops, or choose a smaller size"));
    close_fixture(&f);
}

/*
 * Handshakes between CTAs, in hand-written PTX: thread 0 of CTA i waits until word `from(i)` of a
 * is set, then sets word i to that value plus 1. `last` starts the chain.
 */
static const char chain[] =
    ".version 6.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry chain(.param .u64 a, .param .u32 step, .param .u32 first)\n{\n"
    ".reg .b32 %r<8>; .reg .b64 %rd<4>; .reg .pred %p<3>;\n"
    "ld.param.u64 %rd1, [a]; ld.param.u32 %r1, [step]; ld.param.u32 %r2, [first];\n"
    "mov.u32 %r3, %ctaid.x; mov.u32 %r4, %tid.x; setp.ne.u32 %p1, %r4, 0; @%p1 bra END;\n"
    "mov.u32 %r5, 1; setp.eq.u32 %p1, %r3, %r2; @%p1 bra SET;\n"
    "add.u32 %r6, %r3, %r1; mul.wide.u32 %rd2, %r6, 4; add.u64 %rd2, %rd1, %rd2;\n"
    "WAIT: ld.acquire.gpu.global.u32 %r5, [%rd2];\n"
    "setp.eq.u32 %p2, %r5, 0; @%p2 bra WAIT; add.u32 %r5, %r5, 1;\n"
    "SET: mul.wide.u32 %rd3, %r3, 4; add.u64 %rd3, %rd1, %rd3;\n"
    "st.release.gpu.global.u32 [%rd3], %r5;\n"
    "END: bar.sync 0; ret;\n}\n"
    ".visible .entry spin(.param .u64 a)\n{\n"
    ".reg .b32 %r<4>; .reg .b64 %rd<2>; .reg .pred %p; ld.param.u64 %rd1, [a];\n"
    "L: atom.global.exch.b32 %r1, [%rd1], 1; setp.ne.u32 %p, %r1, 0; @%p bra L; ret;\n}\n";

static struct flat *run_chain(struct fixture *f, const char *launch, uint64_t limit)
{
    char text[1024];
    snprintf(text, sizeof text,
             "about: x\nsource: k.ptx\nbuffers:\n"
             "  - {name: a, type: u32, count: 100, init: zero}\nlaunches:\n  - {%s}\n",
             launch);
    *f = (struct fixture){0};
    f->l = launch_parse(text, strlen(text), "f.yaml", NULL, 1, &f->err);
    if (f->l == NULL)
        fail_msg("%s", f->err.text);
    f->m = ptx_parse(chain, strlen(chain), "k.ptx", &f->err);
    if (f->m == NULL)
        fail_msg("%s", f->err.text);
    const struct pages_config c = lines_of(1 << 20);
    f->g = gpu_new(f->l, f->m, NULL, &c, &f->err);
    assert_non_null(f->g);
    return flat_run(f->g, &(struct flat_options){.limit = limit}, &f->err);
}

/* A reference run in which no CTA ends reports where its warps are; each report takes twice as long
 * as the last. */
static void test_flat_lull(void **state)
{
    (void)state;
    struct fixture f;
    char *text;
    size_t len;
    FILE *to = open_memstream(&text, &len);
    assert_non_null(to);
    open_fixture(&f, "  - {entry: spin, grid: [1], block: [1]}\n", 1 << 20);
    gpu_hints(f.g, to, 10000);
    assert_null(flat_run(f.g, &(struct flat_options){.limit = 100000}, &f.err));
    fclose(to);
    int told = 0;
    for (const char *s = text; (s = strstr(s, "umbel: reference run: no CTA has ended")) != NULL;
         s++)
        told++;
    assert_int_equal(told, 4); /* after 10000, 20000, 40000, 80000 */
    assert_non_null(strstr(text, " warp instructions; the run goes on; warps are at:\n"
                                 "  warp 0: kernel spin, PTX line "));
    assert_non_null(strstr(text, ", CTA (0,0,0), thread (0,0,0): 1 lane runs\n"));
    free(text);
    close_fixture(&f);
}

/* CTAs that wait for an earlier or a later one end, as the turn of a waiting CTA is limited. */
static void test_flat_turns(void **state)
{
    (void)state;
    static const char *const launches[] = {
        "entry: chain, grid: [100], block: [64], args: [a, 'i32 -1', 'u32 0']",
        "entry: chain, grid: [100], block: [64], args: [a, 'i32 1', 'u32 99']"};
    struct fixture f;
    for (int way = 0; way < 2; way++) {
        /* The second: CTAs wait for all behind them. 100 * 100 / 2 turns of PATIENCE, and a few. */
        struct flat *flat = run_chain(&f, launches[way], way == 0 ? 10000 : 40000000);
        if (flat == NULL)
            fail_msg("%s", f.err.text);
        for (uint32_t i = 0; i < 100; i++) {
            uint32_t v;
            memcpy(&v, flat_bytes(flat, 0) + 4 * i, 4);
            assert_int_equal(v, way == 0 ? i + 1 : 100 - i);
        }
        flat_free(flat);
        close_fixture(&f);
    }
    /* A lock that nobody gives back. */
    assert_null(run_chain(&f, "entry: spin, grid: [3], block: [1], args: [a]", 3000000));
    assert_non_null(strstr(f.err.text, "too many instructions, the kernel seems to loop for "));
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flat),
        cmocka_unit_test(test_flat_errors),
        cmocka_unit_test(test_flat_lull),
        cmocka_unit_test(test_flat_turns),
    };
    return cmocka_run_group_tests_name("gpu's reference run", tests, NULL, NULL);
}
