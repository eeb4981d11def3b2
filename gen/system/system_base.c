/*
 * Files that start from another: `base: tsm-4gpu`, and then the fields that differ. The base is the
 * name of a shipped system, or the path of a file as seen from the folder of the one that names it.
 */
#include "gen/system/system_impl.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"
#include "sw/util/yaml_doc.h"

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

/* The text of the base. NULL and an error that begins with the place that names the base. */
static struct system_text *load(const struct system_text *t, const char *base, yaml_mark_t at,
                                unsigned depth, struct error *err)
{
    struct error why = {0};
    struct system_text *b = xcalloc(1, sizeof *b);
    if (depth == MOST_BASES)
        error_set(&why, "more than %d files start from each other; one of them is its own base",
                  MOST_BASES);
    else
        b->name = system_is_path(base) ? beside(t, base) : system_find(base, &why);
    if (b->name != NULL)
        b->text = file_read(b->name, &b->len, &why);
    if (b->text != NULL)
        return b;
    error_set(err, "%s:%zu:%zu: base: %s", t->name, at.line + 1, at.column + 1, why.text);
    free(b->name);
    free(b);
    return NULL;
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

static struct system *read_over(struct system_text *t, yaml_document_t *doc,
                                const yaml_node_t *base, yaml_mark_t at, unsigned depth,
                                struct error *err)
{
    if (!is_name(base)) {
        error_set(err, "%s:%zu:%zu: base is no name; it must be a system or the path of a file",
                  t->name, at.line + 1, at.column + 1);
        return NULL;
    }
    t->base = load(t, yaml_doc_text(base), base->start_mark, depth, err);
    struct system *s = t->base == NULL ? NULL : read_at(t->base, depth + 1, err);
    if (s == NULL || yaml_overlay(doc, t->name, &system_schema, "base", system_wanted, s, err))
        return s;
    system_free(s);
    return NULL;
}

static struct system *read_at(struct system_text *t, unsigned depth, struct error *err)
{
    yaml_document_t doc;
    if (!yaml_doc_load(&doc, t->text, t->len, t->name, err))
        return NULL;
    yaml_mark_t at = {0};
    const yaml_node_t *base =
        yaml_doc_get(&doc, yaml_document_get_root_node(&doc), "base", strlen("base"), &at);
    struct system *s = NULL;
    if (base != NULL) {
        s = read_over(t, &doc, base, at, depth, err);
    } else {
        void *out = NULL;
        if (yaml_read_wanted(t->text, t->len, t->name, &system_schema, system_wanted, &out, err))
            s = out;
    }
    yaml_document_delete(&doc);
    return s;
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

void system_texts_free(struct system_text *t)
{
    while (t != NULL) {
        struct system_text *base = t->base;
        free(t->name);
        free(t->text);
        free(t);
        t = base;
    }
}
