// What a bank of the published protocol tells L1s of times. To be put after l2.vh and cache_paper.vh.
//
// Promises
// * a hit is answered with the copy's times, all else with what its answer's have become (Algorithms 2 and 5);
// * a store is sent for its times alone if the bank has the line within its lease, else for the line.
//
// Assumes nothing more than cache.vh.

`define UPWARD_WTS(msg) msg[8*LINE_BYTES + LINE_W + 4 + SRC_W +: TS_W]
`define UPWARD_RTS(msg) msg[8*LINE_BYTES + LINE_W + 4 + SRC_W + TS_W +: TIME_W]
wire f_up = f_upward_push && f_upward_room && `UPWARD_LINE(f_upward_pushed) == f_line;
wire [3:0] f_up_op = `UPWARD_OP(f_upward_pushed);
wire f_up_timed = f_up && (f_up_op == 4'd0 || `STORE_BELOW(f_up_op));
wire [TIME_W-1:0] f_up_wts = `UPWARD_WTS(f_upward_pushed);
wire [TIME_W-1:0] f_up_rts = `UPWARD_RTS(f_upward_pushed);
reg [TIME_W-1:0] f_s2_wts_q;
reg [TIME_W-1:0] f_s2_rts_q;
always @(posedge clk_i)
    if (f_hits) begin
        f_s2_wts_q <= f_copy_wts_q;
        f_s2_rts_q <= f_copy_rts_q;
    end else if (f_acks) begin
        f_s2_wts_q <= f_new_wts[TIME_W-1:0];
        f_s2_rts_q <= f_new_rts[TIME_W-1:0];
    end
`ASSERT(up_times_are_the_copys, !(f_up_timed && f_s2_q) || (f_up_wts == f_s2_wts_q && f_up_rts == f_s2_rts_q))
`ASSERT(up_times_are_the_answers, !(f_up_timed && !f_s2_q)
    || (f_up_wts == f_new_wts[TIME_W-1:0] && f_up_rts == f_new_rts[TIME_W-1:0]))
`ASSERT(store_asks_for_the_line, !(f_pushes && `STORE_BELOW(f_pushes_op))
    || (f_pushes_op == 4'd1) == (f_is_kept && cts_q <= f_copy_rts_q))
wire f_up_empty = f_up && f_up_op == 4'd8;
`ASSERT(emptying_tells_no_time, !(f_up_empty && s2_valid_q) || (f_up_rts == 0 && f_up_wts == 0))

// ---- what makes them inductive ----

`ASSERT(stage_2_times, !f_s2_q || (s2_wts_q == f_s2_wts_q && s2_rts_q == f_s2_rts_q))
`ASSERT(stage_2_is_of_the_line, f_s2_q == (s2_valid_q && s2_line_q == f_line && (s2_op_q == 4'd0 || s2_op_q == 4'd10)))
`ASSERT(stage_2_has_its_op, !s2_valid_q || s2_op_q == 4'd0 || s2_op_q == 4'd4 || s2_op_q == 4'd8 || s2_op_q == 4'd10)
`ASSERT(emptying_in_stage_2, !(s2_valid_q && s2_op_q == 4'd8) || (s2_wts_q == 0 && s2_rts_q == 0))

`COVER(store_of_a_copy_answered, f_up_timed && f_s2_q && f_up_op == 4'd10)
`COVER(store_of_an_expired_copy, f_pushes && f_pushes_op == 4'd10 && f_is_kept)
