/*
 * The outcomes that the models allow to random programs, against all interleavings of these: under
 * sequential consistency exactly theirs, under release consistency at least theirs. With UMBEL_SLOW
 * more programs.
 */
#include "formal/litmus/litmus.h"
#include "formal/litmus/model/model.h"
#include "sw/util/rng.h"
#include "tests/litmus/places.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- all interleavings of a program ---- */

struct walk {
    const struct litmus *t;
    struct outcomes *found;
    bool together; /* in one CTA */
};

static uint32_t value(const struct litmus_state *s, int thread, const struct litmus_operand *o)
{
    return (uint32_t)(o->reg == LITMUS_NONE ? o->value : s->regs[thread][o->reg]);
}

static void step(struct litmus_state *s, int thread, const struct litmus_inst *i)
{
    uint32_t old = s->vars[i->var], given = value(s, thread, &i->operand);
    uint32_t compare = value(s, thread, &i->compare);
    if (i->kind == LITMUS_STORE)
        s->vars[i->var] = given;
    if (i->kind == LITMUS_ATOMIC) {
        /* the random tests below have these three alone */
        assert_true(i->fn == FN_ADD || i->fn == FN_EXCH || i->fn == FN_CAS);
        s->vars[i->var] = i->fn == FN_ADD    ? old + given
                          : i->fn == FN_EXCH ? given
                          : old == compare   ? given
                                             : old;
    }
    if (i->to != LITMUS_NONE)
        s->regs[thread][i->to] = old;
}

static int barriers_until(const struct litmus_thread *t, int at)
{
    int n = 0;
    for (int j = 0; j < t->n_insts && j <= at; j++)
        n += t->insts[j].kind == LITMUS_BARRIER;
    return n;
}

/* Whether a thread is at a barrier to which another thread of its CTA has not come. */
static bool waits(const struct walk *w, int thread, const int *at)
{
    const struct litmus_thread *t = w->t->threads;
    if (!w->together || t[thread].insts[at[thread]].kind != LITMUS_BARRIER)
        return false;
    for (int i = 0; i < w->t->n_threads; i++)
        if (barriers_until(&t[i], at[i]) < barriers_until(&t[thread], at[thread]))
            return true;
    return false;
}

static void interleave(const struct walk *w, struct litmus_state s, const int *at)
{
    bool ended = true;
    for (int i = 0; i < w->t->n_threads; i++) {
        if (at[i] == w->t->threads[i].n_insts)
            continue;
        ended = false;
        if (waits(w, i, at))
            continue;
        int then[LITMUS_THREADS];
        memcpy(then, at, sizeof then);
        struct litmus_state next = s;
        const struct litmus_inst *inst = &w->t->threads[i].insts[then[i]++];
        if (litmus_accesses(inst))
            step(&next, i, inst);
        interleave(w, next, then);
    }
    if (ended)
        outcomes_at(w->found, w->t, &s);
}

/* ---- random programs ---- */

/* Threads of loads, stores and atomics on two variables; `fences`: one between any two. */
static struct litmus *random_test(struct rng *rng, bool fences)
{
    struct litmus *t = xcalloc(1, sizeof *t);
    t->name = t->file = "random";
    t->n_threads = 2 + (int)rng_below(rng, 2);
    t->n_vars = 2;
    t->shown_var[0] = t->shown_var[1] = true;
    t->vars[0].name = "x";
    t->vars[1].name = "y";
    uint32_t next = 1;
    for (int i = 0; i < t->n_threads; i++) {
        struct litmus_thread *th = &t->threads[i];
        int accesses = (t->n_threads == 2 ? 2 : 1) + (int)rng_below(rng, 3);
        for (int j = 0; j < accesses; j++) {
            if (fences && j > 0)
                th->insts[th->n_insts++] = (struct litmus_inst){.kind = LITMUS_FENCE};
            struct litmus_inst *in = &th->insts[th->n_insts++];
            in->kind = (enum litmus_kind)rng_below(rng, 3); /* a load, store or atomic */
            in->var = (int)rng_below(rng, 2);
            in->fn = (enum atomic_fn[]){FN_ADD, FN_EXCH, FN_CAS}[rng_below(rng, 3)];
            in->to = in->won = in->operand.reg = in->compare.reg = LITMUS_NONE;
            in->operand.value = in->kind == LITMUS_STORE ? next++ : 1 + (uint32_t)rng_below(rng, 2);
            if (in->kind == LITMUS_STORE && th->n_regs > 0 && rng_below(rng, 2) == 0)
                in->operand.reg = (int)rng_below(rng, (uint64_t)th->n_regs);
            in->compare.value = (uint32_t)rng_below(rng, 3);
            if (in->kind != LITMUS_STORE) {
                in->to = th->n_regs;
                th->regs[th->n_regs++] = "r";
            }
        }
    }
    return t;
}

/* Inserts a barrier somewhere into each thread. */
static void add_barriers(struct rng *rng, struct litmus *t)
{
    t->barriers = true;
    for (int i = 0; i < t->n_threads; i++) {
        struct litmus_thread *th = &t->threads[i];
        int at = (int)rng_below(rng, (uint64_t)th->n_insts + 1);
        memmove(&th->insts[at + 1], &th->insts[at], (size_t)(th->n_insts - at) * sizeof *th->insts);
        th->insts[at] = (struct litmus_inst){.kind = LITMUS_BARRIER,
                                             .to = LITMUS_NONE,
                                             .won = LITMUS_NONE,
                                             .operand = {.reg = LITMUS_NONE},
                                             .compare = {.reg = LITMUS_NONE}};
        th->n_insts++;
    }
}

static void assert_same(const struct litmus *t, const struct outcomes *a, const struct outcomes *b,
                        uint64_t seed)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = outcomes_have(b, t, &a->list[i]->state);
    if (!same)
        fail_msg("seed %llu: %zu outcomes, and %zu", (unsigned long long)seed, a->n, b->n);
}

/* Every day a third of the programs. */
static void sc_is_interleaving(void **state)
{
    (void)state;
    const size_t programs = slow_wanted() ? 300 : 100;
    size_t weaker = 0;
    for (uint64_t seed = 1; seed <= programs; seed++) {
        struct rng rng = {seed};
        bool fences = seed % 2 == 0;
        struct litmus *t = random_test(&rng, fences);
        struct outcomes sc = {0}, rc = {0}, walked = {0};
        struct error err = {0};
        if (seed % 3 > 0 && (!fences || t->n_threads == 2)) /* others have too many orders */
            add_barriers(&rng, t);
        bool one_cta = seed % 3 == 2;
        const struct litmus_place *places = one_cta ? together : apart;
        assert_true(model_allows(t, MODEL_SC, places, &sc, NULL, &err));
        assert_true(model_allows(t, MODEL_RC, places, &rc, NULL, &err));
        int at[LITMUS_THREADS] = {0};
        interleave(&(struct walk){t, &walked, one_cta}, (struct litmus_state){0}, at);
        assert_same(t, &sc, &walked, seed);
        /* With a fence between any two accesses rc equals sc; without, it allows at least
         * as much. */
        for (size_t i = 0; i < sc.n; i++)
            assert_true(outcomes_have(&rc, t, &sc.list[i]->state));
        if (fences)
            assert_same(t, &rc, &sc, seed);
        weaker += rc.n > sc.n;
        outcomes_free(&sc);
        outcomes_free(&rc);
        outcomes_free(&walked);
        litmus_free(t);
    }
    /* Else the programs are too simple to tell the models apart. */
    assert_true(15 * weaker > programs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sc_is_interleaving)};
    return cmocka_run_group_tests_name("litmus interleavings", tests, NULL, NULL);
}
