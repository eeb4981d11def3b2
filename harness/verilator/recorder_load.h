/* Builds and loads the recorder (waves.h), which is kept in the cache of units. */
#ifndef UMBEL_HARNESS_VERILATOR_RECORDER_LOAD_H
#define UMBEL_HARNESS_VERILATOR_RECORDER_LOAD_H

#include "harness/verilator/tools.h"
#include "harness/verilator/waves.h"

/* Loads the recorder once, before all units that need it; builds it unless the cache has it. `say`:
 * see units_build. NULL and an error on failure. */
const struct recorder_type *recorder_load(const struct cache *c, const struct tools *t,
                                          void (*say)(const char *text), struct error *err);

/* The recorder that is loaded; NULL: none yet. */
const struct recorder_type *recorder_type(void);

#endif
