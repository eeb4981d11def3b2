#include "gen/units/fabric/lane.h"

#include "gen/units/parts.h"

#define BLOCKED "cycles in which a message waited for its place at the far end"

const struct unit_counter *lane_counters(bool acks)
{
    static const struct unit_counter two[] = {
        {"requests", "messages", "requests sent", "depart && !is_rsp"},
        {"request_lines", "messages", "of these, requests with a line of data",
         "depart && !is_rsp && req_has_line"},
        {"answers", "messages", "answers sent", "depart && is_rsp"},
        {"answer_lines", "messages", "of these, answers with a line of data",
         "depart && is_rsp && rsp_has_line"},
        {"busy", "cycles", "cycles in which bytes were on the wire", "busy"},
        {"blocked", "cycles", BLOCKED,
         "(req_in_valid && !req_room) || (rsp_in_valid && !rsp_room)"},
        {NULL, NULL, NULL, NULL},
    };
    static const struct unit_counter three[] = {
        {"requests", "messages", "requests sent", "req_in_pop"},
        {"request_lines", "messages", "of these, requests with a line of data",
         "req_in_pop && req_has_line"},
        {"answers", "messages", "answers and invalidations sent", "rsp_in_pop"},
        {"answer_lines", "messages", "of these, answers with a line of data",
         "rsp_in_pop && rsp_has_line"},
        {"acks", "messages", "acknowledgements sent", "ack_in_pop"},
        {"busy", "cycles", "cycles in which bytes were on the wire", "busy"},
        {"blocked", "cycles", BLOCKED,
         "(req_in_valid && !req_room) || (rsp_in_valid && !rsp_room)"
         " || (ack_in_valid && !ack_room)"},
        {NULL, NULL, NULL, NULL},
    };
    return acks ? three : two;
}

static void header(struct hdl *m, bool acks)
{
    hdl_param(m, "REQ_W", "32", "bits of a request");
    hdl_param(m, "RSP_W", "32", "bits of an answer");
    if (acks)
        hdl_param(m, "ACK_W", "32", "bits of an acknowledgement");
    hdl_param(m, "QUEUE_IN", "2", "places of the queues at the near end");
    unit_params(m);
    hdl_param(m, "REQ_OP_LSB", "0", "where the op of a request is");
    hdl_param(m, "REQ_LINE_OPS", "1", "a bit per op: these requests carry a line");
    hdl_param(m, "REQ_HEAD_CYCLES", "1", "cycles of a request without a line, at least 1");
    hdl_param(m, "REQ_LINE_CYCLES", "3", "cycles of a request with one, at least 1");
    hdl_param(m, "RSP_OP_LSB", "0", "where the op of an answer is");
    hdl_param(m, "RSP_LINE_OPS", "1", "a bit per op: these answers carry a line");
    hdl_param(m, "RSP_HEAD_CYCLES", "1", "cycles of an answer without a line, at least 1");
    hdl_param(m, "RSP_LINE_CYCLES", "3", "cycles of an answer with one, at least 1");
    if (acks)
        hdl_param(m, "ACK_CYCLES", "1", "cycles of an acknowledgement, at least 1");
    hdl_param(m, "LATENCY", "10", "cycles from the last byte out to the message in, at least 2");
    hdl_param(m, "DEPTH", "16",
              acks ? "messages of each class on their way: a power of two"
                   : "requests, and answers, on their way: a power of two");
    hdl_clock(m);
    hdl_channel_in(m, "req_in", "REQ_W", "requests, near end");
    hdl_channel_in(m, "rsp_in", "RSP_W", "answers, near end");
    if (acks)
        hdl_channel_in(m, "ack_in", "ACK_W", "acknowledgements, near end");
    hdl_channel_out(m, "req_out", "REQ_W", "requests, far end");
    hdl_channel_out(m, "rsp_out", "RSP_W", "answers, far end");
    if (acks)
        hdl_channel_out(m, "ack_out", "ACK_W", "acknowledgements, far end");
    unit_ports(m);
    hdl_localparam(m, "REQ_MOST", "REQ_LINE_CYCLES + REQ_HEAD_CYCLES", NULL);
    hdl_localparam(m, "RSP_MOST", "RSP_LINE_CYCLES + RSP_HEAD_CYCLES", NULL);
    const char *most = "REQ_MOST > RSP_MOST ? REQ_MOST : RSP_MOST";
    if (acks) {
        hdl_localparam(m, "MOST", most, NULL);
        most = "MOST > ACK_CYCLES ? MOST : ACK_CYCLES + 1";
    }
    hdl_localparam(m, "SENT_W", hdl_v(m, "$clog2(%s)", most), NULL);
    hdl_localparam(m, "REQ_LINE_LAST", "REQ_LINE_CYCLES - 1", NULL);
    hdl_localparam(m, "REQ_HEAD_LAST", "REQ_HEAD_CYCLES - 1", NULL);
    hdl_localparam(m, "RSP_LINE_LAST", "RSP_LINE_CYCLES - 1", NULL);
    hdl_localparam(m, "RSP_HEAD_LAST", "RSP_HEAD_CYCLES - 1", NULL);
    if (acks)
        hdl_localparam(m, "ACK_LAST", "ACK_CYCLES - 1", NULL);
}

static void queues(struct hdl *m, bool acks)
{
    part_in_queue(m, "req_in", "REQ_W");
    part_in_queue(m, "rsp_in", "RSP_W");
    if (acks)
        part_in_queue(m, "ack_in", "ACK_W");
    hdl_let(m, "req_has_line", "1", "REQ_LINE_OPS[{1'b0, req_in_msg[REQ_OP_LSB +: 4]}]");
    hdl_let(m, "rsp_has_line", "1", "RSP_LINE_OPS[{1'b0, rsp_in_msg[RSP_OP_LSB +: 4]}]");
    hdl_wire(m, "req_room", "1", "the far end has a place for a request");
    hdl_wire(m, "rsp_room", "1", "and for an answer");
    if (acks)
        hdl_wire(m, "ack_room", "1", "and for an acknowledgement");
}

#define ON_THE_WIRE                                                                                \
    "Who is on the wire. Its message has a place at the far end already: only this wire fills "    \
    "places."

static void wire_of_three(struct hdl *m)
{
    hdl_note(m, ON_THE_WIRE);
    hdl_reg(m, "sent_q", "SENT_W", "{SENT_W{1'b0}}", "cycles that it has been on the wire");
    hdl_reg(m, "who_q", "2", "2'd0", "0 a request, 1 an answer, 2 an acknowledgement");
    hdl_let(m, "held", "1", "sent_q != {SENT_W{1'b0}}");
    hdl_let(m, "may", "3",
            "{ack_in_valid && ack_room, rsp_in_valid && rsp_room, req_in_valid && req_room}");
    hdl_wire(m, "may_any", "1", NULL);
    hdl_wire(m, "may_at", "2", NULL);
    hdl_let(m, "begins", "1", "may_any && !held");
    hdl_inst (m, "um_arbiter", "turns") {
        hdl_with(m, "N", "3");
        hdl_with(m, "IDX_W", "2");
        hdl_pin_clock(m);
        hdl_pin(m, "want_i", "may");
        hdl_pin(m, "take_i", "begins");
        hdl_pin(m, "any_o", "may_any");
        hdl_pin(m, "winner_o", "may_at");
    }
    hdl_let(m, "who", "2", "held ? who_q : may_at");
    hdl_let(m, "busy", "1", "held || may_any");
    hdl_let(m, "req_last", "SENT_W",
            "req_has_line ? REQ_LINE_LAST[SENT_W-1:0] : REQ_HEAD_LAST[SENT_W-1:0]");
    hdl_let(m, "rsp_last", "SENT_W",
            "rsp_has_line ? RSP_LINE_LAST[SENT_W-1:0] : RSP_HEAD_LAST[SENT_W-1:0]");
    hdl_let(m, "last", "SENT_W",
            "who == 2'd0 ? req_last : who == 2'd1 ? rsp_last : ACK_LAST[SENT_W-1:0]");
    hdl_let(m, "depart", "1", "busy && sent_q == last");
    hdl_assign(m, "req_in_pop", "depart && who == 2'd0");
    hdl_assign(m, "rsp_in_pop", "depart && who == 2'd1");
    hdl_assign(m, "ack_in_pop", "depart && who == 2'd2");
    hdl_on_clock (m) {
        hdl_when (m, "busy") {
            hdl_set(m, "sent_q", "depart ? {SENT_W{1'b0}} : sent_q + 1'b1");
            hdl_set(m, "who_q", "who");
        }
    }
}

static void wire(struct hdl *m)
{
    hdl_note(m, ON_THE_WIRE);
    hdl_reg(m, "sent_q", "SENT_W", "{SENT_W{1'b0}}", "cycles that it has been on the wire");
    hdl_reg(m, "is_rsp_q", "1", "1'b0", "the last to be on the wire was an answer");
    hdl_let(m, "held", "1", "sent_q != {SENT_W{1'b0}}");
    hdl_let(m, "req_may", "1", "req_in_valid && req_room");
    hdl_let(m, "rsp_may", "1", "rsp_in_valid && rsp_room");
    hdl_let(m, "is_rsp", "1", "held ? is_rsp_q : rsp_may && (!req_may || !is_rsp_q)");
    hdl_let(m, "busy", "1", "held || req_may || rsp_may");
    hdl_let(m, "req_last", "SENT_W",
            "req_has_line ? REQ_LINE_LAST[SENT_W-1:0] : REQ_HEAD_LAST[SENT_W-1:0]");
    hdl_let(m, "rsp_last", "SENT_W",
            "rsp_has_line ? RSP_LINE_LAST[SENT_W-1:0] : RSP_HEAD_LAST[SENT_W-1:0]");
    hdl_let(m, "depart", "1", "busy && sent_q == (is_rsp ? rsp_last : req_last)");
    hdl_assign(m, "req_in_pop", "depart && !is_rsp");
    hdl_assign(m, "rsp_in_pop", "depart && is_rsp");
    hdl_on_clock (m) {
        hdl_when (m, "busy") {
            hdl_set(m, "sent_q", "depart ? {SENT_W{1'b0}} : sent_q + 1'b1");
            hdl_set(m, "is_rsp_q", "is_rsp");
        }
    }
}

/* The messages of one class that left the wire and have not arrived. */
static void flight(struct hdl *m, const char *class, const char *width)
{
    hdl_wire(m, hdl_v(m, "%s_flying", class), "1", NULL);
    hdl_inst (m, "um_delay", hdl_v(m, "%s_delay", class)) {
        hdl_with(m, "WIDTH", width);
        hdl_with(m, "DEPTH", "DEPTH");
        hdl_with(m, "LATENCY", "LATENCY");
        hdl_pin_clock(m);
        hdl_pin(m, "in_valid_i", hdl_v(m, "%s_in_pop", class));
        hdl_pin(m, "in_ready_o", hdl_v(m, "%s_room", class));
        hdl_pin(m, "in_msg_i", hdl_v(m, "%s_in_msg", class));
        hdl_pin(m, "out_valid_o", hdl_v(m, "%s_out_valid_o", class));
        hdl_pin(m, "out_ready_i", hdl_v(m, "%s_out_ready_i", class));
        hdl_pin(m, "out_msg_o", hdl_v(m, "%s_out_msg_o", class));
        hdl_pin(m, "busy_o", hdl_v(m, "%s_flying", class));
    }
}

const char *lane_emit(struct hdl_design *d, bool acks)
{
    const char *name = acks ? "um_lane_acks" : "um_lane";
    if (hdl_has(d, name))
        return name;
    struct hdl *m = hdl_module(
        d, name,
        acks ? "A wire that requests, answers and acknowledgements of invalidations share in turns."
             : "A wire that requests and answers share in turns.");
    header(m, acks);
    queues(m, acks);
    if (acks)
        wire_of_three(m);
    else
        wire(m);
    flight(m, "req", "REQ_W");
    flight(m, "rsp", "RSP_W");
    if (acks)
        flight(m, "ack", "ACK_W");
    hdl_assign(m, "idle_o",
               acks ? "!req_in_valid && !rsp_in_valid && !ack_in_valid && !req_flying && "
                      "!rsp_flying && !ack_flying"
                    : "!req_in_valid && !rsp_in_valid && !req_flying && !rsp_flying");
    unit_counters(m, lane_counters(acks), NULL, NULL);
    hdl_end(m);
    return name;
}
