/*
 * A launch file as text and as a tree that remembers where everything stood, so that a mistake
 * in its meaning can be shown at its place. What libcyaml would loop or recurse on is refused here.
 */
#ifndef UMBEL_SW_RUNTIME_YAML_H
#define UMBEL_SW_RUNTIME_YAML_H

#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>
#include <yaml.h>

enum { YAML_MAX_BYTES = 256 * 1024, YAML_MAX_DEPTH = 16, YAML_MAX_FIELDS = 256 };

struct yaml_file {
    const char *name;
    const char *text;
    size_t len;
    yaml_document_t doc;
};

/* False and an error: nothing needs to be closed. */
bool yaml_open(struct yaml_file *f, const char *text, size_t len, const char *name,
               struct error *err);
void yaml_close(struct yaml_file *f);

yaml_node_t *yaml_root(struct yaml_file *f);
/* Value of a mapping's field, entry of a list; NULL when there is none. */
yaml_node_t *yaml_value_of(struct yaml_file *f, const yaml_node_t *mapping, const char *key);
yaml_node_t *yaml_item(struct yaml_file *f, const yaml_node_t *list, size_t i);
/* The first field of that name at or after a place (1..); NULL when there is none. */
const yaml_node_t *yaml_key_after(struct yaml_file *f, const char *key, size_t line, size_t column);
const char *yaml_text(const yaml_node_t *scalar);

/* Sets the error at a node's place. Always returns false. */
bool yaml_error(const struct yaml_file *f, const yaml_node_t *at, struct error *err,
                const char *fmt, ...) __attribute__((format(printf, 4, 5)));

#endif
