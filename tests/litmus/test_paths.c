/*
 * Branches and loops in the models: random programs that branch, where sequential consistency must
 * allow exactly the outcomes of all interleavings; control dependencies under rc; and executions
 * that are not followed to their ends. With UMBEL_SLOW one program more.
 */
#include "formal/litmus/model/model.h"
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

/* A branch back counts if an access was done since it last went back. */
struct rounds {
    uint8_t all, counted;
    int accesses;
};

struct interleaving {
    struct litmus_state s;
    int at[LITMUS_THREADS], accesses[LITMUS_THREADS];
    struct rounds rounds[LITMUS_THREADS][LITMUS_INSTS];
};

static uint64_t value(const struct litmus_state *s, int thread, const struct litmus_operand *o)
{
    return o->reg == LITMUS_NONE ? o->value : s->regs[thread][o->reg];
}

/* Whether a branch may go back once more. */
static bool goes_round(const struct litmus *t, struct interleaving *m, int thread, int at)
{
    struct rounds *r = &m->rounds[thread][at];
    bool counts = r->all == 0 || r->accesses != m->accesses[thread];
    r->accesses = m->accesses[thread];
    return (!counts || r->counted++ < t->unroll) && r->all++ < 200;
}

/* Executes one instruction; false if a loop exceeds its bound. */
static bool step(const struct litmus *t, struct interleaving *m, int thread)
{
    int at = m->at[thread]++;
    const struct litmus_inst *i = &t->threads[thread].insts[at];
    uint64_t *regs = m->s.regs[thread];
    uint32_t *var = &m->s.vars[i->var];
    uint64_t a = value(&m->s, thread, &i->operand), b = value(&m->s, thread, &i->compare);
    m->accesses[thread] += litmus_accesses(i);
    switch (i->kind) {
    case LITMUS_LOAD:
        regs[i->to] = *var;
        break;
    case LITMUS_STORE:
        *var = (uint32_t)a;
        break;
    case LITMUS_ATOMIC: /* all are increments here */
        regs[i->to] = *var;
        *var += (uint32_t)a;
        break;
    case LITMUS_OP: /* all are sums */
        regs[i->to] = a + b;
        break;
    case LITMUS_BRANCH:
        if ((i->op == LITMUS_EQ) != (a == b))
            break;
        m->at[thread] = i->target;
        return i->target > at || goes_round(t, m, thread, at);
    case LITMUS_MOVE:
    case LITMUS_FENCE:
    case LITMUS_BARRIER: /* there are none here */
        break;
    }
    return true;
}

/* Executes a thread up to its next access, or its end; no other thread sees what it does until
 * then. False if a loop exceeds its bound. */
static bool come_to_access(const struct litmus *t, struct interleaving *m, int thread)
{
    const struct litmus_thread *th = &t->threads[thread];
    while (m->at[thread] < th->n_insts && !litmus_accesses(&th->insts[m->at[thread]]))
        if (!step(t, m, thread))
            return false;
    return true;
}

/* `cut`: whether some interleaving exceeds the bound of a loop. */
static void interleave(const struct litmus *t, const struct interleaving *m, struct outcomes *found,
                       bool *cut)
{
    bool ended = true;
    for (int i = 0; i < t->n_threads; i++) {
        if (m->at[i] == t->threads[i].n_insts)
            continue;
        ended = false;
        struct interleaving next = *m;
        step(t, &next, i);
        if (come_to_access(t, &next, i))
            interleave(t, &next, found, cut);
        else
            *cut = true;
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
            in->won = in->address = LITMUS_NONE;
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

static bool same(const struct litmus *t, const struct outcomes *a, const struct outcomes *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; i < a->n; i++)
        same = same && outcomes_have(b, t, &a->list[i]->state);
    return same;
}

/* One program has so many interleavings that it takes as long as all others; it is left out every
 * day. */
static void sc_is_interleaving(void **state)
{
    (void)state;
    enum { PROGRAMS = 1000, LONGEST = 225 };
    size_t looped = 0, states = 0, n_cut = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        if (seed == LONGEST && !slow_wanted())
            continue;
        struct rng rng = {seed};
        struct litmus *t = random_test(&rng);
        struct outcomes sc = {0}, rc = {0}, walked = {0};
        struct model_notes notes;
        struct error err = {0};
        assert_true(model_allows(t, MODEL_SC, apart, &sc, &notes, &err));
        assert_true(allows(t, MODEL_RC, &rc, &err));
        struct interleaving m = {0};
        bool cut = false, starts = true;
        for (int i = 0; i < t->n_threads; i++)
            starts = come_to_access(t, &m, i) && starts;
        if (starts)
            interleave(t, &m, &walked, &cut);
        if (!same(t, &sc, &walked) || notes.unfinished != (cut || !starts))
            fail_msg("seed %llu: %zu outcomes, and %zu; unfinished %d, and %d",
                     (unsigned long long)seed, sc.n, walked.n, notes.unfinished, cut || !starts);
        for (size_t i = 0; i < sc.n; i++)
            assert_true(outcomes_have(&rc, t, &sc.list[i]->state));
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < t->threads[i].n_insts; j++)
                looped += t->threads[i].insts[j].kind == LITMUS_BRANCH &&
                          t->threads[i].insts[j].target <= j;
        states += sc.n;
        n_cut += notes.unfinished;
        outcomes_free(&sc);
        outcomes_free(&rc);
        outcomes_free(&walked);
        free(t);
    }
    /* Else the programs are too simple. */
    if (looped < 300 || states < 1500 || n_cut < 100 || n_cut > PROGRAMS / 2)
        fail_msg("%zu loops, %zu outcomes, %zu unfinished", looped, states, n_cut);
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
    static const char count[] = "C t\n{}\nP0 (int* x) { int r0 = 0; while (r0 != 3) { r0 = r0 + 1; "
                                "*x = r0; } }\nexists (x=3)";
    assert_false(possible(count, MODEL_SC, 2));
    assert_true(possible(count, MODEL_SC, 3));
    /* Rounds that access nothing are not counted. */
    static const char alone[] = "C t\n{}\nP0 (int* x) { int r0 = 0; while (r0 != 30) r0 = r0 + 1; "
                                "*x = r0; }\nexists (x=30)";
    assert_true(possible(alone, MODEL_SC, 2));
    static const char spin[] =
        "C t\n{}\nP0 (int* x) { *x = 1; }\nP1 (int* x) { while (*x == 0) ; }\nexists (true)";
    assert_true(possible(spin, MODEL_SC, 1));
    /* No thread stores the value that it waits for. */
    static const char never[] = "C t\n{}\nP0 (int* x) { while (*x == 0) ; }\nexists (true)";
    assert_false(possible(never, MODEL_SC, 3));
}

/* ---- what is not followed to its end ---- */

static const struct {
    const char *text;
    bool unfinished;
    size_t outcomes;
} endings[] = {
    {"P0 (int* x) { for (int i = 0; i < 3; i++) *x = i; }\nexists (x=2)", true, 0},
    {"P0 (int* x) { for (int i = 0; i < 2; i++) *x = i; }\nexists (x=2)", false, 1},
    /* Some executions alone. */
    {"P0 (int* x, int* y) { int n = *y; for (int i = 0; i < n; i++) *x = i; }\n"
     "P1 (int* y) { *y = 3; }\nexists (x=2)",
     true, 1},
    /* A loop that waits is no unfinished one: what follows does not depend on how long it waits. */
    {"P0 (int* x) { while (*x == 0) ; }\nP1 (int* x) { *x = 1; }\nexists (true)", false, 1},
    {"P0 (int* x) { while (*x == 0) ; }\nexists (true)", false, 0},
    /* Nor is one whose rounds beyond the bound would need a value that nothing writes. */
    {"P0 (int* x) { int i = 0; while (*x == 1) { i++; *x = 1; } }\nexists (x=0)", false, 1},
    {"P0 (int* x) { *x = 1; while (1) ; }\nexists (x=1)", false, 0},
    /* It never ends, and accesses nothing. */
    {"P0 (int* x) { int i = 0; while (1) i++; }\nexists (x=0)", true, 0},
    /* More accesses than models look at. */
    {"P0 (int* x) { for (int i = 0; i < 90; i++) *x = i; }\nexists (x=1)", true, 0},
};

static void unfinished(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        for (int m = 0; m < MODELS; m++) {
            struct sbuf text = {0};
            sbuf_printf(&text, "C t\n{}\n%s", endings[i].text);
            struct litmus *t = read_text(text.text);
            struct outcomes o = {0};
            struct model_notes notes;
            struct error err = {0};
            t->unroll = i == sizeof endings / sizeof *endings - 1 ? 64 : 2;
            assert_true(model_allows(t, (enum litmus_model)m, apart, &o, &notes, &err));
            if (notes.unfinished != endings[i].unfinished || o.n != endings[i].outcomes)
                fail_msg("%s: %s: %zu outcomes, %sfinished", model_names[m], text.text, o.n,
                         notes.unfinished ? "un" : "");
            outcomes_free(&o);
            litmus_free(t);
            sbuf_free(&text);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sc_is_interleaving),
                                       cmocka_unit_test(control), cmocka_unit_test(bound),
                                       cmocka_unit_test(unfinished)};
    return cmocka_run_group_tests_name("litmus paths", tests, NULL, NULL);
}
