/*
 * A run of a circuit from its start: the values of its inputs in each cycle. abc writes one when it
 * has found a counterexample, and Yosys reads one to replay it, but they do not agree on the
 * registers: abc writes those that remain after it has changed the circuit, and Yosys needs those
 * of the file. So a run is read here, tried on the circuit of the file, and written for it.
 */
#ifndef UMBEL_FORMAL_AIG_RUN_H
#define UMBEL_FORMAL_AIG_RUN_H

#include "formal/aig/aig.h"

struct aig_run {
    uint32_t inputs, cycles;
    bool *input; /* [cycle * inputs + i] */
};

/* Reads the output of abc's `write_cex -a`: a row of registers, which is skipped, and a row of
 * inputs for each cycle. */
bool aig_run_read(struct aig_run *r, const struct aig *a, const char *path, struct error *err);
/* Whether an output becomes 1 while the constraints hold; if so, which output does first, and in
 * which cycle. */
bool aig_run_sets(const struct aig_run *r, const struct aig *a, uint32_t *output, uint32_t *cycle);
/* Writes the run as a witness in the AIGER format that `output` becomes 1. */
bool aig_run_write(const struct aig_run *r, const struct aig *a, uint32_t output, const char *path,
                   struct error *err);
void aig_run_free(struct aig_run *r);

#endif
