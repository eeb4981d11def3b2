#include "gen/system/derived.h"
#include "harness/net/ends.h"
#include "harness/net/traced.h"

#include "sw/util/arena.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* A number below which a random one of 64 bits is with this chance. */
static uint64_t threshold_of(double chance)
{
    return chance >= 1 ? UINT64_MAX : (uint64_t)ldexp(chance, 64);
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- construction ---- */

static struct end end_of(const struct bench *b, uint32_t node, uint32_t number)
{
    struct end e = {.node = node};
    e.in = engine_port(b->engine, NODE_IN, number);
    e.freed = engine_port(b->engine, NODE_FREED, number);
    e.out = engine_port(b->engine, NODE_OUT, number);
    e.credit = engine_port(b->engine, NODE_CREDIT, number);
    e.room = xcalloc(b->flit.vcs, sizeof *e.room);
    e.open = xcalloc(b->flit.vcs, sizeof *e.open);
    e.owed = xcalloc(b->flit.vcs, sizeof *e.owed);
    e.sending = xcalloc(b->queues, sizeof *e.sending);
    for (uint32_t q = 0; q < b->queues; q++)
        e.sending[q].slot = NO_SLOT;
    for (uint32_t v = 0; v < b->flit.vcs; v++) {
        e.room[v] = b->flit.depth;
        e.open[v] = NO_SLOT;
    }
    return e;
}

static void add_ends(struct bench *b)
{
    const struct net *net = b->o.net;
    b->first_end = xcalloc(net->n_nodes, sizeof *b->first_end);
    for (uint32_t i = 0; i < net->n_nodes; i++) {
        b->first_end[i] = b->n_ends;
        b->n_ends += net->nodes[i].n_ends;
    }
    b->ends = xcalloc(b->n_ends, sizeof *b->ends);
    for (uint32_t i = 0; i < net->n_nodes; i++)
        for (uint32_t e = 0; e < net->nodes[i].n_ends; e++)
            b->ends[b->first_end[i] + e] = end_of(b, i, b->first_end[i] + e);
}

static void add_nodes(struct bench *b)
{
    const uint32_t nodes = b->o.net->n_nodes;
    struct rng seeds = {b->o.seed};
    b->wishes = xcalloc((size_t)nodes * b->queues, sizeof *b->wishes);
    b->sent_by = xcalloc(nodes, sizeof *b->sent_by);
    b->rngs = xcalloc(nodes, sizeof *b->rngs);
    for (uint32_t i = 0; i < nodes; i++)
        b->rngs[i].state = rng_next(&seeds);
    b->stall.state = rng_next(&seeds);
    if (b->o.ordered)
        b->last = xcalloc((size_t)nodes * nodes * b->flit.vcs, sizeof *b->last);
}

static struct sys_link link_of(const struct bench *b, uint32_t i)
{
    return system_link(b->o.sys, b->o.net->links[i].between ? SYS_BETWEEN : SYS_LINK);
}

/* As many packets as there are places for flits in the network, and one more for each queue. */
static void add_slots(struct bench *b)
{
    size_t places = 1;
    for (uint32_t r = 0; r < b->o.net->routers; r++)
        places += (size_t)b->o.net->ports[r] * b->flit.vcs * b->flit.depth;
    for (uint32_t i = 0; i < b->o.net->n_links; i++)
        places += 2 * link_of(b, i).latency + 4;
    places += (size_t)b->n_ends * b->queues;
    const uint32_t most = flit_slots(&b->flit);
    b->n_slots = places < most ? (uint32_t)places : most;
    b->slots = xcalloc(most, sizeof *b->slots); /* a wrong flit may name any of them */
    b->free = xcalloc(b->n_slots, sizeof *b->free);
    while (b->n_free < b->n_slots) {
        b->free[b->n_free] = b->n_slots - 1 - b->n_free;
        b->n_free++;
    }
}

struct bench *bench_new(const struct bench_options *o, struct error *err)
{
    struct bench *b = xcalloc(1, sizeof *b);
    b->begun = cpu_seconds();
    b->o = *o;
    b->alone = (struct alone){
        .net = o->net, .classes = o->classes, .ordered = o->ordered, .chooses = true};
    b->flit = alone_flit(o->sys, &b->alone);
    b->netlist = alone_new(o->sys, &b->alone);
    b->queues = o->trace != NULL ? o->classes : 1;
    b->threshold = threshold_of(o->load / o->flits);
    b->stalls = threshold_of(o->stalls);
    b->engine = engine_tiles(b->netlist, o->say, err);
    if (b->engine == NULL) {
        bench_free(b);
        return NULL;
    }
    add_ends(b);
    add_nodes(b);
    add_slots(b);
    if (o->trace != NULL)
        traced_begin(b);
    return b;
}

void bench_free(struct bench *b)
{
    if (b == NULL)
        return;
    engine_free(b->engine);
    for (uint32_t i = 0; i < b->n_ends; i++) {
        free(b->ends[i].room);
        free(b->ends[i].open);
        free(b->ends[i].owed);
        free(b->ends[i].sending);
    }
    for (uint32_t i = 0; b->wishes != NULL && i < b->o.net->n_nodes * b->queues; i++)
        free(b->wishes[i].ring);
    free(b->ends);
    free(b->first_end);
    free(b->wishes);
    free(b->sent_by);
    free(b->rngs);
    free(b->last);
    free(b->slots);
    free(b->free);
    traced_end(b);
    netlist_free(b->netlist);
    free(b);
}

/* ---- cycles ---- */

static bool under_way(const struct bench *b)
{
    return b->n_free < b->n_slots;
}

static bool step(struct bench *b, struct error *err)
{
    if (!ends_take(b, err))
        return false;
    ends_send(b);
    engine_step(b->engine);
    b->now++;
    b->counts.cycles++;
    if (!under_way(b))
        b->moved = b->now;
    if (b->now - b->moved < b->o.sys->watchdog)
        return true;
    stuck_tell(b, err);
    return false;
}

bool bench_run(struct bench *b, uint64_t cycles, struct error *err)
{
    for (uint64_t i = 0; i < cycles; i++)
        if (!step(b, err))
            return false;
    return true;
}

bool bench_drain(struct bench *b, struct error *err)
{
    b->stopped = true;
    for (uint32_t i = 0; i < b->o.net->n_nodes * b->queues; i++)
        b->wishes[i].n = 0;
    b->n_wishes = 0;
    while (under_way(b))
        if (!step(b, err))
            return false;
    return true;
}

static bool owes(const struct bench *b)
{
    for (uint32_t i = 0; i < b->n_ends; i++)
        if (b->ends[i].all_owed > 0)
            return true;
    return false;
}

/* To the cycle of the trace's next packet, if nothing moves before. */
static void skip(struct bench *b)
{
    if (under_way(b) || b->n_wishes > 0 || traced_all(b) || !engine_idle(b->engine) || owes(b))
        return;
    const uint64_t next = traced_next(b);
    if (next <= b->now)
        return;
    b->counts.cycles += next - b->now;
    b->now = next;
    b->moved = next;
}

bool bench_replay(struct bench *b, struct error *err)
{
    while (!traced_all(b) || b->n_wishes > 0 || under_way(b)) {
        skip(b);
        if (!step(b, err))
            return false;
    }
    return true;
}

/* ---- counts ---- */

const struct bench_counts *bench_counts(const struct bench *b)
{
    return &b->counts;
}

void bench_clear(struct bench *b)
{
    b->counts = (struct bench_counts){0};
}

uint64_t bench_arrived(const struct bench *b)
{
    return b->arrived;
}

uint64_t bench_cycles(const struct bench *b)
{
    return b->now;
}

double bench_seconds(const struct bench *b)
{
    return cpu_seconds() - b->begun;
}

uint64_t bench_sent_by(const struct bench *b, uint32_t node)
{
    return b->sent_by[node];
}

uint64_t bench_on_link(struct bench *b, uint32_t link)
{
    const struct net_link *l = &b->o.net->links[link];
    const uint64_t shown = engine_probe(b->engine, l->from, PROBE_PORT + l->from_port);
    return count_read(shown, b->o.sys->hardware.count_bits);
}

bool bench_has_counted(struct bench *b, struct error *err)
{
    for (uint32_t i = 0; i < b->o.net->n_links; i++)
        if (bench_on_link(b, i) == COUNT_OVER)
            return error_set(err,
                             "router %u's counter of the flits to router %u ran over its "
                             "hardware.count_bits, %u; give counters more bits (--set "
                             "hardware.count_bits=48)",
                             b->o.net->links[i].from, b->o.net->links[i].to,
                             b->o.sys->hardware.count_bits);
    return true;
}

double *bench_links(struct bench *b, uint32_t *busiest)
{
    const uint32_t n = b->o.net->n_links;
    double *links = xcalloc(n + 1, sizeof *links);
    *busiest = 0;
    for (uint32_t i = 0; i < n; i++) {
        links[i] = (double)bench_on_link(b, i) / (double)b->now;
        if (links[i] > links[*busiest])
            *busiest = i;
    }
    return links;
}

/* A flit's payload is as wide as a link. */
double bench_pj_per_bit(struct bench *b, uint64_t flits)
{
    const uint32_t bits = 8 * b->o.sys->link.bytes_per_cycle;
    double fj = 0;
    for (uint32_t i = 0; i < b->o.net->n_links; i++) {
        const enum link_class class = link_of(b, i).class;
        const struct link_energy e = link_energy(class, bits, b->now, bench_on_link(b, i));
        fj += (double)e.real_fj + (double)e.idle_fj;
    }
    return flits > 0 ? fj / 1000 / ((double)flits * bits) : 0;
}
