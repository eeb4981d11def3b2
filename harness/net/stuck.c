/* What to say of a network in which nothing moves. The routers' windows show, of each virtual
 * channel, the output that its front waits for; behind that is a channel of the next router, whose
 * front waits, too. Where these lead back to one that was passed, they are a circle. */
#include "gen/units/fabric/router.h"
#include "harness/net/impl.h"

#include <stdlib.h>

enum { SHOWN_CHANNELS = 128, MOST_TOLD = 24 };

/* Virtual channel `vc` of the input `port` of a router. */
struct place {
    uint32_t router, port, vc;
};

static uint64_t window(struct bench *b, struct place p)
{
    const uint32_t channel = p.port * b->flit.vcs + p.vc;
    return channel < SHOWN_CHANNELS ? engine_probe(b->engine, p.router, PROBE_WAIT + channel) : 0;
}

static uint32_t field(uint64_t word, int lsb)
{
    return (uint32_t)(word >> lsb & 0xff);
}

/* A channel that a front waits for: that which it has, or else any of the next input that holds
 * flits. False: it waits for a node. */
static bool behind(struct bench *b, struct place p, struct place *next)
{
    const uint64_t word = window(b, p);
    for (uint32_t i = 0; i < b->o.net->n_links; i++) {
        const struct net_link *l = &b->o.net->links[i];
        if (l->from != p.router || l->from_port != field(word, ROUTER_WAITS_PORT))
            continue;
        *next = (struct place){l->to, l->to_port, field(word, ROUTER_WAITS_VC)};
        if ((word >> ROUTER_WAITS_OPEN & 1) != 0)
            return true;
        const uint32_t class = p.vc / b->flit.group * b->flit.group;
        for (uint32_t v = class; v < class + b->flit.group; v++) {
            next->vc = v;
            if (window(b, *next) >> ROUTER_WAITS_VALID != 0)
                return true;
        }
    }
    return false;
}

/* Some channel that holds flits. */
static bool first_place(struct bench *b, struct place *p)
{
    for (p->router = 0; p->router < b->o.net->routers; p->router++)
        for (p->port = 0; p->port < b->o.net->ports[p->router]; p->port++)
            for (p->vc = 0; p->vc < b->flit.vcs; p->vc++)
                if (window(b, *p) >> ROUTER_WAITS_VALID != 0)
                    return true;
    return false;
}

static void tell(struct place p, bool first, struct error *err)
{
    error_add(err, "%srouter %u input %u channel %u", first ? "" : " waits for ", p.router, p.port,
              p.vc);
}

void stuck_tell(struct bench *b, struct error *err)
{
    struct place p, start;
    error_set(
        err,
        "nothing has come out of the network since cycle %llu, and %u packets are in it (seed "
        "%llu)",
        (unsigned long long)b->moved, b->n_slots - b->n_free, (unsigned long long)b->o.seed);
    if (!first_place(b, &p))
        return;
    const uint32_t channels = b->o.net->routers * NET_MOST_PORTS;
    for (uint32_t i = 0; i < channels; i++) /* into the circle, if there is one */
        if (!behind(b, p, &p))
            break;
    start = p;
    error_add(err, ": ");
    tell(start, true, err);
    for (uint32_t i = 0; behind(b, p, &p); i++) {
        if (i < MOST_TOLD)
            tell(p, false, err);
        if (i == MOST_TOLD)
            error_add(err, " ...");
        if ((p.router == start.router && p.port == start.port && p.vc == start.vc) || i > channels)
            break;
    }
}
