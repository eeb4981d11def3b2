/*
 * Shows a counterexample. The inputs that abc's bounded model checker has found are tried on the
 * circuit (formal/aig/run.h) and then replayed on the model. The replay leaves a wave (VCD) and a
 * short text: cycle by cycle the messages that pass, and the property that is broken.
 */
#ifndef UMBEL_FORMAL_PROVE_WITNESS_H
#define UMBEL_FORMAL_PROVE_WITNESS_H

#include "formal/prove/model.h"

struct witness {
    bool found;
    uint32_t searched;          /* if not found: cycles searched, fewer if time ran out */
    uint32_t frame;             /* cycle of the violation, 0 is the first */
    char property[MODEL_NAME];  /* the property that is broken in it */
    char wave[512], trace[512]; /* files */
    char file[512];             /* file with the inputs of each cycle */
    struct error unplayed;      /* if there is neither wave nor trace: the reason */
};

/* Looks for a counterexample within `frames` cycles of reset. It is no error if there is none, or
 * if it cannot be replayed. It is an error if the search failed. */
bool witness_find(const struct model *m, uint32_t frames, uint32_t seconds, struct witness *w,
                  struct error *err);

#endif
