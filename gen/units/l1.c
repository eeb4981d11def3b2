#include "gen/units/l1.h"

#include "gen/units/parts.h"
#include "gen/units/parts_cache.h"

const struct unit_counter l1_counters[] = {
    {"loads", "loads", "loads taken from the core", "load_hit || load_join || load_miss"},
    {"load_hits", "loads", "answered from a live copy", "load_hit"},
    {"load_joins", "loads", "joined a miss already in flight", "load_join"},
    {"load_expired", "loads", "missed although the line was here: its lease had ended",
     "load_miss && hit"},
    {"stores", "stores", "stores taken from the core", "store_go"},
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
    hdl_param(m, "SRC_W", "2", "bits of a port number of the switch");
    hdl_param(m, "TAG_W", "4", "bits of a core's tag");
    hdl_param(m, "SETS", "8", "a power of two, at least 2");
    hdl_param(m, "WAYS", "2", "a power of two, at least 2");
    hdl_param(m, "MSHRS", "4", "misses and stores in flight, a power of two, at least 2");
    hdl_param(m, "TICK", "64", "M10: load hits that advance the clock by one; 0: never");
    hdl_param(m, "CORE_REQ_W", msg_width_expr(m, &msg_core_req, NULL, NULL), "derived");
    hdl_param(m, "CORE_RSP_W", msg_width_expr(m, &msg_core_rsp, NULL, NULL), "derived");
    hdl_param(m, "REQ_W", msg_width_expr(m, &msg_req, NULL, NULL), "derived");
    hdl_param(m, "RSP_W", msg_width_expr(m, &msg_rsp, NULL, NULL), "derived");
    hdl_clock(m);
    hdl_in(m, "id_i", "SRC_W", "this L1's port at the switch");
    hdl_channel_in(m, "core_req", "CORE_REQ_W", "the core's requests, a line at a time");
    hdl_channel_out(m, "core_rsp", "CORE_RSP_W", "answers to the core, in any order, by tag");
    hdl_channel_out(m, "req", "REQ_W", "misses and stores to the L2");
    hdl_channel_in(m, "rsp", "RSP_W", "answers of the L2, by line");
    unit_ports(m);
    hdl_localparam(m, "DATA_W", "8*LINE_BYTES", NULL);
    hdl_localparam(m, "SET_W", "$clog2(SETS)", NULL);
    hdl_localparam(m, "WAY_W", "$clog2(WAYS)", NULL);
    hdl_localparam(m, "KEY_W", "LINE_W - SET_W", "bits of a tag");
    hdl_localparam(m, "MSHR_W", "$clog2(MSHRS)", NULL);
    hdl_localparam(m, "TAGS", "1 << TAG_W", NULL);
}

static void queues(struct hdl *m)
{
    hdl_note(m, "Every channel has its queue: outputs depend on registers alone.");
    part_in_queue(m, "core_req", "CORE_REQ_W");
    msg_unpack(m, &msg_core_req, "core", "core_req_msg", NULL, NULL, "data", "mask", "line", "tag",
               "op", NULL);
    part_in_queue(m, "rsp", "RSP_W");
    msg_unpack(m, &msg_rsp, "rsp", "rsp_msg", NULL, NULL, "data", "line", "op", "wts", "rts",
               "same", NULL);
    part_out_queue(m, "core_rsp", "CORE_RSP_W");
    part_out_queue(m, "req", "REQ_W");
}

/* Stage 0 chooses what to look up next; stage 1 has the row and decides. */
static void stage_registers(struct hdl *m)
{
    hdl_note(m, "Stage 1: a request of the core, or an answer of the L2, with its set's row.");
    hdl_reg(m, "s1_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "s1_answer_q", "1", "1'b0", "an answer, else a request");
    hdl_reg(m, "s1_op_q", "4", NULL, NULL);
    hdl_reg(m, "s1_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "s1_tag_q", "TAG_W", NULL, "request");
    hdl_reg(m, "s1_mask_q", "LINE_BYTES", NULL, "request");
    hdl_reg(m, "s1_data_q", "DATA_W", NULL, NULL);
    hdl_reg(m, "s1_wts_q", "TS_W", NULL, "answer");
    hdl_reg(m, "s1_rts_q", "TS_W", NULL, "answer");
    hdl_reg(m, "s1_same_q", "1", NULL, "answer");
    hdl_let(m, "s1_line", "LINE_W", "s1_line_q");
    hdl_let(m, "s1_set", "SET_W", "s1_line_q[SET_W-1:0]");
    hdl_let(m, "s1_key", "KEY_W", "s1_line_q[LINE_W-1:SET_W]");
    hdl_note(m, "A request that cannot go on leaves stage 1 and waits here, so that answers pass.");
    hdl_reg(m, "park_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "park_asleep_q", "1", "1'b0", "only an answer can help it");
    hdl_reg(m, "park_unsent_q", "1", "1'b0", "it only lacks room in the queue to the L2");
    hdl_reg(m, "park_op_q", "4", NULL, NULL);
    hdl_reg(m, "park_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "park_tag_q", "TAG_W", NULL, NULL);
    hdl_reg(m, "park_mask_q", "LINE_BYTES", NULL, NULL);
    hdl_reg(m, "park_data_q", "DATA_W", NULL, NULL);
    hdl_note(m, "Stage 2: a line read for the core, or a word that answers a clock or a peek.");
    hdl_reg(m, "s2_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "s2_tag_q", "TAG_W", NULL, NULL);
    hdl_reg(m, "s2_line_q", "1", NULL, "the data array's line, else the word");
    hdl_reg(m, "s2_word_q", hdl_v(m, "%d", PEEK_BITS), NULL, NULL);
}

static void requests(struct hdl *m, const struct mgcc_rules *rules, bool ignore_lease)
{
    hdl_note(m, "The clock of this L1. A copy may be read while the clock is within its lease.");
    hdl_reg(m, "cts_q", "TS_W", "{TS_W{1'b0}}", "the CU's time");
    hdl_let(m, "cts", "TS_W", "cts_q");
    hdl_let(m, "rts", "TS_W", "hit_rts");
    hdl_let(m, "live", "1", ignore_lease ? "cts <= rts || 1'b1" : rules->l1_live);

    hdl_note(m, "What a request in stage 1 does. What finds no room or a locked line is parked.");
    hdl_let(m, "s1_request", "1", "s1_valid_q && !s1_answer_q");
    hdl_let(m, "is_load", "1", hdl_v(m, "s1_request && s1_op_q == 4'd%d", OP_LOAD));
    hdl_let(m, "is_store", "1", hdl_v(m, "s1_request && s1_op_q == 4'd%d", OP_STORE));
    hdl_let(m, "is_clock", "1", hdl_v(m, "s1_request && s1_op_q == 4'd%d", OP_CLOCK));
    hdl_let(m, "is_peek", "1", hdl_v(m, "s1_request && s1_op_q == 4'd%d", OP_PEEK_L1));
    hdl_let(m, "is_peek_l2", "1", hdl_v(m, "s1_request && s1_op_q == 4'd%d", OP_PEEK_L2));
    hdl_let(m, "s2_push", "1", "s2_valid_q && core_rsp_room");
    hdl_let(m, "s2_room", "1", "!s2_valid_q || s2_push");
    hdl_let(m, "may_send", "1", "!match && vacant && req_room && !again_any");
    hdl_let(m, "load_hit", "1", "is_load && !match && hit && live && s2_room");
    hdl_let(m, "load_join", "1",
            "is_load && match && !mshr_store_q[match_at] && !mshr_peek_q[match_at]");
    hdl_let(m, "load_miss", "1", "is_load && !(hit && live) && may_send");
    hdl_let(m, "store_go", "1", "is_store && may_send");
    hdl_let(m, "peek_l2_go", "1", "is_peek_l2 && may_send");
    hdl_let(m, "word_go", "1", "(is_clock || is_peek) && s2_room");
    hdl_let(m, "request_done", "1",
            "load_hit || load_join || load_miss || store_go || peek_l2_go || word_go");
    hdl_let(m, "s1_parks", "1", "s1_request && !request_done");
    hdl_let(m, "park_unsent", "1",
            "!match && vacant && !req_room"
            " && !is_clock && !is_peek && (is_store || is_peek_l2 || !(hit && live))");
}

static void clock(struct hdl *m, const struct mgcc_rules *rules)
{
    hdl_note(m, "M2: a load carries the clock to the time its value was written; so does a store's "
                "answer. M10: and every TICK hits it moves on by itself.");
    hdl_let(m, "wts", "TS_W", "load_hit ? hit_wts : s1_wts_q");
    hdl_let(m, "cts_raised", "TS_W", rules->load_clock);
    hdl_let(m, "cts_asked", "TS_W", "s1_data_q[TS_W-1:0]");
    hdl_reg(m, "hits_q", "32", "32'd0", "load hits since the last tick");
    hdl_let(m, "tick", "1", "TICK != 0 && load_hit && hits_q == TICK[31:0] - 32'd1");
    hdl_on_clock (m) {
        hdl_when (m, "load_hit") {
            hdl_set(m, "hits_q", "tick ? 32'd0 : hits_q + 32'd1");
        }
        hdl_when (m, "is_clock && word_go && cts_asked > cts_q") {
            hdl_set(m, "cts_q", "cts_asked");
        }
        hdl_when (m, "load_hit || (fill_serves && !mshr_peek_q[match_at]) || ack_done") {
            hdl_set(m, "cts_q", "tick && !(&cts_raised) ? cts_raised + 1'b1 : cts_raised");
        }
    }
}

static void outputs(struct hdl *m)
{
    hdl_on_clock (m) {
        hdl_when (m, "load_hit || word_go") {
            hdl_set(m, "s2_valid_q", "1'b1");
            hdl_set(m, "s2_tag_q", "s1_tag_q");
            hdl_set(m, "s2_line_q", "load_hit");
            hdl_set(m, "s2_word_q", "is_peek ? peek_word : clock_word");
        }
        hdl_elsewhen (m, "s2_push") {
            hdl_set(m, "s2_valid_q", "1'b0");
        }
    }
    hdl_assign(m, "core_rsp_push", "s2_valid_q || fill_serves || ack_done");
    hdl_let(m, "word_line", "DATA_W", hdl_v(m, "{{DATA_W - %d{1'b0}}, s2_word_q}", PEEK_BITS));
    hdl_let(m, "answer_data", "DATA_W",
            "!s2_valid_q ? s1_data_q : s2_line_q ? line_read : word_line");
    msg_pack(m, &msg_core_rsp, "core_rsp_msg", NULL, NULL,
             (struct msg_value[]){
                 {"data", "answer_data"}, {"tag", "s2_valid_q ? s2_tag_q : serve"}, {NULL, NULL}});
    hdl_note(m, "M3: every request carries the clock.");
    hdl_assign(m, "req_push", "load_miss || store_go || peek_l2_go || again_go");
    msg_pack(m, &msg_req, "req_msg", NULL, NULL,
             (struct msg_value[]){{"data", "s1_data_q"},
                                  {"mask", "s1_mask_q"},
                                  {"line", "again_go ? mshr_line[again_at] : s1_line_q"},
                                  {"op", hdl_v(m, "again_go ? 4'd%d : s1_op_q", OP_LOAD)},
                                  {"src", "id_i"},
                                  {"cts", "again_go ? mshr_cts[again_at] : cts_q"},
                                  {"copy", "hit"},
                                  {"copy_rts", "hit_rts"},
                                  {NULL, NULL}});
}

static void words(struct hdl *m)
{
    hdl_note(m, "Answers to a clock and to a peek.");
    hdl_let(m, "clock_word", hdl_v(m, "%d", PEEK_BITS),
            hdl_v(m, "{{%d - TS_W{1'b0}}, cts_asked > cts_q ? cts_asked : cts_q}", PEEK_BITS));
    hdl_let(m, "peek_word", hdl_v(m, "%d", PEEK_BITS),
            hdl_v(m, "{{%d - TS_W{1'b0}}, hit_rts, {%d - TS_W{1'b0}}, hit_wts, 15'd0, hit}",
                  PEEK_BITS - PEEK_RTS, PEEK_RTS - PEEK_WTS));
}

static const char *const request_fields[] = {"tag", NULL};

static const struct cache shared = {
    .who = "tag",
    .who_w = "TAG_W",
    .whos = "TAGS",
    .in = "core_req",
    .in_msg = "core",
    .below = "rsp",
    .below_msg = "rsp",
    .up_room = "core_rsp_room",
    .down_room = "req_room",
    .set = "[SET_W-1:0]",
    .fields = request_fields,
    .sends = "load_miss || store_go || peek_l2_go",
    .cts = "cts_q",
    .joined_cts = "cts_q", /* the clock never goes back */
    .peeks = true,
};

const char *l1_emit(struct hdl_design *d, const struct mgcc_rules *rules, bool ignore_lease)
{
    const char *name = ignore_lease ? "um_l1_mgcc_ignores_lease" : "um_l1_mgcc";
    if (hdl_has(d, name))
        return name;
    struct hdl *m = hdl_module(d, name,
                               "A CU's private cache under MGCC: write-through, with leases in "
                               "logical time.");
    header(m);
    queues(m);
    stage_registers(m);
    part_tags(m);
    cache_misses(m, &shared);
    requests(m, rules, ignore_lease);
    cache_answers(m, &shared);
    cache_stage0(m, &shared);
    clock(m, rules);
    cache_update(m, &shared);
    words(m);
    cache_arrays(m);
    outputs(m);
    cache_idle(m, &shared);
    unit_counters(m, l1_counters, "shown_mshr", NULL);
    hdl_end(m);
    return name;
}
