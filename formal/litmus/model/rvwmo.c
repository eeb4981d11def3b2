/*
 * RVWMO, the memory model of RISC-V (The RISC-V Instruction Set Manual, volume I, chapter "RVWMO
 * Memory Consistency Model"), and TSO, that of x86. Numbers are those of the rules of preserved
 * program order there. A global memory order exists if preserved program order, rf from other
 * threads, co and fr have no cycle; each variable alone is also coherent, which the load value
 * axiom says, and no store of another thread comes between an atomic's read and its write.
 *
 * In TSO each access stays in order with all that follow it, except a store with loads behind it:
 * x86's fences and locked instructions are full fences for both. RISC-V tests under it have Ztso.
 */
#include "formal/litmus/model/impl.h"

/* A fence that only the hardware needs orders nothing here: it has no sets. */
static bool has_fence(const struct litmus_inst *inst, enum fence_place place)
{
    return place == FENCE_ITSELF && inst->kind == LITMUS_FENCE && (inst->pred | inst->succ) != 0;
}

/* ---- preserved program order that follows from the program ---- */

static event_set kinds(const struct candidate *c, unsigned which)
{
    return ((which & LITMUS_R) != 0 ? c->reads : 0) | ((which & LITMUS_W) != 0 ? c->writes : 0);
}

/* The events that precede `e` in program order. */
static event_set before(const struct candidate *c, int e)
{
    event_set set = 0;
    for (int i = 0; i < c->n; i++)
        set |= relation_has(&c->po, i, e) ? event_bit(i) : 0;
    return set;
}

static void add_all(struct relation *r, event_set from, event_set to)
{
    while (from != 0)
        r->row[event_take(&from)] |= to;
}

/* Rule 4. fence.tso orders reads with all that follows, and writes with writes. */
static void order_by_fences(struct candidate *c)
{
    for (event_set left = c->fences; left != 0;) {
        int f = event_take(&left);
        const struct litmus_inst *inst = c->events[f].inst;
        event_set earlier = before(c, f), later = c->po.row[f] & kinds(c, inst->succ);
        bool tso = inst->tso;
        add_all(&c->ppo, earlier & kinds(c, inst->pred & (tso ? LITMUS_R : inst->pred)), later);
        if (tso)
            add_all(&c->ppo, earlier & c->writes, later & c->writes);
    }
}

/* An lr, sc or amo: only their annotations are RCsc. */
static bool is_exclusive(const struct litmus_inst *inst)
{
    return inst->kind == LITMUS_ATOMIC || inst->reserves || inst->conditional;
}

static bool is_rcsc(const struct litmus_inst *inst)
{
    return is_exclusive(inst) && (inst->aq || inst->rl);
}

/* Rules 5 to 7. */
static void order_by_annotations(struct candidate *c, event_set accesses)
{
    event_set rcsc = 0;
    for (event_set left = accesses; left != 0;) {
        int e = event_take(&left);
        rcsc |= is_rcsc(c->events[e].inst) ? event_bit(e) : 0;
    }
    for (event_set left = accesses; left != 0;) {
        int e = event_take(&left);
        if (c->events[e].inst->aq)
            c->ppo.row[e] |= c->po.row[e] & accesses;
        if (c->events[e].inst->rl)
            add_all(&c->ppo, before(c, e) & accesses, event_bit(e));
        if (event_in(rcsc, e))
            c->ppo.row[e] |= c->po.row[e] & rcsc;
    }
}

/* Rules 1, 8 to 11 and 13. */
static void order_by_program(struct candidate *c, event_set accesses)
{
    for (event_set left = accesses; left != 0;) {
        int e = event_take(&left), twin = c->events[e].twin;
        event_set later = c->po.row[e] & event_same_var(c, e) & c->writes;
        if (twin != NO_EVENT && event_in(c->writes, twin))
            later |= event_bit(twin);
        later |= c->addr.row[e] & accesses;
        later |= (c->data.row[e] | c->ctrl.row[e]) & c->writes;
        for (event_set through = c->addr.row[e] & accesses; through != 0;)
            later |= c->po.row[event_take(&through)] & c->writes;
        c->ppo.row[e] |= later;
    }
}

static void prepare(struct candidate *c)
{
    event_set accesses = c->reads | c->writes;
    candidate_total_order(c);
    c->ppo = (struct relation){0};
    order_by_fences(c);
    order_by_annotations(c, accesses);
    order_by_program(c, accesses);
}

static void prepare_tso(struct candidate *c)
{
    prepare(c);
    for (event_set left = c->reads; left != 0;) {
        int r = event_take(&left);
        c->ppo.row[r] |= c->po.row[r] & (c->reads | c->writes);
    }
    for (event_set left = c->writes; left != 0;) {
        int w = event_take(&left);
        c->ppo.row[w] |= c->po.row[w] & c->writes;
    }
}

/* ---- preserved program order that follows from what was read ---- */

/* Rule 2: two reads of a variable with no write between them, from different writes. */
static event_set same_address_reads(const struct candidate *c, int r)
{
    event_set found = 0, of_var = event_same_var(c, r);
    for (event_set left = c->po.row[r] & of_var & c->reads; left != 0;) {
        int later = event_take(&left);
        event_set writes = c->po.row[r] & before(c, later) & ((of_var & c->writes) | c->maybe);
        if (writes == 0 && c->from[r] != FROM_UNDECIDED && c->from[later] != FROM_UNDECIDED &&
            c->from[r] != c->from[later])
            found |= event_bit(later);
    }
    return found;
}

/* Rules 3 and 12: a read gets its value from an earlier write of its own thread, which is an
 * atomic's or depends on an access. */
static void order_by_forwarding(const struct candidate *c, struct relation *order, int r)
{
    int w = c->from[r];
    if (w < 0 || c->events[w].thread != c->events[r].thread)
        return;
    const struct litmus_inst *inst = c->events[w].inst;
    if (inst->kind == LITMUS_ATOMIC || inst->conditional)
        relation_add(order, w, r);
    for (int e = 0; e < c->n; e++)
        if (relation_has(&c->addr, e, w) || relation_has(&c->data, e, w))
            relation_add(order, e, r);
}

/* ---- the axioms ---- */

/* An amo is one operation: what is ordered with its read is with its write, and vice versa. */
static void fuse_atomics(const struct candidate *c, struct relation *order)
{
    for (event_set left = c->reads; left != 0;) {
        int r = event_take(&left), w = c->events[r].twin;
        if (c->events[r].inst->kind != LITMUS_ATOMIC || w == NO_EVENT || !event_in(c->writes, w))
            continue;
        event_set both = event_bit(r) | event_bit(w);
        for (int e = 0; e < c->n; e++)
            if ((order->row[e] & both) != 0)
                order->row[e] |= both;
        order->row[r] = order->row[w] = (order->row[r] | order->row[w]) & ~both;
    }
}

static struct relation global_order(const struct candidate *c, const struct relation *rf,
                                    const struct relation *fr)
{
    struct relation order = c->ppo;
    relation_unite(&order, &c->order, c->n);
    relation_unite(&order, fr, c->n);
    for (event_set left = c->reads; left != 0;) {
        int r = event_take(&left), w = c->from[r];
        order.row[r] |= same_address_reads(c, r);
        order_by_forwarding(c, &order, r);
        if (w >= 0 && c->events[w].thread != c->events[r].thread)
            order.row[w] |= rf->row[w] & event_bit(r);
    }
    fuse_atomics(c, &order);
    relation_close(&order, c->n);
    return order;
}

static struct relation per_variable(const struct candidate *c, const struct relation *rf,
                                    const struct relation *fr)
{
    struct relation order = c->order;
    relation_unite(&order, rf, c->n);
    relation_unite(&order, fr, c->n);
    for (event_set left = c->reads | c->writes; left != 0;) {
        int e = event_take(&left);
        order.row[e] |= c->po.row[e] & event_same_var(c, e);
    }
    relation_close(&order, c->n);
    return order;
}

static bool holds(struct candidate *c)
{
    for (;;) {
        struct relation rf = {0}, fr = {0};
        candidate_reads(c, &rf, &fr);
        struct relation one = per_variable(c, &rf, &fr), all = global_order(c, &rf, &fr);
        if (!relation_is_irreflexive(&one, c->n) || !relation_is_irreflexive(&all, c->n))
            return false;
        relation_unite(&all, &one, c->n);
        bool grew = candidate_order(c, &all);
        if (!candidate_order_atomics(c, &fr) && !grew)
            return true;
    }
}

const struct model model_rvwmo = {
    .has_fence = has_fence, .prepare = prepare, .holds = holds, .alike = candidate_alike};
const struct model model_tso = {
    .has_fence = has_fence, .prepare = prepare_tso, .holds = holds, .alike = candidate_alike};
