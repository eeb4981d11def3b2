/*
 * Statistics: one registry of what was counted in a run.
 *
 * An entry is one counter of one unit: its instance ("gpu0.sm3.l1"), the class of that unit
 * ("l1"), the counter's name, its unit ("events", "cycles", "bytes", "lines"), what it means, and
 * the value. The table for people sums over the instances of a class; the JSON has them all.
 */
#ifndef UMBEL_HARNESS_STATS_H
#define UMBEL_HARNESS_STATS_H

#include "sw/util/error.h"

#include <stdint.h>
#include <stdio.h>

struct stats;

struct stats *stats_new(void);
void stats_free(struct stats *s);

/* What the run was: system, kernel, cycles, seed, result; shown in the order of the calls, a key
 * given again is replaced. A seed is best a text: all its bits count, and no reader rounds it. */
void stats_header(struct stats *s, const char *key, const char *value);
void stats_header_number(struct stats *s, const char *key, uint64_t value);

/* Strings are copied. The same counter of the same instance again adds to its value. Unit and
 * meaning belong to (class, name): to contradict an earlier call is a bug and aborts. */
void stats_add(struct stats *s, const char *instance, const char *class, const char *name,
               const char *unit, const char *meaning, uint64_t value);

/* One value; false, and 0, when it was never added. */
bool stats_get(const struct stats *s, const char *instance, const char *class, const char *name,
               uint64_t *value);
/* Over all instances of a class, saturating; 0 when there is none. */
uint64_t stats_sum(const struct stats *s, const char *class, const char *name);

/* Something more for the JSON, beside "run" and "units": a value of jansson's, which is taken. */
struct json_t;
void stats_attach(struct stats *s, const char *key, struct json_t *value);

/* A section a class, in the order of their first entries. */
void stats_print(const struct stats *s, FILE *out);

/*
 * {"run": {"system": "tsm-4gpu", "cycles": 1234, ...},
 *  "units": {"l1": {"instances": 2, "counters": {"hits": {"unit": "events", "meaning": "...",
 *      "sum": 7, "min": 3, "max": 4, "values": {"gpu0.sm0.l1": 3, "gpu0.sm1.l1": 4}}}}}}
 *
 * Keys are sorted: equal statistics are equal bytes. The file, which is open, is put in its place,
 * or discarded if that fails.
 */
struct outfile;
bool stats_json(const struct stats *s, struct outfile *to, struct error *err);

#endif
