/* Types of LLVM's text: what lies where in them. */
#ifndef UMBEL_SW_PTX_IR_TYPES_H
#define UMBEL_SW_PTX_IR_TYPES_H

#include "sw/util/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The named types of a module. */
struct ir_types {
    struct arena strings;
    struct ir_type *first;
};

/* A scalar: `type` is its name, i64 for pointers. */
struct ir_leaf {
    uint64_t offset;
    unsigned bytes;
    const char *type;
};

enum { IR_MOST_LEAVES = 256 };

struct ir_layout {
    struct ir_leaf leaves[IR_MOST_LEAVES];
    size_t n;
    uint64_t bytes;
    bool is_union; /* somewhere inside: the scalars are those of its largest member alone */
};

void ir_types_read(struct ir_types *t, const char *module);
void ir_types_free(struct ir_types *t);
/* Of a type as it is written, [type, type + len). False: it has too many scalars, or one that is
 * not known. */
bool ir_layout(const struct ir_types *t, const char *type, size_t len, struct ir_layout *out);

#endif
