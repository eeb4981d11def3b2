#include "harness/net/ends.h"

#include "harness/net/traced.h"

#include "sw/util/arena.h"

#include <stdlib.h>

static bool stalls(struct bench *b)
{
    return b->stalls > 0 && rng_next(&b->stall) < b->stalls;
}

/* ---- sinks ---- */

static void give_back(struct bench *b, struct end *e, uint32_t vc)
{
    e->credit.msg[0] = vc;
    engine_offer(b->engine, &e->credit);
    e->owed[vc]--;
    e->all_owed--;
}

/* A credit a cycle, if the sink does not stall. */
static void give_credits(struct bench *b)
{
    for (uint32_t i = 0; i < b->n_ends; i++) {
        struct end *e = &b->ends[i];
        if (e->all_owed == 0 || stalls(b))
            continue;
        uint32_t vc = 0;
        while (e->owed[vc] == 0)
            vc++;
        give_back(b, e, vc);
    }
}

static bool wrong(const struct bench *b, uint32_t end, uint32_t vc, const char *what,
                  struct error *err)
{
    const struct end *e = &b->ends[end];
    return error_set(
        err,
        "node %u (end %u): a flit came out in virtual channel %u in cycle %llu that %s "
        "(seed %llu)",
        e->node, end - b->first_end[e->node], vc, (unsigned long long)b->now, what,
        (unsigned long long)b->o.seed);
}

static bool in_order(struct bench *b, const struct packet *p)
{
    if (!b->o.ordered)
        return true;
    const size_t pair = (size_t)p->from * b->o.net->n_nodes + p->to;
    uint64_t *last = &b->last[pair * b->flit.vcs + p->lane];
    const bool ok = p->number > *last;
    *last = p->number;
    return ok;
}

static void arrive(struct bench *b, struct packet *p, uint32_t slot)
{
    const uint64_t latency = b->now - p->made;
    b->counts.arrived++;
    b->counts.latency += (double)latency;
    b->counts.inside += (double)(b->now - p->sent);
    b->counts.longest = latency > b->counts.longest ? latency : b->counts.longest;
    b->arrived++;
    if (b->o.arrives != NULL)
        b->o.arrives(b->o.ctx, p->place, &(struct bench_times){p->made, p->gone, b->now});
    if (b->o.trace != NULL)
        traced_out(b, p->place);
    p->number = 0;
    b->free[b->n_free++] = slot;
}

static bool take_flit(struct bench *b, uint32_t end, struct error *err)
{
    struct end *e = &b->ends[end];
    const uint32_t vc = flit_vc(b, e->out.msg);
    if (vc >= b->flit.vcs)
        return wrong(b, end, vc, "the network does not have", err);
    const uint32_t slot = e->open[vc] != NO_SLOT ? e->open[vc] : flit_slot(b, e->out.msg);
    struct packet *p = &b->slots[slot];
    if (p->number == 0)
        return wrong(b, end, vc, "is of no packet under way: it came twice, or was never sent",
                     err);
    if (e->open[vc] == NO_SLOT && p->next != 0)
        return wrong(b, end, vc, "is not the next of its packet, which comes out elsewhere", err);
    if (p->to != e->node)
        return wrong(b, end, vc, "is for another node", err);
    const char *differs = flit_differs(b, slot, e->out.msg);
    if (differs != NULL) {
        wrong(b, end, vc, "is not what was sent", err);
        error_add(err, ": its %s differs; packet from node %u to node %u, flit %u of %u", differs,
                  p->from, p->to, p->next + 1, p->flits);
        return false;
    }
    p->next++;
    b->counts.flits++;
    b->moved = b->now;
    e->owed[vc]++;
    e->all_owed++;
    e->open[vc] = p->next < p->flits ? slot : NO_SLOT;
    if (p->next < p->flits)
        return true;
    if (!in_order(b, p))
        return wrong(b, end, vc, "has passed a packet of its lane", err);
    arrive(b, p, slot);
    return true;
}

bool ends_take(struct bench *b, struct error *err)
{
    size_t n = 0;
    const struct shown *shown = engine_shown(b->engine, &n);
    for (size_t i = 0; i < n; i++) {
        struct end *e = &b->ends[shown[i].number];
        if (shown[i].outside == NODE_FREED)
            e->room[e->freed.msg[0]]++;
        else if (!take_flit(b, shown[i].number, err))
            return false;
    }
    return true;
}

/* ---- sources ---- */

void ends_wish(struct bench *b, uint32_t queue, struct wish wish)
{
    struct wishes *w = &b->wishes[queue];
    b->counts.made++;
    b->n_wishes++;
    if (w->n == w->room) {
        const size_t room = w->room > 0 ? 2 * w->room : 16;
        struct wish *more = xcalloc(room, sizeof *more);
        for (size_t i = 0; i < w->n; i++)
            more[i] = w->ring[(w->first + i) & (w->room - 1)];
        free(w->ring);
        *w = (struct wishes){more, room, 0, w->n};
    }
    w->ring[(w->first + w->n++) & (w->room - 1)] = wish;
}

static void make_packets(struct bench *b)
{
    const uint32_t nodes = b->o.net->n_nodes;
    const uint32_t columns = b->o.sys->fabric.network.columns;
    for (uint32_t i = 0; i < nodes; i++) {
        if (rng_next(&b->rngs[i]) >= b->threshold)
            continue;
        const uint32_t to = pattern_node(b->o.pattern, i, nodes, columns, &b->rngs[i]);
        ends_wish(b, i, (struct wish){.made = b->now, .to = to, .flits = b->o.flits});
    }
}

/* The end by which a node's packet leaves: that which its destination is nearest to. */
static uint32_t end_for(const struct bench *b, uint32_t from, uint32_t to)
{
    if (b->o.net->nodes[from].n_ends == 1)
        return b->first_end[from];
    uint32_t end = 0, links[NET_MOST_PORTS * NET_MOST_DIMS];
    net_way(b->o.net, 0, from, to, &end, links, sizeof links / sizeof *links);
    return b->first_end[from] + end;
}

/* The virtual channel with the most room of those in which a packet of this class may begin. */
static bool choose_vc(const struct bench *b, const struct end *e, uint32_t class, struct sending *s)
{
    uint32_t best = 0;
    for (uint32_t i = 0; i < b->flit.opens; i++) {
        const uint32_t vc = class * b->flit.group + (s->turn + i) % b->flit.opens;
        if (e->room[vc] > best) {
            best = e->room[vc];
            s->vc = vc;
        }
    }
    return best > 0;
}

/* A node by way of which a packet may go, at random. */
static uint32_t propose(struct bench *b, uint32_t node)
{
    return b->flit.via_bits > 0 ? (uint32_t)(rng_next(&b->rngs[node]) % b->o.net->n_nodes) : 0;
}

/* Which of two ways that are as short. Packets that keep their order in a lane go one way; those of
 * a trace go as a machine's do, whose interfaces do not choose. */
static uint32_t choose_way(const struct bench *b, const struct packet *p)
{
    if (b->o.trace != NULL)
        return 0;
    struct rng hash = {p->number};
    if (b->o.ordered)
        hash.state = ((uint64_t)p->lane << 32 | p->from) * b->o.net->n_nodes + p->to;
    return (uint32_t)(rng_next(&hash) >> 32) % b->o.net->choices;
}

/* Takes a slot for the first packet of a node's queue. */
static void begin_packet(struct bench *b, uint32_t node, uint32_t queue)
{
    struct wishes *w = &b->wishes[node * b->queues + queue];
    if (w->n == 0 || b->n_free == 0)
        return;
    const struct wish wish = w->ring[w->first];
    const struct end *e = &b->ends[end_for(b, node, wish.to)];
    struct sending *s = &e->sending[queue];
    const uint32_t class = b->o.trace != NULL ? queue : (uint32_t)(b->numbers % b->o.classes);
    if (s->slot != NO_SLOT || !choose_vc(b, e, class, s))
        return;
    w->first = (w->first + 1) & (w->room - 1);
    w->n--;
    b->n_wishes--;
    s->turn = (s->vc + 1) % b->flit.opens;
    s->slot = b->free[--b->n_free];
    s->at = 0;
    b->slots[s->slot] = (struct packet){.made = wish.made,
                                        .sent = b->now,
                                        .number = ++b->numbers,
                                        .place = wish.place,
                                        .from = node,
                                        .to = wish.to,
                                        .flits = wish.flits,
                                        .lane = s->vc,
                                        .via = propose(b, node)};
    b->slots[s->slot].choice = choose_way(b, &b->slots[s->slot]);
}

/* Queues take turns, a flit each. */
static void send_flit(struct bench *b, struct end *e)
{
    struct sending *s = NULL;
    for (uint32_t i = 0; s == NULL && i < b->queues; i++) {
        struct sending *ready = &e->sending[(e->turn + i) % b->queues];
        if (ready->slot != NO_SLOT && e->room[ready->vc] > 0)
            s = ready;
    }
    if (s == NULL || stalls(b))
        return;
    e->turn = ((uint32_t)(s - e->sending) + 1) % b->queues;
    flit_write(b, s->slot, s->at++, s->vc, e->in.msg);
    engine_offer(b->engine, &e->in);
    e->room[s->vc]--;
    b->sent_by[e->node]++;
    if (s->at < b->slots[s->slot].flits)
        return;
    b->slots[s->slot].gone = b->now;
    s->slot = NO_SLOT;
}

static void make_wishes(struct bench *b)
{
    if (b->o.trace != NULL)
        traced_make(b);
    else
        make_packets(b);
}

void ends_send(struct bench *b)
{
    give_credits(b);
    if (!b->stopped)
        make_wishes(b);
    for (uint32_t i = 0; i < b->o.net->n_nodes; i++)
        for (uint32_t q = 0; q < b->queues; q++)
            begin_packet(b, i, q);
    for (uint32_t i = 0; i < b->n_ends; i++)
        send_flit(b, &b->ends[i]);
}
