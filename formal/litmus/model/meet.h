/*
 * Who meets whom at the barriers of a test. Threads of a CTA that wait at one barrier, by number,
 * name and count, meet as soon as as many of them wait as its count says; without a count it is for
 * all of them that come to it. If a test has counts there may be several ways to meet.
 */
#ifndef UMBEL_FORMAL_LITMUS_MODEL_MEET_H
#define UMBEL_FORMAL_LITMUS_MODEL_MEET_H

#include "formal/litmus/model/execute.h"

struct meet_way {
    bool (*each)(void *ctx, const struct meetings *chosen); /* told of one; false ends it */
    void *ctx;
    uint64_t *work, most; /* it ends when so much work has been done */
};

/* Whether the names of all barriers are known, also of those that no thread has come to. */
bool meet_is_known(const struct litmus *t, const struct execution *x);
/* Tries all ways to meet. Whether there is one in which threads wait for ever. */
bool meet_each(const struct candidate *c, const struct execution *x, const struct meet_way *way);
/* Makes `met` anew of the meetings. */
void meet_relate(struct candidate *c);

#endif
