/*
 * ReqTracker: the memory controller's table of requests in flight (thesis 4.2.5;
 * gen/proto/README.md, M8).
 *
 * Every request takes an entry. One whose line is in flight already waits for the youngest earlier
 * request to that line; all others are offered at once to DRAM and to the TSU, and are answered
 * when both have answered. So requests to one line are served one at a time, in order of arrival,
 * and requests to different lines in any order.
 *
 * An atomic is a load and a store in one: its line is read, the atomic unit (rtl/um_atomic.v) makes
 * the new one, that is written, and the line as it was is the answer. A store whose answer is to
 * bring the line (mgcc-paper) and that covers a part of it reads the rest the same way.
 *
 * Channels: req, rsp to the memory's switch; dram_req, dram_rsp to DRAM; look, grant to the TSU.
 */
#ifndef UMBEL_GEN_UNITS_REQTRACKER_H
#define UMBEL_GEN_UNITS_REQTRACKER_H

#include "gen/proto/mgcc.h"
#include "gen/units/unit.h"

/* Emits the module and returns its name. Of the options `loses_answer` changes it. */
const char *reqtracker_emit(struct hdl_design *d, const struct mgcc_rules *rules,
                            struct unit_options on);

#endif
