/* A YAML document as a tree whose nodes have positions in the file. yaml.h is built on it. */
#ifndef UMBEL_SW_UTIL_YAML_DOC_H
#define UMBEL_SW_UTIL_YAML_DOC_H

#include "sw/util/error.h"

#include <stddef.h>
#include <yaml.h>

/* Limits of a file. */
enum {
    YAML_MAX_BYTES = 1 << 20,
    YAML_MAX_DEPTH = 16,
    YAML_MAX_KEYS = 1000, /* of one mapping: the search for keys given twice is quadratic */
};

/* Checks as yaml_prescan does and keeps the tree, to be freed with yaml_document_delete(). */
bool yaml_doc_load(yaml_document_t *doc, const char *text, size_t len, const char *name,
                   struct error *err);

/* The node at a path, and the place for messages: of a scalar, else of its key. NULL if there is
 * none. */
yaml_node_t *yaml_doc_find(yaml_document_t *doc, const char *path, yaml_mark_t *where);

/* Value of a mapping's key, NULL if there is none; `where_key` may be NULL. */
yaml_node_t *yaml_doc_get(yaml_document_t *doc, const yaml_node_t *mapping, const char *key,
                          size_t key_len, yaml_mark_t *where_key);

/* Number of entries of a list; 0 for other nodes. */
size_t yaml_doc_length(const yaml_node_t *list);

/* An entry of a list, NULL if there is none. */
yaml_node_t *yaml_doc_item(yaml_document_t *doc, const yaml_node_t *list, size_t i);

/* A scalar's text; the scan has made sure that it holds no NUL. */
const char *yaml_doc_text(const yaml_node_t *scalar);

/* Text of a user for a one-line message: clipped, control characters replaced by '?'. */
struct yaml_shown {
    char text[48];
};
struct yaml_shown yaml_show(const char *text, size_t len);

#endif
