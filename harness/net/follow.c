#include "harness/net/follow.h"

#include <stdlib.h>

/* A packet, and the cycle in which it came out. */
struct coming {
    uint64_t out, packet;
};

static int by_time(const void *a, const void *b)
{
    const struct coming *x = a, *y = b;
    if (x->out != y->out)
        return x->out < y->out ? -1 : 1;
    return (x->packet > y->packet) - (x->packet < y->packet);
}

/* Packets in the order in which they come, to be freed. */
static struct coming *in_order(const struct net_trace *t, const struct follow_times *times)
{
    struct coming *all = xcalloc(t->n, sizeof *all);
    for (uint64_t i = 0; i < t->n; i++)
        all[i] = (struct coming){times[i].out, i};
    qsort(all, t->n, sizeof *all, by_time);
    return all;
}

/* The last of a stream that has come. */
static struct follow last_of(const struct comings *c, uint64_t stream, uint64_t now)
{
    const uint64_t n = c->n[stream];
    if (n == 0)
        return (struct follow){.stream = FOLLOW_NONE};
    return (struct follow){
        .stream = stream, .number = n - 1, .gap = now - comings_at(c, stream, n - 1)};
}

/* The request that an answer is to; if its node has answered all that have come from there, the
 * last that has come to it. */
static struct follow answered(const struct comings *c, const struct trace_packet *p,
                              uint64_t *answers, uint64_t now)
{
    const uint64_t stream = comings_of_pair(c, p->to, p->from);
    const uint64_t number = answers[stream], at = comings_at(c, stream, number);
    if (at == UINT64_MAX)
        return last_of(c, comings_of_node(c, p->from, 0), now);
    answers[stream]++;
    return (struct follow){.stream = stream, .number = number, .gap = now - at};
}

static void find_followed(const struct net_trace *t, uint32_t nodes,
                          const struct follow_times *times, struct follow *all)
{
    struct comings c;
    comings_begin(&c, t, nodes);
    struct coming *order = in_order(t, times);
    uint64_t *answers = xcalloc((size_t)nodes * (TRACE_MOST_CLASSES + nodes), sizeof *answers);
    for (uint64_t i = 0, come = 0; i < t->n; i++) {
        const struct trace_packet *p = &t->packets[i];
        const uint64_t now = p->cycle - t->packets[0].cycle;
        for (; come < t->n && order[come].out <= now; come++)
            comings_add(&c, order[come].packet, order[come].out);
        const uint32_t before = p->class == 0 ? 1 : p->class - 1;
        all[i] = p->class == 1 ? answered(&c, p, answers, now)
                               : last_of(&c, comings_of_node(&c, p->from, before), now);
    }
    free(answers);
    free(order);
    comings_end(&c);
}

/* ---- packets that waited ---- */

/* A queue is free so many cycles after a packet: an interface takes one to see the next message. */
enum { AT_ONCE = 2 };

static void find_waits(const struct net_trace *t, uint32_t nodes, const struct follow_times *times,
                       struct follow *all)
{
    const size_t queues = (size_t)nodes * TRACE_MOST_CLASSES;
    uint64_t *busy = xcalloc(queues, sizeof *busy); /* until when a queue is not free */
    for (uint64_t i = 0; i < t->n; i++) {
        const struct trace_packet *p = &t->packets[i];
        uint64_t *until = &busy[(size_t)p->from * TRACE_MOST_CLASSES + p->class];
        const uint64_t now = p->cycle - t->packets[0].cycle;
        all[i].waited = now < *until;
        *until = times[i].gone + AT_ONCE + 1;
    }
    free(busy);
}

static int by_size(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Of the packets of a class that follow another and did not wait; UINT64_MAX: there are none. */
static uint64_t usual_gap(const struct net_trace *t, uint32_t class, const struct follow *all)
{
    uint64_t *gaps = xcalloc(t->n, sizeof *gaps), n = 0;
    for (uint64_t i = 0; i < t->n; i++)
        if (t->packets[i].class == class && !all[i].waited && all[i].stream != FOLLOW_NONE)
            gaps[n++] = all[i].gap;
    qsort(gaps, n, sizeof *gaps, by_size);
    const uint64_t middle = n > 0 ? gaps[(n - 1) / 2] : UINT64_MAX;
    free(gaps);
    return middle;
}

static void leave_out_waits(const struct net_trace *t, struct follow *all)
{
    for (uint32_t class = 0; class < t->classes.n; class ++) {
        const uint64_t usual = usual_gap(t, class, all);
        for (uint64_t i = 0; i < t->n; i++)
            if (t->packets[i].class == class && all[i].waited && all[i].gap > usual)
                all[i].gap = usual;
    }
}

struct follow *follow_of(const struct net_trace *t, uint32_t nodes,
                         const struct follow_times *times)
{
    struct follow *all = xcalloc(t->n, sizeof *all);
    find_followed(t, nodes, times, all);
    find_waits(t, nodes, times, all);
    leave_out_waits(t, all);
    return all;
}
