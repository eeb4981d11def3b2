/* Protocols without coherence inside a launch: a copy may be read for ever. With remote data caches
 * they are CARVE's (IV-A), whose copies outlive a launch or end with it. */
#include "gen/proto/protocol.h"

static const struct rules nc_rules = {
    .name = "nc",
    .req = &msg_req_plain,
    .rsp = &msg_rsp_plain,
    .dram_req = &msg_dram_req,
    .dram_rsp = &msg_dram_rsp,
    .orders = order_plain,
    .l1_live = "1'b1",
    .l2_live = "1'b1",
};

static const struct rules nc_wb_rules = {
    .name = "nc_wb",
    .req = &msg_req_plain,
    .rsp = &msg_rsp_plain,
    .dram_req = &msg_dram_req,
    .dram_rsp = &msg_dram_rsp,
    .orders = order_plain,
    .write_back = true,
    .l1_live = "1'b1",
    .l2_live = "1'b1",
};

const struct protocol protocol_nc_wt = {.rules = &nc_rules, .l15 = &nc_rules, .both_sides = true};

/* An L1.5 bank has lines of other packages, whose home may be an L2 bank that writes back. */
const struct protocol protocol_nc_wb = {
    .rules = &nc_wb_rules, .l15 = &nc_rules, .both_sides = true};

const struct protocol protocol_carve_nc = {.rules = &nc_rules, .rdc = true};

const struct protocol protocol_carve_swc = {.rules = &nc_rules, .rdc = true, .rdc_epochs = true};
