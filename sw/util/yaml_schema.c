#include "sw/util/yaml_schema.h"

#include "sw/util/near.h"
#include "sw/util/yaml.h"
#include "sw/util/yaml_doc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const cyaml_schema_field_t *schema_field(const cyaml_schema_value_t *v, const char *key, size_t len)
{
    if (v->type != CYAML_MAPPING)
        return NULL;
    for (const cyaml_schema_field_t *f = v->mapping.fields; f->key != NULL; f++)
        if (strlen(f->key) == len && memcmp(f->key, key, len) == 0)
            return f;
    return NULL;
}

void schema_list(struct sbuf *s, const cyaml_schema_value_t *v)
{
    for (const cyaml_schema_field_t *f = v->mapping.fields; f->key != NULL; f++) {
        sbuf_printf(s, "%s%s", f == v->mapping.fields ? "" : ", ", f->key);
        if (!schema_is_section(v, f))
            continue;
        sbuf_puts(s, " (");
        schema_list(s, &f->value);
        sbuf_puts(s, ")");
    }
}

void schema_near(struct near *n, const cyaml_schema_value_t *group)
{
    if (group->type != CYAML_MAPPING)
        return;
    for (const cyaml_schema_field_t *f = group->mapping.fields; f->key != NULL; f++) {
        near_name(n, f->key);
        if (schema_is_section(group, f))
            schema_near(n, &f->value);
    }
}

/* The largest value of an unsigned number's size. */
static uint64_t schema_uint_max(const cyaml_schema_value_t *v)
{
    return UINT64_MAX >> (64 - 8 * v->data_size);
}

static void say_enum(struct sbuf *s, const cyaml_schema_value_t *v)
{
    sbuf_puts(s, v->enumeration.count > 1 ? "one of " : "");
    for (uint32_t i = 0; i < v->enumeration.count; i++)
        sbuf_printf(s, "%s%s", i == 0 ? "" : ", ", v->enumeration.strings[i].str);
}

void schema_wanted(struct sbuf *s, const cyaml_schema_value_t *v)
{
    switch (v->type) {
    case CYAML_UINT:
        sbuf_printf(s, "a whole number from 0 to %llu", (unsigned long long)schema_uint_max(v));
        break;
    case CYAML_INT:
        sbuf_printf(s, "a whole number of at most %u bits", 8 * v->data_size);
        break;
    case CYAML_FLOAT:
        sbuf_puts(s, "a number");
        break;
    case CYAML_BOOL:
        sbuf_puts(s, "true or false");
        break;
    case CYAML_ENUM:
        say_enum(s, v);
        break;
    case CYAML_STRING:
        sbuf_puts(s, "a text");
        if (v->string.max != CYAML_UNLIMITED)
            sbuf_printf(s, " of %u to %u characters", v->string.min, v->string.max);
        break;
    case CYAML_MAPPING:
        sbuf_puts(s, "a group of fields: ");
        schema_list(s, v);
        break;
    case CYAML_SEQUENCE:
    case CYAML_SEQUENCE_FIXED:
        sbuf_puts(s, "a list");
        if (v->sequence.max != CYAML_UNLIMITED)
            sbuf_printf(s, " of %u to %u entries", v->sequence.min, v->sequence.max);
        break;
    default:
        sbuf_puts(s, "something else");
    }
}

/* Decimal without leading zeros (libcyaml would read octal), or 0x and hexadecimal digits. */
static bool whole_number(const char *t)
{
    if (t[0] == '0' && t[1] == 'x')
        return t[2] != '\0' && t[2 + strspn(t + 2, "0123456789abcdefABCDEF")] == '\0';
    return t[0] != '\0' && t[strspn(t, "0123456789")] == '\0' && (t[0] != '0' || t[1] == '\0');
}

void schema_also_missing(struct sbuf *list, const char *name)
{
    sbuf_printf(list, "%s%s", list->len == 0 ? "; also missing: " : ", ", name);
}

bool schema_spelling(const cyaml_schema_value_t *v, const char *text)
{
    char *end;
    switch (v->type) {
    case CYAML_UINT:
        return whole_number(text);
    case CYAML_INT:
        return whole_number(text + (*text == '-'));
    case CYAML_FLOAT:
        strtod(text, &end);
        return end != text && *end == '\0';
    case CYAML_BOOL:
        return strcmp(text, "true") == 0 || strcmp(text, "false") == 0;
    default:
        return true;
    }
}

const cyaml_schema_value_t *schema_at(const cyaml_schema_value_t *v, const char *path)
{
    while (*path != '\0' && v != NULL) {
        if (*path == '[') {
            bool list = v->type == CYAML_SEQUENCE || v->type == CYAML_SEQUENCE_FIXED;
            v = list ? v->sequence.entry : NULL;
            path += strcspn(path, "]");
            path += *path == ']';
            continue;
        }
        path += *path == '.';
        size_t len = strcspn(path, ".[");
        const cyaml_schema_field_t *f = schema_field(v, path, len);
        v = f == NULL ? NULL : &f->value;
        path += len;
    }
    return v;
}

static bool parse_number(const cyaml_schema_value_t *v, const char *text, uint64_t *number)
{
    errno = 0;
    *number = strtoull(text, NULL, 0);
    return errno == 0 && *number <= schema_uint_max(v);
}

static bool parse_enum(const cyaml_schema_value_t *v, const char *text, uint64_t *number)
{
    for (uint32_t i = 0; i < v->enumeration.count; i++) {
        *number = (uint64_t)v->enumeration.strings[i].val;
        if (strcmp(v->enumeration.strings[i].str, text) == 0)
            return true;
    }
    return false;
}

static bool parse(const cyaml_schema_value_t *v, const char *text, uint64_t *number)
{
    if (!schema_spelling(v, text))
        return false;
    switch (v->type) {
    case CYAML_UINT:
        return parse_number(v, text, number);
    case CYAML_BOOL:
        *number = text[0] == 't';
        return true;
    case CYAML_ENUM:
        return parse_enum(v, text, number);
    default:
        return false;
    }
}

bool yaml_store(const struct yaml_field *field, void *data, const char *path, const char *text,
                yaml_wanted wanted, struct error *err)
{
    const cyaml_schema_value_t *v = field->schema;
    uint64_t number;
    if (v->type == CYAML_STRING)
        return error_set(err, "%s is a text; it can only be changed in the file", path);
    if (!parse(v, text, &number)) {
        struct sbuf s = {0};
        sbuf_printf(&s, "%s is %s; it must be ", path,
                    *text == '\0' ? "empty" : yaml_show(text, strlen(text)).text);
        if (wanted == NULL || !wanted(path, &s))
            schema_wanted(&s, v);
        error_set(err, "%s", s.text);
        struct near near = {.word = text};
        for (uint32_t i = 0; v->type == CYAML_ENUM && i < v->enumeration.count; i++)
            near_name(&near, v->enumeration.strings[i].str);
        near_tell(&near, err);
        sbuf_free(&s);
        return false;
    }
    /* Assumes a little-endian host, as libcyaml's own store does: the low bytes come first. */
    memcpy((char *)data + field->offset, &number, v->data_size);
    return true;
}
