/* Verdicts of conditions, and tests that are left out. */
#include "harness/litmus/campaign.h"
#include "sw/util/arena.h"

#include <stdlib.h>

const char *const campaign_verdicts[] = {[VERDICT_OK] = "Ok",
                                         [VERDICT_NO] = "No",
                                         [VERDICT_UNFINISHED] = "Unfinished",
                                         [VERDICT_DEADLOCK] = "Deadlock"};

/* `others`: states or runs in which the proposition does not hold. */
static enum verdict judge(enum litmus_quantifier q, uint64_t witnesses, uint64_t others,
                          bool unfinished)
{
    bool found = q == LITMUS_FORALL ? others > 0 : witnesses > 0; /* no more can change it */
    if (!found && (unfinished || witnesses + others == 0))
        return VERDICT_UNFINISHED;
    return found == (q == LITMUS_EXISTS) ? VERDICT_OK : VERDICT_NO;
}

enum verdict campaign_verdict(const struct campaign *c, const struct test_result *t, size_t place)
{
    const struct judgement *j = t->places[place].by[c->model];
    uint64_t witnesses = 0;
    if (j->hangs)
        return VERDICT_DEADLOCK;
    for (size_t i = 0; i < j->outcomes.n; i++)
        witnesses += condition_holds(t->test->condition, &j->outcomes.list[i]->state);
    return judge(t->test->quantifier, witnesses, j->outcomes.n - witnesses, j->notes.unfinished);
}

enum verdict campaign_verdict_of_runs(const struct campaign *c, const struct test_result *t)
{
    bool unfinished = t->unfinished > 0 && t->unfinished_by[c->model];
    return judge(t->test->quantifier, t->witnesses, t->runs - t->witnesses, unfinished);
}

const char *campaign_often(uint64_t witnesses, uint64_t others, bool unfinished)
{
    if (witnesses > 0 && others > 0)
        return "Sometimes";
    if (unfinished)
        return campaign_verdicts[VERDICT_UNFINISHED];
    return witnesses == 0 ? "Never" : "Always";
}

/* The only test that is asked for is told of by the campaign's error. */
static bool may_be_many(const struct campaign *c)
{
    return c->searched || c->o->n_paths + c->o->n_texts > 1;
}

bool campaign_refuse(struct campaign *c, const char *file, struct error *why)
{
    if (c->o->refuses == NULL)
        return false;
    c->refusals = xrealloc(c->refusals, (c->n_refused + 1) * sizeof *c->refusals);
    c->refusals[c->n_refused++] = (struct refusal){xstrdup(file), xstrdup(why->text)};
    if (may_be_many(c))
        c->o->refuses(why);
    *why = (struct error){0};
    return true;
}

size_t campaign_asked(const struct campaign *c)
{
    size_t n = c->n_refused;
    for (size_t i = 0; i < c->n_tests; i++)
        n += !c->tests[i].refused;
    return n;
}

bool campaign_has_tests(const struct campaign *c, struct error *err)
{
    if (c->n_refused == 0 || campaign_asked(c) > c->n_refused)
        return true;
    if (may_be_many(c))
        return error_set(err, "no test is left: %zu are refused, as said above", c->n_refused);
    return error_set(err, "%s", c->refusals[0].why);
}
