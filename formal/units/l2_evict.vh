// What a bank tells the memory of the lines that it evicts (tsu.evicts: l2). Put after cache.vh.
//
// Promises
// * a line that a fill replaces is told of once, and no other line is;
// * it is told of when there is room below, before any other request goes;
// * no fill waits for that: there is always a place to keep the line. Of 2 MSHRs and a queue of 2 places below both are
//   never kept back at once, so that is no cover.
// Assumes nothing beyond cache_env.vh and l2_evict_env.vh.

// An eviction, seen in the array: a way that held another line gets the line of a fill.
wire [ENTRY_W-1:0] f_old_entry = row[tags_write_way*ENTRY_W +: ENTRY_W];
wire f_replaces = tags_write && tags_write_valid && f_old_entry[ENTRY_W-1] && f_old_entry[KEY_W-1:0] != s1_key;
wire [LINE_W-1:0] f_replaced = `LINE_OF(f_old_entry[KEY_W-1:0], s1_set);
wire f_tells_of_it = f_below_push && `IS_EVICTION(`BELOW_OP(f_below_pushed));

// As many messages as evictions.
reg [MSHR_W:0] f_untold_q;
reg [MSHR_W:0] f_gone;
integer f_u;
always @* begin
    f_gone = 0;
    for (f_u = 0; f_u < MSHRS; f_u = f_u + 1)
        f_gone = f_gone + mshr_gone_q[f_u];
end
always @(posedge clk_i)
    f_untold_q <= rst_i ? 0 : f_untold_q + f_replaces - f_tells_of_it;
`ASSERT(one_message_an_eviction, f_untold_q == f_gone)
`ASSERT(room_for_each_eviction, !(f_replaces && f_of_line) || !mshr_gone_q[match_at])
`INSTANCE(room_for_the_eviction_in_stage_1, !f_replaces || !mshr_gone_q[match_at])

// One eviction, picked arbitrarily, is followed to its message.
wire f_pick_eviction = $anyseq;
reg f_evicted_q;
reg [LINE_W-1:0] f_evicted_line_q;
reg [MSHR_W-1:0] f_evicted_at_q;
wire f_tells_of_picked = f_evicted_q && f_tells_of_it && gone_at == f_evicted_at_q;
wire [LINE_W-1:0] f_kept_line = mshr_gone[f_evicted_at_q];
always @(posedge clk_i)
    if (rst_i)
        f_evicted_q <= 1'b0;
    else begin
        f_evicted_q <= (f_evicted_q && !f_tells_of_picked) || (f_replaces && f_pick_eviction);
        if (f_replaces && f_pick_eviction && (!f_evicted_q || f_tells_of_picked)) begin
            f_evicted_line_q <= f_replaced;
            f_evicted_at_q <= match_at;
        end
    end
`ASSERT(told_of_the_line, !f_tells_of_picked || `BELOW_LINE(f_below_pushed) == f_evicted_line_q)
`ASSERT(kept_till_told, !f_evicted_q || (mshr_gone_q[f_evicted_at_q] && f_kept_line == f_evicted_line_q))
`ASSERT(told_when_there_is_room, !(mshr_gone_q != 0 && f_below_room) || f_tells_of_it)
`ASSERT(told_before_requests, mshr_gone_q == 0 || !f_below_push || f_tells_of_it)

// Helper: the MSHR of such a fill is free, or is to ask again.
`ASSERT(gone_is_not_in_flight, (mshr_gone_q & mshr_busy_q & ~mshr_again_q) == 0)
// Helper: none comes back.
`ASSERT(none_among_the_answers, (!f_answer[0] || !`IS_EVICTION(`ANSWER_OP(f_answer_0)))
    && (!f_answer[1] || !`IS_EVICTION(`ANSWER_OP(f_answer_1))) && !(s1_valid_q && s1_answer_q && `IS_EVICTION(s1_op_q)))

`COVER(tells, f_tells_of_picked)
`COVER(request_waits_for_an_mshr_to_tell, s1_parks && !match && !vacant && !(&mshr_busy_q))
