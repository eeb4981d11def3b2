/* A campaign as text, in the form of herd's tools. */
#include "harness/litmus/campaign.h"

#include <inttypes.h>

enum { MOST_NAMED = 60 };

static const char *const quantifiers[][2] = {
    [LITMUS_EXISTS] = {"Allowed", "exists"},
    [LITMUS_NOT_EXISTS] = {"Forbidden", "~exists"},
    [LITMUS_FORALL] = {"Required", "forall"},
};

static void tell_histogram(const struct campaign *c, const struct litmus *t,
                           const struct outcomes *o, FILE *out)
{
    fprintf(out, "Histogram (%zu states)\n", o->n);
    for (size_t i = 0; i < o->n; i++) {
        const struct outcome *e = o->list[i];
        struct sbuf text = {0};
        outcome_text(t, &e->state, &text);
        fprintf(out, "%-8" PRIu64 "%c>%s", e->count,
                condition_holds(t->condition, &e->state) ? '*' : ':', sbuf_str(&text));
        if (e->forbidden > 0)
            fprintf(out, "  FORBIDDEN by %s: %" PRIu64, model_names[c->model], e->forbidden);
        else if (e->weak > 0)
            fprintf(out, "  weak: sc forbids it");
        fputs("\n", out);
        sbuf_free(&text);
    }
}

const char *campaign_where(const struct campaign *c)
{
    return c->o->device != NULL ? c->o->name : c->systems[0]->name;
}

bool campaign_complete(const struct campaign *c, const struct test_result *t)
{
    uint64_t done = t->runs + t->unfinished + t->filtered;
    return t->runs > 0 && done == t->placements.n * c->o->runs;
}

/* Prints what each model says of the proposition. */
static void tell_models(const struct test_result *t, FILE *out)
{
    for (int m = 0; m < MODELS; m++)
        if (model_judges((enum litmus_model)m, t->test->language))
            fprintf(out, "%s %s %s", m == 0 ? "Models:" : ",", model_names[m],
                    !t->known[m]                                ? "finds it too large"
                    : !t->possible[m] && t->unfinished_by[m]    ? "leaves it unfinished"
                    : !t->possible[m]                           ? "forbids it"
                    : t->possible_not[m] || t->unfinished_by[m] ? "allows it"
                                                                : "requires it");
    fputs("\n", out);
    if (t->racy > 0)
        fprintf(out, "Data races, by ptx: in %zu of %zu placements\n", t->racy, t->placements.n);
}

static void tell_unjudged(const struct test_result *t, FILE *out)
{
    if (t->left_out > 0)
        fprintf(out, "Left out: %zu placements, with more threads on an SM than it has\n",
                t->left_out);
    if (t->deadlocks > 0)
        fprintf(out, "Left out: %zu placements, in which threads may wait at barriers for ever\n",
                t->deadlocks);
    if (t->unfinished > 0)
        fprintf(out, "Unfinished: %" PRIu64 " runs, not judged: a loop went round too often\n",
                t->unfinished);
    if (t->filtered > 0)
        fprintf(out, "Filtered: %" PRIu64 " runs, which the test's filter excludes\n", t->filtered);
}

void campaign_tell_test(const struct campaign *c, const struct test_result *t, bool verbose,
                        FILE *out)
{
    const struct litmus *test = t->test;
    const enum verdict verdict = campaign_verdict_of_runs(c, t);
    const char *often = campaign_often(t->witnesses, t->runs - t->witnesses,
                                       t->unfinished > 0 && t->unfinished_by[c->model]);
    fprintf(out, "Test %s %s\n", test->name, quantifiers[test->quantifier][0]);
    for (size_t i = 0; verbose && i < t->n_done; i++) {
        bool races = t->places[i].by[MODEL_PTX]->notes.races;
        fprintf(out, "Placement %s%s\n", t->places[i].name, races ? ", racy" : "");
        tell_histogram(c, test, &t->places[i].seen, out);
    }
    if (verbose)
        fprintf(out, "All %zu placements\n", t->n_done);
    tell_histogram(c, test, &t->seen, out);
    tell_unjudged(t, out);
    if (campaign_complete(c, t))
        fprintf(out, "%s\n", campaign_verdicts[verdict]);
    else
        fprintf(out, "INCOMPLETE: %" PRIu64 " of %" PRIu64 " runs\n", t->runs,
                t->placements.n * c->o->runs);
    fprintf(out, "Witnesses\nPositive: %" PRIu64 ", Negative: %" PRIu64 "\n", t->witnesses,
            t->runs - t->witnesses);
    if (campaign_complete(c, t) && verdict != VERDICT_UNFINISHED)
        fprintf(out, "Condition %s is %svalidated\n", test->condition_text,
                verdict == VERDICT_OK ? "" : "NOT ");
    tell_models(t, out);
    fprintf(out, "Observation %s %s %" PRIu64 " %" PRIu64 "\n\n", test->name, often, t->witnesses,
            t->runs - t->witnesses);
}

/* Reports whether weak outcomes were seen: runs without any prove little if weak outcomes are
 * possible. With many tests their names are left out. */
static void tell_weak(const struct campaign *c, FILE *out)
{
    bool possible = false;
    size_t showed = 0;
    fprintf(out, "outcomes that %s allows and sc forbids:", model_names[c->model]);
    for (size_t i = 0; i < c->n_tests; i++) {
        const struct test_result *t = &c->tests[i];
        possible = possible || t->can_be_weak;
        if (t->weak <= t->forbidden)
            continue;
        showed++;
        if (c->n_tests <= MOST_NAMED)
            fprintf(out, " %s %" PRIu64, t->test->name, t->weak - t->forbidden);
    }
    if (showed > 0 && c->n_tests > MOST_NAMED)
        fprintf(out, " %" PRIu64 " in %zu tests", c->weak - c->forbidden, showed);
    fputs(showed > 0 ? "\n"
          : possible ? " none in any test: these runs are not biting\n"
                     : " none, and no test has one\n",
          out);
}

void campaign_tell_refused(const struct campaign *c, FILE *out)
{
    if (c->n_refused > 0)
        fprintf(out, "REFUSED: %zu of %zu tests\n", c->n_refused, campaign_asked(c));
}

void campaign_tell(const struct campaign *c, FILE *out)
{
    size_t places = 0, left_out = 0, deadlocks = 0;
    bool complete = true;
    for (size_t i = 0; i < c->n_tests; i++) {
        places += c->tests[i].n_done;
        left_out += c->tests[i].left_out;
        deadlocks += c->tests[i].refused ? 0 : c->tests[i].deadlocks;
        complete = complete && (c->tests[i].refused || c->tests[i].too_large ||
                                campaign_complete(c, &c->tests[i]));
    }
    fprintf(out, "%s%zu tests, %zu placements, %" PRIu64 " runs on %s, seed %" PRIu64 "\n",
            complete ? "" : "INCOMPLETE: ", campaign_asked(c) - c->n_refused, places, c->runs,
            campaign_where(c), c->o->seed);
    campaign_tell_refused(c, out);
    if (left_out > 0)
        fprintf(out, "LEFT OUT: %zu placements, with more threads on an SM than it has\n",
                left_out);
    if (deadlocks > 0)
        fprintf(out, "LEFT OUT: %zu placements, in which threads may wait at barriers for ever\n",
                deadlocks);
    if (c->too_large > 0)
        fprintf(out, "TOO LARGE: %zu tests, not run: too many executions to enumerate\n",
                c->too_large);
    fprintf(out, "outcomes that %s forbids: %" PRIu64 "\n", model_names[c->model], c->forbidden);
    if (c->unfinished > 0)
        fprintf(out, "UNFINISHED: %" PRIu64 " runs, not judged: a loop went round too often\n",
                c->unfinished);
    if (c->model != MODEL_SC)
        tell_weak(c, out);
    fprintf(out, "%" PRIu64 " cycles in %.2f CPU-seconds: %.0f runs a CPU-second\n", c->cycles,
            c->seconds, (double)c->runs / (c->seconds > 0 ? c->seconds : 1e-9));
}
