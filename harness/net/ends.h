/* Sources and sinks of the bench, at the ends of the nodes. */
#ifndef UMBEL_HARNESS_NET_ENDS_H
#define UMBEL_HARNESS_NET_ENDS_H

#include "harness/net/impl.h"

/* What the RTL shows after a step: flits and credits. False and an error: a flit is wrong. */
bool ends_take(struct bench *b, struct error *err);
/* Before the next step: packets are made, and flits sent. */
void ends_send(struct bench *b);
/* A packet is made, and waits in a queue of its node: node * bench.queues + class. */
void ends_wish(struct bench *b, uint32_t queue, struct wish wish);

#endif
