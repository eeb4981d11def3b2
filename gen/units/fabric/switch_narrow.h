/*
 * What a width of its ports adds to a switch: a message takes LINE_CYCLES of a port if its op is
 * among LINE_OPS, and HEAD_CYCLES otherwise. For so long neither its input nor its output moves
 * another, and the message is at the output when the last of these cycles has passed.
 *
 * The part keeps how many cycles each port is still taken (in_left_q, out_left_q) and says which
 * are taken: in_taken, out_taken. It reads grant, winner, moves and the queues.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_SWITCH_NARROW_H
#define UMBEL_GEN_UNITS_FABRIC_SWITCH_NARROW_H

#include "gen/hdl/hdl.h"

/* Parameters: how long messages are. */
void switch_narrow_params(struct hdl *m);
/* in_taken, out_taken. Call it before the heads are looked at. */
void switch_narrow_ports(struct hdl *m);
/* How messages that move take their ports. Call it behind the arbiters. */
void switch_narrow_update(struct hdl *m);

#endif
