/* Shared by the readers of C's statements, expressions and calls. */
#ifndef UMBEL_FORMAL_LITMUS_READ_PARSE_C_H
#define UMBEL_FORMAL_LITMUS_READ_PARSE_C_H

#include "formal/litmus/read/parse.h"

struct c_thread {
    struct parser *p;
    int number;
    bool known[LITMUS_VARS], is_volatile[LITMUS_VARS]; /* its parameters */
    uint32_t is_unsigned;                              /* bit r: register r was declared so */
    int depth;                                         /* of parentheses and blocks */
};

/* The value of an expression: a constant, or the register that holds it. */
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
/* The next token begins a load, store or atomic that looks like a call. */
bool c_is_call(const struct c_thread *c);
/* Reads that call. `v`: its value; NULL if the value is unused. */
bool c_call(struct c_thread *c, struct c_value *v);
/* The next token begins a fence; reads the fence. */
bool c_is_fence(const struct c_thread *c);
bool c_fence(struct c_thread *c);

/* Reads "x" and "*x" of a parameter x. */
bool c_shared(struct c_thread *c, int *var);
bool c_place(struct c_thread *c, int *var);

#endif
