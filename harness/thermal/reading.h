/* A YAML file that is checked after its schema: errors at its fields, ranges of its numbers. */
#ifndef UMBEL_HARNESS_THERMAL_READING_H
#define UMBEL_HARNESS_THERMAL_READING_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct reading {
    const char *text, *path; /* of the file */
    size_t len;
    struct error *err;
};

/* The path of a field: list[i]FIELD. */
struct reading_place {
    char path[128];
};
struct reading_place reading_at(const char *list, uint32_t i, const char *field);

bool reading_has(const struct reading *r, const char *field);
/* Sets the error, at the place of the field. Always false. */
bool reading_wrong(const struct reading *r, const char *field, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Whether a number is in its range; else an error. One that is not a number is in none. */
bool reading_within(const struct reading *r, const char *field, double v, double least,
                    double most);
bool reading_above(const struct reading *r, const char *field, double v, double most);
/* The same for a number that the file may lack (NULL). */
bool reading_above_if(const struct reading *r, const char *field, const double *v, double most);

#endif
