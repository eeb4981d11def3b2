/*
 * Random litmus tests as text, in the PTX form of harness/litmus/README.md: the same numbers give
 * the same text on every machine. Two to four threads of one to four instructions on one to three
 * variables, sometimes two of them in one line; each thread with a place.
 */
#ifndef UMBEL_FORMAL_LITMUS_RANDOM_H
#define UMBEL_FORMAL_LITMUS_RANDOM_H

#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stdint.h>

struct random_litmus {
    uint64_t seed, number; /* of the test among those of its seed */
    uint32_t gpus, ctas;   /* places there are: CTAs of each GPU; at least 1 */
    bool barrier;          /* behind its first instruction each thread comes to bar.sync 0 */
};

/* "random-SEED-NUMBER" */
void random_litmus_name(const struct random_litmus *r, struct sbuf *name);
void random_litmus(const struct random_litmus *r, struct sbuf *text);

#endif
