#include "sw/util/yaml_doc.h"

#include "sw/util/name.h"
#include "sw/util/yaml.h"

#include <stdio.h>
#include <string.h>

struct yaml_shown yaml_show(const char *text, size_t len)
{
    struct yaml_shown s;
    size_t room = sizeof s.text - 4;
    size_t n = len < room ? len : room;
    while (n < len && n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80)
        n--; /* never half a UTF-8 character */
    memcpy(s.text, text, n);
    memcpy(s.text + n, n < len ? "..." : "\0\0\0", 4);
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)s.text[i] < 0x20 || s.text[i] == 0x7f)
            s.text[i] = '?';
    return s;
}

static bool fail(struct error *err, const char *name, yaml_mark_t at, const char *what)
{
    return error_set(err, "%s:%zu:%zu: %s", name, at.line + 1, at.column + 1, what);
}

/* libyaml's reader errors have only an offset: line and column for it. */
static yaml_mark_t mark_of(const char *text, size_t len, size_t offset)
{
    yaml_mark_t at = {0};
    for (size_t i = 0; i < offset && i < len; i++) {
        at.column++;
        if (text[i] == '\n') {
            at.line++;
            at.column = 0;
        }
    }
    return at;
}

static bool parser_error(const yaml_parser_t *p, const char *text, size_t len, const char *name,
                         struct error *err)
{
    yaml_mark_t at =
        p->error == YAML_READER_ERROR ? mark_of(text, len, p->problem_offset) : p->problem_mark;
    return error_set(err, "%s:%zu:%zu: not YAML: %s", name, at.line + 1, at.column + 1,
                     p->problem != NULL ? p->problem : "unreadable");
}

/* Why an event may not be in our files; NULL if it may. */
static const char *forbidden(const yaml_event_t *e, int depth, int documents)
{
    switch (e->type) {
    case YAML_DOCUMENT_START_EVENT:
        return documents > 1 ? "a second document; one file holds one" : NULL;
    case YAML_ALIAS_EVENT:
        return "an alias (*name); write the value itself";
    case YAML_SCALAR_EVENT:
        if (e->data.scalar.anchor != NULL)
            return "an anchor (&name); write each value where it belongs";
        if (e->data.scalar.tag != NULL)
            return "a tag (!name); remove it";
        if (strlen((const char *)e->data.scalar.value) != e->data.scalar.length)
            return "a NUL character; remove it";
        if (name_has_control((const char *)e->data.scalar.value))
            return "a control character; remove it";
        return NULL;
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT:
        /* Both events start with the same two members, but they are different structs in C. */
        if (e->type == YAML_MAPPING_START_EVENT ? e->data.mapping_start.anchor != NULL
                                                : e->data.sequence_start.anchor != NULL)
            return "an anchor (&name); write each value where it belongs";
        if (e->type == YAML_MAPPING_START_EVENT ? e->data.mapping_start.tag != NULL
                                                : e->data.sequence_start.tag != NULL)
            return "a tag (!name); remove it";
        return depth > YAML_MAX_DEPTH ? "nested too deeply; 16 levels are allowed" : NULL;
    default:
        return NULL;
    }
}

static int depth_step(yaml_event_type_t type)
{
    if (type == YAML_MAPPING_START_EVENT || type == YAML_SEQUENCE_START_EVENT)
        return 1;
    return type == YAML_MAPPING_END_EVENT || type == YAML_SEQUENCE_END_EVENT ? -1 : 0;
}

static bool scan_events(const char *text, size_t len, const char *name, struct error *err)
{
    yaml_parser_t p;
    if (!yaml_parser_initialize(&p))
        return error_set(err, "%s: out of memory", name);
    yaml_parser_set_input_string(&p, (const unsigned char *)text, len);
    int depth = 0;
    int documents = 0;
    bool ok = true;
    for (bool more = true; ok && more;) {
        yaml_event_t e;
        if (!yaml_parser_parse(&p, &e)) {
            ok = parser_error(&p, text, len, name, err);
            break;
        }
        depth += depth_step(e.type);
        documents += e.type == YAML_DOCUMENT_START_EVENT;
        const char *bad = forbidden(&e, depth, documents);
        if (bad != NULL)
            ok = fail(err, name, e.start_mark, bad);
        more = e.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&e);
    }
    yaml_parser_delete(&p);
    return ok;
}

static bool same_scalar(const yaml_node_t *a, const char *text, size_t len)
{
    return a->data.scalar.length == len && memcmp(a->data.scalar.value, text, len) == 0;
}

yaml_node_t *yaml_doc_get(yaml_document_t *doc, const yaml_node_t *mapping, const char *key,
                          size_t key_len, yaml_mark_t *where_key)
{
    if (mapping->type != YAML_MAPPING_NODE)
        return NULL;
    for (const yaml_node_pair_t *i = mapping->data.mapping.pairs.start;
         i < mapping->data.mapping.pairs.top; i++) {
        const yaml_node_t *k = yaml_document_get_node(doc, i->key);
        if (k->type != YAML_SCALAR_NODE || !same_scalar(k, key, key_len))
            continue;
        if (where_key != NULL)
            *where_key = k->start_mark;
        return yaml_document_get_node(doc, i->value);
    }
    return NULL;
}

static bool check_keys(yaml_document_t *doc, const yaml_node_t *map, const char *name,
                       struct error *err)
{
    const yaml_node_pair_t *first = map->data.mapping.pairs.start;
    const yaml_node_pair_t *end = map->data.mapping.pairs.top;
    if (end - first > YAML_MAX_KEYS)
        return fail(err, name, map->start_mark, "more than 1000 fields in one place");
    for (const yaml_node_pair_t *i = first; i < end; i++) {
        const yaml_node_t *k = yaml_document_get_node(doc, i->key);
        if (k->type != YAML_SCALAR_NODE)
            return fail(err, name, k->start_mark, "a field's name must be one word");
        const char *key = (const char *)k->data.scalar.value;
        yaml_mark_t seen = k->start_mark;
        yaml_doc_get(doc, map, key, k->data.scalar.length, &seen);
        if (seen.index != k->start_mark.index)
            return error_set(err, "%s:%zu:%zu: %s is given twice; first in line %zu", name,
                             k->start_mark.line + 1, k->start_mark.column + 1,
                             yaml_show(key, k->data.scalar.length).text, seen.line + 1);
    }
    return true;
}

static bool check_tree(yaml_document_t *doc, const char *name, struct error *err)
{
    const yaml_node_t *root = yaml_document_get_root_node(doc);
    if (root == NULL)
        return error_set(err, "%s:1:1: the file is empty", name);
    if (root->type != YAML_MAPPING_NODE)
        return fail(err, name, root->start_mark, "the file must hold fields, `name: value`");
    for (const yaml_node_t *n = doc->nodes.start; n < doc->nodes.top; n++)
        if (n->type == YAML_MAPPING_NODE && !check_keys(doc, n, name, err))
            return false;
    return true;
}

bool yaml_doc_load(yaml_document_t *doc, const char *text, size_t len, const char *name,
                   struct error *err)
{
    if (len > YAML_MAX_BYTES)
        return error_set(err, "%s:1:1: the file has %zu bytes; at most 1 MiB is read", name, len);
    if (!scan_events(text, len, name, err))
        return false;
    yaml_parser_t p;
    if (!yaml_parser_initialize(&p))
        return error_set(err, "%s: out of memory", name);
    yaml_parser_set_input_string(&p, (const unsigned char *)text, len);
    bool ok = yaml_parser_load(&p, doc) || parser_error(&p, text, len, name, err);
    yaml_parser_delete(&p);
    if (ok && !check_tree(doc, name, err)) {
        yaml_document_delete(doc);
        ok = false;
    }
    return ok;
}

bool yaml_prescan(const char *text, size_t len, const char *name, struct error *err)
{
    yaml_document_t doc;
    if (!yaml_doc_load(&doc, text, len, name, err))
        return false;
    yaml_document_delete(&doc);
    return true;
}

size_t yaml_doc_length(const yaml_node_t *list)
{
    if (list == NULL || list->type != YAML_SEQUENCE_NODE)
        return 0;
    return (size_t)(list->data.sequence.items.top - list->data.sequence.items.start);
}

yaml_node_t *yaml_doc_item(yaml_document_t *doc, const yaml_node_t *list, size_t i)
{
    if (i >= yaml_doc_length(list))
        return NULL;
    return yaml_document_get_node(doc, list->data.sequence.items.start[i]);
}

const char *yaml_doc_text(const yaml_node_t *scalar)
{
    return (const char *)scalar->data.scalar.value;
}

/* Steps over the "[2]" that *path starts with. */
static yaml_node_t *list_entry(yaml_document_t *doc, const yaml_node_t *list, const char **path)
{
    size_t index = 0;
    const char *c = *path + 1;
    for (; *c >= '0' && *c <= '9'; c++)
        index = index * 10 + (size_t)(*c - '0');
    if (*c != ']')
        return NULL;
    *path = c + 1;
    return yaml_doc_item(doc, list, index);
}

yaml_node_t *yaml_doc_find(yaml_document_t *doc, const char *path, yaml_mark_t *where)
{
    yaml_node_t *n = yaml_document_get_root_node(doc);
    if (n == NULL)
        return NULL;
    *where = n->start_mark;
    while (*path != '\0' && n != NULL) {
        if (*path == '[') {
            n = list_entry(doc, n, &path);
            if (n != NULL)
                *where = n->start_mark;
            continue;
        }
        path += *path == '.';
        size_t len = strcspn(path, ".[");
        n = yaml_doc_get(doc, n, path, len, where);
        path += len;
    }
    if (n != NULL && n->type == YAML_SCALAR_NODE)
        *where = n->start_mark;
    return n;
}

bool yaml_where(const char *text, size_t len, const char *path, unsigned *line, unsigned *col)
{
    *line = *col = 1;
    yaml_document_t doc;
    struct error ignored = {0};
    if (!yaml_doc_load(&doc, text, len, "", &ignored))
        return false;
    yaml_mark_t at;
    bool found = yaml_doc_find(&doc, path, &at) != NULL;
    if (found) {
        *line = (unsigned)at.line + 1;
        *col = (unsigned)at.column + 1;
    }
    yaml_document_delete(&doc);
    return found;
}
