#include "formal/litmus/model/meet.h"

#include <string.h>

enum { STEP = 64 }; /* the work of one step, in rows of relations */

/* A barrier of a thread. */
struct stop {
    const struct litmus_inst *inst;
    uint64_t name;
    unsigned needs; /* threads */
};

struct meeter {
    const struct meet_way *way;
    const struct candidate *c;
    struct stop stops[LITMUS_THREADS][LITMUS_BARRIERS];
    int n[LITMUS_THREADS];
    bool ended, stuck;
};

/* How far the threads have come. */
struct state {
    int at[LITMUS_THREADS]; /* the barrier at which each waits */
    unsigned last;          /* the threads of the last meeting; 0: whatever may come next */
    struct meetings chosen;
    const struct stop *open[LITMUS_THREADS * LITMUS_BARRIERS]; /* by meeting: of a quorum */
};

/* ---- barriers ---- */

/* The barriers of a thread, one after the other: how many, or -1 if a name is not known. */
static int find_stops(const struct litmus *t, const struct execution *x, int thread,
                      struct stop *stops)
{
    const struct litmus_thread *h = &t->threads[thread];
    int n = 0;
    for (int i = 0; i < h->n_insts; i++) {
        const struct litmus_inst *inst = &h->insts[i];
        if (inst->kind != LITMUS_BARRIER)
            continue;
        bool fixed = inst->compare.reg == LITMUS_NONE;
        if (!fixed && n >= x->threads[thread].barriers)
            return -1;
        uint64_t name = fixed ? inst->compare.value : x->threads[thread].names[n];
        stops[n++] = (struct stop){inst, name, inst->count};
    }
    return n;
}

bool meet_is_known(const struct litmus *t, const struct execution *x)
{
    struct stop stops[LITMUS_BARRIERS];
    for (int i = 0; i < t->n_threads; i++)
        if (find_stops(t, x, i, stops) < 0)
            return false;
    return true;
}

static bool is_same(const struct stop *a, const struct stop *b)
{
    return a->inst->operand.value == b->inst->operand.value && a->name == b->name &&
           a->inst->count == b->inst->count && a->inst->quorum == b->inst->quorum;
}

static bool comes_to(const struct meeter *m, int thread, const struct stop *stop)
{
    for (int k = 0; k < m->n[thread]; k++)
        if (is_same(&m->stops[thread][k], stop))
            return true;
    return false;
}

/* Without a count a barrier needs all threads of the CTA that come to it. */
static void set_needs(struct meeter *m, int thread)
{
    for (int k = 0; k < m->n[thread]; k++) {
        struct stop *stop = &m->stops[thread][k];
        for (int i = 0; stop->inst->count == 0 && i < m->c->t->n_threads; i++)
            stop->needs += place_same_cta(&m->c->at[thread], &m->c->at[i]) && comes_to(m, i, stop);
    }
}

/* ---- ways to meet ---- */

static const struct stop *stop_of(const struct meeter *m, const struct state *s, int thread)
{
    return s->at[thread] < m->n[thread] ? &m->stops[thread][s->at[thread]] : NULL;
}

/* The threads that wait at the barrier of thread `i`. */
static unsigned who_waits(const struct meeter *m, const struct state *s, int i)
{
    const struct stop *mine = stop_of(m, s, i);
    unsigned who = 0;
    for (int j = 0; mine != NULL && j < m->c->t->n_threads; j++) {
        const struct stop *other = stop_of(m, s, j);
        if (other != NULL && is_same(mine, other) && place_same_cta(&m->c->at[i], &m->c->at[j]))
            who |= 1u << j;
    }
    return who;
}

/* The quorum that has met where a thread waits, or NO_MEETING. */
static int quorum_at(const struct meeter *m, const struct state *s, int thread)
{
    const struct stop *mine = stop_of(m, s, thread);
    for (int i = 0; mine != NULL && mine->inst->quorum && i < s->chosen.n; i++) {
        if (s->open[i] == NULL || !is_same(mine, s->open[i]))
            continue;
        int other = (int)((s->open[i] - m->stops[0]) / LITMUS_BARRIERS);
        if (place_same_cta(&m->c->at[thread], &m->c->at[other]))
            return i;
    }
    return NO_MEETING;
}

/* Lets threads pass where a quorum has met. */
static void pass_open(const struct meeter *m, struct state *s)
{
    for (int i = 0, quorum; i < m->c->t->n_threads; i++)
        while ((quorum = quorum_at(m, s, i)) != NO_MEETING) {
            s->chosen.follows[s->chosen.n] = (short)quorum;
            s->chosen.of[i][s->at[i]++] = (short)s->chosen.n++;
            s->last = 0;
        }
}

static struct state after(const struct meeter *m, const struct state *before, unsigned who)
{
    struct state s = *before;
    int meeting = s.chosen.n++;
    s.last = who;
    s.chosen.follows[meeting] = NO_MEETING;
    for (unsigned left = who; left != 0; left &= left - 1) {
        int i = __builtin_ctz(left);
        const struct stop *stop = stop_of(m, before, i);
        s.open[meeting] = stop->inst->quorum ? stop : NULL;
        s.chosen.of[i][s.at[i]++] = (short)meeting;
    }
    pass_open(m, &s);
    return s;
}

/* Of two meetings in a row that share no thread, the one with the lower thread comes first: the
 * other order would be the same way. */
static bool in_order(unsigned last, unsigned who)
{
    return last == 0 || (last & who) != 0 || __builtin_ctz(last) < __builtin_ctz(who);
}

static void go_on(struct meeter *m, const struct state *s)
{
    bool waits = false, moves = false;
    *m->way->work += STEP;
    m->ended = m->ended || *m->way->work > m->way->most;
    for (int i = 0; !m->ended && i < m->c->t->n_threads; i++) {
        unsigned all = who_waits(m, s, i);
        waits = waits || all != 0;
        if (all == 0 || __builtin_ctz(all) != i)
            continue;
        for (unsigned who = all; who != 0; who = (who - 1) & all) {
            if ((unsigned)__builtin_popcount(who) != stop_of(m, s, i)->needs)
                continue;
            moves = true;
            if (!in_order(s->last, who))
                continue;
            struct state next = after(m, s, who);
            go_on(m, &next);
        }
    }
    if (m->ended)
        return;
    m->stuck = m->stuck || (waits && !moves);
    m->ended = !waits && !m->way->each(m->way->ctx, &s->chosen);
}

bool meet_each(const struct candidate *c, const struct execution *x, const struct meet_way *way)
{
    struct meeter m = {.way = way, .c = c};
    struct state s = {0};
    memset(s.chosen.of, 0xff, sizeof s.chosen.of); /* NO_MEETING */
    for (int i = 0; i < c->t->n_threads; i++)
        m.n[i] = find_stops(c->t, x, i, m.stops[i]);
    for (int i = 0; i < c->t->n_threads; i++)
        set_needs(&m, i);
    go_on(&m, &s);
    return m.stuck;
}

/* ---- their order ---- */

/* Events of a thread before or after its barrier number `barrier`. */
static event_set side(const struct candidate *c, int thread, int barrier, bool behind)
{
    event_set found = 0;
    for (event_set left = c->of_thread[thread]; left != 0;) {
        int e = event_take(&left);
        found |= (c->events[e].phase > barrier) == behind ? event_bit(e) : 0;
    }
    return found;
}

/* The barrier at which a thread takes part in a meeting, or -1. */
static int barrier_at(const struct candidate *c, int thread, int meeting)
{
    for (int k = 0; k < LITMUS_BARRIERS; k++)
        if (c->meetings.of[thread][k] == meeting)
            return k;
    return -1;
}

void meet_relate(struct candidate *c)
{
    event_set known[LITMUS_THREADS] = {0}; /* what precedes a thread's last meeting */
    event_set before[LITMUS_THREADS * LITMUS_BARRIERS];
    c->met = (struct relation){0};
    for (int m = 0; c->meets && m < c->meetings.n; m++) {
        int follows = c->meetings.follows[m];
        event_set behind = 0;
        before[m] = follows == NO_MEETING ? 0 : before[follows];
        for (int i = 0; i < c->t->n_threads; i++) {
            int k = barrier_at(c, i, m);
            if (k < 0)
                continue;
            before[m] |= known[i] | side(c, i, k, false);
            behind |= side(c, i, k, true);
        }
        for (int i = 0; i < c->t->n_threads; i++)
            known[i] = barrier_at(c, i, m) < 0 ? known[i] : before[m];
        for (event_set left = before[m]; left != 0;) {
            int e = event_take(&left);
            c->met.row[e] |= behind & ~c->of_thread[c->events[e].thread];
        }
    }
}
