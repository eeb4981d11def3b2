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

struct system *system_parse(const char *text, size_t len, const char *name, const char *const *sets,
                            size_t n_sets, struct error *err)
{
    const struct system_source from = {text, len, name, sets, n_sets};
    void *out = NULL;
    if (!yaml_read_wanted(text, len, name, &system_schema, system_wanted, &out, err))
        return NULL;
    struct system *s = out;
    s->name = name_of(name);
    if (system_set(s, &from, err) && system_check(s, &from, err))
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

json_t *system_json(const struct system *s)
{
    return yaml_json(&system_schema, s);
}

void system_free(struct system *s)
{
    if (s == NULL)
        return;
    free(s->name); /* not a field of the file, so the schema does not free it */
    yaml_drop(&system_schema, s);
}
