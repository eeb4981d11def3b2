/* GPU-VI (CARVE IV-B): write-through L2s, invalidated by the home's controller; L1s that no
 * invalidation reaches, unless they are `deep`. */
#include "gen/proto/protocol.h"

static const struct rules vi_rules = {
    .name = "vi",
    .req = &msg_req_plain,
    .rsp = &msg_rsp_plain,
    .dram_req = &msg_dram_req_spare,
    .dram_rsp = &msg_dram_rsp_spare,
    .orders = order_vi,
    .ack = &msg_ack,
    .invalidates = true,
    .tracks = true,
    .fence_empties = true,
    .l1_live = "1'b1",
    .l2_live = "1'b1",
};

static void choose(struct rules *r, const struct rules_variant *v)
{
    r->deep = v->deep;
    r->fence_empties = !v->deep;
}

const struct protocol protocol_gpu_vi = {.rules = &vi_rules, .choose = choose};

const struct protocol protocol_carve_hwc = {.rules = &vi_rules, .choose = choose, .rdc = true};
