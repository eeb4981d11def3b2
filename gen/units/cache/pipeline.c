#include "gen/units/cache/pipeline.h"

#include "gen/units/parts.h"

static void request_registers(struct hdl *m, const struct cache *c, const char *stage)
{
    hdl_reg(m, hdl_v(m, "%s_op_q", stage), "4", NULL, NULL);
    hdl_reg(m, hdl_v(m, "%s_fn_q", stage), "5", NULL, NULL);
    hdl_reg(m, hdl_v(m, "%s_line_q", stage), "LINE_W", NULL, NULL);
    for (const struct cache_field *f = c->fields; f->name != NULL; f++)
        hdl_reg(m, hdl_v(m, "%s_%s_q", stage, f->name), f->width, NULL, NULL);
    hdl_reg(m, hdl_v(m, "%s_mask_q", stage), "LINE_BYTES", NULL, NULL);
    hdl_reg(m, hdl_v(m, "%s_data_q", stage), "DATA_W", NULL, NULL);
}

void cache_stage_registers(struct hdl *m, const struct cache *c)
{
    hdl_note(m, "Stage 1: a request from above, or an answer from below, with its set's row.");
    hdl_reg(m, "s1_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "s1_answer_q", "1", NULL, "an answer, else a request");
    request_registers(m, c, "s1");
    if (c->rules->timed) {
        hdl_reg(m, "s1_wts_q", "TS_W", NULL, "answer");
        hdl_reg(m, "s1_rts_q", "TIME_W", NULL, "answer");
    }
    if (c->rules->sends_cts)
        hdl_reg(m, "s1_same_q", "1", NULL, "answer");
    if (cache_renews(c)) {
        hdl_reg(m, "s1_read_q", "1", "1'b0", "answer: its line comes from the copy in this cycle");
    }
    if (c->renews_above)
        hdl_reg(m, "s1_renewed_q", "1", NULL, "answer: its line has come from the copy");
    hdl_let(m, "s1_line", "LINE_W", "s1_line_q");
    hdl_let(m, "s1_set", "SET_W", hdl_v(m, "s1_line_q%s", c->set));
    hdl_note(m, "A request that cannot go on leaves stage 1 and waits here, so that answers pass.");
    hdl_reg(m, "park_valid_q", "1", "1'b0", NULL);
    hdl_reg(m, "park_asleep_q", "1", NULL, "only an answer can help it");
    hdl_reg(m, "park_unsent_q", "1", NULL, "it only lacks room in the queue to below");
    request_registers(m, c, "park");
}

void cache_misses(struct hdl *m, const struct cache *c)
{
    bool again = cache_asks_again(c);
    hdl_note(m, again ? "MSHRs. A load's entry collects those who wait for the line; the answer "
                        "must reach at least to the latest of their clocks."
                      : "MSHRs. A load's entry collects those who wait for the line.");
    hdl_reg(m, "mshr_busy_q", "MSHRS", "{MSHRS{1'b0}}", NULL);
    hdl_reg(m, "mshr_store_q", "MSHRS", "{MSHRS{1'b0}}",
            "a store or an atomic: the line is locked (M7)");
    if (c->peeks)
        hdl_reg(m, "mshr_peek_q", "MSHRS", "{MSHRS{1'b0}}", "a peek below: not kept here");
    if (c->remembers)
        hdl_reg(m, "mshr_dropped_q", "MSHRS", "{MSHRS{1'b0}}",
                "the line was dropped since: its fill is not kept, and nobody joins");
    if (c->rules->sends_cts || c->keeps_whole)
        hdl_reg(m, "mshr_whole_q", "MSHRS", "{MSHRS{1'b0}}", "a store of every byte of the line");
    if (again)
        hdl_reg(m, "mshr_again_q", "MSHRS", "{MSHRS{1'b0}}",
                "a load's answer left some unserved: to be asked for again");
    if (c->in_order)
        hdl_reg(m, "mshr_asked_again_q", "MSHRS", "{MSHRS{1'b0}}",
                "the next answer serves all: joined only by those whose clock was asked for");
    hdl_mem(m, "mshr_line", "LINE_W", "MSHRS", NULL);
    hdl_mem(m, "mshr_first", c->who_w, "MSHRS", "the first to ask: any answer serves it");
    hdl_mem(m, "mshr_wait", c->whos, "MSHRS", "all who wait");
    if (again)
        hdl_mem(m, "mshr_cts", "TIME_W", "MSHRS", "the latest of their clocks");
    part_mshrs(m, again, c->gone);
    hdl_let(m, "shown_at", "MSHR_W", "probe_sel_i[MSHR_W-1:0]");
    hdl_let(m, "shown_line", "LINE_W", "mshr_line[shown_at]");
    hdl_let(m, "shown_mshr", "64",
            "{mshr_busy_q[shown_at], mshr_store_q[shown_at], {62 - LINE_W{1'b0}}, shown_line}");
    hdl_let(m, "entry_wait", c->whos, "mshr_wait[match_at]");
    hdl_let(m, "entry_first", c->who_w, "mshr_first[match_at]");
    if (again && (c->in_order || !c->cts_is_latest))
        hdl_let(m, "entry_cts", "TIME_W", "mshr_cts[match_at]");
}

void cache_op(struct hdl *m, const char *name, const char *op)
{
    hdl_let(m, name, "1", hdl_v(m, "s1_request && s1_op_q == %s", op));
}

void cache_times(struct hdl *m, const struct cache *c)
{
    hdl_let(m, "is_answer", "1", "s1_valid_q && s1_answer_q");
    if (!c->rules->timed)
        return;
    hdl_let(m, "rts", "TIME_W", "s1_rts_q");
    hdl_let(m, "wts", "TIME_W",
            c->rules->epochs ? "is_answer ? {s1_rts_q[TIME_W-1:TS_W], s1_wts_q} : hit_wts"
                             : "is_answer ? s1_wts_q : hit_wts");
}

/* An answer with times alone. The line is locked in its MSHR, so a copy that is still here is the
 * one that the request told of. Its line is read, and stands in the answer from the second cycle
 * on, as if the memory had sent it. Without it the MSHR asks for the line. */
static void renewals(struct hdl *m)
{
    hdl_note(m, "A renewal: the copy is as good, and is read into the answer; if it has gone, the "
                "line is asked for.");
    hdl_let(m, "is_renewal", "1", "is_answer && s1_op_q == OP_RENEW");
    hdl_let(m, "renew_read", "1", "is_renewal && hit && !s1_read_q && !s2_valid_q");
    hdl_let(m, "renew_lost", "1", "is_renewal && !hit");
    hdl_wire(m, "line_read", "DATA_W", NULL);
}

/* The wts of a copy is one of the epoch of its lease, and says nothing in another. */
void cache_tells_copy(struct hdl *m, const struct cache *c)
{
    hdl_let(m, "tells_copy", "1",
            c->rules->epochs
                ? hdl_v(m, "hit && hit_rts[TIME_W-1:TS_W] == %s[TIME_W-1:TS_W]", c->cts)
                : "hit");
}

/* Declares `name`: the number of the lowest bit of `from` for which `when` holds, or else
 * `otherwise`. */
static void lowest(struct hdl *m, const struct cache *c, const char *name, const char *note,
                   const char *from, const char *when, const char *otherwise)
{
    hdl_var(m, name, c->who_w, note);
    hdl_on_comb (m) {
        hdl_set(m, name, otherwise);
        hdl_for (m, "w", c->whos) {
            hdl_when (m, hdl_v(m, "%s%s[%s - 1 - w]", when, from, c->whos)) {
                hdl_set(m, name, hdl_v(m, "~w[%s-1:0]", c->who_w));
            }
        }
    }
}

/* What a fill would do, computed for all MSHRs in parallel with the comparison of their lines and
 * not after it: this is the longest path of a cache. */
static void fills_of_each(struct hdl *m, const struct cache *c)
{
    hdl_wire(m, "mshr_single", "MSHRS", "one waits");
    if (cache_asks_again(c))
        hdl_wire(m, "mshr_short", "MSHRS", "a fill would not do for all who wait");
    hdl_gen_for (m, "s", "MSHRS", "fill") {
        hdl_let(m, "waiting", c->whos, "mshr_wait[s]");
        hdl_assign(m, "mshr_single[s]",
                   hdl_v(m, "(waiting & (waiting - {{%s - 1{1'b0}}, 1'b1})) == {%s{1'b0}}", c->whos,
                         c->whos));
        if (cache_asks_again(c)) {
            hdl_let(m, "waiting_cts", "TIME_W", "mshr_cts[s]");
            hdl_assign(
                m, "mshr_short[s]",
                hdl_v(m, "%s%s", c->rules->short_lease, c->peeks ? " && !mshr_peek_q[s]" : ""));
        }
    }
}

void cache_answers(struct hdl *m, const struct cache *c)
{
    bool again = cache_asks_again(c), renews = cache_renews(c);
    hdl_note(m, "What an answer in stage 1 does: a fill serves those who wait one a cycle, then "
                "installs the line; a store's answer unlocks it.");
    hdl_let(m, "is_fill", "1", "is_answer && (s1_op_q == OP_LOAD || s1_op_q == OP_PEEK_L2)");
    const bool drops = c->invalidations;
    if (drops)
        hdl_let(m, "is_invalidation", "1", "is_answer && s1_op_q == OP_INVALIDATE");
    if (renews)
        renewals(m);
    hdl_let(m, "is_ack", "1",
            drops    ? "is_answer && !is_fill && !is_invalidation"
            : renews ? "is_answer && !is_fill && !is_renewal"
                     : "is_answer && !is_fill");
    hdl_let(m, "is_store_ack", "1",
            c->rules->store_lines ? "is_ack && (s1_op_q == OP_STORE || s1_op_q == OP_STORE_LINE)"
                                  : "is_ack && s1_op_q == OP_STORE");
    fills_of_each(m, c);
    if (again)
        hdl_let(m, "short", "1", "|(same_line & mshr_short)");
    lowest(m, c, "serve", "who is served in this cycle", "entry_wait",
           again ? "is_fill && !short && " : "is_fill && ", "entry_first");
    hdl_let(m, "rest", c->whos,
            hdl_v(m, "entry_wait & ~({{%s - 1{1'b0}}, 1'b1} << serve)", c->whos));
    if (again)
        lowest(m, c, "first_of_rest", "who asks again when the lease was too short", "rest", "",
               hdl_v(m, "{%s{1'b0}}", c->who_w));
    hdl_let(m, "answer_room", "1", hdl_v(m, "!s2_valid_q && %s", c->up_room));
    hdl_let(m, "fill_serves", "1", "is_fill && answer_room");
    hdl_let(
        m, "fill_done", "1",
        hdl_v(m, "fill_serves && |(same_line & (mshr_single%s))", again ? " | mshr_short" : ""));
    if (again) {
        hdl_let(m, "fill_again", "1",
                hdl_v(m, "fill_serves && short && rest != {%s{1'b0}}", c->whos));
        hdl_let(m, "again_go", "1",
                hdl_v(m, "again_any && %s%s", c->down_room, c->gone ? " && !gone_any" : ""));
    }
    hdl_let(m, "ack_done", "1", "is_ack && answer_room");
    const char *kept = hdl_all(m, "fill_done", c->peeks ? "!mshr_peek_q[match_at]" : NULL,
                               c->remembers ? "!mshr_dropped_q[match_at]" : NULL, c->keeps);
    const char *stored = c->rules->store_lines ? "ack_done && s1_op_q == OP_STORE_LINE" : NULL;
    hdl_let(m, "fill_install", "1", hdl_any(m, kept, stored));
    if (drops)
        hdl_let(m, "invalidation_done", "1",
                hdl_v(m, "is_invalidation && %s", c->ack_room != NULL ? c->ack_room : "ack_room"));
    hdl_let(m, "answer_done", "1",
            drops    ? "fill_done || ack_done || invalidation_done"
            : renews ? "fill_done || ack_done || renew_lost"
                     : "fill_done || ack_done");
    if (c->rules->sends_cts) {
        hdl_note(m, "M9: a copy survives its own partial store only if no other came between.");
        hdl_let(m, "copy_good", "1", "s1_same_q || mshr_whole_q[match_at]");
    } else {
        hdl_let(m, "copy_good", "1", c->keeps_whole ? "mshr_whole_q[match_at]" : "1'b1");
    }
    if (c->rules->timed) {
        hdl_let(m, "fill_wts", "TIME_W", c->rules->fill_wts);
        hdl_let(m, "fill_rts", "TIME_W", c->rules->fill_rts);
    }
}

static void choose(struct hdl *m, const struct cache *c)
{
    hdl_note(m, "Stage 0: answers first, then the parked request, then the next. What is about "
                "to write a row holds back a lookup of that row.");
    hdl_let(m, "writes_row", "1",
            hdl_any(m, "is_answer", "atomic_go", c->allocates != NULL ? "is_store" : NULL));
    hdl_let(m, "s1_leaves", "1", "!s1_valid_q || answer_done || request_done");
    hdl_let(m, "take_answer", "1",
            hdl_all(m, "swept", c->invalidations ? "!is_empty" : NULL,
                    hdl_v(m, "%s_valid", c->below), "s1_leaves || s1_parks",
                    hdl_v(m, "!(writes_row && %s_line%s == s1_set)", c->below_msg, c->set)));
    hdl_let(m, "park_sleeps", "1",
            hdl_v(m, "park_asleep_q || (park_unsent_q && !%s)", c->down_room));
    const char *open = c->bars != NULL ? hdl_v(m, "!(%s)", c->bars) : NULL;
    hdl_let(m, "take_parked", "1",
            hdl_all(m, "swept", open,
                    hdl_v(m,
                          "!%s_valid && park_valid_q && !park_sleeps && s1_leaves"
                          " && !(writes_row && park_line_q%s == s1_set)",
                          c->below, c->set)));
    hdl_let(m, "take_next", "1",
            hdl_all(m, "swept", open, c->fences ? "!is_fence" : NULL,
                    hdl_v(m, "!%s_valid", c->below), "!park_valid_q", hdl_v(m, "%s_valid", c->in),
                    "s1_leaves",
                    hdl_v(m, "!(writes_row && %s_line%s == s1_set)", c->in_msg, c->set)));
    hdl_assign(m, hdl_v(m, "%s_pop", c->below), "take_answer");
    hdl_assign(m, hdl_v(m, "%s_pop", c->in), "take_next");
    hdl_assign(m, "tags_read", hdl_any(m, "take_answer", "take_parked", "take_next", c->scan));
    hdl_assign(m, "tags_read_set",
               hdl_v(m, "%stake_answer ? %s_line%s : take_parked ? park_line_q%s : %s_line%s",
                     c->scan != NULL ? hdl_v(m, "%s ? %s : ", c->scan, c->scan_set) : "",
                     c->below_msg, c->set, c->set, c->in_msg, c->set));
}

/* A field of stage 1 that only requests have. */
static void take_request_field(struct hdl *m, const struct cache *c, const char *field)
{
    hdl_set(m, hdl_v(m, "s1_%s_q", field),
            hdl_v(m, "take_parked ? park_%s_q : %s_%s", field, c->in_msg, field));
}

/* A field of stage 1 that requests and answers have. */
static void take_common_field(struct hdl *m, const struct cache *c, const char *field)
{
    hdl_set(m, hdl_v(m, "s1_%s_q", field),
            hdl_v(m, "take_answer ? %s_%s : take_parked ? park_%s_q : %s_%s", c->below_msg, field,
                  field, c->in_msg, field));
}

static void fill_stage1(struct hdl *m, const struct cache *c)
{
    hdl_on_clock (m) {
        hdl_when (m, c->scan != NULL ? "take_answer || take_parked || take_next" : "tags_read") {
            hdl_set(m, "s1_valid_q", "1'b1");
            hdl_set(m, "s1_answer_q", "take_answer");
            take_common_field(m, c, "op");
            take_request_field(m, c, "fn");
            take_common_field(m, c, "line");
            for (const struct cache_field *f = c->fields; f->name != NULL; f++)
                take_request_field(m, c, f->name);
            take_request_field(m, c, "mask");
            take_common_field(m, c, "data");
            if (c->rules->timed) {
                hdl_set(m, "s1_wts_q", hdl_v(m, "%s_wts", c->below_msg));
                hdl_set(m, "s1_rts_q", hdl_v(m, "%s_rts", c->below_msg));
            }
            if (c->rules->sends_cts)
                hdl_set(m, "s1_same_q", hdl_v(m, "%s_same", c->below_msg));
            if (c->renews_above)
                hdl_set(m, "s1_renewed_q", "1'b0");
        }
        hdl_elsewhen (m, "s1_leaves || s1_parks") {
            hdl_set(m, "s1_valid_q", "1'b0");
        }
        if (cache_renews(c)) {
            hdl_elsewhen (m, "s1_read_q") {
                hdl_set(m, "s1_op_q", "OP_LOAD");
                hdl_set(m, "s1_data_q", "line_read");
                if (c->renews_above)
                    hdl_set(m, "s1_renewed_q", "1'b1");
            }
            hdl_set(m, "s1_read_q", "renew_read");
        }
    }
}

static void put_aside(struct hdl *m, const char *field)
{
    hdl_set(m, hdl_v(m, "park_%s_q", field), hdl_v(m, "s1_%s_q", field));
}

static void park(struct hdl *m, const struct cache *c)
{
    hdl_on_clock (m) {
        hdl_when (m, "s1_parks") {
            hdl_set(m, "park_valid_q", "1'b1");
            hdl_set(m, "park_asleep_q",
                    c->gone ? "(match || !vacant) && s2_room && !gone_go"
                            : "(match || !vacant) && s2_room");
            hdl_set(m, "park_unsent_q", "park_unsent");
            put_aside(m, "op");
            put_aside(m, "fn");
            put_aside(m, "line");
            for (const struct cache_field *f = c->fields; f->name != NULL; f++)
                put_aside(m, f->name);
            put_aside(m, "mask");
            put_aside(m, "data");
        }
        hdl_otherwise (m) {
            hdl_when (m, "take_parked") {
                hdl_set(m, "park_valid_q", "1'b0");
            }
            hdl_when (m, c->gone ? "answer_done || gone_go" : "answer_done") {
                hdl_set(m, "park_asleep_q", "1'b0");
            }
        }
    }
}

void cache_stage0(struct hdl *m, const struct cache *c)
{
    choose(m, c);
    fill_stage1(m, c);
    park(m, c);
}

void cache_update(struct hdl *m, const struct cache *c)
{
    bool again = cache_asks_again(c);
    const char *me = hdl_v(m, "{{%s - 1{1'b0}}, 1'b1} << s1_%s_q", c->whos, c->who);
    hdl_on_clock (m) {
        hdl_when (m, c->sends) {
            hdl_set(m, "mshr_busy_q[vacant_at]", "1'b1");
            hdl_set(m, "mshr_store_q[vacant_at]", c->locks);
            if (c->peeks)
                hdl_set(m, "mshr_peek_q[vacant_at]", "is_peek_l2");
            if (c->remembers)
                hdl_set(m, "mshr_dropped_q[vacant_at]", "1'b0");
            if (c->rules->sends_cts || c->keeps_whole)
                hdl_set(m, "mshr_whole_q[vacant_at]", "&s1_mask_q");
            hdl_set(m, "mshr_line[vacant_at]", "s1_line_q");
            hdl_set(m, "mshr_first[vacant_at]", hdl_v(m, "s1_%s_q", c->who));
            hdl_set(m, "mshr_wait[vacant_at]", me);
            if (again)
                hdl_set(m, "mshr_cts[vacant_at]", c->cts);
            if (c->in_order)
                hdl_set(m, "mshr_asked_again_q[vacant_at]", "1'b0");
        }
        hdl_when (m, "load_join") {
            hdl_set(m, "mshr_wait[match_at]", hdl_v(m, "entry_wait | (%s)", me));
            if (again)
                hdl_set(m, "mshr_cts[match_at]",
                        c->cts_is_latest
                            ? c->cts
                            : hdl_v(m, "entry_cts > %s ? entry_cts : %s", c->cts, c->cts));
        }
        hdl_when (m, "fill_serves") {
            hdl_set(m, "mshr_wait[match_at]", "rest");
        }
        if (c->remembers)
            hdl_when (m, "invalidation_done && match") {
                hdl_set(m, "mshr_dropped_q[match_at]", "1'b1");
            }
        if (again) {
            hdl_when (m, "fill_again") {
                hdl_set(m, "mshr_first[match_at]", "first_of_rest");
                hdl_set(m, "mshr_again_q[match_at]", "1'b1");
                if (c->in_order)
                    hdl_set(m, "mshr_asked_again_q[match_at]", "1'b1");
            }
            if (cache_renews(c))
                hdl_when (m, "renew_lost") {
                    hdl_set(m, "mshr_again_q[match_at]", "1'b1");
                    if (c->in_order)
                        hdl_set(m, "mshr_asked_again_q[match_at]", "1'b1");
                }
            hdl_when (m, "again_go") {
                hdl_set(m, "mshr_again_q[again_at]", "1'b0");
            }
        }
        hdl_when (m, cache_renews(c)    ? "answer_done && !fill_again && !renew_lost"
                     : again            ? "answer_done && !fill_again"
                     : c->invalidations ? "fill_done || ack_done"
                                        : "answer_done") {
            hdl_set(m, "mshr_busy_q[match_at]", "1'b0");
        }
    }
}

void cache_arrays(struct hdl *m, const struct cache *c)
{
    hdl_let(m, "fill_way", "WAY_W", "hit ? hit_way : victim");
    const char *writes = c->writes != NULL ? c->writes : "store_go && hit";
    hdl_note(m, "An atomic's copy goes before the request does.");
    hdl_assign(m, "tags_write",
               hdl_any(m, "fill_install", "is_store_ack && answer_room && hit", "atomic_go && hit",
                       c->invalidations ? "invalidation_done && hit" : NULL, c->allocates));
    hdl_assign(m, "tags_write_way", "fill_way");
    hdl_assign(m, "tags_write_valid", hdl_any(m, "is_fill", "is_ack && copy_good", c->allocates));
    if (c->rules->timed) {
        hdl_assign(m, "tags_write_wts", "fill_wts[TS_W-1:0]");
        hdl_assign(m, "tags_write_rts", "fill_rts");
        if (c->rules->epochs)
            hdl_unused(m, "fill_wts[TIME_W-1:TS_W]");
    }
    hdl_assign(m, "touch", hdl_any(m, "load_hit", "fill_install", writes, c->allocates));
    hdl_assign(m, "touch_way", "fill_way");
    hdl_note(m, "The data: a store's bytes go in at once; the lock hides them until its answer.");
    if (!cache_renews(c))
        hdl_wire(m, "line_read", "DATA_W", NULL);
    hdl_let(m, "bytes_written", "LINE_BYTES",
            hdl_v(m, "fill_install ? {LINE_BYTES{1'b1}} : (%s) ? s1_mask_q : {LINE_BYTES{1'b0}}",
                  hdl_any(m, writes, c->allocates)));
    hdl_inst (m, "um_ram", "lines") {
        hdl_with(m, "COL_W", "8");
        hdl_with(m, "COLS", "LINE_BYTES");
        hdl_with(m, "DEPTH", "SETS*WAYS");
        hdl_with(m, "ADDR_W", "SET_W + WAY_W");
        hdl_pin(m, "clk_i", "clk_i");
        hdl_pin(m, "ren_i",
                c->read != NULL   ? c->read
                : cache_renews(c) ? "load_hit || renew_read"
                                  : "load_hit");
        hdl_pin(m, "raddr_i", c->read_at != NULL ? c->read_at : "{s1_set, hit_way}");
        hdl_pin(m, "rdata_o", "line_read");
        hdl_pin(m, "wen_i", "bytes_written");
        hdl_pin(m, "waddr_i", "{s1_set, fill_way}");
        hdl_pin(m, "wdata_i", "s1_data_q");
    }
}

void cache_idle(struct hdl *m, const struct cache *c)
{
    hdl_note(m, "Behind a sleeping parked request the queue stands still, and so may the clock.");
    hdl_assign(m, "idle_o",
               hdl_all(m, "swept", hdl_v(m, "!%s_valid", c->below), "!s1_valid_q", "!s2_valid_q",
                       cache_asks_again(c) ? hdl_v(m, "!(again_any && %s)", c->down_room) : NULL,
                       c->busy != NULL ? hdl_v(m, "!(%s)", c->busy) : NULL,
                       c->counts_latency ? "in_flight_q == {IN_FLIGHT_W{1'b0}}" : NULL,
                       hdl_v(m, "park_valid_q ? park_sleeps : !%s_valid", c->in)));
}
