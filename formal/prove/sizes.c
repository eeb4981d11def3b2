#include "formal/prove/sizes.h"

#include <stddef.h>
#include <string.h>

static const cyaml_strval_t words[] = {
    {"any", SIZE_ANY}, {"between", SIZE_BETWEEN}, {"above", SIZE_ABOVE}};
static const cyaml_schema_value_t name = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

#define TEXT(type, field)                                                                          \
    CYAML_FIELD_STRING_PTR(#field, CYAML_FLAG_POINTER, struct type, field, 1, CYAML_UNLIMITED)

static const cyaml_schema_field_t size_fields[] = {
    TEXT(size, module),
    CYAML_FIELD_SEQUENCE("params", CYAML_FLAG_POINTER, struct size, params, &name, 1,
                         CYAML_UNLIMITED),
    CYAML_FIELD_ENUM("values", CYAML_FLAG_STRICT, struct size, values, words, 3),
    TEXT(size, why),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t size_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct size, size_fields)};

static const cyaml_schema_field_t unproved_fields[] = {
    TEXT(size_unproved, module),
    TEXT(size_unproved, why),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t unproved_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct size_unproved, unproved_fields)};

static const cyaml_schema_field_t same_fields[] = {
    TEXT(size_same, module),
    TEXT(size_same, as),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t same_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct size_same, same_fields)};

static const cyaml_schema_field_t file_fields[] = {
    CYAML_FIELD_SEQUENCE("same", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct sizes, same,
                         &same_schema, 0, CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE("sizes", CYAML_FLAG_POINTER, struct sizes, sizes, &size_schema, 0,
                         CYAML_UNLIMITED),
    CYAML_FIELD_SEQUENCE("unproved", CYAML_FLAG_POINTER, struct sizes, unproved, &unproved_schema,
                         0, CYAML_UNLIMITED),
    CYAML_FIELD_END,
};
const cyaml_schema_value_t sizes_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct sizes, file_fields)};

const char *sizes_proved_as(const struct sizes *sizes, const char *module)
{
    for (uint32_t i = 0; i < sizes->same_count; i++)
        if (strcmp(sizes->same[i].module, module) == 0)
            return sizes->same[i].as;
    return module;
}

const char *sizes_excuse(const struct sizes *sizes, const char *module)
{
    for (uint32_t i = 0; i < sizes->unproved_count; i++)
        if (strcmp(sizes->unproved[i].module, module) == 0)
            return sizes->unproved[i].why;
    return NULL;
}
