/* A circuit whose gates, latches, outputs and constraints are of any nodes before them. */
#ifndef UMBEL_TESTS_FORMAL_RANDOM_CIRCUIT_H
#define UMBEL_TESTS_FORMAL_RANDOM_CIRCUIT_H

#include "formal/aig/aig.h"
#include "sw/util/rng.h"

#include <stdint.h>

static inline uint32_t random_literal(struct rng *r, const struct aig *a)
{
    return (uint32_t)rng_below(r, 2 * aig_nodes(a));
}

/* `gates` are asked for; those that are constant are not made. */
static inline struct aig random_circuit(struct rng *r, uint32_t inputs, uint32_t latches,
                                        uint32_t outputs, uint32_t constraints, uint32_t gates)
{
    struct aig a;
    aig_new(&a, inputs, latches, outputs, constraints);
    for (uint32_t i = 0; i < gates; i++)
        aig_and(&a, random_literal(r, &a), random_literal(r, &a));
    for (uint32_t i = 0; i < latches; i++)
        a.next[i] = random_literal(r, &a);
    for (uint32_t i = 0; i < outputs; i++)
        a.output[i] = random_literal(r, &a);
    for (uint32_t i = 0; i < constraints; i++)
        a.constraint[i] = random_literal(r, &a);
    return a;
}

#endif
