/*
 * Lane: one wire of a package's link to the fabric, in one direction. Requests and answers share
 * the wire in turns, a message at a time, and neither can keep the other from it: a message enters
 * the wire only when its place at the far end is free. It occupies the wire for as many cycles as
 * its bytes need, and arrives LATENCY cycles after its last byte.
 *
 * Acknowledgements of invalidations, where there are such, are a third class that shares the wire.
 *
 * Channels: req_in, rsp_in, req_out, rsp_out; ack_in, ack_out. A message whose op is among
 * REQ_LINE_OPS or RSP_LINE_OPS carries a line; any other has a head only.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_LANE_H
#define UMBEL_GEN_UNITS_FABRIC_LANE_H

#include "gen/units/unit.h"

const struct unit_counter *lane_counters(bool acks);

/* Emits um_lane, or um_lane_acks with the third class, and returns its name. */
const char *lane_emit(struct hdl_design *d, bool acks);

#endif
