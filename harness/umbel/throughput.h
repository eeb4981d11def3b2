/* Measures the throughput of reads and writes over a board's line. */
#ifndef UMBEL_HARNESS_UMBEL_THROUGHPUT_H
#define UMBEL_HARNESS_UMBEL_THROUGHPUT_H

#include "harness/umbel/attach.h"

struct throughput {
    double data;    /* bytes of memory per second */
    double line;    /* bytes per second that the line can carry one way: baud / 10 */
    bool simulated; /* seconds are counted in bits on the line, not in time on this host */
};

/* Reads all of memory, or writes its contents back, repeatedly for a while. */
bool throughput_measure(const struct attached *a, bool writes, struct throughput *t,
                        struct error *err);

#endif
