/* CaDiCaL on circuits that are unrolled here: k-induction, and questions about one cycle. */
#ifndef UMBEL_FORMAL_PROVE_CADICAL_H
#define UMBEL_FORMAL_PROVE_CADICAL_H

#include "formal/aig/aig.h"
#include "formal/prove/prover.h"

/* Of DIR/broken.aig. The property is one that the answer breaks, as DIR/broken.aim calls it. */
struct prover_result cadical_induction(const struct prover_task *task);

/* Whether no output can be set in any cycle at all, whatever the state: PROVED; BROKEN if one can.
 * Its files are DIR/NAME.cnf and .log. */
enum verdict cadical_never(const struct aig *a, const char *dir, const char *name,
                           uint32_t seconds);

#endif
