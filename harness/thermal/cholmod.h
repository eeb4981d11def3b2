/*
 * CHOLMOD, loaded when it is first used: it brings a BLAS, which would cost every start of umbel
 * time and address space.
 */
#ifndef UMBEL_HARNESS_THERMAL_CHOLMOD_H
#define UMBEL_HARNESS_THERMAL_CHOLMOD_H

#include "sw/util/error.h"

#include <cholmod.h>

/* The functions that are used, without `cholmod_`. */
#define CHOLMOD_FUNCTIONS(F)                                                                       \
    F(start)                                                                                       \
    F(finish)                                                                                      \
    F(allocate_triplet)                                                                            \
    F(triplet_to_sparse)                                                                           \
    F(free_triplet)                                                                                \
    F(zeros)                                                                                       \
    F(analyze)                                                                                     \
    F(factorize) F(solve) F(free_factor) F(free_dense) F(free_sparse)

#define CHOLMOD_FIELD(name) __typeof__(cholmod_##name) *name;
struct cholmod {
    CHOLMOD_FUNCTIONS(CHOLMOD_FIELD)
};
#undef CHOLMOD_FIELD

/* NULL and an error that says what to install if it cannot be loaded. */
const struct cholmod *cholmod_load(struct error *err);

#endif
