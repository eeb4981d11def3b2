/* The schema of system files has every field of the structure, and every number has a range. */
#include "gen/system/system_impl.h"
#include "sw/util/sbuf.h"
#include "sw/util/yaml_schema.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct system_rule *rule_of(const char *path)
{
    const struct system_rule *r;
    for (size_t i = 0; (r = system_rule(i)) != NULL; i++)
        if (strcmp(r->path, path) == 0)
            return r;
    return NULL;
}

/* A field's name, its path without sections, is its own alone: `--set` finds it. */
static void is_found(const char *path)
{
    struct error err = {0};
    struct yaml_field f;
    if (!yaml_field(&system_schema, schema_name(&system_schema, path), &f, &err))
        fail_msg("%s: %s", path, err.text);
    assert_string_equal(f.path, path);
}

static size_t count_numbers(const cyaml_schema_value_t *v, const char *path)
{
    const char *name = schema_name(&system_schema, path);
    if (v->type == CYAML_UINT && rule_of(name) == NULL)
        fail_msg("%s has no range in system_rules.c", name);
    if (*path != '\0')
        is_found(path);
    if (v->type != CYAML_MAPPING)
        return v->type == CYAML_UINT;
    size_t n = 0;
    for (const cyaml_schema_field_t *f = v->mapping.fields; f->key != NULL; f++) {
        struct sbuf s = {0};
        sbuf_printf(&s, "%s%s%s", path, *path == '\0' ? "" : ".", f->key);
        n += count_numbers(&f->value, s.text);
        sbuf_free(&s);
    }
    return n;
}

static void every_number_has_a_range(void **state)
{
    (void)state;
    size_t n = 0;
    while (system_rule(n) != NULL)
        n++;
    assert_int_equal(count_numbers(&system_schema, ""), n);
}

static size_t size_of(const cyaml_schema_field_t *f)
{
    return (f->value.flags & CYAML_FLAG_POINTER) != 0 ? sizeof(void *) : f->value.data_size;
}

/* A group is aligned as its widest member is. */
static size_t alignment_of(const cyaml_schema_field_t *f)
{
    if (f->value.type != CYAML_MAPPING)
        return size_of(f);
    size_t most = 1;
    for (const cyaml_schema_field_t *g = f->value.mapping.fields; g->key != NULL; g++)
        most = alignment_of(g) > most ? alignment_of(g) : most;
    return most;
}

/* The first field at an offset or behind it. Those of a section count as those around it. */
static const cyaml_schema_field_t *field_behind(const cyaml_schema_value_t *v, size_t offset)
{
    const cyaml_schema_field_t *next = NULL;
    for (const cyaml_schema_field_t *f = v->mapping.fields; f->key != NULL; f++) {
        const cyaml_schema_field_t *g =
            schema_is_section(v, f) ? field_behind(&f->value, offset) : f;
        if (g != NULL && g->data_offset >= offset &&
            (next == NULL || g->data_offset < next->data_offset))
            next = g;
    }
    return next;
}

/* The fields fill their structure from `offset` to `size`, but for what alignment skips. */
static void covers(const cyaml_schema_value_t *v, const char *group, size_t offset)
{
    size_t widest = 1;
    for (const cyaml_schema_field_t *f; (f = field_behind(v, offset)) != NULL;) {
        size_t align = alignment_of(f);
        if (f->data_offset != (offset + align - 1) / align * align)
            fail_msg("%s: something before %s is in the structure and not in the schema", group,
                     f->key);
        if (f->value.type == CYAML_MAPPING)
            covers(&f->value, f->key, 0);
        offset = f->data_offset + size_of(f);
        widest = align > widest ? align : widest;
    }
    if (v->data_size != (offset + widest - 1) / widest * widest)
        fail_msg("%s: something at its end is in the structure and not in the schema", group);
}

/* struct system has no field that a file cannot give, but its name and its texts. */
static void schema_covers_the_structure(void **state)
{
    (void)state;
    covers(&system_schema, "the file", offsetof(struct system, about));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_has_a_range),
        cmocka_unit_test(schema_covers_the_structure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
