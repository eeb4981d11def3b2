/*
 * Verilator's runtime as one object file, kept in the cache of units. Every unit that does not
 * record itself is linked with it: compiling the runtime takes three times as long as compiling a
 * unit.
 */
#ifndef UMBEL_HARNESS_VERILATOR_RUNTIME_H
#define UMBEL_HARNESS_VERILATOR_RUNTIME_H

#include "sw/util/error.h"

#include <limits.h>

/* Where the object is, built first if the cache lacks it. To be called with the cache locked. */
bool runtime_build(char object[PATH_MAX], struct error *err);

#endif
