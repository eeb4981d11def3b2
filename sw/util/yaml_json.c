/* A structure as JSON, by the schema that it was read with: every field of the schema. */
#include "sw/util/arena.h"
#include "sw/util/yaml.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *number(const cyaml_schema_value_t *v, const void *at)
{
    uint64_t n = 0;
    memcpy(&n, at, v->data_size); /* little-endian, as yaml_store() leaves it */
    if (v->type == CYAML_BOOL)
        return json_boolean(n != 0);
    if (v->type == CYAML_UINT && n <= INT64_MAX)
        return json_integer((json_int_t)n);
    for (uint32_t i = 0; v->type == CYAML_ENUM && i < v->enumeration.count; i++)
        if ((uint64_t)v->enumeration.strings[i].val == n)
            return json_string(v->enumeration.strings[i].str);
    abort(); /* a type, or a value, that no schema has so far */
}

json_t *yaml_json(const cyaml_schema_value_t *schema, const void *data)
{
    if (schema->type == CYAML_STRING) {
        const char *text;
        memcpy(&text, data, sizeof text); /* CYAML_FLAG_POINTER */
        return json_string(text);
    }
    if (schema->type != CYAML_MAPPING)
        return number(schema, data);
    json_t *o = json_object();
    for (const cyaml_schema_field_t *f = schema->mapping.fields; f->key != NULL; f++)
        json_object_set_new(o, f->key, yaml_json(&f->value, (const char *)data + f->data_offset));
    return o;
}
