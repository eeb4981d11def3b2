/*
 * Mutants that the proofs do not notice, and why that is no loss: formal/survivors.yaml. A mutant
 * is named by what it changes and where: "const1 A[0] of $logic_and um_x.v:75.17-75.45".
 */
#ifndef UMBEL_FORMAL_PROVE_SURVIVORS_H
#define UMBEL_FORMAL_PROVE_SURVIVORS_H

#include "formal/prove/mutate.h"

struct survivor {
    char *module;
    char *mutant;
    bool equivalent; /* no run can tell it from the original; else it is only harmless */
    char *why;
};

struct survivors {
    struct survivor *survivors;
    uint32_t survivors_count;
};

/* NULL and an error with file, line and column when the list is wrong. */
struct survivors *survivors_load(const char *path, struct error *err);
void survivors_free(struct survivors *s);

/* Makes a mutant's name from Yosys' command. The wire is not part of the name; it is printed beside
 * it. */
void mutant_name(const char *command, char *name, size_t room);

/* Prints a unit's kill rates, then each survivor with its reason. False and an error when one has
 * no reason, or when less than 95 in 100 of the mutants that are not equivalent are killed. */
bool survivors_tell(const struct survivors *s, const struct mutants *m, FILE *out,
                    struct error *err);

#endif
