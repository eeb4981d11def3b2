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
`ifdef FLUSHES
// Of lines of other packages and of this one: each home answers its own, promised by the um_bank_front.
`define IS_AWAY(line) (line[HOME_LSB +: HOME_W] != HOME[HOME_W-1:0])
reg [15:0] f_aways_q;
always @(posedge clk_i)
    if (rst_i)
        f_aways_q <= 16'd0;
    else
        f_aways_q <= f_aways_q + {15'd0, f_backs_below && f_is_below_away} - {15'd0, f_back_answered && f_is_answer_away};
wire [LINE_W-1:0] f_below_line = `BELOW_LINE(f_below_msg);
wire [LINE_W-1:0] f_answer_line = `ANSWER_LINE(f_answer_msg);
wire f_is_below_away = `IS_AWAY(f_below_line);
wire f_is_answer_away = `IS_AWAY(f_answer_line);
`ASSUME(write_back_is_answered_by_its_home, f_answer_valid && `IS_WRITE_BACK(`ANSWER_OP(f_answer_msg)),
    f_is_answer_away ? f_aways_q != 16'd0 : f_aways_q != f_backs_q)
`endif
`ASSUME(write_back_was_asked_for, f_answer_valid && `IS_WRITE_BACK(`ANSWER_OP(f_answer_msg)), f_backs_q != 16'd0)
