/* Deterministic random numbers (SplitMix64): same seed, same sequence, on every machine. */
#ifndef UMBEL_SW_UTIL_RNG_H
#define UMBEL_SW_UTIL_RNG_H

#include <stdint.h>

struct rng {
    uint64_t state;
};

static inline uint64_t rng_next(struct rng *r)
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Uniform enough for tests and workloads: 0 .. bound-1, bound > 0. */
static inline uint64_t rng_below(struct rng *r, uint64_t bound)
{
    return rng_next(r) % bound;
}

#endif
