/*
 * Barriers of a run: the first threads of a CTA that wait at one, as many as it needs, meet. What
 * a barrier is, and how many it needs, is in formal/litmus/read/README.md.
 */
#include "harness/litmus/runner_impl.h"

static bool is_same(const struct litmus_inst *a, const struct litmus_inst *b)
{
    return b->kind == LITMUS_BARRIER && a->operand.value == b->operand.value &&
           a->compare.value == b->compare.value && a->count == b->count && a->quorum == b->quorum;
}

static const struct litmus_inst *barrier_of(const struct agent *a)
{
    return a->steps[a->at].inst;
}

/* Whether a thread has that barrier at step `from` or behind it. */
static bool comes_to(const struct agent *a, int from, const struct litmus_inst *barrier)
{
    for (int i = from; i < a->n_steps; i++)
        if (!a->steps[i].fence && is_same(barrier, a->steps[i].inst))
            return true;
    return false;
}

static unsigned needs(const struct runner *r, const struct agent *a)
{
    const struct litmus_inst *barrier = barrier_of(a);
    unsigned n = barrier->count;
    for (int i = 0; barrier->count == 0 && i < r->n_agents - 1; i++)
        n += r->agents[i].sm == a->sm && comes_to(&r->agents[i], 0, barrier);
    return n;
}

static bool wait_together(const struct agent *a, const struct agent *b)
{
    return a->waits && b->waits && a->sm == b->sm && is_same(barrier_of(a), barrier_of(b));
}

/* Whether a quorum has met where the thread is. */
static bool is_open(const struct runner *r, const struct agent *a)
{
    for (int i = 0; i < r->n_quorums; i++)
        if (r->quorums[i].sm == a->sm && is_same(r->quorums[i].barrier, barrier_of(a)))
            return true;
    return false;
}

void runner_arrive(struct runner *r, struct agent *a)
{
    unsigned here = 0;
    a->waits = true;
    for (int i = 0; i < r->n_agents - 1; i++)
        here += wait_together(a, &r->agents[i]);
    if (is_open(r, a)) {
        a->waits = false;
        a->met = true;
    }
    if (!a->waits || here < needs(r, a))
        return;
    if (barrier_of(a)->quorum)
        r->quorums[r->n_quorums++] = (struct quorum){barrier_of(a), a->sm};
    for (int i = 0; i < r->n_agents - 1; i++)
        r->agents[i].met = r->agents[i].met || wait_together(a, &r->agents[i]);
    for (int i = 0; i < r->n_agents - 1; i++)
        r->agents[i].waits = r->agents[i].waits && !r->agents[i].met;
}

bool runner_awaits(const struct runner *r, const struct agent *a, const struct agent *other)
{
    bool bystander = other == &r->agents[r->n_agents - 1];
    return a->waits && !bystander && other->sm == a->sm && !wait_together(a, other) &&
           comes_to(other, other->at, barrier_of(a));
}
