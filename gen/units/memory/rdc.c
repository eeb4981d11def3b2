#include "gen/units/memory/rdc.h"

#include "gen/proto/address.h"
#include "gen/units/memory/rdc_back.h"
#include "gen/units/memory/rdc_epochs.h"
#include "gen/units/memory/rdc_invalidate.h"
#include "gen/units/memory/rdc_predict.h"
#include "gen/units/parts.h"

#define KEY_OF(line) line "[LINE_W-1 -: KEY_W]"

static void header(struct hdl *m, const struct rules *rules, bool back)
{
    parts_widths(m, rules);
    hdl_param(m, "SRC_W", "2", "bits of a port number of the memory's switch");
    hdl_param(m, "TAG_W", "3", "bits of an entry's number: 2**TAG_W at work");
    hdl_param(m, "UMC_W", "1", "low bits of a line address that chose this bank");
    hdl_param(m, "SETS", "8", "lines of the carve-out: a power of two, at least 2");
    hdl_param(m, "START", "0", "the first of them, in the channel");
    hdl_param(m, "EPOCH_W", "20", "bits of an epoch");
    hdl_param(m, "META_W", hdl_v(m, "%d + EPOCH_W + LINE_W - UMC_W - $clog2(SETS)", back ? 2 : 1),
              "spare bits of a line, at least these");
    hdl_param(m, "PREDICT", "0",
              "counters of the hit predictor: a power of two up to SETS; 0: none");
    if (back)
        rdc_back_params(m);
    parts_queues(m);
    unit_params(m);
    hdl_param(m, "REQ_W", msg_width_expr(m, rules->req, NULL, NULL), "derived");
    hdl_param(m, "RSP_W", msg_width_expr(m, rules->rsp, NULL, NULL), "derived");
    hdl_param(m, "DRAM_REQ_W", msg_width_expr(m, &msg_dram_req_rdc, NULL, NULL), "derived");
    hdl_param(m, "DRAM_RSP_W", msg_width_expr(m, &msg_dram_rsp_rdc, NULL, NULL), "derived");
    hdl_clock(m);
    hdl_channel_in(m, "req", "REQ_W", "requests of the package's L2 banks for lines of others");
    hdl_channel_out(m, "rsp", "RSP_W",
                    rules->invalidates ? "answers to them, and invalidations" : "answers to them");
    hdl_channel_out(m, "mem_req", "REQ_W", "requests to the homes");
    hdl_channel_in(m, "mem_rsp", "RSP_W",
                   rules->invalidates ? "their answers and invalidations" : "their answers");
    hdl_channel_out(m, "dram_req", "DRAM_REQ_W", "reads and writes of sets");
    hdl_channel_in(m, "dram_rsp", "DRAM_RSP_W", "their answers, in any order, by tag");
    unit_ports(m);
    hdl_localparam(m, "ENTRIES", "1 << TAG_W", NULL);
    if (rules->invalidates)
        rdc_invalidate_sizes(m);
    hdl_localparam(m, "SET_W", "$clog2(SETS)", NULL);
    hdl_localparam(m, "KEY_W", "LINE_W - UMC_W - SET_W", "bits of a tag");
    hdl_localparam(m, "DATA_W", "8*LINE_BYTES", NULL);
    rdc_predict_sizes(m);
    if (back)
        rdc_back_sizes(m);
}

static void table(struct hdl *m, const struct rules *rules, bool back)
{
    part_in_queue(m, "req", "REQ_W");
    msg_unpack(m, rules->req, "req", "req_msg", NULL, NULL, "data", "mask", "line", "op", "fn",
               "src", NULL);
    part_in_queue(m, "mem_rsp", "RSP_W");
    msg_unpack(m, rules->rsp, "back", "mem_rsp_msg", NULL, NULL, "data", "line", "op", "dst", NULL);
    hdl_spare(m, "back_dst");
    part_in_queue(m, "dram_rsp", "DRAM_RSP_W");
    msg_unpack(m, &msg_dram_rsp_rdc, "dram", "dram_rsp_msg", NULL, NULL, "data", "tag", "spare",
               "write", NULL);
    part_out_queue(m, "rsp", "RSP_W");
    part_out_queue(m, "mem_req", "REQ_W");
    part_out_queue(m, "dram_req", "DRAM_REQ_W");
    hdl_note(m, "The table. A set is at work for one request at a time: others are held behind the "
                "youngest of their set. An entry ends when none of these is left to do.");
    hdl_reg(m, "busy_q", "ENTRIES", "{ENTRIES{1'b0}}", NULL);
    hdl_reg(m, "held_q", "ENTRIES", "{ENTRIES{1'b0}}", "waits for entry behind[i]");
    hdl_reg(m, "last_q", "ENTRIES", "{ENTRIES{1'b0}}", "the youngest of its set");
    hdl_reg(m, "probe_q", "ENTRIES", "{ENTRIES{1'b0}}", "its set is to be read");
    hdl_reg(m, "change_q", "ENTRIES", "{ENTRIES{1'b0}}", "its set is to be written");
    hdl_reg(m, "dram_q", "ENTRIES", "{ENTRIES{1'b0}}", "DRAM is to answer");
    hdl_reg(m, "ask_q", "ENTRIES", "{ENTRIES{1'b0}}", "the home is to be asked");
    hdl_reg(m, "home_q", "ENTRIES", "{ENTRIES{1'b0}}", "the home is to answer");
    hdl_reg(m, "tell_q", "ENTRIES", "{ENTRIES{1'b0}}", "the L2 is to be told from here");
    hdl_mem(m, "op", "4", "ENTRIES", NULL);
    hdl_mem(m, "fn", "5", "ENTRIES", NULL);
    hdl_mem(m, "behind", "TAG_W", "ENTRIES", "entry that a held one waits for");
    hdl_mem(m, "line", "LINE_W", "ENTRIES", NULL);
    hdl_mem(m, "src", "SRC_W", "ENTRIES", NULL);
    hdl_mem(m, "mask", "LINE_BYTES", "ENTRIES", NULL);
    hdl_mem(m, "data", "DATA_W", "ENTRIES", "bytes of a store, operands of an atomic");
    hdl_mem(m, "was", "DATA_W", "ENTRIES", "the copy that was read");
    if (back)
        rdc_back_table(m);
    hdl_let(m, "finished", "ENTRIES",
            hdl_v(m, "busy_q & ~(held_q | probe_q | change_q | dram_q | ask_q | home_q | tell_q%s)",
                  back ? " | evict_q | wrote_q" : ""));
    hdl_let(m, "one", "ENTRIES", "{{ENTRIES - 1{1'b0}}, 1'b1}");
    hdl_let(m, "none", "ENTRIES", "{ENTRIES{1'b0}}");
    hdl_wire(m, "step_may", "1", "the table is empty for a new epoch");
    hdl_wire(m, "step_go", "1", "it begins");
}

static void op(struct hdl *m, const char *name, const char *of, const char *op)
{
    hdl_let(m, name, "1", hdl_v(m, "%s == %s", of, op));
}

static void admission(struct hdl *m, const struct rules *rules, bool back)
{
    hdl_note(m, "Admission: a free entry, behind the youngest request to the same set.");
    hdl_let(m, "is_fresh", "1", "req_op == OP_LOAD && req_fn == MSG_FN_FRESH");
    hdl_let(m, "is_plain", "1", "req_op == OP_LOAD && !is_fresh");
    op(m, "is_store", "req_op", "OP_STORE");
    op(m, "is_atomic", "req_op", "OP_ATOMIC");
    hdl_let(m, "is_step", "1", "req_op == OP_EMPTY && req_fn == LEVEL_RDC");
    hdl_let(m, "req_set", "SET_W", back ? RDC_SET_OF("enter_line") : RDC_SET_OF("req_line"));
    if (back)
        rdc_back_region(m);
    rdc_predict_admission(m, back);
    hdl_let(m, "is_load", "1", "is_plain && !skip");
    if (back)
        rdc_back_late(m);
    hdl_wire(m, "same_set", "ENTRIES", NULL);
    hdl_gen_for (m, "e", "ENTRIES", "compare") {
        hdl_assign(m, "same_set[e]", "last_q[e] && " RDC_SET_OF("line[e]") " == req_set");
    }
    hdl_let(m, "clash", "1", "|same_set");
    hdl_let(m, "vacant", "ENTRIES",
            rules->invalidates ? "~busy_q & {{KILLS{1'b0}}, {REQS{1'b1}}}" : "~busy_q");
    part_first(m, "clash_at", "TAG_W", "same_set", "ENTRIES");
    part_first(m, "free_at", "TAG_W", "vacant", "ENTRIES");
    hdl_let(m, "admit", "1",
            hdl_v(m, "%sreq_valid && (|vacant) && !is_step%s", back ? "flush_admit || (" : "",
                  rules->invalidates ? " && !kill_admit"
                  : back             ? ")"
                                     : ""));
    hdl_assign(m, "req_pop", back ? "(admit && !flush_q) || step_go" : "admit || step_go");
    hdl_let(m, "admits", "ENTRIES", "admit ? one << free_at : {ENTRIES{1'b0}}");
    hdl_let(m, "outdates", "ENTRIES", "admit && clash ? one << clash_at : {ENTRIES{1'b0}}");
    hdl_let(m, "holds", "ENTRIES", "clash && !finished[clash_at] ? admits : {ENTRIES{1'b0}}");
    hdl_wire(m, "wakes", "ENTRIES", NULL);
    hdl_gen_for (m, "w", "ENTRIES", "wake") {
        hdl_assign(m, "wakes[w]", "held_q[w] && finished[behind[w]]");
    }
}

static void homes(struct hdl *m, const struct rules *rules, bool back)
{
    hdl_note(m, "Asking the home: a load that missed, and whatever is no load.");
    part_turn(m, "ask", "ENTRIES",
              back ? "(evict_q | (ask_q & ~wrote_q)) & ~held_q" : "ask_q & ~held_q");
    hdl_assign(m, "ask", "ask_any && mem_req_room");
    hdl_assign(m, "mem_req_push", "ask_any");
    if (back)
        hdl_let(m, "ask_evicts", "1", "evict_q[ask_at]");
    msg_pack(m, rules->req, "mem_req_msg", NULL, NULL,
             (struct msg_value[]){
                 {"data", back ? "ask_evicts ? was[ask_at] : data[ask_at]" : "data[ask_at]"},
                 {"mask", back ? "ask_evicts ? {LINE_BYTES{1'b1}} : mask[ask_at]" : "mask[ask_at]"},
                 {"line", back ? "ask_evicts ? victim[ask_at] : line[ask_at]" : "line[ask_at]"},
                 {"op", back ? "ask_evicts ? OP_STORE : op[ask_at]" : "op[ask_at]"},
                 {"src", "src[ask_at]"},
                 {"fn", back ? "ask_evicts ? 5'd0 : fn[ask_at]" : "fn[ask_at]"},
                 {NULL, NULL}});
    hdl_note(m, "Its answer passes on to the L2 at once; a line that was loaded goes to the set in "
                "the same cycle.");
    hdl_wire(m, "answered", "ENTRIES", NULL);
    hdl_gen_for (m, "h", "ENTRIES", "await") {
        hdl_assign(m, "answered[h]", "home_q[h] && line[h] == back_line");
    }
    part_first(m, "answer_at", "TAG_W", "answered", "ENTRIES");
    op(m, "back_fills", "back_op", "OP_LOAD");
    part_turn(m, "tell", "ENTRIES", "tell_q");
    hdl_reg(m, "told_q", "1", "1'b0", "the last message to the L2 was not from the home");
    hdl_reg(m, "filled_q", "1", "1'b0", "the last access to DRAM was a fill");
    hdl_let(m, "answer", "1",
            hdl_v(m,
                  "mem_rsp_valid && (|answered) && rsp_room && !(tell_any && !told_q)"
                  " && (!back_fills || (dram_req_room && !(send_any && filled_q)))%s",
                  rules->invalidates ? " && !is_kill && !stalled_q[answer_at]" : ""));
    hdl_let(m, "fill", "1", "answer && back_fills");
    if (back)
        rdc_back_retire(m);
    hdl_assign(m, "mem_rsp_pop",
               rules->invalidates ? "answer || kill_admit"
               : back             ? "answer || retire"
                                  : "answer");
}

static void tell(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Telling the L2 from here: hits, and that a new epoch has begun.");
    hdl_assign(m, "tell", "tell_any && rsp_room && !answer");
    hdl_wire(m, "told_msg", "RSP_W", NULL);
    if (rules->invalidates)
        op(m, "tell_kill", "op[tell_at]", "OP_INVALIDATE");
    msg_pack(m, rules->rsp, "told_msg", NULL, NULL,
             (struct msg_value[]){{"data", rules->invalidates
                                               ? "tell_kill ? data[tell_at] : was[tell_at]"
                                               : "was[tell_at]"},
                                  {"line", "step_go ? req_line : line[tell_at]"},
                                  {"op", "step_go ? req_op : op[tell_at]"},
                                  {"dst", "step_go ? req_src : src[tell_at]"},
                                  {NULL, NULL}});
    hdl_assign(m, "rsp_push", "answer || tell || step_go");
    hdl_assign(m, "rsp_msg", "answer ? mem_rsp_msg : told_msg");
    hdl_on_clock (m) {
        hdl_when (m, "answer || tell") {
            hdl_set(m, "told_q", "tell");
        }
    }
}

static void to_dram(struct hdl *m, const struct rules *rules, bool back)
{
    hdl_note(m,
             "Sets in DRAM. A probe reads line and spare bits in one access; a fill writes both, "
             "a store the bytes of a copy, all others clear the valid bit.");
    hdl_assign(m, "send", "send_any && dram_req_room && !fill && !sweep_q");
    hdl_on_clock (m) {
        hdl_when (m, "fill || send") {
            hdl_set(m, "filled_q", "fill");
        }
    }
    hdl_let(m, "dram_at", "TAG_W", "fill ? answer_at : send_at");
    hdl_let(m, "at_line", "LINE_W", "line[dram_at]");
    hdl_unused(m, "at_line"); /* but for its set */
    hdl_let(m, "dram_set", "SET_W", "sweep_q ? swept_q[SET_W-1:0] : " RDC_SET_OF("at_line"));
    hdl_let(m, "start", "LINE_W + 32", "{{LINE_W{1'b0}}, START[31:0]}");
    hdl_unused(m, "start"); /* but for its lowest bits */
    hdl_let(m, "writes_bytes", "1", "op[dram_at] == OP_STORE");
    hdl_assign(m, "dram_req_push", "fill || sweep_sends || (send_any && !sweep_q)");
    if (back)
        hdl_let(m, "keeps", "1", "writes_bytes && !probe_q[send_at] && (&mask[dram_at])");
    hdl_let(
        m, "filled", "META_W + 1",
        back ? "{{META_W - KEY_W - EPOCH_W - 1{1'b0}}, !fill, 1'b1, epoch, " KEY_OF("at_line") "}"
             : "{{META_W - KEY_W - EPOCH_W{1'b0}}, 1'b1, epoch, " KEY_OF("back_line") "}");
    hdl_unused(m, "filled[META_W]");
    msg_pack(
        m, &msg_dram_req_rdc, "dram_req_msg", NULL, NULL,
        (struct msg_value[]){
            {"data", "fill ? back_data : data[dram_at]"},
            {"mask", "fill ? {LINE_BYTES{1'b1}} : writes_bytes && !sweep_q ? mask[dram_at]"
                     " : {LINE_BYTES{1'b0}}"},
            {"line", "start[LINE_W-1:0] + {{LINE_W - SET_W{1'b0}}, dram_set}"},
            {"tag", "dram_at"},
            {"write", "fill || sweep_q || !probe_q[send_at]"},
            {"spare", back ? "fill || (keeps && !sweep_q) ? filled[META_W-1:0] : {META_W{1'b0}}"
                           : "fill ? filled[META_W-1:0] : {META_W{1'b0}}"},
            {"entry", back ? "fill || sweep_q || keeps || (!probe_q[send_at] && !writes_bytes)"
                           : "fill || sweep_q || (!probe_q[send_at] && !writes_bytes)"},
            {NULL, NULL}});
    hdl_note(m, "What DRAM answers.");
    hdl_assign(m, "dram_rsp_pop", "1'b1");
    hdl_let(m, "dram_line", "LINE_W", "line[dram_tag]");
    hdl_unused(m, "dram_line"); /* but for its tag */
    hdl_let(m, "same_key", "1",
            "dram_spare[KEY_W + EPOCH_W] && dram_spare[0 +: KEY_W] == " KEY_OF("dram_line"));
    hdl_let(m, "of_load", "1",
            back ? "op[dram_tag] == OP_LOAD && fn[dram_tag] != MSG_FN_FRESH"
                 : "op[dram_tag] == OP_LOAD");
    op(m, "of_store", "op[dram_tag]", "OP_STORE");
    hdl_let(m, "probed", "1", "dram_rsp_valid && !dram_write");
    hdl_let(m, "found", "1",
            rules->invalidates ? "same_key && (current || of_kill)" : "same_key && current");
    if (back)
        rdc_back_found(m);
    hdl_let(m, "dram_one", "ENTRIES",
            "dram_rsp_valid && !sweep_q ? one << dram_tag : {ENTRIES{1'b0}}");
    hdl_let(m, "probes", "ENTRIES", "probed ? dram_one : {ENTRIES{1'b0}}");
    rdc_predict_update(m);
}

static void update(struct hdl *m, const struct rules *rules, bool back)
{
    const bool kills = rules->invalidates;
    hdl_let(m, "sends", "ENTRIES", "send ? one << send_at : {ENTRIES{1'b0}}");
    hdl_let(m, "asks", "ENTRIES", "ask ? one << ask_at : {ENTRIES{1'b0}}");
    hdl_let(m, "answers", "ENTRIES", "answer ? one << answer_at : {ENTRIES{1'b0}}");
    hdl_let(m, "tells", "ENTRIES", "tell ? one << tell_at : {ENTRIES{1'b0}}");
    hdl_on_clock (m) {
        hdl_set(m, "busy_q",
                kills ? "(busy_q | admits | kill_admits) & ~finished"
                      : "(busy_q | admits) & ~finished");
        hdl_set(m, "last_q", "(last_q & ~outdates & ~finished) | admits");
        hdl_set(m, "held_q", "(held_q & ~wakes) | holds");
        hdl_set(m, "probe_q",
                hdl_v(m, "(probe_q & ~sends) | (%s ? admits : none)%s",
                      back ? "looks" : "is_load || is_store || is_atomic",
                      kills ? " | kill_admits" : ""));
        hdl_set(m, "change_q",
                hdl_v(m, "(change_q & ~(sends & ~probe_q)) | (%s ? probes : none)",
                      back ? "stays || (found && (of_store || of_atomic))" : "found && !of_load"));
        hdl_set(m, "dram_q", "(dram_q & ~dram_one) | sends | (fill ? answers : none)");
        hdl_set(m, "ask_q",
                back ? "(ask_q & ~(asks & ~evict_q)) | (late || flush_q ? none : admits)"
                       " | (late_q[dram_tag] && !(of_load && found) && !stays ? probes : none)"
                     : "(ask_q & ~asks) | (is_load ? none : admits)"
                       " | (of_load && !found ? probes : none)");
        hdl_set(m, "home_q",
                back ? "(home_q & ~answers) | (asks & ~evict_q)" : "(home_q & ~answers) | asks");
        hdl_set(m, "tell_q",
                hdl_v(m, "(tell_q & ~tells) | (%s ? probes : none)%s",
                      back ? "(of_load && found) || stays" : "of_load && found",
                      kills ? " | kills_done" : ""));
    }
    if (back)
        rdc_back_update(m);
    const char *at = kills ? "new_at" : "free_at";
    hdl_on_clock (m) {
        hdl_when (m, kills ? "admit || kill_admit" : "admit") {
            hdl_set(m, hdl_v(m, "op[%s]", at),
                    kills  ? "kill_admit ? back_op : req_op"
                    : back ? "flush_q ? OP_WRITEBACK : req_op"
                           : "req_op");
            hdl_set(m, hdl_v(m, "line[%s]", at),
                    kills  ? "kill_admit ? back_line : req_line"
                    : back ? "enter_line"
                           : "req_line");
            hdl_set(m, hdl_v(m, "src[%s]", at),
                    kills ? "kill_admit ? back_dst : req_src" : "req_src");
            hdl_set(m, hdl_v(m, "data[%s]", at),
                    kills ? "kill_admit ? back_data : req_data" : "req_data");
            hdl_set(m, hdl_v(m, "fn[%s]", at), "req_fn");
            hdl_set(m, hdl_v(m, "mask[%s]", at), "req_mask");
            hdl_set(m, hdl_v(m, "behind[%s]", at), "clash_at");
        }
        hdl_when (m, "probed") {
            hdl_set(m, "was[dram_tag]", "dram_data");
        }
    }
}

static void outputs(struct hdl *m, const struct rules *rules, bool back)
{
    hdl_assign(m, "idle_o",
               hdl_v(m,
                     "!(admit || step_go || sweep_begins || sweep_sends || answer || tell || ask"
                     " || send || dram_rsp_valid || (|finished)%s)",
                     rules->invalidates ? " || kill_admit"
                     : back             ? " || retire || flush_begins || walks || flush_ends"
                                        : ""));
    hdl_let(m, "waiting", "TAG_W", "probe_sel_i[TAG_W-1:0]");
    hdl_let(m, "waits", "64",
            "{busy_q[waiting], op[waiting] != OP_LOAD, {62 - LINE_W{1'b0}}, line[waiting]}");
    unit_counters(m, rdc_counters(rules, (struct unit_options){.writes_back = back}), "waits",
                  NULL);
}

const char *rdc_emit(struct hdl_design *d, const struct rules *rules, struct unit_options on)
{
    const bool back = on.writes_back && !rules->invalidates;
    char name[UNIT_NAME];
    unit_name(name, "rdc", rules->name, (struct unit_options){.writes_back = back});
    if (hdl_has(d, name))
        return hdl_own_name(d, name);
    struct hdl *m = hdl_module(d, name,
                               "Remote data cache: a bank in front of the homes of other "
                               "packages, with its lines in DRAM.");
    header(m, rules, back);
    table(m, rules, back);
    if (rules->invalidates)
        rdc_invalidate_admission(m);
    if (back)
        rdc_back_flush(m);
    admission(m, rules, back);
    rdc_epochs(m, back);
    hdl_note(m, "Who may begin an access to DRAM.");
    hdl_let(m, "may_send", "ENTRIES", "(probe_q | change_q) & ~held_q & ~dram_q");
    part_turn(m, "send", "ENTRIES",
              rules->invalidates ? "may_send & ~stalled_q & kills_may" : "may_send");
    homes(m, rules, back);
    to_dram(m, rules, back);
    tell(m, rules);
    if (rules->invalidates)
        rdc_invalidate_update(m);
    update(m, rules, back);
    outputs(m, rules, back);
    hdl_end(m);
    return hdl_own_name(d, name);
}
