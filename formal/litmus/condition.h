/* Evaluates the condition of a test over one state: the last values of registers and variables. */
#ifndef UMBEL_FORMAL_LITMUS_CONDITION_H
#define UMBEL_FORMAL_LITMUS_CONDITION_H

#include "formal/litmus/litmus.h"

struct litmus_state {
    uint64_t regs[LITMUS_THREADS][LITMUS_REGS];
    uint32_t vars[LITMUS_VARS]; /* last values */
};

/* Whether the proposition holds; the quantifier is the caller's. */
bool condition_holds(const struct condition *c, const struct litmus_state *s);

#endif
