// What L1 and L2 of the published protocol promise of times, for any one line: Algorithms 1, 2, 4 and 5. To be put after
// cache.vh and cache_bytes.vh, which follows the same line, f_line.
//
// Promises
// * a load is served from a copy only until the clock has passed its lease;
// * the copy's wts is what came with the last answer, or the clock if that is later; its rts is what came, but lies
//   beyond the wts that came: where the clock is later than both, the copy's lease has ended when it comes;
// * reads move no clock (EXAMPLE: a read moves it as a write does, as figure 4-2 has it); the answer of a write moves
//   it to the later of the two; nothing else does but OP_CLOCK, which raises it to what it says, and OP_EMPTY;
// * a time that runs over starts the clock at 0, and its copy has the lease of that time alone.
//
// These rules are not coherent (formal/README.md, "Where the published protocol breaks"): nothing here says that a
// copy within its lease has what others have stored.
//
// Assumes nothing more than cache.vh.

`define WAY_WTS(row, way) row[(way)*ENTRY_W + KEY_W +: TS_W]
`define WAY_RTS(row, way) row[(way)*ENTRY_W + KEY_W + TS_W +: TIME_W]

// What becomes of the times of the answer in stage 1, in one bit more, so that one that runs over is seen.
wire [TIME_W:0] f_clock = {1'b0, cts_q};
wire [TIME_W:0] f_came_wts = {1'b0, s1_wts_q};
wire [TIME_W:0] f_came_rts = {1'b0, s1_rts_q};
wire [TIME_W:0] f_new_wts = f_came_wts < f_clock ? f_clock : f_came_wts;
wire [TIME_W:0] f_least_rts = f_came_wts + 1'b1;
wire [TIME_W:0] f_new_rts = f_came_rts < f_least_rts ? f_least_rts : f_came_rts;

// ---- copies ----

reg [TIME_W-1:0] f_copy_wts_q;
reg [TIME_W-1:0] f_copy_rts_q;
wire f_settles = answer_done && s1_line_q == f_line && (s1_op_q == 4'd0 || `STORE_BELOW(s1_op_q));
always @(posedge clk_i)
    if (f_settles) begin
        f_copy_wts_q <= f_new_wts[TIME_W-1:0];
        f_copy_rts_q <= f_new_rts[TIME_W-1:0];
    end
wire [WAYS-1:0] f_has_its_times;
generate for (g = 0; g < WAYS; g = g + 1) begin : f_times_in
    assign f_has_its_times[g] = !f_in_way[g]
        || (`WAY_WTS(f_row, g) == f_copy_wts_q && `WAY_RTS(f_row, g) == f_copy_rts_q);
end endgenerate
`ASSERT(copy_has_its_times, &f_has_its_times)
`ASSERT(hit_within_lease, !f_hits || cts_q <= f_copy_rts_q)

// ---- the clock ----

wire f_reads = load_hit || fill_serves;
wire [TIME_W:0] f_entry_wts = {1'b0, f_my_entry[KEY_W +: TS_W]};
wire [TIME_W:0] f_seen_wts = f_s1_answer ? f_came_wts : f_entry_wts;
wire [TIME_W:0] f_reached = f_seen_wts < f_clock ? f_clock : f_seen_wts;
wire f_told = f_s1_request && s1_op_q == 4'd2 && word_go;
// Of a copy of another set the text knows no times, so not whether they run over.
wire f_unknown = load_hit && !f_of_set;
reg f_unknown_q;
always @(posedge clk_i) f_unknown_q <= !rst_i && f_unknown;
reg f_read_q;
reg f_wrote_q;
reg f_told_q;
reg f_emptied_q;
reg f_over_q;
reg [TIME_W-1:0] f_clock_was_q;
reg [TIME_W-1:0] f_reached_q;
reg [TIME_W-1:0] f_asked_clock_q;
always @(posedge clk_i) begin
    f_read_q <= !rst_i && f_reads;
    f_wrote_q <= !rst_i && ack_done;
    f_told_q <= !rst_i && f_told;
    f_emptied_q <= rst_i || sweep;
    f_over_q <= !rst_i && (f_reads || ack_done) && &f_reached[TIME_W-1:0];
    f_clock_was_q <= cts_q;
    f_reached_q <= f_reached[TIME_W-1:0];
    f_asked_clock_q <= s1_data_q[TIME_W-1:0];
end
`ASSERT(emptying_starts_the_clock, !f_emptied_q || cts_q == 0)
`ifdef EXAMPLE
// A hit's copy has moved the clock when it came; where it ran over since, an L1 is moved anew.
reg f_fill_read_q;
always @(posedge clk_i) f_fill_read_q <= !rst_i && fill_serves && s1_op_q == 4'd0;
`ASSERT(fills_move_the_clock, !f_fill_read_q || cts_q == (f_over_q ? {TIME_W{1'b0}} : f_reached_q))
`ASSERT(hits_move_the_clock_at_most_to_their_copy, !f_read_q || f_unknown_q || cts_q == f_clock_was_q || cts_q == f_reached_q || (f_over_q && cts_q == 0))
`COVER(read_moves_the_clock, f_fill_read_q && cts_q > f_clock_was_q)
wire f_read_moves = f_read_q;
`else
`ASSERT(reads_move_no_clock, !f_read_q || f_unknown_q || cts_q == f_clock_was_q || (f_over_q && cts_q == 0))
wire f_read_moves = 1'b0;
`endif
`ASSERT(writes_move_the_clock, !f_wrote_q || cts_q == (f_over_q ? {TIME_W{1'b0}} : f_reached_q))
`ASSERT(clock_moves_for_a_reason, cts_q == f_clock_was_q || f_emptied_q || f_wrote_q || f_told_q || f_over_q || f_read_moves || f_unknown_q)
`ASSERT(clock_reaches_told, !f_told_q || f_emptied_q || (cts_q >= f_asked_clock_q && cts_q >= f_clock_was_q
    && (cts_q == f_asked_clock_q || cts_q == f_clock_was_q)))

// ---- covers ----

`COVER(hit_at_the_end_of_its_lease, f_hits && cts_q == f_copy_rts_q && f_copy_wts_q != 0)
`COVER(expired_miss, load_miss && s1_line_q == f_line && f_is_kept && s1_op_q == 4'd0)
`COVER(fill_of_the_past, f_settles && s1_op_q == 4'd0 && f_came_wts < f_clock)
`COVER(lease_lengthened, f_settles && f_came_rts < f_least_rts && !f_over_q)
`COVER(lease_ended_when_it_came, f_settles && s1_op_q == 4'd0 && f_new_rts < f_clock)
`COVER(write_moves_the_clock, f_wrote_q && cts_q > f_clock_was_q)
`COVER(time_runs_over, f_over_q && f_clock_was_q != 0)
