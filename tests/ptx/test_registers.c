/* How many registers a kernel has alive: counted by hand, and for random graphs of branches against
 * sets of live registers that are worked out instruction by instruction. */
#include "sw/ptx/warp.h"
#include "sw/util/rng.h"
#include "sw/util/sbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD ".version 6.0\n.target sm_70\n.address_size 64\n"
enum { PREDS = 4, REGS = 14 };
#define ENTRY                                                                                      \
    ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<4>; .reg .b32 %r<14>;"                   \
    ".reg .b64 %rd<8>;\n"

static struct ptx_module *read_ptx(const char *ptx)
{
    struct error err = {0};
    struct ptx_module *m = ptx_parse(ptx, strlen(ptx), "test.ptx", &err);
    if (m == NULL)
        fail_msg("%s\n%s", err.text, ptx);
    return m;
}

static void expect(const char *ptx, uint32_t registers)
{
    struct ptx_module *m = read_ptx(ptx);
    assert_int_equal(ptx_kernel(m, 0)->alive_regs, registers);
    ptx_free(m);
}

static void test_by_hand(void **state)
{
    (void)state;
    expect(HEAD ENTRY "ret;\n}\n", 0);
    /* both are written before the sum is, which takes the place of one */
    expect(HEAD ENTRY "mov.u32 %r1, 1; mov.u32 %r2, 2; add.u32 %r3, %r1, %r2;\n"
                      "st.shared.u32 [0], %r3; ret;\n}\n",
           2);
    /* what nothing reads is written: one beside %r1 */
    expect(HEAD ENTRY "mov.u32 %r1, 1; mov.u32 %r2, 2; st.shared.u32 [0], %r1; ret;\n}\n", 2);
    /* 64 bits are two, a predicate none */
    expect(HEAD ENTRY "mov.u64 %rd1, 1; mov.u32 %r1, 2; setp.eq.u32 %p1, %r1, 2;\n"
                      "@%p1 st.shared.u64 [0], %rd1; ret;\n}\n",
           3);
    /* a loop keeps what it reads in its next round */
    expect(HEAD ENTRY "mov.u32 %r1, 0; mov.u32 %r2, 5; mov.u32 %r3, 7;\n"
                      "L: add.u32 %r1, %r1, %r2; mul.lo.u32 %r4, %r1, 3;\n"
                      "st.shared.u32 [0], %r4; setp.lt.u32 %p1, %r1, %r3; @%p1 bra L; ret;\n}\n",
           4);
    /* a write under a guard keeps the value of before */
    expect(HEAD ENTRY "mov.u32 %r1, 1; mov.u32 %r2, 3; setp.eq.u32 %p1, %r2, 3;\n"
                      "@%p1 mov.u32 %r1, 2; st.shared.u32 [0], %r1; ret;\n}\n",
           2);
}

/* The caller's %r1 and %r2 are alive across the call of a function that needs three itself. The
 * function has its frame's place, too, 64 bits. */
static void test_calls(void **state)
{
    (void)state;
    static const char f[] =
        HEAD ".func f()\n{\n.reg .b32 %r<6>;\nmov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3;\n"
             "add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3; st.shared.u32 [0], %r1; ret;\n}\n" ENTRY
             "mov.u32 %r1, 1; mov.u32 %r2, 2;\n";
    static const char end[] = "st.shared.u32 [0], %r1; st.shared.u32 [4], %r2; ret;\n}\n";
    char alone[1024], with[1024];
    snprintf(alone, sizeof alone, "%s%s", f, end);
    snprintf(with, sizeof with, "%s{ call f; }\n%s", f, end);
    expect(alone, 2);
    struct ptx_module *m = read_ptx(with);
    uint32_t registers = ptx_kernel(m, 0)->alive_regs;
    assert_in_range(registers, 2 + 3, 2 + 3 + 2);
    ptx_free(m);
}

/* ---- random graphs against sets ---- */

enum { LENGTH = 40 };

static void write_random(struct rng *rng, struct sbuf *s)
{
    sbuf_puts(s, HEAD ENTRY);
    for (int i = 0; i < LENGTH; i++) {
        unsigned a = (unsigned)rng_below(rng, REGS), b = (unsigned)rng_below(rng, REGS),
                 c = (unsigned)rng_below(rng, REGS), p = (unsigned)rng_below(rng, PREDS);
        sbuf_printf(s, "L%d: ", i);
        switch (rng_below(rng, 8)) {
        case 0:
            sbuf_printf(s, "@%%p%u bra L%u;\n", p, (unsigned)rng_below(rng, LENGTH));
            break;
        case 1:
            sbuf_printf(s, "setp.lt.u32 %%p%u, %%r%u, %%r%u;\n", p, a, b);
            break;
        case 2:
            sbuf_printf(s, "@%%p%u mov.u32 %%r%u, %%r%u;\n", p, a, b);
            break;
        case 3:
            sbuf_printf(s, "mov.u32 %%r%u, %u;\n", a, b);
            break;
        case 4:
            sbuf_printf(s, "st.shared.u32 [%u], %%r%u;\n", 4 * b, a);
            break;
        default:
            sbuf_printf(s, "add.u32 %%r%u, %%r%u, %%r%u;\n", a, b, c);
        }
    }
    sbuf_puts(s, "ret;\n}\n");
}

struct sets {
    bool in[LENGTH + 8][REGS], out[LENGTH + 8][REGS];
};

/* One step of the equations for an instruction; whether anything changed. */
static bool flow(const struct kernel *k, uint32_t i, struct sets *s)
{
    const struct op *o = &k->ops[i];
    bool in[REGS], changed = false, ends = o->exec == exec_exit && o->guard == 0;
    for (int r = 0; r < REGS; r++) {
        bool jump = o->exec == exec_branch && s->in[o->target][r];
        bool falls = !ends && !(o->exec == exec_branch && o->guard == 0) && s->in[i + 1][r];
        s->out[i][r] = jump || falls;
        in[r] = s->out[i][r];
    }
    for (int d = 0; d < k->insts[i].n_dst; d++)
        if (k->insts[i].dst[d] >= PREDS)
            in[k->insts[i].dst[d] - PREDS] = o->guard != 0;
    for (int r = 0; r < k->insts[i].n_src; r++)
        if (k->insts[i].src[r] >= PREDS)
            in[k->insts[i].src[r] - PREDS] = true;
    for (int r = 0; r < REGS; r++) {
        changed = changed || in[r] != s->in[i][r];
        s->in[i][r] = in[r];
    }
    return changed;
}

static uint32_t by_sets(const struct kernel *k)
{
    struct sets *s = calloc(1, sizeof *s);
    uint32_t n = (uint32_t)k->pub.n_insts, most = 0;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < n; i++)
            more = flow(k, i, s) || more;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t before = 0, behind = 0;
        for (int d = 0; d < k->insts[i].n_dst; d++)
            if (k->insts[i].dst[d] >= PREDS)
                s->out[i][k->insts[i].dst[d] - PREDS] = true;
        for (int r = 0; r < REGS; r++) {
            before += s->in[i][r];
            behind += s->out[i][r];
        }
        most = before > most ? before : most;
        most = behind > most ? behind : most;
    }
    free(s);
    return most;
}

static void test_random(void **state)
{
    (void)state;
    struct rng rng = {.state = 5};
    bool seen[REGS + 1] = {0};
    int different = 0;
    for (int i = 0; i < 2000; i++) {
        struct sbuf s = {0};
        write_random(&rng, &s);
        struct ptx_module *m = read_ptx(sbuf_str(&s));
        const struct ptx_kernel *k = ptx_kernel(m, 0);
        uint32_t want = by_sets(kernel_of(k));
        if (k->alive_regs != want)
            fail_msg("%u registers are alive, not %u:\n%s", want, k->alive_regs, sbuf_str(&s));
        different += !seen[want];
        seen[want] = true;
        ptx_free(m);
        sbuf_free(&s);
    }
    assert_true(different > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
