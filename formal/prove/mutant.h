/*
 * All mutants of a unit are in one model, in which the input mutant_i chooses one (mutants.aig, see
 * model.h). From it two circuits are made: one to prove the properties of a mutant, and one to find
 * out whether any run can tell it from the original.
 */
#ifndef UMBEL_FORMAL_PROVE_MUTANT_H
#define UMBEL_FORMAL_PROVE_MUTANT_H

#include "formal/aig/aig.h"

#include <stddef.h>

#define MUTANT_INPUT "mutant_i" /* its number; 0: none */
enum { MUTANT_MOST_BITS = 16, MUTANT_NAME = 96 };
#define MUTANT_NO_RESET UINT32_MAX

struct mutant_bit {
    char name[MUTANT_NAME]; /* "" if it is constant */
    unsigned bit;
};

struct mutant_model {
    struct aig aig;
    uint32_t number[MUTANT_MOST_BITS]; /* the input of each bit of mutant_i */
    uint32_t bits;
    struct mutant_bit *output;
    uint32_t up;    /* latch: there has been a reset */
    uint32_t reset; /* input rst_i; MUTANT_NO_RESET */
};

bool mutant_read(struct mutant_model *m, const char *dir, struct error *err);
void mutant_free(struct mutant_model *m);

/* The circuit whose outputs are the assertions of a mutant; the mutant's number is an input. */
void mutant_proof(const struct mutant_model *m, struct aig *proof);

/*
 * The circuit of a mutant, whose number is an input, beside the original, both in the same state
 * and with the same inputs. The only output is 1 if all assumptions and all assertions of the
 * original hold and the two differ in an output, or in the next state of a register that an output
 * may depend on later. If the output is never 1 and the original is proved, no run can tell the two
 * apart. Not compared are messages that are not valid, the outputs idle_o and probe_o, and, in a
 * cycle of reset, registers without a reset value: in the proof they may hold anything then.
 */
void mutant_beside(const struct mutant_model *m, struct aig *both);

#endif
