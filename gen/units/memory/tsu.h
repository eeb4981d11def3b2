/*
 * TSU: timestamp storage unit (thesis 4.2.6; gen/proto/README.md, M1, M3, M5, M9).
 *
 * A set-associative memory of memts: no lease on a line reaches beyond the line's memts. The grant
 * of a look-up comes LATENCY cycles later, in order, while DRAM works on the same request. The TSU
 * evicts the entry with the lowest memts and raises the floor to it, so a line that returns cannot
 * be granted less. With the option `own_ways` each way is of one GPU, way w of those whose number
 * is w modulo the ways or the GPUs, and an entry is put into a way of the GPU that asked first.
 *
 * Channels, both inside the memory controller; `line` is the line within the controller's memory:
 *   look    | copy_rts | copy | cts | store | line | tag |
 *   grant   | same | rts | wts | tag |
 * fail_o: a timestamp would have run over in the last epoch. The TSU then withholds the grant and
 * stops.
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_TSU_H
#define UMBEL_GEN_UNITS_MEMORY_TSU_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

/* Its events have outputs, hit_o, miss_o and so on; the memory controller counts them. */

/* Emits the module and returns its name. Of the options `keep_wts` changes it. */
const char *tsu_emit(struct hdl_design *d, const struct rules *rules, struct unit_options on);

#endif
