#include "harness/umbel/units.h"

#include "gen/proto/protocol.h"
#include "gen/units/cache/l1.h"
#include "gen/units/cache/l2.h"
#include "gen/units/directory/bank_front.h"
#include "gen/units/directory/inv_broadcast.h"
#include "gen/units/directory/inv_gate.h"
#include "gen/units/fabric/detour.h"
#include "gen/units/fabric/fields.h"
#include "gen/units/fabric/hash.h"
#include "gen/units/fabric/hop.h"
#include "gen/units/fabric/lane.h"
#include "gen/units/fabric/link.h"
#include "gen/units/fabric/ni_eject.h"
#include "gen/units/fabric/ni_inject.h"
#include "gen/units/fabric/router.h"
#include "gen/units/fabric/switch.h"
#include "gen/units/memory/copy.h"
#include "gen/units/memory/dram_mux.h"
#include "gen/units/memory/rdc.h"
#include "gen/units/memory/umc.h"
#include "sw/util/sbuf.h"

/* What a unit counts under a protocol; NULL: the protocol has no such unit. */
typedef const struct unit_counter *counts_of(const struct protocol *p, const struct rules *r);

static const struct unit_counter *of_l1(const struct protocol *p, const struct rules *r)
{
    (void)p;
    return l1_counters(r, (struct unit_options){.latency = true});
}

static const struct unit_counter *of_l2(const struct protocol *p, const struct rules *r)
{
    (void)p;
    return l2_counters(r, (struct unit_options){.latency = true});
}

static const struct unit_counter *of_l2_both(const struct protocol *p, const struct rules *r)
{
    return p->both_sides
               ? l2_counters(r, (struct unit_options){.both = !r->invalidates, .latency = true})
               : NULL;
}

static const struct unit_counter *of_bank_front(const struct protocol *p, const struct rules *r)
{
    return p->both_sides ? bank_front_counters(r) : NULL;
}

static const struct unit_counter *of_gate(const struct protocol *p, const struct rules *r)
{
    (void)p;
    return r->deep ? inv_gate_counters : NULL;
}

static const struct unit_counter *of_broadcast(const struct protocol *p, const struct rules *r)
{
    (void)p;
    return r->deep ? inv_broadcast_counters : NULL;
}

static const struct unit_counter *of_rdc(const struct protocol *p, const struct rules *r)
{
    return p->rdc ? rdc_counters(r, (struct unit_options){.writes_back = p->rdc_epochs}) : NULL;
}

static const struct unit_counter *of_dram_mux(const struct protocol *p, const struct rules *r)
{
    (void)r;
    return p->rdc ? dram_mux_counters : NULL;
}

static const struct unit_counter *of_umc(const struct protocol *p, const struct rules *r)
{
    (void)p;
    return umc_counters(r, (struct unit_options){.merges = true});
}

static const struct unit_counter *of_lane(const struct protocol *p, const struct rules *r)
{
    (void)p;
    return lane_counters(r->ack != NULL);
}

/* A unit counts the same under all protocols, or what they say. */
static const struct {
    const char *name, *about;
    const struct unit_counter *same;
    counts_of *of;
} units[] = {
    {"l1", "an SM's private write-through cache: MSHRs, and leases if the protocol has them", NULL,
     of_l1},
    {"l2", "one bank of a GPU's shared cache", NULL, of_l2},
    {"l2_both", "the same with l2.role both: also the home's bank for other packages", NULL,
     of_l2_both},
    {"bank_front",
     "around an L2 bank with both roles: lets requests in so that none waits in a circle", NULL,
     of_bank_front},
    {"inv_gate", "an L2 bank's stores and acknowledgements wait until no L1 has their line", NULL,
     of_gate},
    {"inv_broadcast", "has all L1s of a package drop a line", NULL, of_broadcast},
    {"rdc", "remote data cache: a bank in a channel of the package's own memory", NULL, of_rdc},
    {"dram_mux", "a memory controller and a remote data cache share a DRAM channel", NULL,
     of_dram_mux},
    {"umc", "unified memory controller: ReqTracker in front of DRAM, beside it TSU or IMST", NULL,
     of_umc},
    {"detour", "a CPU's bank asks by the overlay or, if that is congested, by its slice's network",
     detour_counters, NULL},
    {"switch", "a crossbar of any size: input queues, a round-robin arbiter an output",
     switch_counters, NULL},
    {"link", "a wire with a width and a length: messages serialise", link_counters, NULL},
    {"lane", "a wire between packages that requests and answers share in turns", NULL, of_lane},
    {"router", "a router of a network: virtual channels, credits, packets of flits",
     router_counters, NULL},
    {"hop", "a link between two routers, or to a cube: flits, and credits back", hop_counters,
     NULL},
    {"ni_inject", "a network interface: cuts messages into flits", ni_inject_counters, NULL},
    {"ni_eject", "a network interface: joins flits to messages", ni_eject_counters, NULL},
    {"hash", "spreads lines over L2 banks and memory controllers", hash_counters, NULL},
    {"fields", "puts the numbers of a line's cube and controller lowest", fields_counters, NULL},
    {"copy", "a package's copy engine: runs of lines from any memory to any other", copy_counters,
     NULL},
};

static void print_counters(FILE *to, const char *when, const struct unit_counter *counters)
{
    fprintf(to, "             counts%s:", when);
    for (const struct unit_counter *c = counters; c->name != NULL; c++)
        fprintf(to, " %s", c->name);
    fprintf(to, "\n");
}

/* Protocols whose unit counts the same. */
struct group {
    const struct unit_counter *counters;
    struct sbuf protocols;
};
enum { MOST_GROUPS = 2 * PROTOCOL_COUNT };

static void add(struct group *groups, size_t *n, const struct unit_counter *counters,
                const char *protocol, const char *variant)
{
    size_t i = 0;
    while (i < *n && groups[i].counters != counters)
        i++;
    if (i == *n)
        groups[(*n)++] = (struct group){.counters = counters};
    sbuf_printf(&groups[i].protocols, "%s%s%s", groups[i].protocols.len > 0 ? ", " : "", protocol,
                variant);
}

static void print_by_protocol(FILE *to, counts_of *of)
{
    struct group groups[MOST_GROUPS] = {0};
    size_t n = 0;
    for (enum protocol_id id = 0; id < PROTOCOL_COUNT; id++)
        for (int deep = 0; deep < 2; deep++) {
            const struct rules r = protocol_rules(id, (struct rules_variant){.deep = deep});
            const struct unit_counter *counters = of(protocol_of(id), &r);
            if (r.deep == deep && counters != NULL)
                add(groups, &n, counters, protocol_word(id),
                    deep ? " with invalidation.l1_copies vi" : "");
        }
    for (size_t i = 0; i < n; i++) {
        struct sbuf when = {0};
        sbuf_printf(&when, " under %s", groups[i].protocols.text);
        print_counters(to, when.text, groups[i].counters);
        sbuf_free(&when);
        sbuf_free(&groups[i].protocols);
    }
}

void units_print(FILE *to)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        fprintf(to, "%-12s %s\n", units[i].name, units[i].about);
        if (units[i].of != NULL)
            print_by_protocol(to, units[i].of);
        else
            print_counters(to, "", units[i].same);
    }
}
