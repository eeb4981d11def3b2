/*
 * Paths of fields as users type them: the whole path, or so much of its end as fits one field
 * alone. And sections: groups of a file that are none in the structure.
 */
#include "sw/util/near.h"
#include "sw/util/yaml.h"
#include "sw/util/yaml_schema.h"

#include <stdlib.h>
#include <string.h>

bool schema_is_section(const cyaml_schema_value_t *above, const cyaml_schema_field_t *f)
{
    return f->value.type == CYAML_MAPPING && (f->value.flags & CYAML_FLAG_POINTER) == 0 &&
           f->data_offset == 0 && f->value.data_size == above->data_size;
}

const cyaml_schema_field_t *schema_section_of(const cyaml_schema_value_t *v, const char *key,
                                              size_t len)
{
    for (const cyaml_schema_field_t *f = v->mapping.fields; f->key != NULL; f++)
        if (schema_is_section(v, f) && schema_field(&f->value, key, len) != NULL)
            return f;
    return NULL;
}

const char *schema_name(const cyaml_schema_value_t *v, const char *path)
{
    for (;;) {
        size_t len = strcspn(path, ".[");
        const cyaml_schema_field_t *f = schema_field(v, path, len);
        if (f == NULL || path[len] != '.' || !schema_is_section(v, f))
            return path;
        v = &f->value;
        path += len + 1;
    }
}

/* ---- the field that a path means ---- */

struct search {
    const char *typed;
    size_t typed_len;
    char path[sizeof((struct yaml_field *)NULL)->path]; /* of the field that is looked at */
    struct yaml_field found;                            /* the first of those that fit */
    unsigned n;
    struct sbuf *list; /* gets the paths of all that fit */
};

/* Whether the path that is looked at, of `len` characters, is what was typed or ends in it. A
 * system's file is checked by hundreds of searches, so the path is not formatted for each field. */
static bool fits(const struct search *s, size_t len)
{
    const size_t n = s->typed_len;
    return n > 0 && n <= len && (n == len || s->path[len - n - 1] == '.') &&
           memcmp(s->path + len - n, s->typed, n) == 0;
}

/* Puts a key behind the first `above` characters of the path; the length of the path. */
static size_t add_key(struct search *s, size_t above, const char *key)
{
    const size_t n = strlen(key), begin = above > 0 ? above + 1 : 0;
    if (begin + n >= sizeof s->path)
        abort(); /* a schema has a path that is longer than a struct yaml_field takes */
    if (above > 0)
        s->path[above] = '.';
    memcpy(s->path + begin, key, n + 1);
    return begin + n;
}

/* True when `typed` is a field's whole path; no other then counts. */
static bool search(struct search *s, const cyaml_schema_value_t *group, size_t above, size_t offset)
{
    if (group->type != CYAML_MAPPING)
        return false;
    for (const cyaml_schema_field_t *f = group->mapping.fields; f->key != NULL; f++) {
        const size_t len = add_key(s, above, f->key), at = offset + f->data_offset;
        const bool fit = fits(s, len), whole = fit && len == s->typed_len;
        if (fit) {
            if (whole || s->n == 0) {
                s->found = (struct yaml_field){.schema = &f->value, .offset = at};
                memcpy(s->found.path, s->path, len + 1);
            }
            sbuf_printf(s->list, "%s%s", s->n == 0 ? "" : ", ", s->path);
            s->n++;
        }
        const bool embedded = (f->value.flags & CYAML_FLAG_POINTER) == 0;
        if (whole || (embedded && search(s, &f->value, len, at)))
            return true;
    }
    return false;
}

/* Whether one field is meant. Adds to `list` the paths of all that may be. */
static bool find(const cyaml_schema_value_t *root, const char *path, struct yaml_field *field,
                 struct sbuf *list)
{
    struct search s = {.typed = path, .typed_len = strlen(path), .list = list};
    bool one = search(&s, root, 0, 0) || s.n == 1;
    if (one)
        *field = s.found;
    return one;
}

/* "no such field; l1 has ...", of the longest beginning of the path that is a field. */
static void fail_unknown(const cyaml_schema_value_t *root, const char *path, struct error *err)
{
    struct yaml_field f = {.schema = root};
    struct sbuf above = {0}, have = {0}, ignored = {0};
    sbuf_puts(&above, path);
    for (char *dot; (dot = strrchr(above.text, '.')) != NULL;) {
        *dot = '\0';
        if (find(root, above.text, &f, &ignored))
            break;
    }
    if (f.schema->type == CYAML_MAPPING)
        schema_list(&have, f.schema);
    error_set(err, "no such field; %s has %s", f.schema == root ? "the file" : above.text,
              have.len > 0 ? have.text : "no fields");
    const char *dot = strrchr(path, '.');
    struct near near = {.word = dot != NULL ? dot + 1 : path};
    schema_near(&near, f.schema);
    near_tell(&near, err);
    sbuf_free(&above);
    sbuf_free(&have);
    sbuf_free(&ignored);
}

bool yaml_field(const cyaml_schema_value_t *root, const char *path, struct yaml_field *field,
                struct error *err)
{
    struct sbuf list = {0};
    bool one = find(root, path, field, &list);
    if (!one && list.len > 0)
        error_set(err, "more than one field ends so: %s; write more of the path", list.text);
    else if (!one)
        fail_unknown(root, path, err);
    sbuf_free(&list);
    return one;
}
