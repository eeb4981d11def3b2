#include "gen/proto/mgcc.h"

const struct mgcc_rules mgcc_rules = {
    .l1_live = "cts <= rts",
    .l2_live = "cts <= rts",
    .load_clock = "cts > wts ? cts : wts",
    .store_wts = "memts_plus_1 > cts ? memts_plus_1 : cts",
    .load_end = "memts > cts_plus_lease ? memts : cts_plus_lease",
    .floor = "victim_memts > floor_q ? victim_memts : floor_q",
    .same = "memts == copy_rts",
};
