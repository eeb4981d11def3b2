/* Look-ups in a cyaml schema, and descriptions of it for messages. yaml.h is built on it. */
#ifndef UMBEL_SW_UTIL_YAML_SCHEMA_H
#define UMBEL_SW_UTIL_YAML_SCHEMA_H

#include "sw/util/near.h"
#include "sw/util/sbuf.h"

#include <cyaml/cyaml.h>
#include <stdbool.h>
#include <stdint.h>

/* A mapping's field, NULL if there is none. */
const cyaml_schema_field_t *schema_field(const cyaml_schema_value_t *v, const char *key,
                                         size_t len);

/* The value at a path of a document ("buffers[2].bytes"), NULL if there is none. */
const cyaml_schema_value_t *schema_at(const cyaml_schema_value_t *v, const char *path);

/* A section is a group of a file alone: its fields lie in the structure that it is in itself. */
bool schema_is_section(const cyaml_schema_value_t *above, const cyaml_schema_field_t *f);

/* The section of a mapping that has this field, NULL if none has. */
const cyaml_schema_field_t *schema_section_of(const cyaml_schema_value_t *v, const char *key,
                                              size_t len);

/* A field's name in messages: its path, which must exist, without the sections it is in. */
const char *schema_name(const cyaml_schema_value_t *v, const char *path);

/* Adds the names of a mapping's fields: "bytes, ways, mshrs"; of a section also what it has. */
void schema_list(struct sbuf *s, const cyaml_schema_value_t *v);
/* The fields of a group as they are listed: those of its sections, too. */
void schema_near(struct near *n, const cyaml_schema_value_t *group);

/* Adds what a value must be: "true or false". */
void schema_wanted(struct sbuf *s, const cyaml_schema_value_t *v);

/* Adds a field to those that are missing beside the one that a message is about. */
void schema_also_missing(struct sbuf *list, const char *name);

/* Whether a text is spelled as a number or boolean of this type; the range is not checked. */
bool schema_spelling(const cyaml_schema_value_t *v, const char *text);

#endif
