/*
 * Router, its inputs: the buffers of their virtual channels, and what is first in each. Loops over
 * channels pass over inputs that have nothing, which are most in a cycle: simulators do so at once.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_ROUTER_INPUT_H
#define UMBEL_GEN_UNITS_FABRIC_ROUTER_INPUT_H

#include "gen/hdl/hdl.h"

/* For each channel v of each input p of which a bit is set in `some`, a text of input p. */
#define each_channel_of(m, some)                                                                   \
    hdl_for (m, "p", "PORTS")                                                                      \
        hdl_when (m, hdl_v(m, "|(%s)", some))                                                      \
            hdl_for (m, "v", "VCS")
/* For each channel v of each input p whose bit is set in `bits`, the name of a vector. */
#define each_channel_in(m, bits)                                                                   \
    each_channel_of (m, hdl_v(m, "%s[p*VCS +: VCS]", bits))                                        \
        hdl_when (m, hdl_v(m, "%s[p*VCS + v]", bits))

/* Declares arrives, of each virtual channel: a flit comes in; in_way, of each input: `way`, that of
 * a head at input p. */
void router_arrivals(struct hdl *m, const char *way);
/* Declares slot and slot_way, the buffers; head_q, tail_q and filled_q, how full they are; puts and
 * put_at, what comes in and where to; leaves, which is assigned where flits move. */
void router_buffers(struct hdl *m);
/* Declares, of each virtual channel: open_q, held_vc_q, held_port_q, the lane that its packet has;
 * front_valid, heads, front_port, front_crosses, where its front wants to go. */
void router_fronts(struct hdl *m);

#endif
