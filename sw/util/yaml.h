/*
 * YAML files: read through libcyaml against a schema, with one-line errors that name
 * file:line:column and the field.
 *
 * libcyaml alone accepts too much: it reads `3x` as 3, `-1` as 2^64 - 1 and `flase` as true. So the
 * document is scanned first, the spelling of numbers and booleans is checked, and libcyaml's log is
 * turned into one line. Two of its types, flags and bit fields, are not checked.
 *
 * A path names a field as a user would write it: "l1.ways", "buffers[2].bytes"; "" is the root.
 */
#ifndef UMBEL_SW_UTIL_YAML_H
#define UMBEL_SW_UTIL_YAML_H

#include "sw/util/error.h"

#include <cyaml/cyaml.h>
#include <stddef.h>
#include <yaml.h>

/* Refuses documents that libcyaml should not see: more than 1 MiB, more than one document, anchors,
 * aliases, tags, NUL characters, deep nesting, keys that are not scalars, a key given twice, a root
 * that is no mapping. yaml_read() does this itself. */
bool yaml_prescan(const char *text, size_t len, const char *name, struct error *err);

/* The place of a field, counted from 1: of its value if that is a scalar, else of its key. False,
 * and 1:1, when there is no such field. */
bool yaml_where(const char *text, size_t len, const char *path, unsigned *line, unsigned *col);

/* Reads the text into a new structure of the schema's type (the schema's root is a mapping with
 * CYAML_FLAG_POINTER). `name` is the file's name for error messages. */
bool yaml_read(const char *text, size_t len, const char *name, const cyaml_schema_value_t *schema,
               void **out, struct error *err);
/* The same for files whose numbers have ranges that the schema does not know. The callback adds
 * what a field must be, for messages: "a whole number from 1 to 64". It returns false to leave that
 * to the schema. Messages name a field by its path without sections (yaml_schema.h). */
struct sbuf;
typedef bool (*yaml_wanted)(const char *name, struct sbuf *s);
bool yaml_read_wanted(const char *text, size_t len, const char *name,
                      const cyaml_schema_value_t *schema, yaml_wanted wanted, void **out,
                      struct error *err);
/* As yaml_read, for callers that need the tree, too: `doc` is what yaml_doc_load() (yaml_doc.h)
 * made of the same text. */
bool yaml_read_doc(yaml_document_t *doc, const char *text, size_t len, const char *name,
                   const cyaml_schema_value_t *schema, void **out, struct error *err);
/* Stores the fields that a document has over those of a structure; fields that it lacks stay as
 * they are. The root's key `skip` is the caller's own and not looked at (NULL: none). The schema
 * embeds its mappings, its strings are pointers, and it has no lists. After an error some fields
 * may have been stored. */
bool yaml_overlay(yaml_document_t *doc, const char *name, const cyaml_schema_value_t *schema,
                  const char *skip, yaml_wanted wanted, void *data, struct error *err);
/* As yaml_read, from a file. Returns the structure; NULL and an error on failure. */
void *yaml_load_file(const char *path, const cyaml_schema_value_t *schema, struct error *err);
/* Frees a structure. Not called yaml_free(): libyaml has a function of that name and would call
 * ours. */
void yaml_drop(const cyaml_schema_value_t *schema, void *data);

/* One field of a structure that a schema describes. */
struct yaml_field {
    const cyaml_schema_value_t *schema;
    size_t offset;  /* in the root's structure */
    char path[128]; /* the whole one */
};

/* Looks a path up, through mappings that are embedded in the structure. The path is a whole one or
 * the end of one alone: "l1.ways" means "package.l1.ways". False and an error that lists the fields
 * that exist, or those that the path could mean. */
bool yaml_field(const cyaml_schema_value_t *root, const char *path, struct yaml_field *field,
                struct error *err);

/* Stores a number, boolean or enum given as text, as if it were read from the file. `wanted`: NULL,
 * or as above. */
bool yaml_store(const struct yaml_field *field, void *data, const char *path, const char *text,
                yaml_wanted wanted, struct error *err);

/* A structure as a jansson value, with the schema's names: mappings become objects, enums their
 * words. Requires that the schema embeds its mappings and that its strings are pointers. */
struct json_t;
struct json_t *yaml_json(const cyaml_schema_value_t *schema, const void *data);

/* Adds a structure as YAML that yaml_read() takes: every field of the schema, in its order. The
 * same schemas as for yaml_json. */
void yaml_write(const cyaml_schema_value_t *schema, const void *data, struct sbuf *s);

#endif
