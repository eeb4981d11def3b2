/*
 * From a row of the table to what provers read. In a folder of the proof's own:
 *
 *   v/MODULE.v              the emitted module with the texts of its properties before
 *                           `endmodule`, and what it instantiates, as emitted
 *   flat.il                 flat, in Yosys' own words, memories as such
 *   model.il                the same, memories as registers, clocked by edges
 *   plain.il                the same without any of Yosys' optimizations, if the row asks minisat
 *   model.smt2              for SMT solvers; registers without a reset value are free to begin with
 *   broken.aig, broken.aim  on bits; an output each assertion: NAME.broken
 *   broken.il               in words with these outputs, to replay a witness
 *   reached.aig, .aim       the same; an output each cover: NAME.reached
 */
#ifndef UMBEL_FORMAL_PROVE_MODEL_H
#define UMBEL_FORMAL_PROVE_MODEL_H

#include "formal/prove/table.h"
#include "gen/proto/mgcc.h"
#include "sw/util/hash.h"

#include <stddef.h>

enum { MODEL_NAME = 96 };

struct model {
    const struct proof *proof;
    char *dir;
    struct mgcc_rules rules;        /* of the system */
    char *top;                      /* the module's text, with its properties */
    char hash[HASH_NAME];           /* of the Verilog proved, its properties, and how */
    char (*assertions)[MODEL_NAME]; /* output i of broken.aig */
    uint32_t n_assertions;
    char (*covers)[MODEL_NAME]; /* output i of reached.aig */
    uint32_t n_covers;
};

/* Writes the Verilog into the folder and hashes it. `module_text`, if not NULL, stands for what the
 * generator emits for the module (a mutant). */
bool model_write(struct model *m, const struct proof *proof, const char *dir,
                 const char *module_text, struct error *err);
/* Has Yosys make the rest. */
bool model_build(struct model *m, struct error *err);
/* flat.il alone, from which mutants are made. */
bool model_flatten(struct model *m, struct error *err);
/* From flat.il and a file of Yosys' mutations: mutants.aig, mutants.aim, with the assertions and
 * the module's own outputs. */
bool model_mutants(struct model *m, const char *list, struct error *err);
void model_free(struct model *m);

/* What a parameter of the module is, 0 if it has none of that name. */
uint32_t model_param(const struct model *m, const char *name);

/* The emitted text of a proof's module, to be freed. */
char *model_module_text(const struct proof *proof, struct error *err);

#endif
