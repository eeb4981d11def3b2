#include "harness/run/stats.h"

#include "harness/run/stats_impl.h"
#include "sw/util/arena.h"
#include "sw/util/count.h"

#include <stdlib.h>
#include <string.h>

struct stats *stats_new(void)
{
    return xcalloc(1, sizeof(struct stats));
}

void stats_free(struct stats *s)
{
    if (s == NULL)
        return;
    for (size_t c = 0; c < s->n_classes; c++) {
        for (size_t i = 0; i < s->classes[c].n_counters; i++)
            free(s->classes[c].counters[i].samples);
        free(s->classes[c].counters);
    }
    free(s->classes);
    free(s->headers);
    stats_drop_attached(s);
    arena_free(&s->strings);
    free(s);
}

static struct stats_header *header(struct stats *s, const char *key)
{
    for (size_t i = 0; i < s->n_headers; i++)
        if (strcmp(s->headers[i].key, key) == 0)
            return &s->headers[i];
    s->headers = xgrown(s->headers, s->n_headers, sizeof *s->headers);
    struct stats_header *h = &s->headers[s->n_headers++];
    *h = (struct stats_header){.key = arena_strdup(&s->strings, key)};
    return h;
}

void stats_header(struct stats *s, const char *key, const char *value)
{
    header(s, key)->text = arena_strdup(&s->strings, value);
}

void stats_header_number(struct stats *s, const char *key, uint64_t value)
{
    struct stats_header *h = header(s, key);
    h->text = NULL;
    h->number = value;
}

static struct stats_class *find_class(const struct stats *s, const char *name)
{
    for (size_t i = 0; i < s->n_classes; i++)
        if (strcmp(s->classes[i].name, name) == 0)
            return &s->classes[i];
    return NULL;
}

static struct stats_counter *find_counter(const struct stats_class *c, const char *name)
{
    for (size_t i = 0; c != NULL && i < c->n_counters; i++)
        if (strcmp(c->counters[i].name, name) == 0)
            return &c->counters[i];
    return NULL;
}

static struct stats_sample *find_sample(const struct stats_counter *c, const char *instance)
{
    for (size_t i = 0; c != NULL && i < c->n_samples; i++)
        if (strcmp(c->samples[i].instance, instance) == 0)
            return &c->samples[i];
    return NULL;
}

static struct stats_sample *the_sample(struct stats *s, struct stats_counter *c,
                                       const char *instance)
{
    const bool next = c->next < c->n_samples && strcmp(c->samples[c->next].instance, instance) == 0;
    struct stats_sample *sample = next ? &c->samples[c->next] : find_sample(c, instance);
    if (sample == NULL) {
        c->samples = xgrown(c->samples, c->n_samples, sizeof *c->samples);
        sample = &c->samples[c->n_samples++];
        *sample = (struct stats_sample){.instance = arena_strdup(&s->strings, instance),
                                        .id = s->n_samples++};
    }
    c->next = (size_t)(sample - c->samples) + 1;
    return sample;
}

static struct stats_class *the_class(struct stats *s, const char *name)
{
    struct stats_class *c = find_class(s, name);
    if (c != NULL)
        return c;
    s->classes = xgrown(s->classes, s->n_classes, sizeof *s->classes);
    c = &s->classes[s->n_classes++];
    *c = (struct stats_class){.name = arena_strdup(&s->strings, name)};
    return c;
}

static struct stats_counter *the_counter(struct stats *s, struct stats_class *in, const char *name,
                                         const char *unit, const char *meaning)
{
    struct stats_counter *c = find_counter(in, name);
    if (c != NULL) {
        if (strcmp(c->unit, unit) != 0 || strcmp(c->meaning, meaning) != 0)
            abort(); /* two counters of one name would be summed */
        return c;
    }
    in->counters = xgrown(in->counters, in->n_counters, sizeof *in->counters);
    c = &in->counters[in->n_counters++];
    *c = (struct stats_counter){.name = arena_strdup(&s->strings, name),
                                .unit = arena_strdup(&s->strings, unit),
                                .meaning = arena_strdup(&s->strings, meaning)};
    return c;
}

void stats_add(struct stats *s, const char *instance, const char *class, const char *name,
               const char *unit, const char *meaning, uint64_t value)
{
    struct stats_counter *c = the_counter(s, the_class(s, class), name, unit, meaning);
    struct stats_sample *sample = the_sample(s, c, instance);
    sample->value = count_plus(sample->value, value);
}

bool stats_get(const struct stats *s, const char *instance, const char *class, const char *name,
               uint64_t *value)
{
    const struct stats_sample *sample =
        find_sample(find_counter(find_class(s, class), name), instance);
    *value = sample == NULL ? 0 : sample->value;
    return sample != NULL;
}

struct stats_spread stats_spread(const struct stats_counter *c)
{
    struct stats_spread r = {.min = UINT64_MAX};
    for (size_t i = 0; i < c->n_samples; i++) {
        uint64_t v = c->samples[i].value;
        r.sum = count_plus(r.sum, v);
        r.min = v < r.min ? v : r.min;
        r.max = v > r.max ? v : r.max;
    }
    return r;
}

uint64_t stats_sum(const struct stats *s, const char *class, const char *name)
{
    const struct stats_counter *c = find_counter(find_class(s, class), name);
    return c == NULL ? 0 : stats_spread(c).sum;
}

size_t stats_instances(const struct stats_class *c)
{
    size_t most = 0; /* an instance may lack a counter: take the counter with most instances */
    for (size_t i = 0; i < c->n_counters; i++)
        if (c->counters[i].n_samples > most)
            most = c->counters[i].n_samples;
    return most;
}

const struct stats_counter *stats_counter(const struct stats *s, const char *class,
                                          const char *name)
{
    return find_counter(find_class(s, class), name);
}

static void reset(struct stats_counter *c)
{
    c->next = 0;
    for (size_t i = 0; i < c->n_samples; i++)
        c->samples[i].value = 0;
}

void stats_reset(struct stats *s)
{
    for (size_t i = 0; i < s->n_classes; i++)
        for (size_t k = 0; k < s->classes[i].n_counters; k++)
            reset(&s->classes[i].counters[k]);
}

static void values_of(const struct stats_counter *c, uint64_t *values)
{
    for (size_t i = 0; i < c->n_samples; i++)
        values[c->samples[i].id] = c->samples[i].value;
}

void stats_values(const struct stats *s, uint64_t *values)
{
    for (size_t i = 0; i < s->n_classes; i++)
        for (size_t k = 0; k < s->classes[i].n_counters; k++)
            values_of(&s->classes[i].counters[k], values);
}
