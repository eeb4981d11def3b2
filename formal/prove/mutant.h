/*
 * Mutants in one model, behind the input mutant_i (mutants.aig, see model.h): what is to be proved
 * of each, and whether it can be told from the original at all.
 */
#ifndef UMBEL_FORMAL_PROVE_MUTANT_H
#define UMBEL_FORMAL_PROVE_MUTANT_H

#include "formal/aig/aig.h"

#include <stddef.h>

#define MUTANT_INPUT "mutant_i" /* its number; 0: none */
enum { MUTANT_MOST_BITS = 16, MUTANT_NAME = 96 };
#define MUTANT_NO_RESET UINT32_MAX

struct mutant_bit {
    char name[MUTANT_NAME]; /* "" of what is constant */
    unsigned bit;
};

struct mutant_model {
    struct aig aig;
    uint32_t number[MUTANT_MOST_BITS]; /* input that each bit of mutant_i is */
    uint32_t bits;
    struct mutant_bit *output;
    uint32_t up;    /* latch: a reset has been */
    uint32_t reset; /* input rst_i; MUTANT_NO_RESET */
};

bool mutant_read(struct mutant_model *m, const char *dir, struct error *err);
void mutant_free(struct mutant_model *m);

/* What is to be proved of a mutant: an output each assertion. Its number is an input. */
void mutant_proof(const struct mutant_model *m, struct aig *proof);

/*
 * A mutant, whose number is an input, beside the original in one state, with the same inputs. The
 * only output is 1 if all assumptions and all assertions of the original hold and the two differ in
 * an output, or in the next state of a register that an output may come to depend on. If it never
 * is and the original is proved, nothing can tell them apart. Not compared: a message that is not
 * valid, the window on counters, and in a cycle of reset the registers that have no reset value:
 * they may hold anything then, in the proof, too.
 */
void mutant_beside(const struct mutant_model *m, struct aig *both);

#endif
