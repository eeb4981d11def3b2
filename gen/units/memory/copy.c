#include "gen/units/memory/copy.h"

#include "gen/units/parts.h"

const struct unit_counter copy_counters[] = {
    [COPY_COMMANDS] = {"commands", "commands", "runs of lines copied", "done"},
    [COPY_READS] = {"reads", "lines", "asked for", "read_go"},
    [COPY_WRITES] = {"writes", "lines", "written", "write_go"},
    {NULL, NULL, NULL, NULL},
};

static void header(struct hdl *m)
{
    hdl_param(m, "LINE_W", "16", "bits of a line address");
    hdl_param(m, "LINE_BYTES", "16", "bytes of a line");
    parts_queues(m);
    unit_params(m);
    hdl_param(m, "TAG_W", "4", "bits of a tag");
    hdl_param(m, "LINES", "4", "lines under way: a power of two, at least 2, as many as tags");
    hdl_param(m, "LENGTH_W", hdl_v(m, "%d", COPY_LENGTH_W), "bits of a command's length");
    hdl_param(m, "CORE_REQ_W", msg_width_expr(m, &msg_core_req, NULL, NULL), "derived");
    hdl_param(m, "CORE_RSP_W", msg_width_expr(m, &msg_core_rsp, NULL, NULL), "derived");
    hdl_clock(m);
    hdl_channel_in(m, "cmd_req", "CORE_REQ_W", "the command processor's requests");
    hdl_channel_out(m, "cmd_rsp", "CORE_RSP_W", "answers to them");
    hdl_channel_out(m, "core_req", "CORE_REQ_W", "requests to the engine's L1");
    hdl_channel_in(m, "core_rsp", "CORE_RSP_W", "answers of the L1, by tag");
    unit_ports(m);
    hdl_localparam(m, "DATA_W", "8*LINE_BYTES", NULL);
    hdl_localparam(m, "SLOT_W", "$clog2(LINES)", NULL);
}

static void queues(struct hdl *m)
{
    part_in_queue(m, "cmd_req", "CORE_REQ_W");
    msg_unpack(m, &msg_core_req, "cmd", "cmd_req_msg", NULL, NULL, "data", "line", "tag", "op",
               NULL);
    hdl_unused(m, "cmd_data"); /* a command is shorter than a line */
    part_in_queue(m, "core_rsp", "CORE_RSP_W");
    msg_unpack(m, &msg_core_rsp, "rsp", "core_rsp_msg", NULL, NULL, "data", "tag", NULL);
    part_out_queue(m, "core_req", "CORE_REQ_W");
    part_out_queue(m, "cmd_rsp", "CORE_RSP_W");
}

static void registers(struct hdl *m)
{
    hdl_note(m, "The command under way, and what of it is still to be read.");
    hdl_reg(m, "busy_q", "1", "1'b0", "a command is under way");
    hdl_reg(m, "tag_q", "TAG_W", NULL, "of the command");
    hdl_reg(m, "left_q", "LENGTH_W", NULL, "lines still to be read");
    hdl_reg(m, "source_q", "LINE_W", NULL, "the next line to read");
    hdl_reg(m, "target_q", "LINE_W", NULL, "where it goes");
    hdl_note(m, "A slot has a line from its read to the answer to its write; its number is the tag "
                "of both.");
    hdl_reg(m, "taken_q", "LINES", "{LINES{1'b0}}", "the slot has a line");
    hdl_reg(m, "full_q", "LINES", "{LINES{1'b0}}", "its bytes are here and not yet sent");
    hdl_reg(m, "sent_q", "LINES", "{LINES{1'b0}}", "its write was sent");
    hdl_mem(m, "slot_line", "LINE_W", "LINES", "where the line goes");
    hdl_mem(m, "slot_data", "DATA_W", "LINES", "its bytes");
}

static void choose(struct hdl *m)
{
    hdl_let(m, "vacant", "LINES", "~taken_q");
    part_first(m, "vacant_at", "SLOT_W", "vacant", "LINES");
    part_first(m, "full_at", "SLOT_W", "full_q", "LINES");
    hdl_note(m, "A write goes before a read: it frees a slot.");
    hdl_let(m, "write_go", "1", "busy_q && (|full_q) && core_req_room");
    hdl_let(m, "read_go", "1",
            "busy_q && !(|full_q) && (|vacant) && left_q != {LENGTH_W{1'b0}} && core_req_room");
    hdl_note(m, "Requests that are passed on; a command waits until all were answered.");
    hdl_reg(m, "passed_q", "TAG_W + 1", "{TAG_W + 1{1'b0}}", "requests passed and not answered");
    hdl_let(m, "is_copy", "1", "cmd_op == OP_COPY");
    hdl_let(m, "pass_go", "1",
            "cmd_req_valid && !busy_q && !is_copy && core_req_room && !(&passed_q)");
    hdl_let(m, "start", "1",
            "cmd_req_valid && !busy_q && is_copy && passed_q == {TAG_W + 1{1'b0}}");
    hdl_assign(m, "cmd_req_pop", "pass_go || start");
    hdl_note(m, "Answers: of passed requests they go on, else they are of a slot.");
    hdl_let(m, "back_go", "1", "core_rsp_valid && !busy_q && cmd_rsp_room");
    hdl_let(m, "slot_go", "1", "core_rsp_valid && busy_q");
    hdl_assign(m, "core_rsp_pop", "back_go || slot_go");
    hdl_let(m, "slot", "SLOT_W", "rsp_tag[SLOT_W-1:0]");
    hdl_unused(m, "rsp_tag"); /* its high bits */
    hdl_let(m, "done", "1",
            "busy_q && left_q == {LENGTH_W{1'b0}} && taken_q == {LINES{1'b0}} && cmd_rsp_room");
}

static void update_command(struct hdl *m)
{
    hdl_on_clock (m) {
        hdl_when (m, "start") {
            hdl_set(m, "busy_q", "1'b1");
            hdl_set(m, "tag_q", "cmd_tag");
            hdl_set(m, "left_q", "cmd_data[LINE_W +: LENGTH_W]");
            hdl_set(m, "source_q", "cmd_data[LINE_W-1:0]");
            hdl_set(m, "target_q", "cmd_line");
        }
        hdl_when (m, "read_go") {
            hdl_set(m, "left_q", "left_q - 1'b1");
            hdl_set(m, "source_q", "source_q + 1'b1");
            hdl_set(m, "target_q", "target_q + 1'b1");
        }
        hdl_when (m, "done") {
            hdl_set(m, "busy_q", "1'b0");
        }
    }
    hdl_on_clock (m) {
        hdl_set(m, "passed_q", "passed_q + {{TAG_W{1'b0}}, pass_go} - {{TAG_W{1'b0}}, back_go}");
    }
}

static void update_slots(struct hdl *m)
{
    hdl_on_clock (m) {
        hdl_when (m, "read_go") {
            hdl_set(m, "taken_q[vacant_at]", "1'b1");
        }
        hdl_when (m, "slot_go && !sent_q[slot]") {
            hdl_set(m, "full_q[slot]", "1'b1");
        }
        hdl_when (m, "write_go") {
            hdl_set(m, "full_q[full_at]", "1'b0");
            hdl_set(m, "sent_q[full_at]", "1'b1");
        }
        hdl_when (m, "slot_go && sent_q[slot]") {
            hdl_set(m, "taken_q[slot]", "1'b0");
            hdl_set(m, "sent_q[slot]", "1'b0");
        }
    }
    hdl_on_clock (m) {
        hdl_when (m, "read_go") {
            hdl_set(m, "slot_line[vacant_at]", "target_q");
        }
    }
    hdl_on_clock (m) {
        hdl_when (m, "slot_go") {
            hdl_set(m, "slot_data[slot]", "rsp_data");
        }
    }
}

static void outputs(struct hdl *m)
{
    hdl_assign(m, "core_req_push", "write_go || read_go || pass_go");
    hdl_wire(m, "line_msg", "CORE_REQ_W", "a read or a write of the copy");
    msg_pack(
        m, &msg_core_req, "line_msg", NULL, NULL,
        (struct msg_value[]){{"data", "slot_data[full_at]"},
                             {"mask", "{LINE_BYTES{write_go}}"},
                             {"line", "write_go ? slot_line[full_at] : source_q"},
                             {"tag", "{{TAG_W - SLOT_W{1'b0}}, write_go ? full_at : vacant_at}"},
                             {"op", "write_go ? OP_STORE : OP_FRESH"},
                             {NULL, NULL}});
    hdl_assign(m, "core_req_msg", "busy_q ? line_msg : cmd_req_msg");
    hdl_assign(m, "cmd_rsp_push", "back_go || done");
    hdl_wire(m, "done_msg", "CORE_RSP_W", "the answer to a command");
    msg_pack(m, &msg_core_rsp, "done_msg", NULL, NULL,
             (struct msg_value[]){{"tag", "tag_q"}, {NULL, NULL}});
    hdl_assign(m, "cmd_rsp_msg", "busy_q ? done_msg : core_rsp_msg");
    hdl_assign(m, "idle_o",
               "!(start || pass_go || read_go || write_go || slot_go || back_go || done)");
}

/* For the watchdog: the lines under way, by where they go. */
static void waits(struct hdl *m)
{
    hdl_let(m, "shown_at", "SLOT_W", "probe_sel_i[SLOT_W-1:0]");
    hdl_let(m, "shown_line", "LINE_W", "slot_line[shown_at]");
    hdl_let(m, "shown_slot", "64",
            "{taken_q[shown_at], sent_q[shown_at], {62 - LINE_W{1'b0}}, shown_line}");
}

const char *copy_emit(struct hdl_design *d)
{
    if (hdl_has(d, "um_copy"))
        return "um_copy";
    struct hdl *m =
        hdl_module(d, "um_copy", "A package's copy engine: runs of lines between memories.");
    header(m);
    queues(m);
    registers(m);
    choose(m);
    update_command(m);
    update_slots(m);
    outputs(m);
    waits(m);
    unit_counters(m, copy_counters, "shown_slot", NULL);
    hdl_end(m);
    return "um_copy";
}
