/* Where the threads of a litmus test are, for tests of the models. */
#ifndef UMBEL_TESTS_LITMUS_PLACES_H
#define UMBEL_TESTS_LITMUS_PLACES_H

#include "formal/litmus/litmus.h"

/* All threads in one CTA; and each on a GPU of its own. */
static const struct litmus_place together[LITMUS_THREADS] = {{0, 0}};
static const struct litmus_place apart[LITMUS_THREADS] = {{0, 0}, {1, 0}, {2, 0}, {3, 0},
                                                          {4, 0}, {5, 0}, {6, 0}, {7, 0}};

#endif
