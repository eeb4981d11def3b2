/* The table of placements, by their numbers. */
#include "sw/policy/placement.h"

#define ENTRY(name, word, home, kind) [PLACEMENT_##name] = {word, home, kind},
const struct placement_policy placement_policies[PLACEMENTS] = {PLACEMENT_POLICIES(ENTRY)};
