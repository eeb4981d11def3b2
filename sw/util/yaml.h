/*
 * YAML files: read through libcyaml against a schema, with one-line errors that name
 * file:line:column and the field.
 *
 * libcyaml alone is too kind: it takes `3x` for 3, `-1` for 2^64 - 1 and `flase` for true. So the
 * document is scanned ahead, numbers and booleans are checked to the letter, and what libcyaml
 * logs becomes one line. Two of its types, flags and bit fields, are passed through unchecked.
 *
 * A path names a field as a user would write it: "l1.ways", "buffers[2].bytes"; "" is the root.
 */
#ifndef UMBEL_SW_UTIL_YAML_H
#define UMBEL_SW_UTIL_YAML_H

#include "sw/util/error.h"

#include <cyaml/cyaml.h>
#include <stddef.h>
#include <yaml.h>

/* What libcyaml should never see: more than 1 MiB, more than one document, anchors, aliases, tags,
 * deep nesting, keys that are not plain words, a key given twice, a root that is no mapping.
 * yaml_read() does this itself. */
bool yaml_prescan(const char *text, size_t len, const char *name, struct error *err);

/* Where a scalar stands, or the key of a mapping or list; both count from 1. False, and 1:1, when
 * there is no such field. */
bool yaml_where(const char *text, size_t len, const char *path, unsigned *line, unsigned *col);

/* Reads the text into a new structure of the schema's type (the schema's root is a mapping with
 * CYAML_FLAG_POINTER). `name` is the file's name as it is to stand in errors. */
bool yaml_read(const char *text, size_t len, const char *name, const cyaml_schema_value_t *schema,
               void **out, struct error *err);
/* The same of a file whose numbers have ranges that the schema does not know: what a field must be,
 * "a whole number from 1 to 64", for messages. False: nothing but what the schema knows. */
struct sbuf;
typedef bool (*yaml_wanted)(const char *path, struct sbuf *s);
bool yaml_read_wanted(const char *text, size_t len, const char *name,
                      const cyaml_schema_value_t *schema, yaml_wanted wanted, void **out,
                      struct error *err);
/* The same where the tree is needed beside the structure: `doc` is what yaml_doc_load()
 * (yaml_doc.h) made of the same text. */
bool yaml_read_doc(yaml_document_t *doc, const char *text, size_t len, const char *name,
                   const cyaml_schema_value_t *schema, void **out, struct error *err);
/* The same of a whole file, by its path; NULL and an error if it cannot be read. */
void *yaml_load_file(const char *path, const cyaml_schema_value_t *schema, struct error *err);
/* Not yaml_free(): libyaml has one, and would call ours. */
void yaml_drop(const cyaml_schema_value_t *schema, void *data);

/* One field of a structure that a schema describes. */
struct yaml_field {
    const cyaml_schema_value_t *schema;
    size_t offset; /* in the root's structure */
};

/* Looks a path up, through mappings that are embedded in the structure. False and an error that
 * lists what there is. */
bool yaml_field(const cyaml_schema_value_t *root, const char *path, struct yaml_field *field,
                struct error *err);

/* Stores a number, boolean or enum given as text, as if it stood in the file. `wanted`: NULL, or as
 * above. */
bool yaml_store(const struct yaml_field *field, void *data, const char *path, const char *text,
                yaml_wanted wanted, struct error *err);

/* All fields of a structure as a value of jansson's, by the schema's names: groups as objects,
 * choices as their words. The schema's groups are embedded, its texts are pointers. */
struct json_t;
struct json_t *yaml_json(const cyaml_schema_value_t *schema, const void *data);

#endif
