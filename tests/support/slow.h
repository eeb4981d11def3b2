/*
 * Tests that cost minutes. `make test-all` sets UMBEL_SLOW=1 and runs all of them; `make test`
 * leaves them out or runs a small form of them, and says so. A program with such a test says "Costs
 * minutes" in its first lines, and what it finds that no cheaper test finds.
 */
#ifndef UMBEL_TESTS_SUPPORT_SLOW_H
#define UMBEL_TESTS_SUPPORT_SLOW_H

#include <stdbool.h>

bool slow_wanted(void);

/* Ends the running test as skipped, and says why, unless the slow tests are wanted. */
void slow_only(const char *why);

#endif
