/*
 * The search over executions against a plain enumeration: all paths through a test without loops,
 * all choices of what happens, all sources of reads and all orders of writes, each judged when it
 * is complete. It shares the models' predicates with the search, and nothing else: a predicate that
 * refuses an unfinished candidate whose completion it accepts shows here, too. With UMBEL_SLOW 50
 * times as many tests.
 */
#include "formal/litmus/model/impl.h"
#include "formal/litmus/random.h"
#include "sw/util/arena.h"
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

enum { MOST_STEPS = 64, MOST_TRIES = 4000, MOST_METS = 200 };

/* One instruction on a path. */
struct plain_step {
    const struct litmus_inst *inst;
    int thread;
    bool taken;      /* a branch: as the path has it */
    bool done, wins; /* chosen: its guard holds; its compare-and-swap matches */
    int read, write; /* events, or NO_EVENT */
};

struct plain {
    const struct litmus *t;
    const struct model *model;
    struct candidate c;
    struct plain_step steps[MOST_STEPS];
    int n_steps;
    uint64_t tries; /* candidates, complete or not */
    struct outcomes found;
    struct value regs[LITMUS_THREADS][LITMUS_REGS];
    struct relation mets[MOST_METS]; /* all that barriers may order */
    int n_mets;
    bool deadlock;
};

static bool is_tired(const struct plain *p)
{
    return p->tries > MOST_TRIES;
}

/* ---- values ---- */

static struct value of(const struct plain *p, int thread, const struct litmus_operand *o)
{
    return o->reg == LITMUS_NONE ? (struct value){true, o->value} : p->regs[thread][o->reg];
}

static void set(struct plain *p, int thread, int reg, bool known, uint64_t value)
{
    if (reg != LITMUS_NONE)
        p->regs[thread][reg] = (struct value){known, value};
}

static struct value source(const struct plain *p, int read)
{
    int from = p->c.from[read];
    return from >= 0 ? p->c.value[from]
                     : (struct value){true, p->t->vars[p->c.events[read].inst->var].first};
}

/* Executes one step of a thread whose branches before are `decided`. False if a choice was wrong.
 */
static bool execute_step(struct plain *p, struct plain_step *s, bool *decided)
{
    const struct litmus_inst *i = s->inst;
    struct value a = of(p, s->thread, &i->operand), b = of(p, s->thread, &i->compare);
    struct value guard = {true, 1};
    if (i->guarded) {
        guard = p->regs[s->thread][i->guard];
        if (guard.known && ((guard.is != 0) != i->guard_not) != s->done)
            return false;
        if (!s->done && guard.known)
            return true;
    }
    if (i->kind == LITMUS_BRANCH) {
        uint64_t goes = litmus_compute(i->op, i->type, a.is, b.is);
        *decided = *decided && a.known && b.known;
        return !a.known || !b.known || (goes != 0) == s->taken;
    }
    if (i->kind == LITMUS_MOVE)
        set(p, s->thread, i->to, a.known && guard.known, a.is);
    if (i->kind == LITMUS_OP)
        set(p, s->thread, i->to, a.known && b.known && guard.known,
            litmus_compute(i->op, i->type, a.is, b.is));
    struct value old = {0};
    bool known = a.known && *decided && guard.known, cas = i->fn == FN_CAS;
    if (s->read != NO_EVENT) {
        old = p->c.value[s->read] = source(p, s->read);
        set(p, s->thread, i->to, old.known && guard.known,
            litmus_loaded(i->type, (uint32_t)old.is));
    } else if (litmus_accesses(i) && i->kind != LITMUS_STORE)
        set(p, s->thread, i->to, false, 0); /* its guard is not known yet, and will not hold */
    if (i->kind == LITMUS_STORE && s->write != NO_EVENT)
        p->c.value[s->write] = (struct value){known, litmus_stored(i->type, a.is)};
    if (i->kind == LITMUS_ATOMIC && s->read != NO_EVENT) {
        if (cas && old.known && b.known && ((uint32_t)old.is == (uint32_t)b.is) != s->wins)
            return false;
        if (s->write != NO_EVENT)
            p->c.value[s->write] = (struct value){
                known && old.known && (!cas || b.known),
                litmus_atomic(i->fn, (uint32_t)old.is, (uint32_t)a.is, (uint32_t)b.is)};
    }
    return true;
}

/* Executes all threads until no more values become known. Whether all are, and all choices right.
 */
static bool values(struct plain *p)
{
    memset(p->c.value, 0, sizeof p->c.value);
    for (int round = 0; round < 2 * MOST_STEPS; round++) {
        int thread = -1;
        bool decided = true;
        for (int i = 0; i < LITMUS_THREADS; i++)
            for (int r = 0; r < LITMUS_REGS; r++)
                p->regs[i][r] = (struct value){true, 0};
        for (int i = 0; i < p->n_steps; i++) {
            decided = p->steps[i].thread != thread || decided;
            thread = p->steps[i].thread;
            if (!execute_step(p, &p->steps[i], &decided))
                return false;
        }
    }
    for (event_set left = p->c.reads | p->c.writes; left != 0;)
        if (!p->c.value[event_take(&left)].known)
            return false;
    return true;
}

/* ---- orders ---- */

static void record(struct plain *p, struct litmus_state *s, int var)
{
    if (var == p->t->n_vars) {
        outcomes_at(&p->found, p->t, s);
        return;
    }
    event_set writes = p->c.of_var[var] & p->c.writes;
    s->vars[var] = p->t->vars[var].first;
    if (writes == 0)
        record(p, s, var + 1);
    for (event_set left = writes; left != 0;) {
        int w = event_take(&left);
        s->vars[var] = (uint32_t)p->c.value[w].is;
        if ((p->c.order.row[w] & writes) == 0)
            record(p, s, var + 1);
    }
}

static void judge(struct plain *p)
{
    struct relation closed = p->c.order;
    relation_close(&closed, p->c.n);
    if (!relation_is_irreflexive(&closed, p->c.n))
        return;
    struct relation order = p->c.order;
    p->c.order = closed;
    struct litmus_state s = {0};
    for (int i = 0; i < LITMUS_THREADS; i++)
        for (int r = 0; r < LITMUS_REGS; r++)
            s.regs[i][r] = p->regs[i][r].is;
    if (p->model->holds(&p->c))
        record(p, &s, 0);
    p->c.order = order;
}

/* Tries both orders of each pair from (a, b) on that must be related. */
static void try_orders(struct plain *p, int a, int b)
{
    for (; a < p->c.n; a++, b = a + 1)
        for (; b < p->c.n; b++) {
            if (!relation_has(&p->c.must, a, b))
                continue;
            for (int turn = 0; turn < 2 && !is_tired(p); turn++) {
                struct relation order = p->c.order;
                relation_add(&p->c.order, turn == 0 ? a : b, turn == 0 ? b : a);
                try_orders(p, a, b + 1);
                p->c.order = order;
            }
            return;
        }
    p->tries++;
    judge(p);
}

/* ---- sources ---- */

static void try_sources(struct plain *p, event_set left)
{
    if (left == 0) {
        p->tries++;
        if (values(p))
            try_orders(p, 0, 1);
        return;
    }
    int r = event_take(&left);
    event_set writes = event_same_var(&p->c, r) & p->c.writes;
    for (int w = FROM_FIRST; w < p->c.n && !is_tired(p); w++) {
        if (w != FROM_FIRST && (!event_in(writes, w) || p->c.events[r].twin == w))
            continue;
        p->c.from[r] = w;
        try_sources(p, left);
    }
}

/* ---- barriers ---- */

/* Threads that arrive at barriers, one by one. */
struct arrivals {
    int passed[LITMUS_THREADS]; /* barriers */
    bool waits[LITMUS_THREADS];
    event_set seen[LITMUS_THREADS]; /* events known to be done when the thread was last let go */
    event_set at_quorum[LITMUS_THREADS][LITMUS_BARRIERS]; /* those seen when a quorum met */
    bool open[LITMUS_THREADS][LITMUS_BARRIERS];           /* a quorum has met at this barrier */
    struct relation met;
};

/* Barrier number `k` of a thread; NULL: it has none. */
static const struct litmus_inst *barrier(const struct plain *p, int thread, int k)
{
    const struct litmus_thread *h = &p->t->threads[thread];
    for (int i = 0; i < h->n_insts; i++)
        if (h->insts[i].kind == LITMUS_BARRIER && k-- == 0)
            return &h->insts[i];
    return NULL;
}

static bool one_barrier(const struct plain *p, int i, int k, int j, int l)
{
    const struct litmus_inst *a = barrier(p, i, k), *b = barrier(p, j, l);
    return a != NULL && b != NULL && p->c.at[i].gpu == p->c.at[j].gpu &&
           p->c.at[i].cta == p->c.at[j].cta && a->operand.value == b->operand.value &&
           a->compare.value == b->compare.value && a->count == b->count && a->quorum == b->quorum;
}

/* A thread is let go with what others had done. */
static void let_go(const struct plain *p, struct arrivals *s, int i, event_set done)
{
    int k = s->passed[i]++;
    s->waits[i] = false;
    s->seen[i] |= done;
    for (int f = 0; f < p->c.n; f++)
        for (event_set left = s->seen[i]; left != 0;) {
            int e = event_take(&left);
            if (p->c.events[f].thread == i && p->c.events[e].thread != i &&
                p->c.events[f].phase > k)
                relation_add(&s->met, e, f);
        }
}

static event_set done_by(const struct plain *p, const struct arrivals *s, int i)
{
    event_set done = s->seen[i];
    for (int e = 0; e < p->c.n; e++)
        if (p->c.events[e].thread == i && p->c.events[e].phase <= s->passed[i])
            done |= event_bit(e);
    return done;
}

static unsigned wanted(const struct plain *p, int i, int k)
{
    unsigned n = barrier(p, i, k)->count;
    for (int j = 0; barrier(p, i, k)->count == 0 && j < p->t->n_threads; j++) {
        bool comes = false;
        for (int l = 0; barrier(p, j, l) != NULL; l++)
            comes = comes || one_barrier(p, i, k, j, l);
        n += comes;
    }
    return n;
}

/* A thread arrives, and may complete its barrier. */
static void arrives(const struct plain *p, struct arrivals *s, int i)
{
    int k = s->passed[i];
    event_set done = done_by(p, s, i);
    unsigned here = 0;
    for (int j = 0; j < p->t->n_threads; j++)
        for (int l = 0; l < LITMUS_BARRIERS; l++)
            if (s->open[j][l] && one_barrier(p, i, k, j, l)) {
                let_go(p, s, i, done | s->at_quorum[j][l]);
                return;
            }
    s->waits[i] = true;
    for (int j = 0; j < p->t->n_threads; j++)
        if (s->waits[j] && one_barrier(p, i, k, j, s->passed[j])) {
            here++;
            done |= done_by(p, s, j);
        }
    if (here < wanted(p, i, k))
        return;
    s->open[i][k] = barrier(p, i, k)->quorum;
    s->at_quorum[i][k] = done;
    for (int j = 0; j < p->t->n_threads; j++)
        if (j != i && s->waits[j] && one_barrier(p, i, k, j, s->passed[j]))
            let_go(p, s, j, done);
    let_go(p, s, i, done);
}

/* Lets threads arrive in all orders, and collects what barriers order in each. */
static void arrive(struct plain *p, const struct arrivals *before)
{
    bool moves = false, waits = false;
    for (int i = 0; i < p->t->n_threads; i++) {
        waits = waits || before->waits[i];
        if (before->waits[i] || barrier(p, i, before->passed[i]) == NULL)
            continue;
        struct arrivals s = *before;
        moves = true;
        arrives(p, &s, i);
        arrive(p, &s);
    }
    p->deadlock = p->deadlock || (waits && !moves);
    if (moves || waits)
        return;
    for (int i = 0; i < p->n_mets; i++)
        if (memcmp(&p->mets[i], &before->met, sizeof before->met) == 0)
            return;
    assert_true(p->n_mets < MOST_METS);
    p->mets[p->n_mets++] = before->met;
}

/* ---- events ---- */

static int add_event(struct plain *p, enum event_kind kind, const struct plain_step *s, int phase)
{
    struct candidate *c = &p->c;
    int e = c->n++;
    assert_true(e < RELATION_EVENTS);
    c->events[e] = (struct event){
        .kind = kind, .inst = s->inst, .thread = s->thread, .phase = phase, .twin = NO_EVENT};
    event_set *const sets[] = {&c->reads, &c->writes, &c->fences};
    *sets[kind] |= event_bit(e);
    if (kind != EVENT_FENCE)
        c->of_var[s->inst->var] |= event_bit(e);
    c->of_thread[s->thread] |= event_bit(e);
    for (int before = 0; before < e; before++) {
        const struct event *x = &c->events[before];
        if (x->thread == s->thread)
            relation_add(&c->po, before, e);
    }
    return e;
}

static void add_events(struct plain *p)
{
    int phases[LITMUS_THREADS] = {0};
    p->c = (struct candidate){.t = p->t, .at = p->c.at};
    for (int i = 0; i < p->n_steps; i++) {
        struct plain_step *s = &p->steps[i];
        int *phase = &phases[s->thread];
        s->read = s->write = NO_EVENT;
        *phase += s->inst->kind == LITMUS_BARRIER;
        if (!s->done)
            continue;
        for (enum fence_place at = FENCE_ITSELF; at <= FENCE_BEFORE; at++)
            if (p->model->has_fence(s->inst, at))
                add_event(p, EVENT_FENCE, s, *phase);
        if (s->inst->kind == LITMUS_LOAD || s->inst->kind == LITMUS_ATOMIC)
            s->read = add_event(p, EVENT_READ, s, *phase);
        if (s->inst->kind == LITMUS_STORE || (s->inst->kind == LITMUS_ATOMIC && s->wins))
            s->write = add_event(p, EVENT_WRITE, s, *phase);
        if (s->read != NO_EVENT && s->write != NO_EVENT) {
            p->c.events[s->read].twin = s->write;
            p->c.events[s->write].twin = s->read;
        }
        if (p->model->has_fence(s->inst, FENCE_AFTER))
            p->c.events[add_event(p, EVENT_FENCE, s, *phase)].ends_acquire = true;
    }
    struct arrivals none = {0};
    p->n_mets = 0;
    arrive(p, &none);
    for (int i = 0; i < p->n_mets; i++) {
        p->c.met = p->mets[i];
        p->model->prepare(&p->c);
        try_sources(p, p->c.reads);
    }
}

/* Tries what is chosen for the steps from `at` on. */
static void try_choices(struct plain *p, int at)
{
    if (at == p->n_steps) {
        add_events(p);
        return;
    }
    struct plain_step *s = &p->steps[at];
    bool cas = s->inst->kind == LITMUS_ATOMIC && s->inst->fn == FN_CAS;
    for (int done = 1; done >= (s->inst->guarded ? 0 : 1); done--)
        for (int wins = 1; wins >= (cas && done ? 0 : 1); wins--) {
            s->done = done;
            s->wins = wins;
            if (!is_tired(p))
                try_choices(p, at + 1);
        }
}

/* Tries all paths on from instruction `at` of a thread. */
static void try_paths(struct plain *p, int thread, int at)
{
    if (thread == p->t->n_threads) {
        try_choices(p, 0);
        return;
    }
    if (at == p->t->threads[thread].n_insts) {
        try_paths(p, thread + 1, 0);
        return;
    }
    const struct litmus_inst *inst = &p->t->threads[thread].insts[at];
    int n = p->n_steps;
    assert_true(n < MOST_STEPS);
    for (int taken = 0; taken <= (inst->kind == LITMUS_BRANCH) && !is_tired(p); taken++) {
        assert_true(inst->kind != LITMUS_BRANCH || inst->target > at);
        p->steps[n] = (struct plain_step){.inst = inst, .thread = thread, .taken = taken};
        p->n_steps = n + 1;
        try_paths(p, thread, taken ? inst->target : at + 1);
        p->n_steps = n;
    }
}

/* ---- the comparison ---- */

struct counts {
    size_t compared, outcomes;
    size_t ways, deadlocks; /* in which barriers can be passed; tests that may hang */
};

static bool has_loop(const struct litmus *t)
{
    for (int i = 0; i < t->n_threads; i++)
        for (int j = 0; j < t->threads[i].n_insts; j++)
            if (t->threads[i].insts[j].kind == LITMUS_BRANCH && t->threads[i].insts[j].target <= j)
                return true;
    return false;
}

/* Compares all models on a test, if it is small enough for the enumeration. */
static void compare(const struct litmus *t, const struct litmus_place *at, struct counts *counts)
{
    static const struct model *const models[] = {&model_sc, &model_rc, &model_ptx};
    struct outcomes before = {0}; /* of the stronger model */
    for (int m = 0; m <= MODEL_PTX; m++) {
        struct plain *p = xcalloc(1, sizeof *p);
        struct outcomes o = {0};
        struct error err = {0};
        struct model_notes notes;
        p->t = t;
        p->model = models[m];
        p->c.at = at;
        try_paths(p, 0, 0);
        if (!is_tired(p)) {
            assert_true(model_allows(t, (enum litmus_model)m, at, &o, &notes, &err));
            bool same = o.n == p->found.n && !notes.unfinished && notes.deadlock == p->deadlock;
            for (size_t i = 0; i < o.n; i++)
                same = same && outcomes_have(&p->found, t, &o.list[i]->state);
            if (!same)
                fail_msg("%s, %s: %zu outcomes, and %zu by enumeration", t->file, model_names[m],
                         o.n, p->found.n);
            for (size_t i = 0; i < before.n; i++)
                if (!outcomes_have(&o, t, &before.list[i]->state))
                    fail_msg("%s: %s allows more than %s", t->file, model_names[m - 1],
                             model_names[m]);
            counts->compared++;
            counts->outcomes += o.n;
            counts->ways += (size_t)p->n_mets;
            counts->deadlocks += p->deadlock;
        }
        outcomes_free(&before);
        before = o;
        outcomes_free(&p->found);
        free(p);
    }
    outcomes_free(&before);
}

static struct litmus *read_text(const char *text, const char *name)
{
    struct error err = {0};
    struct litmus *t = litmus_parse(text, strlen(text), name, &err);
    assert_string_equal(err.text, "");
    return t;
}

static void random_tests(void **state)
{
    (void)state;
    uint64_t n = slow_wanted() ? 20000 : 300;
    struct counts counts = {0};
    for (uint64_t number = 0; number < n; number++) {
        struct random_litmus r = {
            .seed = 52, .number = number, .gpus = 2, .ctas = 2, .barrier = number % 5 == 0};
        struct sbuf text = {0};
        random_litmus(&r, &text);
        struct litmus *t = read_text(text.text, text.text);
        compare(t, t->places, &counts);
        litmus_free(t);
        sbuf_free(&text);
    }
    if (counts.compared < n || counts.outcomes < 3 * n)
        fail_msg("%zu compared, %zu outcomes", counts.compared, counts.outcomes);
}

/* Two threads with branches forward, predicates, compare-and-swaps and dependencies. */
static void random_rows(struct rng *rng, struct sbuf *text)
{
    static const char *const forms[] = {"ld.relaxed.gpu r%u,[%c]",
                                        "ld.weak r%u,[%c]",
                                        "st.relaxed.gpu [%2$c],r%1$u",
                                        "st.weak [%2$c],r%1$u",
                                        "@r0 st.relaxed.sys [%2$c],%1$u",
                                        "@!r0 ld.acquire.gpu r%u,[%c]",
                                        "@r0 mov r%u,2",
                                        "atom.relaxed.gpu.cas r%u,[%c],0,1",
                                        "atom.acq_rel.gpu.add r%u,[%c],1",
                                        "fence.sc.gpu",
                                        "beq r%u,1,E"};
    sbuf_puts(text, "PTX t\n{ x=0; y=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n");
    for (int row = 0; row < 4; row++)
        for (int thread = 0; thread < 2; thread++) {
            size_t form = rng_below(rng, sizeof forms / sizeof *forms);
            unsigned reg = (unsigned)rng_below(rng, 2);
            char var = rng_below(rng, 2) == 0 ? 'x' : 'y';
            if (rng_below(rng, 5) > 0 || row == 0)
                sbuf_printf(text, forms[form], reg, var);
            sbuf_puts(text, thread == 0 ? " | " : " ;\n");
        }
    sbuf_puts(text, "E: | E: ;\nlocations [x; y;]\nexists (x=0)\n");
}

static void random_branches(void **state)
{
    (void)state;
    uint64_t n = slow_wanted() ? 30000 : 800;
    struct counts counts = {0};
    for (uint64_t seed = 1; seed <= n; seed++) {
        struct rng rng = {seed};
        struct sbuf text = {0};
        random_rows(&rng, &text);
        struct litmus *t = read_text(text.text, text.text);
        assert_false(has_loop(t));
        compare(t, t->places, &counts);
        litmus_free(t);
        sbuf_free(&text);
    }
    if (counts.compared < 2 * n || counts.outcomes < 4 * n)
        fail_msg("%zu compared, %zu outcomes", counts.compared, counts.outcomes);
}

/* Three threads, two or three of one CTA, that come to barriers as they like. */
static void random_meetings(struct rng *rng, struct sbuf *text)
{
    static const char *const accesses[] = {"ld.weak r%u,[%c]", "st.weak [%2$c],%1$u",
                                           "st.release.gpu [%2$c],%1$u", "ld.acquire.gpu r%u,[%c]"};
    static const char *const barriers[] = {"bar.sync 1",       "barrier.sync 1,64",  "bar.sync 2,3",
                                           "bar.cta.sync 1,2", "bar.cta.sync 2,1,2", "bar.sync 1"};
    uint64_t kinds = rng_below(rng, 3) == 0 ? 3 : 1;
    sbuf_printf(text, "PTX t\n{ x=0; y=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta %u,gpu 0 ;\n",
                (unsigned)(rng_below(rng, 4) == 0));
    size_t first = rng_below(rng, sizeof barriers / sizeof *barriers);
    for (int row = 0; row < 4; row++)
        for (int thread = 0; thread < 3; thread++) {
            size_t form = rng_below(rng, sizeof accesses / sizeof *accesses);
            unsigned number = 1 + (unsigned)rng_below(rng, 2);
            char var = rng_below(rng, 2) == 0 ? 'x' : 'y';
            bool meets = row == 1 + (thread == 2) && rng_below(rng, 8) > 0;
            if (meets || rng_below(rng, 10) == 0)
                sbuf_puts(text, barriers[(first + rng_below(rng, kinds)) % 6]);
            else if (rng_below(rng, 3) > 0)
                sbuf_printf(text, accesses[form], number, var);
            sbuf_puts(text, thread < 2 ? " | " : " ;\n");
        }
    sbuf_puts(text, "locations [x; y;]\nexists (x=0)\n");
}

static void random_barriers(void **state)
{
    (void)state;
    uint64_t n = slow_wanted() ? 20000 : 500;
    struct counts counts = {0};
    for (uint64_t seed = 1; seed <= n; seed++) {
        struct rng rng = {seed};
        struct sbuf text = {0};
        random_meetings(&rng, &text);
        struct litmus *t = read_text(text.text, text.text);
        compare(t, t->places, &counts);
        litmus_free(t);
        sbuf_free(&text);
    }
    if (counts.compared < 2 * n || counts.outcomes < 4 * n || counts.ways < n ||
        counts.deadlocks < n / 2 || counts.deadlocks > 2 * n)
        fail_msg("%zu compared, %zu outcomes, %zu ways, %zu deadlocks", counts.compared,
                 counts.outcomes, counts.ways, counts.deadlocks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_tests),
                                       cmocka_unit_test(random_branches),
                                       cmocka_unit_test(random_barriers)};
    return cmocka_run_group_tests_name("search over executions", tests, NULL, NULL);
}
