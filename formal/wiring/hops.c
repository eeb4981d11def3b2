/*
 * With UGAL a router compares the hops of two ways (`units/router_ugal.vh` says how). Its tables of
 * hops are compared with the ways that packets go, by the tables of ways of all routers.
 */
#include "formal/wiring/impl.h"

#include <stdlib.h>

enum { NONE = UINT32_MAX };

struct trip {
    uint32_t hops; /* NONE: no packet comes there */
    uint32_t last; /* the router of the node */
};

/* The routers of networks that have UGAL, and from each the trip to each node of its network. */
struct hops {
    struct check *k;
    const struct cell **routers;
    uint32_t n, nodes; /* `nodes`: at most */
    struct trip *trips;
};

static const struct trip *trip_of(const struct hops *h, uint32_t router, uint32_t node)
{
    return &h->trips[(size_t)router * h->nodes + node];
}

static uint32_t number_of(const struct hops *h, const struct cell *router)
{
    for (uint32_t i = 0; i < h->n; i++)
        if (h->routers[i] == router)
            return i;
    return NONE;
}

static struct trip follow_tables(const struct hops *h, uint32_t router, uint32_t node)
{
    for (uint32_t hops = 0; hops <= h->n; hops++) {
        const struct cell *at = h->routers[router];
        const uint32_t out = output_for(at, node);
        const struct end *next = out < value_of(at, "PORTS") ? end_at(h->k, at, "out", out) : NULL;
        const struct cell *to = next != NULL ? beyond_hops(h->k, next->peer) : NULL;
        if (to != NULL && is_unit(to, "um_ni_eject"))
            return (struct trip){hops, router};
        router = number_of(h, to);
        if (router == NONE)
            break;
    }
    return (struct trip){NONE, NONE};
}

static void compare(const struct hops *h, uint32_t router, const char *table, uint32_t at,
                    uint32_t right)
{
    const struct cell *cell = h->routers[router];
    const uint32_t bits = (uint32_t)value_of(cell, "HOP_W");
    const uint32_t found = table_bits(cell, table, at * bits, bits);
    if (right != NONE && found != right)
        wiring_found(h->k->f, "hops_are_counted", "%s.%s has %u hops at %u, packets take %u",
                     cell->name, table, found, at, right);
}

static void check_router(const struct hops *h, uint32_t router)
{
    const uint32_t nodes = (uint32_t)value_of(h->routers[router], "NODES");
    for (uint32_t to = 0; to < nodes; to++)
        compare(h, router, "near_i", to, trip_of(h, router, to)->hops);
    for (uint32_t from = 0; from < nodes; from++) {
        const uint32_t home = trip_of(h, router, from)->last;
        for (uint32_t to = 0; home != NONE && to < nodes; to++)
            compare(h, router, "far_i", from * nodes + to, trip_of(h, home, to)->hops);
    }
}

void check_hops(struct check *k)
{
    const struct module *top = k->c->top;
    struct hops h = {.k = k};
    h.routers = xcalloc(top->n_cells + 1, sizeof(const struct cell *));
    for (uint32_t i = 0; i < top->n_cells; i++) {
        const uint32_t nodes = (uint32_t)value_of(&top->cells[i], "NODES");
        if (!is_unit(&top->cells[i], "um_router_ugal"))
            continue;
        h.routers[h.n++] = &top->cells[i];
        h.nodes = nodes > h.nodes ? nodes : h.nodes;
    }
    h.trips = xcalloc((size_t)h.n * h.nodes + 1, sizeof *h.trips);
    for (uint32_t r = 0; r < h.n; r++)
        for (uint32_t node = 0; node < value_of(h.routers[r], "NODES"); node++)
            h.trips[(size_t)r * h.nodes + node] = follow_tables(&h, r, node);
    for (uint32_t r = 0; r < h.n; r++)
        check_router(&h, r);
    free(h.trips);
    free(h.routers);
}
