/*
 * The step of induction, each property by itself. Little of what holds in the cycles before is
 * needed for one property, and a solver that is given all of it looks at all of it: with 32 MSHRs
 * an L1's properties together take minutes, one by one seconds.
 *
 * What is needed is found by counterexamples. The property alone is assumed at first; where that is
 * too little, the solver finds a step to where it is broken, the circuit is evaluated along that
 * step, and what it breaks of other properties and of constraints is assumed, too. If it breaks
 * none, the property is not inductive.
 */
#ifndef UMBEL_FORMAL_PROVE_LEMMAS_H
#define UMBEL_FORMAL_PROVE_LEMMAS_H

#include "formal/aig/aig.h"
#include "formal/prove/prover.h"

/* What one property needs, as a question whose answer is that it cannot be satisfied. */
struct lemmas {
    /* Asked. */
    const struct aig *a;
    uint32_t k;        /* cycles before the last */
    uint32_t property; /* an output */
    double until;      /* tool_now() at which it is given up */
    /* Answered. */
    uint32_t assumed; /* so many outputs and constraints, each in one cycle */
    char *formula;    /* in the DIMACS format, to be freed; NULL unless PROVED */
};

/* PROVED, NOT_INDUCTIVE or TIMEOUT. */
enum verdict lemmas_find(struct lemmas *l);

#endif
