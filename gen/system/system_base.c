/*
 * Files that start from another: `base: tsm-4gpu`, and then the fields that differ. The base is the
 * name of a shipped system, or the path of a file as seen from the folder of the one that names it.
 * A size (system_family.h) that names none starts from its file; a file that names none has every
 * field that its machine has, and starts from parts.yaml.
 */
#include "gen/system/system_family.h"
#include "gen/system/system_impl.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"
#include "sw/util/yaml_doc.h"
#include "sw/util/yaml_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Files that start from each other, one above the other: so many, and no circle goes on for ever.
 */
enum { MOST_BASES = 8 };

/* The path of a base: beside the file that names it, unless it is absolute. */
static char *beside(const struct system_text *t, const char *base)
{
    const char *slash = strrchr(t->name, '/');
    struct sbuf s = {0};
    if (base[0] != '/' && slash != NULL)
        sbuf_add(&s, t->name, (size_t)(slash + 1 - t->name));
    sbuf_puts(&s, base);
    return s.text;
}

struct system_text *system_text_new(const char *text, size_t len, const char *name,
                                    struct error *err)
{
    struct system_text *t = xcalloc(1, sizeof *t);
    const char *colon = family_size_of(name);
    t->name = family_file(name);
    t->len = len;
    bool plain;
    t->text = family_text(text, &t->len, t->name, colon != NULL ? colon + 1 : NULL, &plain, err);
    if (t->text != NULL && !plain)
        t->own = system_text_new(text, len, t->name, err);
    if (t->text != NULL && !error_is_set(err))
        return t;
    system_texts_free(t);
    return NULL;
}

/* The text of the base. NULL and an error that begins with the place that names the base, unless it
 * is of a place in the base. */
static struct system_text *load(const struct system_text *t, const char *base, yaml_mark_t at,
                                unsigned depth, struct error *err)
{
    struct error why = {0};
    struct system_text *b = NULL;
    char *name = NULL, *text = NULL, *file = NULL;
    size_t len;
    if (depth >= MOST_BASES)
        error_set(&why, "more than %d files start from each other; one of them is its own base",
                  MOST_BASES);
    else
        name = system_is_path(base) ? beside(t, base) : system_find(base, &why);
    if (name != NULL)
        file = family_file(name);
    if (file != NULL)
        text = file_read(file, &len, &why);
    if (text != NULL)
        b = system_text_new(text, len, name, err);
    else
        error_set(err, "%s:%zu:%zu: base: %s", t->name, at.line + 1, at.column + 1, why.text);
    free(name);
    free(file);
    free(text);
    return b;
}

static struct system *read_at(struct system_text *t, unsigned depth, struct error *err);

/* A name or a path, in one line. */
static bool is_name(const yaml_node_t *base)
{
    if (base->type != YAML_SCALAR_NODE || base->data.scalar.length == 0)
        return false;
    for (const char *c = yaml_doc_text(base); *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            return false;
    return true;
}

/* The system that a file starts from when it names none: parts.yaml. */
static struct system *read_parts(struct system_text *t, struct error *err)
{
    struct system_text *parts = xcalloc(1, sizeof *parts); /* no system: it has no sizes */
    parts->name = xstrdup(root_path("gen/system/parts.yaml"));
    t->base = parts;
    parts->text = file_read(parts->name, &parts->len, err);
    yaml_document_t doc;
    if (parts->text == NULL || !yaml_doc_load(&doc, parts->text, parts->len, parts->name, err))
        return NULL;
    struct system *s = xcalloc(1, sizeof *s);
    bool ok = yaml_overlay(&doc, parts->name, &system_schema, NULL, system_wanted, s, err);
    yaml_document_delete(&doc);
    if (ok)
        return s;
    system_free(s);
    return NULL;
}

/* The system that a file starts from; `base` NULL: it names none, and a size starts from the file
 * that it stands in. */
static struct system *read_base(struct system_text *t, const yaml_node_t *base, yaml_mark_t at,
                                unsigned depth, struct error *err)
{
    if (base == NULL && t->own != NULL) {
        t->base = t->own;
        t->own = NULL;
        return read_at(t->base, depth + 1, err);
    }
    if (base == NULL)
        return read_parts(t, err);
    if (!is_name(base)) {
        error_set(err, "%s:%zu:%zu: base is no name; it must be a system or the path of a file",
                  t->name, at.line + 1, at.column + 1);
        return NULL;
    }
    t->base = load(t, yaml_doc_text(base), base->start_mark, depth, err);
    return t->base == NULL ? NULL : read_at(t->base, depth + 1, err);
}

/* A file gives no part that its machine lacks. With 0 of a part it can do without its base's. */
static bool parts_are_there(const struct system_text *t, yaml_document_t *doc, bool has_base,
                            const struct system *s, struct error *err)
{
    const struct system_part *part;
    for (size_t i = 0; (part = system_part(i)) != NULL; i++) {
        yaml_mark_t at;
        if (system_part_has(part, s) || (has_base && part->count != NULL) ||
            yaml_doc_find(doc, part->path, &at) == NULL)
            continue;
        struct sbuf needs = {0};
        system_part_needs(part, &needs);
        error_set(err, "%s:%zu:%zu: %s is of no use here, as it needs %s; leave it out", t->name,
                  at.line + 1, at.column + 1, schema_name(&system_schema, part->path), needs.text);
        sbuf_free(&needs);
        return false;
    }
    return true;
}

/* A file and those that it starts from, without parts.yaml, each read once. */
struct files {
    const struct system_text *t; /* the first */
    yaml_document_t docs[MOST_BASES + 1];
    size_t n;
};

static void files_open(struct files *f, const struct system_text *t)
{
    struct error none = {0};
    *f = (struct files){.t = t};
    for (; t->base != NULL && f->n <= MOST_BASES; t = t->base)
        f->n += yaml_doc_load(&f->docs[f->n], t->text, t->len, t->name, &none);
}

static void files_close(struct files *f)
{
    while (f->n > 0)
        yaml_document_delete(&f->docs[--f->n]);
}

/* What the files of a machine lack: the first field, and the names of the others. */
struct missing {
    char path[128];
    const cyaml_schema_value_t *first; /* NULL: nothing is missing */
    struct sbuf others;
};

/* Looks for a field of a part, and for all fields of the part below it, in the files. */
static void find_missing(struct files *files, const struct system *s, const struct system_part *of,
                         const char *path, const cyaml_schema_value_t *v, struct missing *m)
{
    const struct system_part *part;
    char sub[sizeof m->path];
    yaml_mark_t at;
    if (system_lacks(s, path, &part) || part != of)
        return;
    if (v->type == CYAML_MAPPING) {
        for (const cyaml_schema_field_t *f = v->mapping.fields; f->key != NULL; f++) {
            snprintf(sub, sizeof sub, "%s.%s", path, f->key);
            find_missing(files, s, of, sub, &f->value, m);
        }
        return;
    }
    for (size_t i = 0; i < files->n; i++)
        if (yaml_doc_find(&files->docs[i], path, &at) != NULL)
            return;
    if (m->first != NULL) {
        schema_also_missing(&m->others, schema_name(&system_schema, path));
        return;
    }
    m->first = v;
    snprintf(m->path, sizeof m->path, "%s", path);
}

/* The place of the smallest group around a field that the first file gives. */
static yaml_mark_t group_of(struct files *files, const struct missing *m)
{
    yaml_mark_t at = {0};
    char group[sizeof m->path];
    memcpy(group, m->path, sizeof group);
    for (char *dot; (dot = strrchr(group, '.')) != NULL;) {
        *dot = '\0';
        if (yaml_doc_find(&files->docs[0], group, &at) != NULL)
            return at;
    }
    return (yaml_mark_t){0};
}

static bool fail_missing(struct files *files, struct missing *m, struct error *err)
{
    const yaml_mark_t at = group_of(files, m);
    const char *name = schema_name(&system_schema, m->path);
    struct sbuf wanted = {0};
    if (!system_wanted(name, &wanted))
        schema_wanted(&wanted, m->first);
    error_set(err, "%s:%zu:%zu: %s is missing; it must be %s%s", files->t->name, at.line + 1,
              at.column + 1, name, wanted.text, sbuf_str(&m->others));
    sbuf_free(&wanted);
    sbuf_free(&m->others);
    return false;
}

/* Whether the fields of each part that a machine has come from a system's file. */
static bool parts_are_given(const struct system_text *t, const struct system *s, struct error *err)
{
    struct files files;
    const struct system_part *part;
    struct missing m = {0};
    files_open(&files, t);
    for (size_t i = 0; (part = system_part(i)) != NULL; i++)
        if (system_part_has(part, s))
            find_missing(&files, s, part, part->path, system_field(part->path).schema, &m);
    const bool ok = m.first == NULL || fail_missing(&files, &m, err);
    files_close(&files);
    return ok;
}

/* Whether a file that names no base has every field that its machine has. */
static bool is_whole(const struct system_text *t, const struct system *s, struct error *err)
{
    struct arena a = {0};
    void *out = NULL;
    bool ok = yaml_read_wanted(t->text, t->len, t->name, system_schema_of(s, &a), system_wanted,
                               &out, err);
    if (ok)
        yaml_drop(&system_schema, out);
    arena_free(&a);
    return ok;
}

static struct system *read_at(struct system_text *t, unsigned depth, struct error *err)
{
    yaml_document_t doc;
    if (!yaml_doc_load(&doc, t->text, t->len, t->name, err))
        return NULL;
    yaml_mark_t at = {0};
    const yaml_node_t *base =
        yaml_doc_get(&doc, yaml_document_get_root_node(&doc), "base", strlen("base"), &at);
    const bool has_base = base != NULL || t->own != NULL;
    struct system *s = read_base(t, base, at, depth, err);
    bool ok = s != NULL &&
              yaml_overlay(&doc, t->name, &system_schema, base == NULL ? NULL : "base",
                           system_wanted, s, err) &&
              parts_are_there(t, &doc, has_base, s, err) &&
              (has_base ? parts_are_given(t, s, err) : is_whole(t, s, err));
    yaml_document_delete(&doc);
    if (ok)
        return s;
    system_free(s);
    return NULL;
}

struct system *system_read(struct system_text *t, struct error *err)
{
    return read_at(t, 0, err);
}

void system_where(const struct system *s, const char *path, struct sbuf *place)
{
    const struct system_text *t = s->file;
    const struct yaml_field f = system_field(path);
    unsigned line, col;
    while (!yaml_where(t->text, t->len, f.path, &line, &col) && t->base != NULL)
        t = t->base;
    sbuf_printf(place, "%s:%u:%u", t->name, line, col);
}

bool system_gives(const struct system *s, const char *path)
{
    unsigned line, col;
    const struct system_text *t = s->file;
    while (t != NULL && !yaml_where(t->text, t->len, path, &line, &col))
        t = t->base;
    return t != NULL;
}

void system_texts_free(struct system_text *t)
{
    while (t != NULL) {
        struct system_text *base = t->base;
        system_texts_free(t->own);
        free(t->name);
        free(t->text);
        free(t);
        t = base;
    }
}
