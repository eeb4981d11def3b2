/*
 * Fences that empty caches (synchronisation.fences empty): a fence of an SM empties its L1 and the
 * L1.5 of its package, as software coherence of GPUs does (MCM-GPU 5.1.1).
 *
 * An SM's fence does not reach the L1. It waits here until nothing is in flight; SMs send nothing
 * meanwhile. Then the L1s of all SMs with a fence are emptied, and the L1.5s of their packages,
 * each once for all of these fences, and the fences are answered.
 */
#ifndef UMBEL_HARNESS_MACHINE_FENCES_H
#define UMBEL_HARNESS_MACHINE_FENCES_H

#include "gen/system/system.h"
#include "sw/sm/sm.h"

struct fences;
struct machine;
struct stats;

/* NULL: fences leave the caches of this system as they are. */
struct fences *fences_new(const struct system *s);
void fences_free(struct fences *f);
/* Takes the request that SM `i` shows if it is a fence for here; false: it is for the L1. Members
 * of a team may call it side by side, each for SMs of its own. */
bool fences_take(struct fences *f, uint32_t i, const struct sm_request *r);
/* Whether a fence waits. */
bool fences_wait(const struct fences *f);
/* At the beginning of a cycle: empties and answers, if fences wait. */
bool fences_step(struct machine *m, struct error *err);
void fences_stats(const struct fences *f, struct stats *s);

#endif
