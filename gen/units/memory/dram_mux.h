/*
 * DRAM mux: a UMC and the RDC bank of its channel take turns at the DRAM.
 *
 * Channels: umc_req, umc_rsp to the UMC, with the messages of the protocol; rdc_req, rdc_rsp to the
 * RDC bank, and req, rsp to the DRAM, with those of msg_dram_req_rdc. A tag at the DRAM has a bit
 * above the wider of both tags, which is set in what the RDC asks. Of the spare bits the UMC has
 * the lowest, if it has any: it and the RDC have lines of their own.
 *
 * Both take all answers at once, so neither waits for the other's.
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_DRAM_MUX_H
#define UMBEL_GEN_UNITS_MEMORY_DRAM_MUX_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

extern const struct unit_counter dram_mux_counters[];

/* Emits the module, um_dram_mux_nc or um_dram_mux_vi, and returns its name. */
const char *dram_mux_emit(struct hdl_design *d, const struct rules *rules);

#endif
