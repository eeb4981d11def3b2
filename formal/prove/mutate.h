/*
 * Do the proofs notice mistakes? Yosys makes small ones, evenly spread over the logic that a unit
 * is answerable for: what its outputs depend on, without the cells that have proofs of their own
 * and without the window on counters. All proofs of a module with the same sizes are taken
 * together. A mutant is
 *
 *   KILLED      the proof does not hold any more: not every assertion follows from the others
 *   EQUIVALENT  it does, as it should: in every state that the assertions leave, outputs and next
 *               state are those of the original
 *   SURVIVED    it does, although the two can differ
 *   UNDECIDED   the prover came to no end in its time; counts as survived
 *
 * formal/survivors.yaml says of survivors why they are harmless.
 */
#ifndef UMBEL_FORMAL_PROVE_MUTATE_H
#define UMBEL_FORMAL_PROVE_MUTATE_H

#include "formal/prove/prove.h"

enum mutant_end {
    MUTANT_KILLED,
    MUTANT_EQUIVALENT,
    MUTANT_SURVIVED,
    MUTANT_UNDECIDED,
    MUTANT_ENDS
};

struct mutant {
    char *command; /* of Yosys */
    enum mutant_end end;
};

struct mutants {
    struct proof unit; /* the proofs of a module, together */
    struct mutant *list;
    size_t n;
    size_t ends[MUTANT_ENDS];
};

struct mutate_options {
    const struct prove_options *prove; /* which proofs, where to, how many at a time */
    uint32_t count, seed;              /* a unit */
    const char *survivors;             /* formal/survivors.yaml */
};

/* Tells the results of one unit after the other. False and an error when one could not be judged, a
 * rate is low, or a survivor not explained. */
bool mutate_run(const struct mutate_options *o, FILE *out, struct error *err);

#endif
