/* The networks of a system's fabric: their shape, and that no packets wait for each other for ever.
 */
#include "gen/net/deadlock.h"
#include "gen/system/derived.h"
#include "gen/system/system_impl.h"
#include "sw/util/sbuf.h"

#include <assert.h>

/* The sliced topologies are one network for each plane or lane, which is what a level is. */
static const char *topology_of(enum net_kind kind)
{
    switch (kind) {
    case NET_SFBFLY:
        return "fbfly";
    case NET_SMESH:
        return "mesh";
    case NET_STORUS:
        return "torus";
    default:
        return net_topologies[kind - 1].name;
    }
}

struct sys_link system_link(const struct system *s, enum sys_links kind)
{
    struct sys_link link = s->link;
    if (kind == SYS_OVERLAY)
        link.latency = s->fabric.overlay.latency;
    if (kind == SYS_HOST_LINK)
        return s->fabric.host_link;
    if (kind == SYS_PACKAGE_LINK)
        return s->fabric.package_link;
    if (kind == SYS_CONTROLLER_LINK)
        return s->fabric.controller_link;
    if (kind == SYS_BETWEEN && s->fabric.between.latency > 0) {
        link.latency = s->fabric.between.latency;
        link.class = s->fabric.between.class;
    }
    return link;
}

uint32_t system_net_slices(const struct system *s)
{
    const enum net_kind kind = s->fabric.network.topology;
    const struct address_map map = system_addresses(s);
    if (kind != NET_DFBFLY && kind != NET_DDFLY)
        return 1;
    return s->memory.at == SYS_CENTRAL ? address_planes(&map) : system_lanes(s);
}

uint32_t system_cube_ports(const struct system *s)
{
    const struct address_map map = system_addresses(s);
    const struct sys_cubes *q = &s->memory.cubes;
    if (q->clusters == 0 || s->fabric.network.topology == NET_NONE_KIND)
        return 1;
    return q->ports > 0 ? q->ports : address_plane_umcs(&map);
}

static struct net *net_of(const struct system *s, bool machine, struct error *err)
{
    const struct sys_network *w = &s->fabric.network;
    const struct address_map map = system_addresses(s);
    const bool central = s->memory.at == SYS_CENTRAL;
    struct net_shape shape = {
        .topology = topology_of(w->topology),
        .nodes = central ? system_plane_nodes(s) * address_plane_banks(&map) : system_homes(s),
        .others = central ? address_plane_umcs(&map) : 0,
        .dims = {w->columns, w->rows},
        .parallel = w->parallel,
        .spread = system_net_slices(s),
        .by_slice = true,
        .distributed = system_distributes(s),
        .gated = machine && system_has_overlay(s) ? address_plane_banks(&map) : 0,
        .single = machine && system_one_port(s) ? s->gpus : 0,
    };
    if (s->memory.cubes.clusters > 0) {
        shape.together = address_plane_banks(&map);
        shape.others = s->memory.cubes.clusters * system_cube_ports(s);
    }
    struct net *n = net_new(&shape, err);
    if (n == NULL || w->routing != SYS_UGAL || net_use_ugal(n, err))
        return n;
    net_free(n);
    return NULL;
}

struct net *system_net(const struct system *s, struct error *err)
{
    return net_of(s, false, err);
}

struct net *system_machine_net(const struct system *s, struct error *err)
{
    return net_of(s, true, err);
}

/* A request waits for room for its answer, an invalidation, which is among the answers, for room
 * for its acknowledgement. */
static bool check_deadlocks(const struct check *c, const struct net *n)
{
    static const struct net_classes classes = {.n = 3, .waits = {1U << 1, 1U << 2, 0}};
    struct sbuf circle = {0};
    const bool ok = net_is_free_of_deadlock(n, &classes, &circle) ||
                    check_fail(c, PATHS("network.topology"),
                               "network.topology is %s; packets could wait for "
                               "each other: %s",
                               system_word(c->s, "network.topology"), sbuf_str(&circle));
    sbuf_free(&circle);
    return ok;
}

bool system_asks_once(const struct system *s)
{
    const struct rules *r = system_protocol(s)->rules;
    return s->l2.role == SYS_CORE_SIDE && !system_has_rdc(s) && !r->tracks && !r->directory &&
           !r->write_back && !(r->timed && s->tsu.evicts == SYS_TSU_L2);
}

static bool check_routing(const struct check *c)
{
    const struct system *s = c->s;
    const struct sys_network *w = &s->fabric.network;
    const char *name = system_word(s, "network.routing");
    if (!system_distributes(s))
        return true;
    if (s->memory.cubes.clusters == 0 || system_has_overlay(s) ||
        (w->topology != NET_DFBFLY && w->topology != NET_DDFLY))
        return check_fail(c, PATHS("network.routing", "cubes.clusters", "network.topology"),
                          "network.routing is %s; packages that are at all cubes of their cluster "
                          "need cubes.clusters, network.topology dfbfly or ddfly, and no overlay",
                          name);
    return w->routing != SYS_UGAL || w->channel == SYS_CHANNEL_FREE ||
           check_fail(c, PATHS("network.routing", "network.channel"),
                      "network.routing is %s; it needs network.channel free, as packets of a line "
                      "may go different ways",
                      name);
}

static bool check_channel(const struct check *c)
{
    const struct sys_network *w = &c->s->fabric.network;
    if (w->channel == SYS_CHANNEL_LINE)
        return power_of_two(w->vcs) ||
               check_fail(c, PATHS("network.vcs", "network.channel"),
                          "network.vcs is %u; with network.channel line it must be a power of two",
                          w->vcs);
    return system_asks_once(c->s) ||
           check_fail(c, PATHS("network.channel", "protocol", "l2.role"),
                      "network.channel is free; it needs l2.role core-side and a protocol that "
                      "neither writes back nor invalidates, as messages of a line could pass each "
                      "other");
}

/* External channels of a router's cube: to other routers, and to packages' banks. */
static uint32_t channels_at(const struct system *s, const struct net *n, uint32_t router)
{
    const struct address_map map = system_addresses(s);
    const uint32_t slices = system_net_slices(s);
    assert(slices > 0);
    const uint32_t of_slice = n->n_nodes / slices;
    const uint32_t askers = system_plane_nodes(s) * address_plane_banks(&map);
    uint32_t channels = 0;
    assert(of_slice > 0);
    for (uint32_t i = 0; i < n->n_links; i++)
        channels += n->links[i].from == router;
    for (uint32_t i = 0; i < n->n_nodes; i++)
        channels += i % of_slice < askers && n->nodes[i].ends->router == router;
    return channels;
}

static bool check_channels(const struct check *c, const struct net *n)
{
    const struct sys_cubes *q = &c->s->memory.cubes;
    bool ok = true;
    for (uint32_t r = 0; ok && r < q->clusters * system_net_slices(c->s); r++) {
        const uint32_t channels = channels_at(c->s, n, r);
        if (channels > q->channels)
            ok = check_fail(c,
                            PATHS("network.topology", "network.parallel", "cubes.clusters",
                                  "cubes.each", "l2.banks", "cubes.channels"),
                            "network.topology is %s; a cube would have %u external channels, and "
                            "cubes.channels is %u",
                            system_word(c->s, "network.topology"), channels, q->channels);
    }
    return ok;
}

/* The check for deadlocks keeps a table of all pairs of channels. */
enum { MOST_JOINED = 256 };

static bool check_slices(const struct check *c)
{
    const struct sys_network *w = &c->s->fabric.network;
    const char *name = system_word(c->s, "network.topology");
    const uint32_t slices = system_net_slices(c->s), routers = slices * w->columns * w->rows;
    if (w->topology != NET_DFBFLY && w->topology != NET_DDFLY)
        return true;
    if (slices < 2)
        return check_fail(c, PATHS("network.topology", "lanes", "l2.banks", "umc.count"),
                          "network.topology is %s; it joins planes, or lanes, and there is one: it "
                          "takes %s",
                          name,
                          c->s->memory.at == SYS_CENTRAL ? "l2.banks and umc.count 2 at least"
                                                         : "fabric.lanes 2 at least");
    return routers <= MOST_JOINED ||
           check_fail(c, PATHS("network.topology", "network.columns", "network.rows", "lanes"),
                      "network.topology is %s; it would have %u routers in %u clusters, more than "
                      "%d",
                      name, routers, w->columns * w->rows, MOST_JOINED);
}

static bool check_sizes(const struct check *c)
{
    const struct sys_network *w = &c->s->fabric.network;
    if (!check_slices(c))
        return false;
    if (w->depth != 0 && (w->depth < 2 || !power_of_two(w->depth)))
        return check_fail(c, PATHS("network.depth"),
                          "network.depth is %u; it must be 0, or a power of two from 2 to 4096",
                          w->depth);
    return check_routing(c) && check_channel(c);
}

/* A parameter names those that an overlay's flits are in (gen/units/fabric/router.h: PASS). */
enum { MOST_PASSED = 32 };

/* A line of routers has no circle of waiting. An answer and an invalidation of a line, which a home
 * sends in order, would pass each other where they go by two networks. */
static bool check_overlay(const struct check *c)
{
    const struct system *s = c->s;
    const uint32_t latency = s->fabric.overlay.latency;
    if (latency == 0)
        return true;
    if (!system_has_cpu(s))
        return check_fail(c, PATHS("overlay.latency", "cpu.misses"),
                          "overlay.latency is %u; an overlay is a CPU's, and cpu.misses is 0",
                          latency);
    if (s->memory.cubes.clusters <= s->gpus || s->fabric.network.topology == NET_NONE_KIND)
        return check_fail(c, PATHS("overlay.latency", "cubes.clusters", "network.topology", "gpus"),
                          "overlay.latency is %u; an overlay begins at the cluster behind those of "
                          "the GPUs, so it needs cubes.clusters more than gpus, %u, and a "
                          "network.topology",
                          latency, s->gpus);
    if (s->fabric.network.topology == NET_DFBFLY || s->fabric.network.topology == NET_DDFLY ||
        s->fabric.network.topology == NET_CROSSBAR)
        return check_fail(c, PATHS("overlay.latency", "network.topology"),
                          "overlay.latency is %u; an overlay is a line of a slice's channels, and "
                          "network.topology is %s: it takes sfbfly, smesh or storus",
                          latency, system_word(s, "network.topology"));
    const uint32_t layers = s->fabric.network.topology == NET_STORUS ||
                                    s->fabric.network.topology == NET_TORUS ||
                                    s->fabric.network.topology == NET_RING
                                ? 2
                                : 1;
    if (2 * 2 * layers * s->fabric.network.vcs > MOST_PASSED)
        return check_fail(c, PATHS("overlay.latency", "network.vcs", "network.topology"),
                          "overlay.latency is %u; with an overlay a port has %d virtual channels "
                          "at most, and would have %u",
                          latency, MOST_PASSED, 2 * 2 * layers * s->fabric.network.vcs);
    if (s->link.latency <= latency)
        return check_fail(c, PATHS("overlay.latency", "link.latency"),
                          "overlay.latency is %u; it must be less than link.latency, %u", latency,
                          s->link.latency);
    return !system_invalidates(s) ||
           check_fail(c, PATHS("overlay.latency", "protocol"),
                      "overlay.latency is %u; with protocol %s it must be 0, as an answer and an "
                      "invalidation of a line could pass each other",
                      latency, system_word(s, "protocol"));
}

/* Where lanes are links of switches, a package with fewer of them has fewer lanes. */
static bool check_package_link(const struct check *c)
{
    const struct system *s = c->s;
    const uint32_t latency = s->fabric.package_link.latency;
    return latency == 0 || (system_lanes(s) > 0 && s->fabric.network.topology != NET_NONE_KIND) ||
           check_fail(c, PATHS("package_link.latency", "memory.at", "network.topology", "gpus"),
                      "package_link.latency is %u; a link between a package and its lanes needs "
                      "memory.at packages, two of them or a host, and a network.topology",
                      latency);
}

/* Elsewhere controllers are at the switch, or at the network's routers; invalidations would need a
 * link for acknowledgements as well. */
static bool check_controller_link(const struct check *c)
{
    const struct system *s = c->s;
    const uint32_t latency = s->fabric.controller_link.latency;
    const bool central = s->memory.at == SYS_CENTRAL;
    return latency == 0 ||
           ((central ? !s->memory.host && s->memory.cubes.clusters == 0 &&
                           s->fabric.network.topology == NET_NONE_KIND
                     : s->l2.role == SYS_CORE_SIDE && !system_has_rdc(s)) &&
            !system_protocol(s)->rules->tracks) ||
           check_fail(
               c,
               PATHS("controller_link.latency", "memory.at", "memory.host", "network.topology",
                     "protocol"),
               "controller_link.latency is %u; a link between a switch and each controller "
               "needs memory.at central without a host's and switches, or L2s on the SMs' side "
               "without remote data caches; and a protocol without invalidations",
               latency);
}

bool check_network(const struct check *c)
{
    const struct system *s = c->s;
    struct error why = {0};
    if (!check_overlay(c) || !check_package_link(c) || !check_controller_link(c))
        return false;
    if (s->fabric.between.latency > 0 && s->fabric.network.topology != NET_RINGS)
        return check_fail(c, PATHS("between.latency", "network.topology"),
                          "between.latency is %u; links between rings need network.topology rings",
                          s->fabric.between.latency);
    if (s->fabric.network.topology == NET_NONE_KIND)
        return true;
    if (s->memory.at == SYS_PACKAGES && system_lanes(s) == 0)
        return check_fail(c, PATHS("network.topology", "gpus"),
                          "network.topology is %s; with memory.at packages a network joins two of "
                          "them at least",
                          system_word(s, "network.topology"));
    if (!check_sizes(c))
        return false;
    struct net *n = system_machine_net(s, &why);
    if (n == NULL)
        return check_fail(c, PATHS("network.topology", "network.columns", "network.rows"), "%s",
                          why.text);
    bool ok = check_channels(c, n) && check_deadlocks(c, n);
    uint32_t bits = 0;
    while (1U << bits < n->n_nodes)
        bits++;
    const uint32_t numbers = n->phases; /* with UGAL that of the node between, too */
    if (ok && numbers * bits > 8 * s->link.bytes_per_cycle)
        ok = check_fail(c, PATHS("link.bytes_per_cycle", "network.topology"),
                        "link.bytes_per_cycle is %u; a flit of so many bytes has no room for the "
                        "number of %s of %u nodes",
                        s->link.bytes_per_cycle, numbers > 1 ? "two" : "one", n->n_nodes);
    for (uint32_t r = 0; ok && r < n->routers; r++)
        if (n->ports[r] > NET_MOST_PORTS)
            ok = check_fail(c, PATHS("network.topology", "network.columns", "network.rows"),
                            "network.topology is %s; router %u would have %u ports, more than %d",
                            system_word(s, "network.topology"), r, n->ports[r], NET_MOST_PORTS);
    net_free(n);
    return ok;
}
