/* Grids of routers, joined row by row: lines, rings, or all to all. */
#include "gen/net/impl.h"

struct grid grid_of(const uint32_t dims[NET_MOST_DIMS])
{
    struct grid g = {.size = 1, .stride = 1};
    for (uint32_t d = 0; d < NET_MOST_DIMS && dims[d] > 0; d++) {
        g.dims[g.n_dims++] = dims[d];
        g.size *= dims[d];
    }
    return g;
}

static uint32_t step_of(const struct grid *g, uint32_t dim)
{
    uint32_t step = 1;
    for (uint32_t d = 0; d < dim; d++)
        step *= g->dims[d];
    return step;
}

static uint32_t grid_at(const struct grid *g, uint32_t router, uint32_t dim)
{
    return router / step_of(g, dim) % g->dims[dim];
}

static uint32_t router_of(const struct grid *g, uint32_t i)
{
    return g->base + i * g->stride;
}

/* ---- links ---- */

/* The ring's dateline is between its last router and its first, each way. Of two routers the second
 * pair of links would join what the first has joined. */
static void join_row(struct net *n, const struct grid *g, uint32_t first, uint32_t dim,
                     enum row row, uint32_t first_dim)
{
    const uint32_t step = step_of(g, dim), size = g->dims[dim];
    for (uint32_t a = 0; a < size; a++)
        for (uint32_t b = a + 1; b < size; b++) {
            const bool beside = b == a + 1, around = a == 0 && b == size - 1 && size > 2;
            if (row != ROW_ALL && !beside && !(row == ROW_RING && around))
                continue;
            uint32_t link = net_join(n, router_of(g, first + a * step),
                                     router_of(g, first + b * step), first_dim + dim);
            const bool closes = row == ROW_RING && around;
            n->links[link].dateline = n->links[link + 1].dateline = closes;
            n->rings = n->rings || closes;
        }
}

/* ---- hops ---- */

/* The next coordinate on the shorter way within a row. Half way around a ring both are as short:
 * `falls` says which. */
static uint32_t next_in_row(enum row row, uint32_t at, uint32_t to, uint32_t size, bool falls)
{
    if (row == ROW_ALL)
        return to;
    const uint32_t up = (to + size - at) % size, down = size - up;
    const bool rises = row == ROW_LINE ? to > at : up < down || (up == down && !falls);
    return rises ? (at + 1) % size : (at + size - 1) % size;
}

int32_t net_link_between(const struct net *n, uint32_t from, uint32_t to, uint32_t which)
{
    uint32_t count = 0, found = 0;
    for (uint32_t i = 0; i < n->n_links; i++)
        count += n->links[i].from == from && n->links[i].to == to;
    for (uint32_t i = 0; i < n->n_links; i++)
        if (n->links[i].from == from && n->links[i].to == to && found++ == which % count)
            return (int32_t)i;
    return NET_NONE;
}

/* Whether a router is odd among its neighbours. */
static bool is_odd(const struct grid *g, uint32_t router)
{
    uint32_t sum = 0;
    for (uint32_t dim = 0; dim < g->n_dims; dim++)
        sum += grid_at(g, router, dim);
    return sum % 2 != 0;
}

/* Packets of one choice go up half way around a ring from even routers and down from odd ones,
 * those of the other choice the other way. */
static void set_hops(struct net *n, const struct grid *g, enum row row, uint32_t choice)
{
    for (uint32_t a = 0; a < g->size; a++)
        for (uint32_t b = 0; b < g->size; b++) {
            uint32_t dim = 0;
            while (dim < g->n_dims && grid_at(g, a, dim) == grid_at(g, b, dim))
                dim++;
            if (dim == g->n_dims)
                continue;
            const uint32_t step = step_of(g, dim), at = grid_at(g, a, dim);
            const uint32_t next = next_in_row(row, at, grid_at(g, b, dim), g->dims[dim],
                                              is_odd(g, a) != (choice != 0));
            const uint32_t from = router_of(g, a), to = router_of(g, b);
            n->hop[choice][(size_t)from * n->routers + to] =
                net_link_between(n, from, router_of(g, a + next * step - at * step), b);
        }
}

void grid_join(struct net *n, const struct grid *g, enum row row, uint32_t first_dim,
               uint32_t parallel)
{
    for (uint32_t dim = 0; dim < g->n_dims; dim++)
        for (uint32_t first = 0; first < g->size; first++)
            for (uint32_t p = 0; grid_at(g, first, dim) == 0 && p < (parallel > 0 ? parallel : 1);
                 p++)
                join_row(n, g, first, dim, row, first_dim);
    for (uint32_t choice = 0; choice < NET_CHOICES; choice++)
        set_hops(n, g, row, choice);
}
