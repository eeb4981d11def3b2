// What a bank with both roles that writes back promises beyond banks with either property. Put after l2_both.vh and
// l2_dirty.vh, with FLUSHES defined.
//
// Promises
// * an OP_EMPTY leaves stage 1 at once; it is answered, and the sets are emptied, when no dirty byte is left in a line that
//   goes (l2_dirty.vh), all write-backs are answered, no MSHR is busy and no request is in stage 1;
// * a set is looked at when no request is looked up, and its ways one after the other as long as its row is there;
// * with BACKS write-backs to other packages unanswered none is sent but for a line whose own atomic or fresh load waits:
//   so what goes to other packages has room in the um_bank_front, and no request waits for another package to make room;
// * a write-back of another package is a store here, and is answered as a write-back.
//
// Assumes that OP_EMPTYs come one at a time (cache_env.vh), and what l2_write_back_env.vh says.

// ---- write-backs to other packages ----

wire [LINE_W-1:0] f_back_line_0 = `BELOW_LINE(f_below_0);
wire [LINE_W-1:0] f_back_line_1 = `BELOW_LINE(f_below_1);
wire [LINE_W-1:0] f_done_line_0 = `ANSWER_LINE(f_answer_0);
wire [LINE_W-1:0] f_done_line_1 = `ANSWER_LINE(f_answer_1);
wire f_away_0 = f_back_0 && `IS_AWAY(f_back_line_0);
wire f_away_1 = f_back_1 && `IS_AWAY(f_back_line_1);
wire f_told_0 = f_done_0 && `IS_AWAY(f_done_line_0);
wire f_told_1 = f_done_1 && `IS_AWAY(f_done_line_1);
wire f_away_next = wb_valid_q && `IS_AWAY(wb_line_q);
`ASSERT(those_away_are_counted, {16'd0, backs_q} == f_aways_q + f_away_next + f_away_0 + f_away_1 + f_told_0 + f_told_1)
`ASSERT(away_is_known, !wb_valid_q || wb_away_q == `IS_AWAY(wb_line_q))
// The marks of the set that is looked at, whichever it is, are of the lines of its row: near_is_known of that set, whose row
// is in stage 1 by row_is_current and flushed_row_is_current.
wire [SET_W-1:0] f_looked_set = flush_q ? flush_set_q : s1_set;
wire [WAYS-1:0] f_looked_near = near[f_looked_set];
wire [WAYS-1:0] f_looked_fits;
generate for (g = 0; g < WAYS; g = g + 1) begin : f_looked
    wire [LINE_W-1:0] line = `LINE_OF(`WAY_KEY(row, g), f_looked_set);
    assign f_looked_fits[g] = f_looked_near[g] == (`WAY_VALID(row, g) && `IS_HERE(line));
end endgenerate
`INSTANCE(near_is_known_of_that_set, !(s1_valid_q || flush_q) || (&f_looked_fits))
wire f_goes_away = clean_go && clean_away;
`ASSERT(few_go_away, !f_goes_away || backs_q < MSHRS/2 || f_own_first || (s1_valid_q && !f_of_set))
`ASSERT_OF_SET(no_miss_waits_for_another_package, !(f_s1_request && f_is_held) || clean)

// ---- write-backs of other packages ----

`ASSERT(back_is_a_store, (mshr_back_q & mshr_busy_q & ~mshr_store_q) == 0)
wire [MSHRS-1:0] f_back_fits;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_back_of
    assign f_back_fits[g] = !f_waits_in[g] || mshr_back_q[g] == `BACK_ABOVE(f_op_q);
end endgenerate
`ASSERT(back_of_its_mshr, &f_back_fits)

// ---- emptying ----

// No other request has the ticket of an OP_EMPTY: what ticket_is_free of cache_env.vh says of that ticket, and, of a new one,
// no_answer_without_request.
`ASSUME(ticket_of_an_empty_is_free, f_above_valid && f_empties_q, `ABOVE_TICKET(f_above_msg) != f_empty_ticket_q
    || (f_answers_above && `UPWARD_TICKET(f_upward_msg) == f_empty_ticket_q))
wire [MSHRS+F_PLACES-1:0] f_have_its_ticket = f_places_of(`ABOVE_TICKET(f_above_msg));
`INSTANCE(ticket_of_a_new_empty_is_free, !(f_takes_above && f_above_empties) || f_have_its_ticket == 0
    || (f_answers_above && `UPWARD_TICKET(f_upward_msg) == `ABOVE_TICKET(f_above_msg) && `AT_MOST_ONE(f_have_its_ticket)))
wire [MSHRS+F_PLACES-1:0] f_empty_in = f_places_of(f_empty_ticket_q);
`ASSERT(empty_is_in_one_place, !f_empties_q || (f_empty_in != 0 && `AT_MOST_ONE(f_empty_in) && f_empty_in < 1 << F_PLACES))
`ASSERT(flush_begins_at_once, !f_s1_empties || flush_begins)
`ASSERT(flush_is_an_empty, !flush_on_q || (`EMPTIES(4'd8, flush_fn_q) && `EMPTIED_BY(f_flush_ticket) && `IN_BANK(flush_line_q)))
`ASSERT(flush_has_its_op, !f_holds_it[7] || f_op_q == 4'd8)
`ASSERT(none_parks_to_empty, !(park_valid_q && `EMPTIES(park_op_q, park_fn_q)))
`ASSERT(flush_rests, flush_on_q || (!flush_q && flush_set_q == 0 && flush_way_q == 0 && !flush_done_q))
`ASSERT(flush_is_in_order, !(flush_q && flush_done_q) && (!flush_done_q || (flush_set_q == 0 && flush_way_q == 0)))
`ASSERT(no_flush_while_sweeping, !flush_on_q || swept)
`ASSERT(flush_looks_alone, !flush_q || (!s1_valid_q && swept))
wire [WAYS-1:0] f_passed_is_clean;
generate for (g = 0; g < WAYS; g = g + 1) begin : f_passed
    wire [LINE_BYTES-1:0] mask = f_dirty[g*LINE_BYTES +: LINE_BYTES];
    wire goes = f_kept[g] && !(flush_fn_q == 5'd5 && f_near[g]);
    wire passed = flush_on_q && (flush_done_q || flush_set_q > f_set || (flush_set_q == f_set && g < flush_way_q));
    assign f_passed_is_clean[g] = !(passed && goes) || mask == 0;
end endgenerate
`ASSERT(passed_ways_are_clean, &f_passed_is_clean)
wire f_looks = flush_on_q && !flush_done_q && !flush_q && swept && !s1_valid_q && !tags_read;
`ASSERT(flush_looks_when_none_does, !f_looks)
`ASSERT(flush_goes_on, !(flush_q && f_may_write_back && back_room) || flush_next)
`ASSERT(flush_ends_in_time, !(flush_on_q && flush_done_q && writebacks_q == 0 && mshr_busy_q == 0 && !s1_valid_q && f_may_answer)
    || sweep)
`ASSERT(sweeps_for_a_flush, !sweep || (flush_on_q && flush_done_q))

// ---- covers ----

`COVER(written_back_to_be_emptied, f_writes_back && flush_on_q)
`COVER(written_back_to_another_package, f_writes_back && `IS_AWAY(wb_line_q))
`COVER(goes_without_room_away, load_miss && f_is_held && f_mask_there != 0 && f_kept[fill_way])
`COVER(store_goes_on_without_room_away, store_go && &s1_mask_q)
`COVER(takes_a_write_back, f_stays && s1_op_q == 4'd9)
`COVER(passes_a_write_back_on, store_go && s1_op_q == 4'd9)
`COVER(answers_a_write_back_from_below, f_up_is_it && `UPWARD_OP(rsp_msg_o) == 4'd9 && f_was_passed_q)
reg f_was_passed_q;
always @(posedge clk_i) f_was_passed_q <= !rst_i && (f_was_passed_q || store_go && s1_op_q == 4'd9);
`COVER(store_while_emptying, flush_on_q && store_keep && !flush_again)
`COVER(looks_again, flush_again && flush_done_q)
`COVER(emptied_and_left_dirty, sweep && f_dirty_q)
