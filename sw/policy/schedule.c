/* The table of schedules, by their numbers. */
#include "sw/policy/schedule.h"

#define ENTRY(name, word, package, source) [SCHEDULE_##name] = {word, package, source},
const struct schedule_policy schedule_policies[SCHEDULES] = {SCHEDULE_POLICIES(ENTRY)};
