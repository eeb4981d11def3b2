/* One unit, from its Verilog to a shared object: its key (unit_key.c), its build (unit_make.c). */
#ifndef UMBEL_HARNESS_VERILATOR_UNIT_H
#define UMBEL_HARNESS_VERILATOR_UNIT_H

#include "harness/verilator/build.h"
#include "harness/verilator/tools.h"

struct unit_source {
    const struct unit_job *job;
    struct hdl_design *design;
    const struct cache *cache;
    const struct tools *tools;
};

/* The hash of everything that the unit is made from. */
bool unit_key(const struct unit_source *u, char key[HASH_NAME], struct error *err);

/* Leaves OBJECT_FILE in `dir` (objects.h). `of` is a struct unit_source. */
bool unit_make(const void *of, const char *dir, struct error *err);

/* Options of both tools are part of the key: a change of them rebuilds. */
#define VERILATOR_OPTIONS                                                                          \
    "--cc", "-O3", "--x-assign", "fast", "--x-initial", "fast", "--no-timing", "--no-assert"
/* A line and its message fit these limits; all ports of a switch in one vector, and whole arrays,
 * do not. */
#define WAVES_OPTIONS "--trace-fst", "--trace-max-width", "4096", "--trace-max-array", "32"

#endif
