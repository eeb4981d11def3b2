#include "harness/net/replay.h"

#include "sw/util/arena.h"

#include <stdlib.h>

/* The latencies of the packets that have arrived, and the cycle in which each has. */
struct latencies {
    uint64_t *list, n;
    struct follow_times *times; /* by their places in the trace; NULL: nobody asks */
};

static void arrives(void *ctx, uint64_t packet, const struct bench_times *t)
{
    struct latencies *l = ctx;
    l->list[l->n++] = t->out - t->made;
    if (l->times != NULL)
        l->times[packet] = (struct follow_times){t->gone, t->out};
}

static int by_size(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The least latency that `percent` of the packets do not exceed. */
static uint64_t percentile(struct latencies *l, uint64_t percent)
{
    qsort(l->list, l->n, sizeof *l->list, by_size);
    return l->list[(l->n * percent + 99) / 100 - 1];
}

static void sum_up(struct bench *b, const struct bench_options *o, struct latencies *l,
                   struct replay_point *p)
{
    const struct bench_counts *c = bench_counts(b);
    const double packets = (double)c->arrived;
    p->packets = c->arrived;
    p->flits = c->flits;
    p->cycles = c->cycles;
    p->accepted = (double)c->flits / ((double)c->cycles * o->net->n_nodes);
    p->latency = c->latency / packets;
    p->inside = c->inside / packets;
    p->longest = c->longest;
    p->p99 = percentile(l, 99);
    p->links = bench_links(b, &p->busiest);
    p->energy = bench_pj_per_bit(b, c->flits);
    p->seconds = bench_seconds(b);
}

static bool measure(const struct replay_options *r, double load, struct replay_point *p,
                    struct follow_times *times, struct error *err)
{
    struct bench_options o = r->bench;
    struct latencies l = {.list = xcalloc(o.trace->n, sizeof *l.list), .times = times};
    o.load = load;
    o.arrives = arrives;
    o.ctx = &l;
    *p = (struct replay_point){.load = load};
    struct bench *b = bench_new(&o, err);
    const bool ok = b != NULL && bench_replay(b, err) && bench_has_counted(b, err);
    if (ok)
        sum_up(b, &o, &l, p);
    bench_free(b);
    free(l.list);
    return ok;
}

struct follow *replay_follows(const struct replay_options *o, struct replay_point *p,
                              struct error *err)
{
    const struct net_trace *t = o->bench.trace;
    struct follow_times *times = xcalloc(t->n, sizeof *times);
    if (o->progress != NULL)
        o->progress("each packet in its cycle, to see what it follows");
    struct follow *all =
        measure(o, 1, p, times, err) ? follow_of(t, o->bench.net->n_nodes, times) : NULL;
    free(times);
    return all;
}

struct replay *replay_run(const struct replay_options *o, struct error *err)
{
    struct replay *r = xcalloc(1, sizeof *r);
    const uint32_t count = (uint32_t)((o->to - o->from) / o->step + 1.5);
    r->points = xcalloc(count, sizeof *r->points);
    for (; r->n < count; r->n++) {
        char text[64];
        const double load = o->from + (double)r->n * o->step;
        snprintf(text, sizeof text, "load %.4g", load);
        if (o->progress != NULL)
            o->progress(text);
        if (!measure(o, load, &r->points[r->n], NULL, err)) {
            replay_free(r);
            return NULL;
        }
    }
    return r;
}

void replay_free(struct replay *r)
{
    if (r == NULL)
        return;
    for (size_t i = 0; i < r->n; i++)
        free(r->points[i].links);
    free(r->points);
    free(r);
}
