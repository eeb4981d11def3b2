/* A campaign as JSON. */
#include "harness/litmus/campaign.h"

#include "harness/engine/monitors.h"
#include "sw/util/outfile.h"

#include <jansson.h>
#include <stdlib.h>

/* Outcomes as {"state": "0:r0=1; x=2;", "count": 3, ...}. */
static json_t *histogram(const struct litmus *t, const struct outcomes *o)
{
    json_t *list = json_array();
    for (size_t i = 0; i < o->n; i++) {
        const struct outcome *e = o->list[i];
        struct sbuf text = {0};
        outcome_text(t, &e->state, &text);
        json_array_append_new(list, json_pack("{s:s, s:I, s:I, s:I, s:b}", "state", sbuf_str(&text),
                                              "count", (json_int_t)e->count, "forbidden",
                                              (json_int_t)e->forbidden, "weak", (json_int_t)e->weak,
                                              "witness", condition_holds(t->condition, &e->state)));
        sbuf_free(&text);
    }
    return list;
}

static json_t *places(const struct test_result *t)
{
    json_t *list = json_array();
    for (size_t i = 0; i < t->n_done; i++) {
        const struct place_result *p = &t->places[i];
        json_array_append_new(
            list, json_pack("{s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:o}", "placement", p->name,
                            "racy", p->by[MODEL_PTX]->notes.races, "runs", (json_int_t)p->runs,
                            "unfinished", (json_int_t)p->unfinished, "filtered",
                            (json_int_t)p->filtered, "forbidden", (json_int_t)p->forbidden, "weak",
                            (json_int_t)p->weak, "outcomes", histogram(t->test, &p->seen)));
    }
    return list;
}

static json_t *test(const struct campaign *c, const struct test_result *t)
{
    json_t *models = json_object();
    for (int m = 0; m < MODELS; m++)
        if (model_judges((enum litmus_model)m, t->test->language))
            json_object_set_new(models, model_names[m],
                                json_pack("{s:b, s:b, s:b, s:b}", "known", t->known[m], "possible",
                                          t->possible[m], "possible_not", t->possible_not[m],
                                          "unfinished", t->unfinished_by[m]));
    const bool complete = campaign_complete(c, t);
    return json_pack(
        "{s:s, s:s?, s:I, s:I, s:I, s:I, s:I, s:b, s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:o}", "name",
        t->test->name, "verdict",
        complete ? campaign_verdicts[campaign_verdict_of_runs(c, t)] : NULL, "racy",
        (json_int_t)t->racy, "unfinished", (json_int_t)t->unfinished, "filtered",
        (json_int_t)t->filtered, "left_out", (json_int_t)t->left_out, "deadlocks",
        (json_int_t)t->deadlocks, "complete", complete, "file", t->test->file, "condition",
        t->test->condition_text, "runs", (json_int_t)t->runs, "witnesses", (json_int_t)t->witnesses,
        "forbidden", (json_int_t)t->forbidden, "weak", (json_int_t)t->weak, "models", models,
        "placements", places(t));
}

/* How often each assumption of the proofs was checked; NULL without monitors. */
static json_t *monitors(void)
{
    json_t *all = monitors_used() ? json_object() : NULL;
    uint64_t seen;
    const char *name;
    for (size_t i = 0; all != NULL && (name = monitors_total(i, &seen)) != NULL; i++)
        json_object_set_new(all, name, json_integer((json_int_t)seen));
    return all;
}

json_t *campaign_refused_json(const struct campaign *c)
{
    json_t *list = json_array();
    for (size_t i = 0; i < c->n_refused; i++)
        json_array_append_new(
            list, json_pack("{s:s, s:s}", "file", c->refusals[i].file, "why", c->refusals[i].why));
    return list;
}

static json_t *runs(const struct campaign *c)
{
    json_t *tests = json_array();
    for (size_t i = 0; i < c->n_tests; i++)
        if (!c->tests[i].refused)
            json_array_append_new(tests, test(c, &c->tests[i]));
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:o, s:o*}", "system", campaign_where(c),
                     "model", model_names[c->model], "seed", (json_int_t)c->o->seed, "runs",
                     (json_int_t)c->runs, "forbidden", (json_int_t)c->forbidden, "weak",
                     (json_int_t)c->weak, "tests", tests, "refused", campaign_refused_json(c),
                     "monitors", monitors());
}

bool campaign_json(const struct campaign *c, json_t *umbel, struct outfile *to, struct error *err)
{
    json_t *root = c->o->only_allowed ? campaign_allowed_json(c) : runs(c);
    if (root != NULL) {
        json_object_set_new(root, "schema", json_integer(1));
        json_object_set(root, "umbel", umbel);
    }
    json_decref(umbel);
    /* jansson returns NULL for an object with a text that is not UTF-8, such as a file's name. */
    char *text = root != NULL ? json_dumps(root, JSON_INDENT(2) | JSON_SORT_KEYS) : NULL;
    json_decref(root);
    if (text == NULL) {
        error_set(err, "%s: not written: a file's name is not UTF-8", to->path);
        outfile_discard(to);
        return false;
    }
    struct sbuf out = {0};
    sbuf_printf(&out, "%s\n", text);
    free(text);
    bool ok = outfile_finish(to, out.text, out.len, err);
    sbuf_free(&out);
    return ok;
}
