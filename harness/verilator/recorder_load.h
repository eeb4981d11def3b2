/* Builds and loads the recorder (waves.h), kept in the cache of units like them. */
#ifndef UMBEL_HARNESS_VERILATOR_RECORDER_LOAD_H
#define UMBEL_HARNESS_VERILATOR_RECORDER_LOAD_H

#include "harness/verilator/tools.h"
#include "harness/verilator/waves.h"

/* Once, for all units that come after; built unless the cache has it. `say`: see units_build. NULL
 * and an error when it cannot be had. */
const struct recorder_type *recorder_load(const struct cache *c, const struct tools *t,
                                          void (*say)(const char *text), struct error *err);

/* The one that is loaded; NULL: none yet. */
const struct recorder_type *recorder_type(void);

#endif
