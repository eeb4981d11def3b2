/* L2 banks with both roles: each inside a um_bank_front, which has the bank's own L1s on one side,
 * and on the other its memory's switches and a level of its own, `gpuN.far`, where the banks of
 * this package ask the lanes and the lanes ask them. */
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
    const int front = tile_bank_front(b, far->home, i);
    build_connect(b, build_end(front, "req"), build_end(l2, "req"),
                  msg_bits(n->rules.req, &n->bank));
    build_connect(b, build_end(l2, "rsp"), build_end(front, "rsp"),
                  msg_bits(n->rules.rsp, &n->bank));
    build_connect(b, build_end(l2, "mem_req"), build_end(front, "mem_req"),
                  msg_bits(n->rules.req, &n->memory));
    build_connect(b, build_end(front, "mem_rsp"), build_end(l2, "mem_rsp"),
                  msg_bits(n->rules.rsp, &n->memory));
    if (n->rules.directory && !n->rules.gpu_homes)
        build_connect(b, build_end(l2, "ack"), build_end(front, "ack"),
                      msg_bits(n->rules.ack, &n->far));
    level_asker(b, far, i,
                (struct stop){build_end(front, "there_req"), build_end(front, "there_rsp"),
                              build_end(front, "far_ack")});
    level_owner(b, far, i,
                (struct stop){build_end(front, "far_req"), build_end(front, "far_rsp"),
                              build_end(front, "dir_ack")});
    *above = (struct stop){.req = build_end(front, "own_req"), .rsp = build_end(front, "own_rsp")};
    *below =
        (struct stop){.req = build_end(front, "here_req"), .rsp = build_end(front, "here_rsp")};
}
