/* The table of schedules, by their numbers. */
#include "sw/policy/schedule.h"

#define ENTRY(name, word, package, run) [SCHEDULE_##name] = {word, package, run},
const struct schedule_policy schedule_policies[SCHEDULES] = {SCHEDULE_POLICIES(ENTRY)};
