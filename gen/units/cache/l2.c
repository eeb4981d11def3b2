#include "gen/units/cache/l2.h"

#include "gen/proto/address.h"
#include "gen/units/cache/l2_both.h"
#include "gen/units/cache/l2_both_dirty.h"
#include "gen/units/cache/l2_dirty.h"
#include "gen/units/cache/l2_evict.h"
#include "gen/units/cache/l2_partition.h"
#include "gen/units/cache/l2_renew.h"
#include "gen/units/cache/latency.h"
#include "gen/units/cache/pipeline.h"
#include "gen/units/parts.h"

#include <string.h>

/* Of directories, where `tag` are the bits of an invalidation's tag; of enum bank_front_tag, those
 * of markers have one bit that is set. */
#define DIRECTORY_COUNTERS(tag)                                                                    \
    L2_COUNT_REQUESTS_OF(CACHE_STORED), L2_COUNT_COPIES_OF(CACHE_STORED),                          \
        CACHE_COUNT_RELEASES("passed on to their homes"),                                          \
        {"invalidations", "lines", "that a home asked to drop",                                    \
         "invalidation_done && !(^" tag ")"},                                                      \
        {"markers", "messages", "of releases, acknowledged behind the invalidations of before",    \
         "invalidation_done && (^" tag ")"},                                                       \
    {                                                                                              \
        "invalidated", "lines", "of both, that there was a copy of", "invalidation_done && hit"    \
    }

const struct unit_counter *l2_counters(const struct rules *rules, struct unit_options on)
{
    static CACHE_COUNTERS_OF(plain, L2_COUNT_REQUESTS, L2_COUNT_COPIES);
    static CACHE_COUNTERS_OF(timed, L2_COUNT_REQUESTS, L2_COUNT_COPIES, CACHE_COUNT_EXPIRED);
    static CACHE_COUNTERS_OF(clocked, L2_COUNT_REQUESTS, L2_COUNT_COPIES, CACHE_COUNT_EXPIRED,
                             CACHE_COUNT_CLOCKED);
    static CACHE_COUNTERS_OF(
        back, L2_COUNT_REQUESTS,
        {"stores_kept", "stores", "stores whose bytes stay here, dirty", "store_keep"},
        {"writebacks", "lines", "dirty lines written back", "wb_valid_q"},
        {"fills_unkept", "lines", "fills that found none but dirty lines in their set",
         "fill_done && !hit && victim_dirty"},
        {"evictions", "lines", "lines replaced",
         "(fill_install || allocates) && !hit && victim_valid"});
    static CACHE_COUNTERS_OF(invalidated, L2_COUNT_REQUESTS, L2_COUNT_COPIES,
                             CACHE_COUNT_INVALIDATED("that a home asked to drop"));
    static CACHE_COUNTERS_OF(directory, DIRECTORY_COUNTERS("s1_data_q[TAG_W-1:0]"));
    static CACHE_COUNTERS_OF(gpu_directory, DIRECTORY_COUNTERS("s1_data_q[1:0]"));
    return (on.both && rules->write_back ? l2_both_dirty_counters(on.partition)
            : on.both                    ? on.partition ? l2_partition_counters : l2_both_counters
            : rules->gpu_homes           ? gpu_directory
            : rules->directory           ? directory
            : rules->invalidates         ? invalidated
            : rules->write_back          ? back
            : rules->renew               ? l2_renew_counters
            : rules->sends_cts           ? clocked
            : rules->timed               ? timed
                                         : plain)[on.latency];
}

/* Acknowledgements of invalidations have a channel of their own. Where each GPU has a home, they go
 * among the answers: the home hands an invalidation on behind the answers that came before it. */
static bool acks_apart(const struct rules *rules)
{
    return rules->invalidates && !rules->gpu_homes;
}

static void header(struct hdl *m, const struct rules *rules, bool both, bool partition)
{
    parts_widths(m, rules);
    parts_queues(m);
    unit_params(m);
    hdl_param(m, "SRC_W", "2", "bits of an L1's port number at the GPU's switch");
    hdl_param(m, "MEM_SRC_W", "2", "bits of this bank's port number at the memory's switch");
    hdl_param(m, "BANK_W", "1", "low bits of a line address that chose this bank");
    hdl_param(m, "SETS", "16", "a power of two, at least 2");
    hdl_param(m, "WAYS", "2", "a power of two, at least 2");
    hdl_param(m, "MSHRS", "4", "misses and stores in flight, a power of two, at least 2");
    hdl_param(m, "LEVEL", hdl_v(m, "%d", LEVEL_L2), "that of an OP_EMPTY for this bank");
    if (acks_apart(rules))
        hdl_param(m, "TAG_W", "2", "bits of an invalidation's tag");
    if (both)
        l2_both_params(m);
    if (partition)
        l2_partition_params(m);
    hdl_param(m, "REQ_W", msg_width_expr(m, rules->req, "SRC_W", NULL), "derived");
    hdl_param(m, "RSP_W", msg_width_expr(m, rules->rsp, "SRC_W", NULL), "derived");
    hdl_param(m, "MEM_REQ_W", msg_width_expr(m, rules->req, "MEM_SRC_W", NULL), "derived");
    hdl_param(m, "MEM_RSP_W", msg_width_expr(m, rules->rsp, "MEM_SRC_W", NULL), "derived");
    if (acks_apart(rules))
        hdl_param(m, "ACK_W", msg_width_expr(m, rules->ack, NULL, NULL), "derived");
    hdl_clock(m);
    hdl_in(m, "id_i", "MEM_SRC_W", "this bank's port at the memory's switch");
    hdl_channel_in(m, "req", "REQ_W", "requests of the L1s");
    hdl_channel_out(m, "rsp", "RSP_W", "answers to the L1s");
    hdl_channel_out(m, "mem_req", "MEM_REQ_W", "misses and stores to the memory controller");
    hdl_channel_in(m, "mem_rsp", "MEM_RSP_W", "its answers, by line");
    if (acks_apart(rules))
        hdl_channel_out(m, "ack", "ACK_W", "acknowledgements of its invalidations");
    unit_ports(m);
    hdl_localparam(m, "DATA_W", "8*LINE_BYTES", NULL);
    hdl_localparam(m, "SET_W", "$clog2(SETS)", NULL);
    hdl_localparam(m, "WAY_W", "$clog2(WAYS)", NULL);
    hdl_localparam(m, "KEY_W", ADDRESS_V_BANK_TAG_W, "bits of a tag");
    hdl_localparam(m, "MSHR_W", "$clog2(MSHRS)", NULL);
    hdl_localparam(m, "SRCS", "1 << SRC_W", NULL);
}

static void queues(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Every channel has its queue: outputs depend on registers alone.");
    part_in_queue(m, "req", "REQ_W");
    msg_unpack(m, rules->req, "req", "req_msg", "SRC_W", NULL, "data", "mask", "line", "op", "fn",
               "src", "cts", "copy", "copy_rts", NULL);
    part_in_queue(m, "mem_rsp", "MEM_RSP_W");
    msg_unpack(m, rules->rsp, "mem", "mem_rsp_msg", "MEM_SRC_W", NULL, "data", "line", "op", "wts",
               "rts", "same", NULL);
    if (rules->write_back)
        l2_dirty_answers(m);
    part_out_queue(m, "rsp", "RSP_W");
    part_out_queue(m, "mem_req", "MEM_REQ_W");
    if (acks_apart(rules))
        part_out_queue(m, "ack", "ACK_W");
}

static void stage2_registers(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Stage 2: an answer to an L1 whose line is being read from the array, or that has "
                "none of the memory's.");
    hdl_reg(m, "s2_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "s2_op_q", "4", NULL, NULL);
    hdl_reg(m, "s2_present_q", "1", NULL, "a peek found the line");
    hdl_reg(m, "s2_src_q", "SRC_W", NULL, NULL);
    hdl_reg(m, "s2_line_q", "LINE_W", NULL, NULL);
    if (rules->timed) {
        hdl_reg(m, "s2_wts_q", "TIME_W", NULL, NULL);
        hdl_reg(m, "s2_rts_q", "TIME_W", NULL, NULL);
    }
}

static void misses(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "M9: the L1's copy is as good as what is compared with the TSU.");
    hdl_let(m, "copy_rts", "TIME_W",
            rules->epochs ? "{s1_cts_q[TIME_W-1:TS_W], s1_copy_rts_q}" : "s1_copy_rts_q");
    hdl_spare(m, "copy_rts"); /* without M9 the rule does not read it */
    hdl_reg(m, "mshr_child_q", "MSHRS", "{MSHRS{1'b0}}",
            rules->renew != NULL ? "so it is; of a load, as good as the copy here"
                                 : "a store: so it is");
    hdl_on_clock (m) {
        hdl_when (m, "store_go") {
            hdl_set(m, "mshr_child_q[vacant_at]",
                    hdl_v(m, "!hit || (s1_copy_q && %s)", rules->child));
        }
        if (rules->renew != NULL)
            hdl_when (m, "load_miss") {
                hdl_set(m, "mshr_child_q[vacant_at]", "child_good");
            }
    }
}

static void kinds(struct hdl *m, const struct rules *rules, bool both)
{
    hdl_note(m, "What stage 1 is asked for. A pass is for the memory controller.");
    hdl_let(m, "s1_request", "1", "s1_valid_q && !s1_answer_q");
    cache_op(m, "is_fresh", "OP_FRESH");
    if (both && rules->write_back) {
        cache_op(m, "is_back", "OP_WRITEBACK");
        hdl_let(m, "is_store", "1", "is_back || (s1_request && s1_op_q == OP_STORE)");
    } else {
        cache_op(m, "is_store", rules->store_lines ? "OP_STORE_LINE" : "OP_STORE");
    }
    cache_op(m, "is_atomic", "OP_ATOMIC");
    cache_op(m, "is_peek", "OP_PEEK_L2");
    cache_op(m, "is_any_empty", "OP_EMPTY");
    hdl_let(m, "is_load", "1", "is_fresh || (s1_request && s1_op_q == OP_LOAD)");
    hdl_let(
        m, "is_empty", "1",
        hdl_all(m, "is_any_empty",
                hdl_any(m, "s1_fn_q == LEVEL[4:0]", both ? "s1_fn_q == LEVEL_L2_REMOTE" : NULL)));
    hdl_let(m, "is_pass", "1", "is_any_empty && !is_empty");
}

/* M4: the requester's clock decides whether a copy's lease still runs; else the bank has its own.
 */
static void clock(struct hdl *m, const struct rules *rules)
{
    if (!rules->l2_clock) {
        hdl_note(m, "M4: the requester's clock decides whether a copy's lease still runs.");
        hdl_let(m, "cts", "TIME_W", "s1_cts_q");
        return;
    }
    hdl_note(m, "The bank's own clock decides whether a copy's lease still runs.");
    hdl_reg(m, "cts_q", "TIME_W", "{TIME_W{1'b0}}", NULL);
    hdl_let(m, "cts", "TIME_W", "cts_q");
}

static void move_clock(struct hdl *m, const struct rules *rules)
{
    hdl_let(m, "clock", "TIME_W", "cts_q");
    hdl_let(m, "clock_raised", "TIME_W",
            hdl_v(m, "is_ack ? (%s) : (%s)", rules->store_clock, rules->load_clock));
    hdl_on_clock (m) {
        hdl_when (m, "ack_done || fill_serves") {
            hdl_set(m, "cts_q", "(&fill_wts) ? {TIME_W{1'b0}} : clock_raised");
        }
        hdl_when (m, "sweep") {
            hdl_set(m, "cts_q", "{TIME_W{1'b0}}");
        }
    }
}

/* Which copies are of no more use is a guess where the bank has no clock: the latest time that the
 * memory told it is near its L1s' clocks. */
static void newest(struct hdl *m)
{
    hdl_note(m, "The latest time that an answer told: copies whose leases ended before go first.");
    hdl_reg(m, "newest_q", "TIME_W", "{TIME_W{1'b0}}", NULL);
    hdl_on_clock (m) {
        hdl_when (m, "(ack_done || fill_serves) && wts > newest_q") {
            hdl_set(m, "newest_q", "wts");
        }
        hdl_when (m, "sweep") {
            hdl_set(m, "newest_q", "{TIME_W{1'b0}}");
        }
    }
}

/* When a peek or an OP_EMPTY is answered. With both roles a bank that writes back answers an
 * OP_EMPTY when its flush ends. */
static void words(struct hdl *m, const struct rules *rules, bool both, bool evicts)
{
    const bool back = rules->write_back;
    if (back && both) {
        hdl_let(m, "word_go", "1", "is_peek && s2_room");
        return;
    }
    hdl_let(m, "word_go", "1",
            hdl_v(m, "(is_peek || (is_empty && %s)) && s2_room",
                  back     ? "flushed"
                  : evicts ? "!(|mshr_busy_q) && !gone_any"
                           : "!(|mshr_busy_q)"));
}

static void requests(struct hdl *m, const struct rules *rules, bool both, bool evicts)
{
    part_lease(m, rules, rules->l2_live);
    hdl_note(m, "What a request in stage 1 does. What finds no room or a locked line is parked.");
    const bool back = rules->write_back;
    hdl_let(m, "s2_push", "1", "s2_valid_q && rsp_room");
    hdl_let(m, "s2_room", "1", "!s2_valid_q || s2_push");
    hdl_let(m, "here", "1", "hit && live && !is_fresh");
    hdl_let(m, "may_send", "1",
            hdl_all(m, "!match", "vacant", "mem_req_room", back ? "!wb_valid_q" : NULL,
                    back ? "clean" : NULL, rules->short_lease != NULL ? "!again_any" : NULL,
                    evicts ? "!gone_any" : NULL));
    hdl_let(m, "load_hit", "1", "is_load && !match && here && s2_room");
    if (!rules->timed && !rules->invalidates)
        hdl_note(m, "A fresh load joins no miss: that may have been answered below, or in a remote "
                    "data cache, before a store that this load must find.");
    hdl_let(m, "load_join", "1",
            hdl_all(m, "is_load", rules->timed || rules->invalidates ? NULL : "!is_fresh", "match",
                    "!mshr_store_q[match_at]"));
    hdl_let(m, "load_miss", "1", "is_load && !here && may_send");
    if (back)
        l2_dirty_stores(m, both);
    hdl_let(m, "store_go", "1", hdl_all(m, "is_store", back ? "!keepable" : NULL, "may_send"));
    hdl_let(m, "atomic_go", "1", "is_atomic && may_send");
    hdl_let(m, "pass_go", "1", "is_pass && may_send");
    words(m, rules, both, evicts);
    hdl_let(m, "request_done", "1",
            hdl_any(m, "load_hit", "load_join", "load_miss", "store_go", "atomic_go", "pass_go",
                    "word_go", back ? "store_keep" : NULL, back && both ? "flush_begins" : NULL));
    hdl_let(m, "s1_parks", "1",
            hdl_all(m, "s1_request", "!request_done", back && !both ? "!flushes" : NULL));
    hdl_let(m, "park_unsent", "1",
            back ? "1'b0"
                 : "!match && vacant && !mem_req_room && !is_peek && !is_empty"
                   " && !(is_load && here)");
    hdl_assign(m, "sweep", back && both ? "flush_ends" : "is_empty && word_go");
}

/* Algorithm 5, hit: the memory answers with times alone, and the L1 gets this bank's line. */
static void read_for_ack(struct hdl *m)
{
    hdl_let(m, "ack_reads", "1", "ack_done && hit && s1_op_q == OP_STORE");
}

static void fill_stage2(struct hdl *m, const struct rules *rules, bool both)
{
    const bool flushes = both && rules->write_back;
    const char *acks = rules->store_lines ? "ack_reads" : NULL;
    const char *also = rules->write_back ? "store_keep" : acks;
    hdl_on_clock (m) {
        hdl_when (m, hdl_any(m, "load_hit", "word_go", also, flushes ? "flush_ends" : NULL)) {
            hdl_set(m, "s2_valid_q", "1'b1");
            const char *op = "is_load ? OP_LOAD : s1_op_q";
            if (rules->renew != NULL)
                op = "!is_load ? s1_op_q : child_good ? OP_RENEW : OP_LOAD";
            if (flushes)
                op = hdl_v(m, "flush_ends ? OP_EMPTY : %s", op);
            hdl_set(m, "s2_op_q",
                    acks != NULL ? hdl_v(m, "ack_reads ? OP_STORE_LINE : %s", op) : op);
            hdl_set(m, "s2_present_q", "hit");
            hdl_set(m, "s2_src_q",
                    acks != NULL ? "ack_reads ? serve : s1_src_q"
                    : flushes    ? "flush_ends ? flush_src_q : s1_src_q"
                                 : "s1_src_q");
            hdl_set(m, "s2_line_q",
                    flushes ? "flush_ends ? flush_line_q : s1_line_q" : "s1_line_q");
            if (rules->timed) {
                /* Emptying tells no time: the L1 that asked has begun at 0 again. */
                const char *ack[] = {acks != NULL ? "ack_reads ? fill_wts : " : "",
                                     acks != NULL ? "ack_reads ? fill_rts : " : ""};
                hdl_set(m, "s2_wts_q", hdl_v(m, "%sis_empty ? {TIME_W{1'b0}} : hit_wts", ack[0]));
                hdl_set(m, "s2_rts_q", hdl_v(m, "%sis_empty ? {TIME_W{1'b0}} : hit_rts", ack[1]));
            }
        }
        hdl_elsewhen (m, "s2_push") {
            hdl_set(m, "s2_valid_q", "1'b0");
        }
    }
}

static void to_l1(struct hdl *m, const struct rules *rules, bool both)
{
    fill_stage2(m, rules, both);
    const char *times =
        rules->timed ? "{DATA_W - 2*TIME_W - 1{1'b0}}, s2_rts_q, s2_wts_q" : "{DATA_W - 1{1'b0}}";
    hdl_let(m, "peek_line", "DATA_W", hdl_v(m, "{%s, s2_present_q}", times));
    hdl_let(m, "s2_peek", "1", "s2_op_q == OP_PEEK_L2");
    hdl_assign(m, "rsp_push",
               hdl_any(m, "s2_valid_q", "fill_serves",
                       hdl_all(m, "ack_done", rules->store_lines ? "!ack_reads" : NULL),
                       rules->gpu_homes ? "invalidation_done" : NULL));
    if (rules->sends_cts) {
        hdl_note(m, "The L1's copy is good if this bank's is and both ran under one lease.");
        hdl_let(m, "child_same", "1", "s1_same_q && mshr_child_q[match_at]");
    }
    const char *op = "s1_op_q";
    if (rules->renew != NULL) {
        l2_renew_answers(m);
        op = "child_renewed ? OP_RENEW : s1_op_q";
    }
    if (both && rules->write_back)
        op = "mshr_back_q[match_at] ? OP_WRITEBACK : s1_op_q";
    msg_pack(
        m, rules->rsp, "rsp_msg", "SRC_W", NULL,
        (struct msg_value[]){{"data", "!s2_valid_q ? s1_data_q : s2_peek ? peek_line : line_read"},
                             {"line", "s2_valid_q ? s2_line_q : s1_line_q"},
                             {"op", hdl_v(m, "s2_valid_q ? s2_op_q : %s", op)},
                             {"dst", "s2_valid_q ? s2_src_q : serve"},
                             {"wts", "s2_valid_q ? s2_wts_q[TS_W-1:0] : fill_wts[TS_W-1:0]"},
                             {"rts", "s2_valid_q ? s2_rts_q : fill_rts"},
                             {"same", "child_same"},
                             {NULL, NULL}});
}

static void to_memory(struct hdl *m, const struct rules *rules, bool both, bool evicts)
{
    bool again = rules->short_lease != NULL;
    if (rules->sends_cts)
        hdl_note(m,
                 "M3: the requester's clock goes on to the memory unchanged. A store is compared "
                 "with this bank's copy, or with the L1's when there is none here (M9).");
    const char *more = again ? "again_go" : rules->write_back ? "wb_valid_q" : NULL;
    hdl_assign(m, "mem_req_push",
               hdl_any(m, "load_miss", "store_go", "atomic_go", "pass_go", more,
                       evicts ? "gone_go" : NULL));
    const char *load = again ? "again_go || is_load" : "is_load";
    const char *op = hdl_v(m, "(%s) ? OP_LOAD : s1_op_q", load);
    if (rules
            ->store_lines) /* a live copy takes the bytes; without one, the memory's line is kept */
        op = "is_load ? OP_LOAD : is_store && hit && live ? OP_STORE : s1_op_q";
    const char *mine =
        rules->epochs ? "is_load || hit_rts[TIME_W-1:TS_W] == s1_cts_q[TIME_W-1:TS_W]" : "1'b1";
    const char *copy = hdl_v(m, "hit ? %s : s1_copy_q", mine);
    const char *copy_ts = "hit ? hit_rts[TS_W-1:0] : s1_copy_rts_q";
    if (rules->renew != NULL) {
        copy = "!again_go && (is_load ? tells_copy : hit ? tells_copy : s1_copy_q)";
        copy_ts = hdl_v(m, "is_load ? hit_ts : %s", copy_ts);
    }
    const char *data = "s1_data_q", *mask = "s1_mask_q", *line = "s1_line_q";
    if (again)
        line = "again_go ? mshr_line[again_at] : s1_line_q";
    if (rules->write_back) {
        data = "wb_valid_q ? line_read : s1_data_q";
        mask = "wb_valid_q ? wb_mask_q : s1_mask_q";
        line = "wb_valid_q ? wb_line_q : s1_line_q";
        if (both)
            op = hdl_v(m, "is_back ? OP_STORE : %s", op);
        op = hdl_v(m, "wb_valid_q ? OP_WRITEBACK : %s", op);
    }
    if (evicts) {
        line = hdl_v(m, "gone_any ? mshr_gone[gone_at] : %s", line);
        op = hdl_v(m, "gone_any ? OP_EVICT : %s", op);
    }
    msg_pack(m, rules->req, "mem_req_msg", "MEM_SRC_W", NULL,
             (struct msg_value[]){{"data", data},
                                  {"mask", mask},
                                  {"line", line},
                                  {"op", op},
                                  {"src", "id_i"},
                                  {"fn", "s1_fn_q"},
                                  {"cts", "again_go ? mshr_cts[again_at] : s1_cts_q"},
                                  {"copy", copy},
                                  {"copy_rts", copy_ts},
                                  {NULL, NULL}});
}

/* An invalidation is acknowledged when the copy is gone. No fill of the line can be on its way that
 * is older than the store: fills and invalidations of a home come by one ordered channel. */
static void acknowledge(struct hdl *m, const struct rules *rules)
{
    hdl_assign(m, "ack_push", "invalidation_done");
    msg_pack(
        m, rules->ack, "ack_msg", NULL, NULL,
        (struct msg_value[]){{"line", "s1_line_q"}, {"tag", "s1_data_q[TAG_W-1:0]"}, {NULL, NULL}});
}

/* Where each GPU has a home, acknowledgements go up among the answers. */
static void latency(struct hdl *m, struct cache *c)
{
    if (c->rules->gpu_homes) {
        msg_unpack(m, c->rules->rsp, "up", "rsp_msg_o", "SRC_W", NULL, "op", NULL);
        c->are_answers = "up_op != OP_INVALIDATE";
    }
    cache_latency(m, c);
}

static const struct cache_field plain_fields[] = {{"src", "SRC_W"}};
static const struct cache_field clock_fields[] = {
    {"src", "SRC_W"}, {"cts", "TIME_W"}, {"copy", "1"}, {"copy_rts", "TS_W"}};

static struct cache describe(const struct rules *rules, bool both)
{
    struct cache c = {
        .rules = rules,
        .who = "src",
        .who_w = "SRC_W",
        .whos = "SRCS",
        .in = "req",
        .in_msg = "req",
        .below = "mem_rsp",
        .below_msg = "mem",
        .up = "rsp",
        .up_room = "rsp_room",
        .down_room = "mem_req_room",
        .set = ADDRESS_V_BANK_SET,
        .sends = "load_miss || store_go || atomic_go || pass_go",
        .locks = "!is_load",
        .cts = "s1_cts_q",
        .in_flight_w = "$clog2(MSHRS*SRCS + 9)", /* waiters, queues and stages */
    };
    c.invalidations = rules->invalidates;
    c.renews_above = rules->renew != NULL;
    if (rules->gpu_homes)
        c.ack_room = "answer_room";
    if (rules->store_lines)
        c.read = "load_hit || ack_reads";
    if (rules->write_back)
        l2_dirty_describe(&c);
    if (both)
        l2_both_describe(&c);
    if (both && rules->write_back)
        l2_both_dirty_describe(&c);
    if (rules->sends_cts)
        memcpy(c.fields, clock_fields, sizeof clock_fields);
    else
        memcpy(c.fields, plain_fields, sizeof plain_fields);
    return c;
}

const char *l2_emit(struct hdl_design *d, const struct rules *rules, struct unit_options on)
{
    char name[UNIT_NAME];
    unit_name(name, "l2", rules->name,
              (struct unit_options){.both = on.both,
                                    .partition = on.partition,
                                    .gpu_homes = rules->gpu_homes,
                                    .expired_first = on.expired_first,
                                    .latency = on.latency,
                                    .evicts = on.evicts});
    if (hdl_has(d, name))
        return hdl_own_name(d, name);
    struct hdl *m =
        hdl_module(d, name,
                   rules->write_back    ? "One bank of a GPU's shared cache: write-back, "
                                          "not coherent."
                   : rules->timed       ? "One bank of a GPU's shared cache: write-through, "
                                          "with leases in logical time."
                   : rules->invalidates ? "One bank of a GPU's shared cache: "
                                          "write-through, invalidated by homes."
                                        : "One bank of a GPU's shared cache: write-through, "
                                          "not coherent.");
    struct cache c = describe(rules, on.both);
    c.counts_latency = on.latency;
    c.gone = on.evicts;
    if (on.evicts)
        c.busy = "gone_go";
    if (on.partition) /* windows count the cycles in which lines are awaited */
        c.busy = c.busy != NULL ? hdl_v(m, "(|mshr_busy_q) || %s", c.busy) : "|mshr_busy_q";
    header(m, rules, on.both, on.partition);
    queues(m, rules);
    cache_stage_registers(m, &c);
    hdl_let(m, "s1_key", "KEY_W", ADDRESS_V_BANK_TAG("s1_line_q"));
    stage2_registers(m, rules);
    part_tags(
        m, rules,
        (struct part_tags){.kept = on.both, .by_lease = on.expired_first, .sides = on.partition});
    const bool both_back = on.both && rules->write_back;
    if (both_back)
        l2_both_dirty_registers(m);
    if (on.both)
        l2_both_kept(m, both_back ? "flush_fn_q" : "s1_fn_q");
    if (on.partition)
        l2_partition(m);
    cache_times(m, &c);
    if (on.evicts)
        l2_evict(m);
    cache_misses(m, &c);
    kinds(m, rules, on.both);
    if (rules->timed)
        clock(m, rules);
    if (rules->write_back)
        l2_dirty(m, on.both);
    requests(m, rules, on.both, on.evicts);
    if (rules->renew != NULL)
        l2_renew_loads(m, &c);
    if (rules->sends_cts)
        misses(m, rules);
    if (on.both)
        l2_both_once(m);
    if (both_back)
        l2_both_dirty_stores(m);
    cache_answers(m, &c);
    if (rules->l2_clock)
        move_clock(m, rules);
    else if (on.expired_first)
        newest(m);
    if (on.expired_first)
        hdl_assign(m, "lease_clock", rules->l2_clock ? "cts_q" : "newest_q");
    if (rules->store_lines)
        read_for_ack(m);
    cache_stage0(m, &c);
    cache_update(m, &c);
    cache_arrays(m, &c);
    if (on.evicts)
        l2_evict_update(m);
    if (rules->write_back)
        l2_dirty_update(m, on.both);
    to_l1(m, rules, on.both);
    to_memory(m, rules, on.both, on.evicts);
    if (acks_apart(rules))
        acknowledge(m, rules);
    if (on.latency)
        latency(m, &c);
    cache_idle(m, &c);
    if (on.partition)
        l2_partition_update(m);
    cache_counters(m, &c, l2_counters(rules, on));
    hdl_end(m);
    return hdl_own_name(d, name);
}
