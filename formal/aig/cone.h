/*
 * A circuit over some cycles as clauses, as in cnf.h, but of the gates that a question reads alone:
 * they are made when a literal is first asked for.
 */
#ifndef UMBEL_FORMAL_AIG_CONE_H
#define UMBEL_FORMAL_AIG_CONE_H

#include "formal/aig/aig.h"
#include "formal/aig/gates.h"

struct cone {
    const struct aig *a;
    uint32_t cycles;
    struct gates gates; /* with `add` and `to` set */
    int32_t *made;      /* of each node in the first cycle, then in the next ...; 0: not made yet */
};

/* Latches begin with any values. */
void cone_new(struct cone *c, const struct aig *a, uint32_t cycles);
/* The literal of `x` in a cycle. */
int32_t cone_literal(struct cone *c, uint32_t cycle, uint32_t x);
/* The literal of a node in a cycle if it is made, else 0. */
int32_t cone_made(const struct cone *c, uint32_t cycle, uint32_t node);
void cone_free(struct cone *c);

#endif
