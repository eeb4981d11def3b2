/* The enumeration of candidate executions, the same for all models. */
#include "formal/litmus/model/impl.h"
#include "formal/litmus/model/paths.h"

#include <string.h>

/* Most work that a user would wait for, in rows of relations: a second or so. */
enum { MOST_WORK = 200000000 };

static const struct model *const models[MODELS] = {&model_sc, &model_rc, &model_ptx};
const char *const model_names[MODELS] = {"sc", "rc", "ptx"};

struct search {
    struct candidate c;
    const struct model *model;
    struct outcomes *allowed;
    bool *races;
    uint64_t work;
};

/* ---- relations that all models need ---- */

event_set event_same_var(const struct candidate *c, int e)
{
    return c->of_var[c->events[e].inst->var];
}

bool place_same_cta(const struct litmus_place *a, const struct litmus_place *b)
{
    return a->gpu == b->gpu && a->cta == b->cta;
}

void candidate_reads(const struct candidate *c, struct relation *rf, struct relation *fr)
{
    for (event_set left = c->reads; left != 0;) {
        int r = event_take(&left), w = c->from[r];
        if (w >= 0) {
            relation_add(rf, w, r);
            fr->row[r] |= c->order.row[w];
        } else if (w == FROM_FIRST)
            fr->row[r] |= event_same_var(c, r) & c->writes;
    }
}

bool candidate_order(struct candidate *c, const struct relation *before)
{
    bool grew = false;
    for (event_set left = c->writes; left != 0;) {
        int w = event_take(&left);
        event_set later = before->row[w] & event_same_var(c, w) & c->writes;
        grew = grew || (later & ~c->order.row[w]) != 0;
        c->order.row[w] |= later;
    }
    return grew;
}

bool candidate_order_atomics(struct candidate *c, const struct relation *fr)
{
    bool grew = false;
    for (event_set left = c->reads; left != 0;) {
        int r = event_take(&left), w = c->events[r].twin;
        if (w == NO_EVENT || !event_in(c->writes, w))
            continue;
        event_set later = fr->row[r] & ~event_bit(w);
        grew = grew || (later & ~c->order.row[w]) != 0;
        c->order.row[w] |= later;
    }
    return grew;
}

void candidate_total_order(struct candidate *c)
{
    for (event_set left = c->writes; left != 0;) {
        int w = event_take(&left);
        c->must.row[w] = event_same_var(c, w) & c->writes & ~event_bit(w);
    }
}

/* ---- candidates ---- */

static bool tired(const struct search *s)
{
    return s->work > MOST_WORK;
}

static bool holds(struct search *s)
{
    s->work += (uint64_t)(s->c.n * s->c.n);
    return !tired(s) && s->model->holds(&s->c);
}

/* Calls `each` for every choice of a last write of each variable from `var` on, until `each`
 * returns true. A write may be the last one if `order` has none after it; if co is partial or not
 * yet decided there are several. Returns whether `each` returned true. */
static bool ends(struct search *s, const struct values *v, struct litmus_state *state, int var,
                 bool (*each)(struct search *s, const struct litmus_state *state))
{
    while (var < s->c.t->n_vars && !s->c.t->shown_var[var])
        var++;
    if (var == s->c.t->n_vars)
        return each(s, state);
    event_set writes = s->c.of_var[var] & s->c.writes;
    state->vars[var] = s->c.t->vars[var].first;
    if (writes == 0)
        return ends(s, v, state, var + 1, each);
    for (event_set left = writes; left != 0;) {
        int w = event_take(&left);
        state->vars[var] = v->of[w].is;
        if ((s->c.order.row[w] & writes) == 0 && ends(s, v, state, var + 1, each))
            return true;
    }
    return false;
}

static bool is_new(struct search *s, const struct litmus_state *state)
{
    return !outcomes_have(s->allowed, s->c.t, state);
}

static bool keep(struct search *s, const struct litmus_state *state)
{
    outcomes_at(s->allowed, s->c.t, state)->count++;
    return false;
}

/* Whether no completion of `order` can add an outcome or a race. */
static bool exhausted(struct search *s, const struct values *v, struct litmus_state *state)
{
    bool races_matter = s->races != NULL && !*s->races && s->model->races != NULL;
    return !races_matter && !ends(s, v, state, 0, is_new);
}

static void complete(struct search *s, const struct values *v, struct litmus_state *state)
{
    ends(s, v, state, 0, keep);
    if (s->races != NULL && !*s->races && s->model->races != NULL)
        *s->races = s->model->races(&s->c);
}

/* Finds a pair that `order` must relate and does not yet. */
static bool find_pair(const struct candidate *c, int *a, int *b)
{
    for (*a = 0; *a < c->n; ++*a)
        for (event_set left = c->must.row[*a] & ~c->order.row[*a]; left != 0;) {
            *b = event_take(&left);
            if (!relation_has(&c->order, *b, *a))
                return true;
        }
    return false;
}

/* Tries each way to complete `order`. */
static void choose_orders(struct search *s, const struct values *v, struct litmus_state *state)
{
    struct candidate *c = &s->c;
    int a, b;
    if (exhausted(s, v, state))
        return;
    if (!find_pair(c, &a, &b)) {
        complete(s, v, state);
        return;
    }
    struct relation order = c->order;
    for (int turn = 0; turn < 2; turn++) {
        relation_add(&c->order, turn == 0 ? a : b, turn == 0 ? b : a);
        relation_close(&c->order, c->n);
        if (holds(s))
            choose_orders(s, v, state);
        c->order = order;
    }
}

/* Tries each write as the source of each read that is left. */
static void choose_reads(struct search *s, event_set left)
{
    if (left == 0) {
        struct values v;
        if (!candidate_values(&s->c, &v))
            return;
        struct litmus_state state = {0};
        for (int i = 0; i < s->c.t->n_threads; i++)
            for (int r = 0; r < s->c.t->threads[i].n_regs; r++)
                state.regs[i][r] = v.regs[i][r].is;
        choose_orders(s, &v, &state);
        return;
    }
    struct candidate *c = &s->c;
    int r = event_take(&left);
    struct relation order = c->order;
    event_set writes = event_same_var(c, r) & c->writes;
    if (c->events[r].twin != NO_EVENT)
        writes &= ~event_bit(c->events[r].twin);
    for (bool first = true; first || writes != 0; first = false) {
        c->from[r] = first ? FROM_FIRST : event_take(&writes);
        if (holds(s))
            choose_reads(s, left);
        c->order = order;
    }
    c->from[r] = FROM_UNDECIDED;
}

/* Tries success and failure of each compare-and-swap that is left; candidate_values rejects wrong
 * choices. */
static void choose_successes(struct search *s, event_set left)
{
    struct candidate *c = &s->c;
    if (left != 0) {
        int w = event_take(&left);
        choose_successes(s, left);
        c->writes &= ~event_bit(w);
        choose_successes(s, left);
        c->writes |= event_bit(w);
        return;
    }
    c->must = c->order = (struct relation){0};
    s->model->prepare(c);
    if (holds(s))
        choose_reads(s, c->reads);
}

/* ---- events ---- */

static int add_event(struct candidate *c, enum event_kind kind, const struct litmus_inst *inst,
                     int thread)
{
    int e = c->n++;
    c->events[e] = (struct event){
        .kind = kind, .inst = inst, .thread = thread, .phase = c->passed[thread], .twin = NO_EVENT};
    c->from[e] = FROM_UNDECIDED;
    event_set *const sets[] = {&c->reads, &c->writes, &c->fences};
    *sets[kind] |= event_bit(e);
    if (kind != EVENT_FENCE)
        c->of_var[inst->var] |= event_bit(e);
    for (int before = 0; before < e; before++)
        if (c->events[before].thread == thread)
            relation_add(&c->po, before, e);
    return e;
}

static void add_access(struct candidate *c, const struct litmus_inst *inst, int thread)
{
    int read = inst->kind == LITMUS_STORE ? NO_EVENT : add_event(c, EVENT_READ, inst, thread);
    if (inst->kind == LITMUS_LOAD)
        return;
    int write = add_event(c, EVENT_WRITE, inst, thread);
    if (read != NO_EVENT) {
        c->events[read].twin = write;
        c->events[write].twin = read;
    }
}

static bool add_events(struct search *s, struct error *err)
{
    struct candidate *c = &s->c;
    for (int i = 0; i < c->t->n_threads; i++)
        for (int j = 0; j < c->t->threads[i].n_insts; j++) {
            const struct litmus_inst *inst = &c->t->threads[i].insts[j];
            c->passed[i] += inst->kind == LITMUS_BARRIER;
            if (c->n + 4 > RELATION_EVENTS) /* a fence, a read, a write, a fence */
                return error_set(err,
                                 "%s: more than %d reads, writes and fences (an atomic is a read "
                                 "and a write) are too many to enumerate; write a smaller test",
                                 c->t->file, RELATION_EVENTS - 4);
            for (enum fence_place at = FENCE_ITSELF; at <= FENCE_BEFORE; at++)
                if (s->model->has_fence(inst, at))
                    add_event(c, EVENT_FENCE, inst, i);
            c->first[i][j] = c->n;
            if (litmus_accesses(inst))
                add_access(c, inst, i);
            if (s->model->has_fence(inst, FENCE_AFTER))
                c->events[add_event(c, EVENT_FENCE, inst, i)].ends_acquire = true;
        }
    return true;
}

/* The threads of a CTA meet at their first barriers, at their second ones, and so on; the reader
 * makes sure that all threads have the same barriers. */
static void add_meetings(struct candidate *c)
{
    for (int e = 0; e < c->n; e++)
        for (int f = 0; f < c->n; f++) {
            const struct event *x = &c->events[e], *y = &c->events[f];
            if (x->phase < y->phase && place_same_cta(&c->at[x->thread], &c->at[y->thread]))
                relation_add(&c->met, e, f);
        }
}

/* The arguments of model_allows, for all paths of a test. */
struct asked {
    enum litmus_model model;
    const struct litmus_place *at;
    struct outcomes *allowed;
    bool *races;
    uint64_t work;
    struct error *err;
};

static bool allows_on_path(void *ctx, const struct litmus *t)
{
    struct asked *a = ctx;
    struct search s = {.c = {.t = t, .at = a->at},
                       .model = models[a->model],
                       .allowed = a->allowed,
                       .races = a->races,
                       .work = a->work};
    if (!add_events(&s, a->err))
        return false;
    add_meetings(&s.c);
    event_set swaps = 0;
    for (event_set left = s.c.writes; left != 0;) {
        int w = event_take(&left);
        swaps |= event_is_cas(&s.c.events[w]) ? event_bit(w) : 0;
    }
    choose_successes(&s, swaps);
    a->work = s.work;
    return !tired(&s) ||
           error_set(a->err, "%s: has too many executions to enumerate; write a smaller test",
                     t->file);
}

bool model_allows(const struct litmus *t, enum litmus_model model, const struct litmus_place *at,
                  struct outcomes *allowed, bool *races, struct error *err)
{
    struct asked a = {.model = model, .at = at, .allowed = allowed, .races = races, .err = err};
    if (races != NULL)
        *races = false;
    return litmus_each_path(t, allows_on_path, &a, err);
}

bool model_alike(const struct litmus *t, enum litmus_model model, const struct litmus_place *a,
                 const struct litmus_place *b)
{
    for (int i = 0; t->barriers && i < t->n_threads; i++)
        for (int j = 0; j < i; j++)
            if (place_same_cta(&a[i], &a[j]) != place_same_cta(&b[i], &b[j]))
                return false;
    return models[model]->alike(t->n_threads, a, b);
}
