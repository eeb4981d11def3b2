/*
 * UMC: unified memory controller, the one home of its slice of memory for every GPU (thesis 3.1).
 * A ReqTracker and a TSU or an IMST (modules emitted on their own) beside a DRAM channel.
 *
 * Channels: req, rsp to the memory's switch, and ack from there; dram_req, dram_rsp to DRAM.
 * The lowest UMC_W bits of a line address choose the controller (gen/proto/address.h).
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_UMC_H
#define UMBEL_GEN_UNITS_MEMORY_UMC_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

const struct unit_counter *umc_counters(const struct rules *rules, struct unit_options on);

/* Emits the module around a ReqTracker and what is beside it, a TSU, an IMST or nothing (NULL),
 * whose modules' names are given and were emitted with the same options, and returns its name. */
const char *umc_emit(struct hdl_design *d, const struct rules *rules, struct unit_options on,
                     const char *reqtracker, const char *beside);

#endif
