/*
 * k-induction by the program cadical, on circuits that are unrolled here.
 *
 * Its answer alone is not enough: it also writes proofs, DIR/cadical-base.drat and
 * DIR/cadical-step.drat, which formal/rup checks against the formulas in DIR. A correct proof is
 * then removed, as it is large; `cadical --no-binary NAME.cnf NAME.drat` writes it again.
 */
#ifndef UMBEL_FORMAL_PROVE_CADICAL_H
#define UMBEL_FORMAL_PROVE_CADICAL_H

#include "formal/prove/prover.h"

/* Proves the outputs of DIR/broken.aig. PROVED only if both proofs are checked. Otherwise the
 * property is one that CaDiCaL's answer breaks, by its name in DIR/broken.aim. */
struct prover_result cadical_induction(const struct prover_task *task);

#endif
