/* A YAML document as a tree that knows its positions; what yaml.h is built on. */
#ifndef UMBEL_SW_UTIL_YAML_DOC_H
#define UMBEL_SW_UTIL_YAML_DOC_H

#include "sw/util/error.h"

#include <stddef.h>
#include <yaml.h>

/* The most that a file may hold. */
enum {
    YAML_MAX_BYTES = 1 << 20,
    YAML_MAX_DEPTH = 16,
    YAML_MAX_KEYS = 1000, /* a mapping: looking for a key given twice takes the square of it */
};

/* Scans ahead (see yaml_prescan) and keeps the tree, to be freed with yaml_document_delete(). */
bool yaml_doc_load(yaml_document_t *doc, const char *text, size_t len, const char *name,
                   struct error *err);

/* The node at a path and where to point: at a scalar, else at its key. NULL if there is none. */
yaml_node_t *yaml_doc_find(yaml_document_t *doc, const char *path, yaml_mark_t *where);

/* Value of a mapping's key, NULL if there is none; `where_key` may be NULL. */
yaml_node_t *yaml_doc_get(yaml_document_t *doc, const yaml_node_t *mapping, const char *key,
                          size_t key_len, yaml_mark_t *where_key);

/* Entries of a list; 0 of what is none. */
size_t yaml_doc_length(const yaml_node_t *list);

/* An entry of a list, NULL if there is none. */
yaml_node_t *yaml_doc_item(yaml_document_t *doc, const yaml_node_t *list, size_t i);

/* A scalar's text; the scan ahead has made sure that it ends where C thinks. */
const char *yaml_doc_text(const yaml_node_t *scalar);

/* User's text made fit for a one-line message: clipped, without control characters. */
struct yaml_shown {
    char text[48];
};
struct yaml_shown yaml_show(const char *text, size_t len);

#endif
