/* What the parts of a run (parts.h) say of the launches of a launch file. */
#ifndef UMBEL_HARNESS_RUN_LAUNCHES_H
#define UMBEL_HARNESS_RUN_LAUNCHES_H

#include "harness/run/session.h"

/* A step of the session has ended, or the run has in it. */
void launches_end(struct session *s, size_t step, enum run_end end);
/* The whole run has: results are compared once, so all launches that ended have one verdict. */
void launches_judge(struct session *s, enum run_end end);

#endif
