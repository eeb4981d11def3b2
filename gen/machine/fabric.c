/*
 * The fabric between packages that have memory of their own.
 *
 *     a package's level ==== lane out ==== switches ==== lane in ==== another package's level
 *
 * Each package has `fabric.lanes` lanes; lane k takes the lines whose number is k modulo their
 * count, both the requests for them and the answers. All packages' lanes k meet in one pair of
 * switches.
 */
#include "gen/machine/impl.h"

#include <stdlib.h>

/* A lane's two directions, as tiles. */
struct pair {
    int out, in;
};

struct fabric {
    struct pair *pairs; /* of each package its lanes */
};

/* Lane k of a package. */
static struct pair *pair_of(const struct build *b, uint32_t package, uint32_t k)
{
    return &b->fabric->pairs[package * system_lanes(b->n->sys) + k];
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
    b->fabric->pairs = xcalloc((size_t)s->gpus * system_lanes(s) + 1, sizeof(struct pair));
}

struct lane build_lane(struct build *b, uint32_t package, uint32_t k)
{
    struct arena *a = &b->n->arena;
    struct pair *p = pair_of(b, package, k);
    p->out = tile_lane(b, widths(b), arena_printf(a, "gpu%u.lane%u.out", package, k));
    p->in = tile_lane(b, widths(b), arena_printf(a, "gpu%u.lane%u.in", package, k));
    return (struct lane){.owner = {build_end(p->out, "req_in"), build_end(p->in, "rsp_out")},
                         .asker = {build_end(p->in, "req_out"), build_end(p->out, "rsp_in")}};
}

/* Lanes k of all packages. */
static void add_switches(struct build *b, uint32_t k)
{
    const struct netlist *n = b->n;
    uint32_t packages = n->sys->gpus, home_bits = address_home_bits(&n->map);
    struct level v = {.askers = packages,
                      .owners = packages,
                      .w = widths(b),
                      .owner_lsb = address_home_lsb(&n->map),
                      .owner_bits = home_bits,
                      .asker_lsb =
                          n->sys->l2.role == SYS_MEMORY_SIDE ? tile_l1_bits(n) : tile_l2_bits(n),
                      .asker_bits = home_bits};
    level_begin(b, &v, arena_printf(&b->n->arena, "fabric%u", k));
    for (uint32_t g = 0; g < packages; g++) {
        const struct pair *p = pair_of(b, g, k);
        level_asker(b, &v, g,
                    (struct stop){build_end(p->out, "req_out"), build_end(p->in, "rsp_in")});
        level_owner(b, &v, g,
                    (struct stop){build_end(p->in, "req_in"), build_end(p->out, "rsp_out")});
    }
}

void fabric_end(struct build *b)
{
    for (uint32_t k = 0; k < system_lanes(b->n->sys); k++)
        add_switches(b, k);
    free(b->fabric->pairs);
    free(b->fabric);
}
