#include "gen/units/l2.h"

#include "gen/units/parts.h"
#include "gen/units/parts_cache.h"

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
    hdl_reg(m, "mshr_child_q", "MSHRS", "{MSHRS{1'b0}}",
            "a store: the L1's copy is as good as what was compared with the TSU (M9)");
    hdl_on_clock (m) {
        hdl_when (m, "store_go") {
            hdl_set(m, "mshr_child_q[vacant_at]", "!hit || hit_rts == s1_copy_rts_q");
        }
    }
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
    hdl_let(m, "park_unsent", "1",
            "!match && vacant && !mem_req_room && !is_peek && (is_store || !(hit && live))");
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
                 {"dst", "s2_valid_q ? s2_src_q : serve"},
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
}

static const char *const request_fields[] = {"src", "cts", "copy", "copy_rts", NULL};

static const struct cache shared = {
    .who = "src",
    .who_w = "SRC_W",
    .whos = "SRCS",
    .in = "req",
    .in_msg = "req",
    .below = "mem_rsp",
    .below_msg = "mem",
    .up_room = "rsp_room",
    .down_room = "mem_req_room",
    .set = "[BANK_W +: SET_W]",
    .fields = request_fields,
    .sends = "load_miss || store_go",
    .cts = "s1_cts_q",
    .joined_cts = "entry_cts > s1_cts_q ? entry_cts : s1_cts_q",
};

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
    cache_misses(m, &shared);
    requests(m, rules);
    misses(m);
    cache_answers(m, &shared);
    cache_stage0(m, &shared);
    cache_update(m, &shared);
    cache_arrays(m);
    to_l1(m);
    to_memory(m);
    cache_idle(m, &shared);
    unit_counters(m, l2_counters, "shown_mshr", NULL);
    hdl_end(m);
    return name;
}
