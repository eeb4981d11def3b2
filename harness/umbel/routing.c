#include "harness/umbel/routing.h"

#include "gen/system/derived.h"
#include "harness/net/replay.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_VCS = 8 }; /* network.vcs */

static bool fits(const struct system *sys, const struct net_trace *t, struct error *err)
{
    if (t->networks.n > 1)
        return error_set(err,
                         "--net-routing: %s has %u networks; it is for machines with one, as with "
                         "network.topology=dfbfly",
                         sys->name, t->networks.n);
    return 2 * sys->fabric.network.vcs <= MOST_VCS ||
           error_set(err,
                     "--net-routing: network.vcs is %u; minimal ways are given twice as many, and "
                     "a network has %d at most",
                     sys->fabric.network.vcs, MOST_VCS);
}

static void add(struct stats *s, const char *routing, const struct replay_point *p)
{
    static const char class[] = "routing";
    stats_add(s, routing, class, "packets", "messages", "of the run, on its network alone",
              p->packets);
    stats_add(s, routing, class, "flits", "flits", "of these packets", p->flits);
    stats_add(s, routing, class, "cycles", "cycles", "from the first packet to the last flit out",
              p->cycles);
    stats_add(s, routing, class, "latency", "cycles",
              "from making a packet to its last flit out, sum over packets",
              (uint64_t)llround(p->latency * (double)p->packets));
    stats_add(s, routing, class, "p99", "cycles", "that 99% of the packets take at most", p->p99);
}

/* The packets as they follow each other. */
static bool following(const struct replay_options *options, const char *routing, struct stats *s,
                      struct error *err)
{
    struct replay_options o = *options;
    o.from = o.to = o.step = 1;
    struct replay *r = replay_run(&o, err);
    if (r != NULL)
        add(s, routing, &r->points[0]);
    replay_free(r);
    return r != NULL;
}

static bool with_ugal(struct replay_options o, const struct system *sys, struct stats *s,
                      struct error *err)
{
    o.bench.sys = sys;
    o.bench.net = system_net(sys, err);
    const bool ok =
        o.bench.net != NULL && net_use_ugal(o.bench.net, err) && following(&o, "ugal", s, err);
    net_free(o.bench.net);
    return ok;
}

static bool both(const struct routing *r, const struct system *sys, struct net *net,
                 const struct net_trace *t, struct stats *s, struct error *err)
{
    struct system wide = *sys;
    wide.fabric.network.vcs *= 2;
    struct replay_point p = {0};
    struct replay_options o = {.bench = {.sys = &wide,
                                         .net = net,
                                         .classes = t->classes.n,
                                         .trace = t,
                                         .flits = 1,
                                         .seed = r->seed,
                                         .say = r->say},
                               .progress = r->say};
    struct follow *all = replay_follows(&o, &p, err);
    if (all != NULL)
        add(s, "recorded", &p);
    o.bench.follows = all;
    const bool ok = all != NULL && following(&o, "minimal", s, err) && with_ugal(o, sys, s, err);
    free(p.links);
    free(all);
    return ok;
}

bool routing_measure(const struct routing *r, const struct system *sys, struct stats *s,
                     struct error *err)
{
    struct net *net = system_net(sys, err);
    struct net_trace t = {0};
    const struct trace_wanted wanted = {.system = sys->name,
                                        .nodes = net != NULL ? net->n_nodes : 0,
                                        .flit_bytes = sys->link.bytes_per_cycle};
    const bool ok = net != NULL && net_trace_read(&t, r->trace, &wanted, err) &&
                    fits(sys, &t, err) && both(r, sys, net, &t, s, err);
    net_trace_free(&t);
    net_free(net);
    return ok;
}
