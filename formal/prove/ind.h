/*
 * k-induction by abc: its own unrolling, its own formulas, and Glucose, a solver inside it.
 *
 * abc's command `ind` does the same with a far slower solver. For the step the circuit gets a
 * latch, "an output was set before", which begins with any value as all latches do there: a run
 * whose last cycle sets an output, and no cycle before it, is what the step asks for.
 */
#ifndef UMBEL_FORMAL_PROVE_IND_H
#define UMBEL_FORMAL_PROVE_IND_H

#include "formal/prove/prover.h"

/* Proves the outputs of DIR/broken.aig; DIR/ind-first.aig is the circuit of the step. The property
 * that is broken is not named. */
struct prover_result ind_induction(const struct prover_task *task);

#endif
