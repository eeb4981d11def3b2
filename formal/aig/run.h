/*
 * A run of a circuit from its start: what its inputs are in each cycle. abc writes one when it has
 * found a counterexample, and Yosys reads one to replay it, but they do not agree on the registers:
 * abc writes those that are left after it has changed the circuit, and Yosys wants those of the
 * file. So a run is read here, tried on the circuit of the file, and written for that circuit.
 */
#ifndef UMBEL_FORMAL_AIG_RUN_H
#define UMBEL_FORMAL_AIG_RUN_H

#include "formal/aig/aig.h"

struct aig_run {
    uint32_t inputs, cycles;
    bool *input; /* [cycle * inputs + i] */
};

/* What abc's `write_cex -a` has written: a row of registers, which is left out, and a row of inputs
 * for each cycle. */
bool aig_run_read(struct aig_run *r, const struct aig *a, const char *path, struct error *err);
/* Whether an output becomes 1 while the constraints hold; the first one, and when. */
bool aig_run_sets(const struct aig_run *r, const struct aig *a, uint32_t *output, uint32_t *cycle);
/* As a witness of the AIGER format, that output is 1. */
bool aig_run_write(const struct aig_run *r, const struct aig *a, uint32_t output, const char *path,
                   struct error *err);
void aig_run_free(struct aig_run *r);

#endif
