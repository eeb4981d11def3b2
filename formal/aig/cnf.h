/*
 * A circuit over some cycles as clauses for a SAT solver, for k-induction: can an output be set in
 * the last cycle although none was in those before?
 */
#ifndef UMBEL_FORMAL_AIG_CNF_H
#define UMBEL_FORMAL_AIG_CNF_H

#include "formal/aig/aig.h"
#include "formal/aig/gates.h"

enum cnf_start {
    CNF_RESET, /* latches begin at 0, and an output in any cycle counts */
    CNF_ANY,   /* they begin with any values, and no output is set before the last cycle */
    CNF_OPEN   /* they begin with values that the caller assumes, who also asks about outputs */
};

struct cnf {
    /* Asked. */
    uint32_t cycles; /* at least 1 */
    enum cnf_start start;
    struct gates gates; /* with `add` and `to` set */
    /* Answered: literals, to be freed by cnf_free(). */
    int32_t *latch;  /* of each latch in the first cycle */
    int32_t *input;  /* of each input in the first cycle, then in the next ... */
    int32_t *output; /* of each output in the first cycle, then in the next ... */
};

/* Makes the clauses; they include that all constraints hold in each cycle. */
bool cnf_unroll(const struct aig *a, struct cnf *c);
void cnf_free(struct cnf *c);

/* Writes the same clauses to a file, in the DIMACS format; sets what receives them itself. */
bool cnf_write(const struct aig *a, struct cnf *c, const char *path, struct error *err);

#endif
