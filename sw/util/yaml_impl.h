/* Declarations that yaml.c and yaml_overlay.c share: a document that is being read, and the
 * messages about what does not fit its schema. */
#ifndef UMBEL_SW_UTIL_YAML_IMPL_H
#define UMBEL_SW_UTIL_YAML_IMPL_H

#include "sw/util/yaml.h"

struct yaml_reading {
    yaml_document_t *doc;
    const char *name; /* of the file, for messages */
    const cyaml_schema_value_t *schema;
    yaml_wanted wanted; /* NULL: ask the schema alone */
    struct error *err;
};

/* Checks how numbers and booleans are spelled in a node and below it. */
bool yaml_check_node(struct yaml_reading *r, const char *path, const yaml_node_t *n,
                     const cyaml_schema_value_t *v);

/* Both return false. "l1.ways is 3x; it must be ..." */
bool yaml_fail_value(const struct yaml_reading *r, const char *path, const yaml_node_t *n,
                     yaml_mark_t at, const cyaml_schema_value_t *v);
/* Names the first key of a mapping that the schema lacks and that is not `besides` (or NULL). */
bool yaml_fail_key(struct yaml_reading *r, const char *path, const yaml_node_t *map,
                   const cyaml_schema_value_t *v, const char *besides);

#endif
