/*
 * Do the proofs notice mistakes? Yosys makes small ones (mutants), evenly spread over the logic
 * that a unit's outputs depend on. Not counted are the outputs idle_o and probe_o, and the cells
 * that have proofs of their own. All proofs of a module with the same sizes are taken together. A
 * mutant is
 *
 *   KILLED      the proof no longer holds: not every assertion follows from the others
 *   EQUIVALENT  the proof holds, as it should: in every state that the assertions allow, outputs
 *               and next state are those of the original
 *   SURVIVED    the proof holds, although mutant and original can differ
 *   UNDECIDED   the prover did not end in its time; counts as survived
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
    char *command; /* Yosys' command that makes it */
    enum mutant_end end;
};

struct mutants {
    struct proof unit; /* the proofs of a module, merged */
    struct mutant *list;
    size_t n;
    size_t ends[MUTANT_ENDS];
};

struct mutate_options {
    const struct prove_options *prove; /* which proofs, the output folder, jobs at a time */
    uint32_t count, seed;              /* count: mutants per unit */
    const char *survivors;             /* formal/survivors.yaml */
};

/* Prints the results of one unit after the other. False and an error when a mutant could not be
 * judged, a kill rate is too low, or a survivor has no explanation. */
bool mutate_run(const struct mutate_options *o, FILE *out, struct error *err);

#endif
