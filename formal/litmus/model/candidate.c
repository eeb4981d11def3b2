/* Relations of a candidate that all models need. */
#include "formal/litmus/model/impl.h"

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
        event_set later = fr->row[r] & ~c->of_thread[c->events[r].thread];
        grew = grew || (later & ~c->order.row[w]) != 0;
        c->order.row[w] |= later;
    }
    return grew;
}

bool candidate_alike(int n_threads, const struct litmus_place *a, const struct litmus_place *b)
{
    (void)n_threads;
    (void)a;
    (void)b;
    return true;
}

void candidate_total_order(struct candidate *c)
{
    for (event_set left = c->writes; left != 0;) {
        int w = event_take(&left);
        c->must.row[w] = event_same_var(c, w) & c->writes & ~event_bit(w);
    }
}
