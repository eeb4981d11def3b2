/* Look-ups in a cyaml schema, and descriptions of it for messages. yaml.h is built on it. */
#ifndef UMBEL_SW_UTIL_YAML_SCHEMA_H
#define UMBEL_SW_UTIL_YAML_SCHEMA_H

#include "sw/util/sbuf.h"

#include <cyaml/cyaml.h>
#include <stdbool.h>
#include <stdint.h>

/* A mapping's field, NULL if there is none. */
const cyaml_schema_field_t *schema_field(const cyaml_schema_value_t *v, const char *key,
                                         size_t len);

/* The value at a path of a document ("buffers[2].bytes"), NULL if there is none. */
const cyaml_schema_value_t *schema_at(const cyaml_schema_value_t *v, const char *path);

/* Adds the names of a mapping's fields: "bytes, ways, mshrs". */
void schema_list(struct sbuf *s, const cyaml_schema_value_t *v);

/* Adds what a value must be: "true or false". */
void schema_wanted(struct sbuf *s, const cyaml_schema_value_t *v);

/* Whether a text is spelled as a number or boolean of this type; the range is not checked. */
bool schema_spelling(const cyaml_schema_value_t *v, const char *text);

/* The largest value of an unsigned number's size. */
uint64_t schema_uint_max(const cyaml_schema_value_t *v);

#endif
