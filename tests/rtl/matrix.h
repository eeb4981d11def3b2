/*
 * The matrix of lint.yaml: modules, and of each the axes of its parameters. The file says how an
 * axis is written.
 */
#ifndef UMBEL_TESTS_RTL_MATRIX_H
#define UMBEL_TESTS_RTL_MATRIX_H

#include "sw/util/arena.h"
#include "sw/util/yaml.h"

#include <string.h>

struct axis {
    const char **values; /* "NAME=VALUE ..." */
    size_t n;
};

struct shape {
    const char *module;
    struct axis *axes;
    size_t n;
};

struct matrix {
    struct shape *shapes;
    size_t n;
    const char *path;   /* of the file, for errors */
    struct arena arena; /* owns all of the above */
};

/* ---- the file ---- */

struct matrix_entry { /* a group, or a module */
    char *name;
    char **axes;
    uint32_t axes_count;
};

struct matrix_file {
    struct matrix_entry *groups, *modules;
    uint32_t groups_count, modules_count;
};

static const cyaml_schema_value_t matrix_axis = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

#define MATRIX_ENTRY(key)                                                                          \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER, struct matrix_entry, name, 1,                  \
                           CYAML_UNLIMITED),                                                       \
        CYAML_FIELD_SEQUENCE("axes", CYAML_FLAG_POINTER, struct matrix_entry, axes, &matrix_axis,  \
                             1, CYAML_UNLIMITED),                                                  \
        CYAML_FIELD_END

static const cyaml_schema_field_t matrix_group_fields[] = {MATRIX_ENTRY("name")};
static const cyaml_schema_field_t matrix_module_fields[] = {MATRIX_ENTRY("module")};
static const cyaml_schema_value_t matrix_group = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct matrix_entry, matrix_group_fields)};
static const cyaml_schema_value_t matrix_module = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct matrix_entry, matrix_module_fields)};
static const cyaml_schema_field_t matrix_fields[] = {
    CYAML_FIELD_SEQUENCE("groups", CYAML_FLAG_POINTER, struct matrix_file, groups, &matrix_group, 1,
                         CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE("modules", CYAML_FLAG_POINTER, struct matrix_file, modules, &matrix_module,
                         1, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t matrix_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct matrix_file, matrix_fields)};

/* ---- reading ---- */

static inline void *matrix_grown(struct arena *a, const void *list, size_t n, size_t size)
{
    void *grown = arena_alloc(a, (n + 1) * size);
    if (n > 0)
        memcpy(grown, list, n * size);
    return grown;
}

/* "A=1 B=2 | A=3" */
static inline struct axis matrix_split(struct arena *a, const char *text)
{
    struct axis x = {0};
    for (const char *at = text; at != NULL;) {
        const char *bar = strstr(at, " | ");
        x.values = matrix_grown(a, x.values, x.n, sizeof *x.values);
        x.values[x.n++] = arena_strndup(a, at, bar != NULL ? (size_t)(bar - at) : strlen(at));
        at = bar != NULL ? bar + 3 : NULL;
    }
    return x;
}

/* Adds the axes of an entry. It may name the first `groups` groups: a group those above it, so that
 * none contains itself. */
static inline bool matrix_add(struct matrix *m, struct shape *to, const struct matrix_file *f,
                              const struct matrix_entry *e, uint32_t groups, struct error *err)
{
    for (uint32_t i = 0; i < e->axes_count; i++) {
        const char *text = e->axes[i];
        if (strchr(text, '=') != NULL) {
            to->axes = matrix_grown(&m->arena, to->axes, to->n, sizeof *to->axes);
            to->axes[to->n++] = matrix_split(&m->arena, text);
            continue;
        }
        uint32_t g = 0;
        while (g < groups && strcmp(f->groups[g].name, text) != 0)
            g++;
        if (g == groups)
            return error_set(err, "%s: %s: no group above is called '%s'", m->path, e->name, text);
        if (!matrix_add(m, to, f, &f->groups[g], g, err))
            return false;
    }
    return true;
}

static inline void matrix_free(struct matrix *m)
{
    arena_free(&m->arena);
    *m = (struct matrix){0};
}

static inline bool matrix_load(struct matrix *m, const char *path, struct error *err)
{
    struct matrix_file *f = yaml_load_file(path, &matrix_schema, err);
    bool ok = f != NULL;
    m->path = path;
    if (ok)
        m->shapes = ARENA_ARRAY(&m->arena, struct shape, f->modules_count);
    for (uint32_t i = 0; ok && i < f->modules_count; i++) {
        m->shapes[i].module = arena_strdup(&m->arena, f->modules[i].name);
        ok = matrix_add(m, &m->shapes[i], f, &f->modules[i], f->groups_count, err);
        m->n++;
    }
    if (f != NULL)
        yaml_drop(&matrix_schema, f);
    return ok;
}

#endif
