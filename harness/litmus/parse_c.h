/* What the readers of C's statements, expressions and calls share. */
#ifndef UMBEL_HARNESS_LITMUS_PARSE_C_H
#define UMBEL_HARNESS_LITMUS_PARSE_C_H

#include "harness/litmus/parse.h"

struct c_thread {
    struct parser *p;
    int number;
    bool known[LITMUS_VARS], is_volatile[LITMUS_VARS]; /* its parameters */
    uint32_t is_unsigned;                              /* bit r: register r was declared so */
    int depth;                                         /* of parentheses and blocks */
};

/* What an expression amounts to: a constant, or a register in which it is. */
struct c_value {
    struct litmus_operand o;
    bool is_unsigned;
};

/* One level deeper into parentheses or blocks, unless that is too deep. */
bool c_deeper(struct c_thread *c);

/* An expression; its loads and atomics become instructions in the order in which they are read. */
bool c_expression(struct c_thread *c, struct c_value *v);
/* `a op b`, as a constant or an instruction. */
bool c_compute(struct c_thread *c, enum litmus_op op, struct c_value a, struct c_value b,
               struct c_value *v);
/* A load, store or atomic of another form than *x comes next. */
bool c_is_call(const struct c_thread *c);
/* Reads it. `v`: its value; NULL if nobody wants that. */
bool c_call(struct c_thread *c, struct c_value *v);
/* A fence comes next; reads it. */
bool c_is_fence(const struct c_thread *c);
bool c_fence(struct c_thread *c);

/* "x" and "*x" of a parameter x. */
bool c_shared(struct c_thread *c, int *var);
bool c_place(struct c_thread *c, int *var);

#endif
