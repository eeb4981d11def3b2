/*
 * Do the proofs notice mistakes? Yosys makes small ones, evenly spread over the logic that a
 * proof's module is answerable for: what its outputs depend on, without the cells that have proofs
 * of their own and without the window on counters. A mutant is killed by a counterexample from
 * reset, or by a proof that no longer ends well; else it survives.
 */
#ifndef UMBEL_FORMAL_PROVE_MUTATE_H
#define UMBEL_FORMAL_PROVE_MUTATE_H

#include "formal/prove/prove.h"

enum mutant_end { MUTANT_KILLED, MUTANT_UNPROVED, MUTANT_SURVIVED, MUTANT_ENDS };

struct mutant {
    char *command; /* of Yosys */
    enum mutant_end end;
    char property[96]; /* that killed it */
};

struct mutants {
    const struct proof *proof;
    struct mutant *list;
    size_t n;
    size_t ends[MUTANT_ENDS];
};

struct mutate_options {
    const struct prove_options *prove; /* which proofs, where to, how many at a time */
    uint32_t count, seed;              /* a proof */
};

/* Tells the results of one proof after the other. */
bool mutate_run(const struct mutate_options *o, FILE *out, struct error *err);

#endif
