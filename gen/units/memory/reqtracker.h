/*
 * ReqTracker: the memory controller's table of requests in flight (thesis 4.2.5;
 * gen/proto/README.md, M8).
 *
 * Every request takes an entry. A request whose line is in flight already waits for the youngest
 * earlier request to that line. Every other request is offered at once to DRAM and to the TSU, and
 * is answered when both have answered. So requests to one line are served one at a time, in order
 * of arrival, and requests to different lines are served in any order.
 *
 * An atomic is a load and a store in one. The tracker reads the line, the atomic unit
 * (rtl/um_atomic.v) makes the new line, the tracker writes the new line, and the answer is the old
 * line. Under mgcc-paper a store's answer brings the line; a store of a part of a line then reads
 * the rest in the same way.
 *
 * With an IMST (gen/units/memory/imst.h) in the TSU's place, the tracker also sends the IMST's
 * accesses to spare bits to DRAM, and the IMST's invalidations to L2 banks
 * (gen/units/memory/reqtracker_sharing.h).
 *
 * Channels: req, rsp to the memory's switch; dram_req, dram_rsp to DRAM; look, grant to the TSU or
 * the IMST; entry, spare and kill to the IMST.
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_REQTRACKER_H
#define UMBEL_GEN_UNITS_MEMORY_REQTRACKER_H

#include "gen/proto/rules.h"
#include "gen/units/unit.h"

/* Emits the module and returns its name. Of the options `loses_answer` changes it. */
const char *reqtracker_emit(struct hdl_design *d, const struct rules *rules,
                            struct unit_options on);

#endif
