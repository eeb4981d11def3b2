/* What the topologies share; nothing outside this folder includes it. */
#ifndef UMBEL_GEN_NET_IMPL_H
#define UMBEL_GEN_NET_IMPL_H

#include "gen/net/net.h"

/* Makes `routers` routers without ports. */
void net_routers(struct net *n, uint32_t routers);
/* A link each way between two routers, by a new port of each. The links' numbers are L and L + 1,
 * of which this is L. */
uint32_t net_join(struct net *n, uint32_t a, uint32_t b, uint32_t dim);
/* Of the links side by side from a router to its neighbour, number `which` modulo their number.
 * Where packets share them, that is of their destination. */
int32_t net_link_between(const struct net *n, uint32_t from, uint32_t to, uint32_t which);
/* One more node, at none yet; and a new port of a router at which it is. */
uint32_t net_add_node(struct net *n);
void net_put(struct net *n, uint32_t node, uint32_t router);

/* The same at a port at which another node is. */
void net_share(struct net *n, uint32_t node, uint32_t other);

/* The router, or cluster, of so many, at which the second kind of nodes begins: where it is not
 * said and there are enough for all, each node has its own. */
static inline uint32_t net_first_of_others(const struct net_shape *s, uint32_t routers)
{
    if (s->others_first > 0)
        return s->others_first;
    return s->nodes + s->others <= routers ? s->nodes : 0;
}

/* The router, or cluster, of node i of the first kind, and of the second. */
static inline uint32_t net_place(const struct net_shape *s, uint32_t i, uint32_t routers)
{
    return (s->together > 0 ? i / s->together : i) % routers;
}

static inline uint32_t net_place_of_other(const struct net_shape *s, uint32_t i, uint32_t routers)
{
    return (net_first_of_others(s, routers) + i) % routers;
}

/* The nodes of both kinds, each at its router. */
void net_put_all(struct net *n, const struct net_shape *s, uint32_t routers);

/* A grid: routers with coordinates, of which the first changes first. */
struct grid {
    uint32_t dims[NET_MOST_DIMS], n_dims, size; /* size: all routers of it */
    uint32_t base, stride;                      /* router i of the grid is base + i * stride */
};
struct grid grid_of(const uint32_t dims[NET_MOST_DIMS]);

/* How the routers of one row of a grid are joined. */
enum row { ROW_LINE, ROW_RING, ROW_ALL };
/* Joins the routers of a grid, `parallel` links side by side, and sets the hops among them:
 * dimension by dimension, by the shorter way in each. `first_dim` is the links' lowest. */
void grid_join(struct net *n, const struct grid *g, enum row row, uint32_t first_dim,
               uint32_t parallel);

/* The overlay of a grid that is joined: gates, the ways of all tables to and from them, and the
 * overlay's nodes. */
void net_overlay(struct net *n, const struct net_shape *s, const struct grid *g);

bool make_crossbar(struct net *n, const struct net_shape *s, struct error *err);
bool make_ring(struct net *n, const struct net_shape *s, struct error *err);
bool make_mesh(struct net *n, const struct net_shape *s, struct error *err);
bool make_torus(struct net *n, const struct net_shape *s, struct error *err);
bool make_fbfly(struct net *n, const struct net_shape *s, struct error *err);
bool make_dfbfly(struct net *n, const struct net_shape *s, struct error *err);
bool make_ddfly(struct net *n, const struct net_shape *s, struct error *err);
bool make_sfbfly(struct net *n, const struct net_shape *s, struct error *err);
bool make_smesh(struct net *n, const struct net_shape *s, struct error *err);
bool make_storus(struct net *n, const struct net_shape *s, struct error *err);
bool make_dgx1(struct net *n, const struct net_shape *s, struct error *err);
bool make_rings(struct net *n, const struct net_shape *s, struct error *err);

#endif
