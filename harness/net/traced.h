/* The packets of a trace, as they become due in the bench. */
#ifndef UMBEL_HARNESS_NET_TRACED_H
#define UMBEL_HARNESS_NET_TRACED_H

#include "harness/net/impl.h"

void traced_begin(struct bench *b);
void traced_end(struct bench *b);

/* Gives the sources what is due now. */
void traced_make(struct bench *b);
/* A packet has come out: others may follow it. */
void traced_out(struct bench *b, uint64_t packet);
/* All packets were made. */
bool traced_all(const struct bench *b);
/* The cycle in which the next packet is due if nothing comes out before; UINT64_MAX: none is. */
uint64_t traced_next(const struct bench *b);

#endif
