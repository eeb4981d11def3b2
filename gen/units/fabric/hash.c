#include "gen/units/fabric/hash.h"

#include "gen/units/parts.h"

const struct unit_counter hash_counters[] = {
    {"requests", "requests", "passed on", "in_pop"},
    {NULL, NULL, NULL, NULL},
};

const char *hash_emit(struct hdl_design *d)
{
    if (hdl_has(d, "um_hash"))
        return "um_hash";
    struct hdl *m = hdl_module(d, "um_hash", "Spreads lines over L2 banks and memory controllers.");
    hdl_param(m, "WIDTH", "64", "bits of a request");
    hdl_param(m, "QUEUE_IN", "2", "places of the input's queue: 2, or 1 for half the pace");
    unit_params(m);
    hdl_param(m, "LINE_LSB", "0", "where the line address is");
    hdl_param(m, "LINE_W", "16", "its bits below the home");
    hdl_param(m, "LOW_W", "3", "its lowest bits, which number bank and UMC, below LINE_W");
    hdl_clock(m);
    hdl_channel_in(m, "in", "WIDTH", "the SM's requests");
    hdl_channel_out(m, "out", "WIDTH", "the same, to its L1");
    unit_ports(m);
    part_in_queue(m, "in", "WIDTH");
    hdl_note(m, "The exclusive or of the groups of LOW_W bits above the lowest.");
    hdl_var(m, "fold", "LOW_W", NULL);
    hdl_on_comb (m) {
        hdl_set(m, "fold", "{LOW_W{1'b0}}");
        hdl_for (m, "i", "LINE_W - LOW_W") {
            hdl_set(m, "fold[i % LOW_W]", "fold[i % LOW_W] ^ in_msg[LINE_LSB + LOW_W + i]");
        }
    }
    hdl_assign(m, "out_valid_o", "in_valid");
    hdl_assign(m, "in_pop", "in_valid && out_ready_i");
    hdl_assign(m, "out_msg_o", "in_msg ^ ({{WIDTH - LOW_W{1'b0}}, fold} << LINE_LSB)");
    hdl_assign(m, "idle_o", "!in_valid");
    unit_counters(m, hash_counters, NULL, NULL);
    hdl_end(m);
    return "um_hash";
}
