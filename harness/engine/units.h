/* The tiles of a system as objects: builds missing units, and makes one object per tile. */
#ifndef UMBEL_HARNESS_ENGINE_UNITS_H
#define UMBEL_HARNESS_ENGINE_UNITS_H

#include "gen/machine/netlist.h"
#include "harness/dut.h"

struct waves;

/* A tile, and its monitors if units are built with them (monitors.h); NULL else. */
struct engine_unit {
    struct dut dut;
    const struct monitor_unit *monitors;
};

/* Fills `units`, one for each tile. Tiles chosen by `waves` (NULL: none) record themselves and have
 * no monitors. After an error some units may have no model. */
bool engine_units(const struct netlist *n, struct waves *waves, struct engine_unit *units,
                  void (*say)(const char *text), struct error *err);

#endif
