#include "formal/prove/cover.h"

#include "formal/aig/run.h"
#include "formal/prove/legs.h"
#include "formal/prove/solver.h"
#include "formal/prove/tool.h"
#include "sw/util/arena.h"
#include "sw/util/process.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_CYCLES = 4,        /* of the shortest look ahead; each further has half as many more */
    LOOKS = 16,              /* at most */
    FIRST_CONFLICTS = 50000, /* that a question may cost in the first round, */
    MORE_CONFLICTS = 4       /* and so many times as many in each further one */
};

/* The circuit over some cycles, from any state. */
struct look {
    struct solver solver;
    uint32_t cycles;
};

/* A state from which is searched. */
struct place {
    bool *latch;
    uint32_t cover;   /* that was reached in the cycle before; LEG_RESET: it is reset */
    int64_t cycle;    /* after reset */
    uint32_t looks;   /* so many were tried in this round, from the shortest on */
    uint32_t nothing; /* bit i: look i finds nothing new */
};

struct search {
    struct cover_search *s;
    const struct aig *a;
    struct aig_walk walk;
    struct look looks[LOOKS];
    uint32_t n_looks;
    struct place *places;    /* the first is reset */
    uint32_t n, left;        /* places, and covers that are not reached */
    struct leg_names *names; /* if runs are read or written */
    struct legs kept;        /* the legs to write */
    bool *input;             /* of a run that was found */
    double end;              /* of the search */
};

static bool is_over(const struct search *s)
{
    const uint32_t goal = s->s->stop_at;
    const bool there = goal != COVER_ALL && s->s->reached[goal] >= 0;
    return there || tool_now() >= s->end || process_stopped();
}

static void add_place(struct search *s, uint32_t cover, int64_t cycle)
{
    s->places = xrealloc(s->places, (s->n + 1) * sizeof *s->places);
    struct place *p = &s->places[s->n++];
    *p = (struct place){xcalloc(s->a->latches + 1, sizeof *p->latch), cover, cycle, 0, 0};
    memcpy(p->latch, s->walk.latch, s->a->latches * sizeof *p->latch);
}

/* 4, 6, 9, 13 ... cycles, at last all. */
static void make_looks(struct search *s)
{
    uint32_t all = s->s->cycles + 1, n = FIRST_CYCLES;
    for (uint32_t before = 0; before < all && s->n_looks < LOOKS; n += n / 2)
        s->looks[s->n_looks++].cycles = before = n < all ? n : all;
}

/* Unrolls the circuit when the look is first needed. */
static struct look *look_of(struct search *s, uint32_t i)
{
    struct look *l = &s->looks[i];
    if (l->solver.cadical == NULL)
        solver_open(&l->solver, s->a, l->cycles, CNF_OPEN);
    l->solver.until = s->end;
    return l;
}

static void free_looks(struct search *s)
{
    for (uint32_t i = 0; i < s->n_looks; i++)
        solver_close(&s->looks[i].solver);
}

/* ---- along a run ---- */

/* Evaluates a cycle and clocks; the state after a cover that is new becomes a place. False if an
 * assumption does not hold. */
static bool go(struct search *s, const bool *input, int64_t cycle)
{
    uint32_t first = s->a->outputs;
    if (!aig_walk_cycle(&s->walk, input))
        return false;
    for (uint32_t i = s->a->outputs; i-- > 0;)
        if (s->s->reached[i] < 0 && aig_walk_sets(&s->walk, i)) {
            s->s->reached[i] = cycle;
            s->left--;
            first = i;
        }
    aig_walk_clock(&s->walk);
    if (first < s->a->outputs)
        add_place(s, first, cycle + 1);
    return true;
}

/* Goes from the place `at` for so many cycles, or until nothing is left to reach. False if an
 * assumption does not hold, in which cycle. */
static bool go_from(struct search *s, uint32_t at, const bool *input, uint32_t cycles,
                    int64_t *cycle)
{
    memcpy(s->walk.latch, s->places[at].latch, s->a->latches * sizeof *s->walk.latch);
    *cycle = s->places[at].cycle;
    for (uint32_t k = 0; k < cycles && s->left > 0; k++, ++*cycle)
        if (!go(s, input + (size_t)k * s->a->inputs, *cycle))
            return false;
    return true;
}

/* Goes along the run that was found from the place `at`. */
static bool follow(struct search *s, uint32_t at, uint32_t cycles, struct error *err)
{
    const uint32_t before = s->left;
    const bool *input = s->input;
    if (s->s->keep != NULL) {
        legs_add(&s->kept, s->a, s->places[at].cover, cycles, s->input);
        struct leg *kept = &s->kept.list[s->kept.n - 1];
        leg_trim(kept, s->a, s->names, s->places[at].latch, s->s->reached);
        input = kept->input;
        cycles = kept->cycles;
    }
    int64_t cycle;
    if (!go_from(s, at, input, cycles, &cycle))
        return error_set(err, "the solver's run breaks an assumption in cycle %lld",
                         (long long)cycle);
    return s->left < before || error_set(err, "the solver's run reaches no cover");
}

static uint32_t place_of(const struct search *s, uint32_t cover)
{
    uint32_t at = 0;
    while (at < s->n && s->places[at].cover != cover)
        at++;
    return at;
}

/* Goes along runs that were found before. A leg whose beginning is not reached is left out, and one
 * that breaks an assumption ends there: both may be of another circuit. */
static bool go_along(struct search *s, const char *path, struct error *err)
{
    struct legs l;
    if (!legs_read(&l, s->a, s->names, path, s->s->row, err))
        return false;
    for (size_t i = 0; i < l.n && s->left > 0; i++) {
        const uint32_t at = place_of(s, l.list[i].from);
        if (at == s->n)
            continue;
        const uint32_t before = s->left;
        int64_t cycle;
        (void)go_from(s, at, l.list[i].input, l.list[i].cycles, &cycle);
        if (s->s->keep != NULL && s->left < before)
            legs_add(&s->kept, s->a, l.list[i].from, l.list[i].cycles, l.list[i].input);
    }
    s->s->known = s->a->outputs - s->left;
    legs_free(&l);
    return true;
}

/* ---- one question ---- */

/* That a cover is 1 that has not been, if `asked` is. */
static void ask_for_more(const struct search *s, struct look *l, int32_t asked)
{
    ccadical_add(l->solver.cadical, -asked);
    for (uint32_t k = 0; k < l->cycles; k++)
        for (uint32_t i = 0; i < s->a->outputs; i++)
            if (s->s->reached[i] < 0)
                ccadical_add(l->solver.cadical,
                             l->solver.cnf.output[(size_t)k * s->a->outputs + i]);
    ccadical_add(l->solver.cadical, 0);
}

/* Whether a run from a place reaches more: its inputs. What a question may cost is counted in
 * conflicts and not in seconds, so that the same is found however busy the machine is. */
static enum verdict ask(struct search *s, struct look *l, const struct place *p, int conflicts)
{
    int32_t asked = (int32_t)++l->solver.cnf.gates.variables;
    ask_for_more(s, l, asked);
    ccadical_assume(l->solver.cadical, asked);
    for (uint32_t i = 0; i < s->a->latches; i++)
        ccadical_assume(l->solver.cadical,
                        p->latch[i] ? l->solver.cnf.latch[i] : -l->solver.cnf.latch[i]);
    ccadical_limit(l->solver.cadical, "conflicts", conflicts);
    enum verdict v = solver_ask(&l->solver);
    for (size_t i = 0; v == VERDICT_BROKEN && i < (size_t)l->cycles * s->a->inputs; i++)
        s->input[i] = ccadical_val(l->solver.cadical, l->solver.cnf.input[i]) > 0;
    ccadical_add(l->solver.cadical, -asked);
    ccadical_add(l->solver.cadical, 0);
    return v;
}

/* ---- all of them ---- */

/* The youngest place of those from which was looked least far. */
static uint32_t next_place(const struct search *s)
{
    uint32_t best = s->n - 1;
    for (uint32_t i = s->n - 1; i-- > 0;)
        if (s->places[i].looks < s->places[best].looks)
            best = i;
    return best;
}

/* All looks from all places, also from those that are found on the way. */
static bool round_of(struct search *s, int conflicts, struct error *err)
{
    uint32_t at;
    while (s->left > 0 && !is_over(s) && s->places[at = next_place(s)].looks < s->n_looks) {
        struct place from = s->places[at];
        struct look *l = look_of(s, from.looks);
        enum verdict v =
            (from.nothing >> from.looks & 1) != 0 ? VERDICT_PROVED : ask(s, l, &from, conflicts);
        if (v == VERDICT_BROKEN) {
            if (!follow(s, at, l->cycles, err))
                return false;
            continue;
        }
        s->places[at].looks++;
        s->places[at].nothing |= (v == VERDICT_PROVED ? 1U : 0U) << from.looks;
    }
    return true;
}

static bool search(struct search *s, struct error *err)
{
    uint32_t whole = 1U << (s->n_looks - 1);
    for (int most = FIRST_CONFLICTS; s->left > 0 && !is_over(s);
         most = most < INT_MAX / MORE_CONFLICTS ? most * MORE_CONFLICTS : INT_MAX) {
        for (uint32_t i = 0; i < s->n; i++)
            s->places[i].looks = 0;
        if (!round_of(s, most, err))
            return false;
        if ((s->s->whole = (s->places[0].nothing & whole) != 0))
            return true;
    }
    return true;
}

static bool search_along(struct search *s, const char *path, struct error *err)
{
    struct cover_search *c = s->s;
    if (c->runs == NULL && c->keep == NULL)
        return search(s, err);
    char map[4096];
    snprintf(map, sizeof map, "%.*s.aim", (int)(strlen(path) - strlen(".aig")), path);
    s->names = leg_names_read(map, s->a, err);
    bool ok = s->names != NULL && (c->runs == NULL || go_along(s, c->runs, err)) && search(s, err);
    if (ok && c->keep != NULL)
        ok = legs_write(&s->kept, s->a, s->names, c->keep, c->row, err);
    leg_names_free(s->names);
    legs_free(&s->kept);
    return ok;
}

bool cover_search(struct cover_search *c, const char *path, struct error *err)
{
    struct aig a;
    if (!aig_read(&a, path, err))
        return false;
    c->covers = a.outputs;
    c->known = 0;
    c->whole = false;
    c->reached = xcalloc(a.outputs + 1, sizeof *c->reached);
    for (uint32_t i = 0; i < a.outputs; i++)
        c->reached[i] = -1;
    struct search s = {.s = c, .a = &a, .left = a.outputs, .end = tool_now() + c->seconds};
    struct error why = {0};
    s.input = xcalloc((size_t)(c->cycles + 1) * a.inputs + 1, sizeof *s.input);
    aig_walk_new(&s.walk, &a);
    add_place(&s, LEG_RESET, 0);
    make_looks(&s);
    bool ok = search_along(&s, path, &why) || error_set(err, "%s: %s", path, why.text);
    for (uint32_t i = 0; i < s.n; i++)
        free(s.places[i].latch);
    free(s.places);
    free_looks(&s);
    free(s.input);
    aig_walk_free(&s.walk);
    aig_free(&a);
    return ok;
}
