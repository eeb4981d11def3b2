/*
 * Units with monitors: what the proofs assume of a unit's neighbours, watched while it runs.
 *
 * The texts are those that the proofs read (formal/units/NAME_env.vh), put before `endmodule` of
 * the emitted module, where formal/units/monitors.vh says what their words mean. Such units are
 * built apart from the ordinary ones, which they leave as they are.
 *
 * Plain C, read by the harness and by the units' C++ (shim_monitors.h).
 */
#ifndef UMBEL_HARNESS_VERILATOR_MONITORS_H
#define UMBEL_HARNESS_VERILATOR_MONITORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct monitor {
    const char *name; /* "um_umc_mgcc.reqtracker.lines_of_this_controller": where in its tile */
    uint64_t seen;    /* cycles in which the assumption had something to say */
    bool broken;      /* in one of them it was not kept */
};

/* What a unit with monitors exports as um_monitor_unit, besides um_dut_type. */
struct monitor_unit {
    size_t (*list)(const void *model, const struct monitor **monitors);
    const bool *(*broken)(const void *model); /* whether any of them was; stays */
};

#endif
