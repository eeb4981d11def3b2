/* Sequential consistency: one order of all accesses. */
#include "formal/litmus/model/impl.h"

static bool has_fence(const struct litmus_inst *inst, enum fence_place place)
{
    (void)inst;
    (void)place;
    return false;
}

/* Program order, met, rf, co and fr have no cycle, and atomics are not divided. */
static bool holds(struct candidate *c)
{
    for (;;) {
        struct relation all = c->order, fr = {0};
        relation_unite(&all, &c->po, c->n);
        relation_unite(&all, &c->met, c->n);
        candidate_reads(c, &all, &fr);
        relation_unite(&all, &fr, c->n);
        relation_close(&all, c->n);
        if (!relation_is_irreflexive(&all, c->n))
            return false;
        bool grew = candidate_order(c, &all);
        if (!candidate_order_atomics(c, &fr) && !grew)
            return true;
    }
}

const struct model model_sc = {.has_fence = has_fence,
                               .prepare = candidate_total_order,
                               .holds = holds,
                               .alike = candidate_alike};
