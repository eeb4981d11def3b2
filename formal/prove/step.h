/*
 * A step that induction finds: a state in which all properties hold, and the inputs of each cycle
 * after which one does not. The state need not be reachable: it shows what a helper would have to
 * exclude.
 */
#ifndef UMBEL_FORMAL_PROVE_STEP_H
#define UMBEL_FORMAL_PROVE_STEP_H

#include "formal/aig/cnf.h"

/* Writes DIR/step.txt: registers in the first cycle, inputs of each, and the properties that are
 * broken in the last, by their names in DIR/broken.aim. `is`: which variables are true. */
void step_write(const char *dir, const struct aig *a, const struct cnf *q, const bool *is);

#endif
