/* The registry's data structures, for the files that print it. */
#ifndef UMBEL_HARNESS_RUN_STATS_IMPL_H
#define UMBEL_HARNESS_RUN_STATS_IMPL_H

#include "harness/run/stats.h"
#include "sw/util/arena.h"

struct stats_sample {
    const char *instance;
    uint64_t value;
    size_t id; /* counted up over all counters */
};

struct stats_counter {
    const char *name, *unit, *meaning;
    struct stats_sample *samples; /* one per instance */
    size_t n_samples;
    size_t next; /* where the next sample is looked for first: readings come in one order */
};

struct stats_class {
    const char *name;
    struct stats_counter *counters;
    size_t n_counters;
};

struct stats_header {
    const char *key;
    const char *text; /* NULL: a number */
    uint64_t number;
};

struct stats {
    struct arena strings;
    struct stats_header *headers;
    size_t n_headers;
    struct stats_class *classes;
    size_t n_classes;
    size_t n_samples; /* of all counters */
    struct stats_attached {
        const char *key;
        struct json_t *value;
    } * attached;
    size_t n_attached;
};

struct stats_spread {
    uint64_t sum, min, max;
};
struct stats_spread stats_spread(const struct stats_counter *c);

size_t stats_instances(const struct stats_class *c);

/* All values are 0 again, and what has been added stays known. */
void stats_reset(struct stats *s);
/* The value of each sample, at its id. */
void stats_values(const struct stats *s, uint64_t *values);
/* NULL: there is none. */
const struct stats_counter *stats_counter(const struct stats *s, const char *class,
                                          const char *name);

/* Frees what was attached. */
void stats_drop_attached(struct stats *s);

/* 1234567 as 1,234,567, whatever the locale; COUNT_OVER as its word. */
enum { STATS_CELL = 32 };
const char *stats_thousands(char cell[STATS_CELL], uint64_t v);

#endif
