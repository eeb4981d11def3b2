#include "gen/units/memory/reqtracker.h"

#include "gen/proto/address.h"
#include "gen/units/memory/reqtracker_merge.h"
#include "gen/units/memory/reqtracker_order.h"
#include "gen/units/memory/reqtracker_renew.h"
#include "gen/units/memory/reqtracker_sharing.h"
#include "gen/units/memory/reqtracker_update.h"
#include "gen/units/parts.h"

static void tsu_ports(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    hdl_group(m, "Look-ups in the TSU, and its grants.");
    hdl_out(m, "look_valid_o", "1", NULL);
    hdl_in(m, "look_ready_i", "1", NULL);
    hdl_out(m, "look_tag_o", "TAG_W", NULL);
    hdl_out(m, "look_line_o", ADDRESS_V_LOCAL_W, "line within this memory");
    hdl_out(m, "look_store_o", "1", NULL);
    hdl_out(m, "look_empty_o", "1", NULL);
    if (on.own_ways)
        hdl_out(m, "look_src_o", "SRC_W", NULL);
    if (on.evicts)
        hdl_out(m, "look_evict_o", "1", "an L2 has evicted its copy of the line");
    hdl_in(m, "grant_valid_i", "1", NULL);
    hdl_in(m, "grant_tag_i", "TAG_W", NULL);
    hdl_in(m, "grant_wts_i", "TS_W", NULL);
    hdl_in(m, "grant_rts_i", "TIME_W", NULL);
    if (!rules->sends_cts)
        return;
    hdl_out(m, "look_cts_o", "TIME_W", NULL);
    hdl_out(m, "look_copy_o", "1", NULL);
    hdl_out(m, "look_copy_rts_o", "TS_W", NULL);
    hdl_in(m, "grant_same_i", "1", NULL);
}

static void header(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    parts_widths(m, rules);
    parts_queues(m);
    hdl_param(m, "WORD_BYTES", "4", "of a word: an atomic is of one, or of two side by side");
    hdl_param(m, "SRC_W", "2", "bits of a port number of the memory's switch");
    hdl_param(m, "TAG_W", "2", "bits of an entry's number: 2**TAG_W requests in flight");
    hdl_param(m, "UMC_W", "1", "low bits of a line address that chose this controller");
    if (rules->tracks)
        parts_nodes(m);
    hdl_param(m, "REQ_W", msg_width_expr(m, rules->req, NULL, NULL), "derived");
    hdl_param(m, "RSP_W", msg_width_expr(m, rules->rsp, NULL, NULL), "derived");
    hdl_param(m, "DRAM_REQ_W", msg_width_expr(m, rules->dram_req, NULL, NULL), "derived");
    hdl_param(m, "DRAM_RSP_W", msg_width_expr(m, rules->dram_rsp, NULL, NULL), "derived");
    hdl_clock(m);
    hdl_channel_in(m, "req", "REQ_W", "requests of the L2 banks");
    hdl_channel_out(m, "rsp", "RSP_W", "answers to them");
    hdl_channel_out(m, "dram_req", "DRAM_REQ_W", "reads and writes");
    hdl_channel_in(m, "dram_rsp", "DRAM_RSP_W", "their answers, in any order, by tag");
    if (rules->timed)
        tsu_ports(m, rules, on);
    if (rules->tracks)
        reqtracker_sharing_ports(m);
    hdl_group(m, "What happened, for counters and for the watchdog.");
    hdl_out(m, "load_o", "1", "a load was sent to DRAM");
    hdl_out(m, "store_o", "1", "a store was sent to DRAM");
    hdl_out(m, "atomic_o", "1", "an atomic's new line was sent to DRAM");
    if (rules->store_lines)
        hdl_out(m, "store_line_o", "1", "of these, one that is answered with its line");
    if (parts_writebacks(rules))
        hdl_out(m, "writeback_o", "1", "of these, a dirty line of an L2");
    if (rules->renew != NULL)
        reqtracker_renew_ports(m);
    if (on.merges)
        reqtracker_merge_ports(m);
    hdl_out(m, "held_o", "1", "a request came whose line is in flight (M8)");
    hdl_out(m, "busy_o", "1", "more to do before a message passes");
    hdl_in(m, "wait_sel_i", "TAG_W", "entry shown on wait_o");
    hdl_out(m, "wait_o", "64", "| valid | store | line |");
    hdl_localparam(m, "ENTRIES", "1 << TAG_W", NULL);
    hdl_localparam(m, "DATA_W", "8*LINE_BYTES", NULL);
    unit_constants(m, msg_constants);
}

static void table(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    part_in_queue(m, "req", "REQ_W");
    msg_unpack(m, rules->req, "req", "req_msg", NULL, NULL, "data", "mask", "line", "op", "fn",
               "src", "cts", "copy", "copy_rts", NULL);
    part_in_queue(m, "dram_rsp", "DRAM_RSP_W");
    msg_unpack(m, rules->dram_rsp, "dram", "dram_rsp_msg", NULL, NULL, "data", "tag", "spare",
               "entry", "write", NULL);
    part_out_queue(m, "rsp", "RSP_W");
    part_out_queue(m, "dram_req", "DRAM_REQ_W");
    hdl_note(m, "The table. An entry is held while an earlier request to its line is in flight, "
                "sent when DRAM and TSU have it, and answered when both are back. One that changes "
                "what it reads is sent to DRAM twice: to read, and to write what it made of it.");
    hdl_reg(m, "busy_q", "ENTRIES", "{ENTRIES{1'b0}}", NULL);
    hdl_reg(m, "held_q", "ENTRIES", "{ENTRIES{1'b0}}", "waits for entry behind[i] (M8)");
    hdl_reg(m, "last_q", "ENTRIES", "{ENTRIES{1'b0}}", "the youngest of its line");
    hdl_reg(m, "sent_q", "ENTRIES", "{ENTRIES{1'b0}}", NULL);
    hdl_reg(m, "dram_q", "ENTRIES", "{ENTRIES{1'b0}}", "DRAM has answered");
    hdl_reg(m, "store_q", "ENTRIES", "{ENTRIES{1'b0}}", "writes without reading");
    hdl_reg(m, "change_q", "ENTRIES", "{ENTRIES{1'b0}}", "reads, then writes");
    hdl_reg(m, "made_q", "ENTRIES", "{ENTRIES{1'b0}}", "and is at writing");
    hdl_reg(m, "empty_q", "ENTRIES", "{ENTRIES{1'b0}}", "empties the TSU");
    hdl_mem(m, "op", "4", "ENTRIES", NULL);
    hdl_mem(m, "fn", "5", "ENTRIES", NULL);
    hdl_mem(m, "behind", "TAG_W", "ENTRIES", "entry that a held one waits for");
    hdl_mem(m, "line", "LINE_W", "ENTRIES", NULL);
    hdl_mem(m, "src", "SRC_W", "ENTRIES", NULL);
    hdl_mem(m, "mask", "LINE_BYTES", "ENTRIES", NULL);
    hdl_mem(m, "data", "DATA_W", "ENTRIES", "bytes of a store, operands of an atomic");
    hdl_mem(m, "was", "DATA_W", "ENTRIES", "the line that was read");
    if (rules->timed) {
        hdl_reg(m, "tsu_q", "ENTRIES", "{ENTRIES{1'b0}}", "the TSU has answered");
        hdl_mem(m, "wts", "TS_W", "ENTRIES", NULL);
        hdl_mem(m, "rts", "TIME_W", "ENTRIES", NULL);
    }
    if (rules->tracks)
        hdl_reg(m, "imst_q", "ENTRIES", "{ENTRIES{1'b0}}", "the IMST has granted it");
    if (rules->sends_cts) {
        hdl_reg(m, "copy_q", "ENTRIES", "{ENTRIES{1'b0}}", NULL);
        hdl_reg(m, "same_q", "ENTRIES", "{ENTRIES{1'b0}}", NULL);
        hdl_mem(m, "cts", "TIME_W", "ENTRIES", NULL);
        hdl_mem(m, "copy_rts", "TS_W", "ENTRIES", NULL);
    }
    if (rules->renew != NULL)
        reqtracker_renewals(m);
    if (on.evicts)
        hdl_reg(m, "evict_q", "ENTRIES", "{ENTRIES{1'b0}}",
                "for the TSU alone, and without answer");
    if (on.merges && rules->timed)
        hdl_reg(m, "merged_q", "ENTRIES", "{ENTRIES{1'b0}}", "has its line, and DRAM is not asked");
    if (on.ordered)
        reqtracker_order(m);
}

static void admit(struct hdl *m, const struct rules *rules, struct unit_options on)
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
    hdl_let(m, "req_empty", "1", "req_op == OP_EMPTY");
    if (on.evicts)
        hdl_let(m, "req_evict", "1", "req_op == OP_EVICT");
    const char *store = "req_op == OP_STORE || req_op == OP_WRITEBACK";
    const char *change = "req_op == OP_ATOMIC";
    if (rules->store_lines) { /* the answer brings the line: some of it must be read */
        const char *lines = "req_op == OP_STORE_LINE";
        store = hdl_v(m, "%s || (%s && (&req_mask))", store, lines);
        change = hdl_v(m, "%s || (%s && !(&req_mask))", change, lines);
    }
    hdl_let(m, "req_store", "1", store);
    hdl_let(m, "req_change", "1", change);
}

/* NAME_any, NAME_at: whether an entry wants its turn, and whose it is. */
static void turn(struct hdl *m, const char *name)
{
    hdl_wire(m, hdl_v(m, "%s_any", name), "1", NULL);
    hdl_wire(m, hdl_v(m, "%s_at", name), "TAG_W", NULL);
}

/* What was read is changed here, one entry at a time, two words (2*WORD_BYTES) per cycle. */
static void change(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Changing: an entry whose line was read goes through the atomic unit, and what "
                "comes out is written before anything else is sent.");
    turn(m, "change");
    hdl_wire(m, "unit_busy", "1", NULL);
    hdl_wire(m, "unit_done", "1", NULL);
    hdl_wire(m, "unit_line", "DATA_W", NULL);
    hdl_reg(m, "unit_at_q", "TAG_W", NULL, "whose it is");
    hdl_let(m, "change", "1", "change_any && !unit_busy");
    hdl_let(m, "may_change", "ENTRIES", "busy_q & change_q & dram_q & ~made_q");
    part_turns(m, "changer", "ENTRIES", "may_change", "change");
    hdl_let(m, "write_made", "1", "unit_done && dram_req_room");
    hdl_inst (m, "um_atomic", "unit") {
        hdl_with(m, "LINE_BYTES", "LINE_BYTES");
        hdl_with(m, "WORD_BYTES", "WORD_BYTES");
        hdl_pin_clock(m);
        hdl_pin(m, "start_i", "change");
        hdl_pin(m, "work_i", rules->store_lines ? "op[change_at] == OP_ATOMIC" : "1'b1");
        hdl_pin(m, "fn_i", "fn[change_at]");
        hdl_pin(m, "old_i", "was[change_at]");
        hdl_pin(m, "operand_i", "data[change_at]");
        hdl_pin(m, "mask_i", "mask[change_at]");
        hdl_pin(m, "take_i", "write_made");
        hdl_pin(m, "busy_o", "unit_busy");
        hdl_pin(m, "done_o", "unit_done");
        hdl_pin(m, "line_o", "unit_line");
    }
    hdl_on_clock (m) {
        hdl_when (m, "change") {
            hdl_set(m, "unit_at_q", "change_at");
        }
    }
}

static void look_up(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    hdl_assign(m, "look_valid_o",
               rules->renew != NULL ? "may_send_one && !fetch_q[send_at]" : "may_send_one");
    hdl_assign(m, "look_tag_o", "send_at");
    hdl_assign(m, "look_line_o", ADDRESS_V_LOCAL("send_line"));
    hdl_assign(m, "look_store_o", "store_q[send_at] || change_q[send_at]");
    hdl_assign(m, "look_empty_o", "empty_q[send_at]");
    if (on.own_ways)
        hdl_assign(m, "look_src_o", "src[send_at]");
    if (on.evicts)
        hdl_assign(m, "look_evict_o", "evict_q[send_at]");
    if (!rules->sends_cts)
        return;
    hdl_assign(m, "look_cts_o", "cts[send_at]");
    hdl_assign(m, "look_copy_o", "copy_q[send_at]");
    hdl_assign(m, "look_copy_rts_o", "copy_rts[send_at]");
}

/* Where DRAM requests come from: what was made of a line, an entry of the IMST, or the next to
 * send. */
static void to_dram(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    const bool entries = rules->tracks;
    hdl_let(m, "dram_at", "TAG_W", "unit_done ? unit_at_q : send_at");
    hdl_let(m, "dram_line", "LINE_W", "line[dram_at]");
    const char *line = ADDRESS_V_LOCAL_WIDE("dram_line");
    if (entries) {
        hdl_let(m, "entry_go", "1", "entry_valid_i && entry_ready_o");
        hdl_let(m, "entry_line", "LINE_W", "{{UMC_W{1'b0}}, entry_line_i}");
        line = hdl_v(m, "entry_go ? entry_line : %s", line);
    }
    hdl_assign(m, "dram_req_push",
               hdl_v(m, "write_made || (send && !empty_q[send_at]%s%s%s)%s",
                     on.evicts ? " && !evict_q[send_at]" : "",
                     rules->renew != NULL ? " && !asks" : "",
                     on.merges && rules->timed ? " && !merged_q[send_at]" : "",
                     entries ? " || entry_go" : ""));
    const char *write = "unit_done || store_q[dram_at]";
    msg_pack(
        m, rules->dram_req, "dram_req_msg", NULL, NULL,
        (struct msg_value[]){
            {"data", "unit_done ? unit_line : data[dram_at]"},
            {"mask", entries ? "entry_go ? {LINE_BYTES{1'b0}} : mask[dram_at]" : "mask[dram_at]"},
            {"line", line},
            {"tag", entries ? "entry_go ? entry_tag_i : dram_at" : "dram_at"},
            {"write", entries ? hdl_v(m, "entry_go ? entry_write_i : %s", write) : write},
            {"spare", "entry_state_i"},
            {"entry", "entry_go"},
            {NULL, NULL}});
}

static void send(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    hdl_note(m, rules->timed
                    ? "Sending: the next ready entry in turn, to DRAM and TSU in the same cycle."
                : rules->tracks
                    ? "Sending: the next ready entry in turn, to DRAM and IMST in the same cycle."
                    : "Sending: the next ready entry in turn.");
    turn(m, "send");
    hdl_let(m, "may_send_one", "1",
            rules->tracks ? "send_any && dram_req_room && !unit_done && !entry_valid_i"
                          : "send_any && dram_req_room && !unit_done");
    hdl_let(m, "send", "1",
            rules->renew    ? "may_send_one && (look_ready_i || fetch_q[send_at])"
            : rules->timed  ? "may_send_one && look_ready_i"
            : rules->tracks ? "may_send_one && (look_ready_i || empty_q[send_at])"
                            : "may_send_one");
    const char *able = "busy_q & ~held_q & ~sent_q";
    if (on.ordered)
        reqtracker_order_send(m, able, rules->renew != NULL ? "busy_q & fetch_q" : NULL,
                              rules->seen);
    else
        hdl_let(m, "may_send", "ENTRIES",
                rules->renew != NULL ? "busy_q & ~held_q & (~sent_q | fetch_q)" : able);
    part_turns(m, "sender", "ENTRIES", "may_send", "send");
    if (rules->renew != NULL)
        reqtracker_renew_send(m);
    hdl_let(m, "send_line", "LINE_W", "line[send_at]");
    to_dram(m, rules, on);
    hdl_unused(m, "send_line"); /* without a TSU all of it, else the bits that name the UMC */
    if (rules->timed)
        look_up(m, rules, on);
    if (rules->tracks)
        reqtracker_sharing(m);
}

/* Algorithms 4 and 5: the line as it is after the store. */
static const char *merged(struct hdl *m)
{
    hdl_let(m, "done_data", "DATA_W", "data[done_at]");
    hdl_let(m, "done_was", "DATA_W", "was[done_at]");
    hdl_let(m, "done_mask", "LINE_BYTES", "mask[done_at]");
    hdl_wire(m, "line_now", "DATA_W", "with the bytes of the store");
    hdl_gen_for (m, "b", "LINE_BYTES", "merge") {
        hdl_assign(m, "line_now[8*b +: 8]",
                   "done_mask[b] ? done_data[8*b +: 8] : done_was[8*b +: 8]");
    }
    return "op[done_at] == OP_STORE_LINE ? line_now : was[done_at]";
}

static void answer(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    hdl_note(m,
             "Answering: entries that wait for nothing more, in turn. The next request to the line "
             "may then go.");
    turn(m, "done");
    hdl_let(m, "done", "1",
            rules->tracks ? "done_any && rsp_room && !kill_valid_i" : "done_any && rsp_room");
    hdl_let(m, "may_answer", "ENTRIES",
            rules->timed    ? "busy_q & dram_q & tsu_q & (made_q | ~change_q)"
            : rules->tracks ? "busy_q & dram_q & imst_q & (made_q | ~change_q)"
                            : "busy_q & dram_q & (made_q | ~change_q)");
    part_turns(m, "answerer", "ENTRIES", "may_answer", "done");
    if (on.loses_answer) {
        hdl_note(m, "Broken on purpose: one answer is never sent.");
        hdl_reg(m, "answers_q", "7", "7'd0", NULL);
        hdl_on_clock (m) {
            hdl_when (m, "done && !answers_q[6]") {
                hdl_set(m, "answers_q", "answers_q + 7'd1");
            }
        }
        hdl_assign(m, "rsp_push", "done_any && answers_q != 7'd63");
    } else {
        hdl_assign(m, "rsp_push",
                   rules->tracks ? "done_any || kill_valid_i"
                   : on.evicts   ? "done_any && !evict_q[done_at]"
                                 : "done_any");
    }
    const char *data = rules->store_lines ? merged(m) : "was[done_at]", *line = "line[done_at]";
    const char *op = "op[done_at]", *dst = "src[done_at]";
    if (rules->tracks) {
        reqtracker_invalidations(m);
        data = "kill_valid_i ? kill_data : was[done_at]";
        line = "kill_valid_i ? kill_line : line[done_at]";
        op = "kill_valid_i ? OP_INVALIDATE : op[done_at]";
        dst = "kill_valid_i ? kill_dst : src[done_at]";
    }
    if (rules->renew != NULL)
        op = "ask_q[done_at] && same_q[done_at] ? OP_RENEW : op[done_at]";
    msg_pack(m, rules->rsp, "rsp_msg", NULL, NULL,
             (struct msg_value[]){{"data", data},
                                  {"line", line},
                                  {"op", op},
                                  {"dst", dst},
                                  {"wts", "wts[done_at]"},
                                  {"rts", "rts[done_at]"},
                                  {"same", "same_q[done_at]"},
                                  {NULL, NULL}});
}

const char *reqtracker_emit(struct hdl_design *d, const struct rules *rules, struct unit_options on)
{
    char name[UNIT_NAME];
    unit_name(name, "reqtracker", rules->name,
              (struct unit_options){.rc = on.ordered && rules->seen,
                                    .evicts = on.evicts,
                                    .own_ways = on.own_ways,
                                    .ordered = on.ordered,
                                    .merges = on.merges,
                                    .loses_answer = on.loses_answer});
    if (hdl_has(d, name))
        return hdl_own_name(d, name);
    struct hdl *m = hdl_module(
        d, name,
        rules->timed    ? "Request tracker: one request in flight a line, answered "
                          "when DRAM and TSU have both answered."
        : rules->tracks ? "Request tracker: one request in flight a line, answered when DRAM has "
                          "answered and the IMST has granted it."
                        : "Request tracker: one request in flight a line.");
    header(m, rules, on);
    table(m, rules, on);
    admit(m, rules, on);
    change(m, rules);
    send(m, rules, on);
    answer(m, rules, on);
    reqtracker_update(m, rules, on);
    hdl_end(m);
    return hdl_own_name(d, name);
}
