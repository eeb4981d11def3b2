/*
 * How fast a placed design may run, and what keeps it from running faster: nextpnr's --report, its
 * critical path as a way from unit to unit.
 */
#ifndef UMBEL_FPGA_BUILD_TIMING_H
#define UMBEL_FPGA_BUILD_TIMING_H

#include "fpga/build/area.h"

/* Cells behind each other whose names come of one wire. */
struct timing_step {
    const char *unit; /* the name of its row */
    const char *wire; /* the nearest that has a name in the Verilog: "mshr_busy_q" */
    unsigned cells;
    double until; /* ns from the clock's edge until the signal leaves the last of them */
};

struct timing {
    double reached;            /* MHz */
    const char *clock;         /* the net that is */
    double cells, wires;       /* ns of the path in each */
    struct timing_step *steps; /* the first and the last are registers */
    size_t n_steps;
    struct arena arena;
};

/* `units` tell whose a cell is. */
bool timing_read(struct timing *t, struct area *units, const char *path, struct error *err);
void timing_free(struct timing *t);

#endif
