#include "harness/net/traced.h"

#include "harness/net/ends.h"
#include "sw/util/arena.h"

#include <stdlib.h>

static uint32_t lists(const struct bench *b)
{
    return b->o.net->n_nodes * b->o.net->n_nodes * b->queues;
}

static uint32_t list_of(const struct bench *b, const struct trace_packet *p)
{
    return (p->from * b->o.net->n_nodes + p->to) * b->queues + p->class;
}

void traced_begin(struct bench *b)
{
    struct traced *t = &b->traced;
    const uint64_t n = b->o.trace->n;
    t->heads = xcalloc(lists(b), sizeof *t->heads);
    t->behind = xcalloc(n, sizeof *t->behind);
    comings_begin(&t->comings, b->o.trace, b->o.net->n_nodes);
    for (uint32_t i = 0; i < lists(b); i++)
        t->heads[i] = FOLLOW_NONE;
    for (uint64_t i = n; i-- > 0;) {
        uint64_t *head = &t->heads[list_of(b, &b->o.trace->packets[i])];
        t->behind[i] = *head;
        *head = i;
    }
}

void traced_end(struct bench *b)
{
    free(b->traced.heads);
    free(b->traced.behind);
    comings_end(&b->traced.comings);
}

static uint64_t at_pace(const struct bench *b, uint64_t cycles)
{
    return (uint64_t)((double)cycles / b->o.load);
}

/* The cycle in which a packet is to be made; UINT64_MAX: that which it follows has not come out. */
static uint64_t due(const struct bench *b, uint64_t packet)
{
    const struct net_trace *t = b->o.trace;
    const struct follow *f = b->o.follows != NULL ? &b->o.follows[packet] : NULL;
    if (f == NULL || f->stream == FOLLOW_NONE)
        return at_pace(b, t->packets[packet].cycle - t->packets[0].cycle);
    const uint64_t out = comings_at(&b->traced.comings, f->stream, f->number);
    return out == UINT64_MAX ? UINT64_MAX : out + at_pace(b, f->gap);
}

static void make(struct bench *b, uint64_t packet)
{
    const struct trace_packet *p = &b->o.trace->packets[packet];
    ends_wish(b, p->from * b->queues + p->class, (struct wish){b->now, packet, p->to, p->flits});
    b->traced.made++;
}

/* Of some lists, that whose head is due and first in the trace; NULL: none is due. */
static uint64_t *next_due(const struct bench *b, uint32_t first, uint32_t n)
{
    uint64_t *best = NULL;
    for (uint32_t i = first; i < first + n; i++) {
        uint64_t *head = &b->traced.heads[i];
        if (*head != FOLLOW_NONE && due(b, *head) <= b->now && (best == NULL || *head < *best))
            best = head;
    }
    return best;
}

void traced_make(struct bench *b)
{
    const uint32_t of_node = b->o.net->n_nodes * b->queues;
    for (uint32_t node = 0; node < b->o.net->n_nodes; node++)
        for (uint64_t *head; (head = next_due(b, node * of_node, of_node)) != NULL;) {
            make(b, *head);
            *head = b->traced.behind[*head];
        }
}

void traced_out(struct bench *b, uint64_t packet)
{
    comings_add(&b->traced.comings, packet, b->now);
}

bool traced_all(const struct bench *b)
{
    return b->traced.made == b->o.trace->n;
}

uint64_t traced_next(const struct bench *b)
{
    uint64_t first = UINT64_MAX;
    for (uint32_t i = 0; i < lists(b); i++) {
        const uint64_t head = b->traced.heads[i];
        const uint64_t at = head != FOLLOW_NONE ? due(b, head) : UINT64_MAX;
        first = at < first ? at : first;
    }
    return first;
}
