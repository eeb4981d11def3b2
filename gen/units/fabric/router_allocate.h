/*
 * Router, the allocators: which lane each packet may take, and which flit each output gets. The
 * wires that they read and declare are listed at each.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_ROUTER_ALLOCATE_H
#define UMBEL_GEN_UNITS_FABRIC_ROUTER_ALLOCATE_H

#include "gen/hdl/hdl.h"

/* What allocation asks of the front of channel v of input p, in Verilog: the input whose turns its
 * packet has, and the level in which it is; and whether packets go from input p to output o (NULL:
 * any may). */
struct router_rule {
    const char *from, *level, *may_turn;
};
extern const struct router_rule router_rule;

/* Reads, of each virtual channel of each input: heads, front_port, front_crosses; of each of each
 * output: room_q, has_room_q, busy_q. Declares free_lane, lane (the one that a packet without one
 * would take) and may_open (there is one). */
void router_lanes(struct hdl *m, const struct router_rule *rule);
/* STAGES 4: a head takes its lane by itself. Reads besides filled_q. Declares claims: of each
 * virtual channel of each input; claimed: of each of each output. */
void router_claims(struct hdl *m);
/* Reads front_valid, wants, front_port. Declares taken and pick, of each input: whether a flit of
 * it moves and of which virtual channel; granted and from, of each output: whether it gets one, and
 * of which input.
 */
void router_switch(struct hdl *m, const struct router_rule *rule);
/* Reads besides flit and sends_tail: whether what moves is the last of its packet. */
void router_turns(struct hdl *m);

#endif
