/*
 * The steady state: temperatures at which each cell loses the heat that it gets, as the solution of
 * one sparse, symmetric, positive definite system (CHOLMOD).
 */
#ifndef UMBEL_HARNESS_THERMAL_SOLVE_H
#define UMBEL_HARNESS_THERMAL_SOLVE_H

#include "harness/thermal/stack.h"

struct heat {
    double *rise;       /* of each cell of the grid above the ambient, in K; 0 without material */
    double in;          /* watts of all blocks */
    double top, bottom; /* watts that leave through the faces */
};

/* `watts` has the power of each block, which is spread evenly over its volume. False and an error
 * if the system cannot be solved, or if what leaves is not what came in. */
bool heat_solve(const struct stack *g, const struct floorplan *f, const double *watts,
                struct heat *h, struct error *err);
void heat_free(struct heat *h);

#endif
