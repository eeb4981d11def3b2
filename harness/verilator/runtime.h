/*
 * Verilator's runtime as one object file, and its headers as the compiler keeps them after reading
 * (a precompiled header), both in the cache of units. Every unit that does not record itself is
 * compiled with these headers and linked with this runtime: reading the headers takes two thirds of
 * the time of a small unit, and compiling the runtime as long as several units.
 */
#ifndef UMBEL_HARNESS_VERILATOR_RUNTIME_H
#define UMBEL_HARNESS_VERILATOR_RUNTIME_H

#include "harness/verilator/tools.h"

/* Builds both unless the cache has them. `jobs`, `say`: see units_build. */
bool runtime_have(const struct cache *c, const struct tools *t, int jobs,
                  void (*say)(const char *text), struct error *err);

/* Puts them into the folder where a unit is built. They are checked only if they are not there:
 * runtime_have has checked them a moment ago. */
#define RUNTIME_FILE "runtime.o"
#define HEADERS_FILE "headers.pch"
/* The headers are read before the unit. The compiler does not compare them with their sources:
 * another version of Verilator or of the compiler has other entries. */
#define CXX_HEADERS "-include-pch", HEADERS_FILE, "-Xclang", "-fno-validate-pch"
/* clang asks a library whether an atomic variable needs no lock. */
#define CXX_LIBRARIES "-lpthread", "-latomic"
bool runtime_take(const struct cache *c, const struct tools *t, const char *dir, struct error *err);

#endif
