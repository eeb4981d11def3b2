#include "gen/units/directory/bank_front_parts.h"

#include "gen/units/parts.h"

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

void bank_front_answers_back(struct hdl *m, const struct rules *rules)
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
