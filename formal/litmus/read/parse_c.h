/* Shared by the readers of C's types, locals, statements, expressions and calls. */
#ifndef UMBEL_FORMAL_LITMUS_READ_PARSE_C_H
#define UMBEL_FORMAL_LITMUS_READ_PARSE_C_H

#include "formal/litmus/read/parse.h"

enum { C_LOCALS = 64 };

struct c_type {
    enum litmus_type type;
    bool is_bool;     /* a conversion gives 0 or 1 */
    bool is_volatile; /* or atomic: plain accesses are relaxed ones */
};

/* A variable of a thread, which a register holds. */
struct c_local {
    const char *name;
    size_t len;
    int reg;
    struct c_type type;
    int scope;  /* how many blocks are around its declaration */
    bool ended; /* as has its block */
    struct place_in_file at;
};

struct c_thread {
    struct parser *p;
    int number;
    bool known[LITMUS_VARS]; /* its parameters */
    struct c_type types[LITMUS_VARS];
    struct c_local locals[C_LOCALS];
    int n_locals;
    int scope; /* blocks around the current statement */
    int depth; /* of parentheses and blocks */
};

/* The value of an expression: a constant, or the register that holds it. */
struct c_value {
    struct litmus_operand o;
    enum litmus_type type;
};

/* One level deeper into parentheses or blocks, unless that is too deep. */
bool c_deeper(struct c_thread *c);

/* ---- types ---- */

/* Reads the words of a type, such as "volatile unsigned long"; the next token must be one. */
bool c_type(struct parser *p, struct c_type *type);
/* The type of an integer constant, the next token. */
enum litmus_type c_constant_type(const struct scan *l);
/* Integer promotion; the type in which two operands are computed. */
enum litmus_type c_promoted(enum litmus_type type);
enum litmus_type c_common(enum litmus_type a, enum litmus_type b);
/* Converts a value. */
bool c_convert(struct c_thread *c, struct c_value *v, enum litmus_type type);
bool c_convert_to(struct c_thread *c, struct c_value *v, const struct c_type *type);

/* ---- locals ---- */

/* The local that the next token names, the innermost; NULL if there is none. */
const struct c_local *c_find_local(const struct c_thread *c);
/* Whether it names one whose block has ended. */
bool c_has_ended(const struct c_thread *c);
/* Declares what the next token names, and goes past it. */
bool c_declare(struct c_thread *c, const struct c_type *type, const struct c_local **local);
/* A block begins or ends, and so does the scope of its declarations. */
void c_open_scope(struct c_thread *c);
void c_close_scope(struct c_thread *c);

/* ---- expressions ---- */

/* An expression; its loads and atomics become instructions in the order in which they are read. */
bool c_expression(struct c_thread *c, struct c_value *v);
/* A number, or a local that has a value. */
bool c_operand(struct c_thread *c, struct c_value *v);
/* `a op b` of operands of one type, as a constant or an instruction. */
bool c_compute(struct c_thread *c, enum litmus_op op, enum litmus_type type, struct c_value a,
               struct c_value b, struct c_value *v);
/* `a op b`, with C's conversions, where the mark is "+", "<" and so on, of `len` characters. */
bool c_operate(struct c_thread *c, const char *mark, size_t len, struct c_value a, struct c_value b,
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
