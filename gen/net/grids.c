/* Topologies that are one grid with a node at each router; and one router for all. */
#include "gen/net/impl.h"

bool make_crossbar(struct net *n, const struct net_shape *s, struct error *err)
{
    const uint32_t nodes = s->nodes + s->others;
    if (nodes == 0 || nodes > NET_MOST_PORTS)
        return error_set(err, "a crossbar has 1 to %d nodes, not %u", NET_MOST_PORTS, nodes);
    net_routers(n, 1);
    net_put_all(n, s, 1);
    return true;
}

static bool make_grid(struct net *n, const struct net_shape *s, const uint32_t dims[NET_MOST_DIMS],
                      enum row row, struct error *err)
{
    const struct grid g = grid_of(dims);
    if (g.n_dims == 0 || g.size < 2)
        return error_set(err, "a %s has a size in each dimension, and two routers", n->topology);
    net_routers(n, g.size + s->gated);
    net_put_all(n, s, g.size);
    grid_join(n, &g, row, s->gated > 0, s->parallel);
    if (s->gated > 0)
        net_overlay(n, s, &g);
    return true;
}

bool make_ring(struct net *n, const struct net_shape *s, struct error *err)
{
    const uint32_t routers = s->dims[0] > 0 ? s->dims[0] : s->nodes;
    return make_grid(n, s, (const uint32_t[NET_MOST_DIMS]){routers}, ROW_RING, err);
}

bool make_mesh(struct net *n, const struct net_shape *s, struct error *err)
{
    return make_grid(n, s, s->dims, ROW_LINE, err);
}

bool make_torus(struct net *n, const struct net_shape *s, struct error *err)
{
    return make_grid(n, s, s->dims, ROW_RING, err);
}

bool make_fbfly(struct net *n, const struct net_shape *s, struct error *err)
{
    return make_grid(n, s, s->dims, ROW_ALL, err);
}
