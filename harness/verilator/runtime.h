/*
 * Verilator's runtime as one object file, kept in the cache of units. Every unit that does not
 * record itself is linked with it: compiling the runtime takes three times as long as compiling a
 * unit.
 */
#ifndef UMBEL_HARNESS_VERILATOR_RUNTIME_H
#define UMBEL_HARNESS_VERILATOR_RUNTIME_H

#include "harness/verilator/tools.h"

/* Builds the runtime unless the cache has it. `say`: see units_build. */
bool runtime_have(const struct cache *c, const struct tools *t, void (*say)(const char *text),
                  struct error *err);

/* Puts the runtime as RUNTIME_FILE into the folder where a unit is built. */
#define RUNTIME_FILE "runtime.o"
bool runtime_take(const struct cache *c, const struct tools *t, const char *dir, struct error *err);

#endif
