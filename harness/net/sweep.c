#include "harness/net/sweep.h"

#include "harness/net/steady.h"
#include "sw/util/arena.h"

#include <stdlib.h>

enum {
    LEAST_BATCHES = 10,
    MOST_BATCHES = 100,
    LEAST_CYCLES = 1000,
    LEAST_PACKETS = 200,
    MOST_CYCLES = 1000000
};

static const double ZERO = 0.01, SURE = 0.02, LOST = 0.05, BEYOND = 3, HOPELESS = 10,
                    FINEST = 0.005;

/* ---- a run ---- */

struct run {
    struct bench *bench;
    struct bench_counts batches[MOST_BATCHES];
    double means[MOST_BATCHES]; /* latencies */
    uint32_t n;
    struct steady steady;
};

/* So long that a batch has packets enough for a mean. */
static uint32_t batch_cycles(const struct bench_options *o)
{
    const double packets = o->load / o->flits * o->net->n_nodes;
    const double cycles = LEAST_PACKETS / packets;
    return cycles > LEAST_CYCLES ? (uint32_t)cycles : LEAST_CYCLES;
}

bool sweep_fits(const struct sweep_options *o, struct error *err)
{
    const double per_cycle = (double)o->bench.net->n_nodes / o->bench.flits;
    const double least = LEAST_PACKETS / (per_cycle * MOST_CYCLES);
    return o->from >= least ||
           error_set(err,
                     "--load %g: its mean needs %d packets, which would take more than %d cycles; "
                     "%.2g is the least load of %u nodes with %u flits in a packet",
                     o->from, LEAST_PACKETS, MOST_CYCLES, least, o->bench.net->n_nodes,
                     o->bench.flits);
}

/* Whether another batch would tell more. */
static bool goes_on(struct run *r, double hopeless)
{
    if (r->n < LEAST_BATCHES)
        return true;
    r->steady = steady_of(r->means, r->n);
    const bool sure = r->steady.is && r->steady.half <= SURE * r->steady.mean;
    return !sure && r->n < MOST_BATCHES && r->means[r->n - 1] < hopeless;
}

static bool run_batches(struct run *r, uint32_t cycles, double hopeless, struct error *err)
{
    do {
        bench_clear(r->bench);
        if (!bench_run(r->bench, cycles, err))
            return false;
        const struct bench_counts *c = bench_counts(r->bench);
        r->batches[r->n] = *c;
        if (c->arrived > 0)
            r->means[r->n] = c->latency / (double)c->arrived;
        else
            r->means[r->n] = r->n > 0 ? r->means[r->n - 1] : 0;
        r->n++;
    } while (goes_on(r, hopeless));
    return true;
}

static bool run_packets(struct run *r, uint64_t packets, struct error *err)
{
    while (bench_arrived(r->bench) < packets)
        if (!bench_run(r->bench, LEAST_CYCLES, err))
            return false;
    return true;
}

static void sum_up(const struct run *r, const struct bench_options *o, struct sweep_point *p)
{
    struct bench_counts all = {0};
    for (uint32_t i = (uint32_t)r->steady.warm_up; i < r->n; i++) {
        const struct bench_counts *c = &r->batches[i];
        all.cycles += c->cycles;
        all.made += c->made;
        all.arrived += c->arrived;
        all.flits += c->flits;
        all.inside += c->inside;
        all.longest = c->longest > all.longest ? c->longest : all.longest;
    }
    const double node_cycles = (double)all.cycles * o->net->n_nodes;
    p->made = (double)all.made * o->flits / node_cycles;
    p->accepted = (double)all.flits / node_cycles;
    p->latency = r->steady.mean;
    p->half = r->steady.half;
    p->inside = all.arrived > 0 ? all.inside / (double)all.arrived : 0;
    p->longest = all.longest;
    p->warm_up = (uint32_t)r->steady.warm_up;
    p->batches = r->n;
    p->saturated = !r->steady.is || p->accepted < (1 - LOST) * p->made;
}

/* Jain's: 1 if all nodes have sent alike, 1/N if one has sent all. */
static double fairness_of(const struct bench *b, uint32_t nodes)
{
    double sum = 0, squares = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        const double sent = (double)bench_sent_by(b, i);
        sum += sent;
        squares += sent * sent;
    }
    return squares > 0 ? sum * sum / (nodes * squares) : 1;
}

/* `hopeless`: a latency at which to give up. */
static bool measure(const struct sweep_options *s, double load, double hopeless,
                    struct sweep_point *p, struct error *err)
{
    struct bench_options o = s->bench;
    o.load = load;
    struct run *r = xcalloc(1, sizeof *r);
    *p = (struct sweep_point){.load = load, .batch = batch_cycles(&o)};
    r->bench = bench_new(&o, err);
    bool ok = r->bench != NULL && run_batches(r, p->batch, hopeless, err) &&
              run_packets(r, load > ZERO ? s->packets : 0, err) && bench_has_counted(r->bench, err);
    if (ok) {
        sum_up(r, &o, p);
        p->fairness = fairness_of(r->bench, o.net->n_nodes);
        p->cycles = bench_cycles(r->bench);
        p->energy = bench_pj_per_bit(r->bench, bench_arrived(r->bench) * o.flits);
        p->links = bench_links(r->bench, &p->busiest);
        ok = bench_drain(r->bench, err);
        p->packets = bench_arrived(r->bench);
        p->seconds = bench_seconds(r->bench);
    }
    bench_free(r->bench);
    free(r);
    return ok;
}

/* ---- the sweep ---- */

static bool is_beyond(const struct sweep *s, const struct sweep_point *p)
{
    return p->saturated || p->latency > s->limit;
}

static bool add_point(const struct sweep_options *o, struct sweep *s, double load,
                      struct error *err)
{
    char text[64];
    snprintf(text, sizeof text, "load %.4g", load);
    if (o->progress != NULL)
        o->progress(text);
    s->points = xrealloc(s->points, (s->n + 1) * sizeof *s->points);
    return measure(o, load, HOPELESS * s->limit, &s->points[s->n++], err);
}

static int by_load(const void *a, const void *b)
{
    const struct sweep_point *p = a, *q = b;
    return (p->load > q->load) - (p->load < q->load);
}

/* Halves the step between the last load below saturation and the first beyond it. */
static bool refine(const struct sweep_options *o, struct sweep *s, struct error *err)
{
    double beyond = s->points[s->n - 1].load;
    s->reached = true;
    while (beyond - s->saturation > FINEST) {
        const double middle = (s->saturation + beyond) / 2;
        if (!add_point(o, s, middle, err))
            return false;
        if (is_beyond(s, &s->points[s->n - 1]))
            beyond = middle;
        else
            s->saturation = middle;
    }
    qsort(s->points, s->n, sizeof *s->points, by_load);
    return true;
}

struct sweep *sweep_run(const struct sweep_options *o, struct error *err)
{
    struct sweep *s = xcalloc(1, sizeof *s);
    s->n_links = o->bench.net->n_links;
    bool ok = measure(o, ZERO, 1e300, &s->zero, err);
    s->limit = o->limit > 0 ? o->limit : BEYOND * s->zero.latency;
    const uint32_t count = (uint32_t)((o->to - o->from) / o->step + 1.5);
    s->saturation = ZERO;
    for (uint32_t i = 0; ok && i < count; i++) {
        ok = add_point(o, s, o->from + i * o->step, err);
        if (ok && is_beyond(s, &s->points[s->n - 1])) {
            ok = count == 1 || refine(o, s, err);
            break;
        }
        if (ok)
            s->saturation = s->points[s->n - 1].load;
    }
    if (ok)
        return s;
    sweep_free(s);
    return NULL;
}

void sweep_free(struct sweep *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < s->n; i++)
        free(s->points[i].links);
    free(s->zero.links);
    free(s->points);
    free(s);
}
