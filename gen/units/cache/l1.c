#include "gen/units/cache/l1.h"

#include "gen/units/cache/latency.h"
#include "gen/units/cache/pipeline.h"
#include "gen/units/parts.h"

#define REQUESTS(stored)                                                                           \
    {"loads", "loads", "loads taken from the core", "load_hit || load_join || load_miss"},         \
        {"load_hits", "loads", "answered from a copy", "load_hit"},                                \
        {"load_joins", "loads", "joined a miss already in flight", "load_join"},                   \
        {"load_fresh", "loads", "volatile or ordered: sent on whatever was here",                  \
         "load_miss && is_fresh"},                                                                 \
        {"stores", "stores", "stores taken from the core", stored},                                \
        {"stores_to_copy", "stores", "stores that found a copy of their line", stored " && hit"},  \
        {"atomics", "atomics", "atomics taken from the core", "atomic_go"},                        \
        {"fences", "fences", "fences taken from the core", "is_fence && word_go"},                 \
        {"evictions", "lines", "lines replaced by a fill",                                         \
         "fill_install && !hit && victim_valid"},                                                  \
    {                                                                                              \
        "parked", "times",                                                                         \
            "a request was put aside: its line or all MSHRs were in flight, or there was no room " \
            "to go on",                                                                            \
            "s1_parks"                                                                             \
    }

const struct unit_counter *l1_counters(const struct rules *rules, struct unit_options on)
{
    static CACHE_COUNTERS_OF(plain, REQUESTS("store_go"));
    static CACHE_COUNTERS_OF(timed, REQUESTS("store_go"), CACHE_COUNT_EXPIRED);
    static CACHE_COUNTERS_OF(clocked, REQUESTS("store_go"), CACHE_COUNT_EXPIRED,
                             CACHE_COUNT_CLOCKED);
    static CACHE_COUNTERS_OF(renews, REQUESTS("store_go"), CACHE_COUNT_EXPIRED, CACHE_COUNT_CLOCKED,
                             CACHE_COUNT_RENEWALS);
    static CACHE_COUNTERS_OF(directory, REQUESTS(CACHE_STORED),
                             CACHE_COUNT_RELEASES("taken from the core"));
    static CACHE_COUNTERS_OF(
        deep, REQUESTS("store_go"), CACHE_COUNT_INVALIDATED("that the package was asked to drop"),
        {"fills_dropped", "lines", "not kept, as the line was to be dropped meanwhile",
         "fill_done && mshr_dropped_q[match_at]"});
    return (rules->directory   ? directory
            : rules->deep      ? deep
            : rules->renew     ? renews
            : rules->sends_cts ? clocked
            : rules->timed     ? timed
                               : plain)[on.latency];
}

static const struct cache l1_cache = {
    .who = "tag",
    .who_w = "TAG_W",
    .whos = "TAGS",
    .in = "core_req",
    .in_msg = "core",
    .below = "rsp",
    .below_msg = "rsp",
    .up = "core_rsp",
    .up_room = "core_rsp_room",
    .down_room = "req_room",
    .set = "[SET_W-1:0]",
    .fields = {{"tag", "TAG_W"}},
    .sends = "load_miss || store_go || atomic_go || pass_go",
    .locks = "!is_load && !is_peek_l2",
    .cts = "cts_q",
    .cts_is_latest = true, /* the clock never goes back */
    .peeks = true,
    .in_flight_w = "TAG_W + 1",
};

static void header(struct hdl *m, const struct rules *rules)
{
    parts_widths(m, rules);
    parts_queues(m);
    unit_params(m);
    hdl_param(m, "SRC_W", "2", "bits of a port number of the switch");
    hdl_param(m, "TAG_W", "4", "bits of a core's tag");
    hdl_param(m, "SETS", "8", "a power of two, at least 2");
    hdl_param(m, "WAYS", "2", "a power of two, at least 2");
    hdl_param(m, "MSHRS", "4", "misses and stores in flight, a power of two, at least 2");
    if (rules->sends_cts)
        hdl_param(m, "TICK", "64", "M10: load hits that advance the clock by one; 0: never");
    hdl_param(m, "CORE_REQ_W", msg_width_expr(m, &msg_core_req, NULL, NULL), "derived");
    hdl_param(m, "CORE_RSP_W", msg_width_expr(m, &msg_core_rsp, NULL, NULL), "derived");
    hdl_param(m, "REQ_W", msg_width_expr(m, rules->req, NULL, NULL), "derived");
    hdl_param(m, "RSP_W", msg_width_expr(m, rules->rsp, NULL, NULL), "derived");
    if (rules->deep)
        hdl_param(m, "DROP_W", msg_width_expr(m, &msg_drop, NULL, NULL), "derived");
    hdl_clock(m);
    hdl_in(m, "id_i", "SRC_W", "this L1's port at the switch");
    hdl_channel_in(m, "core_req", "CORE_REQ_W", "the core's requests, a line at a time");
    hdl_channel_out(m, "core_rsp", "CORE_RSP_W", "answers to the core, in any order, by tag");
    hdl_channel_out(m, "req", "REQ_W", "misses and stores to the L2");
    hdl_channel_in(m, "rsp", "RSP_W", "answers of the L2, by line");
    if (rules->deep) {
        hdl_channel_in(m, "drop", "DROP_W", "lines to be dropped");
        hdl_channel_out(m, "dropped", "DROP_W", "these, when there is no copy of them");
    }
    unit_ports(m);
    hdl_localparam(m, "DATA_W", "8*LINE_BYTES", NULL);
    hdl_localparam(m, "SET_W", "$clog2(SETS)", NULL);
    hdl_localparam(m, "WAY_W", "$clog2(WAYS)", NULL);
    hdl_localparam(m, "KEY_W", "LINE_W - SET_W", "bits of a tag");
    hdl_localparam(m, "MSHR_W", "$clog2(MSHRS)", NULL);
    hdl_localparam(m, "TAGS", "1 << TAG_W", NULL);
    if (rules->sends_cts) {
        hdl_localparam(m, "HITS_W", "TICK > 1 ? $clog2(TICK) : 1", NULL);
        hdl_localparam(m, "LAST_HIT", "TICK > 0 ? TICK - 1 : 0", "of a tick");
    }
    hdl_localparam(m, "WORD_W", rules->timed ? "2*TIME_W + 1" : "1", "bits of a word");
}

static void queues(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Every channel has its queue: outputs depend on registers alone.");
    part_in_queue(m, "core_req", "CORE_REQ_W");
    msg_unpack(m, &msg_core_req, "core", "core_req_msg", NULL, NULL, "data", "mask", "line", "tag",
               "op", "fn", NULL);
    part_in_queue(m, "rsp", "RSP_W");
    msg_unpack(m, rules->rsp, "rsp", "rsp_msg", NULL, NULL, "data", "line", "op", "wts", "rts",
               "same", NULL);
    part_out_queue(m, "core_rsp", "CORE_RSP_W");
    part_out_queue(m, "req", "REQ_W");
}

/* Lines to be dropped come by a channel of their own, so that no answer that is in the way can stop
 * a store. They go before the answers, as invalidations among them. */
static void drops(struct hdl *m)
{
    hdl_note(m, "Lines to be dropped go before answers, and may overtake fills of theirs.");
    part_in_queue(m, "drop", "DROP_W");
    msg_unpack(m, &msg_drop, "drop", "drop_msg", NULL, NULL, "line", NULL);
    part_out_queue(m, "dropped", "DROP_W");
    hdl_let(m, "below_valid", "1", "drop_valid || rsp_valid");
    hdl_let(m, "below_op", "4", "drop_valid ? OP_INVALIDATE : rsp_op");
    hdl_let(m, "below_line", "LINE_W", "drop_valid ? drop_line : rsp_line");
    hdl_let(m, "below_data", "DATA_W", "rsp_data");
    hdl_wire(m, "below_pop", "1", NULL);
    hdl_assign(m, "drop_pop", "below_pop && drop_valid");
    hdl_assign(m, "rsp_pop", "below_pop && !drop_valid");
    hdl_let(m, "ack_room", "1", "dropped_room");
}

/* A line is dropped when no copy is here and no fill under way will be kept. */
static void dropped(struct hdl *m)
{
    hdl_assign(m, "dropped_push", "invalidation_done");
    msg_pack(m, &msg_drop, "dropped_msg", NULL, NULL,
             (struct msg_value[]){{"line", "s1_line_q"}, {NULL, NULL}});
}

static void stage2_registers(struct hdl *m)
{
    hdl_note(m, "Stage 2: a line read for the core, or a word that answers the harness.");
    hdl_reg(m, "s2_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "s2_tag_q", "TAG_W", NULL, NULL);
    hdl_reg(m, "s2_line_q", "1", NULL, "the data array's line, else the word");
    hdl_reg(m, "s2_word_q", "WORD_W", NULL, NULL);
}

static void kinds(struct hdl *m)
{
    hdl_note(m, "What stage 1 is asked for. A word is answered here; a pass is for those below.");
    hdl_let(m, "s1_request", "1", "s1_valid_q && !s1_answer_q");
    cache_op(m, "is_fresh", "OP_FRESH");
    cache_op(m, "is_store", "OP_STORE");
    cache_op(m, "is_atomic", "OP_ATOMIC");
    cache_op(m, "is_clock", "OP_CLOCK");
    cache_op(m, "is_fence", "OP_FENCE");
    cache_op(m, "is_peek", "OP_PEEK_L1");
    cache_op(m, "is_peek_l2", "OP_PEEK_L2");
    cache_op(m, "is_any_empty", "OP_EMPTY");
    hdl_let(m, "is_load", "1", "is_fresh || (s1_request && s1_op_q == OP_LOAD)");
    hdl_let(m, "is_empty", "1", "is_any_empty && s1_fn_q == LEVEL_L1");
    hdl_let(m, "is_word", "1", "is_clock || is_fence || is_peek || is_empty");
    hdl_let(m, "is_pass", "1", "is_peek_l2 || (is_any_empty && !is_empty)");
}

static void requests(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    hdl_note(m, "The clock of this L1. A copy may be read while the clock is within its lease.");
    if (rules->timed) {
        hdl_reg(m, "cts_q", "TIME_W", "{TIME_W{1'b0}}", "the SM's time");
        hdl_let(m, "cts", "TIME_W", "cts_q");
    }
    part_lease(m, rules, on.ignores_lease ? "cts <= way_rts || 1'b1" : rules->l1_live);
    hdl_note(m, "What a request in stage 1 does. What finds no room or a locked line is parked.");
    hdl_let(m, "s2_push", "1", "s2_valid_q && core_rsp_room");
    hdl_let(m, "s2_room", "1", "!s2_valid_q || s2_push");
    hdl_let(m, "here", "1", "hit && live && !is_fresh");
    hdl_let(m, "may_send", "1",
            hdl_all(m, "!match", "vacant", "req_room",
                    rules->short_lease != NULL ? "!again_any" : NULL));
    if (rules->seen) {
        hdl_note(m,
                 "rc: a warp may wait twice in one MSHR, so its loads are served in their order.");
        hdl_let(m, "entry_closed", "1", "mshr_asked_again_q[match_at] && cts_q > entry_cts");
    }
    hdl_let(m, "load_hit", "1", "is_load && !match && here && s2_room");
    hdl_let(m, "load_join", "1",
            hdl_all(m, "is_load", "!is_fresh", "match", "!mshr_store_q[match_at]",
                    "!mshr_peek_q[match_at]", rules->seen ? "!entry_closed" : NULL,
                    rules->deep ? "!mshr_dropped_q[match_at]" : NULL));
    hdl_let(m, "load_miss", "1", "is_load && !here && may_send");
    hdl_let(m, "store_go", "1", "is_store && may_send");
    hdl_let(m, "atomic_go", "1", "is_atomic && may_send");
    hdl_let(m, "pass_go", "1", "is_pass && may_send");
    if (rules->fence_empties)
        hdl_note(m,
                 "A fence drops every copy, and waits for all that is in flight: a fill that was "
                 "asked for before it brings a copy of before it.");
    const char *empties = hdl_any(m, "is_empty", rules->fence_empties ? "is_fence" : NULL);
    hdl_let(m, "word_go", "1",
            hdl_v(m, "is_word && s2_room && !(%s)", hdl_all(m, empties, "(|mshr_busy_q)")));
    hdl_let(m, "request_done", "1",
            "load_hit || load_join || load_miss || store_go || atomic_go || pass_go || word_go");
    hdl_let(m, "s1_parks", "1", "s1_request && !request_done");
    hdl_let(m, "park_unsent", "1",
            "!match && vacant && !req_room && !is_word && !(is_load && here)");
    hdl_assign(m, "sweep", hdl_all(m, empties, "word_go"));
}

/* Under rc, accesses raise `seen` alone, and a fence raises the clock to it. */
static void clock(struct hdl *m, const struct rules *rules)
{
    const char *moves = rules->seen ? "seen_q" : "cts_q";
    if (rules->seen) {
        hdl_note(m, "rc: what accesses raise is not the clock, but what a fence raises it to.");
        hdl_reg(m, "seen_q", "TIME_W", "{TIME_W{1'b0}}", "the latest time that the CU has seen");
        hdl_let(m, "cts_seen", "TIME_W", "seen_q > cts_q ? seen_q : cts_q");
    }
    hdl_note(m, "M2: a load carries the clock to the time its value was written; so does a store's "
                "answer.");
    hdl_let(m, "clock", "TIME_W", moves);
    hdl_let(m, "clock_raised", "TIME_W",
            hdl_v(m, "is_ack ? (%s) : (%s)", rules->store_clock, rules->load_clock));
    hdl_let(m, "cts_asked", "TIME_W", "s1_data_q[TIME_W-1:0]");
    const char *known = rules->seen ? "cts_seen" : "cts_q";
    hdl_let(m, "cts_told", "TIME_W",
            hdl_v(m, "is_clock && cts_asked > %s ? cts_asked : %s", known, known));
    const char *raised = "clock_raised";
    if (rules->sends_cts) {
        hdl_note(m, "M10: and every TICK hits the clock moves on by itself.");
        hdl_reg(m, "hits_q", "HITS_W", "{HITS_W{1'b0}}", "load hits since the last tick");
        hdl_let(m, "tick", "1", "TICK != 0 && load_hit && hits_q == LAST_HIT[HITS_W-1:0]");
        if (!rules->seen)
            raised = "tick && !(&clock_raised) ? clock_raised + 1'b1 : clock_raised";
    } else {
        hdl_note(m, "A time that runs over starts the clock again.");
        raised = "(&fill_wts) ? {TIME_W{1'b0}} : clock_raised";
    }
    hdl_on_clock (m) {
        if (rules->sends_cts)
            hdl_when (m, "load_hit") {
                hdl_set(m, "hits_q", "tick ? {HITS_W{1'b0}} : hits_q + 1'b1");
            }
        if (rules->seen)
            hdl_when (m, "tick && !(&cts_q)") {
                hdl_set(m, "cts_q", "cts_q + 1'b1");
            }
        hdl_when (m, "(is_clock || is_fence) && word_go") {
            hdl_set(m, "cts_q", "cts_told");
        }
        hdl_when (m, "load_hit || (fill_serves && !mshr_peek_q[match_at]) || ack_done") {
            hdl_set(m, moves, raised);
        }
        hdl_when (m, "sweep") {
            hdl_set(m, "cts_q", "{TIME_W{1'b0}}");
            if (rules->seen)
                hdl_set(m, "seen_q", "{TIME_W{1'b0}}");
        }
    }
}

static void outputs(struct hdl *m, const struct cache *c)
{
    const struct rules *rules = c->rules;
    bool again = rules->short_lease != NULL;
    hdl_on_clock (m) {
        hdl_when (m, "load_hit || word_go") {
            hdl_set(m, "s2_valid_q", "1'b1");
            hdl_set(m, "s2_tag_q", "s1_tag_q");
            hdl_set(m, "s2_line_q", "load_hit");
            hdl_set(m, "s2_word_q",
                    rules->timed ? "is_peek ? peek_word : clock_word" : "peek_word");
        }
        hdl_elsewhen (m, "s2_push") {
            hdl_set(m, "s2_valid_q", "1'b0");
        }
    }
    hdl_assign(m, "core_rsp_push", "s2_valid_q || fill_serves || ack_done");
    hdl_let(m, "word_line", "DATA_W", "{{DATA_W - WORD_W{1'b0}}, s2_word_q}");
    hdl_let(m, "answer_data", "DATA_W",
            "!s2_valid_q ? s1_data_q : s2_line_q ? line_read : word_line");
    msg_pack(m, &msg_core_rsp, "core_rsp_msg", NULL, NULL,
             (struct msg_value[]){
                 {"data", "answer_data"}, {"tag", "s2_valid_q ? s2_tag_q : serve"}, {NULL, NULL}});
    const char *copy = "hit";
    if (rules->epochs)
        copy = "hit && (is_load || hit_rts[TIME_W-1:TS_W] == cts_q[TIME_W-1:TS_W])";
    if (rules->renew != NULL) {
        hdl_note(
            m, "A renewal: a copy's wts is one of the clock's epoch, or the copy is not told of.");
        cache_tells_copy(m, c);
        copy = "!again_go && tells_copy";
    }
    if (rules->sends_cts)
        hdl_note(m, "M3: every request carries the clock. A copy is told of for M9, if it is of "
                    "the clock's epoch.");
    hdl_assign(
        m, "req_push",
        hdl_any(m, "load_miss", "store_go", "atomic_go", "pass_go", again ? "again_go" : NULL));
    const char *op = rules->store_lines ? "is_store ? OP_STORE_LINE : s1_op_q"
                     : again            ? "again_go ? OP_LOAD : s1_op_q"
                                        : "s1_op_q";
    msg_pack(m, rules->req, "req_msg", NULL, NULL,
             (struct msg_value[]){
                 {"data", "s1_data_q"},
                 {"mask", "s1_mask_q"},
                 {"line", again ? "again_go ? mshr_line[again_at] : s1_line_q" : "s1_line_q"},
                 {"op", op},
                 {"src", "id_i"},
                 {"fn", "s1_fn_q"},
                 {"cts", "again_go ? mshr_cts[again_at] : cts_q"},
                 {"copy", copy},
                 {"copy_rts", rules->renew != NULL ? "is_load ? hit_ts : hit_rts[TS_W-1:0]"
                                                   : "hit_rts[TS_W-1:0]"},
                 {NULL, NULL}});
}

static void words(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Words that answer a clock and a peek.");
    if (!rules->timed) {
        hdl_let(m, "peek_word", "WORD_W", "hit");
        return;
    }
    hdl_let(m, "clock_word", "WORD_W", "{{WORD_W - TIME_W{1'b0}}, cts_told}");
    hdl_let(m, "peek_word", "WORD_W", "{hit_rts, hit_wts, hit}");
}

const char *l1_emit(struct hdl_design *d, const struct rules *rules, struct unit_options on)
{
    char name[UNIT_NAME];
    unit_name(name, "l1", rules->name,
              (struct unit_options){.rc = rules->seen,
                                    .expired_first = on.expired_first,
                                    .latency = on.latency,
                                    .ignores_lease = on.ignores_lease,
                                    .deep = rules->deep});
    if (hdl_has(d, name))
        return hdl_own_name(d, name);
    struct hdl *m = hdl_module(
        d, name,
        rules->timed           ? "An SM's private cache: write-through, with leases in "
                                 "logical time."
        : rules->fence_empties ? "An SM's private cache: write-through, emptied by fences."
        : rules->deep          ? "An SM's private cache: write-through, drops lines when told."
                               : "An SM's private cache: write-through, not coherent.");
    struct cache c = l1_cache;
    c.rules = rules;
    c.counts_latency = on.latency;
    c.in_order = rules->seen;
    c.keeps_whole = rules->fence_empties;
    c.fences = rules->fence_empties;
    if (rules->deep) {
        c.invalidations = c.remembers = true;
        c.below = c.below_msg = "below";
    }
    header(m, rules);
    queues(m, rules);
    if (rules->deep)
        drops(m);
    cache_stage_registers(m, &c);
    hdl_let(m, "s1_key", "KEY_W", "s1_line_q[LINE_W-1:SET_W]");
    stage2_registers(m);
    part_tags(m, rules, (struct part_tags){.by_lease = on.expired_first});
    cache_times(m, &c);
    cache_misses(m, &c);
    kinds(m);
    requests(m, rules, on);
    cache_answers(m, &c);
    cache_stage0(m, &c);
    if (rules->timed)
        clock(m, rules);
    if (on.expired_first)
        hdl_assign(m, "lease_clock", "cts_q");
    cache_update(m, &c);
    words(m, rules);
    cache_arrays(m, &c);
    outputs(m, &c);
    if (rules->deep)
        dropped(m);
    if (on.latency)
        cache_latency(m, &c);
    cache_idle(m, &c);
    cache_counters(m, &c, l1_counters(rules, on));
    hdl_end(m);
    return hdl_own_name(d, name);
}
