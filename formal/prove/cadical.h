/* CaDiCaL as a program of its own, on circuits that are unrolled here: k-induction. */
#ifndef UMBEL_FORMAL_PROVE_CADICAL_H
#define UMBEL_FORMAL_PROVE_CADICAL_H

#include "formal/prove/prover.h"

/* Of DIR/broken.aig. The property is one that the answer breaks, as DIR/broken.aim calls it. */
struct prover_result cadical_induction(const struct prover_task *task);

#endif
