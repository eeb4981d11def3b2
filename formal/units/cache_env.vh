// Assumptions of L1 and L2 about their neighbours, for any sizes. Put after l1_ports.vh or l2_ports.vh. Proofs
// assume them, and monitors in running units watch them.
//
// Assumes
// * each answer from below belongs to a request, which it answers once, with the op of the request: promised
//   by L2 for L1, and by the ReqTracker for L2 (switches and links neither lose nor double messages);
// * a ticket is used again at the earliest in the cycle in which its answer is taken. Tickets of L1 are the
//   core's tags (an SM frees a tag and uses it in the same cycle); a ticket of L2 is an L1 and a line, and the
//   L1 promises one request per line;
// * an OP_EMPTY for this unit comes when it has no other request, and no request comes before its answer:
//   harness/machine/command.c drains the machine first;
// * ops are those that the unit knows, lines are of its bank: promised by the SM, by L1 and by the GPU's switch;
// * id_i does not change: the system connects it to a constant.

// Of no MSHR, and answered by themselves: l2_write_back_env.vh.
`ifndef IS_WRITE_BACK
`define IS_WRITE_BACK(op) 1'b0
`endif
// A message below that has no answer: l2_evict_env.vh.
`ifndef IS_EVICTION
`define IS_EVICTION(op) 1'b0
`endif
// No answer, although it comes among the answers: l2_invalidate_env.vh.
`ifndef IS_INVALIDATION
`define IS_INVALIDATION(op) 1'b0
`endif
// No answer, although it goes up among the answers: l2_invalidate_env.vh.
`ifndef ACKNOWLEDGES
`define ACKNOWLEDGES(msg) 1'b0
`endif
// What comes from below and is of no MSHR.
`define OF_NO_MSHR(op) (`IS_WRITE_BACK(op) || `IS_INVALIDATION(op))

wire f_takes_above = f_above_valid && f_above_ready;
wire f_answers_above = f_upward_valid && f_upward_ready && !`ACKNOWLEDGES(f_upward_msg);
wire f_sends_below = f_below_valid && f_below_ready;
wire f_takes_answer = f_answer_valid && f_answer_ready;

// Pending are: requests from above that are not answered yet, in proofs one of them, any; lines requested below that are not answered yet,
// each with its op; an OP_EMPTY for this unit.
`PENDING_ONE(f_asked, f_ticket, F_TICKET_W, F_ASKED_PLACES, f_takes_above, `ABOVE_TICKET(f_above_msg),
    f_answers_above, `UPWARD_TICKET(f_upward_msg))
`PENDING_AT(f_sent, LINE_W, 4, MSHRS, f_sends_below && !`IS_WRITE_BACK(`BELOW_OP(f_below_msg)), `BELOW_LINE(f_below_msg),
    `BELOW_OP(f_below_msg), f_takes_answer && !`OF_NO_MSHR(`ANSWER_OP(f_answer_msg)), `ANSWER_LINE(f_answer_msg))
wire f_above_empties = `EMPTIES(`ABOVE_OP(f_above_msg), `ABOVE_FN(f_above_msg));
// An OP_EMPTY is known by its ticket: with FLUSHES a bank is emptied beside other requests.
reg [F_TICKET_W-1:0] f_empty_ticket_q;
always @(posedge clk_i)
    if (f_takes_above && f_above_empties) f_empty_ticket_q <= `ABOVE_TICKET(f_above_msg);
wire f_answers_empty = f_answers_above && `UPWARD_TICKET(f_upward_msg) == f_empty_ticket_q;
reg f_empties_q;
always @(posedge clk_i)
    f_empties_q <= !rst_i && ((f_empties_q && !f_answers_empty) || (f_takes_above && f_above_empties));

// Loads; and the answer to a load that has times alone, as the copy that it told of is as good (RENEW).
`define LOADS(op) ((op) == 4'd0 || (op) == 4'd5)
`ifdef RENEW
`define RENEWS(op) ((op) == 4'd13)
`else
`define RENEWS(op) 1'b0
`endif
// The op of an answer: a fresh load is answered as a load, any other request with its own op.
`define ANSWERED(op) ((op) == 4'd5 ? 4'd0 : (op))
`ifndef ANSWERS
`define ANSWERS(op, sent) ((op) == `ANSWERED(sent) || (`RENEWS(op) && `LOADS(sent)))
`endif
// Promised by L2 (its own proof) and by the ReqTracker.
`ASSUME(answer_was_asked_for, f_answer_valid && !`OF_NO_MSHR(`ANSWER_OP(f_answer_msg)), f_sent_at_take)
`ASSUME(answer_has_its_op, f_answer_valid && !`OF_NO_MSHR(`ANSWER_OP(f_answer_msg)), `ANSWERS(`ANSWER_OP(f_answer_msg), f_sent_value_at_take))
// Promised by the SM for its tags, by L1 for its lines (one_request_a_line).
`define TICKET_IS_FREE(name, is_asked) \
    `ASSUME(name, f_above_valid, !(is_asked) \
        || (f_answers_above && `UPWARD_TICKET(f_upward_msg) == `ABOVE_TICKET(f_above_msg)))
`TICKET_IS_FREE(ticket_is_free, f_asked_at_put)
// Promised by the SM and harness/machine/command.c for L1, by L1 (sends_known_ops) for L2.
`ASSUME(op_is_known, f_above_valid, `KNOWN_OP(`ABOVE_OP(f_above_msg)))
// Promised by harness/machine/command.c, which drains the machine before it empties anything.
`ifdef FLUSHES
// It drains this package; others may still write back.
`ASSUME(empty_comes_alone, f_above_valid && f_above_empties, !f_empties_q)
`else
`ASSUME(empty_comes_alone, f_above_valid && f_above_empties, !f_asked_any)
`ASSUME(nothing_while_emptying, f_empties_q, !f_above_valid)
`endif
// Promised by the GPU's switch (the bank of a line's low bits) for L2.
`ASSUME(line_is_of_this_bank, f_above_valid, f_bank_shows)

reg [$bits(id_i)-1:0] f_id_q;
always @(posedge clk_i)
    f_id_q <= id_i;
`ASSUME(id_is_constant, 1'b1, id_i == f_id_q)
