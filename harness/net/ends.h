/* Sources and sinks of the bench, at the ends of the nodes. */
#ifndef UMBEL_HARNESS_NET_ENDS_H
#define UMBEL_HARNESS_NET_ENDS_H

#include "harness/net/impl.h"

/* What the RTL shows after a step: flits and credits. False and an error: a flit is wrong. */
bool ends_take(struct bench *b, struct error *err);
/* Before the next step: packets are made, and flits sent. */
void ends_send(struct bench *b);
/* The cycle in which packet i of the trace is made. */
uint64_t ends_due(const struct bench *b, uint64_t i);

#endif
