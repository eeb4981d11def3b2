/*
 * Networks of memory modules (memory-centric networks; the sliced ones are the memory-network
 * paper's, section V). Each router is a memory module's: router h of cluster c has number
 * c * spread + h. A GPU is at the `spread` routers of its cluster, so the nodes are the GPUs, one
 * for each cluster, and after them the memories, one at each router. Or the GPU is cut, and each of
 * its channels is a node of its own (`by_slice`), at its slice's router, or, with all others of the
 * GPU, at a router before these (`distributed`).
 */
#include "gen/net/impl.h"

static bool check(const struct net_shape *s, const struct net *n, uint32_t clusters,
                  struct error *err)
{
    if (s->spread < 2 || s->spread > NET_MOST_PORTS)
        return error_set(err, "a %s has 2 to %d routers in a cluster, not %u", n->topology,
                         NET_MOST_PORTS, s->spread);
    if (s->by_slice)
        return clusters > 0 ||
               error_set(err, "a %s has a size in each dimension of clusters", n->topology);
    return clusters == s->nodes || error_set(err, "a %s of %u clusters has as many GPUs, not %u",
                                             n->topology, clusters, s->nodes);
}

/* Each node of a slice is at the slice's router of the cluster of its number in its kind. */
static void put_node(struct net *n, const struct net_shape *s, uint32_t clusters, uint32_t i,
                     uint32_t k)
{
    const uint32_t node = net_add_node(n), cluster = net_place(s, i, clusters);
    if (i < s->single && k > 0)
        net_share(n, node, i);
    else if (s->distributed)
        net_put(n, node, clusters * s->spread + cluster);
    else
        net_put(n, node, cluster * s->spread + (i < s->single ? i % s->spread : k));
}

static void put_slices(struct net *n, const struct net_shape *s, uint32_t clusters)
{
    for (uint32_t k = 0; k < s->spread; k++) {
        for (uint32_t i = 0; i < s->nodes; i++)
            put_node(n, s, clusters, i, k);
        for (uint32_t i = 0; i < s->others; i++)
            net_put(n, net_add_node(n), net_place_of_other(s, i, clusters) * s->spread + k);
    }
}

static void put_nodes(struct net *n, const struct net_shape *s, uint32_t clusters)
{
    const uint32_t spread = s->spread;
    if (s->by_slice) {
        put_slices(n, s, clusters);
        return;
    }
    for (uint32_t c = 0; c < clusters; c++) {
        uint32_t gpu = net_add_node(n);
        for (uint32_t h = 0; h < spread; h++)
            net_put(n, gpu, c * spread + h);
    }
    for (uint32_t r = 0; r < clusters * spread; r++)
        net_put(n, net_add_node(n), r);
}

/* A network for each router of a cluster, with its like of the other clusters. Packets go between a
 * GPU and a memory, and the GPU chooses the slice; between two memories of different slices there
 * is no way. */
static bool make_sliced(struct net *n, const struct net_shape *s, enum row row, struct error *err)
{
    struct grid g = grid_of(s->dims);
    if (!check(s, n, g.n_dims > 0 ? g.size : 0, err))
        return false;
    net_routers(n, g.size * s->spread);
    put_nodes(n, s, g.size);
    for (uint32_t h = 0; h < s->spread; h++) {
        g.base = h;
        g.stride = s->spread;
        grid_join(n, &g, row, 0, s->parallel);
    }
    return true;
}

bool make_sfbfly(struct net *n, const struct net_shape *s, struct error *err)
{
    return make_sliced(n, s, ROW_ALL, err);
}

bool make_smesh(struct net *n, const struct net_shape *s, struct error *err)
{
    return make_sliced(n, s, ROW_LINE, err);
}

bool make_storus(struct net *n, const struct net_shape *s, struct error *err)
{
    return make_sliced(n, s, ROW_RING, err);
}

/* ---- distribution ---- */

/* A GPU's channels to its cubes are of the lowest dimension, UP, and the cubes' to a GPU of one
 * above all others. */
enum { UP = 0 };

static uint32_t lowest_dim(const struct net_shape *s)
{
    return s->distributed ? UP + 1 : 0;
}

static uint32_t routers_with_gpus(const struct net_shape *s, uint32_t clusters)
{
    return clusters * (s->spread + s->distributed);
}

static uint32_t hops_between(const struct net *n, uint32_t at, uint32_t to)
{
    uint32_t links[NET_MOST_PORTS];
    return net_along(n, 0, at, to, links, NET_MOST_PORTS);
}

/* Of the routers of a cluster, the one with the fewest hops to or from a router. */
static uint32_t nearest(const struct net *n, uint32_t cluster, uint32_t spread, uint32_t router,
                        bool to)
{
    uint32_t best = cluster * spread, least = UINT32_MAX;
    for (uint32_t h = 0; h < spread; h++) {
        const uint32_t mine = cluster * spread + h;
        const uint32_t hops = to ? hops_between(n, router, mine) : hops_between(n, mine, router);
        if (hops < least) {
            least = hops;
            best = mine;
        }
    }
    return best;
}

static void set_hop(struct net *n, uint32_t at, uint32_t to, int32_t link)
{
    for (uint32_t c = 0; c < NET_CHOICES; c++)
        n->hop[c][(size_t)at * n->routers + to] = link;
}

/* The first hop of all ways that begin or end at a distributor. */
static void set_distributor_hops(struct net *n, uint32_t clusters, uint32_t spread)
{
    const uint32_t cubes = clusters * spread;
    for (uint32_t g = 0; g < clusters; g++)
        for (uint32_t r = 0; r < cubes; r++) {
            const uint32_t in = nearest(n, g, spread, r, true);
            set_hop(n, cubes + g, r,
                    net_link_between(n, cubes + g, nearest(n, g, spread, r, false), 0));
            set_hop(n, r, cubes + g,
                    in == r ? net_link_between(n, r, cubes + g, 0) : net_hop(n, 0, r, in));
        }
    for (uint32_t a = 0; a < clusters; a++)
        for (uint32_t b = 0; b < clusters; b++)
            if (a != b)
                set_hop(n, cubes + a, cubes + b,
                        net_hop(n, 0, cubes + a, nearest(n, b, spread, a * spread, true)));
}

/* The distributors, when the routers of cubes are joined. */
static void distribute(struct net *n, const struct net_shape *s, uint32_t clusters)
{
    const uint32_t channels = s->together > 0 ? s->together : 1;
    uint32_t down = 0;
    for (uint32_t i = 0; i < n->n_links; i++)
        down = n->links[i].dim >= down ? n->links[i].dim + 1 : down;
    for (uint32_t g = 0; s->distributed && g < clusters; g++)
        for (uint32_t h = 0; h < s->spread; h++)
            for (uint32_t p = 0; p < channels; p++) {
                const uint32_t link = net_join(n, clusters * s->spread + g, g * s->spread + h, UP);
                n->links[link + 1].dim = down;
                n->links[link].beside = n->links[link + 1].beside = p == 0 ? channels : 0;
            }
    if (s->distributed)
        set_distributor_hops(n, clusters, s->spread);
}

/* The sliced one, and the routers of each cluster joined all to all as well. */
bool make_dfbfly(struct net *n, const struct net_shape *s, struct error *err)
{
    const struct grid of_clusters = grid_of(s->dims);
    if (!check(s, n, of_clusters.n_dims > 0 ? of_clusters.size : 0, err))
        return false;
    if (of_clusters.n_dims == NET_MOST_DIMS)
        return error_set(err, "a %s has at most %d dimensions of clusters", n->topology,
                         NET_MOST_DIMS - 1);
    uint32_t dims[NET_MOST_DIMS] = {s->spread};
    for (uint32_t d = 0; d < of_clusters.n_dims; d++)
        dims[d + 1] = of_clusters.dims[d];
    const struct grid g = grid_of(dims);
    net_routers(n, routers_with_gpus(s, of_clusters.size));
    put_nodes(n, s, of_clusters.size);
    grid_join(n, &g, ROW_ALL, lowest_dim(s), s->parallel);
    distribute(n, s, of_clusters.size);
    return true;
}

/* ---- dragonfly ---- */

/* The router of cluster a that has the link to cluster b. */
static uint32_t gateway(uint32_t a, uint32_t b, uint32_t clusters, uint32_t spread)
{
    const uint32_t order = b > a ? b - a - 1 : b + clusters - a - 1;
    return a * spread + (spread > 0 ? order % spread : 0);
}

static void set_dragonfly_hops(struct net *n, uint32_t clusters, uint32_t spread)
{
    const uint32_t cubes = clusters * spread;
    for (uint32_t a = 0; spread > 0 && a < cubes; a++)
        for (uint32_t b = 0; b < cubes; b++) {
            const uint32_t from = a / spread, to = b / spread;
            const uint32_t out = from == to ? b : gateway(from, to, clusters, spread);
            const uint32_t next = out != a ? out : gateway(to, from, clusters, spread);
            for (uint32_t i = 0; i < n->n_links && a != b; i++)
                if (n->links[i].from == a && n->links[i].to == next)
                    n->hop[0][(size_t)a * n->routers + b] = n->hop[1][(size_t)a * n->routers + b] =
                        (int32_t)i;
        }
}

/* Clusters joined all to all within, and by one link between each two. */
bool make_ddfly(struct net *n, const struct net_shape *s, struct error *err)
{
    const struct grid of_clusters = grid_of(s->dims);
    const uint32_t clusters = s->by_slice ? of_clusters.size : s->nodes, spread = s->spread,
                   local = lowest_dim(s);
    if (clusters < 2)
        return error_set(err, "a ddfly has two clusters at least, not %u", clusters);
    if (!check(s, n, clusters, err))
        return false;
    net_routers(n, routers_with_gpus(s, clusters));
    put_nodes(n, s, clusters);
    for (uint32_t c = 0; c < clusters; c++)
        for (uint32_t a = 0; a < spread; a++)
            for (uint32_t b = a + 1; b < spread; b++)
                net_join(n, c * spread + a, c * spread + b, local);
    for (uint32_t a = 0; a < clusters; a++)
        for (uint32_t b = a + 1; b < clusters; b++)
            net_join(n, gateway(a, b, clusters, spread), gateway(b, a, clusters, spread),
                     local + 1);
    n->levels = 2; /* local, global, local */
    set_dragonfly_hops(n, clusters, spread);
    distribute(n, s, clusters);
    return true;
}
