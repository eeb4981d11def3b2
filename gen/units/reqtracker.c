#include "gen/units/reqtracker.h"

#include "gen/units/parts.h"

static void header(struct hdl *m)
{
    parts_widths(m);
    hdl_param(m, "SRC_W", "2", "bits of a port number of the memory's switch");
    hdl_param(m, "TAG_W", "2", "bits of an entry's number: 2**TAG_W requests in flight");
    hdl_param(m, "UMC_W", "1", "low bits of a line address that chose this controller");
    hdl_param(m, "REQ_W", msg_width_expr(m, &msg_req, NULL, NULL), "derived");
    hdl_param(m, "RSP_W", msg_width_expr(m, &msg_rsp, NULL, NULL), "derived");
    hdl_param(m, "DRAM_REQ_W", msg_width_expr(m, &msg_dram_req, NULL, NULL), "derived");
    hdl_param(m, "DRAM_RSP_W", msg_width_expr(m, &msg_dram_rsp, NULL, NULL), "derived");
    hdl_clock(m);
    hdl_channel_in(m, "req", "REQ_W", "requests of the L2 banks");
    hdl_channel_out(m, "rsp", "RSP_W", "answers to them");
    hdl_channel_out(m, "dram_req", "DRAM_REQ_W", "reads and writes");
    hdl_channel_in(m, "dram_rsp", "DRAM_RSP_W", "their answers, in any order, by tag");
    hdl_group(m, "Look-ups in the TSU, and its grants.");
    hdl_out(m, "look_valid_o", "1", NULL);
    hdl_in(m, "look_ready_i", "1", NULL);
    hdl_out(m, "look_tag_o", "TAG_W", NULL);
    hdl_out(m, "look_line_o", "LINE_W - UMC_W", "line within this memory");
    hdl_out(m, "look_store_o", "1", NULL);
    hdl_out(m, "look_cts_o", "TS_W", NULL);
    hdl_out(m, "look_copy_o", "1", NULL);
    hdl_out(m, "look_copy_rts_o", "TS_W", NULL);
    hdl_in(m, "grant_valid_i", "1", NULL);
    hdl_in(m, "grant_tag_i", "TAG_W", NULL);
    hdl_in(m, "grant_wts_i", "TS_W", NULL);
    hdl_in(m, "grant_rts_i", "TS_W", NULL);
    hdl_in(m, "grant_same_i", "1", NULL);
    hdl_group(m, "What happened, for counters and for the watchdog.");
    hdl_out(m, "load_o", "1", "a load was sent to DRAM");
    hdl_out(m, "store_o", "1", "a store was sent to DRAM");
    hdl_out(m, "held_o", "1", "a request came whose line is in flight (M8)");
    hdl_out(m, "busy_o", "1", "more to do before a message passes");
    hdl_in(m, "wait_sel_i", "TAG_W", "entry shown on wait_o");
    hdl_out(m, "wait_o", "64", "| valid | store | line |");
    hdl_localparam(m, "ENTRIES", "1 << TAG_W", NULL);
    hdl_localparam(m, "DATA_W", "8*LINE_BYTES", NULL);
}

static void table(struct hdl *m)
{
    part_in_queue(m, "req", "REQ_W");
    msg_unpack(m, &msg_req, "req", "req_msg", NULL, NULL, "data", "mask", "line", "op", "src",
               "cts", "copy", "copy_rts", NULL);
    part_in_queue(m, "dram_rsp", "DRAM_RSP_W");
    msg_unpack(m, &msg_dram_rsp, "dram", "dram_rsp_msg", NULL, NULL, "data", "tag", NULL);
    part_out_queue(m, "rsp", "RSP_W");
    part_out_queue(m, "dram_req", "DRAM_REQ_W");
    hdl_note(m, "The table. An entry is held while an earlier request to its line is in flight, "
                "sent when DRAM and TSU have it, and answered when both are back.");
    hdl_reg(m, "busy_q", "ENTRIES", "{ENTRIES{1'b0}}", NULL);
    hdl_reg(m, "held_q", "ENTRIES", "{ENTRIES{1'b0}}", "waits for entry behind[i] (M8)");
    hdl_reg(m, "last_q", "ENTRIES", "{ENTRIES{1'b0}}", "the youngest of its line");
    hdl_reg(m, "sent_q", "ENTRIES", "{ENTRIES{1'b0}}", NULL);
    hdl_reg(m, "dram_q", "ENTRIES", "{ENTRIES{1'b0}}", "DRAM has answered");
    hdl_reg(m, "tsu_q", "ENTRIES", "{ENTRIES{1'b0}}", "the TSU has answered");
    hdl_reg(m, "store_q", "ENTRIES", "{ENTRIES{1'b0}}", NULL);
    hdl_reg(m, "copy_q", "ENTRIES", "{ENTRIES{1'b0}}", NULL);
    hdl_reg(m, "same_q", "ENTRIES", "{ENTRIES{1'b0}}", NULL);
    hdl_mem(m, "behind", "TAG_W", "ENTRIES", "entry that a held one waits for");
    hdl_mem(m, "line", "LINE_W", "ENTRIES", NULL);
    hdl_mem(m, "src", "SRC_W", "ENTRIES", NULL);
    hdl_mem(m, "cts", "TS_W", "ENTRIES", NULL);
    hdl_mem(m, "copy_rts", "TS_W", "ENTRIES", NULL);
    hdl_mem(m, "mask", "LINE_BYTES", "ENTRIES", NULL);
    hdl_mem(m, "data", "DATA_W", "ENTRIES", "of a store, then what a load read");
    hdl_mem(m, "wts", "TS_W", "ENTRIES", NULL);
    hdl_mem(m, "rts", "TS_W", "ENTRIES", NULL);
}

static void admit(struct hdl *m)
{
    hdl_note(m, "Admission: a free entry, behind the youngest request to the same line.");
    hdl_wire(m, "same_line", "ENTRIES", NULL);
    hdl_gen_for (m, "e", "ENTRIES", "compare") {
        hdl_assign(m, "same_line[e]", "last_q[e] && line[e] == req_line");
    }
    hdl_let(m, "free", "1", "!(&busy_q)");
    hdl_let(m, "clash", "1", "|same_line");
    hdl_var(m, "free_at", "TAG_W", NULL);
    hdl_var(m, "clash_at", "TAG_W", NULL);
    hdl_on_comb (m) {
        hdl_set(m, "free_at", "{TAG_W{1'b0}}");
        hdl_set(m, "clash_at", "{TAG_W{1'b0}}");
        hdl_for (m, "i", "ENTRIES") {
            hdl_when (m, "!busy_q[i]") {
                hdl_set(m, "free_at", "i[TAG_W-1:0]");
            }
            hdl_when (m, "same_line[i]") {
                hdl_set(m, "clash_at", "i[TAG_W-1:0]");
            }
        }
    }
    hdl_let(m, "admit", "1", "req_valid && free");
    hdl_assign(m, "req_pop", "free");
    hdl_let(m, "req_store", "1", hdl_v(m, "req_op == 4'd%d", OP_STORE));
}

static void send(struct hdl *m)
{
    hdl_note(m, "Sending: the next ready entry in turn, to DRAM and TSU in the same cycle.");
    hdl_wire(m, "send_any", "1", NULL);
    hdl_wire(m, "send_at", "TAG_W", NULL);
    hdl_let(m, "send", "1", "send_any && dram_req_room && look_ready_i");
    hdl_let(m, "may_send", "ENTRIES", "busy_q & ~held_q & ~sent_q");
    hdl_inst (m, "um_arbiter", "sender") {
        hdl_with(m, "N", "ENTRIES");
        hdl_with(m, "IDX_W", "TAG_W");
        hdl_pin_clock(m);
        hdl_pin(m, "want_i", "may_send");
        hdl_pin(m, "take_i", "send");
        hdl_pin(m, "any_o", "send_any");
        hdl_pin(m, "winner_o", "send_at");
    }
    hdl_let(m, "send_line", "LINE_W", "line[send_at]");
    hdl_assign(m, "dram_req_push", "send_any && look_ready_i");
    msg_pack(m, &msg_dram_req, "dram_req_msg", NULL, NULL,
             (struct msg_value[]){{"data", "data[send_at]"},
                                  {"mask", "mask[send_at]"},
                                  {"line", "send_line >> UMC_W"},
                                  {"tag", "send_at"},
                                  {"write", "store_q[send_at]"},
                                  {NULL, NULL}});
    hdl_assign(m, "look_valid_o", "send_any && dram_req_room");
    hdl_assign(m, "look_tag_o", "send_at");
    hdl_assign(m, "look_line_o", "send_line[LINE_W-1:UMC_W]");
    hdl_assign(m, "look_store_o", "store_q[send_at]");
    hdl_assign(m, "look_cts_o", "cts[send_at]");
    hdl_assign(m, "look_copy_o", "copy_q[send_at]");
    hdl_assign(m, "look_copy_rts_o", "copy_rts[send_at]");
}

static void answer(struct hdl *m, bool loses_answer)
{
    hdl_note(m, "Answering: entries that both have answered, in turn. The next request to the line "
                "may then go.");
    hdl_wire(m, "done_any", "1", NULL);
    hdl_wire(m, "done_at", "TAG_W", NULL);
    hdl_let(m, "done", "1", "done_any && rsp_room");
    hdl_let(m, "may_answer", "ENTRIES", "busy_q & dram_q & tsu_q");
    hdl_inst (m, "um_arbiter", "answerer") {
        hdl_with(m, "N", "ENTRIES");
        hdl_with(m, "IDX_W", "TAG_W");
        hdl_pin_clock(m);
        hdl_pin(m, "want_i", "may_answer");
        hdl_pin(m, "take_i", "done");
        hdl_pin(m, "any_o", "done_any");
        hdl_pin(m, "winner_o", "done_at");
    }
    if (loses_answer) {
        hdl_note(m, "Broken on purpose: one answer is never sent.");
        hdl_reg(m, "answers_q", "7", "7'd0", NULL);
        hdl_on_clock (m) {
            hdl_when (m, "done && !answers_q[6]") {
                hdl_set(m, "answers_q", "answers_q + 7'd1");
            }
        }
        hdl_assign(m, "rsp_push", "done_any && answers_q != 7'd63");
    } else {
        hdl_assign(m, "rsp_push", "done_any");
    }
    msg_pack(m, &msg_rsp, "rsp_msg", NULL, NULL,
             (struct msg_value[]){
                 {"data", "data[done_at]"},
                 {"line", "line[done_at]"},
                 {"op", hdl_v(m, "store_q[done_at] ? 4'd%d : 4'd%d", OP_STORE, OP_LOAD)},
                 {"dst", "src[done_at]"},
                 {"wts", "wts[done_at]"},
                 {"rts", "rts[done_at]"},
                 {"same", "same_q[done_at]"},
                 {NULL, NULL}});
}

static void update_entries(struct hdl *m)
{
    hdl_let(m, "one", "ENTRIES", "{{ENTRIES - 1{1'b0}}, 1'b1}");
    hdl_let(m, "admits", "ENTRIES", "admit ? one << free_at : {ENTRIES{1'b0}}");
    hdl_let(m, "outdates", "ENTRIES", "admit && clash ? one << clash_at : {ENTRIES{1'b0}}");
    hdl_let(m, "sends", "ENTRIES", "send ? one << send_at : {ENTRIES{1'b0}}");
    hdl_let(m, "ends", "ENTRIES", "done ? one << done_at : {ENTRIES{1'b0}}");
    hdl_let(m, "reads", "ENTRIES", "dram_rsp_valid ? one << dram_tag : {ENTRIES{1'b0}}");
    hdl_let(m, "grants", "ENTRIES", "grant_valid_i ? one << grant_tag_i : {ENTRIES{1'b0}}");
    hdl_let(m, "still_held", "1", "clash && !(done && done_at == clash_at)");
    hdl_wire(m, "wakes", "ENTRIES", "held behind the one that is answered");
    hdl_gen_for (m, "w", "ENTRIES", "wake") {
        hdl_assign(m, "wakes[w]", "done && held_q[w] && behind[w] == done_at");
    }
    hdl_on_clock (m) {
        hdl_set(m, "busy_q", "(busy_q | admits) & ~ends");
        hdl_set(m, "last_q", "(last_q & ~outdates & ~ends) | admits");
        hdl_set(m, "held_q", "(held_q & ~wakes) | (still_held ? admits : {ENTRIES{1'b0}})");
        hdl_set(m, "sent_q", "(sent_q | sends) & ~admits");
        hdl_set(m, "dram_q", "(dram_q | reads) & ~admits");
        hdl_set(m, "tsu_q", "(tsu_q | grants) & ~admits");
        hdl_when (m, "admit") {
            hdl_set(m, "store_q[free_at]", "req_store");
            hdl_set(m, "copy_q[free_at]", "req_copy");
        }
        hdl_when (m, "grant_valid_i") {
            hdl_set(m, "same_q[grant_tag_i]", "grant_same_i");
        }
    }
}

static void update_memories(struct hdl *m)
{
    hdl_assign(m, "dram_rsp_pop", "1'b1");
    hdl_on_clock (m) {
        hdl_when (m, "admit") {
            hdl_set(m, "behind[free_at]", "clash_at");
            hdl_set(m, "line[free_at]", "req_line");
            hdl_set(m, "src[free_at]", "req_src");
            hdl_set(m, "cts[free_at]", "req_cts");
            hdl_set(m, "copy_rts[free_at]", "req_copy_rts");
            hdl_set(m, "mask[free_at]", "req_mask");
        }
        hdl_when (m, "grant_valid_i") {
            hdl_set(m, "wts[grant_tag_i]", "grant_wts_i");
            hdl_set(m, "rts[grant_tag_i]", "grant_rts_i");
        }
    }
    hdl_note(m, "A load's answer and a new store never come for one entry in one cycle; the array "
                "still has two writers, as a table of flip-flops may.");
    hdl_on_clock (m) {
        hdl_when (m, "admit") {
            hdl_set(m, "data[free_at]", "req_data");
        }
        hdl_when (m, "dram_rsp_valid && !store_q[dram_tag]") {
            hdl_set(m, "data[dram_tag]", "dram_data");
        }
    }
}

static void outputs(struct hdl *m)
{
    hdl_assign(m, "load_o", "send && !store_q[send_at]");
    hdl_assign(m, "store_o", "send && store_q[send_at]");
    hdl_assign(m, "held_o", "admit && clash");
    hdl_assign(m, "busy_o",
               "(req_valid && free) || dram_rsp_valid || (send_any && dram_req_room)"
               " || (done_any && rsp_room)");
    hdl_assign(m, "wait_o",
               "{busy_q[wait_sel_i], store_q[wait_sel_i], {62 - LINE_W{1'b0}}, line[wait_sel_i]}");
}

const char *reqtracker_emit(struct hdl_design *d, bool loses_answer)
{
    const char *name = loses_answer ? "um_reqtracker_loses_answer" : "um_reqtracker";
    if (hdl_has(d, name))
        return name;
    struct hdl *m = hdl_module(d, name,
                               "Request tracker: one request in flight a line, answered "
                               "when DRAM and TSU have both answered.");
    header(m);
    table(m);
    admit(m);
    send(m);
    answer(m, loses_answer);
    update_entries(m);
    update_memories(m);
    outputs(m);
    hdl_end(m);
    return name;
}
