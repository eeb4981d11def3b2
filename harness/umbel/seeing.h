/* The options of `umbel run` that show more of a run than its counters. */
#ifndef UMBEL_HARNESS_UMBEL_SEEING_H
#define UMBEL_HARNESS_UMBEL_SEEING_H

#include "harness/observe/observe.h"

#include <argp.h>

/* What the child parser fills: its input. */
struct seeing {
    struct observe_options *o;
    struct error *err;
};

extern const struct argp umbel_seeing;

/* What they are unless they are given. */
#define UMBEL_SEEING_DEFAULTS                                                                      \
    {                                                                                              \
        .trace = {.to = UINT64_MAX}, .waves = {.to = UINT64_MAX}, .hottest = 10                    \
    }

#endif
