/*
 * What each packet of a trace follows: the packet by whose coming its node could know that it was
 * to be sent. A trace does not say it; it is found from the cycles in which packets were made, sent
 * and came out.
 *
 * A request, of the first class, follows as many answers at its node as had come by then. An
 * answer, of the second class, follows the request that it answers: of two nodes the first answer
 * is to the first request, as no tags are known. A packet of another class follows as many packets
 * of the class before as had come to its node by then.
 *
 * So a node has no more requests under way than in its run, and what hangs together is delayed
 * together. What a node does between a packet and the one that follows it takes as long as in the
 * run; nodes do not follow each other but by packets.
 *
 * A packet that was made as soon as another of its queue was gone had waited for that, the trace
 * does not say how long. It is taken to be ready as soon after what it follows as half of the
 * packets of its class that did not wait, if that is sooner than in the run.
 */
#ifndef UMBEL_HARNESS_NET_FOLLOW_H
#define UMBEL_HARNESS_NET_FOLLOW_H

#include "harness/net/comings.h"

#define FOLLOW_NONE UINT64_MAX

struct follow {
    uint64_t stream; /* of struct comings; FOLLOW_NONE: it follows nothing */
    uint64_t number; /* of this stream, from 0 */
    uint64_t gap;    /* cycles between that one's coming out and its being made */
    bool waited;     /* for another of its queue */
};

/* The cycles in which the last flit of a packet was sent, and came out, counted from the first
 * packet's being made, when each was made in its cycle. */
struct follow_times {
    uint64_t gone, out;
};

/* Of each packet, to be freed. */
struct follow *follow_of(const struct net_trace *t, uint32_t nodes,
                         const struct follow_times *times);

#endif
