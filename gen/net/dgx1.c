/*
 * The NVLinks of a DGX-1 with eight V100s (the thesis' figure 2-3 and section 2.2.2): two groups of
 * four GPUs, each joined all to all, and a link from each GPU to one of the other group. A GPU has
 * six links, so two of its neighbours have two: the pairs with two make a ring of all eight.
 *
 * The thesis' text has GPU 0 beside 1, 2, 3 and 6, twice beside 1 and 2, once beside 3, and 2 once
 * beside 3; and GPUs 3 and 4 not side by side. With two such halves that alike, and six links for
 * each GPU, these are all links.
 *
 * A way goes within its group first, then across. Of two links to a neighbour the first has what is
 * for the neighbour, and the second what passes it. On a DGX-1 a pair has the bandwidth of both;
 * here all packets to a node take one way, as machines need their order.
 */
#include "gen/net/impl.h"

enum { GPUS = 8, GROUP = 4 };

static const struct {
    uint32_t a, b, links, dim;
} pairs[] = {{0, 1, 2, 0}, {0, 2, 2, 0}, {1, 3, 2, 0}, {0, 3, 1, 0}, {1, 2, 1, 0}, {2, 3, 1, 0},
             {4, 6, 2, 0}, {6, 7, 2, 0}, {5, 7, 2, 0}, {4, 5, 1, 0}, {4, 7, 1, 0}, {5, 6, 1, 0},
             {2, 4, 2, 1}, {3, 5, 2, 1}, {0, 6, 1, 1}, {1, 7, 1, 1}};

/* The GPU of the other group that a GPU is beside. */
static uint32_t across(uint32_t gpu)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].dim == 1 && (pairs[i].a == gpu || pairs[i].b == gpu))
            return pairs[i].a == gpu ? pairs[i].b : pairs[i].a;
    return gpu;
}

bool make_dgx1(struct net *n, const struct net_shape *s, struct error *err)
{
    if (s->nodes + s->others > GPUS)
        return error_set(err, "a dgx1 has %d nodes at most, not %u", GPUS, s->nodes + s->others);
    net_routers(n, GPUS);
    net_put_all(n, s, GPUS);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (uint32_t k = 0; k < pairs[i].links; k++)
            net_join(n, pairs[i].a, pairs[i].b, pairs[i].dim);
    for (uint32_t choice = 0; choice < NET_CHOICES; choice++)
        for (uint32_t a = 0; a < GPUS; a++)
            for (uint32_t b = 0; b < GPUS; b++) {
                const bool near = a / GROUP == b / GROUP;
                const uint32_t next = near || across(a) == b ? b : across(b);
                if (a != b)
                    n->hop[choice][a * GPUS + b] = net_link_between(n, a, next, next != b);
            }
    return true;
}
