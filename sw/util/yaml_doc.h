/* A YAML document as a tree that knows its positions; what yaml.h is built on. */
#ifndef UMBEL_SW_UTIL_YAML_DOC_H
#define UMBEL_SW_UTIL_YAML_DOC_H

#include "sw/util/error.h"

#include <stddef.h>
#include <yaml.h>

/* Scans ahead (see yaml_prescan) and keeps the tree, to be freed with yaml_document_delete(). */
bool yaml_doc_load(yaml_document_t *doc, const char *text, size_t len, const char *name,
                   struct error *err);

/* The node at a path and where to point: at a scalar, else at its key. NULL if there is none. */
yaml_node_t *yaml_doc_find(yaml_document_t *doc, const char *path, yaml_mark_t *where);

/* Value of a mapping's key, NULL if there is none; `where_key` may be NULL. */
yaml_node_t *yaml_doc_get(yaml_document_t *doc, const yaml_node_t *mapping, const char *key,
                          size_t key_len, yaml_mark_t *where_key);

/* User's text made fit for a one-line message: clipped, without control characters. */
struct yaml_shown {
    char text[48];
};
struct yaml_shown yaml_show(const char *text, size_t len);

#endif
