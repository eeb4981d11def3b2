/* Rings in a switch: routers of chiplets in a ring, and one of each ring at a router between all
 * rings. A way goes around its own ring, to the middle, and around the other. */
#include "gen/net/impl.h"

static uint32_t ring_of(const struct net_shape *s, uint32_t router)
{
    return router / s->dims[0];
}

/* Ways to other rings are as those to the first router of a ring. */
static void set_hops_between(struct net *n, const struct net_shape *s, uint32_t choice)
{
    const uint32_t size = s->dims[0], hub = size * s->dims[1];
    int32_t *hop = n->hop[choice];
    for (uint32_t a = 0; a < n->routers; a++)
        for (uint32_t b = 0; b < n->routers; b++) {
            if (a == b || (a != hub && b != hub && ring_of(s, a) == ring_of(s, b)))
                continue;
            const uint32_t first = a == hub ? ring_of(s, b) * size : ring_of(s, a) * size;
            const uint32_t next = a == hub ? first : hub;
            if (a != hub && a != first) {
                hop[(size_t)a * n->routers + b] = hop[(size_t)a * n->routers + first];
                continue;
            }
            for (uint32_t i = 0; i < n->n_links; i++)
                if (n->links[i].from == a && n->links[i].to == next)
                    hop[(size_t)a * n->routers + b] = (int32_t)i;
        }
}

bool make_rings(struct net *n, const struct net_shape *s, struct error *err)
{
    const uint32_t size = s->dims[0], rings = s->dims[1];
    if (size < 2 || rings < 2 || rings > NET_MOST_PORTS)
        return error_set(err, "rings have two routers each at least, and there are 2 to %d of them",
                         NET_MOST_PORTS);
    net_routers(n, size * rings + 1);
    net_put_all(n, s, size * rings);
    for (uint32_t r = 0; r < rings; r++) {
        const uint32_t dims[NET_MOST_DIMS] = {size};
        struct grid g = grid_of(dims);
        g.base = r * size;
        grid_join(n, &g, ROW_RING, 0, s->parallel);
    }
    for (uint32_t r = 0; r < rings; r++) {
        const uint32_t link = net_join(n, r * size, size * rings, 1);
        n->links[link].between = n->links[link + 1].between = true;
    }
    n->levels = 2;
    for (uint32_t choice = 0; choice < NET_CHOICES; choice++)
        set_hops_between(n, s, choice);
    return true;
}
