/*
 * Units with monitors: they check, while they run, what the proofs assume of a unit's neighbours.
 *
 * The assumptions are the same texts that the proofs read (formal/units/NAME_env.vh), inserted
 * before `endmodule` of the emitted module together with formal/units/monitors.vh, which defines
 * their macros. Such units are built separately and leave the ordinary ones as they are.
 *
 * Plain C, read by the harness and by the units' C++ (shim_monitors.h).
 */
#ifndef UMBEL_HARNESS_VERILATOR_MONITORS_H
#define UMBEL_HARNESS_VERILATOR_MONITORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct monitor {
    const char *name; /* "um_umc_mgcc.reqtracker.lines_of_this_controller": path in its tile */
    uint64_t seen;    /* cycles in which the assumption was checked */
    bool broken;      /* it did not hold in one of them */
};

/* The symbol um_monitor_unit that a unit with monitors exports besides um_dut_type. */
struct monitor_unit {
    size_t (*list)(const void *model, const struct monitor **monitors);
    const bool *(*broken)(const void *model); /* whether any was broken; stays set */
};

#endif
