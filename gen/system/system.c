#include "gen/system/system.h"

#include "gen/system/system_impl.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

uint64_t system_value(const struct system *s, const char *path)
{
    struct error err = {0};
    struct yaml_field f;
    uint64_t v = 0;
    if (!yaml_field(&system_schema, path, &f, &err))
        abort(); /* a rule names a field that does not exist: a mistake in system_check.c */
    memcpy(&v, (const char *)s + f.offset, f.schema->data_size);
    return v;
}

static char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = xstrdup(slash == NULL ? path : slash + 1);
    size_t len = strlen(name);
    if (len > 5 && strcmp(name + len - 5, ".yaml") == 0)
        name[len - 5] = '\0';
    return name;
}

/* The names of files that start from each other. */
static char **names_of(const struct system_text *t)
{
    size_t n = 0;
    char **names = xcalloc(1, sizeof *names);
    for (; t != NULL; t = t->base) {
        names = xrealloc(names, (n + 2) * sizeof *names);
        names[n++] = xstrdup(t->name);
        names[n] = NULL;
    }
    return names;
}

struct system *system_parse(const char *text, size_t len, const char *name, const char *const *sets,
                            size_t n_sets, struct error *err)
{
    struct system_text file = {.text = (char *)text, .len = len, .name = (char *)name};
    const struct system_source from = {&file, sets, n_sets};
    struct system *s = system_read(&file, err);
    if (s != NULL) {
        s->name = name_of(name);
        s->bases = names_of(file.base);
    }
    bool ok = s != NULL && system_set(s, &from, err) && system_check(s, &from, err);
    system_texts_free(&file);
    if (ok)
        return s;
    system_free(s);
    return NULL;
}

struct system *system_load(const char *path, const char *const *sets, size_t n_sets,
                           struct error *err)
{
    char *file = system_find(path, err);
    if (file == NULL)
        return NULL;
    size_t len;
    char *text = file_read(file, &len, err);
    struct system *s = text == NULL ? NULL : system_parse(text, len, file, sets, n_sets, err);
    free(text);
    free(file);
    return s;
}

void system_yaml(const struct system *s, struct sbuf *text)
{
    yaml_write(&system_schema, s, text);
}

json_t *system_json(const struct system *s)
{
    return yaml_json(&system_schema, s);
}

void system_free(struct system *s)
{
    if (s == NULL)
        return;
    /* The name and the bases are ours: the schema does not know them. */
    free(s->name);
    for (char **b = s->bases; b != NULL && *b != NULL; b++)
        free(*b);
    free(s->bases);
    yaml_drop(&system_schema, s);
}
