#include "sw/runtime/schema.h"

#include "sw/util/yaml.h"

#include <string.h>

enum { MAX_BUFFERS = 256, MAX_LAUNCHES = 4096, MAX_ARGS = 64, MAX_COPIES = 4096 };

#define OPTIONAL (CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL)
#define TEXT(key, flags, type, member)                                                             \
    CYAML_FIELD_STRING_PTR(key, flags, type, member, 0, CYAML_UNLIMITED)

/* The first ten are in the order of enum raw_type, and messages use them. PTX's names follow. */
static const cyaml_strval_t types[] = {
    {"u8", RAW_U8},   {"i8", RAW_I8},   {"u16", RAW_U16}, {"i16", RAW_I16}, {"u32", RAW_U32},
    {"i32", RAW_I32}, {"u64", RAW_U64}, {"i64", RAW_I64}, {"f32", RAW_F32}, {"f64", RAW_F64},
    {"s8", RAW_I8},   {"s16", RAW_I16}, {"s32", RAW_I32}, {"s64", RAW_I64},
};
static const cyaml_strval_t inits[] = {
    {"zero", RAW_ZERO}, {"iota", RAW_IOTA}, {"random", RAW_RANDOM}, {"file", RAW_FILE}};

static const cyaml_strval_t needs[] = {{"boundaries", RAW_BOUNDARIES},
                                       {"coherence", RAW_COHERENCE}};

static const cyaml_schema_field_t buffer_fields[] = {
    TEXT("name", CYAML_FLAG_POINTER, struct raw_buffer, name),
    CYAML_FIELD_ENUM("type", CYAML_FLAG_STRICT, struct raw_buffer, type, types,
                     CYAML_ARRAY_LEN(types)),
    TEXT("count", CYAML_FLAG_POINTER, struct raw_buffer, count),
    CYAML_FIELD_ENUM("init", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, struct raw_buffer, init,
                     inits, CYAML_ARRAY_LEN(inits)),
    TEXT("low", OPTIONAL, struct raw_buffer, low),
    TEXT("high", OPTIONAL, struct raw_buffer, high),
    TEXT("start", OPTIONAL, struct raw_buffer, start),
    TEXT("step", OPTIONAL, struct raw_buffer, step),
    TEXT("path", OPTIONAL, struct raw_buffer, path),
    CYAML_FIELD_BOOL("racy", CYAML_FLAG_OPTIONAL, struct raw_buffer, racy),
    TEXT("output", OPTIONAL, struct raw_buffer, output),
    TEXT("home", OPTIONAL, struct raw_buffer, home),
    CYAML_FIELD_END};
static const cyaml_schema_value_t buffer_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct raw_buffer, buffer_fields)};

static const cyaml_schema_value_t text_schema = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, CYAML_UNLIMITED)};
/* A kernel needs the first three, the host has none of them: steps.c looks. */
static const cyaml_schema_field_t launch_fields[] = {
    TEXT("entry", OPTIONAL, struct raw_launch, entry),
    CYAML_FIELD_SEQUENCE_COUNT("grid", OPTIONAL, struct raw_launch, grid, n_grid, &text_schema, 1,
                               3),
    CYAML_FIELD_SEQUENCE_COUNT("block", OPTIONAL, struct raw_launch, block, n_block, &text_schema,
                               1, 3),
    TEXT("shared", OPTIONAL, struct raw_launch, shared),
    CYAML_FIELD_SEQUENCE_COUNT("args", OPTIONAL, struct raw_launch, args, n_args, &text_schema, 0,
                               MAX_ARGS),
    TEXT("repeat", OPTIONAL, struct raw_launch, repeat),
    TEXT("host", OPTIONAL, struct raw_launch, host),
    CYAML_FIELD_END};
static const cyaml_schema_value_t launch_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct raw_launch, launch_fields)};

static const cyaml_schema_field_t copy_fields[] = {
    TEXT("buffer", CYAML_FLAG_POINTER, struct raw_copy, buffer),
    TEXT("to", CYAML_FLAG_POINTER, struct raw_copy, to),
    TEXT("first", OPTIONAL, struct raw_copy, first),
    TEXT("count", OPTIONAL, struct raw_copy, count),
    TEXT("before", OPTIONAL, struct raw_copy, before),
    TEXT("after", OPTIONAL, struct raw_copy, after),
    CYAML_FIELD_END};
static const cyaml_schema_value_t copy_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct raw_copy, copy_fields)};

static const cyaml_schema_field_t file_fields[] = {
    TEXT("about", CYAML_FLAG_POINTER, struct raw_file, about),
    TEXT("source", CYAML_FLAG_POINTER, struct raw_file, source),
    TEXT("host", OPTIONAL, struct raw_file, host),
    CYAML_FIELD_ENUM("needs", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, struct raw_file, needs,
                     needs, CYAML_ARRAY_LEN(needs)),
    /* The names of its fields are up to the user, so sizes.c reads it. */
    CYAML_FIELD_IGNORE("sizes", CYAML_FLAG_OPTIONAL),
    CYAML_FIELD_SEQUENCE_COUNT("buffers", OPTIONAL, struct raw_file, buffers, n_buffers,
                               &buffer_schema, 0, MAX_BUFFERS),
    CYAML_FIELD_SEQUENCE_COUNT("launches", CYAML_FLAG_POINTER, struct raw_file, launches,
                               n_launches, &launch_schema, 1, MAX_LAUNCHES),
    CYAML_FIELD_SEQUENCE_COUNT("copies", OPTIONAL, struct raw_file, copies, n_copies, &copy_schema,
                               0, MAX_COPIES),
    CYAML_FIELD_END};
static const cyaml_schema_value_t file_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct raw_file, file_fields)};

struct raw_file *raw_load(yaml_document_t *doc, const char *text, size_t len, const char *name,
                          struct error *err)
{
    void *r = NULL;
    return yaml_read_doc(doc, text, len, name, &file_schema, &r, err) ? r : NULL;
}

void raw_free(struct raw_file *r)
{
    yaml_drop(&file_schema, r);
}

int raw_type_of(const char *text, size_t len)
{
    for (size_t i = 0; i < CYAML_ARRAY_LEN(types); i++)
        if (strlen(types[i].str) == len && strncmp(types[i].str, text, len) == 0)
            return (int)types[i].val;
    return -1;
}

const char *raw_type_name(enum raw_type type)
{
    return types[type].str;
}
