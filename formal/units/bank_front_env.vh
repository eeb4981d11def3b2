// Assumptions of a um_bank_front about its bank, the lanes and the memory, for any sizes. Put after channel.vh and
// bank_front_names.vh. Proofs assume them, and monitors in running units watch them.
//
// Assumes of the bank, an L2 bank (cache.vh, l2.vh): it answers requests that it has, and for each line that it has asked
// another package for, and not been answered, it has an own request that waits for that answer: one MSHR a line, with
// those who wait for it. Of others: what comes from other packages is for lines of here, answers come from where the
// bank asked, as many as it asked for: promised by switches and lanes, which neither lose nor double messages and which
// the wiring checks.
//
// With WRITE_BACK the bank also writes back to other packages. Assumed then, of l2_both_dirty.vh: of write-backs to others it
// has as many unanswered as there are places in its table, BACKS, and one more for each own atomic or fresh load that
// waits behind it (few_go_away): the home answers what comes first of a line first.
`ifdef WRITE_BACK
localparam F_BACKS = 2*REMOTES;
localparam F_N = $clog2(REMOTES) + 4;
`else
localparam F_BACKS = 0;
localparam F_N = $clog2(REMOTES) + 2;
`endif

// Own requests for lines of other packages, and far requests, that are in the bank.
wire f_lets_in = req_valid_o && req_ready_i;
wire f_is_told = rsp_valid_i && rsp_ready_o;
wire f_far_in = f_lets_in && req_msg_o[F_SRC + SRC_W - 1];
wire f_far_told = f_is_told && rsp_msg_i[F_DST + SRC_W - 1];
wire f_own_in = f_lets_in && !req_msg_o[F_SRC + SRC_W - 1] && !`REQ_IS_HERE(req_msg_o) && `LEAVES(`REQ_OP(req_msg_o));
wire f_shows_own = rsp_valid_i && !rsp_msg_i[F_DST + SRC_W - 1] && !`RSP_IS_HERE(rsp_msg_i)
    && rsp_msg_i[8*LINE_BYTES + LINE_W +: 4] != 4'd4;
wire f_own_told = f_shows_own && rsp_ready_o;
// Lines that the bank has asked other packages for, and of these, those that these were asked for.
wire f_shows_ask = mem_req_valid_i && !`REQ_IS_HERE(mem_req_msg_i);
wire f_asks = f_shows_ask && mem_req_ready_o;
wire f_is_answered = mem_rsp_valid_o && mem_rsp_ready_i && !`RSP_IS_HERE(mem_rsp_msg_o) && !`IS_KILL(mem_rsp_msg_o);
wire f_goes_there = there_req_valid_o && there_req_ready_i;
wire f_is_back = there_rsp_valid_i && there_rsp_ready_o;
wire f_comes_back = f_is_back && !`IS_KILL(there_rsp_msg_i);
reg [F_N-1:0] f_far_q;
reg [F_N-1:0] f_own_q;
reg [F_N-1:0] f_asked_q;
reg [F_N-1:0] f_there_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_far_q <= 0;
        f_own_q <= 0;
        f_asked_q <= 0;
        f_there_q <= 0;
    end else begin
        f_far_q <= f_far_q + `ONE(F_N, f_far_in) - `ONE(F_N, f_far_told);
        f_own_q <= f_own_q + `ONE(F_N, f_own_in) - `ONE(F_N, f_own_told);
        f_asked_q <= f_asked_q + `ONE(F_N, f_asks) - `ONE(F_N, f_is_answered);
        f_there_q <= f_there_q + `ONE(F_N, f_goes_there) - `ONE(F_N, f_comes_back);
    end

`ASSUME(bank_answers_far_requests, rsp_valid_i && rsp_msg_i[F_DST + SRC_W - 1], f_far_q != 0)
`ASSUME(bank_asks_for_own_requests, f_shows_ask, f_asked_q < f_own_q + F_BACKS[F_N-1:0])
`ASSUME(bank_answers_others_than_those, f_shows_own, f_asked_q + `ONE(F_N, f_shows_ask) < f_own_q + F_BACKS[F_N-1:0])
`ifdef WRITE_BACK
`ASSUME(bank_answers_own_requests, f_shows_own, f_own_q != 0)
`endif
`ASSUME(far_lines_are_of_here, far_req_valid_i, `REQ_IS_HERE(far_req_msg_i))
`ASSUME(memory_answers_lines_of_here, here_rsp_valid_i, `RSP_IS_HERE(here_rsp_msg_i))
`ASSUME(others_answer_what_they_were_asked, there_rsp_valid_i,
    (`IS_KILL(there_rsp_msg_i) || f_there_q != 0) && !`RSP_IS_HERE(there_rsp_msg_i))
`ifdef DIRECTORY
// Stores and atomics of the package's SMs for lines of here, which the bank answers once.
`define WRITES(op) ((op) == 4'd1 || (op) == 4'd6)
wire f_write_in = f_lets_in && !req_msg_o[F_SRC + SRC_W - 1] && `REQ_IS_HERE(req_msg_o) && `WRITES(`REQ_OP(req_msg_o));
wire f_shows_write = rsp_valid_i && !rsp_msg_i[F_DST + SRC_W - 1] && `RSP_IS_HERE(rsp_msg_i)
    && `WRITES(rsp_msg_i[8*LINE_BYTES + LINE_W +: 4]);
localparam F_WRITES = $clog2(KILLS) + 2;
reg [F_WRITES-1:0] f_writes_q;
// Invalidations that are to be acknowledged, and the acknowledgements: each comes once (l2_invalidate.vh).
wire f_wants_ack = far_rsp_valid_o && far_rsp_ready_i && `IS_KILL(far_rsp_msg_o) && far_rsp_msg_o[0];
reg [HOME_W:0] f_unacked_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_writes_q <= 0;
        f_unacked_q <= 0;
    end else begin
        f_writes_q <= f_writes_q + `ONE(F_WRITES, f_write_in) - `ONE(F_WRITES, f_shows_write && rsp_ready_o);
        f_unacked_q <= f_unacked_q + `ONE(HOME_W+1, f_wants_ack) - `ONE(HOME_W+1, dir_ack_valid_i && dir_ack_ready_o);
    end
`ASSUME(bank_answers_own_writes, f_shows_write, f_writes_q != 0)
// All lines are of one bank, as the switches choose it.
`CONSTANT(f_bank, BANK_W, rsp_valid_i, `RSP_LINE(rsp_msg_i))
`ASSUME(lines_are_of_this_bank, rsp_valid_i, f_bank_shows)
`ASSUME(bank_answers_no_invalidation, rsp_valid_i, !`IS_KILL(rsp_msg_i))
`ASSUME(acks_are_of_releases, dir_ack_valid_i, f_unacked_q != 0)
`endif
// An own request that is answered is in the table: of each L1 and line there is one at a time (l1.vh), and the bank answers
// the L1 that asked for the line that it asked for (answers_what_was_asked in l2.vh).
`PENDING(f_in, OWN_W + LINE_W, 1, REMOTES, f_own_in, {req_msg_o[F_SRC +: OWN_W], `REQ_LINE(req_msg_o)}, 1'b0,
    f_own_told, {rsp_msg_i[F_DST +: OWN_W], `RSP_LINE(rsp_msg_i)})
`ASSUME(bank_answers_who_asked, f_shows_own, f_in_at_take)
wire f_shows_mine = own_req_valid_i && !`REQ_IS_HERE(own_req_msg_i) && `LEAVES(`REQ_OP(own_req_msg_i));
`PENDING(f_mine, OWN_W + LINE_W, 1, REMOTES + 4, f_shows_mine && own_req_ready_o,
    {own_req_msg_i[F_SRC +: OWN_W], `REQ_LINE(own_req_msg_i)}, 1'b0,
    own_rsp_valid_o && own_rsp_ready_i && !`RSP_IS_HERE(own_rsp_msg_o) && own_rsp_msg_o[8*LINE_BYTES + LINE_W +: 4] != 4'd4,
    {own_rsp_msg_o[F_DST +: OWN_W], `RSP_LINE(own_rsp_msg_o)})
`ASSUME(one_request_of_a_line, f_shows_mine, !f_mine_at_put)
