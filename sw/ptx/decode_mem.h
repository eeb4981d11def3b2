/* What loads, stores, atomics and fences share while they are read. */
#ifndef UMBEL_SW_PTX_DECODE_MEM_H
#define UMBEL_SW_PTX_DECODE_MEM_H

#include "sw/ptx/parse.h"

enum sem { SEM_NONE, SEM_VOLATILE, SEM_RELAXED, SEM_ACQUIRE, SEM_RELEASE, SEM_ACQ_REL };
enum scope { SCOPE_NONE, SCOPE_CTA, SCOPE_GPU, SCOPE_SYS };

/* What an opcode's parts say about a memory access. */
struct access {
    enum space space;
    enum sem sem;
    enum scope scope;
    int elements;
    const struct type *type;
};

/* Takes .space, .sem and .scope; false: the part is something else. */
bool access_part(const struct token *part, struct access *a);
/* Memory that the SM reaches without its L1. */
bool access_is_near(const struct access *a);
/* What it orders: sets in->info.order. */
void access_order(struct inst *in, const struct access *a);
bool address_operand(struct parser *p, struct inst *in, int i, const struct access *a);

#endif
