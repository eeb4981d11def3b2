/*
 * Branches and loops in the models: random programs that branch, where sequential consistency must
 * allow exactly the outcomes of all interleavings; control dependencies under rc; and programs that
 * exceed the bound. With UMBEL_SLOW one program more.
 */
#include "formal/litmus/model/model.h"
#include "formal/litmus/model/paths.h"
#include "sw/util/arena.h"
#include "sw/util/rng.h"
#include "tests/litmus/places.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool allows(const struct litmus *t, enum litmus_model m, struct outcomes *o,
                   struct error *err)
{
    return model_allows(t, m, apart, o, NULL, err);
}

/* ---- random programs against all their interleavings ---- */

struct interleaving {
    struct litmus_state s;
    int at[LITMUS_THREADS];
    uint8_t back[LITMUS_THREADS][LITMUS_INSTS];
};

static uint32_t value(const struct litmus_state *s, int thread, const struct litmus_operand *o)
{
    return o->reg == LITMUS_NONE ? o->value : s->regs[thread][o->reg];
}

/* Executes one instruction; false if a loop exceeds its bound. */
static bool step(const struct litmus *t, struct interleaving *m, int thread)
{
    int at = m->at[thread]++;
    const struct litmus_inst *i = &t->threads[thread].insts[at];
    uint32_t *regs = m->s.regs[thread], *var = &m->s.vars[i->var];
    uint32_t a = value(&m->s, thread, &i->operand), b = value(&m->s, thread, &i->compare);
    switch (i->kind) {
    case LITMUS_LOAD:
        regs[i->to] = *var;
        break;
    case LITMUS_STORE:
        *var = a;
        break;
    case LITMUS_ATOMIC: /* all are increments here */
        regs[i->to] = *var;
        *var += a;
        break;
    case LITMUS_OP: /* all are sums */
        regs[i->to] = a + b;
        break;
    case LITMUS_BRANCH:
        if ((i->op == LITMUS_EQ) != (a == b))
            break;
        m->at[thread] = i->target;
        return i->target > at || m->back[thread][at]++ < t->unroll;
    case LITMUS_MOVE:
    case LITMUS_FENCE:
    case LITMUS_BARRIER: /* there are none here */
        break;
    }
    return true;
}

static void interleave(const struct litmus *t, const struct interleaving *m, struct outcomes *found)
{
    bool ended = true;
    for (int i = 0; i < t->n_threads; i++) {
        if (m->at[i] == t->threads[i].n_insts)
            continue;
        ended = false;
        struct interleaving next = *m;
        if (step(t, &next, i))
            interleave(t, &next, found);
    }
    if (ended)
        outcomes_at(found, t, &m->s);
}

/* Two threads of up to six instructions on two variables; a branch goes to any instruction. */
static struct litmus *random_test(struct rng *rng)
{
    struct litmus *t = xcalloc(1, sizeof *t);
    t->name = t->file = "random";
    t->n_threads = t->n_vars = 2;
    t->vars[0].name = "x";
    t->vars[1].name = "y";
    t->shown_var[0] = t->shown_var[1] = t->branches = true;
    t->unroll = 1 + (int)rng_below(rng, 2);
    for (int i = 0; i < 2; i++) {
        struct litmus_thread *th = &t->threads[i];
        th->n_insts = 4 + (int)rng_below(rng, 3);
        th->n_regs = 2;
        th->regs[0] = "a";
        th->regs[1] = "b";
        for (int j = 0; j < th->n_insts; j++) {
            static const enum litmus_kind kinds[] = {LITMUS_LOAD,   LITMUS_LOAD,   LITMUS_STORE,
                                                     LITMUS_STORE,  LITMUS_ATOMIC, LITMUS_OP,
                                                     LITMUS_BRANCH, LITMUS_BRANCH};
            struct litmus_inst *in = &th->insts[j];
            in->kind = kinds[rng_below(rng, 8)];
            in->var = (int)rng_below(rng, 2);
            bool sets = in->kind != LITMUS_STORE && in->kind != LITMUS_BRANCH;
            in->to = sets ? (int)rng_below(rng, 2) : LITMUS_NONE;
            in->won = LITMUS_NONE;
            in->op = in->kind == LITMUS_OP ? LITMUS_ADD : rng_below(rng, 2) ? LITMUS_EQ : LITMUS_NE;
            in->operand.reg = (int)rng_below(rng, 3) - 1;
            in->operand.value = 1 + (uint32_t)rng_below(rng, 2);
            in->compare.reg = LITMUS_NONE;
            in->compare.value = (uint32_t)rng_below(rng, 2);
            int from = rng_below(rng, 3) == 0 ? 0 : j + 1;
            in->target = from + (int)rng_below(rng, (uint64_t)(th->n_insts - from) + 1);
        }
    }
    return t;
}

/* Programs with several backward branches may have too many paths; those are skipped. One program
 * has so many interleavings that it takes as long as all others; it is left out every day. */
static void sc_is_interleaving(void **state)
{
    (void)state;
    enum { PROGRAMS = 1000, LONGEST = 225 };
    size_t looped = 0, states = 0, skipped = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        if (seed == LONGEST && !slow_wanted())
            continue;
        struct rng rng = {seed};
        struct litmus *t = random_test(&rng);
        struct outcomes sc = {0}, rc = {0}, walked = {0};
        struct error err = {0};
        if (!allows(t, MODEL_SC, &sc, &err)) {
            outcomes_free(&sc);
            free(t);
            skipped++;
            continue;
        }
        assert_true(allows(t, MODEL_RC, &rc, &err));
        struct interleaving m = {0};
        interleave(t, &m, &walked);
        bool same = sc.n == walked.n;
        for (size_t i = 0; i < sc.n; i++)
            same = same && outcomes_have(&walked, t, &sc.list[i]->state) &&
                   outcomes_have(&rc, t, &sc.list[i]->state);
        if (!same)
            fail_msg("seed %llu: %zu outcomes, and %zu", (unsigned long long)seed, sc.n, walked.n);
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < t->threads[i].n_insts; j++)
                looped += t->threads[i].insts[j].kind == LITMUS_BRANCH &&
                          t->threads[i].insts[j].target <= j;
        states += sc.n;
        outcomes_free(&sc);
        outcomes_free(&rc);
        outcomes_free(&walked);
        free(t);
    }
    if (looped < 300 || states < 1500 || skipped > 20) /* else the programs are too simple */
        fail_msg("%zu loops, %zu outcomes, %zu skipped", looped, states, skipped);
}

/* ---- control dependencies, and the bound ---- */

static struct litmus *read_text(const char *text)
{
    struct error err = {0};
    struct litmus *t = litmus_parse(text, strlen(text), "t.litmus", &err);
    assert_string_equal(err.text, "");
    return t;
}

static bool possible(const char *text, enum litmus_model m, int unroll)
{
    struct litmus *t = read_text(text);
    struct outcomes o = {0};
    struct error err = {0};
    t->unroll = unroll;
    assert_true(allows(t, m, &o, &err));
    bool found = false;
    for (size_t i = 0; i < o.n; i++)
        found = found || condition_holds(t->condition, &o.list[i]->state);
    outcomes_free(&o);
    litmus_free(t);
    return found;
}

#define LB(if0, if1)                                                                               \
    "C t\n{}\nP0 (int* x, int* y) { int r0 = *x; " if0 " *y = 1; }\n"                              \
    "P1 (int* x, int* y) { int r0 = *y; " if1 " *x = 1; }\nexists (0:r0=1 /\\ 1:r0=1)"

static void control(void **state)
{
    (void)state;
    assert_true(possible(LB("", ""), MODEL_RC, 2));
    assert_true(possible(LB("if (r0 == 1)", ""), MODEL_RC, 2));
    /* Each store waits for a load that reads the other's: out of thin air. */
    assert_false(possible(LB("if (r0 == 1)", "if (r0 == 1)"), MODEL_RC, 2));
    assert_false(possible(LB("if (r0 == r0)", "if (r0)"), MODEL_RC, 2));
    /* A load does not wait for a branch. */
    static const char mp[] = "C t\n{}\nP0 (int* x, int* y) { *x = 1; __threadfence(); *y = 1; }\n"
                             "P1 (int* x, int* y) { int r1; int r0 = *y; if (r0) r1 = *x; }\n"
                             "exists (1:r0=1 /\\ 1:r1=0)";
    assert_true(possible(mp, MODEL_RC, 2));
    assert_false(possible(mp, MODEL_SC, 2));
}

static void bound(void **state)
{
    (void)state;
    static const char count[] = "C t\n{}\nP0 (int* x) { int r0 = 0; while (r0 != 3) r0 = r0 + 1; "
                                "*x = r0; }\nexists (x=3)";
    assert_false(possible(count, MODEL_SC, 2));
    assert_true(possible(count, MODEL_SC, 3));
    static const char spin[] =
        "C t\n{}\nP0 (int* x) { *x = 1; }\nP1 (int* x) { while (*x == 0) ; }\nexists (true)";
    assert_true(possible(spin, MODEL_SC, 1));
    /* No thread stores the value that it waits for. */
    static const char never[] = "C t\n{}\nP0 (int* x) { while (*x == 0) ; }\nexists (true)";
    assert_false(possible(never, MODEL_SC, 3));
}

static bool count_path(void *ctx, const struct litmus *straight)
{
    int *n = ctx;
    for (int i = 0; i < straight->threads[0].n_insts; i++)
        assert_int_not_equal(straight->threads[0].insts[i].kind, LITMUS_FENCE);
    ++*n;
    return *n < 3;
}

static void too_much(void **state)
{
    (void)state;
    struct error err = {0};
    struct litmus *t = read_text("C t\n{}\nP0 (int* x) { while (*x) *x = 1; }\nexists (x=0)");
    struct outcomes o = {0};
    t->unroll = 60;
    assert_false(allows(t, MODEL_SC, &o, &err));
    assert_string_equal(err.text, "t.litmus: P0 has a path of more than 64 instructions; write a "
                                  "smaller test, or give a lower --unroll");
    litmus_free(t);
    struct sbuf text = {0};
    sbuf_puts(&text, "C t\n{}\nP0 (int* x) { int r = 0;");
    for (int i = 0; i < 13; i++)
        sbuf_puts(&text, " if (r) r = 1;");
    sbuf_puts(&text, " }\nexists (x=0)");
    t = read_text(text.text);
    sbuf_free(&text);
    err = (struct error){0};
    assert_false(allows(t, MODEL_SC, &o, &err));
    assert_string_equal(err.text, "t.litmus: P0 has more than 4096 paths; write a smaller test, or "
                                  "give a lower --unroll");
    litmus_free(t);
    /* The callback may stop the enumeration of paths. */
    t = read_text("C t\n{}\nP0 (int* x) { if (*x) *x = 1; if (*x) *x = 2; }\nexists (x=0)");
    int n = 0;
    assert_false(litmus_each_path(t, count_path, &n, &err));
    assert_int_equal(n, 3);
    litmus_free(t);
    outcomes_free(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sc_is_interleaving),
                                       cmocka_unit_test(control), cmocka_unit_test(bound),
                                       cmocka_unit_test(too_much)};
    return cmocka_run_group_tests_name("litmus paths", tests, NULL, NULL);
}
