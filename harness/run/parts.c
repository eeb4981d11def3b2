#include "harness/run/parts.h"

#include "harness/run/stats_impl.h"
#include "sw/util/arena.h"
#include "sw/util/count.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct parts *parts_new(void)
{
    struct parts *p = xcalloc(1, sizeof *p);
    p->reading = stats_new();
    return p;
}

void parts_free(struct parts *p)
{
    if (p == NULL)
        return;
    for (size_t i = 0; i < p->n; i++) {
        free(p->list[i].name);
        free(p->list[i].function);
        free(p->list[i].values);
    }
    free(p->list);
    free(p->before);
    stats_free(p->reading);
    free(p);
}

/* Reads all counters. What each has counted since the last reading. */
static uint64_t *read_counters(struct parts *p, struct machine *m)
{
    stats_reset(p->reading);
    machine_stats(m, p->reading);
    const size_t n = p->reading->n_samples;
    uint64_t *values = xcalloc(n + 1, sizeof *values);
    stats_values(p->reading, values);
    p->before = xrealloc(p->before, (n + 1) * sizeof *p->before);
    for (size_t i = 0; i < n; i++) {
        const uint64_t value = values[i];
        if (value != COUNT_OVER) /* what ran over before is so in each part after it */
            values[i] -= i < p->n_before ? p->before[i] : 0;
        p->before[i] = value;
    }
    p->n_before = n;
    p->now = m->now;
    return values;
}

struct part *parts_end(struct parts *p, struct machine *m, enum part_kind kind)
{
    if (p == NULL || (kind == PART_DRAIN && m->now == p->now))
        return NULL;
    p->launches += kind == PART_LAUNCH;
    p->list = xgrown(p->list, p->n, sizeof *p->list);
    struct part *part = &p->list[p->n++];
    *part = (struct part){
        .kind = kind, .launch = p->launches, .from = p->now, .cycles = m->now - p->now};
    if (kind == PART_LAUNCH || part->cycles > 0) {
        part->values = read_counters(p, m);
        part->n_values = p->n_before;
    }
    return part;
}

static uint64_t value_of(const struct part *part, const struct stats_sample *s)
{
    return s->id < part->n_values ? part->values[s->id] : 0;
}

static uint64_t sum_of(const struct part *part, const struct stats_counter *c)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < c->n_samples; i++)
        sum = count_plus(sum, value_of(part, &c->samples[i]));
    return sum;
}

/* What all instances have counted of a counter in a part. */
static uint64_t parts_sum(const struct parts *p, const struct part *part, const char *class,
                          const char *name)
{
    const struct stats_counter *c = stats_counter(p->reading, class, name);
    return c == NULL ? 0 : sum_of(part, c);
}

/* ---- JSON ---- */

static json_t *number(uint64_t v)
{
    return v == COUNT_OVER ? json_string(COUNT_OVER_WORD)
                           : json_integer((json_int_t)(v & INT64_MAX));
}

static json_t *counter(const struct part *part, const struct stats_counter *c)
{
    json_t *values = json_object();
    for (size_t i = 0; i < c->n_samples; i++)
        if (value_of(part, &c->samples[i]) > 0)
            json_object_set_new(values, c->samples[i].instance,
                                number(value_of(part, &c->samples[i])));
    json_t *o = json_object();
    json_object_set_new(o, "sum", number(sum_of(part, c)));
    json_object_set_new(o, "values", values);
    return o;
}

static json_t *units(const struct parts *p, const struct part *part)
{
    json_t *all = json_object();
    for (size_t i = 0; part->values != NULL && i < p->reading->n_classes; i++) {
        const struct stats_class *class = &p->reading->classes[i];
        json_t *counters = json_object();
        for (size_t k = 0; k < class->n_counters; k++)
            if (part->kind == PART_LAUNCH || sum_of(part, &class->counters[k]) > 0)
                json_object_set_new(counters, class->counters[k].name,
                                    counter(part, &class->counters[k]));
        if (json_object_size(counters) > 0)
            json_object_set_new(all, class->name, counters);
        else
            json_decref(counters);
    }
    return all;
}

static json_t *dim(const struct simt_dim *d)
{
    return json_pack("[I, I, I]", (json_int_t)d->x, (json_int_t)d->y, (json_int_t)d->z);
}

static void add_launch(const struct parts *p, const struct part *part, json_t *o)
{
    const char *function = part->function != NULL ? part->function : part->name;
    json_object_set_new(o, "kernel", json_string(part->name));
    json_object_set_new(o, "function", json_string(function));
    json_object_set_new(o, "verdict", json_string(part->verdict));
    json_object_set_new(o, "racy", json_boolean(part->racy));
    json_object_set_new(o, "host", json_boolean(part->of_host));
    if (part->of_host)
        return;
    json_object_set_new(o, "grid", dim(&part->grid));
    json_object_set_new(o, "block", dim(&part->block));
    json_object_set_new(o, "shared_bytes", number(part->shared_bytes));
    json_object_set_new(o, "instructions", number(parts_sum(p, part, "sm", "warp_insts")));
}

static json_t *as_json(const struct parts *p, const struct part *part)
{
    json_t *o = json_object();
    json_object_set_new(o, "from", number(part->from));
    json_object_set_new(o, "cycles", number(part->cycles));
    json_object_set_new(o, "units", units(p, part));
    if (part->kind == PART_LAUNCH) {
        add_launch(p, part, o);
        return o;
    }
    json_object_set_new(o, "after", number(part->launch));
    if (part->kind == PART_COPY) {
        json_object_set_new(o, "way", json_string(part->name));
        json_object_set_new(o, "bytes", number(part->bytes));
    }
    return o;
}

void parts_attach(const struct parts *p, struct stats *to)
{
    static const char *const keys[] = {
        [PART_LAUNCH] = "launches", [PART_COPY] = "copies", [PART_DRAIN] = "drains"};
    json_t *lists[] = {json_array(), json_array(), json_array()};
    for (size_t i = 0; i < p->n; i++)
        json_array_append_new(lists[p->list[i].kind], as_json(p, &p->list[i]));
    for (size_t k = 0; k < 3; k++)
        stats_attach(to, keys[k], lists[k]);
}
