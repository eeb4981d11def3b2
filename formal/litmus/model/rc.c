/* Release consistency; README.md has the rules, (1) to (3). */
#include "formal/litmus/model/impl.h"

static bool has_fence(const struct litmus_inst *inst, enum fence_place place)
{
    return place == FENCE_ITSELF   ? inst->kind == LITMUS_FENCE
           : place == FENCE_BEFORE ? inst->fence_before
                                   : inst->fence_after;
}

static void prepare(struct candidate *c)
{
    candidate_total_order(c);
    for (int i = 0; i < c->t->n_threads; i++) {
        c->cta[i] = 0;
        for (int e = 0; e < c->n; e++)
            if (place_same_cta(&c->at[c->events[e].thread], &c->at[i]))
                c->cta[i] |= event_bit(e);
    }
}

/* rf, co, fr, and from each atomic's read to its write. */
static struct relation communication(const struct candidate *c, struct relation *fr)
{
    struct relation com = c->order;
    candidate_reads(c, &com, fr);
    relation_unite(&com, fr, c->n);
    for (event_set left = c->reads; left != 0;) {
        int r = event_take(&left), w = c->events[r].twin;
        if (w != NO_EVENT && event_in(c->writes, w))
            relation_add(&com, r, w);
    }
    return com;
}

/* (1) Program order and met between accesses of one variable, rf, co, fr. */
static struct relation per_variable(const struct candidate *c, const struct relation *com)
{
    struct relation r = *com;
    for (event_set left = c->reads | c->writes; left != 0;) {
        int e = event_take(&left);
        r.row[e] |= (c->po.row[e] | c->met.row[e]) & event_same_var(c, e);
    }
    relation_close(&r, c->n);
    return r;
}

/* The order that fences impose: program order from events to fences, and from fences to events. */
static struct relation fenced(const struct candidate *c)
{
    struct relation r = {0};
    for (int e = 0; e < c->n; e++)
        r.row[e] = c->po.row[e] & (event_in(c->fences, e) ? ~(event_set)0 : c->fences);
    return r;
}

/* (2) Within a CTA: the order that fences of any scope impose, eco, and met unless the caller asks
 * for the order without barriers. */
static struct relation within_ctas(const struct candidate *c, const struct relation *com,
                                   bool barriers)
{
    struct relation eco = *com, r = fenced(c);
    relation_close(&eco, c->n);
    relation_unite(&r, &eco, c->n);
    if (barriers)
        relation_unite(&r, &c->met, c->n);
    for (int e = 0; e < c->n; e++)
        r.row[e] &= c->cta[c->events[e].thread];
    relation_close(&r, c->n);
    return r;
}

/* (3) Among all threads: rf, co, fr, and the order that fences of gpu or sys scope impose on their
 * CTA's accesses. For a fence that ends an acquire, the accesses before it are those that precede
 * it without barriers. */
static struct relation among_all(const struct candidate *c, const struct relation *com,
                                 const struct relation *within)
{
    event_set wide = 0, ends = 0;
    for (event_set left = c->fences; left != 0;) {
        int f = event_take(&left);
        wide |= c->events[f].inst->cta ? 0 : event_bit(f);
        ends |= c->events[f].ends_acquire ? event_bit(f) : 0;
    }
    struct relation r = *com, alone = c->t->barriers ? within_ctas(c, com, false) : *within;
    for (int e = 0; e < c->n; e++) {
        event_set before = (within->row[e] & ~ends) | (alone.row[e] & ends);
        r.row[e] |= event_in(wide, e) ? within->row[e] : before & wide;
    }
    relation_close(&r, c->n);
    return r;
}

static bool holds(struct candidate *c)
{
    for (;;) {
        struct relation fr = {0}, com = communication(c, &fr);
        struct relation one = per_variable(c, &com), within = within_ctas(c, &com, true);
        struct relation all = among_all(c, &com, &within);
        if (!relation_is_irreflexive(&one, c->n) || !relation_is_irreflexive(&within, c->n) ||
            !relation_is_irreflexive(&all, c->n))
            return false;
        relation_unite(&all, &one, c->n);
        relation_unite(&all, &within, c->n);
        bool grew = candidate_order(c, &all);
        if (!candidate_order_atomics(c, &fr) && !grew)
            return true;
    }
}

static bool alike(int n_threads, const struct litmus_place *a, const struct litmus_place *b)
{
    for (int i = 0; i < n_threads; i++)
        for (int j = 0; j < i; j++)
            if (place_same_cta(&a[i], &a[j]) != place_same_cta(&b[i], &b[j]))
                return false;
    return true;
}

const struct model model_rc = {
    .has_fence = has_fence, .prepare = prepare, .holds = holds, .alike = alike};
