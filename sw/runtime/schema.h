/* A launch file as libcyaml reads it: the shape is checked, the meaning (launch.c) is not. */
#ifndef UMBEL_SW_RUNTIME_SCHEMA_H
#define UMBEL_SW_RUNTIME_SCHEMA_H

#include "sw/util/yaml_doc.h"

enum raw_type {
    RAW_U8,
    RAW_I8,
    RAW_U16,
    RAW_I16,
    RAW_U32,
    RAW_I32,
    RAW_U64,
    RAW_I64,
    RAW_F32,
    RAW_F64,
    RAW_TYPES
};
enum raw_init { RAW_ZERO, RAW_IOTA, RAW_RANDOM, RAW_FILE };

/* Numbers are texts here: they may be expressions. */
struct raw_buffer {
    char *name;
    enum raw_type type;
    char *count;
    enum raw_init init;
    char *low, *high, *start, *step, *path, *output;
    bool racy;
};

struct raw_launch {
    char *entry;
    char **grid, **block, **args;
    unsigned n_grid, n_block, n_args;
    char *shared, *repeat;
};

struct raw_file {
    char *about, *source;
    struct raw_buffer *buffers;
    struct raw_launch *launches;
    unsigned n_buffers, n_launches;
};

/* "u8" ..; -1 when the text of `len` bytes is no type. */
int raw_type_of(const char *text, size_t len);
const char *raw_type_name(enum raw_type type);

/* `doc` is the tree of `text`. NULL and an error that names the place otherwise. */
struct raw_file *raw_load(yaml_document_t *doc, const char *text, size_t len, const char *name,
                          struct error *err);
void raw_free(struct raw_file *r);

#endif
