#include "gen/units/l2.h"

#include "gen/units/parts.h"

const struct unit_counter l2_counters[] = {
    {"loads", "loads", "loads taken from the L1s", "load_hit || load_join || load_miss"},
    {"load_hits", "loads", "answered from a copy whose lease reaches the requester's clock",
     "load_hit"},
    {"load_joins", "loads", "joined a miss already in flight", "load_join"},
    {"load_expired", "loads", "missed although the line was here: its lease had ended",
     "load_miss && hit"},
    {"stores", "stores", "stores passed on to the memory", "store_go"},
    {"stores_to_copy", "stores", "stores that found a copy of their line", "store_go && hit"},
    {"copies_dropped", "lines", "copies dropped, as another store came between (M9)",
     "ack_done && hit && !copy_good"},
    {"evictions", "lines", "lines replaced by a fill", "fill_install && !hit && victim_valid"},
    {"reissues", "loads", "misses sent again, as their lease ended before a joined load's time",
     "fill_again"},
    {"parked", "times",
     "a request was put aside: its line or all MSHRs were in flight, or there was no room to go on",
     "s1_parks"},
    {NULL, NULL, NULL, NULL},
};

static void header(struct hdl *m)
{
    parts_widths(m);
    hdl_param(m, "SRC_W", "2", "bits of an L1's port number at the GPU's switch");
    hdl_param(m, "MEM_SRC_W", "2", "bits of this bank's port number at the memory's switch");
    hdl_param(m, "BANK_W", "1", "low bits of a line address that chose this bank");
    hdl_param(m, "SETS", "16", "a power of two, at least 2");
    hdl_param(m, "WAYS", "2", "a power of two, at least 2");
    hdl_param(m, "MSHRS", "4", "misses and stores in flight, a power of two, at least 2");
    hdl_param(m, "REQ_W", msg_width_expr(m, &msg_req, "SRC_W", NULL), "derived");
    hdl_param(m, "RSP_W", msg_width_expr(m, &msg_rsp, "SRC_W", NULL), "derived");
    hdl_param(m, "MEM_REQ_W", msg_width_expr(m, &msg_req, "MEM_SRC_W", NULL), "derived");
    hdl_param(m, "MEM_RSP_W", msg_width_expr(m, &msg_rsp, "MEM_SRC_W", NULL), "derived");
    hdl_clock(m);
    hdl_in(m, "id_i", "MEM_SRC_W", "this bank's port at the memory's switch");
    hdl_channel_in(m, "req", "REQ_W", "requests of the L1s");
    hdl_channel_out(m, "rsp", "RSP_W", "answers to the L1s");
    hdl_channel_out(m, "mem_req", "MEM_REQ_W", "misses and stores to the memory controller");
    hdl_channel_in(m, "mem_rsp", "MEM_RSP_W", "its answers, by line");
    unit_ports(m);
    hdl_localparam(m, "DATA_W", "8*LINE_BYTES", NULL);
    hdl_localparam(m, "SET_W", "$clog2(SETS)", NULL);
    hdl_localparam(m, "WAY_W", "$clog2(WAYS)", NULL);
    hdl_localparam(m, "KEY_W", "LINE_W - BANK_W - SET_W", "bits of a tag");
    hdl_localparam(m, "MSHR_W", "$clog2(MSHRS)", NULL);
    hdl_localparam(m, "SRCS", "1 << SRC_W", NULL);
}

static void queues(struct hdl *m)
{
    hdl_note(m, "Every channel has its queue: outputs depend on registers alone.");
    part_in_queue(m, "req", "REQ_W");
    msg_unpack(m, &msg_req, "req", "req_msg", "SRC_W", NULL, "data", "mask", "line", "op", "src",
               "cts", "copy", "copy_rts", NULL);
    part_in_queue(m, "mem_rsp", "MEM_RSP_W");
    msg_unpack(m, &msg_rsp, "mem", "mem_rsp_msg", "MEM_SRC_W", NULL, "data", "line", "op", "wts",
               "rts", "same", NULL);
    part_out_queue(m, "rsp", "RSP_W");
    part_out_queue(m, "mem_req", "MEM_REQ_W");
}

static void stage_registers(struct hdl *m)
{
    hdl_note(m, "Stage 1: a request of an L1, or an answer of the memory, with its set's row.");
    hdl_reg(m, "s1_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "s1_answer_q", "1", "1'b0", "an answer, else a request");
    hdl_reg(m, "s1_op_q", "4", NULL, NULL);
    hdl_reg(m, "s1_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "s1_src_q", "SRC_W", NULL, "request");
    hdl_reg(m, "s1_cts_q", "TS_W", NULL, "request: the requester's clock");
    hdl_reg(m, "s1_copy_q", "1", NULL, "request: the L1 holds a copy");
    hdl_reg(m, "s1_copy_rts_q", "TS_W", NULL, "request");
    hdl_reg(m, "s1_mask_q", "LINE_BYTES", NULL, "request");
    hdl_reg(m, "s1_data_q", "DATA_W", NULL, NULL);
    hdl_reg(m, "s1_wts_q", "TS_W", NULL, "answer");
    hdl_reg(m, "s1_rts_q", "TS_W", NULL, "answer");
    hdl_reg(m, "s1_same_q", "1", NULL, "answer");
    hdl_let(m, "s1_line", "LINE_W", "s1_line_q");
    hdl_let(m, "s1_set", "SET_W", "s1_line_q[BANK_W +: SET_W]");
    hdl_let(m, "s1_key", "KEY_W", "s1_line_q[LINE_W-1 : BANK_W+SET_W]");
    hdl_note(m, "A request that cannot go on leaves stage 1 and waits here, so that answers pass.");
    hdl_reg(m, "park_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "park_asleep_q", "1", "1'b0", "only an answer can help it");
    hdl_reg(m, "park_unsent_q", "1", "1'b0", "it only lacks room in the queue to the memory");
    hdl_reg(m, "park_op_q", "4", NULL, NULL);
    hdl_reg(m, "park_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "park_src_q", "SRC_W", NULL, NULL);
    hdl_reg(m, "park_cts_q", "TS_W", NULL, NULL);
    hdl_reg(m, "park_copy_q", "1", NULL, NULL);
    hdl_reg(m, "park_copy_rts_q", "TS_W", NULL, NULL);
    hdl_reg(m, "park_mask_q", "LINE_BYTES", NULL, NULL);
    hdl_reg(m, "park_data_q", "DATA_W", NULL, NULL);
    hdl_note(m, "Stage 2: a copy that answers an L1, its line being read from the array.");
    hdl_reg(m, "s2_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "s2_peek_q", "1", NULL, "answers a peek: the timestamps instead of the line");
    hdl_reg(m, "s2_present_q", "1", NULL, "the peek found the line");
    hdl_reg(m, "s2_src_q", "SRC_W", NULL, NULL);
    hdl_reg(m, "s2_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "s2_wts_q", "TS_W", NULL, NULL);
    hdl_reg(m, "s2_rts_q", "TS_W", NULL, NULL);
}

static void misses(struct hdl *m)
{
    hdl_note(m, "MSHRs. A load's entry collects the L1s that wait for the line; the answer must "
                "reach at least to the latest of their clocks.");
    hdl_reg(m, "mshr_busy_q", "MSHRS", "{MSHRS{1'b0}}", NULL);
    hdl_reg(m, "mshr_store_q", "MSHRS", "{MSHRS{1'b0}}", "a store: the line is locked (M7)");
    hdl_reg(m, "mshr_whole_q", "MSHRS", "{MSHRS{1'b0}}", "a store of every byte of the line");
    hdl_reg(m, "mshr_again_q", "MSHRS", "{MSHRS{1'b0}}",
            "a load's answer left some unserved: to be asked for again");
    hdl_reg(m, "mshr_child_q", "MSHRS", "{MSHRS{1'b0}}",
            "a store: the L1's copy is as good as what was compared with the TSU (M9)");
    hdl_mem(m, "mshr_line", "LINE_W", "MSHRS", NULL);
    hdl_mem(m, "mshr_src", "SRC_W", "MSHRS", "the first to ask: any answer serves it");
    hdl_mem(m, "mshr_wait", "SRCS", "MSHRS", "all who wait");
    hdl_mem(m, "mshr_cts", "TS_W", "MSHRS", "the latest of their clocks");
    part_mshrs(m);
    hdl_let(m, "shown_at", "MSHR_W", "probe_sel_i[MSHR_W-1:0]");
    hdl_let(m, "shown_line", "LINE_W", "mshr_line[shown_at]");
    hdl_let(m, "shown_mshr", "64",
            "{mshr_busy_q[shown_at], mshr_store_q[shown_at], {62 - LINE_W{1'b0}}, shown_line}");
    hdl_let(m, "entry_wait", "SRCS", "mshr_wait[match_at]");
    hdl_let(m, "entry_src", "SRC_W", "mshr_src[match_at]");
    hdl_let(m, "entry_cts", "TS_W", "mshr_cts[match_at]");
}

static void requests(struct hdl *m, const struct mgcc_rules *rules)
{
    hdl_note(m, "M4: the requester's clock decides whether a copy's lease still runs.");
    hdl_let(m, "cts", "TS_W", "s1_cts_q");
    hdl_let(m, "rts", "TS_W", "hit_rts");
    hdl_let(m, "live", "1", rules->l2_live);
    hdl_note(m, "What a request in stage 1 does. What finds no room or a locked line is parked.");
    hdl_let(m, "s1_request", "1", "s1_valid_q && !s1_answer_q");
    hdl_let(m, "is_load", "1", hdl_v(m, "s1_request && s1_op_q == 4'd%d", OP_LOAD));
    hdl_let(m, "is_store", "1", hdl_v(m, "s1_request && s1_op_q == 4'd%d", OP_STORE));
    hdl_let(m, "is_peek", "1", hdl_v(m, "s1_request && s1_op_q == 4'd%d", OP_PEEK_L2));
    hdl_let(m, "s2_push", "1", "s2_valid_q && rsp_room");
    hdl_let(m, "s2_room", "1", "!s2_valid_q || s2_push");
    hdl_let(m, "may_send", "1", "!match && vacant && mem_req_room && !again_any");
    hdl_let(m, "load_hit", "1", "is_load && !match && hit && live && s2_room");
    hdl_let(m, "load_join", "1", "is_load && match && !mshr_store_q[match_at]");
    hdl_let(m, "load_miss", "1", "is_load && !(hit && live) && may_send");
    hdl_let(m, "store_go", "1", "is_store && may_send");
    hdl_let(m, "peek_go", "1", "is_peek && s2_room");
    hdl_let(m, "request_done", "1", "load_hit || load_join || load_miss || store_go || peek_go");
    hdl_let(m, "s1_parks", "1", "s1_request && !request_done");
}

static void answers(struct hdl *m)
{
    hdl_note(m, "What an answer in stage 1 does: a fill serves its waiting L1s one a cycle, then "
                "installs the line; a store's answer unlocks it.");
    hdl_let(m, "is_answer", "1", "s1_valid_q && s1_answer_q");
    hdl_let(m, "is_ack", "1", hdl_v(m, "is_answer && s1_op_q == 4'd%d", OP_STORE));
    hdl_let(m, "is_fill", "1", hdl_v(m, "is_answer && s1_op_q != 4'd%d", OP_STORE));
    hdl_let(m, "short", "1", "entry_cts > s1_rts_q");
    hdl_var(m, "serve_src", "SRC_W", "who is served in this cycle");
    hdl_on_comb (m) {
        hdl_set(m, "serve_src", "entry_src");
        hdl_when (m, "is_fill && !short") {
            hdl_for (m, "t", "SRCS") {
                hdl_when (m, "entry_wait[SRCS - 1 - t]") {
                    hdl_set(m, "serve_src", "~t[SRC_W-1:0]");
                }
            }
        }
    }
    hdl_let(m, "rest", "SRCS", "entry_wait & ~({{SRCS - 1{1'b0}}, 1'b1} << serve_src)");
    hdl_var(m, "first_of_rest", "SRC_W", "who asks again when the lease was too short");
    hdl_on_comb (m) {
        hdl_set(m, "first_of_rest", "{SRC_W{1'b0}}");
        hdl_for (m, "r", "SRCS") {
            hdl_when (m, "rest[SRCS - 1 - r]") {
                hdl_set(m, "first_of_rest", "~r[SRC_W-1:0]");
            }
        }
    }
    hdl_let(m, "answer_room", "1", "!s2_valid_q && rsp_room");
    hdl_let(m, "fill_serves", "1", "is_fill && answer_room");
    hdl_let(m, "fill_done", "1", "fill_serves && (short || rest == {SRCS{1'b0}})");
    hdl_let(m, "fill_again", "1", "fill_serves && short && rest != {SRCS{1'b0}}");
    hdl_let(m, "again_go", "1", "again_any && mem_req_room");
    hdl_let(m, "fill_install", "1", "fill_done");
    hdl_let(m, "ack_done", "1", "is_ack && answer_room");
    hdl_let(m, "answer_done", "1", "fill_done || ack_done");
    hdl_note(m, "M9: a copy survives its own partial store only if no other came between.");
    hdl_let(m, "copy_good", "1", "s1_same_q || mshr_whole_q[match_at]");
}

static void stage0(struct hdl *m)
{
    hdl_note(m, "Stage 0: answers first, then the parked request, then the next. An answer about "
                "to write a row holds back a lookup of that row.");
    hdl_let(m, "s1_leaves", "1", "!s1_valid_q || answer_done || request_done");
    hdl_let(m, "take_answer", "1",
            "swept && mem_rsp_valid && (s1_leaves || s1_parks)"
            " && !(is_answer && mem_line[BANK_W +: SET_W] == s1_set)");
    hdl_let(m, "park_sleeps", "1", "park_asleep_q || (park_unsent_q && !mem_req_room)");
    hdl_let(m, "take_parked", "1",
            "swept && !mem_rsp_valid && park_valid_q && !park_sleeps && s1_leaves"
            " && !(is_answer && park_line_q[BANK_W +: SET_W] == s1_set)");
    hdl_let(m, "take_req", "1",
            "swept && !mem_rsp_valid && !park_valid_q && req_valid && s1_leaves"
            " && !(is_answer && req_line[BANK_W +: SET_W] == s1_set)");
    hdl_assign(m, "mem_rsp_pop", "take_answer");
    hdl_assign(m, "req_pop", "take_req");
    hdl_assign(m, "tags_read", "take_answer || take_parked || take_req");
    hdl_assign(m, "tags_read_set",
               "take_answer ? mem_line[BANK_W +: SET_W]"
               " : take_parked ? park_line_q[BANK_W +: SET_W] : req_line[BANK_W +: SET_W]");
    hdl_on_clock (m) {
        hdl_when (m, "tags_read") {
            hdl_set(m, "s1_valid_q", "1'b1");
            hdl_set(m, "s1_answer_q", "take_answer");
            hdl_set(m, "s1_op_q", "take_answer ? mem_op : take_parked ? park_op_q : req_op");
            hdl_set(m, "s1_line_q",
                    "take_answer ? mem_line : take_parked ? park_line_q : req_line");
            hdl_set(m, "s1_src_q", "take_parked ? park_src_q : req_src");
            hdl_set(m, "s1_cts_q", "take_parked ? park_cts_q : req_cts");
            hdl_set(m, "s1_copy_q", "take_parked ? park_copy_q : req_copy");
            hdl_set(m, "s1_copy_rts_q", "take_parked ? park_copy_rts_q : req_copy_rts");
            hdl_set(m, "s1_mask_q", "take_parked ? park_mask_q : req_mask");
            hdl_set(m, "s1_data_q",
                    "take_answer ? mem_data : take_parked ? park_data_q : req_data");
            hdl_set(m, "s1_wts_q", "mem_wts");
            hdl_set(m, "s1_rts_q", "mem_rts");
            hdl_set(m, "s1_same_q", "mem_same");
        }
        hdl_elsewhen (m, "s1_leaves || s1_parks") {
            hdl_set(m, "s1_valid_q", "1'b0");
        }
    }
}

static void parking(struct hdl *m)
{
    hdl_on_clock (m) {
        hdl_when (m, "s1_parks") {
            hdl_set(m, "park_valid_q", "1'b1");
            hdl_set(m, "park_asleep_q", "(match || !vacant) && s2_room");
            hdl_set(m, "park_unsent_q",
                    "!match && vacant && !mem_req_room"
                    " && !is_peek && (is_store || !(hit && live))");
            hdl_set(m, "park_op_q", "s1_op_q");
            hdl_set(m, "park_line_q", "s1_line_q");
            hdl_set(m, "park_src_q", "s1_src_q");
            hdl_set(m, "park_cts_q", "s1_cts_q");
            hdl_set(m, "park_copy_q", "s1_copy_q");
            hdl_set(m, "park_copy_rts_q", "s1_copy_rts_q");
            hdl_set(m, "park_mask_q", "s1_mask_q");
            hdl_set(m, "park_data_q", "s1_data_q");
        }
        hdl_otherwise (m) {
            hdl_when (m, "take_parked") {
                hdl_set(m, "park_valid_q", "1'b0");
            }
            hdl_when (m, "answer_done") {
                hdl_set(m, "park_asleep_q", "1'b0");
            }
        }
    }
}

static void table_update(struct hdl *m)
{
    hdl_on_clock (m) {
        hdl_when (m, "load_miss || store_go") {
            hdl_set(m, "mshr_busy_q[vacant_at]", "1'b1");
            hdl_set(m, "mshr_store_q[vacant_at]", "is_store");
            hdl_set(m, "mshr_whole_q[vacant_at]", "&s1_mask_q");
            hdl_set(m, "mshr_child_q[vacant_at]", "!hit || hit_rts == s1_copy_rts_q");
            hdl_set(m, "mshr_line[vacant_at]", "s1_line_q");
            hdl_set(m, "mshr_src[vacant_at]", "s1_src_q");
            hdl_set(m, "mshr_wait[vacant_at]", "{{SRCS - 1{1'b0}}, 1'b1} << s1_src_q");
            hdl_set(m, "mshr_cts[vacant_at]", "s1_cts_q");
        }
        hdl_when (m, "load_join") {
            hdl_set(m, "mshr_wait[match_at]",
                    "entry_wait | ({{SRCS - 1{1'b0}}, 1'b1} << s1_src_q)");
            hdl_set(m, "mshr_cts[match_at]", "entry_cts > s1_cts_q ? entry_cts : s1_cts_q");
        }
        hdl_when (m, "fill_serves") {
            hdl_set(m, "mshr_wait[match_at]", "rest");
        }
        hdl_when (m, "fill_again") {
            hdl_set(m, "mshr_src[match_at]", "first_of_rest");
            hdl_set(m, "mshr_again_q[match_at]", "1'b1");
        }
        hdl_when (m, "again_go") {
            hdl_set(m, "mshr_again_q[again_at]", "1'b0");
        }
        hdl_when (m, "answer_done && !fill_again") {
            hdl_set(m, "mshr_busy_q[match_at]", "1'b0");
        }
    }
}

static void arrays(struct hdl *m)
{
    hdl_let(m, "fill_way", "WAY_W", "hit ? hit_way : victim");
    hdl_assign(m, "tags_write", "fill_install || (ack_done && hit)");
    hdl_assign(m, "tags_write_way", "fill_way");
    hdl_assign(m, "tags_write_valid", "is_fill || copy_good");
    hdl_assign(m, "tags_write_wts", "s1_wts_q");
    hdl_assign(m, "tags_write_rts", "s1_rts_q");
    hdl_assign(m, "touch", "load_hit || fill_install || (store_go && hit)");
    hdl_assign(m, "touch_way", "fill_way");
    hdl_note(m, "The data: a store's bytes go in at once; the lock hides them until its answer.");
    hdl_wire(m, "line_read", "DATA_W", NULL);
    hdl_let(m, "bytes_written", "LINE_BYTES",
            "fill_install ? {LINE_BYTES{1'b1}} : store_go && hit ? s1_mask_q : {LINE_BYTES{1'b0}}");
    hdl_inst (m, "um_ram", "lines") {
        hdl_with(m, "COL_W", "8");
        hdl_with(m, "COLS", "LINE_BYTES");
        hdl_with(m, "DEPTH", "SETS*WAYS");
        hdl_with(m, "ADDR_W", "SET_W + WAY_W");
        hdl_pin(m, "clk_i", "clk_i");
        hdl_pin(m, "ren_i", "load_hit");
        hdl_pin(m, "raddr_i", "{s1_set, hit_way}");
        hdl_pin(m, "rdata_o", "line_read");
        hdl_pin(m, "wen_i", "bytes_written");
        hdl_pin(m, "waddr_i", "{s1_set, fill_way}");
        hdl_pin(m, "wdata_i", "s1_data_q");
    }
}

static void to_l1(struct hdl *m)
{
    hdl_on_clock (m) {
        hdl_when (m, "load_hit || peek_go") {
            hdl_set(m, "s2_valid_q", "1'b1");
            hdl_set(m, "s2_peek_q", "is_peek");
            hdl_set(m, "s2_present_q", "hit");
            hdl_set(m, "s2_src_q", "s1_src_q");
            hdl_set(m, "s2_line_q", "s1_line_q");
            hdl_set(m, "s2_wts_q", "hit_wts");
            hdl_set(m, "s2_rts_q", "hit_rts");
        }
        hdl_elsewhen (m, "s2_push") {
            hdl_set(m, "s2_valid_q", "1'b0");
        }
    }
    hdl_let(m, "peek_line", "DATA_W",
            hdl_v(m,
                  "{{DATA_W - %d - TS_W{1'b0}}, s2_rts_q, {%d - TS_W{1'b0}}, s2_wts_q, 15'd0,"
                  " s2_present_q}",
                  PEEK_RTS, PEEK_RTS - PEEK_WTS));
    hdl_assign(m, "rsp_push", "s2_valid_q || fill_serves || ack_done");
    hdl_let(m, "answer_op", "4",
            hdl_v(m, "!s2_valid_q ? s1_op_q : s2_peek_q ? 4'd%d : 4'd%d", OP_PEEK_L2, OP_LOAD));
    hdl_note(m, "The L1's copy is good if this bank's is and both ran under one lease.");
    hdl_let(m, "child_same", "1", "s1_same_q && mshr_child_q[match_at]");
    msg_pack(m, &msg_rsp, "rsp_msg", "SRC_W", NULL,
             (struct msg_value[]){
                 {"data", "!s2_valid_q ? s1_data_q : s2_peek_q ? peek_line : line_read"},
                 {"line", "s2_valid_q ? s2_line_q : s1_line_q"},
                 {"op", "answer_op"},
                 {"dst", "s2_valid_q ? s2_src_q : serve_src"},
                 {"wts", "s2_valid_q ? s2_wts_q : s1_wts_q"},
                 {"rts", "s2_valid_q ? s2_rts_q : s1_rts_q"},
                 {"same", "child_same"},
                 {NULL, NULL}});
}

static void to_memory(struct hdl *m)
{
    hdl_note(m, "M3: the requester's clock goes on to the memory unchanged. A store is compared "
                "with this bank's copy, or with the L1's when there is none here (M9).");
    hdl_assign(m, "mem_req_push", "load_miss || store_go || again_go");
    msg_pack(m, &msg_req, "mem_req_msg", "MEM_SRC_W", NULL,
             (struct msg_value[]){{"data", "s1_data_q"},
                                  {"mask", "s1_mask_q"},
                                  {"line", "again_go ? mshr_line[again_at] : s1_line_q"},
                                  {"op", hdl_v(m, "store_go ? 4'd%d : 4'd%d", OP_STORE, OP_LOAD)},
                                  {"src", "id_i"},
                                  {"cts", "again_go ? mshr_cts[again_at] : s1_cts_q"},
                                  {"copy", "hit || s1_copy_q"},
                                  {"copy_rts", "hit ? hit_rts : s1_copy_rts_q"},
                                  {NULL, NULL}});
    hdl_note(m, "Behind a sleeping parked request the queue stands still, and so may the clock.");
    hdl_assign(
        m, "idle_o",
        "swept && !mem_rsp_valid && !s1_valid_q && !s2_valid_q && !(again_any && mem_req_room)"
        " && (park_valid_q ? park_sleeps : !req_valid)");
}

const char *l2_emit(struct hdl_design *d, const struct mgcc_rules *rules)
{
    const char *name = "um_l2_mgcc";
    if (hdl_has(d, name))
        return name;
    struct hdl *m =
        hdl_module(d, name,
                   "One bank of a GPU's shared cache under MGCC: write-through, without "
                   "a clock of its own.");
    header(m);
    queues(m);
    stage_registers(m);
    part_tags(m);
    misses(m);
    requests(m, rules);
    answers(m);
    stage0(m);
    parking(m);
    table_update(m);
    arrays(m);
    to_l1(m);
    to_memory(m);
    unit_counters(m, l2_counters, "shown_mshr", NULL);
    hdl_end(m);
    return name;
}
