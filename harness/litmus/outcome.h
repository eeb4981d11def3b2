/*
 * Outcomes: the states in which runs of a test end, each once, with how often it was seen. A state
 * has all registers, and the last values of variables that `shown_var` names: those in the
 * condition and those that more than one instruction writes. The others stay 0.
 */
#ifndef UMBEL_HARNESS_LITMUS_OUTCOME_H
#define UMBEL_HARNESS_LITMUS_OUTCOME_H

#include "harness/litmus/condition.h"
#include "sw/util/sbuf.h"

struct outcome {
    struct litmus_state state;
    uint64_t count;
    uint64_t forbidden; /* of them, by the model that was asked for */
    uint64_t weak;      /* of them, those that sequential consistency forbids */
};

/* Sorted by state; zeroed, it is empty. */
struct outcomes {
    struct outcome **list;
    size_t n, room;
};

/* The entry of a state, made with counts of 0 if there is none. */
struct outcome *outcomes_at(struct outcomes *o, const struct litmus *t,
                            const struct litmus_state *state);
bool outcomes_have(const struct outcomes *o, const struct litmus *t,
                   const struct litmus_state *state);
/* Drops the outcomes for which the condition does not hold; NULL: none. */
void outcomes_filter(struct outcomes *o, const struct condition *filter);
void outcomes_free(struct outcomes *o);

/* "0:r0=1; 1:r0=0; x=2;" */
void outcome_text(const struct litmus *t, const struct litmus_state *state, struct sbuf *s);

#endif
