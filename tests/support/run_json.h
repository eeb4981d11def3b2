/*
 * Counters of a finished run, from the JSON of `umbel run --json`. A counter that is missing fails
 * the test by name, so that a renamed counter is not taken for 0.
 */
#ifndef UMBEL_TESTS_SUPPORT_RUN_JSON_H
#define UMBEL_TESTS_SUPPORT_RUN_JSON_H

#include <jansson.h>

/* Reads the file; to be released with json_decref. */
json_t *run_json(const char *path);
/* The same without how the run was started, to compare runs. */
json_t *run_json_results(const char *path);
/* A counter of one instance, such as "gpu0.l2.1". */
json_int_t run_json_count(const json_t *run, const char *class, const char *counter,
                          const char *instance);
/* The sum of a counter over all instances of a class. */
json_int_t run_json_sum(const json_t *run, const char *class, const char *counter);
/* Whether units of this class have the counter: some belong to one protocol only. */
int run_json_counts(const json_t *run, const char *class, const char *counter);
/* A counter's values by instance name, for json_object_foreach. */
json_t *run_json_values(const json_t *run, const char *class, const char *counter);
/* Of several runs the first one's units go to *first, to be freed; those of each other run must
 * have the same counters. */
void run_json_same_units(char **first, const json_t *run);

#endif
