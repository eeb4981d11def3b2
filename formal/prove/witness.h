/*
 * A counterexample, shown: the witness of abc's bounded model checking is replayed on the model, as
 * a wave (VCD) and as a short text: cycle by cycle the messages that pass, and what is broken.
 */
#ifndef UMBEL_FORMAL_PROVE_WITNESS_H
#define UMBEL_FORMAL_PROVE_WITNESS_H

#include "formal/prove/model.h"

struct witness {
    bool found;
    uint32_t frame;             /* cycle of the violation, 0 is the first */
    char property[MODEL_NAME];  /* that is broken in it */
    char wave[512], trace[512]; /* files */
};

/* Looks for a counterexample within `frames` cycles of reset. Not to find one is no error. */
bool witness_find(const struct model *m, uint32_t frames, uint32_t seconds, struct witness *w,
                  struct error *err);

#endif
