/*
 * A counterexample, shown: the inputs that abc's bounded model checker has found are tried on the
 * circuit (formal/aig/run.h) and then replayed on the model, as a wave (VCD) and as a short text:
 * cycle by cycle the messages that pass, and what is broken.
 */
#ifndef UMBEL_FORMAL_PROVE_WITNESS_H
#define UMBEL_FORMAL_PROVE_WITNESS_H

#include "formal/prove/model.h"

struct witness {
    bool found;
    uint32_t searched;          /* not found: none in so many cycles, fewer if time ran out */
    uint32_t frame;             /* cycle of the violation, 0 is the first */
    char property[MODEL_NAME];  /* that is broken in it */
    char wave[512], trace[512]; /* files */
    char file[512];             /* the inputs of each cycle */
    struct error unplayed;      /* why there is neither wave nor trace, if so */
};

/* Looks for a counterexample within `frames` cycles of reset. Not to find one is no error, nor is
 * one that cannot be replayed; a search that did not come to an end is. */
bool witness_find(const struct model *m, uint32_t frames, uint32_t seconds, struct witness *w,
                  struct error *err);

#endif
