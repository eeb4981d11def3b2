/* How much of what a board's line can carry its reads and writes reach. */
#ifndef UMBEL_HARNESS_UMBEL_THROUGHPUT_H
#define UMBEL_HARNESS_UMBEL_THROUGHPUT_H

#include "harness/umbel/attach.h"

struct throughput {
    double data;    /* bytes of memory a second */
    double line;    /* bytes a second that the line could carry one way: baud / 10 */
    bool simulated; /* the seconds are the line's own: bits that passed, not what this host needs */
};

/* Reads all of memory, or writes back what is there, again and again for a while. */
bool throughput_measure(const struct attached *a, bool writes, struct throughput *t,
                        struct error *err);

#endif
