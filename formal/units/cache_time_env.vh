// Assumptions of L1 and L2 about the times that their parent grants, for any sizes. Put after cache_env.vh.
//
// Assumes
// * an answer's wts is not beyond its rts: promised by the TSU (tsu.vh), passed on by L2 (l2_time.vh);
// * the lease of a load's answer reaches the clock that its request carried: promised by the TSU, passed on by
//   L2;
// * where copies are renewed (RENEW), an answer with times alone is to a request that told of a copy, whose wts it has,
//   and of the epoch of the request's clock: promised by the TSU (tsu.vh), by L2 of its own copy and the L1's
//   (l2_time.vh). That equal times are equal bytes is for composition.md.
`define ANSWER_WTS(msg) msg[8*LINE_BYTES + LINE_W + 4 + F_NAME_W +: TS_W]
`define ANSWER_RTS(msg) msg[8*LINE_BYTES + LINE_W + 4 + F_NAME_W + TS_W +: TIME_W]
`define BELOW_CTS(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 + F_NAME_W + 5 +: TIME_W]

// The clock that each line's request carried.
`PENDING_AT(f_at, LINE_W, TIME_W, MSHRS, f_sends_below && !`IS_EVICTION(`BELOW_OP(f_below_msg)), `BELOW_LINE(f_below_msg), `BELOW_CTS(f_below_msg),
    f_takes_answer, `ANSWER_LINE(f_answer_msg))
wire [3:0] f_answer_op = `ANSWER_OP(f_answer_msg);
wire [TS_W-1:0] f_answer_wts_shown = `ANSWER_WTS(f_answer_msg);
wire [TIME_W-1:0] f_answer_rts_shown = `ANSWER_RTS(f_answer_msg);
`ASSUME(answer_wts_within_rts, f_takes_answer && (f_answer_op <= 4'd1 || f_answer_op == 4'd6 || `RENEWS(f_answer_op)),
    f_answer_wts_shown <= f_answer_rts_shown[TS_W-1:0])
`ASSUME(answer_reaches_request, f_takes_answer && (f_answer_op == 4'd0 || `RENEWS(f_answer_op)), f_answer_rts_shown >= f_at_value_at_take)

// The copy that each line's request told of: | wts | told |.
`ifdef RENEW
`define BELOW_TOLD(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 + F_NAME_W + 5 + TIME_W +: 1 + TS_W]
`PENDING_AT(f_tale, LINE_W, 1 + TS_W, MSHRS, f_sends_below && !`IS_EVICTION(`BELOW_OP(f_below_msg)), `BELOW_LINE(f_below_msg), `BELOW_TOLD(f_below_msg),
    f_takes_answer, `ANSWER_LINE(f_answer_msg))
`ASSUME(renewal_is_of_the_copy_told, f_takes_answer && `RENEWS(f_answer_op),
    f_tale_value_at_take == {f_answer_wts_shown, 1'b1}
    && f_answer_rts_shown[TIME_W-1:TS_W] == f_at_value_at_take[TIME_W-1:TS_W])
`endif
