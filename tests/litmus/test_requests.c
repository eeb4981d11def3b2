/* The request that each kind of access sends to its L1, and the meaning of its answer, in bytes. */
#include "harness/litmus/runner_impl.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* x and y share line 7; z is in line 9. */
static const char text[] = "PTX t\n{ x=0; y=0; z=0; }\n(* same line: x y *)\nP0 ;\n"
                           "ld.weak r0,x ;\n"                  /* 0 */
                           "ld.relaxed.gpu r1,y ;\n"           /* 1 */
                           "ld.relaxed.cta r1,y ;\n"           /* 2 */
                           "st.release.sys y,5 ;\n"            /* 3 */
                           "atom.add r2,z,3 ;\n"               /* 4 */
                           "atom.acquire.gpu.cas r3,x,8,9 ;\n" /* 5 */
                           "atom.exch r4,y,r3 ;\n"             /* 6 */
                           "red.max.u32 y,6 ;\n"               /* 7 */
                           "exists (x=0)";

struct fixture {
    struct litmus *test;
    struct runner runner;
    struct agent agent;
};

static void set_up(struct fixture *f)
{
    static const struct system sys;
    struct error err = {0};
    *f = (struct fixture){.test = litmus_parse(text, strlen(text), "t.litmus", &err)};
    assert_string_equal(err.text, "");
    f->runner.c.test = f->test;
    f->runner.c.sys = &sys;
    f->runner.line[0] = 7;
    f->runner.line[1] = 9;
    f->agent.regs[3] = 77;
}

static struct sm_request request(const struct fixture *f, int inst)
{
    return runner_request(&f->runner, &f->agent, &f->test->threads[0].insts[inst]);
}

static uint32_t word(const struct sm_request *q, uint32_t n)
{
    uint32_t w;
    memcpy(&w, q->data + 4 * (size_t)n, sizeof w);
    return w;
}

static void requests(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    struct sm_request q = request(&f, 0);
    assert_true(q.op == OP_LOAD && q.line == 7);
    assert_int_equal(request(&f, 1).op, OP_FRESH);
    assert_int_equal(request(&f, 2).op, OP_LOAD);
    q = request(&f, 3);
    assert_true(q.op == OP_STORE && q.line == 7 && word(&q, 1) == 5);
    assert_true(q.mask[0] == 0xf0 && q.mask[1] == 0);
    q = request(&f, 4);
    assert_true(q.op == OP_ATOMIC && q.fn == FN_ADD && q.line == 9 && word(&q, 0) == 3);
    assert_true(q.mask[0] == 0x0f && q.mask[1] == 0);
    /* The compare value lies beside the operand, outside the mask. */
    q = request(&f, 5);
    assert_true(q.op == OP_ATOMIC && q.fn == FN_CAS && word(&q, 0) == 9 && word(&q, 1) == 8);
    assert_int_equal(q.mask[0], 0x0f);
    q = request(&f, 6);
    assert_true(q.fn == FN_EXCH && word(&q, 1) == 77 && q.mask[0] == 0xf0);
    q = request(&f, 7);
    assert_true(q.fn == FN_UMAX && word(&q, 1) == 6);
    litmus_free(f.test);
}

static void answers(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    const struct litmus_inst *insts = f.test->threads[0].insts;
    const uint32_t line[4] = {10, 20, 30, 40};
    f.agent.pending = 0xff;
    runner_finish(&f.runner, &f.agent, &insts[0], (const uint8_t *)line);
    runner_finish(&f.runner, &f.agent, &insts[1], (const uint8_t *)line);
    runner_finish(&f.runner, &f.agent, &insts[7], (const uint8_t *)line);
    assert_int_equal(f.agent.regs[0], 10);
    assert_int_equal(f.agent.regs[1], 20);
    assert_int_equal(f.agent.pending, 0xfc);
    litmus_free(f.test);
}

/* The C form of compare-and-swap has two results. */
static void compare_and_swap(void **state)
{
    (void)state;
    static const char c[] = "C t\n{ x=0; }\nP0 (int* x) { int e = 4; int w = "
                            "atomic_compare_exchange_strong(x, &e, 9); }\nexists (x=0)";
    struct error err = {0};
    struct litmus *t = litmus_parse(c, strlen(c), "t.litmus", &err);
    assert_non_null(t);
    struct runner r = {.c.test = t};
    for (uint32_t old = 4; old < 6; old++) {
        struct agent a = {.regs = {4, 0}, .pending = 3};
        const uint32_t line[4] = {old};
        runner_finish(&r, &a, &t->threads[0].insts[1], (const uint8_t *)line);
        assert_int_equal(a.regs[0], old);
        assert_int_equal(a.regs[1], old == 4);
        assert_int_equal(a.pending, 0);
    }
    litmus_free(t);
}

/* A release waits before, an acquire after; both are steps of their own. */
static void steps(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    runner_add_steps(&f.agent, &f.test->threads[0]);
    static const struct {
        int inst;
        bool fence;
    } wanted[] = {{0, false}, {1, false}, {2, false}, {3, true},  {3, false},
                  {4, false}, {5, false}, {5, true},  {6, false}, {7, false}};
    assert_int_equal(f.agent.n_steps, sizeof wanted / sizeof *wanted);
    for (int i = 0; i < f.agent.n_steps; i++) {
        assert_ptr_equal(f.agent.steps[i].inst, &f.test->threads[0].insts[wanted[i].inst]);
        assert_int_equal(f.agent.steps[i].fence, wanted[i].fence);
    }
    litmus_free(f.test);
}

/* Loads of processors are fresh only where copies may be stale; an sc compares with what its lr
 * read, in x, which has the second word of line 7. */
static void of_processors(void **state)
{
    (void)state;
    static const char riscv[] = "RISCV t\n{ x=0; y=0; 0:x6=x; 0:x5=1; }\n(* same line: y x *)\n"
                                "P0 ;\nlw x1,0(x6) ;\nsc.w x2,x5,(x6) ;\nexists (x=0)";
    struct fixture f;
    set_up(&f);
    litmus_free(f.test);
    struct error err = {0};
    f.test = litmus_parse(riscv, strlen(riscv), "t.litmus", &err);
    assert_non_null(f.test);
    f.runner.c.test = f.test;
    f.agent.regs[f.test->threads[0].insts[1].to] = 1;
    f.agent.reserved = (struct reservation){.var = 0, .value = 55};
    assert_int_equal(request(&f, 2).op, OP_LOAD);
    f.runner.c.fences = true;
    assert_int_equal(request(&f, 2).op, OP_FRESH);
    struct sm_request q = request(&f, 3);
    assert_true(q.op == OP_ATOMIC && q.fn == FN_CAS && q.line == 7 && q.mask[0] == 0xf0);
    assert_true(word(&q, 1) == 1 && word(&q, 0) == 55);
    litmus_free(f.test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(requests), cmocka_unit_test(answers),
                                       cmocka_unit_test(compare_and_swap), cmocka_unit_test(steps),
                                       cmocka_unit_test(of_processors)};
    return cmocka_run_group_tests_name("litmus requests", tests, NULL, NULL);
}
