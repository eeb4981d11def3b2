/* The statistics as JSON, for programs. */
#include "harness/run/stats_impl.h"
#include "sw/util/count.h"
#include "sw/util/outfile.h"
#include "sw/util/sbuf.h"

#include <jansson.h>
#include <stdlib.h>

/* Collects the failures of single calls of jansson, to report one of them at the end. */
struct writing {
    const char *why; /* NULL: well so far */
};

static void put(struct writing *w, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0 && w->why == NULL)
        w->why = "a name or text is not UTF-8";
}

static json_t *number(struct writing *w, uint64_t v)
{
    if (v == COUNT_OVER)
        return json_string(COUNT_OVER_WORD);
    if (v > INT64_MAX && w->why == NULL)
        w->why = "a value is beyond JSON's 63 bits";
    return json_integer((json_int_t)(v & INT64_MAX));
}

static json_t *counter(struct writing *w, const struct stats_counter *c)
{
    struct stats_spread spread = stats_spread(c);
    json_t *o = json_object();
    put(w, o, "unit", json_string(c->unit));
    put(w, o, "meaning", json_string(c->meaning));
    put(w, o, "sum", number(w, spread.sum));
    put(w, o, "min", number(w, spread.min));
    put(w, o, "max", number(w, spread.max));
    json_t *values = json_object();
    for (size_t i = 0; i < c->n_samples; i++)
        put(w, values, c->samples[i].instance, number(w, c->samples[i].value));
    put(w, o, "values", values);
    return o;
}

static json_t *unit_class(struct writing *w, const struct stats_class *c)
{
    json_t *o = json_object();
    put(w, o, "instances", number(w, stats_instances(c)));
    json_t *counters = json_object();
    for (size_t i = 0; i < c->n_counters; i++)
        put(w, counters, c->counters[i].name, counter(w, &c->counters[i]));
    put(w, o, "counters", counters);
    return o;
}

static json_t *document(struct writing *w, const struct stats *s)
{
    json_t *run = json_object();
    for (size_t i = 0; i < s->n_headers; i++) {
        const struct stats_header *h = &s->headers[i];
        put(w, run, h->key, h->text != NULL ? json_string(h->text) : number(w, h->number));
    }
    json_t *units = json_object();
    for (size_t i = 0; i < s->n_classes; i++)
        put(w, units, s->classes[i].name, unit_class(w, &s->classes[i]));
    json_t *root = json_object();
    put(w, root, "run", run);
    put(w, root, "units", units);
    for (size_t i = 0; i < s->n_attached; i++)
        put(w, root, s->attached[i].key, json_incref(s->attached[i].value));
    return root;
}

void stats_attach(struct stats *s, const char *key, struct json_t *value)
{
    s->attached = xrealloc(s->attached, (s->n_attached + 1) * sizeof *s->attached);
    s->attached[s->n_attached++] = (struct stats_attached){arena_strdup(&s->strings, key), value};
}

void stats_drop_attached(struct stats *s)
{
    for (size_t i = 0; i < s->n_attached; i++)
        json_decref(s->attached[i].value);
    free(s->attached);
}

bool stats_json(const struct stats *s, struct outfile *to, struct error *err)
{
    struct writing w = {0};
    json_t *root = document(&w, s);
    char *text = w.why == NULL ? json_dumps(root, JSON_INDENT(2) | JSON_SORT_KEYS) : NULL;
    json_decref(root);
    if (text == NULL) {
        error_set(err, "%s: not written: %s", to->path, w.why != NULL ? w.why : "out of memory");
        outfile_discard(to);
        return false;
    }
    struct sbuf out = {0};
    sbuf_puts(&out, text);
    sbuf_puts(&out, "\n");
    free(text);
    bool ok = outfile_finish(to, out.text, out.len, err);
    sbuf_free(&out);
    return ok;
}
