/* Builds and loads the recorder (waves.h), kept in the cache of units like them. */
#ifndef UMBEL_HARNESS_VERILATOR_RECORDER_LOAD_H
#define UMBEL_HARNESS_VERILATOR_RECORDER_LOAD_H

#include "harness/verilator/waves.h"
#include "sw/util/error.h"

/* Builds it unless the cache has it. `say`: see units_build. */
bool recorder_build(void (*say)(const char *text), struct error *err);

/* Loads it, once, for all units that come after. NULL and an error when it is not there. */
const struct recorder_type *recorder_load(struct error *err);

#endif
