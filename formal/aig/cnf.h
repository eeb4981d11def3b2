/*
 * A circuit over some cycles as clauses for a SAT solver (DIMACS), for k-induction: can an output
 * be set in the last cycle although none was in those before?
 */
#ifndef UMBEL_FORMAL_AIG_CNF_H
#define UMBEL_FORMAL_AIG_CNF_H

#include "formal/aig/aig.h"

struct cnf_question {
    uint32_t cycles; /* at least 1 */
    bool from_reset; /* latches begin at 0, and an output in any cycle counts; else they begin
                      * anyhow, and no output is set before the last cycle */
    /* Answered. */
    int32_t *output; /* DIMACS literal of each output in the last cycle, to be freed */
    uint32_t variables;
};

/* Constraints hold in each cycle. */
bool cnf_write(const struct aig *a, struct cnf_question *q, const char *path, struct error *err);

#endif
