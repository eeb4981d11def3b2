/* The networks of a system's fabric: their shape, and that no packets wait for each other for ever.
 */
#include "gen/net/deadlock.h"
#include "gen/system/system_impl.h"
#include "sw/util/sbuf.h"

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

struct net *system_net(const struct system *s, struct error *err)
{
    const struct sys_network *w = &s->fabric.network;
    const struct address_map map = system_addresses(s);
    const bool central = s->memory.at == SYS_CENTRAL;
    struct net_shape shape = {
        .topology = topology_of(w->topology),
        .nodes = central ? s->gpus * address_plane_banks(&map) : system_homes(s),
        .others = central ? address_plane_umcs(&map) : 0,
        .dims = {w->columns, w->rows},
        .parallel = w->parallel,
    };
    return net_new(&shape, err);
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

static bool check_sizes(const struct check *c)
{
    const struct sys_network *w = &c->s->fabric.network;
    const char *name = system_word(c->s, "network.topology");
    if (w->topology == NET_DFBFLY || w->topology == NET_DDFLY)
        return check_fail(c, PATHS("network.topology"),
                          "network.topology is %s; a machine's networks are one for each plane or "
                          "lane, so it must be a sliced one or one without clusters",
                          name);
    if (w->depth != 0 && (w->depth < 2 || !power_of_two(w->depth)))
        return check_fail(c, PATHS("network.depth"),
                          "network.depth is %u; it must be 0, or a power of two from 2 to 4096",
                          w->depth);
    return true;
}

bool check_network(const struct check *c)
{
    const struct system *s = c->s;
    struct error why = {0};
    if (s->fabric.network.topology == NET_NONE_KIND)
        return true;
    if (s->memory.at == SYS_PACKAGES && system_lanes(s) == 0)
        return check_fail(c, PATHS("network.topology", "gpus"),
                          "network.topology is %s; with memory.at packages a network joins two of "
                          "them at least",
                          system_word(s, "network.topology"));
    if (!check_sizes(c))
        return false;
    struct net *n = system_net(s, &why);
    if (n == NULL)
        return check_fail(c, PATHS("network.topology", "network.columns", "network.rows"), "%s",
                          why.text);
    bool ok = check_deadlocks(c, n);
    uint32_t bits = 0;
    while (1U << bits < n->n_nodes)
        bits++;
    if (ok && bits > 8 * s->link.bytes_per_cycle)
        ok = check_fail(c, PATHS("link.bytes_per_cycle", "network.topology"),
                        "link.bytes_per_cycle is %u; a flit of so many bytes has no room for the "
                        "number of one of %u nodes",
                        s->link.bytes_per_cycle, n->n_nodes);
    for (uint32_t r = 0; ok && r < n->routers; r++)
        if (n->ports[r] > NET_MOST_PORTS)
            ok = check_fail(c, PATHS("network.topology", "network.columns", "network.rows"),
                            "network.topology is %s; router %u would have %u ports, more than %d",
                            system_word(s, "network.topology"), r, n->ports[r], NET_MOST_PORTS);
    net_free(n);
    return ok;
}
