/* Tries all choices of a small AIGER model. A choice is the values of some inputs in cycle 0. */
#ifndef UMBEL_FORMAL_REACH_ENUMERATE_H
#define UMBEL_FORMAL_REACH_ENUMERATE_H

#include "formal/aig/aig.h"

#include <stdbool.h>
#include <stdint.h>

#define AIG_NONE UINT64_MAX

enum { AIG_MOST_BITS = 24 };

struct aig_search {
    /* Asked. */
    uint32_t bits;                    /* bits of a choice */
    uint32_t input_of[AIG_MOST_BITS]; /* the input of each bit */
    uint32_t bad, running;            /* outputs; `bad` is read once `running` is 0 */
    uint32_t limit;                   /* last cycle that is searched */
    /* Answered. */
    uint64_t found;        /* number of choices for which `bad` was set */
    uint32_t found_in;     /* the first cycle in which it was set */
    uint64_t found_choice; /* a choice for which it was set in that cycle; AIG_NONE */
    uint64_t late_choice;  /* a choice that was still running at the limit; AIG_NONE */
    uint32_t ended_by;     /* no other choice was running in this cycle */
};

/* Finds out which of the two outputs is `running`: the one that is set in cycle 0. False unless the
 * model has two outputs and no constraints. */
bool aig_roles(const struct aig *a, struct aig_search *s);

void aig_enumerate(const struct aig *a, struct aig_search *s);

#endif
