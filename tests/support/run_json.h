/*
 * Counters of a finished run, out of what `umbel run --json` wrote. What is not there fails the
 * test by name, so that no sum is 0 because its counter was renamed.
 */
#ifndef UMBEL_TESTS_SUPPORT_RUN_JSON_H
#define UMBEL_TESTS_SUPPORT_RUN_JSON_H

#include <jansson.h>

/* To be given back with json_decref. */
json_t *run_json(const char *path);
/* Of one instance: "gpu0.l2.1". */
json_int_t run_json_count(const json_t *run, const char *class, const char *counter,
                          const char *instance);
/* Of all instances of a class. */
json_int_t run_json_sum(const json_t *run, const char *class, const char *counter);
/* Whether units of this class count that: some counters belong to one protocol. */
int run_json_counts(const json_t *run, const char *class, const char *counter);
/* Of all instances of a class, name by name: for json_object_foreach. */
json_t *run_json_values(const json_t *run, const char *class, const char *counter);

#endif
