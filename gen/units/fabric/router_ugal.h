/*
 * Router, UGAL (Singh 2005): its sender proposes a node for each packet, and the packet's first
 * router decides whether it goes by way of that node's router or at once to its own node.
 *
 *   flit    | vc | tail | ... | via | node |    NODE_W bits of each, in a packet's first payload
 *
 * It goes at once unless the queue of the one output, times the hops of the one way, is more than
 * that of the other, times its hops, and BIAS: the queues of this router alone are looked at
 * (UGAL-L), which are the flits that wait here for an output and those behind it. On the way to the
 * node between, a packet is in the lower half of a class's layers, and from there on in the upper
 * half, as if that node had sent it anew.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_ROUTER_UGAL_H
#define UMBEL_GEN_UNITS_FABRIC_ROUTER_UGAL_H

#include "gen/hdl/hdl.h"
#include "gen/units/fabric/router_allocate.h"

/* What the allocators ask of a front's turn. Reads front_from and front_anew. */
extern const struct router_rule router_ugal_rule;

void router_ugal_params(struct hdl *m);
void router_ugal_ports(struct hdl *m);
/* Declares ugal_way, of a head at each input: as in route_i; in_from: | anew | from |. */
void router_ugal_ways(struct hdl *m);
/* Reads in_from, put_at, puts and filled. Declares front_from and front_anew, of each channel: the
 * input whose turns its packet has, and whether it enters the upper half of the layers. */
void router_ugal_fronts(struct hdl *m);
/* Reads room_q, head_q, tail_q, open_q, held_port_q and old_way. */
void router_ugal_queues(struct hdl *m);

#endif
