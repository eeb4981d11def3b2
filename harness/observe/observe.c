#include "harness/observe/observe.h"

#include "sw/util/arena.h"

#include <stdlib.h>

struct observe {
    struct observe_options o;
    struct trace *trace;
    struct waves *waves;
    struct profile *profile;
    struct sharing *sharing; /* from observe_attach on */
    struct packets *packets;
    struct hops *hops; /* this and the next: NULL without a trace or a profile */
    struct follow *follow;
    struct machine *machine;
    const struct gpu *gpu;
    struct machine_observer observer;
};

bool observe_wanted(const struct observe_options *o)
{
    return o->trace.path != NULL || o->waves.path != NULL || o->profile || o->sharing ||
           o->net_trace != NULL;
}

bool observe_fits(const struct observe_options *o, const struct system *sys, struct error *err)
{
    return o->net_trace == NULL || sys->fabric.network.topology != NET_NONE_KIND ||
           error_set(err,
                     "--net-trace %s: %s has no network of routers; --set network.topology=mesh "
                     "gives it one",
                     o->net_trace, sys->name);
}

struct observe *observe_new(const struct observe_options *options, struct error *err)
{
    struct observe *o = xcalloc(1, sizeof *o);
    o->o = *options;
    bool ok = true;
    if (options->trace.path != NULL)
        ok = (o->trace = trace_new(&options->trace, err)) != NULL;
    if (ok && options->waves.path != NULL)
        ok = (o->waves = waves_new(&options->waves, err)) != NULL;
    if (ok && options->net_trace != NULL)
        ok = (o->packets = packets_new(options->net_trace, err)) != NULL;
    if (options->profile)
        o->profile = profile_new((size_t)options->hottest);
    if (ok)
        return o;
    observe_free(o);
    return NULL;
}

void observe_free(struct observe *o)
{
    if (o == NULL)
        return;
    trace_free(o->trace);
    waves_free(o->waves);
    profile_free(o->profile);
    sharing_free(o->sharing);
    packets_free(o->packets);
    hops_free(o->hops);
    follow_free(o->follow);
    free(o);
}

struct waves *observe_waves(struct observe *o)
{
    return o != NULL ? o->waves : NULL;
}

/* ---- what is told ---- */

static void where(void *gpu, uint64_t address, char *text, size_t size)
{
    profile_where(gpu, address, text, size);
}

/* Profile and trace are of what programs access, and speak of virtual lines; a fence has none. What
 * copy engines ask for is followed, as others wait for it, and not told. */
static void told(void *ctx, const struct request *request, uint64_t end, bool ended)
{
    struct observe *o = ctx;
    if (netlist_is_engine(o->machine->netlist, request->sm))
        return;
    struct request known = *request;
    const struct request *r = request;
    if (o->machine->pages != NULL && known.op != OP_FENCE) {
        known.line = machine_virtual(o->machine, known.line);
        r = &known;
    }
    if (o->profile != NULL)
        profile_request(o->profile, r, end, ended);
    if (o->trace != NULL)
        trace_request(o->trace, o->machine->sys, r, end, ended, where, (void *)o->gpu);
}

static void hop(void *ctx, const struct hop *h)
{
    struct observe *o = ctx;
    follow_hop(o->follow, h, o->machine->now);
}

static void shows(void *ctx, uint32_t sm, const struct sm_request *r)
{
    struct observe *o = ctx;
    if (o->follow != NULL)
        follow_shown(o->follow, sm, r->tag, o->machine->now);
}

/* A fence has no line. An atomic is a write. */
static void takes(void *ctx, uint32_t sm, const struct sm_request *r)
{
    struct observe *o = ctx;
    if (o->sharing != NULL && r->op != OP_FENCE)
        sharing_request(o->sharing, sm / o->machine->sys->sm.count,
                        machine_virtual(o->machine, r->line),
                        r->op == OP_STORE || r->op == OP_ATOMIC);
}

static void cycle(void *ctx)
{
    struct observe *o = ctx;
    if (o->hops != NULL)
        hops_tell(o->hops, hop, o);
    if (o->packets != NULL)
        packets_cycle(o->packets, o->machine->now);
    if (o->waves != NULL)
        waves_cycle(o->waves, o->machine->now);
}

bool observe_attach(struct observe *o, struct machine *m, const struct gpu *gpu, struct error *err)
{
    o->machine = m;
    o->gpu = gpu;
    if (o->trace != NULL || o->profile != NULL) {
        o->hops = hops_new(m->engine, m->netlist, err);
        if (o->hops == NULL)
            return false;
        o->follow = follow_new(m->netlist, o->trace != NULL, told, o);
    }
    if (o->packets != NULL && !packets_attach(o->packets, m->engine, m->netlist, err))
        return false;
    if (o->o.sharing)
        o->sharing = sharing_new(m->sys->line_bytes, m->sys->placement.page_bytes);
    o->observer =
        (struct machine_observer){.ctx = o, .shows = shows, .takes = takes, .cycle = cycle};
    m->observer = &o->observer;
    return true;
}

void observe_call(struct observe *o, const char *name, const char *what, uint64_t from)
{
    if (o->trace != NULL && o->machine != NULL)
        trace_call(o->trace, name, what, from, o->machine->now);
}

bool observe_end(struct observe *o, struct observed *seen, struct error *err)
{
    struct machine *m = o->machine;
    m->observer = NULL;
    if (o->follow != NULL)
        follow_end(o->follow, m->now);
    if (o->profile != NULL) {
        o->profile->strays = follow_strays(o->follow);
        profile_end(o->profile, m, o->gpu);
    }
    *seen = (struct observed){.profile = o->profile, .sharing = o->sharing};
    o->profile = NULL;
    o->sharing = NULL;
    bool ok = o->trace == NULL || trace_end(o->trace, m->now, err);
    ok = (o->packets == NULL || packets_end(o->packets, err)) && ok;
    return (o->waves == NULL || waves_end(o->waves, m->now, err)) && ok;
}
