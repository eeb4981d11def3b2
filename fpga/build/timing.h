/*
 * The clock that a placed design reaches, and its critical path from unit to unit, read from
 * nextpnr's --report.
 */
#ifndef UMBEL_FPGA_BUILD_TIMING_H
#define UMBEL_FPGA_BUILD_TIMING_H

#include "fpga/build/area.h"

/* A step of the path: consecutive cells that are named after the same wire. */
struct timing_step {
    const char *unit; /* name of the unit's row in struct area */
    const char *wire; /* the wire, as the Verilog calls it: "mshr_busy_q" */
    unsigned cells;
    double until; /* ns from the clock's edge until the last cell's output has settled */
};

struct timing {
    double reached;            /* MHz */
    const char *clock;         /* net of the slowest clock, which the others describe */
    double cells, wires;       /* ns that the path spends in cells and in wires */
    struct timing_step *steps; /* the first and the last are registers */
    size_t n_steps;
    struct arena arena;
};

/* `units`: the rows that assign each cell to a unit. */
bool timing_read(struct timing *t, struct area *units, const char *path, struct error *err);
void timing_free(struct timing *t);

#endif
