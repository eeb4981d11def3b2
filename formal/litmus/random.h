/*
 * Random litmus tests as text, in the PTX form of formal/litmus/read/README.md. The same seed and
 * number give the same text on every computer. A test has two to four threads on one to three
 * variables, two of which are sometimes in one line. Each thread has a place, a CTA of a GPU.
 *
 * Nearly half of the tests are known cycles with fences, and loads before them that leave copies
 * under leases in the caches. Under rc clocks move at fences alone, so that only such a test shows
 * that a copy is read beyond its time. Threads of the other tests have one to four instructions.
 */
#ifndef UMBEL_FORMAL_LITMUS_RANDOM_H
#define UMBEL_FORMAL_LITMUS_RANDOM_H

#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stdint.h>

struct random_litmus {
    uint64_t seed, number; /* number: of the test among those of its seed */
    uint32_t gpus, ctas;   /* ctas: per GPU; both at least 1 */
    bool barrier;          /* each thread has a bar.sync 0 after its first instruction */
};

/* "random-SEED-NUMBER" */
void random_litmus_name(const struct random_litmus *r, struct sbuf *name);
void random_litmus(const struct random_litmus *r, struct sbuf *text);

#endif
