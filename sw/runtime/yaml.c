#include "sw/runtime/yaml.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool at_mark(const struct yaml_file *f, yaml_mark_t mark, struct error *err,
                    const char *what)
{
    return error_set(err, "%s:%zu:%zu: %s", f->name, mark.line + 1, mark.column + 1, what);
}

bool yaml_error(const struct yaml_file *f, const yaml_node_t *at, struct error *err,
                const char *fmt, ...)
{
    char what[768];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    return at_mark(f, at->start_mark, err, what);
}

static bool bad_yaml(const struct yaml_file *f, const yaml_parser_t *p, struct error *err)
{
    char what[256];
    yaml_mark_t mark = p->problem_mark;
    if (p->error == YAML_READER_ERROR) {
        /* The reader knows an offset only. */
        mark = (yaml_mark_t){0};
        for (size_t i = 0; i < p->problem_offset && i < f->len; i++) {
            mark.column++;
            if (f->text[i] == '\n') {
                mark.line++;
                mark.column = 0;
            }
        }
    }
    snprintf(what, sizeof what, "not YAML: %s; check quotes, brackets and indentation",
             p->problem != NULL ? p->problem : "unreadable");
    return at_mark(f, mark, err, what);
}

/* What one event must not be. */
static bool check_event(const struct yaml_file *f, const yaml_event_t *e, int *depth, int *docs,
                        struct error *err)
{
    switch (e->type) {
    case YAML_ALIAS_EVENT:
        return at_mark(f, e->start_mark, err, "aliases are not read; write the value out");
    case YAML_DOCUMENT_START_EVENT:
        if (++*docs > 1)
            return at_mark(f, e->start_mark, err,
                           "a second document starts; split the file in two");
        return true;
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        if (++*depth > YAML_MAX_DEPTH)
            return at_mark(f, e->start_mark, err, "nested too deeply; flatten it");
        return true;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        --*depth;
        return true;
    case YAML_SCALAR_EVENT:
        if (memchr(e->data.scalar.value, '\0', e->data.scalar.length) != NULL)
            return at_mark(f, e->start_mark, err, "a text holds a zero byte; remove it");
        return true;
    default:
        return true;
    }
}

static bool check_events(const struct yaml_file *f, struct error *err)
{
    yaml_parser_t p;
    if (!yaml_parser_initialize(&p))
        return error_set(err, "%s: out of memory", f->name);
    yaml_parser_set_input_string(&p, (const unsigned char *)f->text, f->len);
    bool ok = true, more = true;
    int depth = 0, docs = 0;
    while (ok && more) {
        yaml_event_t e;
        if (!yaml_parser_parse(&p, &e)) {
            ok = bad_yaml(f, &p, err);
            break;
        }
        more = e.type != YAML_STREAM_END_EVENT;
        ok = check_event(f, &e, &depth, &docs, err);
        yaml_event_delete(&e);
    }
    yaml_parser_delete(&p);
    return ok;
}

static bool check_fields(struct yaml_file *f, const yaml_node_t *n, struct error *err)
{
    const yaml_node_pair_t *first = n->data.mapping.pairs.start, *end = n->data.mapping.pairs.top;
    if (end - first > YAML_MAX_FIELDS)
        return yaml_error(f, n, err, "more than %d fields; use fewer", YAML_MAX_FIELDS);
    for (const yaml_node_pair_t *p = first; p < end; p++) {
        const yaml_node_t *key = yaml_document_get_node(&f->doc, p->key);
        if (key->type != YAML_SCALAR_NODE)
            return yaml_error(f, key, err, "a field's name must be a text; write NAME: VALUE");
        for (const yaml_node_pair_t *q = first; q < p; q++)
            if (strcmp(yaml_text(yaml_document_get_node(&f->doc, q->key)), yaml_text(key)) == 0)
                return yaml_error(f, key, err, "field '%.60s' stands twice; remove one",
                                  yaml_text(key));
    }
    return true;
}

static bool check_tree(struct yaml_file *f, struct error *err)
{
    yaml_node_t *root = yaml_root(f);
    if (root == NULL)
        return error_set(err, "%s:1:1: the file is empty; describe a launch", f->name);
    if (root->type != YAML_MAPPING_NODE)
        return yaml_error(f, root, err, "a launch file is a mapping; start with 'about: TEXT'");
    for (const yaml_node_t *n = f->doc.nodes.start; n < f->doc.nodes.top; n++)
        if (n->type == YAML_MAPPING_NODE && !check_fields(f, n, err))
            return false;
    return true;
}

bool yaml_open(struct yaml_file *f, const char *text, size_t len, const char *name,
               struct error *err)
{
    *f = (struct yaml_file){.name = name, .text = text, .len = len};
    if (len > YAML_MAX_BYTES)
        return error_set(err, "%s:1:1: longer than %d bytes; launch files are short", name,
                         YAML_MAX_BYTES);
    if (!check_events(f, err))
        return false;
    yaml_parser_t p;
    if (!yaml_parser_initialize(&p))
        return error_set(err, "%s: out of memory", name);
    yaml_parser_set_input_string(&p, (const unsigned char *)text, len);
    bool ok = yaml_parser_load(&p, &f->doc) != 0;
    if (!ok)
        bad_yaml(f, &p, err);
    yaml_parser_delete(&p);
    if (ok && !check_tree(f, err)) {
        yaml_close(f);
        ok = false;
    }
    return ok;
}

void yaml_close(struct yaml_file *f)
{
    yaml_document_delete(&f->doc);
}

yaml_node_t *yaml_root(struct yaml_file *f)
{
    return yaml_document_get_root_node(&f->doc);
}

const char *yaml_text(const yaml_node_t *scalar)
{
    return (const char *)scalar->data.scalar.value;
}

yaml_node_t *yaml_value_of(struct yaml_file *f, const yaml_node_t *mapping, const char *key)
{
    if (mapping == NULL || mapping->type != YAML_MAPPING_NODE)
        return NULL;
    for (const yaml_node_pair_t *p = mapping->data.mapping.pairs.start;
         p < mapping->data.mapping.pairs.top; p++)
        if (strcmp(yaml_text(yaml_document_get_node(&f->doc, p->key)), key) == 0)
            return yaml_document_get_node(&f->doc, p->value);
    return NULL;
}

static bool before(yaml_mark_t a, yaml_mark_t b)
{
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

const yaml_node_t *yaml_key_after(struct yaml_file *f, const char *key, size_t line, size_t column)
{
    const yaml_mark_t from = {.line = line - 1, .column = column - 1};
    const yaml_node_t *first = NULL;
    for (const yaml_node_t *n = f->doc.nodes.start; n < f->doc.nodes.top; n++) {
        if (n->type != YAML_MAPPING_NODE)
            continue;
        for (const yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top;
             p++) {
            const yaml_node_t *k = yaml_document_get_node(&f->doc, p->key);
            if (strcmp(yaml_text(k), key) == 0 && !before(k->start_mark, from) &&
                (first == NULL || before(k->start_mark, first->start_mark)))
                first = k;
        }
    }
    return first;
}

yaml_node_t *yaml_item(struct yaml_file *f, const yaml_node_t *list, size_t i)
{
    if (list == NULL || list->type != YAML_SEQUENCE_NODE)
        return NULL;
    const yaml_node_item_t *first = list->data.sequence.items.start;
    if (i >= (size_t)(list->data.sequence.items.top - first))
        return NULL;
    return yaml_document_get_node(&f->doc, first[i]);
}
