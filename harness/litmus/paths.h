/*
 * The paths of a test: its threads without jumps. A path of a thread is what it does when each of
 * its branches goes one way or the other; the branches stay in it, as LITMUS_BRANCH with `taken`,
 * and the path happens only if their operands agree with that. Whoever looks at all paths sees all
 * executions but those that go back at a LITMUS_BRANCH more than `unroll` times.
 */
#ifndef UMBEL_HARNESS_LITMUS_PATHS_H
#define UMBEL_HARNESS_LITMUS_PATHS_H

#include "harness/litmus/litmus.h"

enum { PATHS_MOST = 4096 };

/*
 * Calls `visit` with a copy of the test for each choice of a path for each thread; names, registers
 * and variables are the test's. Stops and returns false when `visit` does, and with an error when
 * there are more than PATHS_MOST choices or a path has more than LITMUS_INSTS instructions.
 */
bool litmus_each_path(const struct litmus *t,
                      bool (*visit)(void *ctx, const struct litmus *straight), void *ctx,
                      struct error *err);

#endif
