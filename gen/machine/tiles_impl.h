/* How a tile is described: its parameters, in the order of the calls. Shared by tiles*.c alone. */
#ifndef UMBEL_GEN_MACHINE_TILES_IMPL_H
#define UMBEL_GEN_MACHINE_TILES_IMPL_H

#include "gen/machine/impl.h"
#include "gen/system/derived.h"

/* Adds a parameter. */
void tile_with(struct tile *t, const char *name, uint32_t value);
/* Adds the widths of timestamps and times, when the protocol has them. */
void tile_with_times(struct tile *t, const struct netlist *n);
void tile_with_counters(struct tile *t, const struct netlist *n);
void tile_with_queues(struct tile *t, const struct netlist *n);
/* Adds the tile to the netlist, and returns its number. */
int tile_add(struct build *b, struct tile tile);

/* Core-side banks beside their package's memory are at one switch; others are in planes. */
bool tile_in_planes(const struct netlist *n);

#endif
