/*
 * How much memory a process may have: Umbel itself with the models that it runs, and each compiler
 * and prover that it starts. UMBEL_MEMORY says it; else it is all memory of the computer, and 4 GiB
 * at least. A lower limit that is there already (ulimit -v) stays.
 */
#ifndef UMBEL_SW_UTIL_BOUND_H
#define UMBEL_SW_UTIL_BOUND_H

#include "sw/util/error.h"

/* Sets it for this process and those that it starts. False and an error if UMBEL_MEMORY is no such
 * number, or if the stack has less room than Umbel needs (ulimit -s). */
bool bound_begin(struct error *err);
/* The limits that were there before, for a program of the user's. */
void bound_lift(void);
/* What to say of a process that had no memory left: "; a process may have 8192 MiB: raise
 * UMBEL_MEMORY"; "" when nothing bounds it. Valid for ever. */
const char *bound_told(void);
/* Whether a program's output says that it had no memory left. */
bool bound_is_why(const char *output);

#endif
