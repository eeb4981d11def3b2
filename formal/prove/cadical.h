/*
 * CaDiCaL as a program of its own, on circuits that are unrolled here: k-induction.
 *
 * CaDiCaL's word is not taken for it: it writes DIR/cadical-base.drat and DIR/cadical-step.drat,
 * which formal/rup checks against the formulas in DIR. A proof that is right is removed, as it is
 * large; `cadical --no-binary NAME.cnf NAME.drat` writes it again.
 */
#ifndef UMBEL_FORMAL_PROVE_CADICAL_H
#define UMBEL_FORMAL_PROVE_CADICAL_H

#include "formal/prove/prover.h"

/* Of DIR/broken.aig. PROVED only with both proofs checked. The property is one that the answer
 * breaks, as DIR/broken.aim calls it. */
struct prover_result cadical_induction(const struct prover_task *task);

#endif
