/* HMG (Ren et al., HPCA 2020): write-through L2s, which are the homes of the lines of their memory,
 * too. A GPU is one package, or some, which then have a home of each line among them. */
#include "gen/proto/protocol.h"

static const struct rules hmg_rules = {
    .name = "hmg",
    .req = &msg_req_plain,
    .rsp = &msg_rsp_plain,
    .dram_req = &msg_dram_req,
    .dram_rsp = &msg_dram_rsp,
    .orders = order_directory,
    .ack = &msg_ack,
    .invalidates = true,
    .directory = true,
    .fence_empties = true,
    .l1_live = "1'b1",
    .l2_live = "1'b1",
};

static void choose(struct rules *r, const struct rules_variant *v)
{
    r->gpu_homes = v->gpu_homes;
}

const struct protocol protocol_hmg = {.rules = &hmg_rules, .choose = choose, .both_sides = true};
