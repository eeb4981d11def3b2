/*
 * RDC: remote data cache, one bank per memory channel of a package (CARVE IV-A). It caches lines
 * of other packages' memories in a carve-out of the package's own memory: direct-mapped, with tag,
 * epoch and valid bit in the spare bits beside the data, so one access to DRAM reads all of them.
 *
 * Channels: req, rsp to the package's memory switches, where its L2 banks ask; mem_req, mem_rsp to
 * the lanes; dram_req, dram_rsp to the channel's um_dram_mux. The lowest UMC_W bits of a line
 * address choose the bank, as they choose a UMC. src and dst of messages are those of the L2 banks:
 * homes and banks do not see that an RDC is between them.
 *
 * A set is one line of the channel, at START and above. An OP_EMPTY of LEVEL_RDC begins the next
 * epoch: copies of earlier ones no longer hit. When the epochs are used up, all sets are cleared
 * before its answer. Writes go through to the home; with the option writes_back whole lines stay
 * here until the epoch ends (rdc_back.h).
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_RDC_H
#define UMBEL_GEN_UNITS_MEMORY_RDC_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

const struct unit_counter *rdc_counters(const struct rules *rules, struct unit_options on);

/* Emits the module, um_rdc_nc, um_rdc_nc_back or um_rdc_vi, and returns its name. */
const char *rdc_emit(struct hdl_design *d, const struct rules *rules, struct unit_options on);

#endif
