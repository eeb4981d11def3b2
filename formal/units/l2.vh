// Promises of an L2 bank about its control beyond cache.vh: its channels, and the promises that L1s and the
// ReqTracker rely on. Put after channel.vh, l2_names.vh and cache.vh.
//
// Assumes nothing beyond cache_env.vh.

`CHANNEL_OUT(rsp)
`CHANNEL_OUT(mem_req)

// The ReqTracker could hold several requests to a line, but a bank has at most one in flight, write-backs aside.
`ASSERT(one_request_a_line, !mem_req_valid_o || `IS_WRITE_BACK(`BELOW_OP(mem_req_msg_o))
    || `BELOW_LINE(mem_req_msg_o) != f_line || !f_is_sent)
`ASSERT(sends_known_ops, (!f_asks[0] || `BELOW_OP(f_below_0) == 4'd0 || `STORES(`BELOW_OP(f_below_0)))
    && (!f_asks[1] || `BELOW_OP(f_below_1) == 4'd0 || `STORES(`BELOW_OP(f_below_1))))
`define BELOW_SRC(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 +: MEM_SRC_W]
`ASSERT(source_is_its_own, (!f_below[0] || `BELOW_SRC(f_below_0) == id_i) && (!f_below[1] || `BELOW_SRC(f_below_1) == id_i))

// L1s assume these (cache_env.vh): an answer goes to the L1 that asked for its line, with the op of its request.
reg [3:0] f_op_q;
always @(posedge clk_i)
    if (f_above_valid && f_above_ready && `ABOVE_TICKET(f_above_msg) == f_ticket)
        f_op_q <= `ABOVE_OP(f_above_msg);
wire [3:0] f_due = `ANSWERED(f_op_q);
// What is asked below for it, and answered: where a store's answer brings the line, a bank with a copy asks for none.
`ifdef STORE_LINES
`define DUE_BELOW(op) ((op) == f_due || (f_due == 4'd10 && (op) == 4'd1))
`define DUE_ABOVE(op) `DUE_BELOW(op)
`else
`define DUE_ABOVE(op) ((op) == f_due || (`RENEWS(op) && f_due == 4'd0))
`define DUE_BELOW(op) (`BACK_ABOVE(f_due) ? (op) == 4'd1 : `DUE_ABOVE(op))
`endif
wire f_up_is_it = rsp_valid_o && !`ACKNOWLEDGES(rsp_msg_o) && `UPWARD_TICKET(rsp_msg_o) == f_ticket;
`ASSERT(answers_what_was_asked, !f_up_is_it || (f_asked_q && `UPWARD_LINE(rsp_msg_o) == f_line))
`ASSERT(answers_with_its_op, !f_up_is_it || `DUE_ABOVE(`UPWARD_OP(rsp_msg_o)))

`ASSERT(asked_with_a_known_op, !f_asked_q || `KNOWN_OP(f_op_q))
`ASSERT(no_fresh_below, !f_is_sent || f_sent_op != 4'd5)

// The op at each of the request's places, and in the messages to and from below for it.
`ASSERT(op_above, (!(f_above[0] && f_holds_it[0]) || `ABOVE_OP(f_above_0) == f_op_q)
    && (!(f_above[1] && f_holds_it[1]) || `ABOVE_OP(f_above_1) == f_op_q))
`ASSERT(op_stage_1, !f_holds_it[2] || s1_op_q == f_op_q)
`ASSERT(op_park, !f_holds_it[3] || park_op_q == f_op_q)
`ASSERT(op_stage_2, !f_holds_it[4] || ((s2_op_q == f_due || (`RENEWS(s2_op_q) && f_due == 4'd0)) && `IN_BANK(s2_line_q)))
`ASSERT(op_upward, (!f_holds_it[5] || (`DUE_ABOVE(`UPWARD_OP(f_upward_0)) && `UPWARD_LINE(f_upward_0) == f_line))
    && (!f_holds_it[6] || (`DUE_ABOVE(`UPWARD_OP(f_upward_1)) && `UPWARD_LINE(f_upward_1) == f_line)))
`ifdef RENEW
`ASSERT(renewed_is_a_load, !(f_s1_answer && s1_renewed_q) || s1_op_q == 4'd0)
`endif
wire [MSHRS-1:0] f_op_fits;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_op_of
    assign f_op_fits[g] = !f_waits_in[g] || mshr_store_q[g] == `STORES(f_op_q);
end endgenerate
`ASSERT(op_of_its_mshr, &f_op_fits)
`ASSERT(op_of_a_waiter, !f_it_waits || `STORES(f_op_q) || f_due == 4'd0)
`ASSERT(op_below, !f_it_waits || ((!(f_asks[0] && `BELOW_LINE(f_below_0) == f_line) || `DUE_BELOW(`BELOW_OP(f_below_0)))
    && (!(f_asks[1] && `BELOW_LINE(f_below_1) == f_line) || `DUE_BELOW(`BELOW_OP(f_below_1)))
    && (!f_is_sent || `DUE_BELOW(f_sent_op))))
`ASSERT(op_answer, !f_it_waits || ((!(f_replies[0] && `ANSWER_LINE(f_answer_0) == f_line) || `DUE_BELOW(`ANSWER_OP(f_answer_0)))
    && (!(f_replies[1] && `ANSWER_LINE(f_answer_1) == f_line) || `DUE_BELOW(`ANSWER_OP(f_answer_1)))
    && (!(f_s1_answer && s1_line_q == f_line) || `DUE_BELOW(s1_op_q))))

`ifdef ACKS_ABOVE
`ASSERT(no_invalidation_in_stage_2, !s2_valid_q || !`IS_INVALIDATION(s2_op_q))
`endif

// A fresh load is answered by no copy. It may join a miss, which is on its way to the memory, where stores wait for the
// copies that it may bring, or where times say which loads it may serve; elsewhere it asks for itself.
`ifdef PLAIN
`ifdef INVALIDATES
localparam F_FRESH_JOINS = 1;
`else
localparam F_FRESH_JOINS = 0;
`endif
`else
localparam F_FRESH_JOINS = 1;
`endif
`ASSERT(fresh_goes_on, !(is_fresh && load_hit))
`ASSERT(fresh_asks_for_itself, F_FRESH_JOINS || !(is_fresh && load_join))
`COVER_WHERE(F_FRESH_JOINS, fresh_joins, is_fresh && load_join)
`COVER_WHERE(!F_FRESH_JOINS, fresh_waits_for_a_miss, is_fresh && s1_parks && match && !mshr_store_q[match_at])
`COVER(two_l1s_ask_for_a_line, f_above_valid && f_above_ready && f_asked_q && `ABOVE_LINE(f_above_msg) == f_line)

// A peek is answered here, when there is room, and tells of the copy.
`ifdef PLAIN
wire f_found = |f_mine;
`elsif NO_CLOCKS
wire [2*TIME_W:0] f_found = {f_s1_rts, f_my_entry[KEY_W +: TS_W], |f_mine};
`else
wire [TIME_W-1:0] f_s1_wts = {f_s1_rts[TIME_W-1:TS_W], f_my_entry[KEY_W +: TS_W]};
wire [2*TIME_W:0] f_found = {f_s1_rts, f_s1_wts, |f_mine};
`endif
reg [8*LINE_BYTES-1:0] f_told_word_q;
reg f_told_of_set_q;
always @(posedge clk_i)
    if (word_go)
        {f_told_of_set_q, f_told_word_q} <= {f_of_set, {8*LINE_BYTES{1'b0}} | f_found};
`ASSERT(peek_tells_of_the_copy, !(s2_valid_q && s2_op_q == 4'd4 && f_told_of_set_q) || rsp_msg[0] == f_told_word_q[0]
    && (!f_told_word_q[0] || rsp_msg[8*LINE_BYTES-1:0] == f_told_word_q))
`ASSERT(peek_is_answered, !(`STAGE_1(4'd4) && f_may_answer) || word_go)
