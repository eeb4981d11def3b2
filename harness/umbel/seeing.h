/* The options --profile, --sharing, --trace, --net-trace and --waves of `umbel run`, as a child
 * parser of argp. */
#ifndef UMBEL_HARNESS_UMBEL_SEEING_H
#define UMBEL_HARNESS_UMBEL_SEEING_H

#include "harness/observe/observe.h"

#include <argp.h>

/* Input of the child parser: the options that it fills. */
struct seeing {
    struct observe_options *o;
    struct error *err;
};

extern const struct argp umbel_seeing;

/* Default values of these options. */
#define UMBEL_SEEING_DEFAULTS                                                                      \
    {                                                                                              \
        .trace = {.to = UINT64_MAX}, .waves = {.to = UINT64_MAX}, .hottest = 10                    \
    }

#endif
