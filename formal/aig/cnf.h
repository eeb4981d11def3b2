/*
 * A circuit over some cycles as clauses for a SAT solver, for k-induction: can an output be set in
 * the last cycle although none was in those before?
 */
#ifndef UMBEL_FORMAL_AIG_CNF_H
#define UMBEL_FORMAL_AIG_CNF_H

#include "formal/aig/aig.h"

struct cnf {
    /* Asked. */
    uint32_t cycles; /* at least 1 */
    bool from_reset; /* latches begin at 0, and an output in any cycle counts; else they begin
                      * anyhow, and no output is set before the last cycle */
    /* Takes clauses, literal by literal, each ended by 0, as IPASIR does. */
    void (*add)(void *to, int32_t literal);
    void *to;
    /* Answered: literals, to be freed by cnf_free(). */
    int32_t *input;  /* of each input in the first cycle, then in the next ... */
    int32_t *output; /* of each output in the last cycle */
    uint32_t variables, clauses;
};

/* Constraints hold in each cycle. */
void cnf_unroll(const struct aig *a, struct cnf *c);
void cnf_free(struct cnf *c);

/* The same into a file, in the DIMACS format. */
bool cnf_write(const struct aig *a, struct cnf *c, const char *path, struct error *err);

#endif
