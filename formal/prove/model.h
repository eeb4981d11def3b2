/*
 * From a row of the table to the files that provers read, in one folder per proof:
 *
 *   v/MODULE.v              the emitted module with the texts of its properties before
 *                           `endmodule`, and the modules that it instantiates, as emitted
 *   flat.il                 the flat design in Yosys' own format, with memories
 *   model.il                the same with memories as registers, clocked by edges, and with one
 *                           output per assertion, NAME.broken, and per cover, NAME.reached
 *   plain.il                the same without any of Yosys' optimizations, if the row asks minisat
 *   model.smt2              if the row asks cvc5; registers without a reset value begin with any
 *                           value
 *   both.aig, both.aim      model.il as single bits
 *   broken.aig, broken.aim  its part with the outputs of assertions
 *   reached.aig, .aim       its part with the outputs of covers
 *   one.aig, one.aim        its part with one assertion and all covers, for `--bugs`
 */
#ifndef UMBEL_FORMAL_PROVE_MODEL_H
#define UMBEL_FORMAL_PROVE_MODEL_H

#include "formal/prove/table.h"
#include "gen/proto/rules.h"
#include "sw/util/hash.h"

#include <stddef.h>

enum { MODEL_NAME = 96 };

struct model {
    const struct proof *proof;
    char *dir;
    struct rules rules;             /* of the system's protocol */
    char *top;                      /* the module's text, with its properties */
    char hash[HASH_NAME];           /* of the Verilog, its properties, and the way of proving */
    char (*assertions)[MODEL_NAME]; /* output i of broken.aig */
    uint32_t n_assertions;
    char (*covers)[MODEL_NAME]; /* output i of reached.aig */
    uint32_t n_covers;
};

/* Writes the Verilog into the folder and hashes it. `module_text`, if not NULL, replaces the
 * emitted text of the module (for a bug). */
bool model_write(struct model *m, const struct proof *proof, const char *dir,
                 const char *module_text, struct error *err);
/* Makes all other files with Yosys. */
bool model_build(struct model *m, struct error *err);
/* Makes flat.il alone, from which mutants are made. */
bool model_flatten(struct model *m, struct error *err);
/* Makes mutants.aig and mutants.aim from flat.il and a list of Yosys' mutations. Their outputs are
 * the assertions and the module's own outputs. */
bool model_mutants(struct model *m, const char *list, struct error *err);
void model_free(struct model *m);

/* The value of a parameter of the module, 0 if it has none of that name. */
uint32_t model_param(const struct model *m, const char *name);

/* The emitted text of a proof's module, to be freed. */
char *model_module_text(const struct proof *proof, struct error *err);

#endif
