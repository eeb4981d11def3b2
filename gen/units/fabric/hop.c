#include "gen/units/fabric/hop.h"

const struct unit_counter hop_counters[] = {
    {"flits", "flits", "sent", "in_valid_i"},
    {NULL, NULL, NULL, NULL},
};

/* Messages of channel `in` are at channel `out` LATENCY cycles later. */
static void delay(struct hdl *m, const char *in, const char *out, const char *width)
{
    hdl_wire(m, hdl_v(m, "%s_flying", in), "1", NULL);
    hdl_wire(m, hdl_v(m, "%s_room_unused", in), "1", "always");
    hdl_inst (m, "um_delay", hdl_v(m, "%s_delay", in)) {
        hdl_with(m, "WIDTH", width);
        hdl_with(m, "DEPTH", "DEPTH");
        hdl_with(m, "LATENCY", "LATENCY");
        hdl_pin_clock(m);
        hdl_pin(m, "in_valid_i", hdl_v(m, "%s_valid_i", in));
        hdl_pin(m, "in_ready_o", hdl_v(m, "%s_room_unused", in));
        hdl_pin(m, "in_msg_i", hdl_v(m, "%s_msg_i", in));
        hdl_pin(m, "out_valid_o", hdl_v(m, "%s_valid_o", out));
        hdl_pin(m, "out_ready_i", "1'b1");
        hdl_pin(m, "out_msg_o", hdl_v(m, "%s_msg_o", out));
        hdl_pin(m, "busy_o", hdl_v(m, "%s_flying", in));
    }
    hdl_assign(m, hdl_v(m, "%s_ready_o", in), "1'b1");
    hdl_unused(m, hdl_v(m, "%s_ready_i", out));
}

const char *hop_emit(struct hdl_design *d)
{
    if (hdl_has(d, "um_hop"))
        return "um_hop";
    struct hdl *m = hdl_module(d, "um_hop", "A link between two routers: flits, and credits back.");
    hdl_param(m, "MSG_W", "96", "bits of a flit's message");
    hdl_param(m, "LATENCY", "4", "cycles, at least 2");
    hdl_param(m, "DEPTH", "8", "on their way: a power of two above LATENCY");
    unit_params(m);
    hdl_clock(m);
    hdl_channel_in(m, "in", "MSG_W", "flits of the near router");
    hdl_channel_out(m, "out", "MSG_W", "to the far one");
    hdl_channel_in(m, "freed", "32", "credits of the far router");
    hdl_channel_out(m, "credit", "32", "to the near one");
    unit_ports(m);
    delay(m, "in", "out", "MSG_W");
    delay(m, "freed", "credit", "32");
    hdl_assign(m, "idle_o", "!in_flying && !freed_flying");
    unit_counters(m, hop_counters, NULL, NULL);
    hdl_end(m);
    return "um_hop";
}
