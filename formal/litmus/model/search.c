/*
 * The search over executions. A node is a candidate whose threads are executed as far as its values
 * are known. Its children give one of its reads a source: each write of which the value is known,
 * the first value, or a write that turns up later. So no execution is found twice; and since values
 * never depend on themselves, the sources of a complete execution become known one after another,
 * and none is missed. The model cuts off what it refuses at every node.
 */
#include "formal/litmus/model/search.h"
#include "formal/litmus/model/execute.h"
#include "formal/litmus/model/meet.h"

#include "sw/util/arena.h"

#include <stdlib.h>

/* Most work that a user would wait for: some seconds. */
enum { MOST_WORK = 300000000 };

struct node {
    struct candidate c;
    struct execution x;
    event_set refused[RELATION_EVENTS]; /* writes that a read's source is none of */
    event_set not_first;                /* reads whose source is not the first value */
    struct node *below;                 /* room for a child, or NULL */
};

static bool tired(const struct search *s)
{
    return s->work > MOST_WORK;
}

static bool holds(struct search *s, struct candidate *c)
{
    s->work += (uint64_t)(c->n * c->n);
    return !tired(s) && s->model->holds(c);
}

/* ---- outcomes ---- */

/* Calls `each` for every choice of a last write of each variable from `var` on, until `each`
 * returns true. A write may be the last one if `order` has none after it; if co is partial or not
 * yet decided there are several. Returns whether `each` returned true. */
static bool ends(struct search *s, const struct candidate *c, struct litmus_state *state, int var,
                 bool (*each)(struct search *s, const struct candidate *c,
                              const struct litmus_state *state))
{
    while (var < c->t->n_vars && !c->t->shown_var[var])
        var++;
    if (var == c->t->n_vars)
        return each(s, c, state);
    event_set writes = c->of_var[var] & c->writes;
    state->vars[var] = c->t->vars[var].first;
    if (writes == 0)
        return ends(s, c, state, var + 1, each);
    for (event_set left = writes; left != 0;) {
        int w = event_take(&left);
        state->vars[var] = (uint32_t)c->value[w].is;
        if ((c->order.row[w] & writes) == 0 && ends(s, c, state, var + 1, each))
            return true;
    }
    return false;
}

static bool is_new(struct search *s, const struct candidate *c, const struct litmus_state *state)
{
    return !outcomes_have(s->allowed, c->t, state);
}

static bool keep(struct search *s, const struct candidate *c, const struct litmus_state *state)
{
    outcomes_at(s->allowed, c->t, state)->count++;
    return false;
}

static bool races_matter(const struct search *s)
{
    return s->races_matter && !s->notes->races && s->model->races != NULL;
}

/* Whether no completion of `order` can add an outcome or a race. */
static bool exhausted(struct search *s, const struct candidate *c, struct litmus_state *state)
{
    return !races_matter(s) && !ends(s, c, state, 0, is_new);
}

static void complete(struct search *s, const struct candidate *c, struct litmus_state *state)
{
    ends(s, c, state, 0, keep);
    if (races_matter(s))
        s->notes->races = s->model->races(c);
}

/* ---- orders ---- */

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
static void choose_orders(struct search *s, struct candidate *c, struct litmus_state *state)
{
    int a, b;
    if (exhausted(s, c, state))
        return;
    if (!find_pair(c, &a, &b)) {
        complete(s, c, state);
        return;
    }
    struct relation order = c->order;
    for (int turn = 0; turn < 2; turn++) {
        relation_add(&c->order, turn == 0 ? a : b, turn == 0 ? b : a);
        relation_close(&c->order, c->n);
        if (holds(s, c))
            choose_orders(s, c, state);
        c->order = order;
    }
}

static void end_node(struct search *s, struct node *n)
{
    struct litmus_state state = {0};
    for (int i = 0; i < n->c.t->n_threads; i++)
        for (int r = 0; r < n->c.t->threads[i].n_regs; r++)
            state.regs[i][r] = n->x.threads[i].regs[r].is;
    choose_orders(s, &n->c, &state);
}

/* ---- sources ---- */

/* Whether a write may turn up, or its value become known, from which read `r` could read. */
static bool may_come(const struct node *n, int r)
{
    const struct candidate *c = &n->c;
    int var = c->events[r].inst->var, mine = c->events[r].thread;
    event_set open = c->maybe;
    for (event_set left = c->writes & c->of_var[var]; left != 0;) {
        int w = event_take(&left);
        open |= c->value[w].known ? 0 : event_bit(w);
    }
    open &= ~(c->po.row[r] | event_bit(r));
    while (open != 0) {
        const struct event *e = &c->events[event_take(&open)];
        if (e->kind == EVENT_WRITE && e->inst->var == var)
            return true;
    }
    for (int i = 0; i < c->t->n_threads; i++)
        if (i != mine && n->x.threads[i].end == THREAD_WAITS)
            return true;
    return false;
}

/* The known writes that read `r` may read from; `first`: or the first value. */
static event_set options(const struct node *n, int r, bool *first)
{
    const struct candidate *c = &n->c;
    event_set found = 0;
    event_set writes = event_same_var(c, r) & c->writes & ~n->refused[r] & ~c->po.row[r];
    while (writes != 0) {
        int w = event_take(&writes);
        found |= c->value[w].known ? event_bit(w) : 0;
    }
    *first = !event_in(n->not_first, r);
    return found;
}

/* The read to be given a source: one that has options, best one that may not wait for more. */
static int choose_read(const struct node *n, event_set undecided)
{
    int best = NO_EVENT;
    while (undecided != 0) {
        bool first;
        int r = event_take(&undecided);
        if (options(n, r, &first) == 0 && !first)
            continue;
        if (!may_come(n, r))
            return r;
        best = best == NO_EVENT ? r : best;
    }
    return best;
}

static void explore(struct search *s, struct node *n);

/* Goes on with a copy of the node, to be changed before. */
static struct node *child_of(struct node *n)
{
    if (n->below == NULL)
        n->below = xcalloc(1, sizeof *n->below);
    struct node *below = n->below->below;
    *n->below = *n;
    n->below->below = below;
    return n->below;
}

static void try_source(struct search *s, struct node *n, int r, int from)
{
    struct node *child = child_of(n);
    child->c.from[r] = from;
    explore(s, child);
}

static void try_sources(struct search *s, struct node *n, int r)
{
    bool first;
    event_set found = options(n, r, &first);
    if (first)
        try_source(s, n, r, FROM_FIRST);
    for (event_set left = found; left != 0;)
        try_source(s, n, r, event_take(&left));
    if (!may_come(n, r))
        return;
    struct node *child = child_of(n);
    child->refused[r] |= found;
    child->not_first |= event_bit(r);
    explore(s, child);
}

/* A conditional store that nothing has decided yet, or NO_EVENT. */
static int undecided_store(const struct candidate *c)
{
    for (event_set left = c->maybe & ~(c->fails | c->stores); left != 0;) {
        int e = event_take(&left);
        if (c->events[e].inst->conditional && c->events[e].kind == EVENT_WRITE)
            return e;
    }
    return NO_EVENT;
}

static void try_conditional(struct search *s, struct node *n, int e)
{
    struct node *child = child_of(n);
    child->c.fails |= event_bit(e);
    explore(s, child);
    child = child_of(n);
    child->c.stores |= event_bit(e);
    explore(s, child);
}

/* ---- meetings ---- */

struct meeting_search {
    struct search *s;
    struct node *n;
};

/* Goes on with the meetings in `chosen`. Whether to go on with others. */
static bool try_meeting(void *ctx, const struct meetings *chosen)
{
    struct meeting_search *m = ctx;
    struct node *child = child_of(m->n);
    child->c.meets = true;
    child->c.meetings = *chosen;
    meet_relate(&child->c);
    m->s->model->prepare(&child->c);
    explore(m->s, child);
    return !tired(m->s) && !error_is_set(m->s->err);
}

static void try_meetings(struct search *s, struct node *n)
{
    struct meeting_search m = {s, n};
    struct meet_way way = {.each = try_meeting, .ctx = &m, .work = &s->work, .most = MOST_WORK};
    if (meet_each(&n->c, &n->x, &way))
        s->notes->deadlock = true;
}

/* ---- nodes ---- */

static bool fails(struct search *s, const struct node *n)
{
    const struct litmus_inst *inst = n->x.fault;
    return !error_set(s->err, "%s:%u: P%d %s; write a smaller number", n->c.t->file, inst->line,
                      n->x.fault_thread, n->x.fault_text);
}

/* Whether no thread stands where the search does not follow it. */
static bool is_followed(struct search *s, const struct node *n)
{
    for (int i = 0; i < n->c.t->n_threads; i++) {
        if (n->x.threads[i].end == THREAD_IS_CUT)
            s->notes->unfinished = true;
        if (n->x.threads[i].end == THREAD_IS_CUT || n->x.threads[i].end == THREAD_IDLES)
            return false;
    }
    return true;
}

static bool all_end(const struct node *n)
{
    for (int i = 0; i < n->c.t->n_threads; i++)
        if (n->x.threads[i].end != THREAD_ENDS)
            return false;
    return n->c.maybe == 0;
}

static void explore(struct search *s, struct node *n)
{
    struct candidate *c = &n->c;
    if (execute(c, &n->x)) {
        meet_relate(c);
        s->model->prepare(c);
    }
    if (c->t->barriers && !c->meets && meet_is_known(c->t, &n->x)) {
        try_meetings(s, n);
        return;
    }
    if (error_is_set(s->err) || tired(s) || !holds(s, c))
        return;
    if (n->x.fault != NULL && fails(s, n))
        return;
    if (!is_followed(s, n))
        return;
    int store = undecided_store(c);
    if (store != NO_EVENT) {
        try_conditional(s, n, store);
        return;
    }
    event_set undecided = 0;
    for (event_set left = c->reads; left != 0;) {
        int r = event_take(&left);
        undecided |= c->from[r] == FROM_UNDECIDED ? event_bit(r) : 0;
    }
    int r = choose_read(n, undecided);
    if (r != NO_EVENT)
        try_sources(s, n, r);
    else if (undecided == 0 && all_end(n))
        end_node(s, n);
}

/* Whether the events of all instructions together, each done once, have room. */
static bool fits(struct search *s, const struct litmus *t)
{
    int n = 0;
    for (int i = 0; i < t->n_threads; i++)
        for (int j = 0; j < t->threads[i].n_insts; j++) {
            const struct litmus_inst *inst = &t->threads[i].insts[j];
            n += litmus_accesses(inst) + (inst->kind == LITMUS_ATOMIC);
            for (enum fence_place at = FENCE_ITSELF; at <= FENCE_AFTER; at++)
                n += s->model->has_fence(inst, at);
        }
    return n <= RELATION_EVENTS ||
           error_set(s->err,
                     "%s: more than %d reads, writes and fences (an atomic is a read and a write) "
                     "are too many to enumerate; write a smaller test",
                     t->file, RELATION_EVENTS);
}

bool search_all(struct search *s, const struct litmus *t, const struct litmus_place *at)
{
    if (!fits(s, t))
        return false;
    struct node *root = xcalloc(1, sizeof *root);
    root->c.t = t;
    root->c.at = at;
    root->x.model = s->model;
    explore(s, root);
    for (struct node *n = root, *below; n != NULL; n = below) {
        below = n->below;
        free(n);
    }
    if (error_is_set(s->err))
        return false;
    return !tired(s) ||
           error_set(s->err, "%s: has too many executions to enumerate; write a smaller test",
                     t->file);
}
