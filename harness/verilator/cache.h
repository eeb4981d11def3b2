/*
 * The cache of built units, build/units unless UMBEL_CACHE names another folder: HASH.so, and
 * HASH.PID.tmp while that unit is being built.
 *
 * One process builds at a time: another one that wants the same units finds them afterwards, and
 * what it finds half-built nobody is building any more.
 */
#ifndef UMBEL_HARNESS_VERILATOR_CACHE_H
#define UMBEL_HARNESS_VERILATOR_CACHE_H

#include "sw/util/error.h"

const char *cache_dir(void);

/* Waits for its turn, makes the folder if there is none, and removes what builds that were killed
 * have left. To be closed with cache_unlock; -1 and an error otherwise. `say`: see units_build. */
int cache_lock(void (*say)(const char *text), struct error *err);
void cache_unlock(int lock);

#endif
