/* Decoding that loads, stores, atomics and fences share. */
#ifndef UMBEL_SW_PTX_DECODE_MEM_H
#define UMBEL_SW_PTX_DECODE_MEM_H

#include "sw/ptx/parse.h"

enum sem { SEM_NONE, SEM_VOLATILE, SEM_RELAXED, SEM_ACQUIRE, SEM_RELEASE, SEM_ACQ_REL };
enum scope { SCOPE_NONE, SCOPE_CTA, SCOPE_GPU, SCOPE_SYS };

/* A memory access, as the parts of its opcode describe it. */
struct access {
    enum space space;
    enum sem sem;
    enum scope scope;
    int elements;
    const struct type *type;
};

/* Reads a part that is a .space, .sem or .scope; false: it is something else. */
bool access_part(const struct token *part, struct access *a);
/* Whether the space is near memory: memory that the SM reaches without its L1. */
bool access_is_near(const struct access *a);
/* Sets in->info.order and .strong: what the access orders. */
void access_order(struct inst *in, const struct access *a);
/* Decodes operand `i`, an address, into in->op. */
bool address_operand(struct parser *p, struct inst *in, int i, const struct access *a);

#endif
