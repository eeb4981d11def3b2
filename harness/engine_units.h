/* The tiles of a system as objects: builds the units that are missing, and makes one a tile. */
#ifndef UMBEL_HARNESS_ENGINE_UNITS_H
#define UMBEL_HARNESS_ENGINE_UNITS_H

#include "gen/system/netlist.h"
#include "harness/dut.h"

struct waves;

/* Fills `duts`, one a tile; those that `waves` (NULL: none) wants record themselves. On an error
 * some may have no model. */
bool engine_units(const struct netlist *n, struct waves *waves, struct dut *duts,
                  void (*say)(const char *text), struct error *err);

#endif
