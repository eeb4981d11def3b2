/*
 * A part of a circuit: some of its outputs, with the gates and latches on which they or the
 * constraints depend. All inputs and all constraints remain.
 */
#ifndef UMBEL_FORMAL_AIG_PART_H
#define UMBEL_FORMAL_AIG_PART_H

#include "formal/aig/aig.h"

/* Writes NAME.aig with the outputs of `from` that `keep` says, in their order, and NAME.aim with
 * those lines of the map that are about the part. */
bool aig_part_write(const struct aig *from, const char *map, const bool *keep, const char *name,
                    struct error *err);

#endif
