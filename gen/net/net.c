#include "gen/net/impl.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

#define ROW(name, word, make, about) {word, make},
const struct net_topology net_topologies[] = {NET_TOPOLOGIES(ROW){NULL, NULL}};
#undef ROW

/* ---- building ---- */

void net_routers(struct net *n, uint32_t routers)
{
    n->routers = routers;
    n->ports = xcalloc(routers, sizeof *n->ports);
    for (int c = 0; c < NET_TABLES; c++) {
        n->hop[c] = xcalloc((size_t)routers * routers, sizeof *n->hop[c]);
        for (size_t i = 0; i < (size_t)routers * routers; i++)
            n->hop[c][i] = NET_NONE;
    }
}

uint32_t net_join(struct net *n, uint32_t a, uint32_t b, uint32_t dim)
{
    uint32_t first = n->n_links;
    n->links = xrealloc(n->links, (n->n_links + 2) * sizeof *n->links);
    uint32_t port_a = n->ports[a]++, port_b = n->ports[b]++;
    n->links[n->n_links++] =
        (struct net_link){.from = a, .from_port = port_a, .to = b, .to_port = port_b, .dim = dim};
    n->links[n->n_links++] =
        (struct net_link){.from = b, .from_port = port_b, .to = a, .to_port = port_a, .dim = dim};
    return first;
}

uint32_t net_add_node(struct net *n)
{
    n->nodes = xrealloc(n->nodes, (n->n_nodes + 1) * sizeof *n->nodes);
    n->nodes[n->n_nodes] = (struct net_node){NULL, 0};
    return n->n_nodes++;
}

void net_put(struct net *n, uint32_t node, uint32_t router)
{
    struct net_node *at = &n->nodes[node];
    at->ends = xrealloc(at->ends, (at->n_ends + 1) * sizeof *at->ends);
    at->ends[at->n_ends++] = (struct net_end){router, n->ports[router]++};
}

void net_share(struct net *n, uint32_t node, uint32_t other)
{
    struct net_node *at = &n->nodes[node];
    at->ends = xcalloc(1, sizeof *at->ends);
    at->ends[at->n_ends++] = n->nodes[other].ends[0];
}

void net_put_all(struct net *n, const struct net_shape *s, uint32_t routers)
{
    for (uint32_t i = 0; i < s->nodes; i++)
        net_put(n, net_add_node(n),
                i + s->gated < s->nodes ? net_place(s, i, routers)
                                        : routers + i + s->gated - s->nodes);
    for (uint32_t i = 0; i < s->others; i++)
        net_put(n, net_add_node(n), net_place_of_other(s, i, routers));
}

/* ---- ways ---- */

bool net_crosses(const struct net *n, const uint32_t *links, uint32_t count)
{
    for (uint32_t i = 1; i < count && n->links[links[i]].dim == n->links[links[0]].dim; i++)
        if (n->links[links[i]].dateline)
            return true;
    return false;
}

uint32_t net_may(const struct net *n, int32_t in, uint32_t in_layer, uint32_t out, bool crosses)
{
    const struct net_link *to = &n->links[out];
    const bool begins = in == NET_NONE;
    const uint32_t span = n->rings ? 2 : 1, from_dim = begins ? to->dim : n->links[in].dim;
    const uint32_t level = in_layer / span + (to->dim < from_dim && !net_is_overlaid(n, in_layer));
    if (to->dateline)
        return 1U << (level * span + 1);
    if (!begins && to->dim == from_dim)
        return 1U << in_layer;
    return (crosses ? 1U : (1U << span) - 1) << level * span;
}

uint32_t net_along(const struct net *n, uint32_t table, uint32_t at, uint32_t to, uint32_t *links,
                   uint32_t room)
{
    uint32_t count = 0;
    while (at != to) {
        int32_t link = net_hop(n, table, at, to);
        if (link == NET_NONE || count == room)
            return UINT32_MAX;
        links[count++] = (uint32_t)link;
        at = n->links[link].to;
    }
    return count;
}

uint32_t net_way(const struct net *n, uint32_t choice, uint32_t from, uint32_t to,
                 uint32_t *from_end, uint32_t *links, uint32_t room)
{
    const struct net_node *a = &n->nodes[from], *b = &n->nodes[to];
    const uint32_t table = net_table(n, choice, to);
    uint32_t best = UINT32_MAX;
    uint32_t *tried = xcalloc(room + 1, sizeof *tried);
    for (uint32_t i = 0; i < a->n_ends; i++)
        for (uint32_t j = 0; j < b->n_ends; j++) {
            uint32_t count = net_along(n, table, a->ends[i].router, b->ends[j].router, tried, room);
            if (count >= best)
                continue;
            best = count;
            *from_end = i;
            memcpy(links, tried, count * sizeof *links);
        }
    free(tried);
    return best;
}

/* ---- all of it ---- */

static void set_choices(struct net *n)
{
    const size_t size = (size_t)n->routers * n->routers * sizeof *n->hop[0];
    n->choices = memcmp(n->hop[0], n->hop[1], size) != 0 ? NET_CHOICES : 1;
}

struct net *net_new(const struct net_shape *shape, struct error *err)
{
    const struct net_topology *t = net_topologies;
    while (t->name != NULL && strcmp(t->name, shape->topology) != 0)
        t++;
    if (t->name == NULL) {
        error_set(err, "no topology is called '%s'", shape->topology);
        return NULL;
    }
    struct net *n = xcalloc(1, sizeof *n);
    n->topology = t->name;
    n->levels = 1;
    n->phases = 1;
    if (t->make(n, shape, err)) {
        set_choices(n);
        return n;
    }
    net_free(n);
    return NULL;
}

void net_without_datelines(struct net *n)
{
    n->rings = false;
    for (uint32_t i = 0; i < n->n_links; i++)
        n->links[i].dateline = false;
}

bool net_use_ugal(struct net *n, struct error *err)
{
    for (uint32_t i = 0; i < n->n_nodes; i++)
        if (n->nodes[i].n_ends != 1)
            return error_set(err, "UGAL is for nodes that are at one router each");
    if (n->n_nodes > NET_MOST_UGAL)
        return error_set(err, "UGAL is for %d nodes at most, not %u", NET_MOST_UGAL, n->n_nodes);
    n->phases = 2;
    n->choices = 1;
    return true;
}

void net_free(struct net *n)
{
    if (n == NULL)
        return;
    for (uint32_t i = 0; i < n->n_nodes; i++)
        free(n->nodes[i].ends);
    free(n->nodes);
    free(n->links);
    free(n->ports);
    for (int i = 0; i < NET_TABLES; i++)
        free(n->hop[i]);
    free(n);
}
