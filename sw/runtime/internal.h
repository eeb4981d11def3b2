/* Declarations that the parts of the launch file's reader share. */
#ifndef UMBEL_SW_RUNTIME_INTERNAL_H
#define UMBEL_SW_RUNTIME_INTERNAL_H

#include "sw/runtime/expr.h"
#include "sw/runtime/launch.h"
#include "sw/runtime/schema.h"

#define LAUNCH_MAX_BUFFER (1ULL << 30) /* bytes of one buffer */
#define LAUNCH_MAX_TOTAL (4ULL << 30)  /* of all buffers */
enum { LAUNCH_MAX_STEPS = 65536, LAUNCH_MAX_THREADS = 1024, LAUNCH_MAX_HOME = 65535 };

/* The most bytes of one buffer and of all buffers, and the bytes of the system's memory. */
struct launch_limits {
    uint64_t buffer, total, memory;
};

/* launch_parse with other limits (a fuzzer has little memory). Paths in the file are relative to
 * `dir`, "" for the current folder. */
struct launch *launch_parse_within(const char *text, size_t len, const char *name, const char *dir,
                                   const char *size, uint64_t seed,
                                   const struct launch_limits *limits, struct error *err);

/* A launch file while it is read. */
struct reader {
    yaml_document_t doc; /* the file as a tree whose nodes have positions */
    struct raw_file *raw;
    const char *name, *dir;
    uint64_t seed;
    const struct launch_limits *limits;
    struct expr_var var[YAML_MAX_KEYS]; /* names point into the tree */
    struct expr_vars vars;
    struct launch *out;
    size_t *first_step; /* of each launch of the file, and one more: how many steps there are */
    struct error *err;
};

/* sizes.c: chooses a size (NULL: the first) and evaluates its variables. */
bool read_size(struct reader *r, const char *size);
/* buffers.c */
bool read_buffers(struct reader *r);
/* steps.c */
bool read_steps(struct reader *r);
/* copies.c; after the steps */
bool read_copies(struct reader *r);

/* The index of a buffer of this name; -1 and an error at the node if there is none. */
int find_buffer(struct reader *r, const yaml_node_t *at, const char *name);

yaml_node_t *root_of(struct reader *r);
/* Value of a mapping's field, NULL when there is none. */
yaml_node_t *value_of(struct reader *r, const yaml_node_t *mapping, const char *key);
/* Sets the error, with the place of a node. Always returns false. */
bool at_node(const struct reader *r, const yaml_node_t *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Evaluates `text`, an integer from low to high, given at `node`. If `text` is NULL, the value is
 * `otherwise`. */
bool read_int(struct reader *r, const char *text, const yaml_node_t *node, const char *what,
              int64_t low, int64_t high, int64_t otherwise, int64_t *value);
/* DIR/path, or path when it is absolute. */
char *join_path(const char *dir, const char *path);

#endif
