/* The message about a kernel of which no CTA ends: when it comes, and where it says the
 * lanes are. */
#include "sw/sm/spots.h"

#include "sw/sm/sm.h"
#include "sw/util/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD                                                                                       \
    ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 a)\n{\n"         \
    ".reg .pred %p<8>; .reg .b32 %r<8>; .reg .b64 %rd<8>;\n"                                       \
    "ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"
#define FILES "\n.file 1 \"k.cu\"\n"

/* One SM, and a memory of zeros that answers in the next cycle. */
struct bench {
    struct ptx_module *module;
    struct simt_grid grid;
    struct sm *sm;
    struct lull lull;
    uint64_t now;
    char *text;
    size_t len;
    FILE *to;
};

static void start(struct bench *b, const char *ptx, uint32_t ctas, uint32_t threads)
{
    static const uint64_t address = 0x1000;
    struct error err = {0};
    struct sm_config c = {
        .warps = 32, .ctas = 8, .shared_bytes = 1024, .tags = 32, .line_bytes = 64};
    for (int i = 0; i < PTX_CLASSES; i++) {
        c.latency[i] = 20; /* one warp alone cannot keep the others from issuing */
        c.interval[i] = 1;
    }
    *b = (struct bench){.module = ptx_parse(ptx, strlen(ptx), "k.ptx", &err)};
    if (b->module == NULL)
        fail_msg("%s", err.text);
    b->grid = (struct simt_grid){.module = b->module,
                                 .kernel = ptx_kernel(b->module, 0),
                                 .grid = {ctas, 1, 1},
                                 .block = {threads, 1, 1},
                                 .params = (const uint8_t *)&address};
    b->sm = sm_new(&c, "gpu0.sm2");
    for (uint32_t i = 0; i < ctas; i++)
        sm_take(b->sm, &b->grid, i);
    b->to = open_memstream(&b->text, &b->len);
    assert_non_null(b->to);
}

static void run(struct bench *b, uint64_t until)
{
    static const uint8_t zeros[SM_MAX_LINE];
    struct error err = {0};
    for (; b->now < until; b->now++) {
        if (!sm_step(b->sm, b->now, &err))
            fail_msg("%s", err.text);
        const struct sm_request *r = sm_wants(b->sm);
        if (r != NULL) {
            uint32_t tag = r->tag;
            sm_sent(b->sm);
            sm_answer(b->sm, tag, zeros);
        }
        if (b->now % 100 == 0)
            sm_lull(&b->lull, b->now, &b->sm, 1, 1000, b->to);
    }
    fflush(b->to);
}

static void end(struct bench *b)
{
    fclose(b->to);
    free(b->text);
    sm_free(b->sm);
    ptx_free(b->module);
}

/* Lane 5 of each warp waits for a flag; the other lanes reach the barrier. */
static void test_waiting(void **state)
{
    (void)state;
    struct bench b;
    start(&b,
          HEAD ".loc 1 3 1\nand.b32 %r3, %r1, 31; setp.ne.u32 %p1, %r3, 5; @%p1 bra ALL;\n"
               "L: .loc 1 4 9\nld.volatile.global.u32 %r4, [%rd1];\nsetp.eq.u32 %p2, %r4, 0;\n"
               "@%p2 bra L;\n"
               "ALL: .loc 1 6 5\nbar.sync 0;\n.loc 1 7 1\nret;\n}" FILES,
          3, 64);
    run(&b, 900);
    assert_int_equal(b.len, 0);
    run(&b, 1100);
    /* A warp may be anywhere in the loop: waiting for its load, or running. */
    assert_true(strncmp(b.text,
                        "umbel: no CTA has ended for 1000 cycles (now 1000); the run goes on, "
                        "--max-cycles bounds it; warps are at:\n  gpu0.sm2 warp ",
                        121) == 0);
    assert_non_null(strstr(b.text, ": kernel k, k.cu:4 (PTX line "));
    assert_non_null(strstr(b.text, ", thread (5,0,0): 1 lane "));
    assert_non_null(strstr(b.text,
                           "  gpu0.sm2 warp 0: kernel k, k.cu:6 (PTX line 15), CTA (0,0,0), "
                           "thread (0,0,0): 31 lanes wait for the other lanes of a "
                           "warp-wide operation; warps like it: 5\n"));
    run(&b, 10000); /* at 1000, 2000, 4000, 8000 */
    int told = 0;
    for (const char *s = b.text; (s = strstr(s, "no CTA has ended")) != NULL; s++)
        told++;
    assert_int_equal(told, 4);
    assert_non_null(strstr(b.text, "for 8000 cycles (now 8000)"));
    end(&b);
}

/* One warp keeps the others of its CTA at the barrier, another lane its warp where ways meet. */
static void test_both_roles(void **state)
{
    (void)state;
    struct bench b;
    start(&b,
          HEAD ".loc 1 3 1\nsetp.ne.u32 %p1, %r1, 40; @%p1 bra ALL;\n"
               "L: .loc 1 4 9\nbra L;\n"
               "ALL: .loc 1 6 5\nbar.sync 0;\nret;\n}" FILES,
          1, 96);
    run(&b, 1001);
    assert_string_equal(b.text,
                        "umbel: no CTA has ended for 1000 cycles (now 1000); the run goes on, "
                        "--max-cycles bounds it; warps are at:\n"
                        "  gpu0.sm2 warp 0: kernel k, k.cu:6 (PTX line 13), CTA (0,0,0), thread "
                        "(0,0,0): 32 lanes wait for the CTA's other warps at a barrier; warps like "
                        "it: 1\n"
                        "  gpu0.sm2 warp 1: kernel k, k.cu:4 (PTX line 11), CTA (0,0,0), thread "
                        "(40,0,0): 1 lane runs\n"
                        "  gpu0.sm2 warp 1: kernel k, k.cu:6 (PTX line 13), CTA (0,0,0), thread "
                        "(32,0,0): 31 lanes wait for the other lanes of a warp-wide operation\n");
    end(&b);
}

/* Twelve warps, each at a place of its own. */
static void test_bounded(void **state)
{
    (void)state;
    char ptx[4096];
    int n = snprintf(ptx, sizeof ptx, "%s", HEAD "shr.u32 %r3, %r1, 5;\n");
    for (int i = 0; i < 12; i++)
        n += snprintf(ptx + n, sizeof ptx - (size_t)n,
                      ".loc 1 %d 1\nL%d: setp.eq.u32 %%p1, %%r3, %d; @%%p1 bra L%d;\n", 10 + i, i,
                      i, i);
    snprintf(ptx + n, sizeof ptx - (size_t)n, "ret;\n}" FILES);
    struct bench b;
    start(&b, ptx, 1, 12 * 32);
    run(&b, 1001);
    int lines = 0;
    for (const char *s = b.text; *s != '\0'; s++)
        lines += *s == '\n';
    assert_int_equal(lines, 1 + SPOTS_SHOWN + 1);
    assert_non_null(strstr(b.text, "k.cu:17 (PTX line "));
    assert_null(strstr(b.text, "k.cu:18 (PTX line "));
    assert_non_null(strstr(b.text, "): 32 lanes run\n"));
    assert_non_null(strstr(b.text, "\n  places more, in all warps: 4\n"));
    end(&b);
}

/* The time restarts when a CTA ends; without a CTA there is no message. */
static void test_when(void **state)
{
    (void)state;
    struct lull l = {0};
    static const struct {
        uint64_t now, ctas;
        bool told;
    } looks[] = {{50, 0, false},  {149, 0, false}, {150, 0, true}, {200, 0, false},
                 {250, 0, true},  {449, 0, false}, {450, 0, true}, {451, 1, false},
                 {550, 1, false}, {551, 1, true},  {651, 1, true}, {652, 1, false}};
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++)
        assert_int_equal(lull_is(&l, looks[i].now, looks[i].ctas, 100), looks[i].told);
    struct bench b;
    start(&b, HEAD "ret;\n}\n", 1, 32);
    run(&b, 5000);
    assert_true(sm_idle(b.sm));
    assert_int_equal(b.len, 0);
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_both_roles),
        cmocka_unit_test(test_bounded),
        cmocka_unit_test(test_when),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
