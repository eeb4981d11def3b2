/* L2 banks with both roles: each inside a um_roles, which has the bank's own L1s on one side, and
 * on the other its memory's switches and a level of its own, `gpuN.far`, where the banks of this
 * package ask the lanes and the lanes ask them. */
#include "gen/machine/impl.h"
#include "gen/system/derived.h"

/* Between the package's banks and its lanes: the home of a line is its package, and the bank the
 * same in all packages. So an answer finds its bank by its line. */
static struct level far_level(const struct build *b, uint32_t package)
{
    const struct netlist *n = b->n;
    return (struct level){.askers = n->sys->l2.banks,
                          .owners = n->sys->l2.banks,
                          .lanes = system_ways_out(n->sys, package),
                          .home = package,
                          .w = &n->far,
                          .owner_bits = address_bank_bits(&n->map),
                          .asker_bits = address_bank_bits(&n->map),
                          .asker_of_line = true,
                          .names_home = n->rules.gpu_homes,
                          .invalidates = n->rules.directory};
}

struct level both_begin(struct build *b, uint32_t package)
{
    struct level far = far_level(b, package);
    level_begin(b, &far, arena_printf(&b->n->arena, "%s.far", tile_node(b->n, package)));
    return far;
}

void both_bank(struct build *b, const struct level *far, uint32_t i, int l2, struct stop *above,
               struct stop *below)
{
    const struct netlist *n = b->n;
    const int roles = tile_roles(b, far->home, i);
    build_connect(b, build_end(roles, "req"), build_end(l2, "req"),
                  msg_bits(n->rules.req, &n->bank));
    build_connect(b, build_end(l2, "rsp"), build_end(roles, "rsp"),
                  msg_bits(n->rules.rsp, &n->bank));
    build_connect(b, build_end(l2, "mem_req"), build_end(roles, "mem_req"),
                  msg_bits(n->rules.req, &n->memory));
    build_connect(b, build_end(roles, "mem_rsp"), build_end(l2, "mem_rsp"),
                  msg_bits(n->rules.rsp, &n->memory));
    if (n->rules.directory && !n->rules.gpu_homes)
        build_connect(b, build_end(l2, "ack"), build_end(roles, "ack"),
                      msg_bits(n->rules.ack, &n->far));
    level_asker(b, far, i,
                (struct stop){build_end(roles, "there_req"), build_end(roles, "there_rsp"),
                              build_end(roles, "far_ack")});
    level_owner(b, far, i,
                (struct stop){build_end(roles, "far_req"), build_end(roles, "far_rsp"),
                              build_end(roles, "dir_ack")});
    *above = (struct stop){.req = build_end(roles, "own_req"), .rsp = build_end(roles, "own_rsp")};
    *below =
        (struct stop){.req = build_end(roles, "here_req"), .rsp = build_end(roles, "here_rsp")};
}
