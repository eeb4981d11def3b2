#include "sw/runtime/schema.h"

#include "sw/util/sbuf.h"

#include <cyaml/cyaml.h>
#include <stdio.h>
#include <string.h>

enum { MAX_BUFFERS = 256, MAX_LAUNCHES = 4096, MAX_ARGS = 64, MAX_PLACES = 8 };

#define OPTIONAL (CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL)
#define TEXT(key, flags, type, member)                                                             \
    CYAML_FIELD_STRING_PTR(key, flags, type, member, 0, CYAML_UNLIMITED)

static const cyaml_strval_t types[RAW_TYPES] = {
    {"u8", RAW_U8},   {"i8", RAW_I8},   {"u16", RAW_U16}, {"i16", RAW_I16}, {"u32", RAW_U32},
    {"i32", RAW_I32}, {"u64", RAW_U64}, {"i64", RAW_I64}, {"f32", RAW_F32}, {"f64", RAW_F64},
};
static const cyaml_strval_t inits[] = {
    {"zero", RAW_ZERO}, {"iota", RAW_IOTA}, {"random", RAW_RANDOM}, {"file", RAW_FILE}};
/* An enum: libcyaml's own bool takes any text that is not "false" for true. */
static const cyaml_strval_t bools[] = {{"false", RAW_FALSE}, {"true", RAW_TRUE}};

static const cyaml_schema_field_t buffer_fields[] = {
    TEXT("name", CYAML_FLAG_POINTER, struct raw_buffer, name),
    CYAML_FIELD_ENUM("type", CYAML_FLAG_STRICT, struct raw_buffer, type, types, RAW_TYPES),
    TEXT("count", CYAML_FLAG_POINTER, struct raw_buffer, count),
    CYAML_FIELD_ENUM("init", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, struct raw_buffer, init,
                     inits, CYAML_ARRAY_LEN(inits)),
    TEXT("low", OPTIONAL, struct raw_buffer, low),
    TEXT("high", OPTIONAL, struct raw_buffer, high),
    TEXT("start", OPTIONAL, struct raw_buffer, start),
    TEXT("step", OPTIONAL, struct raw_buffer, step),
    TEXT("path", OPTIONAL, struct raw_buffer, path),
    CYAML_FIELD_ENUM("racy", CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, struct raw_buffer, racy,
                     bools, CYAML_ARRAY_LEN(bools)),
    TEXT("output", OPTIONAL, struct raw_buffer, output),
    CYAML_FIELD_END};
static const cyaml_schema_value_t buffer_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct raw_buffer, buffer_fields)};

static const cyaml_schema_value_t text_schema = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, CYAML_UNLIMITED)};
static const cyaml_schema_field_t launch_fields[] = {
    TEXT("entry", CYAML_FLAG_POINTER, struct raw_launch, entry),
    CYAML_FIELD_SEQUENCE_COUNT("grid", CYAML_FLAG_POINTER, struct raw_launch, grid, n_grid,
                               &text_schema, 1, 3),
    CYAML_FIELD_SEQUENCE_COUNT("block", CYAML_FLAG_POINTER, struct raw_launch, block, n_block,
                               &text_schema, 1, 3),
    TEXT("shared", OPTIONAL, struct raw_launch, shared),
    CYAML_FIELD_SEQUENCE_COUNT("args", OPTIONAL, struct raw_launch, args, n_args, &text_schema, 0,
                               MAX_ARGS),
    TEXT("repeat", OPTIONAL, struct raw_launch, repeat),
    CYAML_FIELD_END};
static const cyaml_schema_value_t launch_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct raw_launch, launch_fields)};

static const cyaml_schema_field_t file_fields[] = {
    TEXT("about", CYAML_FLAG_POINTER, struct raw_file, about),
    TEXT("source", CYAML_FLAG_POINTER, struct raw_file, source),
    /* Its field names are the user's: launch.c reads it. */
    CYAML_FIELD_IGNORE("sizes", CYAML_FLAG_OPTIONAL),
    CYAML_FIELD_SEQUENCE_COUNT("buffers", OPTIONAL, struct raw_file, buffers, n_buffers,
                               &buffer_schema, 0, MAX_BUFFERS),
    CYAML_FIELD_SEQUENCE_COUNT("launches", CYAML_FLAG_POINTER, struct raw_file, launches,
                               n_launches, &launch_schema, 1, MAX_LAUNCHES),
    CYAML_FIELD_END};
static const cyaml_schema_value_t file_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct raw_file, file_fields)};

/* What libcyaml logged: its complaint, then the places from the innermost out. */
struct complaint {
    char text[256];
    struct place {
        char kind; /* 'f'ield, 'e'ntry, 'm'apping */
        char field[64];
        unsigned entry;
        size_t line, column;
    } at[MAX_PLACES];
    int n;
};

static void listen(cyaml_log_t level, void *ctx, const char *fmt, va_list ap)
{
    (void)level;
    struct complaint *c = ctx;
    char line[256];
    vsnprintf(line, sizeof line, fmt, ap);
    line[strcspn(line, "\n")] = '\0';
    if (c->text[0] == '\0') {
        snprintf(c->text, sizeof c->text, "%s", strncmp(line, "Load: ", 6) == 0 ? line + 6 : line);
        return;
    }
    if (c->n == MAX_PLACES)
        return;
    struct place *p = &c->at[c->n];
    *p = (struct place){0};
    if (sscanf(line, "  in mapping field '%63[^']' (line: %zu, column: %zu)", p->field, &p->line,
               &p->column) == 3)
        p->kind = 'f';
    else if (sscanf(line, "  in sequence entry '%u' (line: %zu, column: %zu)", &p->entry, &p->line,
                    &p->column) == 3)
        p->kind = 'e';
    else if (sscanf(line, "  in mapping (line: %zu, column: %zu)", &p->line, &p->column) == 2)
        p->kind = 'm';
    else
        return;
    c->n++;
}

static const cyaml_schema_field_t *fields_around(const struct complaint *c)
{
    for (int i = 0; i < c->n; i++) {
        if (strcmp(c->at[i].field, "buffers") == 0)
            return buffer_fields;
        if (strcmp(c->at[i].field, "launches") == 0 && i > 0)
            return launch_fields;
    }
    return file_fields;
}

static const char *field_around(const struct complaint *c)
{
    for (int i = 0; i < c->n; i++)
        if (c->at[i].kind == 'f')
            return c->at[i].field;
    return "";
}

static const char *in_words(const char *yaml)
{
    if (strncmp(yaml, "SEQUENCE", 8) == 0)
        return "a list";
    return strncmp(yaml, "MAPPING", 7) == 0 ? "a mapping" : "a single value";
}

static void list_fields(struct sbuf *s, const cyaml_schema_field_t *fields)
{
    for (const cyaml_schema_field_t *f = fields; f->key != NULL; f++)
        sbuf_printf(s, "%s%s", f == fields ? "" : ", ", f->key);
}

static void list_choices(struct sbuf *s, const cyaml_schema_field_t *fields, const char *field)
{
    for (const cyaml_schema_field_t *f = fields; f->key != NULL; f++)
        if (strcmp(f->key, field) == 0 && f->value.type == CYAML_ENUM)
            for (uint32_t i = 0; i < f->value.enumeration.count; i++)
                sbuf_printf(s, "%s%s", i > 0 ? ", " : "", f->value.enumeration.strings[i].str);
}

/* libcyaml's complaint in the words of a launch file. */
static void explain(struct sbuf *s, const struct complaint *c, bool *outer)
{
    char a[128], b[64];
    unsigned n;
    const char *field = field_around(c);
    const cyaml_schema_field_t *fields = fields_around(c);
    if (sscanf(c->text, "Unexpected key: %100[^\n]", a) == 1) {
        sbuf_printf(s, "unknown field '%s'; there are: ", a);
        list_fields(s, fields);
    } else if (sscanf(c->text, "Missing required mapping field: %100s", a) == 1) {
        sbuf_printf(s, "field '%s' is missing; add it", a);
        *outer = true;
    } else if (sscanf(c->text, "Invalid ENUM value: %100[^\n]", a) == 1) {
        sbuf_printf(s, "field '%s' cannot be '%s'; one of: ", field, a);
        list_choices(s, fields, field);
    } else if (sscanf(c->text, "Expecting %60[^,], got event: %100s", b, a) == 2) {
        sbuf_printf(s, "%s'%s' must be %s, not %s; change it",
                    c->n > 0 && c->at[0].kind == 'e' ? "an entry of " : "field ", field,
                    in_words(b), in_words(a));
    } else if (sscanf(c->text, "Excessive entries (%u max)", &n) == 1) {
        sbuf_printf(s, "list '%s' has more than %u entries; remove some", field, n);
    } else if (sscanf(c->text, "Insufficient entries (%*u of %u min)", &n) == 1) {
        sbuf_printf(s, "list '%s' needs at least %u entry; add one", field, n);
    } else {
        sbuf_printf(s, "%s; compare with sw/runtime/launch.h", c->text);
    }
}

static void report(struct yaml_file *f, const struct complaint *c, struct error *err)
{
    struct sbuf s = {0};
    bool outer = false; /* a missing field is shown where its mapping starts */
    explain(&s, c, &outer);
    size_t line = 1, column = 1;
    int at = outer ? 1 : 0;
    if (at < c->n) {
        line = c->at[at].line;
        column = c->at[at].column;
    }
    /* libcyaml shows where the value before an unknown field stood. */
    char key[128];
    if (sscanf(c->text, "Unexpected key: %100[^\n]", key) == 1 && line > 0 && column > 0) {
        const yaml_node_t *node = yaml_key_after(f, key, line, column);
        if (node != NULL) {
            line = node->start_mark.line + 1;
            column = node->start_mark.column + 1;
        }
    }
    error_set(err, "%s:%zu:%zu: %s", f->name, line, column, sbuf_str(&s));
    sbuf_free(&s);
}

static cyaml_config_t config(struct complaint *c)
{
    return (cyaml_config_t){
        .log_fn = listen, .log_ctx = c, .mem_fn = cyaml_mem, .log_level = CYAML_LOG_WARNING};
}

struct raw_file *raw_load(struct yaml_file *f, struct error *err)
{
    struct complaint c = {0};
    cyaml_config_t cfg = config(&c);
    struct raw_file *r = NULL;
    cyaml_err_t e = cyaml_load_data((const uint8_t *)f->text, f->len, &cfg, &file_schema,
                                    (cyaml_data_t **)&r, NULL);
    if (e == CYAML_OK)
        return r;
    if (c.text[0] == '\0')
        snprintf(c.text, sizeof c.text, "%s", cyaml_strerror(e));
    report(f, &c, err);
    return NULL;
}

void raw_free(struct raw_file *r)
{
    struct complaint c = {0};
    cyaml_config_t cfg = config(&c);
    cyaml_free(&cfg, &file_schema, r, 0);
}

int raw_type_of(const char *text, size_t len)
{
    for (int i = 0; i < RAW_TYPES; i++)
        if (strlen(types[i].str) == len && strncmp(types[i].str, text, len) == 0)
            return i;
    return -1;
}

const char *raw_type_name(enum raw_type type)
{
    return types[type].str;
}
