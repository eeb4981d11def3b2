/* Placements: which thread of a test runs on which L1 of a system. */
#ifndef UMBEL_HARNESS_LITMUS_PLACE_H
#define UMBEL_HARNESS_LITMUS_PLACE_H

#include "harness/litmus/litmus.h"

struct placement {
    struct litmus_place at[LITMUS_THREADS];
};

struct placements {
    struct placement *list; /* to be freed */
    size_t n;
};

enum { PLACE_TEXT = LITMUS_THREADS * 6 };

/*
 * All placements of a test on `gpus` GPUs of `sms` L1s, but for names: GPUs are alike, and so are
 * the L1s of one. `asked` is one placement as text, "0.0,1.0" for GPU 0's first L1 and GPU 1's; or
 * NULL, and then the test's own annotations decide, if it has any.
 */
bool placements_find(const struct litmus *t, uint32_t gpus, uint32_t sms, const char *asked,
                     struct placements *p, struct error *err);

void placement_text(const struct litmus *t, const struct placement *p, char text[PLACE_TEXT]);

#endif
