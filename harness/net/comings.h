/*
 * When packets of a trace came out, in the order in which they did: of each node and class, and of
 * the first class, requests, of each two nodes, too. Such an order is a stream.
 */
#ifndef UMBEL_HARNESS_NET_COMINGS_H
#define UMBEL_HARNESS_NET_COMINGS_H

#include "harness/net/trace.h"

struct comings {
    const struct net_trace *t;
    uint32_t nodes;
    uint64_t *first, *n; /* of each stream: where it begins in `at`, and how many have come */
    uint64_t *at;        /* cycles */
};

void comings_begin(struct comings *c, const struct net_trace *t, uint32_t nodes);
void comings_end(struct comings *c);
void comings_add(struct comings *c, uint64_t packet, uint64_t cycle);

/* The stream of a node's packets of a class; of the requests of one node that come to another. */
static inline uint64_t comings_of_node(const struct comings *c, uint32_t node, uint32_t class)
{
    (void)c;
    return (uint64_t)node * TRACE_MOST_CLASSES + class;
}

static inline uint64_t comings_of_pair(const struct comings *c, uint32_t from, uint32_t to)
{
    return (uint64_t)c->nodes * (TRACE_MOST_CLASSES + from) + to;
}

/* The cycle in which number `i` of a stream came; UINT64_MAX: it has not yet. */
static inline uint64_t comings_at(const struct comings *c, uint64_t stream, uint64_t i)
{
    return i < c->n[stream] ? c->at[c->first[stream] + i] : UINT64_MAX;
}

#endif
