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

/* The field in front of '='. */
static bool field_of(const char *set, struct yaml_field *f, struct error *why)
{
    char path[64];
    size_t len = path_len(set);
    if (len >= sizeof path)
        return error_set(why, "no such field");
    memcpy(path, set, len);
    path[len] = '\0';
    return yaml_field(&system_schema, path, f, why);
}

static bool apply(struct system *s, const char *set, struct error *err)
{
    size_t len = path_len(set);
    if (len == 0)
        return error_set(err, "--set %.80s: write it as path=value (--set l1.ways=4)", set);
    struct error why = {0};
    struct yaml_field f;
    if (field_of(set, &f, &why) &&
        yaml_store(&f, s, schema_name(&system_schema, f.path), set + len + 1, system_wanted, &why))
        return true;
    return error_set(err, "--set %.150s: %.800s", set, why.text);
}

static bool is_of_use(const struct system *s, const char *set, struct error *err)
{
    struct error none = {0};
    struct yaml_field f;
    const struct system_part *part;
    if (!field_of(set, &f, &none) || !system_lacks(s, f.path, &part))
        return true;
    struct sbuf needs = {0};
    system_part_needs(part, &needs);
    error_set(err, "--set %.150s: it is of no use here, as %s needs %s", set,
              schema_name(&system_schema, part->path), needs.text);
    sbuf_free(&needs);
    return false;
}

bool system_set(struct system *s, const struct system_sets *sets, struct error *err)
{
    for (size_t i = 0; i < sets->n; i++)
        if (!apply(s, sets->sets[i], err))
            return false;
    for (size_t i = 0; i < sets->n; i++)
        if (!is_of_use(s, sets->sets[i], err))
            return false;
    return true;
}

const char *system_set_of(const struct system_sets *sets, const char *path)
{
    const struct yaml_field wanted = system_field(path);
    for (size_t i = sets->n; i-- > 0;) {
        struct error none = {0};
        struct yaml_field f;
        if (field_of(sets->sets[i], &f, &none) && strcmp(f.path, wanted.path) == 0)
            return sets->sets[i];
    }
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

/* Adds the fields of a group, and of its sections; "" is the whole file. */
static void fields(const cyaml_schema_value_t *v, const char *group, struct sbuf *lines)
{
    for (const cyaml_schema_field_t *f = v->mapping.fields; f->key != NULL; f++) {
        if (f->value.type != CYAML_STRING) /* --set cannot change a text */
            sbuf_printf(lines, "%s%s%s%c\n", group, *group != '\0' ? "." : "", f->key,
                        f->value.type == CYAML_MAPPING ? '.' : '=');
        if (schema_is_section(v, f))
            fields(&f->value, group, lines);
    }
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
    struct error none = {0};
    struct yaml_field f = {.schema = &system_schema};
    if (n > 0 && !yaml_field(&system_schema, path, &f, &none))
        return;
    if (whole)
        values(f.schema, path, lines);
    else if (f.schema->type == CYAML_MAPPING)
        fields(f.schema, path, lines);
}
