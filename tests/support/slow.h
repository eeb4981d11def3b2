/*
 * Slow tests, which cost minutes. `make test-all` sets UMBEL_SLOW=1 and runs all of them. `make
 * test` skips them, or runs a smaller form, and says so. A program with such a test says "Costs
 * minutes" in its first lines, and what it finds that no cheaper test finds.
 */
#ifndef UMBEL_TESTS_SUPPORT_SLOW_H
#define UMBEL_TESTS_SUPPORT_SLOW_H

#include <stdbool.h>

bool slow_wanted(void);

/* Skips the running test, and says why, unless UMBEL_SLOW is set. */
void slow_only(const char *why);

#endif
