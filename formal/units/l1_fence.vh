// What an L1 promises of fences in a protocol whose L1s are not coherent (FENCE_EMPTIES), for any one line, f_line. Put
// after l1.vh and cache_bytes.vh.
//
// Promises
// * from a fence on there is no copy of what was asked for before it, and no load is answered with that: a copy, and an
//   answer that serves a load, are of a request that went below after the fence;
// * a fence waits for every request under way below, and for nothing else but room for its answer;
// * a copy survives a store of this L1 only if that is of the whole line: beside the bytes of a partial store, a copy that
//   is older than the store may lack those that others stored before it.
//
// Assumes nothing beyond cache_env.vh.
wire f_fence_ends = `STAGE_1(4'd7) && request_done;
reg f_fenced_q; // there was a fence
reg f_asked_since_q; // and since then the line was asked for,
reg f_given_since_q; // and that has been answered
always @(posedge clk_i)
    if (rst_i) f_fenced_q <= 1'b0;
    else if (f_fence_ends) begin
        f_fenced_q <= 1'b1;
        f_asked_since_q <= 1'b0;
        f_given_since_q <= 1'b0;
    end else begin
        if (f_pushes && (f_pushes_op == 4'd0 || f_pushes_op == 4'd5)) f_asked_since_q <= 1'b1;
        if (f_answered && `HAS_LINE(f_answered_op) && f_asked_since_q) f_given_since_q <= 1'b1;
    end
wire f_only_old = f_fenced_q && !f_given_since_q;
`ASSERT(fence_leaves_no_copy, !f_only_old || !f_is_kept)
`ASSERT(no_hit_of_before_the_fence, !f_only_old || !f_hits)
`ASSERT(no_fill_of_before_the_fence, !f_only_old || !f_fills)
`ASSERT(fence_empties, !f_fence_ends || sweep)
`ASSERT(fence_waits_for_all_below, !f_fence_ends || (mshr_busy_q == 0 && f_sent_q == 0))
`ASSERT(fence_goes_on, !(`STAGE_1(4'd7) && f_may_answer && mshr_busy_q == 0) || f_fence_ends)

// What was asked for before a fence is not under way.
`ASSERT(given_was_asked_for, !(f_fenced_q && f_given_since_q) || f_asked_since_q)
`ASSERT(asked_for_since_the_fence, !(f_fenced_q && !f_asked_since_q) || (f_in & ~mshr_store_q & ~f_peek) == 0)
`ASSERT(answered_since_the_fence, !f_only_old || !f_pending_line)

// ---- a store of a part of the line ----

reg f_part_q; // so is what is under way
reg f_mixed_q; // it has been answered, and no fill came since
always @(posedge clk_i)
    if (rst_i) f_mixed_q <= 1'b0;
    else begin
        if (f_pushes) f_part_q <= !(&f_pushes_mask);
        if (f_acks && `STORE_BELOW(s1_op_q) && f_part_q) f_mixed_q <= 1'b1;
        if (f_answered && `HAS_LINE(f_answered_op)) f_mixed_q <= 1'b0;
    end
`ASSERT(no_copy_past_a_partial_store, !f_mixed_q || !f_is_kept)
`ASSERT(copy_survives_a_whole_store, !(f_acks && `STORE_BELOW(s1_op_q) && f_is_kept && !f_part_q)
    || (tags_write && tags_write_valid))
wire [MSHRS-1:0] f_part_fits;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_part_of
    assign f_part_fits[g] = !f_in[g] || mshr_whole_q[g] == !f_part_q;
end endgenerate
`ASSERT(part_is_the_mshrs, &f_part_fits)
`ASSERT(mixed_until_filled, !f_mixed_q || !f_pending_line)

// ---- covers ----

`COVER(partial_store_drops_its_copy, f_acks && `STORE_BELOW(s1_op_q) && f_part_q && f_is_kept)
`COVER(whole_store_keeps_its_copy, f_acks && `STORE_BELOW(s1_op_q) && !f_part_q && f_is_kept)
`COVER(fence_drops_a_copy, f_fence_ends && f_is_kept)
`COVER(fence_waits, `STAGE_1(4'd7) && s1_parks && |(f_in & ~mshr_store_q))
`COVER(fence_waits_for_a_store, `STAGE_1(4'd7) && s1_parks && |(f_in & mshr_store_q))
`COVER(request_behind_a_fence, f_fence_ends && f_above_head_valid)
`COVER(filled_after_a_fence, f_fenced_q && f_hits)
