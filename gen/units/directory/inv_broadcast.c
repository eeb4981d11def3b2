#include "gen/units/directory/inv_broadcast.h"

#include "gen/units/parts.h"

const struct unit_counter inv_broadcast_counters[] = {
    {"lines", "lines", "that all L1s were asked to drop", "ask_pop"},
    {NULL, NULL, NULL, NULL},
};

static void header(struct hdl *m)
{
    hdl_param(m, "LINE_W", "16", "bits of a line address");
    parts_queues(m);
    unit_params(m);
    hdl_param(m, "L1S", "2", "the L1s of the package");
    hdl_param(m, "DROP_W", msg_width_expr(m, &msg_drop, NULL, NULL), "derived");
    hdl_clock(m);
    hdl_channel_in(m, "ask", "DROP_W", "lines to be dropped");
    hdl_channel_out(m, "answer", "DROP_W", "these, when no L1 has them");
    hdl_group(m, "L1S channels side by side, to the L1s.");
    hdl_out(m, "drop_valid_o", "L1S", NULL);
    hdl_in(m, "drop_ready_i", "L1S", NULL);
    hdl_out(m, "drop_msg_o", "L1S*DROP_W", NULL);
    hdl_group(m, "L1S channels side by side, from the L1s.");
    hdl_in(m, "dropped_valid_i", "L1S", NULL);
    hdl_out(m, "dropped_ready_o", "L1S", NULL);
    hdl_in(m, "dropped_msg_i", "L1S*DROP_W", NULL);
    unit_ports(m);
}

const char *inv_broadcast_emit(struct hdl_design *d)
{
    static const char name[] = "um_inv_broadcast";
    if (hdl_has(d, name))
        return name;
    struct hdl *m = hdl_module(d, name, "Has all L1s of a package drop a line.");
    header(m);
    part_in_queue(m, "ask", "DROP_W");
    part_out_queue(m, "answer", "DROP_W");
    hdl_note(m, "The line, and the L1s that are not asked yet and have not dropped it yet.");
    hdl_reg(m, "busy_q", "1", "1'b0", NULL);
    hdl_reg(m, "line_q", "DROP_W", NULL, NULL);
    hdl_reg(m, "unasked_q", "L1S", "{L1S{1'b0}}", NULL);
    hdl_reg(m, "left_q", "L1S", "{L1S{1'b0}}", NULL);
    hdl_assign(m, "ask_pop", "ask_valid && !busy_q");
    hdl_assign(m, "answer_push", "busy_q && left_q == {L1S{1'b0}}");
    hdl_assign(m, "answer_msg", "line_q");
    hdl_on_clock (m) {
        hdl_when (m, "ask_pop") {
            hdl_set(m, "busy_q", "1'b1");
            hdl_set(m, "line_q", "ask_msg");
            hdl_set(m, "unasked_q", "{L1S{1'b1}}");
            hdl_set(m, "left_q", "{L1S{1'b1}}");
        }
        hdl_otherwise (m) {
            hdl_when (m, "answer_push && answer_room") {
                hdl_set(m, "busy_q", "1'b0");
            }
            hdl_set(m, "unasked_q", "unasked_q & ~drop_ready_i");
            hdl_set(m, "left_q", "left_q & ~dropped_valid_i");
        }
    }
    hdl_assign(m, "drop_valid_o", "unasked_q");
    hdl_assign(m, "drop_msg_o", "{L1S{line_q}}");
    hdl_note(m, "An L1 that tells, tells of the one line.");
    hdl_assign(m, "dropped_ready_o", "{L1S{1'b1}}");
    hdl_unused(m, "dropped_msg_i");
    hdl_assign(m, "idle_o", "!ask_pop && !(answer_push && answer_room)");
    unit_counters(m, inv_broadcast_counters, NULL, NULL);
    hdl_end(m);
    return name;
}
