#include "gen/net/deadlock.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

struct graph {
    const struct net *n;
    const struct net_classes *c;
    uint32_t size;  /* channels */
    uint8_t *after; /* after[a * size + b]: a packet in a waits for b */
};

static uint32_t channel(const struct graph *g, uint32_t link, uint32_t layer, uint32_t class)
{
    const uint32_t one = g->c->share ? 0 : class;
    return (one * g->n->n_links + link) * net_layers(g->n) + layer;
}

/* ---- the ways ---- */

/* The channels that a packet may be in on its first link, and on its last. */
struct span {
    uint32_t first, first_layers, last, last_layers; /* links, and a bit a layer */
    bool any;                                        /* it goes by links at all */
};

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

static struct span add_way(struct graph *g, uint32_t from, uint32_t to, uint32_t class)
{
    const struct net *n = g->n;
    struct span s = {0, 0, 0, 0, false};
    uint32_t *links = xcalloc(n->routers + 1, sizeof *links), end;
    uint32_t count = net_way(n, from, to, &end, links, n->routers);
    for (uint32_t i = 0; count != UINT32_MAX && i < count; i++) {
        const bool crosses = net_crosses(n, links + i, count - i);
        uint32_t may = i > 0 ? 0 : net_may(n, NET_NONE, 0, links[i], crosses);
        for (uint32_t layer = 0; i > 0 && layer < net_layers(n); layer++)
            if ((s.last_layers >> layer & 1) != 0) {
                const uint32_t next = net_may(n, (int32_t)s.last, layer, links[i], crosses);
                depends(g, s.last, 1U << layer, class, links[i], next, class);
                may |= next;
            }
        if (i == 0) {
            s.first = links[i];
            s.first_layers = may;
        }
        s.last = links[i];
        s.last_layers = may;
        s.any = true;
    }
    free(links);
    return s;
}

static void add_class(struct graph *g, uint32_t class)
{
    const uint32_t nodes = g->n->n_nodes;
    for (uint32_t a = 0; a < nodes; a++)
        for (uint32_t b = 0; b < nodes; b++) {
            const struct span there = a != b ? add_way(g, a, b, class) : (struct span){0};
            for (uint32_t next = 0; there.any && next < g->c->n; next++)
                for (uint32_t to = 0; (g->c->waits[class] >> next & 1) != 0 && to < nodes; to++) {
                    const struct span back = to != b ? add_way(g, b, to, next) : (struct span){0};
                    if (back.any)
                        depends(g, there.last, there.last_layers, class, back.first,
                                back.first_layers, next);
                }
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
    for (uint32_t class = 0; class < c->n; class ++)
        add_class(&g, class);
    enum mark *marks = xcalloc(g.size + 1, sizeof *marks);
    bool found = false;
    for (uint32_t i = 0; i < g.size && !found; i++)
        found = marks[i] == NEW && visit(&g, i, marks, circle);
    free(marks);
    free(g.after);
    return !found;
}
