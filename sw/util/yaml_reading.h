/* A YAML file that is checked beyond its schema: errors at its fields. */
#ifndef UMBEL_SW_UTIL_YAML_READING_H
#define UMBEL_SW_UTIL_YAML_READING_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct yaml_reading {
    const char *text, *path; /* of the file */
    size_t len;
    struct error *err;
};

/* The path of a field of a list's entry: list[i]FIELD. */
struct yaml_place {
    char path[128];
};
struct yaml_place yaml_at(const char *list, uint32_t i, const char *field);

bool yaml_has(const struct yaml_reading *r, const char *field);
/* Sets the error, at the place of the field. Always false. */
bool yaml_wrong(const struct yaml_reading *r, const char *field, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif
