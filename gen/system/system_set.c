/* Overrides of fields: --set path=value, and the completion of them. */
#include "gen/system/system_impl.h"

#include "sw/util/yaml_schema.h"

#include <string.h>

/* Length of the path in front of '='; 0 when there is none. */
static size_t path_len(const char *set)
{
    const char *eq = strchr(set, '=');
    return eq == NULL ? 0 : (size_t)(eq - set);
}

static bool apply(struct system *s, const char *set, struct error *err)
{
    char path[64];
    size_t len = path_len(set);
    if (len == 0)
        return error_set(err, "--set %.80s: write it as path=value (--set l1.ways=4)", set);
    if (len >= sizeof path)
        return error_set(err, "--set %.80s...: no such field", set);
    memcpy(path, set, len);
    path[len] = '\0';

    struct error why = {0};
    struct yaml_field field;
    if (yaml_field(&system_schema, path, &field, &why) &&
        yaml_store(&field, s, path, set + len + 1, system_wanted, &why))
        return true;
    return error_set(err, "--set %.150s: %.800s", set, why.text);
}

bool system_set(struct system *s, const struct system_source *from, struct error *err)
{
    for (size_t i = 0; i < from->n_sets; i++)
        if (!apply(s, from->sets[i], err))
            return false;
    return true;
}

const char *system_set_of(const struct system_source *from, const char *path)
{
    size_t len = strlen(path);
    for (size_t i = from->n_sets; i-- > 0;)
        if (path_len(from->sets[i]) == len && memcmp(from->sets[i], path, len) == 0)
            return from->sets[i];
    return NULL;
}

/* ---- completion ---- */

static void values(const cyaml_schema_value_t *v, const char *path, struct sbuf *lines)
{
    if (v->type == CYAML_BOOL)
        sbuf_printf(lines, "%s=true\n%s=false\n", path, path);
    for (uint32_t i = 0; v->type == CYAML_ENUM && i < v->enumeration.count; i++)
        sbuf_printf(lines, "%s=%s\n", path, v->enumeration.strings[i].str);
}

/* Adds the fields of a group; "" is the whole file. */
static void fields(const cyaml_schema_value_t *v, const char *group, struct sbuf *lines)
{
    for (const cyaml_schema_field_t *f = v->mapping.fields; f->key != NULL; f++)
        if (f->value.type != CYAML_STRING) /* --set cannot change a text */
            sbuf_printf(lines, "%s%s%s%c\n", group, *group != '\0' ? "." : "", f->key,
                        f->value.type == CYAML_MAPPING ? '.' : '=');
}

void system_complete(const char *typed, struct sbuf *lines)
{
    char path[64]; /* of the field in front of '=', or of the group at the last dot */
    const char *dot = strrchr(typed, '.');
    size_t n = path_len(typed);
    bool whole = n > 0;
    if (!whole && dot != NULL)
        n = (size_t)(dot - typed);
    if (n >= sizeof path)
        return;
    memcpy(path, typed, n);
    path[n] = '\0';
    const cyaml_schema_value_t *v = schema_at(&system_schema, path);
    if (v != NULL && whole)
        values(v, path, lines);
    else if (v != NULL && v->type == CYAML_MAPPING)
        fields(v, path, lines);
}
