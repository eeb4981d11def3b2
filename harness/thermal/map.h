/*
 * What is told of a solved floorplan: the temperature of each block, as a table, as JSON and as a
 * picture of the blocks' layer.
 */
#ifndef UMBEL_HARNESS_THERMAL_MAP_H
#define UMBEL_HARNESS_THERMAL_MAP_H

#include "harness/thermal/power.h"
#include "harness/thermal/solve.h"

#include <stdio.h>

/* Of one block, in degrees C: over its cells, by their volume. */
struct map_block {
    double mean, max;
};

struct map {
    const struct floorplan *f;
    const struct energies *e; /* NULL without a run */
    const struct power *p;
    const struct stack *g;
    const struct heat *h;
    struct map_block *blocks;
    uint32_t hottest; /* the block with the highest max; the first of equals */
};

struct map map_new(const struct floorplan *f, const struct energies *e, const struct power *p,
                   const struct stack *g, const struct heat *h);
void map_free(struct map *m);

void map_print(const struct map *m, FILE *out);
struct json_t *map_json(const struct map *m);
/* The picture as SVG, by gnuplot; to be freed. NULL and an error if gnuplot fails. */
char *map_svg(const struct map *m, struct error *err);

#endif
