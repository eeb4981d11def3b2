#include "harness/litmus/model.h"

#include "harness/litmus/paths.h"

#include <string.h>

enum { MAX_EVENTS = 64, FIRST_VALUE = -1, MAX_STEPS = 5000000 };

const char *const model_names[] = {[MODEL_SC] = "sc", [MODEL_RC] = "rc"};

/* A relation: bit j of row i, i before j. */
typedef uint64_t relation[MAX_EVENTS];

/* A load, a store, or an atomic as a whole: as one event it has nothing between its halves. */
struct event {
    const struct litmus_inst *inst;
    int thread;
    int stretch; /* of its thread, between two fences */
    bool reads, writes;
};

struct search {
    const struct litmus *t;
    enum litmus_model model;
    struct outcomes *allowed;
    struct event events[MAX_EVENTS];
    int n;
    relation order;    /* of program order, what the model respects everywhere */
    relation same_var; /* of program order, accesses to one variable */
    /* The candidate. */
    int writes[LITMUS_VARS][MAX_EVENTS], n_writes[LITMUS_VARS]; /* in coherence order */
    relation later;                                             /* coherence order */
    int from[MAX_EVENTS];                                       /* rf */
    bool chosen[MAX_EVENTS];                                    /* it is */
    uint32_t steps;
};

static uint64_t bit(int i)
{
    return (uint64_t)1 << i;
}

/* Takes away, again and again, what comes before nothing that is left. */
static bool acyclic(const relation r, int n)
{
    uint64_t left = n == MAX_EVENTS ? UINT64_MAX : bit(n) - 1;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < n; i++)
            if ((left & bit(i)) != 0 && (r[i] & left) == 0) {
                left &= ~bit(i);
                more = true;
            }
    }
    return left == 0;
}

/* Adds co, and rf and fr of the reads that are decided. */
static void communicate(const struct search *s, relation r)
{
    for (int i = 0; i < s->n; i++) {
        r[i] |= s->later[i];
        if (!s->events[i].reads || !s->chosen[i])
            continue;
        int w = s->from[i], var = s->events[i].inst->var;
        if (w != FIRST_VALUE)
            r[w] |= bit(i);
        for (int j = 0; w == FIRST_VALUE && j < s->n_writes[var]; j++)
            r[i] |= bit(s->writes[var][j]);
        if (w != FIRST_VALUE)
            r[i] |= s->later[w];
        r[i] &= ~bit(i); /* an atomic is not before itself */
    }
}

static bool holds(const struct search *s, const relation program_order)
{
    relation r;
    memcpy(r, program_order, sizeof r);
    communicate(s, r);
    return acyclic(r, s->n);
}

/* ---- values ---- */

struct value {
    bool known;
    uint32_t is;
};

/* The values of one candidate, found out by going through the threads until nothing new is known.
 * What stays unknown hangs on itself: out of thin air. */
struct values {
    struct value read[MAX_EVENTS], written[MAX_EVENTS];
    struct value regs[LITMUS_THREADS][LITMUS_REGS];
};

static bool is_cas(const struct litmus_inst *inst)
{
    return inst->kind == LITMUS_ATOMIC && inst->fn == FN_CAS;
}

static struct value operand(const struct value *regs, const struct litmus_operand *o)
{
    return o->reg == LITMUS_NONE ? (struct value){true, o->value} : regs[o->reg];
}

static void put(struct value *regs, int reg, struct value v)
{
    if (reg != LITMUS_NONE)
        regs[reg] = v;
}

/* What a thread computes for itself. False when a branch does not go the way of this path; when it
 * is not known yet which way it goes, nothing that is written after it is. */
static bool compute(const struct litmus_inst *inst, struct value *regs, bool *decided)
{
    struct value a = operand(regs, &inst->operand), b = operand(regs, &inst->compare);
    struct value both = {a.known && b.known, litmus_compute(inst->op, a.is, b.is)};
    if (inst->kind == LITMUS_MOVE)
        put(regs, inst->to, a);
    if (inst->kind == LITMUS_OP)
        put(regs, inst->to, both);
    if (inst->kind != LITMUS_BRANCH)
        return true;
    *decided = *decided && both.known;
    return !both.known || (both.is != 0) == inst->taken;
}

/* False when a compare-and-swap did not do what this candidate wants of it. */
static bool execute(const struct search *s, struct values *v, int e, struct value *regs)
{
    const struct event *event = &s->events[e];
    const struct litmus_inst *inst = event->inst;
    struct value given = operand(regs, &inst->operand), compare = operand(regs, &inst->compare);
    if (event->reads && s->from[e] == FIRST_VALUE)
        v->read[e] = (struct value){true, s->t->vars[inst->var].first};
    else if (event->reads)
        v->read[e] = v->written[s->from[e]];
    struct value old = v->read[e];
    bool atomic = inst->kind == LITMUS_ATOMIC, cas = is_cas(inst);
    bool know_both = old.known && compare.known;
    if (cas && know_both && (old.is == compare.is) != event->writes)
        return false;
    v->written[e] = given;
    if (atomic)
        v->written[e] = (struct value){old.known && given.known && (!cas || compare.known),
                                       litmus_atomic(inst->fn, old.is, given.is, compare.is)};
    if (cas)
        put(regs, inst->won, (struct value){know_both, event->writes});
    put(regs, inst->to, old);
    return true;
}

static int count_known(const struct search *s, const struct values *v)
{
    int n = 0;
    for (int e = 0; e < s->n; e++)
        n += (!s->events[e].reads || v->read[e].known) +
             (!s->events[e].writes || v->written[e].known);
    return n;
}

static bool go_through(const struct search *s, struct values *v)
{
    int e = 0;
    for (int i = 0; i < s->t->n_threads; i++) {
        struct value *regs = v->regs[i];
        bool decided = true;
        for (int r = 0; r < LITMUS_REGS; r++)
            regs[r] = (struct value){.known = true};
        for (int j = 0; j < s->t->threads[i].n_insts; j++) {
            const struct litmus_inst *inst = &s->t->threads[i].insts[j];
            if (!litmus_accesses(inst)) {
                if (!compute(inst, regs, &decided))
                    return false;
                continue;
            }
            if (!execute(s, v, e, regs))
                return false;
            v->written[e].known = v->written[e].known && decided;
            e++;
        }
    }
    return true;
}

static bool find_values(const struct search *s, struct values *v)
{
    memset(v, 0, sizeof *v);
    for (int before = -1, known = 0; before < known;) {
        before = known;
        if (!go_through(s, v))
            return false;
        known = count_known(s, v);
    }
    return count_known(s, v) == 2 * s->n;
}

/* ---- candidates ---- */

static void consider(struct search *s)
{
    struct values v;
    if (!find_values(s, &v) || !holds(s, s->order))
        return;
    struct litmus_state state = {0};
    for (int i = 0; i < s->t->n_threads; i++)
        for (int r = 0; r < s->t->threads[i].n_regs; r++)
            state.regs[i][r] = v.regs[i][r].is;
    for (int x = 0; x < s->t->n_vars; x++) {
        int n = s->n_writes[x];
        state.vars[x] = n > 0 ? v.written[s->writes[x][n - 1]].is : s->t->vars[x].first;
    }
    outcomes_at(s->allowed, s->t, &state)->count++;
}

/* Each read from `e` on gets each write. Both models want each location coherent, so what is not
 * is given up at once. */
static void choose_reads(struct search *s, int e)
{
    while (e < s->n && !s->events[e].reads)
        e++;
    if (s->steps++ > MAX_STEPS || !holds(s, s->same_var))
        return;
    if (e == s->n) {
        consider(s);
        return;
    }
    int var = s->events[e].inst->var;
    s->chosen[e] = true;
    for (int i = -1; i < s->n_writes[var]; i++) {
        s->from[e] = i < 0 ? FIRST_VALUE : s->writes[var][i];
        if (s->from[e] != e)
            choose_reads(s, e + 1);
    }
    s->chosen[e] = false;
}

/* Each order of the writes of variable `var` from place `at` on, and of all variables after it. */
static void choose_orders(struct search *s, int var, int at)
{
    if (var == s->t->n_vars) {
        choose_reads(s, 0);
        return;
    }
    int *w = s->writes[var], n = s->n_writes[var];
    if (at >= n - 1) {
        for (int i = 0; i < n; i++) {
            s->later[w[i]] = 0;
            for (int j = i + 1; j < n; j++)
                s->later[w[i]] |= bit(w[j]);
        }
        choose_orders(s, var + 1, 0);
        return;
    }
    for (int i = at; i < n && s->steps++ < MAX_STEPS; i++) {
        int first = w[i];
        memmove(w + at + 1, w + at, (size_t)(i - at) * sizeof *w);
        w[at] = first;
        choose_orders(s, var, at + 1);
        memmove(w + at, w + at + 1, (size_t)(i - at) * sizeof *w);
        w[i] = first;
    }
}

/* Each compare-and-swap from `e` on succeeds or fails; values will tell which was right. */
static void choose_successes(struct search *s, int e)
{
    while (e < s->n && !is_cas(s->events[e].inst))
        e++;
    if (e < s->n) {
        for (int writes = 0; writes < 2; writes++) {
            s->events[e].writes = writes;
            choose_successes(s, e + 1);
        }
        return;
    }
    memset(s->n_writes, 0, sizeof s->n_writes);
    memset(s->later, 0, sizeof s->later);
    for (int i = 0; i < s->n; i++) {
        int var = s->events[i].inst->var;
        if (s->events[i].writes)
            s->writes[var][s->n_writes[var]++] = i;
    }
    choose_orders(s, 0, 0);
}

/* ---- events ---- */

static bool add_events(struct search *s, bool one_cta, struct error *err)
{
    for (int i = 0; i < s->t->n_threads; i++) {
        int stretch = 0;
        for (int j = 0; j < s->t->threads[i].n_insts; j++) {
            const struct litmus_inst *inst = &s->t->threads[i].insts[j];
            bool counts = !inst->cta || one_cta;
            bool fence = inst->kind == LITMUS_FENCE;
            stretch += counts && (fence || inst->fence_before);
            if (!litmus_accesses(inst))
                continue;
            if (s->n == MAX_EVENTS)
                return error_set(err,
                                 "%s: more than %d loads, stores and atomics are too many to "
                                 "enumerate; write a smaller test",
                                 s->t->file, MAX_EVENTS);
            s->events[s->n++] = (struct event){.inst = inst,
                                               .thread = i,
                                               .stretch = stretch,
                                               .reads = inst->kind != LITMUS_STORE,
                                               .writes = inst->kind != LITMUS_LOAD};
            stretch += counts && inst->fence_after;
        }
    }
    return true;
}

static void relate(struct search *s)
{
    for (int i = 0; i < s->n; i++)
        for (int j = i + 1; j < s->n; j++) {
            const struct event *a = &s->events[i], *b = &s->events[j];
            if (a->thread != b->thread)
                continue;
            if (s->model == MODEL_SC || a->stretch < b->stretch)
                s->order[i] |= bit(j);
            if (a->inst->var == b->inst->var)
                s->same_var[i] |= bit(j);
        }
}

/* What is asked, of all paths of a test. */
struct asked {
    enum litmus_model model;
    bool one_cta;
    struct outcomes *allowed;
    uint32_t steps;
    struct error *err;
};

static bool allows_on_path(void *ctx, const struct litmus *t)
{
    struct asked *a = ctx;
    struct search s = {.t = t, .model = a->model, .allowed = a->allowed, .steps = a->steps};
    if (!add_events(&s, a->one_cta, a->err))
        return false;
    relate(&s);
    choose_successes(&s, 0);
    a->steps = s.steps;
    if (s.steps > MAX_STEPS)
        return error_set(a->err, "%s: has too many executions to enumerate; write a smaller test",
                         t->file);
    return true;
}

bool model_allows(const struct litmus *t, enum litmus_model model, bool one_cta,
                  struct outcomes *allowed, struct error *err)
{
    struct asked a = {.model = model, .one_cta = one_cta, .allowed = allowed, .err = err};
    return litmus_each_path(t, allows_on_path, &a, err);
}
