/*
 * From Verilog to a loadable unit: runs Verilator and the C++ compiler, keeps the result under the
 * hash of everything it was made from, and loads it.
 *
 * The cache is build/units (UMBEL_CACHE overrides it): HASH.so, written aside and renamed, so that
 * an interrupted build leaves nothing behind and two builds may run at once.
 */
#ifndef UMBEL_HARNESS_VERILATOR_BUILD_H
#define UMBEL_HARNESS_VERILATOR_BUILD_H

#include "gen/system/netlist.h"
#include "harness/dut.h"

struct unit_job {
    const struct tile *tile; /* module and parameters */
    const struct dut_type *type; /* result */
};

/* Builds what the cache lacks, `jobs` at a time, and loads all. `say` is told what is being built,
 * NULL for silence. */
bool units_build(struct unit_job *units, size_t n, struct hdl_design *d, int jobs,
                 void (*say)(const char *text), struct error *err);

#endif
