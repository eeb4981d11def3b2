#include "gen/net/deadlock.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

struct graph {
    const struct net *n;
    const struct net_classes *c;
    uint32_t size;  /* channels */
    uint8_t *after; /* after[a * size + b]: a packet in a waits for b */
    /* Of each phase, node and link, the layers in which packets for the node end their way on the
     * link, and in which those that it sends begin. */
    uint32_t *ends, *begins;
};

static uint32_t channel(const struct graph *g, uint32_t link, uint32_t layer, uint32_t class)
{
    const uint32_t one = g->c->share ? 0 : class;
    return (one * g->n->n_links + link) * net_layers(g->n) + layer;
}

/* ---- the ways ---- */

static void depends(struct graph *g, uint32_t from, uint32_t from_layers, uint32_t from_class,
                    uint32_t to, uint32_t to_layers, uint32_t to_class)
{
    const uint32_t layers = net_layers(g->n);
    for (uint32_t i = 0; i < layers; i++)
        for (uint32_t k = 0; k < layers; k++)
            if ((from_layers >> i & 1) != 0 && (to_layers >> k & 1) != 0)
                g->after[(size_t)channel(g, from, i, from_class) * g->size +
                         channel(g, to, k, to_class)] = 1;
}

static size_t at_node(const struct graph *g, uint32_t phase, uint32_t node, uint32_t link)
{
    return ((size_t)phase * g->n->n_nodes + node) * g->n->n_links + link;
}

/* The layers on link `to` of a packet that was in these on link `from`, in every class. */
static uint32_t add_hop(struct graph *g, uint32_t from, uint32_t layers, uint32_t to, bool crosses)
{
    uint32_t may = 0;
    for (uint32_t layer = 0; layer < net_layers(g->n); layer++) {
        if ((layers >> layer & 1) == 0)
            continue;
        const uint32_t next = net_may(g->n, (int32_t)from, layer, to, crosses);
        for (uint32_t class = 0; class < g->c->n; class ++)
            depends(g, from, 1U << layer, class, to, next, class);
        may |= next;
    }
    return may;
}

static void add_way(struct graph *g, uint32_t choice, uint32_t from, uint32_t to, uint32_t phase)
{
    const struct net *n = g->n;
    const bool overlaid = net_table(n, choice, to) == NET_OVERLAY;
    const uint32_t first = overlaid ? net_layers(n) / 2 : phase * (net_layers(n) / n->phases);
    uint32_t *links = xcalloc(n->routers + 1, sizeof *links), end, may = 0;
    const uint32_t count = net_way(n, choice, from, to, &end, links, n->routers);
    for (uint32_t i = 0; count != UINT32_MAX && i < count; i++) {
        const bool crosses = net_crosses(n, links + i, count - i);
        may = i > 0 ? add_hop(g, links[i - 1], may, links[i], crosses)
                    : net_may(n, NET_NONE, first, links[i], crosses);
        if (i == 0)
            g->begins[at_node(g, phase, from, links[i])] |= may;
        if (i + 1 == count)
            g->ends[at_node(g, phase, to, links[i])] |= may;
    }
    free(links);
}

/* What has come to a node waits for what goes from there: a packet that was sent by way of it, or a
 * message for what is made of it. */
static void join(struct graph *g, uint32_t from_phase, uint32_t from_class, uint32_t to_phase,
                 uint32_t to_class)
{
    for (uint32_t node = 0; node < g->n->n_nodes; node++)
        for (uint32_t in = 0; in < g->n->n_links; in++) {
            const uint32_t ends = g->ends[at_node(g, from_phase, node, in)];
            for (uint32_t out = 0; ends != 0 && out < g->n->n_links; out++)
                depends(g, in, ends, from_class, out, g->begins[at_node(g, to_phase, node, out)],
                        to_class);
        }
}

static void add_ways_of(struct graph *g, uint32_t choice, uint32_t phase)
{
    const uint32_t nodes = g->n->n_nodes;
    for (uint32_t a = 0; a < nodes; a++)
        for (uint32_t b = 0; b < nodes; b++)
            if (a != b && net_table(g->n, choice, a) == net_table(g->n, choice, b))
                add_way(g, choice, a, b, phase);
}

/* Every phase of a class may wait for every phase of the next. */
static void join_all(struct graph *g, uint32_t class, uint32_t next)
{
    for (uint32_t from = 0; from < g->n->phases; from++)
        for (uint32_t to = 0; to < g->n->phases; to++)
            join(g, from, class, to, next);
}

static void add_ways(struct graph *g)
{
    for (uint32_t choice = 0; choice < g->n->choices; choice++)
        for (uint32_t phase = 0; phase < g->n->phases; phase++)
            add_ways_of(g, choice, phase);
    for (uint32_t class = 0; class < g->c->n; class ++) {
        if (g->n->phases > 1)
            join(g, 0, class, 1, class);
        for (uint32_t next = 0; next < g->c->n; next++)
            if ((g->c->waits[class] >> next & 1) != 0)
                join_all(g, class, next);
    }
}

/* ---- circles ---- */

enum mark { NEW, OPEN, DONE };

static void tell_channel(const struct graph *g, uint32_t at, struct sbuf *out)
{
    const uint32_t layers = net_layers(g->n), class = at / layers / g->n->n_links;
    const struct net_link *l = &g->n->links[at / layers % g->n->n_links];
    sbuf_printf(out, "from router %u to router %u, layer %u", l->from, l->to, at % layers);
    if (!g->c->share)
        sbuf_printf(out, ", class %u", class);
}

static void tell(const struct graph *g, const uint32_t *path, uint32_t depth, uint32_t again,
                 struct sbuf *out)
{
    uint32_t i = depth;
    while (i > 0 && path[i - 1] != again)
        i--;
    for (i--; i < depth; i++) {
        tell_channel(g, path[i], out);
        sbuf_puts(out, " -> ");
    }
    tell_channel(g, again, out);
}

/* Depth first, without recursion: path[] are the open channels, next[] where each goes on. */
static bool visit(const struct graph *g, uint32_t start, enum mark *marks, struct sbuf *circle)
{
    uint32_t *path = xcalloc(g->size, sizeof *path), *next = xcalloc(g->size, sizeof *next);
    uint32_t depth = 1;
    bool found = false;
    path[0] = start;
    marks[start] = OPEN;
    while (depth > 0 && !found) {
        const uint32_t at = path[depth - 1], to = next[at]++;
        if (to == g->size) {
            marks[at] = DONE;
            depth--;
        } else if (g->after[(size_t)at * g->size + to] != 0 && marks[to] == OPEN) {
            tell(g, path, depth, to, circle);
            found = true;
        } else if (g->after[(size_t)at * g->size + to] != 0 && marks[to] == NEW) {
            marks[to] = OPEN;
            path[depth++] = to;
        }
    }
    free(path);
    free(next);
    return found;
}

bool net_is_free_of_deadlock(const struct net *n, const struct net_classes *c, struct sbuf *circle)
{
    struct graph g = {.n = n, .c = c};
    g.size = (c->share ? 1 : c->n) * n->n_links * net_layers(n);
    g.after = xcalloc((size_t)g.size * g.size + 1, 1);
    const size_t at_nodes = at_node(&g, n->phases, 0, 0);
    g.ends = xcalloc(at_nodes + 1, sizeof *g.ends);
    g.begins = xcalloc(at_nodes + 1, sizeof *g.begins);
    add_ways(&g);
    enum mark *marks = xcalloc(g.size + 1, sizeof *marks);
    bool found = false;
    for (uint32_t i = 0; i < g.size && !found; i++)
        found = marks[i] == NEW && visit(&g, i, marks, circle);
    free(marks);
    free(g.ends);
    free(g.begins);
    free(g.after);
    return !found;
}
