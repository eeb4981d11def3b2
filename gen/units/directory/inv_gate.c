#include "gen/units/directory/inv_gate.h"

#include "gen/units/parts.h"

const struct unit_counter inv_gate_counters[] = {
    {"stores_held", "requests", "stores and atomics that waited until no L1 had their line",
     "ask_go && !asks_ack"},
    {"acks_held", "acknowledgements", "that waited until no L1 had their line",
     "ask_go && asks_ack"},
    {NULL, NULL, NULL, NULL},
};

static void header(struct hdl *m, const struct rules *rules)
{
    parts_widths(m, rules);
    parts_queues(m);
    unit_params(m);
    hdl_param(m, "SRC_W", "2", "bits of the bank's port number at the memory's switch");
    hdl_param(m, "TAG_W", "2", "bits of an invalidation's tag");
    hdl_param(m, "REQ_W", msg_width_expr(m, rules->req, NULL, NULL), "derived");
    hdl_param(m, "ACK_W", msg_width_expr(m, rules->ack, NULL, NULL), "derived");
    hdl_param(m, "DROP_W", msg_width_expr(m, &msg_drop, NULL, NULL), "derived");
    hdl_clock(m);
    hdl_channel_in(m, "req", "REQ_W", "requests of the bank");
    hdl_channel_out(m, "mem_req", "REQ_W", "the same, to the memory");
    hdl_channel_in(m, "ack", "ACK_W", "acknowledgements of the bank");
    hdl_channel_out(m, "mem_ack", "ACK_W", "the same, to the homes");
    hdl_channel_out(m, "drop", "DROP_W", "a line that no L1 may have");
    hdl_channel_in(m, "dropped", "DROP_W", "it, when no L1 has it");
    unit_ports(m);
}

static void queues(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Every channel has its queue: outputs depend on registers alone.");
    part_in_queue(m, "req", "REQ_W");
    msg_unpack(m, rules->req, "req", "req_msg", NULL, NULL, "line", "op", NULL);
    part_in_queue(m, "ack", "ACK_W");
    msg_unpack(m, rules->ack, "ack", "ack_msg", NULL, NULL, "line", NULL);
    part_in_queue(m, "dropped", "DROP_W");
    hdl_unused(m, "dropped_msg"); /* one line is asked for at a time */
    part_out_queue(m, "mem_req", "REQ_W");
    part_out_queue(m, "mem_ack", "ACK_W");
    part_out_queue(m, "drop", "DROP_W");
}

static void ask(struct hdl *m)
{
    hdl_note(m, "One line is asked for at a time. The head that it is of waits for it.");
    hdl_reg(m, "busy_q", "1", "1'b0", "a line is asked for");
    hdl_reg(m, "for_ack_q", "1", NULL, "that of the first acknowledgement, else of the request");
    hdl_reg(m, "req_clear_q", "1", "1'b0", "no L1 has the line of the first request");
    hdl_reg(m, "ack_clear_q", "1", "1'b0", "no L1 has that of the first acknowledgement");
    hdl_let(m, "writes", "1", "req_op == OP_STORE || req_op == OP_ATOMIC");
    hdl_let(m, "asks_ack", "1", "ack_valid && !ack_clear_q");
    hdl_let(m, "asks_req", "1", "req_valid && writes && !req_clear_q");
    hdl_assign(m, "drop_push", "!busy_q && (asks_ack || asks_req)");
    hdl_let(m, "ask_go", "1", "drop_push && drop_room");
    msg_pack(m, &msg_drop, "drop_msg", NULL, NULL,
             (struct msg_value[]){{"line", "asks_ack ? ack_line : req_line"}, {NULL, NULL}});
    hdl_assign(m, "dropped_pop", "dropped_valid");
    hdl_on_clock (m) {
        hdl_when (m, "ask_go") {
            hdl_set(m, "busy_q", "1'b1");
            hdl_set(m, "for_ack_q", "asks_ack");
        }
        hdl_elsewhen (m, "dropped_valid") {
            hdl_set(m, "busy_q", "1'b0");
        }
    }
}

static void pass(struct hdl *m)
{
    hdl_note(m, "What writes nothing passes at once.");
    hdl_assign(m, "mem_req_push", "req_valid && (!writes || req_clear_q)");
    hdl_assign(m, "mem_req_msg", "req_msg");
    hdl_let(m, "req_go", "1", "mem_req_push && mem_req_room");
    hdl_assign(m, "req_pop", "req_go");
    hdl_assign(m, "mem_ack_push", "ack_valid && ack_clear_q");
    hdl_assign(m, "mem_ack_msg", "ack_msg");
    hdl_let(m, "ack_go", "1", "mem_ack_push && mem_ack_room");
    hdl_assign(m, "ack_pop", "ack_go");
    hdl_on_clock (m) {
        hdl_set(m, "req_clear_q", "(req_clear_q && !req_go) || (dropped_valid && !for_ack_q)");
        hdl_set(m, "ack_clear_q", "(ack_clear_q && !ack_go) || (dropped_valid && for_ack_q)");
    }
}

const char *inv_gate_emit(struct hdl_design *d, const struct rules *rules)
{
    static const char name[] = "um_inv_gate";
    if (hdl_has(d, name))
        return name;
    struct hdl *m = hdl_module(d, name,
                               "An L2 bank's stores and acknowledgements wait here until no L1 of "
                               "the package has their line.");
    header(m, rules);
    queues(m, rules);
    ask(m);
    pass(m);
    hdl_assign(m, "idle_o", "!ask_go && !req_go && !ack_go && !dropped_valid");
    unit_counters(m, inv_gate_counters, NULL, NULL);
    hdl_end(m);
    return name;
}
