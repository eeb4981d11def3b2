// What an L1 promises of its control beyond cache.vh: its channels, and what L2 assumes of L1s. After
// channel.vh, l1_names.vh and cache.vh.
//
// Assumes, beyond cache.vh: its port's number does not change (the system ties it).

`CHANNEL_OUT(core_rsp)
`CHANNEL_OUT(req)

// L2 assumes these of every L1 (l2_names.vh): ticket_is_free, op_is_known, source_is_its_own.
`ASSERT(one_request_a_line, !req_valid_o || !f_sent_q[`BELOW_LINE(req_msg_o)])
`ASSERT(sends_known_ops, !req_valid_o || `BELOW_OP(req_msg_o) == 4'd0 || `BELOW_OP(req_msg_o) == 4'd1
    || `BELOW_OP(req_msg_o) == 4'd4 || `BELOW_OP(req_msg_o) == 4'd5 || `BELOW_OP(req_msg_o) == 4'd6
    || `BELOW_OP(req_msg_o) == 4'd8)
`define BELOW_SRC(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 +: SRC_W]
reg [SRC_W-1:0] f_id_q;
always @(posedge clk_i)
    f_id_q <= id_i;
`ASSUME(id_is_constant, id_i == f_id_q)
`ASSERT(source_is_its_own, (!f_below[0] || `BELOW_SRC(f_below_0) == id_i) && (!f_below[1] || `BELOW_SRC(f_below_1) == id_i))

// A fresh load (volatile or ordered) is answered by no copy, and by no MSHR's answer.
`ASSERT(fresh_goes_on, !(is_fresh && (load_hit || load_join)))
`COVER(fresh_waits_for_a_miss, s1_parks && is_fresh && match && !mshr_store_q[match_at])
`COVER(peek_below_is_answered, fill_serves && mshr_peek_q[match_at])
`COVER(clock_told, is_clock && word_go)
