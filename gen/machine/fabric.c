/*
 * The fabric between nodes that have memory of their own: packages, and the host.
 *
 *     a node's level ==== lane out ==== switches ==== lane in ==== another node's level
 *
 * Each node has `fabric.lanes` lanes; lane k takes the lines whose number is k modulo their count,
 * the requests for them, the answers, and acknowledgements of invalidations where there are such.
 * All nodes' lanes k meet in one switch per class.
 */
#include "gen/machine/impl.h"

#include <stdlib.h>

/* A lane's two directions, as tiles. */
struct pair {
    int out, in;
};

struct fabric {
    struct pair *pairs; /* of each node its lanes */
};

/* Lane k of a node. */
static struct pair *pair_of(const struct build *b, uint32_t node, uint32_t k)
{
    return &b->fabric->pairs[node * system_lanes(b->n->sys) + k];
}

/* The messages that cross the fabric: those of L1s to memory-side L2s, or of core-side L2s. */
static const struct msg_widths *widths(const struct build *b)
{
    return b->n->sys->l2.role == SYS_MEMORY_SIDE ? &b->n->core : &b->n->memory;
}

void fabric_begin(struct build *b)
{
    const struct system *s = b->n->sys;
    b->fabric = xcalloc(1, sizeof *b->fabric);
    b->fabric->pairs = xcalloc((size_t)system_homes(s) * system_lanes(s) + 1, sizeof(struct pair));
}

struct lane build_lane(struct build *b, uint32_t node, uint32_t k)
{
    struct arena *a = &b->n->arena;
    struct pair *p = pair_of(b, node, k);
    const char *name = tile_node(b->n, node);
    p->out = tile_lane(b, widths(b), arena_printf(a, "%s.lane%u.out", name, k));
    p->in = tile_lane(b, widths(b), arena_printf(a, "%s.lane%u.in", name, k));
    return (struct lane){
        .owner = {build_end(p->out, "req_in"), build_end(p->in, "rsp_out"),
                  build_end(p->out, "ack_in")},
        .asker = {build_end(p->in, "req_out"), build_end(p->out, "rsp_in"),
                  build_end(p->in, "ack_out")},
    };
}

/* Lanes k of all nodes. */
static void add_switches(struct build *b, uint32_t k)
{
    const struct netlist *n = b->n;
    uint32_t nodes = system_homes(n->sys), home_bits = address_home_bits(&n->map);
    struct level v = {.askers = nodes,
                      .owners = nodes,
                      .w = widths(b),
                      .owner_lsb = address_home_lsb(&n->map),
                      .owner_bits = home_bits,
                      .asker_lsb =
                          n->sys->l2.role == SYS_MEMORY_SIDE ? tile_l1_bits(n) : tile_l2_bits(n),
                      .asker_bits = home_bits,
                      .invalidates = n->rules.invalidates};
    level_begin(b, &v, arena_printf(&b->n->arena, "fabric%u", k));
    for (uint32_t i = 0; i < nodes; i++) {
        const struct pair *p = pair_of(b, i, k);
        level_asker(b, &v, i,
                    (struct stop){build_end(p->out, "req_out"), build_end(p->in, "rsp_in"),
                                  build_end(p->out, "ack_out")});
        level_owner(b, &v, i,
                    (struct stop){build_end(p->in, "req_in"), build_end(p->out, "rsp_out"),
                                  build_end(p->in, "ack_in")});
    }
}

void fabric_end(struct build *b)
{
    for (uint32_t k = 0; k < system_lanes(b->n->sys); k++)
        add_switches(b, k);
    free(b->fabric->pairs);
    free(b->fabric);
}
