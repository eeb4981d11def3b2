#include "sw/util/yaml_impl.h"

#include "sw/util/file.h"
#include "sw/util/near.h"
#include "sw/util/sbuf.h"
#include "sw/util/yaml_doc.h"
#include "sw/util/yaml_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* libcyaml's log: the first line says what is wrong, the others say where, innermost first. */
struct log {
    char first[256];
    char path[512];
    bool past_field; /* the innermost entry names the mapping's last field, not the mapping */
    int entries;
};

static void prepend(char *path, size_t room, const char *part)
{
    char old[512];
    snprintf(old, sizeof old, "%s", path);
    const char *dot = old[0] == '\0' || old[0] == '[' ? "" : ".";
    if (snprintf(path, room, "%s%s%s", part, dot, old) >= (int)room)
        path[0] = '\0';
}

static void capture(cyaml_log_t level, void *ctx, const char *fmt, va_list args)
{
    (void)level;
    struct log *log = ctx;
    char line[256];
    vsnprintf(line, sizeof line, fmt, args);
    line[strcspn(line, "\n")] = '\0';
    char part[128];
    unsigned index;
    if (sscanf(line, "  in mapping field '%126[^']'", part) == 1) {
        log->past_field = log->past_field || log->entries == 0;
        prepend(log->path, sizeof log->path, part);
        log->entries++;
    } else if (sscanf(line, "  in sequence entry '%u'", &index) == 1) {
        /* libcyaml counts entries from 1; 0 is the list itself, before its first entry. */
        snprintf(part, sizeof part, "[%u]", index - 1);
        if (index > 0)
            prepend(log->path, sizeof log->path, part);
        log->entries++;
    } else if (strncmp(line, "  in mapping", 12) == 0) {
        log->entries++;
    } else if (log->first[0] == '\0') {
        const char *text = strncmp(line, "Load: ", 6) == 0 ? line + 6 : line;
        snprintf(log->first, sizeof log->first, "%s", text);
    }
}

static void say_value(struct sbuf *s, const yaml_node_t *n)
{
    if (n->type == YAML_MAPPING_NODE)
        sbuf_puts(s, "a group of fields");
    else if (n->type == YAML_SEQUENCE_NODE && yaml_doc_length(n) == 1)
        sbuf_puts(s, "a list of one entry");
    else if (n->type == YAML_SEQUENCE_NODE)
        sbuf_printf(s, "a list of %zu entries", yaml_doc_length(n));
    else if (n->data.scalar.length == 0)
        sbuf_puts(s, "empty");
    else
        sbuf_printf(s, n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE ? "%s" : "\"%s\"",
                    yaml_show((const char *)n->data.scalar.value, n->data.scalar.length).text);
}

static bool fail_at(const struct yaml_reading *r, yaml_mark_t at, struct sbuf *what)
{
    error_set(r->err, "%s:%zu:%zu: %s", r->name, at.line + 1, at.column + 1, sbuf_str(what));
    sbuf_free(what);
    return false;
}

bool yaml_fail_value(const struct yaml_reading *r, const char *path, const yaml_node_t *n,
                     yaml_mark_t at, const cyaml_schema_value_t *v)
{
    struct sbuf s = {0};
    const char *name = schema_name(r->schema, path);
    sbuf_printf(&s, "%s is ", name);
    say_value(&s, n);
    sbuf_puts(&s, "; it must be ");
    if (r->wanted == NULL || !r->wanted(name, &s))
        schema_wanted(&s, v);
    return fail_at(r, at, &s);
}

static bool check_scalar(const struct yaml_reading *r, const char *path, const yaml_node_t *n,
                         const cyaml_schema_value_t *v)
{
    bool unquoted = v->type == CYAML_UINT || v->type == CYAML_INT || v->type == CYAML_FLOAT ||
                    v->type == CYAML_BOOL;
    bool quoted = n->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    if (unquoted && (quoted || !schema_spelling(v, (const char *)n->data.scalar.value)))
        return yaml_fail_value(r, path, n, n->start_mark, v);
    return true;
}

/* Anything else that does not fit the schema is left to libcyaml. The depth of recursion is that of
 * the document, which the scan has limited. */
bool yaml_check_node(struct yaml_reading *r, const char *path, const yaml_node_t *n,
                     const cyaml_schema_value_t *v)
{
    if (n->type == YAML_SCALAR_NODE)
        return check_scalar(r, path, n, v);
    bool list = v->type == CYAML_SEQUENCE || v->type == CYAML_SEQUENCE_FIXED;
    char sub[512];
    if (n->type == YAML_SEQUENCE_NODE && list) {
        const yaml_node_item_t *items = n->data.sequence.items.start;
        for (size_t i = 0; items + i < n->data.sequence.items.top; i++) {
            snprintf(sub, sizeof sub, "%s[%zu]", path, i);
            if (!yaml_check_node(r, sub, yaml_document_get_node(r->doc, items[i]),
                                 v->sequence.entry))
                return false;
        }
    }
    if (n->type != YAML_MAPPING_NODE || v->type != CYAML_MAPPING)
        return true;
    for (const yaml_node_pair_t *i = n->data.mapping.pairs.start; i < n->data.mapping.pairs.top;
         i++) {
        const yaml_node_t *k = yaml_document_get_node(r->doc, i->key);
        const cyaml_schema_field_t *f =
            schema_field(v, (const char *)k->data.scalar.value, k->data.scalar.length);
        if (f == NULL)
            continue;
        snprintf(sub, sizeof sub, "%s%s%s", path, *path == '\0' ? "" : ".", f->key);
        if (!yaml_check_node(r, sub, yaml_document_get_node(r->doc, i->value), &f->value))
            return false;
    }
    return true;
}

/* Where a field belongs that stands in the file itself, or in one of its sections, and should not.
 * False if it belongs nowhere. */
static bool say_home(struct sbuf *s, const cyaml_schema_value_t *root,
                     const cyaml_schema_value_t *v, const char *key)
{
    size_t len = strlen(key);
    bool in_section = false;
    for (const cyaml_schema_field_t *f = root->mapping.fields; f->key != NULL; f++)
        in_section = in_section || (v == &f->value && schema_is_section(root, f));
    if (v != root && !in_section)
        return false;
    const cyaml_schema_field_t *home = schema_section_of(root, key, len);
    if (home != NULL)
        sbuf_printf(s, "no such field here; it belongs in section %s", home->key);
    else if (schema_field(root, key, len) != NULL)
        sbuf_puts(s, "no such field here; it belongs in no section");
    return s->len > 0;
}

bool yaml_fail_key(struct yaml_reading *r, const char *path, const yaml_node_t *map,
                   const cyaml_schema_value_t *v, const char *besides)
{
    for (const yaml_node_pair_t *i = map->data.mapping.pairs.start; i < map->data.mapping.pairs.top;
         i++) {
        const yaml_node_t *k = yaml_document_get_node(r->doc, i->key);
        const char *key = (const char *)k->data.scalar.value;
        if (schema_field(v, key, k->data.scalar.length) != NULL ||
            (besides != NULL && strcmp(key, besides) == 0))
            continue;
        const char *name = schema_name(r->schema, path);
        struct sbuf s = {0}, why = {0};
        if (!say_home(&why, r->schema, v, key)) {
            sbuf_printf(&why, "no such field; %s has ", *path == '\0' ? "the file" : name);
            if (besides != NULL)
                sbuf_printf(&why, "%s, ", besides);
            schema_list(&why, v);
            struct near near = {.word = key};
            schema_near(&near, v);
            near_add(&near, &why);
        }
        sbuf_printf(&s, "%s%s%s: %s", name, *path == '\0' ? "" : ".",
                    yaml_show(key, k->data.scalar.length).text, why.text);
        sbuf_free(&why);
        return fail_at(r, k->start_mark, &s);
    }
    return false;
}

/* Lists the fields that are missing of a node and below it, but for one. */
static void list_missing(const struct yaml_reading *r, const char *path, const yaml_node_t *n,
                         const cyaml_schema_value_t *v, const char *but, struct sbuf *list)
{
    if (n->type != YAML_MAPPING_NODE || v->type != CYAML_MAPPING)
        return;
    for (const cyaml_schema_field_t *f = v->mapping.fields; f->key != NULL; f++) {
        struct sbuf sub = {0};
        sbuf_printf(&sub, "%s%s%s", path, *path == '\0' ? "" : ".", f->key);
        const yaml_node_t *in = yaml_doc_get(r->doc, n, f->key, strlen(f->key), NULL);
        if (in != NULL)
            list_missing(r, sub.text, in, &f->value, but, list);
        else if ((f->value.flags & CYAML_FLAG_OPTIONAL) == 0 && strcmp(sub.text, but) != 0)
            schema_also_missing(list, schema_name(r->schema, sub.text));
        sbuf_free(&sub);
    }
}

static bool fail_missing(struct yaml_reading *r, const char *path, const yaml_node_t *map,
                         yaml_mark_t at, const cyaml_schema_value_t *v)
{
    for (const cyaml_schema_field_t *f = v->mapping.fields; f->key != NULL; f++) {
        if ((f->value.flags & CYAML_FLAG_OPTIONAL) != 0 ||
            yaml_doc_get(r->doc, map, f->key, strlen(f->key), NULL) != NULL)
            continue;
        struct sbuf s = {0}, whole = {0};
        sbuf_printf(&whole, "%s%s%s", path, *path == '\0' ? "" : ".", f->key);
        const char *name = schema_name(r->schema, whole.text);
        sbuf_printf(&s, "%s is missing; it must be ", name);
        if (r->wanted == NULL || !r->wanted(name, &s))
            schema_wanted(&s, &f->value);
        struct sbuf others = {0};
        list_missing(r, "", yaml_document_get_root_node(r->doc), r->schema, whole.text, &others);
        sbuf_puts(&s, sbuf_str(&others));
        sbuf_free(&others);
        sbuf_free(&whole);
        return fail_at(r, at, &s);
    }
    return false;
}

/* Turns libcyaml's log into a one-line error. */
static bool fail_cyaml(struct yaml_reading *r, cyaml_err_t why, struct log *log)
{
    bool about_mapping = why == CYAML_ERR_INVALID_KEY || why == CYAML_ERR_MAPPING_FIELD_MISSING;
    if (about_mapping && log->past_field) {
        char *last = strrchr(log->path, '.');
        *(last != NULL ? last : log->path) = '\0';
    }
    size_t end = strlen(log->path);
    bool about_list =
        why == CYAML_ERR_SEQUENCE_ENTRIES_MIN || why == CYAML_ERR_SEQUENCE_ENTRIES_MAX;
    if (about_list && end > 0 && log->path[end - 1] == ']')
        *strrchr(log->path, '[') = '\0';
    yaml_mark_t at = {0};
    const yaml_node_t *n = yaml_doc_find(r->doc, log->path, &at);
    const cyaml_schema_value_t *v = schema_at(r->schema, log->path);
    if (n != NULL && v != NULL && about_mapping) {
        if (n->type == YAML_MAPPING_NODE && v->type == CYAML_MAPPING)
            why == CYAML_ERR_INVALID_KEY ? yaml_fail_key(r, log->path, n, v, NULL)
                                         : fail_missing(r, log->path, n, at, v);
    } else if (n != NULL && v != NULL && log->path[0] != '\0') {
        yaml_fail_value(r, log->path, n, at, v);
    }
    /* If nothing above has set an error, libcyaml's own words: the first message wins. */
    return error_set(r->err, "%s:%zu:%zu: %s (%s)", r->name, at.line + 1, at.column + 1, log->first,
                     cyaml_strerror(why));
}

static bool read_doc(yaml_document_t *doc, const char *text, size_t len, const char *name,
                     const cyaml_schema_value_t *schema, yaml_wanted wanted, void **out,
                     struct error *err)
{
    struct yaml_reading r = {
        .doc = doc, .name = name, .schema = schema, .wanted = wanted, .err = err};
    struct log log = {0};
    const cyaml_config_t config = {
        .log_fn = capture,
        .log_ctx = &log,
        .mem_fn = cyaml_mem,
        .log_level = CYAML_LOG_ERROR,
        .flags = CYAML_CFG_NO_ALIAS,
    };
    if (!yaml_check_node(&r, "", yaml_document_get_root_node(doc), schema))
        return false;
    *out = NULL;
    cyaml_err_t why = cyaml_load_data((const uint8_t *)text, len, &config, schema, out, NULL);
    if (why != CYAML_OK)
        return fail_cyaml(&r, why, &log);
    return *out != NULL || error_set(err, "%s:1:1: the file is empty", name);
}

bool yaml_read_doc(yaml_document_t *doc, const char *text, size_t len, const char *name,
                   const cyaml_schema_value_t *schema, void **out, struct error *err)
{
    return read_doc(doc, text, len, name, schema, NULL, out, err);
}

bool yaml_read_wanted(const char *text, size_t len, const char *name,
                      const cyaml_schema_value_t *schema, yaml_wanted wanted, void **out,
                      struct error *err)
{
    yaml_document_t doc;
    if (!yaml_doc_load(&doc, text, len, name, err))
        return false;
    bool ok = read_doc(&doc, text, len, name, schema, wanted, out, err);
    yaml_document_delete(&doc);
    return ok;
}

bool yaml_read(const char *text, size_t len, const char *name, const cyaml_schema_value_t *schema,
               void **out, struct error *err)
{
    return yaml_read_wanted(text, len, name, schema, NULL, out, err);
}

void *yaml_load_file(const char *path, const cyaml_schema_value_t *schema, struct error *err)
{
    size_t len;
    char *text = file_read(path, &len, err);
    void *out = NULL;
    if (text != NULL)
        yaml_read(text, len, path, schema, &out, err);
    free(text);
    return out;
}

void yaml_drop(const cyaml_schema_value_t *schema, void *data)
{
    const cyaml_config_t config = {.mem_fn = cyaml_mem, .log_level = CYAML_LOG_ERROR};
    cyaml_free(&config, schema, data, 0);
}
