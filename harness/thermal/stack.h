/*
 * The grid of cells that a floorplan is cut into, and the conductances between them.
 *
 * Along x and y a line lies at each edge of a layer and of a block, and others between them, so no
 * cell belongs to two blocks and no area is rounded. A layer is as many cells thick as its slices.
 * A cell has one temperature, that of its middle. Neighbours are joined by the two halves of their
 * materials in series, as is the last cell below a face by its half and its share of the face's
 * resistance. Lengths in metres; x and y count from the largest layer's lower left corner.
 */
#ifndef UMBEL_HARNESS_THERMAL_STACK_H
#define UMBEL_HARNESS_THERMAL_STACK_H

#include "harness/thermal/floorplan.h"

enum { STACK_NOTHING = -1 }; /* a cell in which no material is; a cell of no block */

/* The lines along one axis: n cells between n + 1 lines. */
struct stack_axis {
    double *line;
    size_t n;
};

struct stack_cell {
    double conductivity; /* W/(m K) */
    int unknown;         /* its number among those with material, or STACK_NOTHING */
};

struct stack {
    struct stack_axis x, y, z;
    struct stack_cell *cells; /* x counts fastest, then y, then z */
    size_t unknowns;
    size_t heated_from, heated_to;            /* the z of the blocks' layer, and the z above it */
    int *block;                               /* of each x, y: the block, or STACK_NOTHING */
    uint32_t *layer;                          /* of each z: the layer */
    double top_resistance, bottom_resistance; /* of the whole face; 0: closed */
    double top_area, bottom_area;
};

/* NULL and an error if a block's heat has no way to an open face, or if there are too many cells.
 */
struct stack *stack_new(const struct floorplan *f, struct error *err);
void stack_free(struct stack *g);
/* Part of stack_new: each cell is joined to an open face. If one is not, the system is singular. */
bool stack_check_ways(const struct stack *g, const struct floorplan *f, struct error *err);

size_t stack_at(const struct stack *g, size_t x, size_t y, size_t z);
double stack_length(const struct stack_axis *a, size_t i);
/* W/K from a cell to the next one along an axis (0: x, 1: y, 2: z); 0 where there is none. `next`
 * is set to it. */
double stack_conductance(const struct stack *g, const size_t at[3], int axis, size_t *next);
/* W/K from a cell to the air: through the top, and through the bottom. */
double stack_to_top(const struct stack *g, size_t x, size_t y, size_t z);
double stack_to_bottom(const struct stack *g, size_t x, size_t y, size_t z);

#endif
