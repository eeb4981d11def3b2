// A further promise of an L1 under release consistency: loads of a line keep their order. Under rc a warp
// waits for several loads at once, and the later of two must not get the older value. Put after l1_time.vh.
//
// Promises: a load that joins a line's waiters after another load is served by the same answer of the L2 or by a
// later one. (A copy serves no load while others wait: hit_is_not_locked.)
//
// Assumes nothing more than cache_time.vh: a load's answer reaches at least to the clock that went with it. It follows a
// second ticket, f_later, of which it assumes and knows what cache.vh does of any.

wire [TAG_W-1:0] f_later = $anyconst;
`PENDING_ONE(f_later_asked, f_later, F_TICKET_W, F_ASKED_PLACES, f_takes_above, `ABOVE_TICKET(f_above_msg),
    f_answers_above, `UPWARD_TICKET(f_upward_msg))
assign f_later_asked_any = f_asked_any;
`TICKET_IS_FREE(later_ticket_is_free, f_later_asked_at_put)
wire [MSHRS+F_PLACES-1:0] f_later_places = f_places_of(f_later);
`INSTANCE(later_is_in_one_place, `AT_MOST_ONE(f_later_places) && (|f_later_places) == f_later_asked_q)
wire f_later_waits = f_load_waits && f_wait_set[f_later];
wire f_later_joins = (load_join || load_miss) && s1_line_q == f_line && s1_tag_q == f_later && f_later != f_who;
wire f_later_served = f_fills && serve == f_later;
wire f_who_served = f_fills && serve == f_who;

// Both wait, f_later behind f_who; f_later was answered, and f_who, before it, still waits.
reg f_behind_q;
reg f_ahead_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_behind_q <= 1'b0;
        f_ahead_q <= 1'b0;
    end else begin
        if (f_later_joins) f_behind_q <= f_waits;
        else if (f_later_served || f_who_served) f_behind_q <= 1'b0;
        if (f_later_served && f_behind_q) f_ahead_q <= 1'b1;
        else if (f_who_served) f_ahead_q <= 1'b0;
    end
`ASSERT(later_load_gets_no_older_value, !f_ahead_q || (f_waits && f_decided && s1_op_q == 4'd0 && !short))

// What makes it inductive: the first of an MSHR came first, until the MSHR re-sends its request; then one answer
// serves all waiters.
wire f_asked_again = mshr_asked_again_q[f_at];
`ASSERT(both_wait, !f_behind_q || (f_later_waits && f_waits && f_later != f_who))
`ASSERT(first_came_first, !(f_behind_q && !f_asked_again) || f_first != f_later)
`ASSERT(again_is_asked_again, (mshr_again_q & ~mshr_asked_again_q) == 0)
`ASSERT(asked_again_serves_all, !(f_load_waits && f_asked_again && !mshr_again_q[f_at]) || f_mshr_cts <= f_sent_cts_q)

`COVER(later_waits_behind, f_behind_q && f_asked_again)
`COVER(later_served_ahead, f_ahead_q)
`COVER(closed_to_a_later_clock, s1_parks && s1_line_q == f_line && is_load && entry_closed && f_load_waits)
`COVER(joined_after_asked_again, load_join && s1_line_q == f_line && f_asked_again)
