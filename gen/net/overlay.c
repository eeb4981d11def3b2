/*
 * An overlay (memory networks, V-C and fig. 13): some nodes, a CPU's banks, reach all routers of a
 * grid by a line of its links, on which packets pass routers through. The line goes along the first
 * row, back along the second, and so on, and the CPU is somewhere on it. Packets of the overlay are
 * on the network's own links, in layers of their own; so a node of it is a second one beside each
 * that it serves, and routers know the ways to these by a table of their own (NET_OVERLAY).
 *
 * A CPU's bank has one channel for both ways: it is behind a router of its own, its gate, which has
 * its two nodes and a link to the router of the CPU's place.
 */
#include "gen/net/impl.h"

/* The place of a router of the grid on the line, and the router at a place. */
static uint32_t along_line(const struct grid *g, uint32_t i)
{
    const uint32_t row = i / g->dims[0], column = i % g->dims[0];
    return row * g->dims[0] + (row % 2 == 0 ? column : g->dims[0] - 1 - column);
}

static void set_hop(struct net *n, uint32_t table, uint32_t at, uint32_t to, int32_t link)
{
    n->hop[table][(size_t)at * n->routers + to] = link;
}

/* Between two routers of the grid, from neighbour to neighbour. */
static void set_line(struct net *n, const struct grid *g)
{
    for (uint32_t a = 0; a < g->size; a++)
        for (uint32_t b = 0; b < g->size; b++) {
            if (a == b)
                continue;
            const uint32_t at = along_line(g, a),
                           next = along_line(g, along_line(g, b) > at ? at + 1 : at - 1);
            const int32_t link = net_link_between(n, a, next, 0);
            set_hop(n, NET_OVERLAY, a, b, link);
            n->links[link].passed = true;
        }
}

/* From and to gates, by the router of their place; `table` has the ways to that. */
static void set_gates(struct net *n, const struct grid *g, uint32_t place, uint32_t table)
{
    for (uint32_t gate = g->size; gate < n->routers; gate++)
        for (uint32_t r = 0; r < n->routers; r++) {
            if (r == gate)
                continue;
            set_hop(n, table, gate, r, net_link_between(n, gate, place, 0));
            if (r < g->size)
                set_hop(n, table, r, gate,
                        r == place ? net_link_between(n, place, gate, 0)
                                   : net_hop(n, table, r, place));
        }
}

void net_overlay(struct net *n, const struct net_shape *s, const struct grid *g)
{
    const uint32_t place = net_place(s, s->nodes - 1, g->size);
    for (uint32_t i = 0; i < s->gated; i++) {
        const uint32_t link = net_join(n, g->size + i, place, 0);
        n->links[link + 1].dim = g->n_dims + 1; /* ways to a gate end with it */
    }
    set_line(n, g);
    for (uint32_t table = 0; table < NET_TABLES; table++)
        set_gates(n, g, place, table);
    n->overlay_from = n->n_nodes;
    for (uint32_t i = 0; i < s->gated; i++)
        net_put(n, net_add_node(n), g->size + i);
    for (uint32_t i = 0; i < s->others; i++)
        net_put(n, net_add_node(n), net_place_of_other(s, i, g->size));
}
