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

/* A circuit as it runs: evaluated in one cycle, then clocked. */
struct aig_walk {
    const struct aig *a;
    bool *latch; /* of each latch, in this cycle; the caller may change them before a cycle */
    bool *node, *next;
};

/* At its start. */
void aig_walk_new(struct aig_walk *w, const struct aig *a);
/* Evaluates a cycle with these inputs; false if a constraint does not hold in it. */
bool aig_walk_cycle(struct aig_walk *w, const bool *input);
/* Whether an output is 1 in the cycle that was evaluated. */
bool aig_walk_sets(const struct aig_walk *w, uint32_t output);
void aig_walk_clock(struct aig_walk *w);
void aig_walk_free(struct aig_walk *w);

#endif
