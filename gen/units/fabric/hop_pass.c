#include "gen/units/fabric/hop_pass.h"

#include "gen/units/fabric/hop.h"

static void header(struct hdl *m)
{
    hdl_param(m, "MSG_W", "96", "bits of a flit's message");
    hdl_param(m, "VC_LSB", "65", "where a flit says which virtual channel it is in,");
    hdl_param(m, "VC_W", "2", "with how many bits");
    hdl_param(m, "PASS", "0", "a bit a channel: its flits pass");
    hdl_param(m, "LATENCY", "4", "cycles of others, and of credits: at least 2");
    hdl_param(m, "PASS_LATENCY", "2", "of those that pass: at least 2, less than LATENCY");
    hdl_param(m, "DEPTH", "8", "on their way: a power of two, at least twice LATENCY");
    unit_params(m);
    hdl_clock(m);
    hdl_channel_in(m, "in", "MSG_W", "flits of the near router");
    hdl_channel_out(m, "out", "MSG_W", "to the far one");
    hdl_channel_in(m, "freed", "32", "credits of the far router");
    hdl_channel_out(m, "credit", "32", "to the near one");
    unit_ports(m);
    hdl_unused(m, "out_ready_i, credit_ready_i");
}

struct delay {
    const char *name, *width, *latency, *valid, *msg;
    const char *out_valid, *ready, *out_msg;
};

static void delay(struct hdl *m, struct delay d)
{
    hdl_wire(m, hdl_v(m, "%s_flying", d.name), "1", NULL);
    hdl_wire(m, hdl_v(m, "%s_room_unused", d.name), "1", "always");
    hdl_inst (m, "um_delay", hdl_v(m, "%s_delay", d.name)) {
        hdl_with(m, "WIDTH", d.width);
        hdl_with(m, "DEPTH", "DEPTH");
        hdl_with(m, "LATENCY", d.latency);
        hdl_pin_clock(m);
        hdl_pin(m, "in_valid_i", d.valid);
        hdl_pin(m, "in_ready_o", hdl_v(m, "%s_room_unused", d.name));
        hdl_pin(m, "in_msg_i", d.msg);
        hdl_pin(m, "out_valid_o", d.out_valid);
        hdl_pin(m, "out_ready_i", d.ready);
        hdl_pin(m, "out_msg_o", d.out_msg);
        hdl_pin(m, "busy_o", hdl_v(m, "%s_flying", d.name));
    }
}

const char *hop_pass_emit(struct hdl_design *d)
{
    if (hdl_has(d, "um_hop_pass"))
        return "um_hop_pass";
    struct hdl *m = hdl_module(d, "um_hop_pass",
                               "A link between two routers, on which flits of some channels pass.");
    header(m);
    hdl_note(m, "What passes comes out first; the others wait a cycle for each that does.");
    hdl_let(m, "vc", "32", "{{32 - VC_W{1'b0}}, in_msg_i[VC_LSB +: VC_W]}");
    hdl_let(m, "passes", "1", "(PASS >> vc & 1) != 0");
    hdl_wire(m, "pass_out", "1", NULL);
    hdl_wire(m, "pass_msg", "MSG_W", NULL);
    hdl_wire(m, "slow_out", "1", NULL);
    hdl_wire(m, "slow_msg", "MSG_W", NULL);
    delay(m, (struct delay){"pass", "MSG_W", "PASS_LATENCY", "in_valid_i && passes", "in_msg_i",
                            "pass_out", "1'b1", "pass_msg"});
    delay(m, (struct delay){"slow", "MSG_W", "LATENCY", "in_valid_i && !passes", "in_msg_i",
                            "slow_out", "!pass_out", "slow_msg"});
    delay(m, (struct delay){"freed", "32", "LATENCY", "freed_valid_i", "freed_msg_i",
                            "credit_valid_o", "1'b1", "credit_msg_o"});
    hdl_assign(m, "in_ready_o", "1'b1");
    hdl_assign(m, "freed_ready_o", "1'b1");
    hdl_assign(m, "out_valid_o", "pass_out || slow_out");
    hdl_assign(m, "out_msg_o", "pass_out ? pass_msg : slow_msg");
    hdl_assign(m, "idle_o", "!pass_flying && !slow_flying && !freed_flying");
    unit_counters(m, hop_counters, NULL, NULL);
    hdl_end(m);
    return "um_hop_pass";
}
