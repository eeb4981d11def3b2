/*
 * The paths of a test: its threads without jumps. A path of a thread is the sequence of
 * instructions for one choice of direction at each branch. The branches stay in it, as
 * LITMUS_BRANCH with `taken`; the path is possible only if their operands agree with that. All
 * paths together cover all executions but those that go back at a LITMUS_BRANCH more than `unroll`
 * times.
 */
#ifndef UMBEL_FORMAL_LITMUS_MODEL_PATHS_H
#define UMBEL_FORMAL_LITMUS_MODEL_PATHS_H

#include "formal/litmus/litmus.h"

enum { PATHS_MOST = 4096 };

/*
 * Calls `visit` with a copy of the test for each combination of paths of its threads; names,
 * registers and variables are the test's. Stops and returns false when `visit` does, or with an
 * error if there are more than PATHS_MOST combinations or a path has more than LITMUS_INSTS
 * instructions.
 */
bool litmus_each_path(const struct litmus *t,
                      bool (*visit)(void *ctx, const struct litmus *straight), void *ctx,
                      struct error *err);

#endif
