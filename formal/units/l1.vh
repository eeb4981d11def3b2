// Promises of an L1 about its control beyond cache.vh: its channels, and the promises that L2 assumes of L1s. Put
// after channel.vh, l1_names.vh and cache.vh.
//
// Assumes nothing beyond cache_env.vh.

`CHANNEL_OUT(core_rsp)
`CHANNEL_OUT(req)

// An L2's assumptions ticket_is_free and op_is_known (cache_env.vh) rest on these.
`ASSERT(one_request_a_line, !req_valid_o || `BELOW_LINE(req_msg_o) != f_line || !f_is_sent)
`ifdef STORE_LINES
localparam [3:0] F_STORE_SENT = 4'd10;
`else
localparam [3:0] F_STORE_SENT = 4'd1;
`endif
`ASSERT(sends_known_ops, !req_valid_o || `BELOW_OP(req_msg_o) == 4'd0 || `BELOW_OP(req_msg_o) == F_STORE_SENT
    || `BELOW_OP(req_msg_o) == 4'd4 || `BELOW_OP(req_msg_o) == 4'd5 || `BELOW_OP(req_msg_o) == 4'd6
    || `BELOW_OP(req_msg_o) == 4'd8)
`define STORE_AS_SENT(op) (!`STORE_BELOW(op) || (op) == F_STORE_SENT)
`ASSERT(stores_have_one_op, (!f_below[0] || `STORE_AS_SENT(`BELOW_OP(f_below_0)))
    && (!f_below[1] || `STORE_AS_SENT(`BELOW_OP(f_below_1))))
`define BELOW_SRC(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 +: SRC_W]
`ASSERT(source_is_its_own, (!f_below[0] || `BELOW_SRC(f_below_0) == id_i) && (!f_below[1] || `BELOW_SRC(f_below_1) == id_i))

// A fresh load (volatile or ordered) is answered by no copy, and by no MSHR's answer.
`ASSERT(fresh_goes_on, !(is_fresh && (load_hit || load_join)))
`COVER(fresh_waits_for_a_miss, s1_parks && is_fresh && match && !mshr_store_q[match_at])
`COVER(peek_below_is_answered, fill_serves && mshr_peek_q[match_at])
`COVER(clock_told, is_clock && word_go)

// OP_CLOCK, fences and peeks of the L1 are answered here, when there is room. A peek tells of the copy.
// A fence that empties the L1 waits for the answers under way.
`ASSERT(word_is_answered, !((`STAGE_1(4'd2) || `STAGE_1(4'd3) || `STAGE_1(4'd7) && !(f_fences && mshr_busy_q != 0))
    && f_may_answer) || word_go)
`ASSERT(peek_below_goes_on, !(`STAGE_1(4'd4) && f_may_go_below) || pass_go)
`ifdef PLAIN
wire f_found = |f_mine;
`elsif NO_CLOCKS
wire [2*TIME_W:0] f_found = {f_s1_rts, f_my_entry[KEY_W +: TS_W], |f_mine};
`else
wire [TIME_W-1:0] f_s1_wts = {f_s1_rts[TIME_W-1:TS_W], f_my_entry[KEY_W +: TS_W]};
wire [2*TIME_W:0] f_found = {f_s1_rts, f_s1_wts, |f_mine};
`endif
reg [1:0] f_word_q; // stage 2 has 2'b11: a peek's answer, 2'b10: another short answer
reg [WORD_W-1:0] f_told_word_q;
reg f_told_of_set_q;
always @(posedge clk_i) begin
    f_word_q <= rst_i || load_hit || s2_push && !word_go ? 2'b00 : word_go ? {1'b1, s1_op_q == 4'd3} : f_word_q;
    if (word_go) begin
        f_told_word_q <= f_found;
        f_told_of_set_q <= f_of_set;
    end
end
wire f_had_copy = f_told_word_q[0];
`ASSERT(peek_tells_of_the_copy, f_word_q != 2'b11 || !f_told_of_set_q || s2_word_q[0] == f_had_copy
    && (!f_had_copy || s2_word_q == f_told_word_q))
`ifndef PLAIN
`ASSERT(clock_is_a_number, f_word_q != 2'b10 || s2_word_q[2*TIME_W:TIME_W] == 0)
`endif
