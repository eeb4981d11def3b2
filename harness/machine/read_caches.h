/*
 * The instruction caches and the scalar caches (sw/sm/read_cache.h): one of each for every so many
 * SMs of a package, as the shader arrays of the thesis' GPUs have them (its table 3.1).
 */
#ifndef UMBEL_HARNESS_MACHINE_READ_CACHES_H
#define UMBEL_HARNESS_MACHINE_READ_CACHES_H

#include "gen/system/system.h"
#include "sw/sm/sm.h"

struct read_caches;
struct stats;

/* NULL: the system has none. */
struct read_caches *read_caches_new(const struct system *s);
void read_caches_free(struct read_caches *r);
/* SM number `i` asks for what its step needed; in the order of the SMs. NULL: nothing. */
void read_caches_ask(struct read_caches *r, uint32_t i, struct sm *sm);
/* A launch begins. The host may have changed constants since the last one, and parameters are
 * others, so the scalar caches are emptied; kernels are as they were. */
void read_caches_begin(struct read_caches *r);
void read_caches_stats(const struct read_caches *r, struct stats *s);

#endif
