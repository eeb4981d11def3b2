/*
 * Slow tests, which cost minutes. `make test-all` sets UMBEL_SLOW=1 and runs all of them. `make
 * test` skips them, or runs a smaller form, and says so. A program with such a test says "Costs
 * minutes" in its first lines, and what it finds that no cheaper test finds.
 *
 * Long tests, which cost hours, repeat slow ones: all kernels on each machine, more seeds. `make
 * test-long` sets UMBEL_SLOW=long.
 */
#ifndef UMBEL_TESTS_SUPPORT_SLOW_H
#define UMBEL_TESTS_SUPPORT_SLOW_H

#include <stdbool.h>

bool slow_wanted(void);
bool long_wanted(void);

/* Skips the running test, and says why, unless UMBEL_SLOW is set. */
void slow_only(const char *why);
/* The same of a long test. */
void long_only(const char *why);

#endif
