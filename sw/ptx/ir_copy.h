/* Calls of llvm.memcpy, memmove and memset in LLVM's text. */
#ifndef UMBEL_SW_PTX_IR_COPY_H
#define UMBEL_SW_PTX_IR_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ir_copy_kind { IR_COPY, IR_MOVE, IR_SET };

/* A pointer to i8. */
struct ir_pointer {
    const char *stars; /* what its type has behind i8: "*", " addrspace(1)*" */
    const char *name;  /* a value, or an expression of constants */
    size_t stars_len, name_len;
    uint64_t align;
};

struct ir_copy {
    enum ir_copy_kind kind;
    struct ir_pointer to, from; /* from: not of IR_SET */
    uint8_t value;              /* of IR_SET */
    uint64_t bytes;
    const char *debug; /* ", !dbg !7", or nothing */
    size_t debug_len;
};

/* The call of a line, [line, line + len). False: it has none, or one of variable length or of
 * volatile memory. */
bool ir_copy_read(const char *line, size_t len, struct ir_copy *out);

#endif
