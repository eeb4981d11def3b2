/*
 * Statistics: the registry of all counters of a run.
 *
 * An entry is one counter of one unit: its instance ("gpu0.sm3.l1"), the class of that unit
 * ("l1"), the counter's name, its unit ("events", "cycles", "bytes", "lines"), what it means, and
 * the value. The table for people sums over the instances of a class; the JSON has them all. A
 * value may be COUNT_OVER (sw/util/count.h), which all tell as the word "overflow".
 */
#ifndef UMBEL_HARNESS_RUN_STATS_H
#define UMBEL_HARNESS_RUN_STATS_H

#include "sw/util/error.h"

#include <stdint.h>
#include <stdio.h>

struct stats;

struct stats *stats_new(void);
void stats_free(struct stats *s);

/* Header of the run: system, kernel, cycles, seed, result; shown in the order of the calls. A key
 * given again is replaced. Pass a seed as text: JSON readers may round a 64-bit number. */
void stats_header(struct stats *s, const char *key, const char *value);
void stats_header_number(struct stats *s, const char *key, uint64_t value);

/* Strings are copied. A second call for the same counter of the same instance adds to its value.
 * Unit and meaning belong to (class, name): a call that contradicts an earlier one aborts. */
void stats_add(struct stats *s, const char *instance, const char *class, const char *name,
               const char *unit, const char *meaning, uint64_t value);

/* One value; false and 0 if it was never added. */
bool stats_get(const struct stats *s, const char *instance, const char *class, const char *name,
               uint64_t *value);
/* Sum over all instances of a class, COUNT_OVER if one is; 0 if there is none. */
uint64_t stats_sum(const struct stats *s, const char *class, const char *name);

/* Adds a key to the JSON, beside "run" and "units". Takes ownership of the jansson value. */
struct json_t;
void stats_attach(struct stats *s, const char *key, struct json_t *value);

/* Prints one section per class, in the order of their first entries, and a line that explains
 * "overflow" if that is somewhere. */
void stats_print(const struct stats *s, FILE *out);

/*
 * {"run": {"system": "tsm-4gpu", "cycles": 1234, ...},
 *  "units": {"l1": {"instances": 2, "counters": {"hits": {"unit": "events", "meaning": "...",
 *      "sum": 7, "min": 3, "max": 4, "values": {"gpu0.sm0.l1": 3, "gpu0.sm1.l1": 4}}}}}}
 *
 * Keys are sorted, so equal statistics give equal bytes. Puts the open file in its place, or
 * discards it if that fails.
 */
struct outfile;
bool stats_json(const struct stats *s, struct outfile *to, struct error *err);

#endif
