#include "gen/units/fabric/fields.h"

#include "gen/units/parts.h"

const struct unit_counter fields_counters[] = {
    {"requests", "requests", "passed on", "in_pop"},
    {NULL, NULL, NULL, NULL},
};

/* Bit i goes down to its field's new place, or up by the fields that leave from above it. */
static void move_bits(struct hdl *m)
{
    hdl_var(m, "line", "LINE_W", NULL);
    hdl_on_comb (m) {
        hdl_set(m, "line", "in_msg[LINE_LSB +: LINE_W]");
        hdl_for (m, "i", "LINE_W") {
            hdl_when (m, "i >= PLANE_FROM && i < PLANE_FROM + PLANE_W") {
                hdl_set(m, "line[i - PLANE_FROM]", "in_msg[LINE_LSB + i]");
            }
            hdl_elsewhen (m, "i >= UMC_FROM && i < UMC_FROM + UMC_W") {
                hdl_set(m, "line[PLANE_W + i - UMC_FROM]", "in_msg[LINE_LSB + i]");
            }
            hdl_otherwise (m) {
                hdl_set(m, "line[i + (i < PLANE_FROM ? PLANE_W : 0) + (i < UMC_FROM ? UMC_W : 0)]",
                        "in_msg[LINE_LSB + i]");
            }
        }
    }
}

const char *fields_emit(struct hdl_design *d)
{
    if (hdl_has(d, "um_fields"))
        return "um_fields";
    struct hdl *m = hdl_module(d, "um_fields", "Puts a line's cube and controller lowest.");
    hdl_param(m, "WIDTH", "64", "bits of a request");
    hdl_param(m, "QUEUE_IN", "2", "places of the input's queue: 2, or 1 for half the pace");
    unit_params(m);
    hdl_param(m, "LINE_LSB", "0", "where the line address is");
    hdl_param(m, "LINE_W", "16", "its bits below the home");
    hdl_param(m, "PLANE_FROM", "4", "where SMs have the number of the plane, or cube");
    hdl_param(m, "PLANE_W", "2", "its bits");
    hdl_param(m, "UMC_FROM", "0", "where SMs have the number of the UMC in its plane");
    hdl_param(m, "UMC_W", "1", "its bits");
    hdl_clock(m);
    hdl_channel_in(m, "in", "WIDTH", "the SM's requests");
    hdl_channel_out(m, "out", "WIDTH", "the same, to its L1");
    unit_ports(m);
    part_in_queue(m, "in", "WIDTH");
    move_bits(m);
    hdl_assign(m, "out_valid_o", "in_valid");
    hdl_assign(m, "in_pop", "in_valid && out_ready_i");
    hdl_assign(
        m, "out_msg_o",
        "in_msg ^ ({{WIDTH - LINE_W{1'b0}}, line ^ in_msg[LINE_LSB +: LINE_W]} << LINE_LSB)");
    hdl_assign(m, "idle_o", "!in_valid");
    unit_counters(m, fields_counters, NULL, NULL);
    hdl_end(m);
    return "um_fields";
}
