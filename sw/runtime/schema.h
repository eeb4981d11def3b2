/* A launch file as libcyaml reads it: its shape is checked, its meaning (launch.c) is not. */
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

/* Numbers are kept as text, since they may be expressions. */
struct raw_buffer {
    char *name;
    enum raw_type type;
    char *count;
    enum raw_init init;
    char *low, *high, *start, *step, *path, *output, *home;
    bool racy;
};

/* A launch of a kernel, or a step of the host. */
struct raw_launch {
    char *entry, *host;
    char **grid, **block, **args;
    unsigned n_grid, n_block, n_args;
    char *shared, *repeat;
};

struct raw_copy {
    char *buffer, *to, *first, *count, *before, *after;
};

enum raw_need { RAW_BOUNDARIES, RAW_COHERENCE };

struct raw_file {
    char *about, *source, *host;
    enum raw_need needs;
    struct raw_buffer *buffers;
    struct raw_launch *launches;
    struct raw_copy *copies;
    unsigned n_buffers, n_launches, n_copies;
};

/* The enum raw_type of a name such as "u8", `len` bytes long; -1 if it is no type. */
int raw_type_of(const char *text, size_t len);
const char *raw_type_name(enum raw_type type);

/* Reads `text`, whose tree is `doc`. NULL and an error with its place on failure. */
struct raw_file *raw_load(yaml_document_t *doc, const char *text, size_t len, const char *name,
                          struct error *err);
void raw_free(struct raw_file *r);

#endif
