#include "gen/units/fabric/link.h"

#include "gen/units/parts.h"

const struct unit_counter link_counters[] = {
    {"messages", "messages", "sent", "depart"},
    {"lines", "messages", "of these, messages with a line of data", "depart && carries_line"},
    {"loads", "messages", "loads and their answers", "depart && is_load"},
    {"stores", "messages", "stores and their answers", "depart && is_store"},
    {"atomics", "messages", "atomics and their answers", "depart && is_atomic"},
    {"writebacks", "messages", "dirty lines given up, and their answers", "depart && is_writeback"},
    {"busy", "cycles", "cycles in which bytes were on the wire", "in_valid && (!all_sent || room)"},
    {"blocked", "cycles", "cycles in which the far end took nothing",
     "out_valid_o && !out_ready_i"},
    {NULL, NULL, NULL, NULL},
};

const char *link_emit(struct hdl_design *d)
{
    if (hdl_has(d, "um_link"))
        return "um_link";
    struct hdl *m =
        hdl_module(d, "um_link", "A wire with a width and a length: messages serialise.");
    hdl_param(m, "WIDTH", "32", "bits of a message");
    hdl_param(m, "QUEUE_IN", "2", "places of the queue at the near end");
    unit_params(m);
    hdl_param(m, "OP_LSB", "0", "where its op is");
    hdl_param(m, "LINE_OPS", "1", "a bit an op: its messages carry a line");
    hdl_param(m, "HEAD_CYCLES", "1", "cycles on the wire without a line, at least 1");
    hdl_param(m, "LINE_CYCLES", "3", "cycles on the wire with one, at least 1");
    hdl_param(m, "LATENCY", "10", "cycles from the last byte out to the message in, at least 2");
    hdl_param(m, "DEPTH", "16", "messages on their way, a power of two");
    hdl_clock(m);
    hdl_channel_in(m, "in", "WIDTH", "near end");
    hdl_channel_out(m, "out", "WIDTH", "far end");
    unit_ports(m);
    hdl_localparam(m, "SENT_W", "$clog2(LINE_CYCLES + HEAD_CYCLES)", NULL);
    hdl_localparam(m, "LINE_LAST", "LINE_CYCLES - 1", NULL);
    hdl_localparam(m, "HEAD_LAST", "HEAD_CYCLES - 1", NULL);
    part_in_queue(m, "in", "WIDTH");
    hdl_let(m, "op", "4", "in_msg[OP_LSB +: 4]");
    hdl_let(m, "is_load", "1", "op == OP_LOAD || op == OP_FRESH || op == OP_RENEW");
    hdl_let(m, "is_store", "1", "op == OP_STORE || op == OP_STORE_LINE");
    hdl_let(m, "is_atomic", "1", "op == OP_ATOMIC");
    hdl_let(m, "is_writeback", "1", "op == OP_WRITEBACK");
    hdl_let(m, "carries_line", "1", "LINE_OPS[{1'b0, op}]");
    hdl_note(m,
             "The head of the queue is on the wire until its last byte is out; then it enters the "
             "delay, and the next may start.");
    hdl_reg(m, "sent_q", "SENT_W", "{SENT_W{1'b0}}", "cycles that the head has been on the wire");
    hdl_let(m, "all_sent", "1",
            "sent_q == (carries_line ? LINE_LAST[SENT_W-1:0] : HEAD_LAST[SENT_W-1:0])");
    hdl_wire(m, "room", "1", NULL);
    hdl_let(m, "depart", "1", "in_valid && all_sent && room");
    hdl_assign(m, "in_pop", "depart");
    hdl_on_clock (m) {
        hdl_when (m, "depart") {
            hdl_set(m, "sent_q", "{SENT_W{1'b0}}");
        }
        hdl_elsewhen (m, "in_valid && !all_sent") {
            hdl_set(m, "sent_q", "sent_q + 1'b1");
        }
    }
    hdl_wire(m, "flying", "1", NULL);
    hdl_inst (m, "um_delay", "wire_delay") {
        hdl_with(m, "WIDTH", "WIDTH");
        hdl_with(m, "DEPTH", "DEPTH");
        hdl_with(m, "LATENCY", "LATENCY");
        hdl_pin_clock(m);
        hdl_pin(m, "in_valid_i", "depart");
        hdl_pin(m, "in_ready_o", "room");
        hdl_pin(m, "in_msg_i", "in_msg");
        hdl_pin(m, "out_valid_o", "out_valid_o");
        hdl_pin(m, "out_ready_i", "out_ready_i");
        hdl_pin(m, "out_msg_o", "out_msg_o");
        hdl_pin(m, "busy_o", "flying");
    }
    hdl_assign(m, "idle_o", "!in_valid && !flying");
    unit_counters(m, link_counters, NULL, NULL);
    hdl_end(m);
    return "um_link";
}
