/* Placements: which thread of a test runs on which L1 of a system. */
#ifndef UMBEL_FORMAL_LITMUS_PLACE_H
#define UMBEL_FORMAL_LITMUS_PLACE_H

#include "formal/litmus/litmus.h"

struct placement {
    struct litmus_place at[LITMUS_THREADS];
};

struct placements {
    struct placement *list; /* to be freed */
    size_t n;
};

enum { PLACE_TEXT = LITMUS_THREADS * 6 };

/*
 * All placements of a test on `gpus` GPUs of `sms` L1s each, up to renaming: GPUs are alike, and so
 * are the L1s of a GPU. `asked` is one placement as text, "0.0,1.0" for the first L1 of GPU 0 and
 * the first of GPU 1; if it is NULL, the test's own annotations decide, if it has any.
 */
bool placements_find(const struct litmus *t, uint32_t gpus, uint32_t sms, const char *asked,
                     struct placements *p, struct error *err);

void placement_text(const struct litmus *t, const struct placement *p, char text[PLACE_TEXT]);

#endif
