/*
 * NVIDIA's memory consistency model of PTX. Section numbers are those of "Memory Consistency Model"
 * in the PTX ISA 8.x (chapter 8). Where its prose leaves a choice, the formal axioms of D. Lustig,
 * S. Sahasrabuddhe, O. Giroux, "A Formal Analysis of the NVIDIA PTX Memory Consistency Model",
 * ASPLOS 2019, decide. All accesses are of 32 bits and of the generic proxy.
 *
 * Coherence order is partial: it relates writes that are morally strong or related in causality
 * order, and is transitive; a larger order would allow no more outcomes. `order` has both this
 * order, between writes, and the Fence-SC order, between fences.
 */
#include "formal/litmus/model/impl.h"

/* ---- the program ---- */

static bool is_fence_sc(const struct candidate *c, int e)
{
    return c->events[e].kind == EVENT_FENCE && c->events[e].inst->sc;
}

/* C's seq_cst accesses begin with a fence.sc and are also releases and acquires: the mapping of the
 * paper's section 4.2 and of NVIDIA's atomics ABI. */
static bool has_fence(const struct litmus_inst *inst, enum fence_place place)
{
    return place == FENCE_ITSELF   ? inst->kind == LITMUS_FENCE
           : place == FENCE_BEFORE ? inst->kind != LITMUS_FENCE && inst->sc
                                   : false;
}

/* 8.4: fences and accesses that are not .weak are strong. */
static bool is_strong(const struct candidate *c, int e)
{
    const struct litmus_inst *inst = c->events[e].inst;
    return c->events[e].kind == EVENT_FENCE || inst->kind == LITMUS_ATOMIC || !inst->weak;
}

/* 8.5: whether the scope of an operation includes a thread. */
static bool includes(const struct candidate *c, int e, int thread)
{
    const struct litmus_inst *inst = c->events[e].inst;
    const struct litmus_place *a = &c->at[c->events[e].thread], *b = &c->at[thread];
    return inst->cta ? place_same_cta(a, b) : inst->sys || a->gpu == b->gpu;
}

/* 8.7: fences overlap with every operation, accesses with accesses of the same variable. */
static bool morally_strong(const struct candidate *c, int a, int b)
{
    const struct event *x = &c->events[a], *y = &c->events[b];
    if (x->kind != EVENT_FENCE && y->kind != EVENT_FENCE && x->inst->var != y->inst->var)
        return false;
    return x->thread == y->thread || (is_strong(c, a) && is_strong(c, b) &&
                                      includes(c, a, y->thread) && includes(c, b, x->thread));
}

/* 8.8: a release on M, alone or followed by a strong write on M; or a fence followed by a strong
 * write. */
static void add_release(struct candidate *c, int e)
{
    const struct event *x = &c->events[e];
    event_set after = c->po.row[e] & c->writes;
    if (x->kind == EVENT_WRITE && x->inst->fence_before) {
        relation_add(&c->release, e, e);
        after &= event_same_var(c, e);
    } else if (x->kind != EVENT_FENCE)
        return;
    while (after != 0) {
        int w = event_take(&after);
        if (is_strong(c, w))
            relation_add(&c->release, e, w);
    }
}

/* 8.8: an acquire on M, alone or after a strong read on M; or a strong read followed by a fence.
 * 8.11.1: the read of a reduction begins no acquire pattern. */
static void add_acquire(struct candidate *c, int e)
{
    const struct event *x = &c->events[e];
    bool reduces =
        x->inst->kind == LITMUS_ATOMIC && x->inst->to == LITMUS_NONE && x->inst->won == LITMUS_NONE;
    if (x->kind != EVENT_READ || reduces || !is_strong(c, e))
        return;
    if (x->inst->fence_after)
        relation_add(&c->acquire, e, e);
    c->acquire.row[e] |= c->po.row[e] & c->fences;
    for (event_set left = c->po.row[e] & c->reads & event_same_var(c, e); left != 0;) {
        int r = event_take(&left);
        if (c->events[r].inst->fence_after)
            relation_add(&c->acquire, e, r);
    }
}

static void prepare(struct candidate *c)
{
    c->strong = c->release = c->acquire = (struct relation){0};
    event_set present = c->reads | c->writes | c->fences;
    for (event_set left = present; left != 0;) {
        int e = event_take(&left);
        for (event_set others = present & ~event_bit(e); others != 0;) {
            int f = event_take(&others);
            if (!morally_strong(c, e, f))
                continue;
            relation_add(&c->strong, e, f);
            bool writes = event_in(c->writes, e) && event_in(c->writes, f);
            if (writes || (is_fence_sc(c, e) && is_fence_sc(c, f)))
                relation_add(&c->must, e, f);
        }
        add_release(c, e);
        add_acquire(c, e);
    }
}

/* ---- the execution ---- */

struct derived {
    struct relation rf, fr;
    struct relation observation, base, cause;
};

static void keep_strong(const struct candidate *c, struct relation *r)
{
    for (int e = 0; e < c->n; e++)
        r->row[e] &= c->strong.row[e];
}

/* 8.9.2: morally strong rf, continued through atomics. */
static struct relation observation(const struct candidate *c, const struct relation *rf)
{
    struct relation obs = *rf;
    keep_strong(c, &obs);
    for (bool more = true; more;) {
        more = false;
        for (event_set left = c->writes; left != 0;) {
            int w = event_take(&left);
            event_set seen = obs.row[w];
            for (event_set reads = obs.row[w]; reads != 0;) {
                int z = c->events[event_take(&reads)].twin;
                if (z != NO_EVENT && event_in(c->writes, z))
                    seen |= obs.row[z];
            }
            more = more || seen != obs.row[w];
            obs.row[w] = seen;
        }
    }
    return obs;
}

/* 8.9.4: from the first operation of a release pattern to the last of an acquire pattern, if these
 * are morally strong and a write of the first pattern precedes a read of the second in observation
 * order. */
static event_set synchronizes_with(const struct candidate *c, const struct relation *obs, int first)
{
    event_set last = 0;
    for (event_set writes = c->release.row[first]; writes != 0;)
        for (event_set reads = obs->row[event_take(&writes)]; reads != 0;)
            last |= c->acquire.row[event_take(&reads)];
    return last & (c->strong.row[first] | event_bit(first));
}

/* 8.9.5, and from 8.9.4: a bar.sync synchronizes with those of its CTA on the same barrier. */
static void causality(const struct candidate *c, struct derived *d)
{
    d->observation = observation(c, &d->rf);
    d->base = c->po;
    relation_unite(&d->base, &c->met, c->n);
    for (int e = 0; e < c->n; e++) {
        d->base.row[e] |= synchronizes_with(c, &d->observation, e);
        if (is_fence_sc(c, e))
            d->base.row[e] |= c->order.row[e];
    }
    relation_close(&d->base, c->n);
    d->cause = d->base;
    for (event_set left = c->writes; left != 0;) {
        int w = event_take(&left);
        for (event_set reads = d->observation.row[w]; reads != 0;)
            d->cause.row[w] |= d->base.row[event_take(&reads)];
    }
}

static struct derived derive(const struct candidate *c)
{
    struct derived d = {0};
    candidate_reads(c, &d.rf, &d.fr);
    causality(c, &d);
    return d;
}

/* 8.10.2: fences of Fence-SC order follow causality. 8.10.1: so do writes of coherence order. */
static bool order_by_cause(struct candidate *c, const struct derived *d)
{
    bool grew = candidate_order(c, &d->cause);
    for (event_set left = c->fences; left != 0;) {
        int f = event_take(&left);
        event_set later = d->base.row[f] & c->must.row[f];
        grew = grew || (later & ~c->order.row[f]) != 0;
        c->order.row[f] |= later;
    }
    return grew;
}

/* 8.10.3: no morally strong write between an atomic's read and its write, in coherence order. */
static bool order_by_atomicity(struct candidate *c, const struct derived *d)
{
    bool grew = false;
    for (event_set left = c->reads; left != 0;) {
        int r = event_take(&left), w = c->events[r].twin;
        if (w == NO_EVENT || !event_in(c->writes, w))
            continue;
        event_set later = d->fr.row[r] & c->strong.row[r] & ~event_bit(w);
        grew = grew || (later & ~c->order.row[w]) != 0;
        c->order.row[w] |= later;
    }
    return grew;
}

/* 8.10.5: morally strong rf, co, fr and program order of a variable's accesses have no cycle. */
static bool coherent(struct candidate *c, const struct derived *d, bool *grew)
{
    struct relation r = c->order;
    relation_unite(&r, &d->rf, c->n);
    relation_unite(&r, &d->fr, c->n);
    keep_strong(c, &r);
    for (event_set left = c->fences; left != 0;)
        r.row[event_take(&left)] = 0; /* their Fence-SC order is not part of coherence */
    for (event_set left = c->reads | c->writes; left != 0;) {
        int e = event_take(&left);
        r.row[e] |= c->po.row[e] & event_same_var(c, e);
    }
    relation_close(&r, c->n);
    bool ok = relation_is_irreflexive(&r, c->n);
    for (int e = 0; e < c->n; e++)
        r.row[e] &= c->must.row[e];
    *grew = candidate_order(c, &r) || *grew;
    return ok;
}

/* 8.10.6: no read precedes the write that it reads from, and none reads from a write that comes in
 * coherence order before one that precedes the read. */
static bool causal(struct candidate *c, const struct derived *d, bool *grew)
{
    for (event_set left = c->reads; left != 0;) {
        int r = event_take(&left), from = c->from[r];
        if (from >= 0 && relation_has(&d->cause, r, from))
            return false;
        for (event_set writes = event_same_var(c, r) & c->writes; writes != 0;) {
            int w = event_take(&writes);
            if (!relation_has(&d->cause, w, r))
                continue;
            if (relation_has(&d->fr, r, w))
                return false;
            if (from >= 0 && relation_has(&c->must, w, from) && !relation_has(&c->order, w, from)) {
                relation_add(&c->order, w, from);
                *grew = true;
            }
        }
    }
    return true;
}

/* No-Thin-Air (8.10.4) is enforced by candidate_values: it never finds values that depend on
 * themselves. A cycle of base causality breaks 8.10.2 if it has Fence-SC order, and 8.10.6
 * or 8.10.1 if it has a release. */
static bool holds(struct candidate *c)
{
    for (bool grew = true; grew;) {
        struct derived d = derive(c);
        if (!relation_is_irreflexive(&d.base, c->n))
            return false;
        grew = order_by_cause(c, &d);
        grew = order_by_atomicity(c, &d) || grew;
        if (!coherent(c, &d, &grew) || !causal(c, &d, &grew))
            return false;
        relation_close(&c->order, c->n);
        if (!relation_is_irreflexive(&c->order, c->n))
            return false;
    }
    return true;
}

/* 8.7.1: two operations, one a write, that are neither morally strong nor ordered by causality. */
static bool races(const struct candidate *c)
{
    struct derived d = derive(c);
    for (event_set left = c->writes; left != 0;) {
        int w = event_take(&left);
        event_set others = event_same_var(c, w) & (c->reads | c->writes);
        for (others &= ~(c->strong.row[w] | event_bit(w)); others != 0;) {
            int e = event_take(&others);
            if (!relation_has(&d.cause, w, e) && !relation_has(&d.cause, e, w))
                return true;
        }
    }
    return false;
}

static bool alike(int n_threads, const struct litmus_place *a, const struct litmus_place *b)
{
    for (int i = 0; i < n_threads; i++)
        for (int j = 0; j < i; j++)
            if (place_same_cta(&a[i], &a[j]) != place_same_cta(&b[i], &b[j]) ||
                (a[i].gpu == a[j].gpu) != (b[i].gpu == b[j].gpu))
                return false;
    return true;
}

const struct model model_ptx = {
    .has_fence = has_fence, .prepare = prepare, .holds = holds, .races = races, .alike = alike};
