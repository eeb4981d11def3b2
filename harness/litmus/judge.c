/* Asks the models about the tests of a campaign. */
#include "harness/litmus/campaign.h"

#include <stdlib.h>

/* The judgement of an earlier placement that the model cannot tell from this one, or NULL. */
static const struct judgement *made_before(const struct test_result *t, size_t place,
                                           enum litmus_model m)
{
    for (size_t i = 0; i < place; i++)
        if (model_alike(t->test, m, t->places[i].place.at, t->places[place].place.at))
            return t->places[i].by[m];
    return NULL;
}

/* It is an error only for models that are needed if a test has too many executions. */
static bool judge(const struct campaign *c, struct test_result *t, struct judgement *j,
                  const struct placement *place, enum litmus_model m, struct error *err)
{
    struct error ignored = {0};
    bool asked = m == MODEL_SC || m == c->model;
    if (!model_judges(m, t->test->language))
        return true;
    j->known = model_allows(t->test, m, place->at, &j->outcomes, &j->notes, asked ? err : &ignored);
    j->hangs = j->notes.deadlock && !j->notes.unfinished && j->outcomes.n == 0;
    outcomes_filter(&j->outcomes, t->test->filter);
    return j->known || !asked;
}

static void note_possible(struct test_result *t, const struct judgement *j, enum litmus_model m)
{
    for (size_t i = 0; i < j->outcomes.n; i++) {
        bool holds = condition_holds(t->test->condition, &j->outcomes.list[i]->state);
        t->possible[m] = t->possible[m] || holds;
        t->possible_not[m] = t->possible_not[m] || !holds;
    }
    t->known[m] = t->known[m] && j->known;
    t->unfinished_by[m] = t->unfinished_by[m] || j->notes.unfinished;
}

static bool has_weak(const struct test_result *t, const struct place_result *p, enum litmus_model m)
{
    const struct outcomes *o = &p->by[m]->outcomes;
    for (size_t i = 0; i < o->n; i++)
        if (!outcomes_have(&p->by[MODEL_SC]->outcomes, t->test, &o->list[i]->state))
            return true;
    return false;
}

static bool judge_place(const struct campaign *c, struct test_result *t, size_t place,
                        struct error *err)
{
    struct place_result *p = &t->places[place];
    for (int i = 0; i < MODELS; i++) {
        enum litmus_model m = (enum litmus_model)i;
        p->by[m] = made_before(t, place, m);
        if (p->by[m] != NULL)
            continue;
        struct judgement *j = &t->judgements[t->n_judgements++];
        if (!judge(c, t, j, &p->place, m, err))
            return t->known[m] = false;
        note_possible(t, j, m);
        p->by[m] = j;
    }
    t->can_be_weak = t->can_be_weak || has_weak(t, p, c->model);
    t->racy += p->by[MODEL_PTX]->known && p->by[MODEL_PTX]->notes.races;
    return true;
}

bool campaign_judge(const struct campaign *c, struct test_result *t, struct error *err)
{
    t->judgements = xcalloc(t->placements.n * MODELS, sizeof *t->judgements);
    for (int m = 0; m < MODELS; m++)
        t->known[m] = true;
    for (size_t i = 0; i < t->placements.n; i++)
        if (!judge_place(c, t, i, err))
            return false;
    return true;
}

/* Leaves out the placements in which a run may wait for ever; it is an error if no other is left.
 */
static bool leave_out_deadlocks(const struct campaign *c, struct test_result *t, struct error *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->placements.n; i++) {
        if (t->places[i].by[c->model]->notes.deadlock)
            continue;
        t->placements.list[kept] = t->placements.list[i];
        t->places[kept++] = t->places[i];
    }
    t->deadlocks = t->placements.n - kept;
    t->placements.n = kept;
    return kept > 0 ||
           error_set(err,
                     "%s: threads may wait at barriers for others that do not come, and a run "
                     "would not end; --allowed tells what ends",
                     t->test->file);
}

/* Whether runs know the barriers: those that have no name in a register. */
static bool knows_barriers(const struct litmus *t, struct error *err)
{
    for (int i = 0; i < t->n_threads; i++)
        for (int j = 0; j < t->threads[i].n_insts; j++) {
            const struct litmus_inst *inst = &t->threads[i].insts[j];
            if (inst->kind == LITMUS_BARRIER && inst->compare.reg != LITMUS_NONE)
                return error_set(err,
                                 "%s:%u: the name of this barrier is in a register, which models "
                                 "follow and runs do not; take --allowed",
                                 t->file, inst->line);
        }
    return true;
}

bool campaign_can_run(const struct campaign *c, struct test_result *t, struct error *err)
{
    return c->o->only_allowed || (knows_barriers(t->test, err) && leave_out_deadlocks(c, t, err));
}

void campaign_forget(struct test_result *t)
{
    for (size_t i = 0; i < t->n_judgements; i++)
        outcomes_free(&t->judgements[i].outcomes);
}
