/*
 * AND gates as clauses for a SAT solver. A literal is a variable, or minus it; variable 1 is true.
 */
#ifndef UMBEL_FORMAL_AIG_GATES_H
#define UMBEL_FORMAL_AIG_GATES_H

#include <stdint.h>

struct gates {
    /* Receives the clauses literal by literal, each ended by 0, as in IPASIR. */
    void (*add)(void *to, int32_t literal);
    void *to;
    uint32_t variables, clauses; /* made so far */
};

/* The clause that makes variable 1 true; before all else. */
void gates_begin(struct gates *g);
int32_t gates_variable(struct gates *g);
/* A clause of one, two or three literals; those that are 0 are none. */
void gates_clause(struct gates *g, int32_t x, int32_t y, int32_t z);
/* The literal of `x` and `y`: constants, of which there are many after a reset, get no variable. */
int32_t gates_and(struct gates *g, int32_t x, int32_t y);

#endif
