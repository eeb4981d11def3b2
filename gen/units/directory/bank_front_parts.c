#include "gen/units/directory/bank_front_parts.h"

#include "gen/units/parts.h"
#include "gen/units/unit.h"

static void sweep(struct hdl *m)
{
    hdl_note(m, "After reset the sets are cleared, one a cycle.");
    hdl_reg(m, "sweep_q", "SET_W + 1", "{SET_W + 1{1'b0}}", NULL);
    hdl_let(m, "swept", "1", "sweep_q[SET_W]");
    hdl_on_clock (m) {
        hdl_when (m, "!swept") {
            hdl_set(m, "sweep_q", "sweep_q + 1'b1");
        }
    }
}

void bank_front_params(struct hdl *m, const struct rules *rules, bool gpu_homes)
{
    parts_widths(m, rules);
    parts_queues(m);
    unit_params(m);
    hdl_param(m, "HOME_W", "2", "bits of a package's number");
    hdl_param(m, "HOME_LSB", "14", "where a line address has its home");
    hdl_param(m, "HOME", "0", "this package");
    if (gpu_homes)
        hdl_param(m, "CHIP_W", "1", "the low bits of a package's number: its place in its GPU");
    hdl_param(m, "OWN_W", "2", "bits of an L1's port number");
    hdl_param(m, "SRC_W", "3", "one more than the wider of HOME_W and OWN_W");
    hdl_param(m, "MEM_SRC_W", "1", "bits of the bank's port number at the memory's switch");
}

void bank_front_widths(struct hdl *m, const struct rules *rules, const char *far_src)
{
    hdl_param(m, "OWN_REQ_W", msg_width_expr(m, rules->req, "OWN_W", NULL), "derived");
    hdl_param(m, "OWN_RSP_W", msg_width_expr(m, rules->rsp, "OWN_W", NULL), "derived");
    hdl_param(m, "FAR_REQ_W", msg_width_expr(m, rules->req, far_src, NULL), "derived");
    hdl_param(m, "FAR_RSP_W", msg_width_expr(m, rules->rsp, far_src, NULL), "derived");
    hdl_param(m, "REQ_W", msg_width_expr(m, rules->req, NULL, NULL), "derived");
    hdl_param(m, "RSP_W", msg_width_expr(m, rules->rsp, NULL, NULL), "derived");
    hdl_param(m, "MEM_REQ_W", msg_width_expr(m, rules->req, "MEM_SRC_W", NULL), "derived");
    hdl_param(m, "MEM_RSP_W", msg_width_expr(m, rules->rsp, "MEM_SRC_W", NULL), "derived");
}

void bank_front_channels(struct hdl *m, bool gpu_homes)
{
    hdl_clock(m);
    hdl_group(m, "Who asks the bank.");
    hdl_channel_in(m, "own_req", "OWN_REQ_W", "requests of the package's L1s");
    hdl_channel_out(m, "own_rsp", "OWN_RSP_W", "answers to them");
    hdl_channel_in(m, "far_req", "FAR_REQ_W",
                   gpu_homes ? "requests of other packages, far and near"
                             : "requests of other packages");
    hdl_channel_out(m, "far_rsp", "FAR_RSP_W",
                    gpu_homes ? "answers to them, and invalidations" : "answers to them");
    hdl_group(m, "The bank.");
    hdl_channel_out(m, "req", "REQ_W", "all of these requests: the top bit of src: of another");
    hdl_channel_in(m, "rsp", "RSP_W",
                   gpu_homes ? "the bank's answers, and its acknowledgements"
                             : "the bank's answers");
    hdl_channel_in(m, "mem_req", "MEM_REQ_W", "what the bank asks");
    hdl_channel_out(m, "mem_rsp", "MEM_RSP_W", "answers to it");
    hdl_group(m, "Whom the bank asks.");
    hdl_channel_out(m, "here_req", "MEM_REQ_W", "for lines of here, to the memory");
    hdl_channel_in(m, "here_rsp", "MEM_RSP_W", "its answers");
    hdl_channel_out(m, "there_req", "FAR_REQ_W", "for lines of other packages");
    hdl_channel_in(m, "there_rsp", "FAR_RSP_W",
                   gpu_homes ? "their answers, and invalidations" : "their answers");
}

void bank_front_queues(struct hdl *m, const struct rules *rules, const char *far_src)
{
    part_out_queue(m, "req", "REQ_W");
    part_in_queue(m, "rsp", "RSP_W");
    msg_unpack(m, rules->rsp, "rsp", "rsp_msg", NULL, NULL, "data", "line", "op", "dst", NULL);
    part_out_queue(m, "own_rsp", "OWN_RSP_W");
    part_in_queue(m, "mem_req", "MEM_REQ_W");
    msg_unpack(m, rules->req, "ask", "mem_req_msg", "MEM_SRC_W", NULL, "data", "mask", "line", "op",
               "fn", NULL);
    part_out_queue(m, "here_req", "MEM_REQ_W");
    part_in_queue(m, "here_rsp", "MEM_RSP_W");
    part_in_queue(m, "there_rsp", "FAR_RSP_W");
    msg_unpack(m, rules->rsp, "there", "there_rsp_msg", far_src, NULL, "data", "line", "op", NULL);
    part_out_queue(m, "mem_rsp", "MEM_RSP_W");
}

void bank_front_shown(struct hdl *m)
{
    hdl_let(m, "shown_line", "LINE_W", "entry_line[shown_at]");
    hdl_let(m, "shown", "64",
            "{busy_q[shown_at], busy_q[shown_at] && !load_q[shown_at],"
            " {62 - LINE_W{1'b0}}, shown_line}");
}

void bank_front_row(struct hdl *m, const char *key_lsb)
{
    sweep(m);
    hdl_let(m, "dir_set", "SET_W", "rsp_line[BANK_W +: SET_W]");
    hdl_let(m, "dir_key", "KEY_W", hdl_v(m, "rsp_line[%s +: KEY_W]", key_lsb));
    hdl_reg(m, "looked_q", "1", "1'b0", "the row is that of the answer at the head");
    hdl_wire(m, "row", "WAYS*ENTRY_W", NULL);
    hdl_wire(m, "new_entry", "ENTRY_W", NULL);
    hdl_wire(m, "entry_way", "WAY_W", NULL);
    hdl_wire(m, "enters", "1", "the answer passes");
    hdl_wire(m, "changes", "1", "and its line has an entry, or gets one");
    hdl_let(m, "needs_row", "1", "rsp_valid && looks");
    hdl_let(m, "reads", "1", "swept && needs_row && !looked_q");
    part_rows(m, &(struct part_rows){.name = "entries",
                                     .read = "reads",
                                     .read_set = "dir_set",
                                     .write = "changes",
                                     .set = "dir_set",
                                     .ways = "{{WAYS - 1{1'b0}}, 1'b1} << entry_way",
                                     .entry = "new_entry"});
}

void bank_front_entry(struct hdl *m, const char *sharers)
{
    hdl_note(m, "The line's entry; else a way without one, else the one whose turn it is.");
    hdl_wire(m, "way_hit", "WAYS", NULL);
    hdl_wire(m, "way_free", "WAYS", NULL);
    hdl_gen_for (m, "g", "WAYS", "way") {
        hdl_let(m, "in_way", sharers, hdl_v(m, "row[g*ENTRY_W + KEY_W +: %s]", sharers));
        hdl_assign(m, "way_free[g]", hdl_v(m, "in_way == {%s{1'b0}}", sharers));
        hdl_assign(m, "way_hit[g]", "!way_free[g] && row[g*ENTRY_W +: KEY_W] == dir_key");
    }
    part_first(m, "hit_way", "WAY_W", "way_hit", "WAYS");
    part_first(m, "free_way", "WAY_W", "way_free", "WAYS");
    hdl_reg(m, "turn_q", "WAY_W", "{WAY_W{1'b0}}", "the next to give way");
    hdl_let(m, "hit", "1", "|way_hit");
    hdl_let(m, "evicts", "1", "!hit && !(|way_free)");
    hdl_assign(m, "entry_way", "hit ? hit_way : evicts ? turn_q : free_way");
    hdl_let(m, "found", sharers, hdl_v(m, "row[entry_way*ENTRY_W + KEY_W +: %s]", sharers));
    hdl_let(m, "found_key", "KEY_W", "row[entry_way*ENTRY_W +: KEY_W]");
}

void bank_front_asks(struct hdl *m)
{
    hdl_let(m, "is_here", "1", IS_HERE("ask_line"));
    hdl_let(m, "ask_go", "1", "mem_req_valid && (is_here ? here_req_room : there_req_room)");
    hdl_assign(m, "mem_req_pop", "ask_go");
    hdl_assign(m, "here_req_push", "mem_req_valid && is_here");
    hdl_assign(m, "here_req_msg", "mem_req_msg");
    hdl_assign(m, "there_req_push", "mem_req_valid && !is_here");
}

static void answers_back(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Answers take turns; the bank knows them by their lines.");
    hdl_wire(m, "told", "1", NULL);
    hdl_wire(m, "of_there", "1", "whose turn it is");
    hdl_let(m, "tell_go", "1", "told && mem_rsp_room");
    hdl_inst (m, "um_arbiter", "answer_turns") {
        hdl_with(m, "N", "2");
        hdl_with(m, "IDX_W", "1");
        hdl_pin_clock(m);
        hdl_pin(m, "want_i", "{there_rsp_valid, here_rsp_valid}");
        hdl_pin(m, "take_i", "tell_go");
        hdl_pin(m, "any_o", "told");
        hdl_pin(m, "winner_o", "of_there");
    }
    hdl_assign(m, "here_rsp_pop", "tell_go && !of_there");
    hdl_assign(m, "there_rsp_pop", "tell_go && of_there");
    hdl_assign(m, "mem_rsp_push", "told");
    hdl_wire(m, "there_as_here", "MEM_RSP_W", NULL);
    msg_pack(m, rules->rsp, "there_as_here", "MEM_SRC_W", NULL,
             (struct msg_value[]){
                 {"data", "there_data"}, {"line", "there_line"}, {"op", "there_op"}, {NULL, NULL}});
    hdl_assign(m, "mem_rsp_msg", "of_there ? there_as_here : here_rsp_msg");
}

void bank_front_there(struct hdl *m, const struct rules *rules, const char *far_src,
                      const char *src)
{
    msg_pack(m, rules->req, "there_req_msg", far_src, NULL,
             (struct msg_value[]){{"data", "ask_data"},
                                  {"mask", "ask_mask"},
                                  {"line", "ask_line"},
                                  {"op", "ask_op"},
                                  {"fn", "ask_fn"},
                                  {"src", src},
                                  {NULL, NULL}});
    answers_back(m, rules);
}
