// A bank that writes back (nc-wb) sends write-backs besides what its MSHRs ask for, also of a line that one of them
// has, and several of one line. After l2_ports.vh, before cache_env.vh.
//
// Assumes
// * no answer to a write-back without one below, each once: promised by the ReqTracker (switches and links lose and
//   double nothing).
`define IS_WRITE_BACK(op) ((op) == 4'd9)
wire f_backs_below = f_below_valid && f_below_ready && `IS_WRITE_BACK(`BELOW_OP(f_below_msg));
wire f_back_answered = f_answer_valid && f_answer_ready && `IS_WRITE_BACK(`ANSWER_OP(f_answer_msg));
reg [15:0] f_backs_q; // below, not yet answered
always @(posedge clk_i)
    if (rst_i)
        f_backs_q <= 16'd0;
    else
        f_backs_q <= f_backs_q + {15'd0, f_backs_below} - {15'd0, f_back_answered};
`ASSUME(write_back_was_asked_for, f_answer_valid && `IS_WRITE_BACK(`ANSWER_OP(f_answer_msg)), f_backs_q != 16'd0)
