/*
 * Shared by the parts of the reader. A parser is at its scanner's next token; functions that return
 * bool return false once there is an error.
 */
#ifndef UMBEL_FORMAL_LITMUS_READ_PARSE_H
#define UMBEL_FORMAL_LITMUS_READ_PARSE_H

#include "formal/litmus/litmus.h"
#include "formal/litmus/read/scan.h"

enum { MAX_ADDRESSES = LITMUS_THREADS * LITMUS_VARS };

/* A place in the file; line 0: none. */
struct place_in_file {
    unsigned line, col;
};

/* A register that holds a variable's address from the start and is never written. */
struct address {
    int thread, var;
    char *name;
    struct place_in_file given;
};

struct parser {
    struct scan scan;
    struct litmus *t;
    int placed;                                  /* threads with an annotation */
    uint32_t has_value[LITMUS_THREADS];          /* bit r: register r has been given a value; */
    uint32_t assigned[LITMUS_THREADS];           /* an instruction sets it; */
    uint32_t named[LITMUS_THREADS];              /* the condition or `locations` names it; */
    uint32_t hidden[LITMUS_THREADS];             /* a block's variable that hides another one */
    uint32_t used;                               /* bit v: a thread can access variable v */
    bool unset_is_0;                             /* registers that nothing sets may be read */
    struct place_in_file shares[LITMUS_VARS];    /* where `same line` names a variable */
    struct place_in_file var_given[LITMUS_VARS]; /* where the first values name it */
    struct place_in_file reg_given[LITMUS_THREADS][LITMUS_REGS];
    struct address addresses[MAX_ADDRESSES];
    int n_addresses;
    int temps_used; /* temporaries of the thread that the current statement uses */
};

/* ---- names ---- */

/* The variable, register or address that the next token names, or LITMUS_NONE. The token is not
 * consumed. */
int lit_find_var(const struct parser *p);
int lit_find_reg(const struct parser *p, int thread);
int lit_find_address(const struct parser *p, int thread);
/* In RISC-V and x86: the register that the next token names, as outcomes show it ("x5" for t0);
 * or NULL. */
const char *lit_register_name(const struct parser *p);
/* The same, created if there is none yet. */
bool lit_var(struct parser *p, int *var);
bool lit_reg(struct parser *p, int thread, int *reg);
/* A register for a variable that hides another of its name, the next token; goes past it. */
bool lit_hidden_reg(struct parser *p, int thread, int *reg);
/* A temporary register without a name; lit_statement_ends() frees those of the statement. */
bool lit_temp(struct parser *p, int thread, int *reg);
void lit_statement_ends(struct parser *p);
bool lit_is_temp(const struct parser *p, int thread, int reg);

/* The next token is a word of a type: "int", "uint32_t", "volatile", ... */
bool lit_is_type(const struct scan *l);

struct place_in_file lit_here(const struct parser *p);
/* "... is given a second time; it was at 2:3" */
bool lit_given_twice(const struct parser *p, struct place_in_file before);

/* ---- instructions ---- */

/* A number, or a register that has a value (lit_gets_value); or any if unset_is_0. */
bool lit_operand(struct parser *p, int thread, struct litmus_operand *o);
/* A number; in RISC-V and x86 also a variable, for its address. */
bool lit_number(struct parser *p, uint64_t *value);
void lit_gets_value(struct parser *p, int thread, int reg);
struct litmus_operand lit_constant(uint64_t value);

/* A new instruction at the end of a thread, all its registers LITMUS_NONE. */
struct litmus_inst *lit_add(struct parser *p, int thread, enum litmus_kind kind);
/* A branch whose target is set now or later; NULL and an error if it does not fit. */
struct litmus_inst *lit_add_branch(struct parser *p, int thread, enum litmus_op op,
                                   struct litmus_operand a, struct litmus_operand b);
/* Inverts the condition of a branch. */
void lit_invert(struct litmus_inst *branch);
/* To be called once all branches have their targets: marks those that close idle loops. */
void lit_mark_idle(struct litmus *t);

/* ---- the frame ---- */

/* Header, information, first values, lines: everything before the threads. */
bool lit_head(struct parser *p);
/* Whether registers have fixed names, begin at 0 and may hold addresses: RISC-V and x86. */
bool lit_is_isa(const struct parser *p);
/* "P3", which must be the next thread's name, optionally with "@cta 0,gpu 1". */
bool lit_thread_name(struct parser *p);
/* An optional scopeTree(...) after the threads, and an optional "x: global" after that. */
bool lit_scope_tree(struct parser *p);

/* The threads: from the first P0 to what follows the last. */
bool lit_c(struct parser *p);
bool lit_ptx(struct parser *p);
bool lit_riscv(struct parser *p);
bool lit_x86(struct parser *p);

/* The condition, and locations [...] and filter (...) before it. */
bool lit_condition(struct parser *p);
/* Whether the next token begins one of these. */
bool lit_condition_begins(const struct scan *l);

#endif
