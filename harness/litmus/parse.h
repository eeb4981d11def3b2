/* What the readers of C and of PTX threads share. All return false once there is an error. */
#ifndef UMBEL_HARNESS_LITMUS_PARSE_H
#define UMBEL_HARNESS_LITMUS_PARSE_H

#include "harness/litmus/litmus.h"
#include "harness/litmus/scan.h"

struct parser {
    struct scan scan;
    struct litmus *t;
    int placed;                         /* threads with an annotation */
    uint32_t has_value[LITMUS_THREADS]; /* bit r: register r was given one */
};

/* The variable or register that the next token names, without going past it; LITMUS_NONE. */
int lit_find_var(const struct parser *p);
int lit_find_reg(const struct parser *p, int thread);
/* The same, made if there is none yet. */
bool lit_var(struct parser *p, int *var);
bool lit_reg(struct parser *p, int thread, int *reg);

/* A number, or a register that lit_gets_value() was called for. */
bool lit_operand(struct parser *p, int thread, struct litmus_operand *o);
void lit_gets_value(struct parser *p, int thread, int reg);

/* A new instruction at the end of a thread, all its registers LITMUS_NONE. */
struct litmus_inst *lit_add(struct parser *p, int thread, enum litmus_kind kind);

/* "P3", which must be the next thread's name, and maybe "@cta 0,gpu 1". */
bool lit_thread_name(struct parser *p);

/* The threads: from the first P0 to the condition. */
bool lit_c(struct parser *p);
bool lit_ptx(struct parser *p);

/* exists (...), ~exists (...), forall (...), maybe after locations [...]. */
bool lit_condition(struct parser *p);

/* (* same line: x y *) */
bool lit_same_line(struct parser *p);

#endif
