#include "harness/net/comings.h"

#include <stdlib.h>

static uint64_t node_of(const struct comings *c, const struct trace_packet *p)
{
    return comings_of_node(c, p->to, p->class);
}

/* Streams lie one behind the other, with room for all that the trace has of each. */
void comings_begin(struct comings *c, const struct net_trace *t, uint32_t nodes)
{
    const size_t streams = (size_t)nodes * (TRACE_MOST_CLASSES + nodes);
    *c = (struct comings){.t = t, .nodes = nodes};
    c->first = xcalloc(streams + 1, sizeof *c->first);
    c->n = xcalloc(streams, sizeof *c->n);
    c->at = xcalloc(2 * t->n, sizeof *c->at);
    for (uint64_t i = 0; i < t->n; i++) {
        const struct trace_packet *p = &t->packets[i];
        c->first[node_of(c, p) + 1]++;
        if (p->class == 0)
            c->first[comings_of_pair(c, p->from, p->to) + 1]++;
    }
    for (size_t i = 0; i < streams; i++)
        c->first[i + 1] += c->first[i];
}

void comings_end(struct comings *c)
{
    free(c->first);
    free(c->n);
    free(c->at);
}

static void add(struct comings *c, uint64_t stream, uint64_t cycle)
{
    c->at[c->first[stream] + c->n[stream]++] = cycle;
}

void comings_add(struct comings *c, uint64_t packet, uint64_t cycle)
{
    const struct trace_packet *p = &c->t->packets[packet];
    add(c, node_of(c, p), cycle);
    if (p->class == 0)
        add(c, comings_of_pair(c, p->from, p->to), cycle);
}
