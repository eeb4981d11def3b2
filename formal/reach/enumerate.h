/* A small AIGER model whose choices are all tried. */
#ifndef UMBEL_FORMAL_REACH_ENUMERATE_H
#define UMBEL_FORMAL_REACH_ENUMERATE_H

#include "formal/aig/aig.h"

#include <stdbool.h>
#include <stdint.h>

#define AIG_NONE UINT64_MAX

enum { AIG_MOST_BITS = 24 };

struct aig_search {
    /* Asked. */
    uint32_t bits;                    /* of a choice */
    uint32_t input_of[AIG_MOST_BITS]; /* input that each is */
    uint32_t bad, running;            /* outputs; `bad` is looked at when a choice has ended */
    uint32_t limit;                   /* last cycle that is looked at */
    /* Answered. */
    uint64_t found;        /* choices for which `bad` was set */
    uint32_t found_in;     /* the first cycle in which it was */
    uint64_t found_choice; /* with this one; AIG_NONE */
    uint64_t late_choice;  /* one that was still running at the limit; AIG_NONE */
    uint32_t ended_by;     /* no other was running in this cycle */
};

/* Of two outputs, `running` is the one that is set in cycle 0. Nothing is assumed. */
bool aig_roles(const struct aig *a, struct aig_search *s);

void aig_enumerate(const struct aig *a, struct aig_search *s);

#endif
