/*
 * From Verilog to a loadable unit: runs Verilator and the C++ compiler, keeps the result in the
 * cache (cache.h) under the hash of everything it was made from, and loads it (objects.h).
 */
#ifndef UMBEL_HARNESS_VERILATOR_BUILD_H
#define UMBEL_HARNESS_VERILATOR_BUILD_H

#include "gen/machine/netlist.h"
#include "harness/dut.h"
#include "harness/verilator/monitors.h"
#include "harness/verilator/waves.h"
#include "sw/util/sbuf.h"

struct unit_job {
    const struct tile *tile;           /* module and parameters */
    const char *control;               /* text of a control file for Verilator, NULL: none */
    bool waves;                        /* the unit records itself: see waves.h */
    const struct rules *monitors;      /* rules that its monitors check, see monitors.h; or NULL */
    const struct dut_type *type;       /* result */
    const struct wave_unit *wave_unit; /* result, if the unit records itself */
    const struct monitor_unit *monitor_unit; /* result, if the unit has monitors */
};

/* Builds the units that the cache lacks, `jobs` at a time, and loads all. `say` is told what is
 * being built; NULL for silence. */
bool units_build(struct unit_job *units, size_t n, struct hdl_design *d, int jobs,
                 void (*say)(const char *text), struct error *err);

/* Appends a control file that keeps each unit of a netlist a class of its own, compiled once.
 * Otherwise Verilator inlines units into the top, and each instance is compiled. */
void units_apart(const struct netlist *n, struct sbuf *control);

/* The version of Verilator, whose runtime the units have, "5.006 2023-01-22"; false if none. */
enum { VERILATOR_VERSION_TEXT = 64 };
bool verilator_version(char text[VERILATOR_VERSION_TEXT]);

#endif
