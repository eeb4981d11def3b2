/*
 * Outcomes: the states in which runs of a test end, each once, with its count. A state has the
 * registers with a name and the last values of variables in `shown_var`: those that the condition
 * or `locations` names and those that more than one instruction writes. The others stay 0.
 */
#ifndef UMBEL_FORMAL_LITMUS_OUTCOME_H
#define UMBEL_FORMAL_LITMUS_OUTCOME_H

#include "formal/litmus/condition.h"
#include "sw/util/sbuf.h"

struct outcome {
    struct litmus_state state;
    uint64_t count;
    uint64_t forbidden; /* how many of them the model that was asked for forbids */
    uint64_t weak;      /* how many of them sequential consistency forbids */
};

/* Sorted by state; all zero is the empty set. */
struct outcomes {
    struct outcome **list;
    size_t n, room;
};

/* The entry of a state; created with counts of 0 if there is none. */
struct outcome *outcomes_at(struct outcomes *o, const struct litmus *t,
                            const struct litmus_state *state);
bool outcomes_have(const struct outcomes *o, const struct litmus *t,
                   const struct litmus_state *state);
/* Drops the outcomes for which the condition does not hold; NULL: drops none. */
void outcomes_filter(struct outcomes *o, const struct condition *filter);
void outcomes_free(struct outcomes *o);

/* "0:r0=1; 1:r0=0; x=2;" */
void outcome_text(const struct litmus *t, const struct litmus_state *state, struct sbuf *s);

#endif
