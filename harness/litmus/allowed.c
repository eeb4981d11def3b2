/* `--allowed`: the outcomes that the campaign's model allows, as text and JSON, without any run. */
#include "harness/litmus/campaign.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const struct outcomes *allowed_in(const struct campaign *c, const struct test_result *t,
                                         size_t place)
{
    return &t->places[place].by[c->model]->outcomes;
}

static bool are_equal(const struct litmus *t, const struct judgement *x, const struct judgement *y)
{
    const struct outcomes *a = &x->outcomes, *b = &y->outcomes;
    bool equal = a->n == b->n && x->notes.unfinished == y->notes.unfinished &&
                 x->notes.deadlock == y->notes.deadlock && x->hangs == y->hangs;
    for (size_t i = 0; a != b && equal && i < a->n; i++)
        equal = outcomes_have(b, t, &a->list[i]->state);
    return equal;
}

/* The first placement in which the model allows the same outcomes as in `place`. */
static size_t first_alike(const struct campaign *c, const struct test_result *t, size_t place)
{
    size_t first = 0;
    while (!are_equal(t->test, t->places[first].by[c->model], t->places[place].by[c->model]))
        first++;
    return first;
}

static void tell_places(const struct campaign *c, const struct test_result *t, size_t first,
                        FILE *out)
{
    bool all = true;
    for (size_t i = 0; i < t->placements.n; i++)
        all = all && first_alike(c, t, i) == first;
    fputs(all ? "In all placements" : "In placements", out);
    for (size_t i = 0; !all && i < t->placements.n; i++)
        if (first_alike(c, t, i) == first)
            fprintf(out, " %s", t->places[i].name);
    fputs("\n", out);
}

static void tell_states(const struct campaign *c, const struct test_result *t, size_t place,
                        FILE *out)
{
    const struct outcomes *o = allowed_in(c, t, place);
    const struct litmus *test = t->test;
    const struct judgement *j = t->places[place].by[c->model];
    bool unfinished = j->notes.unfinished;
    size_t witnesses = 0;
    fprintf(out, "States %zu\n", o->n);
    for (size_t i = 0; i < o->n; i++) {
        struct sbuf text = {0};
        bool holds = condition_holds(test->condition, &o->list[i]->state);
        outcome_text(test, &o->list[i]->state, &text);
        fprintf(out, "%c>%s\n", holds ? '*' : ':', sbuf_str(&text));
        witnesses += holds;
        sbuf_free(&text);
    }
    if (unfinished)
        fprintf(out, "Not followed: executions in which a loop goes round more than %d times\n",
                test->unroll);
    if (j->notes.deadlock)
        fprintf(out, "Deadlock: %s, as threads wait at barriers for others that do not come\n",
                j->hangs ? "no execution ends" : "executions do not end");
    fprintf(out, "%s\n", campaign_verdicts[campaign_verdict(c, t, place)]);
    fprintf(out, "Observation %s %s %zu %zu\n", test->name,
            j->hangs ? campaign_verdicts[VERDICT_DEADLOCK]
                     : campaign_often(witnesses, o->n - witnesses, unfinished || o->n == 0),
            witnesses, o->n - witnesses);
}

void campaign_tell_allowed(const struct campaign *c, FILE *out)
{
    static const char *const quantifiers[] = {[LITMUS_EXISTS] = "Allowed",
                                              [LITMUS_NOT_EXISTS] = "Forbidden",
                                              [LITMUS_FORALL] = "Required"};
    for (size_t i = 0; i < c->n_tests; i++) {
        const struct test_result *t = &c->tests[i];
        if (t->refused)
            continue;
        fprintf(out, "Test %s %s\n", t->test->name, quantifiers[t->test->quantifier]);
        fprintf(out, "Condition %s\nModel %s\n", t->test->condition_text, model_names[c->model]);
        for (size_t p = 0; p < t->placements.n; p++)
            if (first_alike(c, t, p) == p) {
                tell_places(c, t, p, out);
                tell_states(c, t, p, out);
            }
        fputs("\n", out);
    }
    campaign_tell_refused(c, out);
}

/* ---- JSON ---- */

static json_t *states(const struct test_result *t, const struct outcomes *o)
{
    json_t *list = json_array();
    for (size_t i = 0; i < o->n; i++) {
        struct sbuf text = {0};
        outcome_text(t->test, &o->list[i]->state, &text);
        json_array_append_new(list,
                              json_pack("{s:s, s:b}", "state", sbuf_str(&text), "witness",
                                        condition_holds(t->test->condition, &o->list[i]->state)));
        sbuf_free(&text);
    }
    return list;
}

static json_t *test(const struct campaign *c, const struct test_result *t)
{
    json_t *groups = json_array();
    for (size_t p = 0; p < t->placements.n; p++) {
        if (first_alike(c, t, p) != p)
            continue;
        json_t *names = json_array();
        for (size_t i = p; i < t->placements.n; i++)
            if (first_alike(c, t, i) == p)
                json_array_append_new(names, json_string(t->places[i].name));
        json_array_append_new(groups,
                              json_pack("{s:o, s:o, s:s, s:b, s:b}", "placements", names,
                                        "outcomes", states(t, allowed_in(c, t, p)), "verdict",
                                        campaign_verdicts[campaign_verdict(c, t, p)], "unfinished",
                                        t->places[p].by[c->model]->notes.unfinished, "deadlock",
                                        t->places[p].by[c->model]->notes.deadlock));
    }
    return json_pack("{s:s, s:s, s:s, s:o}", "name", t->test->name, "file", t->test->file,
                     "condition", t->test->condition_text, "allowed", groups);
}

json_t *campaign_allowed_json(const struct campaign *c)
{
    json_t *tests = json_array();
    for (size_t i = 0; i < c->n_tests; i++)
        if (!c->tests[i].refused)
            json_array_append_new(tests, test(c, &c->tests[i]));
    return json_pack("{s:s, s:s, s:o, s:o}", "system", campaign_where(c), "model",
                     model_names[c->model], "tests", tests, "refused", campaign_refused_json(c));
}
