// Each step of a request tracker, seen for one entry, is a step of the Murphi model (formal/murphi/mgcc.m). Put
// after reqtracker.vh.
//
// The abstraction, for any one entry, f_me. It is the l2_miss of the L2 whose request it holds:
//   FREE               the entry is free: the request is elsewhere, or there is none
//   TO_HOME            it holds a request that is not sent: the model's L2 has sent it, the home has not
//                      taken it
//   AT_HOME            the request is sent to DRAM and TSU; tsu_done, dram_done; wts, rts and same as the TSU
//                      gave them
//   op, core, cts, l1_rts and l2_rts (one of them, l2_steps.vh) as they came
// DRAM does its part at some time between the request and its answer; here it is when the answer is taken. As
// no other request of that line is at the home (M8), that makes no difference.
//
// MERGED: a load that has taken the line of the request before it is done with DRAM when it is looked up, as if both
// steps of the model came at once.
//
// RENEW: a load that tells of a copy (m.tells) is looked up first. If the TSU renews it, DRAM has nothing to do and is
// done with it, as in the model; else DRAM is asked.
//
// A wire step_RULE is true if the state before, the messages that came and left, and the state after are as the
// rule of that name allows: its guard, its effect, and that nothing else has changed. The wires after `beyond the
// model` are of steps that the model lacks.
//
// Left out: data (reqtracker_data.vh), the order of arrival: the model takes any.
//
// Promises
// * each cycle is one of the steps, or changes nothing;
// * and, so that each failure has a name: an entry is taken, is done with TSU and DRAM, and is answered only as
//   a rule says.
//
// Assumes nothing more than reqtracker.vh; written for its parameters.

// ---- the model's state ----

localparam F_FREE = 2'd0, F_TO_HOME = 2'd1, F_AT_HOME = 2'd2;
localparam F_MSG_W = LINE_W + 4 + SRC_W + TIME_W + 1 + TS_W;
wire [1:0] f_state = !busy_q[f_me] ? F_FREE : sent_q[f_me] ? F_AT_HOME : F_TO_HOME;
wire [F_MSG_W-1:0] f_msg = {line[f_me], op[f_me], src[f_me], cts[f_me], copy_q[f_me], copy_rts[f_me]};
wire f_tsu_done = tsu_q[f_me];
// An atomic is done with DRAM when it is written.
wire f_dram_done = dram_q[f_me] && (op[f_me] != 4'd6 || made_q[f_me]);
wire [TIME_W+TS_W:0] f_times = {same_q[f_me], rts[f_me], wts[f_me]};
// Whether another request of the line is at the home.
reg f_line_taken;
always @* begin : taken
    integer i;
    f_line_taken = 1'b0;
    for (i = 0; i < ENTRIES; i = i + 1)
        f_line_taken = f_line_taken || (i != f_me && busy_q[i] && sent_q[i] && line[i] == line[f_me]);
end

`ifdef RENEW
wire f_tells = op[f_me] == 4'd0 && copy_q[f_me];
wire f_to_fetch = fetch_q[f_me]; // refused, and DRAM is not asked yet
`endif

// ---- the state before, and the messages of that cycle ----

reg f_stepped_q; // not a reset: the cycle before led here
reg [1:0] f_was_state_q;
reg [F_MSG_W-1:0] f_was_msg_q;
reg f_was_tsu_done_q;
reg f_was_dram_done_q;
reg [TIME_W+TS_W:0] f_was_times_q;
reg f_was_line_taken_q;
reg f_was_made_q;
`ifdef MERGED
reg f_was_merged_q;
always @(posedge clk_i)
    f_was_merged_q <= busy_q[f_me] && merged_q[f_me];
`else
wire f_was_merged_q = 1'b0;
`endif
`ifdef RENEW
reg f_was_told_q;
reg f_was_to_fetch_q;
`else
wire f_was_told_q = 1'b0;
`endif
// A request that came in; a look-up and a request to DRAM that left for the entry; a grant and an answer of
// DRAM for it; an answer that left, of any entry.
reg f_came_q;
reg [F_MSG_W-1:0] f_came_msg_q;
reg f_looked_up_q;
reg f_looked_right_q;
reg f_asked_dram_q;
reg f_asked_right_q;
reg f_asked_write_q;
reg f_gave_q;
reg [TIME_W+TS_W:0] f_gave_times_q;
reg f_dram_back_q;
reg f_went_up_q;
reg [LINE_W+4+SRC_W-1:0] f_went_to_q;
reg [TIME_W+TS_W:0] f_went_times_q;
wire [LINE_W-1:0] f_my_line = line[f_me];
wire f_my_write = op[f_me] == 4'd1 || op[f_me] == 4'd6 || op[f_me] == 4'd9;
always @(posedge clk_i) begin
    f_stepped_q <= !rst_i;
    f_was_state_q <= f_state;
    f_was_msg_q <= f_msg;
    f_was_tsu_done_q <= f_tsu_done;
    f_was_dram_done_q <= f_dram_done;
    f_was_times_q <= f_times;
    f_was_line_taken_q <= f_line_taken;
`ifdef RENEW
    f_was_told_q <= f_tells;
    f_was_to_fetch_q <= f_to_fetch;
`endif
    f_was_made_q <= made_q[f_me];
    f_came_q <= req_valid && req_pop;
    f_came_msg_q <= {req_msg[F_REQ_LINE +: LINE_W], req_msg[F_REQ_OP +: 4], req_msg[F_REQ_SRC +: SRC_W],
        req_msg[F_REQ_CTS +: TIME_W], req_msg[F_REQ_COPY], req_msg[F_REQ_COPY_RTS +: TS_W]};
    f_looked_up_q <= f_look_moves && look_tag_o == f_me;
    f_looked_right_q <= look_line_o == f_my_line[LINE_W-1:UMC_W] && look_store_o == f_my_write
        && look_empty_o == (op[f_me] == 4'd8) && look_cts_o == cts[f_me] && look_copy_o == copy_q[f_me]
        && look_copy_rts_o == copy_rts[f_me];
    f_asked_dram_q <= dram_req_push && dram_req_room && dram_req_msg[F_ASK_TAG +: TAG_W] == f_me;
    f_asked_right_q <= dram_req_msg[F_ASK_LINE +: F_LINE_W] == f_my_line[LINE_W-1:UMC_W];
    f_asked_write_q <= dram_req_msg[F_ASK_WRITE];
    f_gave_q <= grant_valid_i && grant_tag_i == f_me;
    f_gave_times_q <= {grant_same_i, grant_rts_i, grant_wts_i};
    f_dram_back_q <= dram_rsp_valid && dram_rsp_msg[F_BACK_TAG +: TAG_W] == f_me;
    f_went_up_q <= rsp_push && rsp_room;
    f_went_to_q <= {rsp_msg[F_RSP_LINE +: LINE_W], rsp_msg[F_RSP_OP +: 4], rsp_msg[F_RSP_DST +: SRC_W]};
    f_went_times_q <= {rsp_msg[F_RSP_SAME], rsp_msg[F_RSP_RTS +: TIME_W], rsp_msg[F_RSP_WTS +: TS_W]};
end
wire [3:0] f_was_op = f_was_msg_q[SRC_W+TIME_W+1+TS_W +: 4];
wire f_emptying = f_was_op == 4'd8;
wire f_msg_stays = f_msg == f_was_msg_q;
wire f_stays = f_state == f_was_state_q && (f_state == F_FREE || f_msg_stays);
wire f_tsu_stays = f_tsu_done == f_was_tsu_done_q && (!f_tsu_done || f_times == f_was_times_q) && !f_gave_q;
wire f_dram_stays = f_dram_done == f_was_dram_done_q;
wire f_gives_renewal = f_was_told_q && f_gave_times_q[TIME_W+TS_W];
wire f_at_home = f_was_state_q == F_AT_HOME && f_state == F_AT_HOME && f_msg_stays && !f_looked_up_q;
wire f_tsu_gives = !f_was_tsu_done_q && f_gave_q && f_tsu_done && f_times == f_gave_times_q;
wire f_dram_does = !f_was_dram_done_q && f_dram_back_q && f_dram_done && !f_asked_dram_q;
wire f_sends_nothing = !f_looked_up_q && !f_asked_dram_q;

// ---- the rules ----

// M8 is its guard. Look-up and request to DRAM leave in one cycle; neither is done yet.
wire step_home_takes = f_was_state_q == F_TO_HOME && !f_was_line_taken_q && f_state == F_AT_HOME
    && f_msg_stays && f_looked_up_q && f_looked_right_q && !f_tsu_done && !f_emptying
    && f_dram_done == f_was_merged_q
    && (f_was_told_q || f_was_merged_q ? !f_asked_dram_q
        : f_asked_dram_q && f_asked_right_q && f_asked_write_q == (f_was_op == 4'd1 || f_was_op == 4'd9));
wire step_tsu_gives_times = f_at_home && f_tsu_gives && !f_asked_dram_q
    && (f_gives_renewal ? !f_was_dram_done_q && f_dram_done : f_dram_stays);
// The guard is for a load that tells of a copy: DRAM reads for it behind the TSU.
wire step_dram_reads_or_writes = f_at_home && f_dram_does && f_tsu_stays && (!f_was_told_q || f_was_tsu_done_q);
// In either order.
wire step_tsu_gives_times_and_dram_reads_or_writes = f_at_home && f_tsu_gives && f_dram_does && !f_was_told_q;
// The answer leaves for the L2, with the times that the TSU gave.
wire step_answer_leaves = f_was_state_q == F_AT_HOME && f_was_tsu_done_q && f_was_dram_done_q
    && f_state == F_FREE && f_went_up_q && f_went_to_q == {f_was_msg_q[F_MSG_W-1 -: LINE_W],
        f_was_told_q && f_was_times_q[TIME_W+TS_W] ? 4'd13 : f_was_op, f_was_msg_q[TIME_W+1+TS_W +: SRC_W]}
    && f_went_times_q == f_was_times_q && f_sends_nothing;
wire step_stutter = f_stays && f_sends_nothing && !f_gave_q
    && (f_state != F_AT_HOME || (f_tsu_stays && f_dram_stays));

// ---- beyond the model ----

// A request is put into the table as it came: in the model it is TO_HOME as soon as the L2 has sent it.
wire step_request_comes = f_was_state_q == F_FREE && f_state == F_TO_HOME && f_came_q && f_msg == f_came_msg_q
    && f_sends_nothing;
// An OP_EMPTY needs nothing of DRAM: only the TSU forgets its entries.
wire step_home_takes_emptying = f_was_state_q == F_TO_HOME && !f_was_line_taken_q && f_state == F_AT_HOME
    && f_msg_stays && f_looked_up_q && f_looked_right_q && !f_tsu_done && f_emptying && f_dram_done
    && !f_asked_dram_q;
// An atomic's line is read, changed, then written: the write is the step of the model's DRAM.
wire step_atomic_is_written = f_at_home && f_was_op == 4'd6 && f_was_made_q && f_asked_dram_q
    && f_asked_right_q && f_asked_write_q && f_dram_stays && !f_dram_done && (f_tsu_stays || f_tsu_gives);
// A load that was refused is sent to DRAM: in the model DRAM reads when it will.
`ifdef RENEW
wire step_refused_is_sent = f_at_home && f_was_to_fetch_q && !f_to_fetch && f_was_told_q && f_was_tsu_done_q
    && !f_was_times_q[TIME_W+TS_W] && !f_was_dram_done_q && f_asked_dram_q && f_asked_right_q && !f_asked_write_q
    && f_tsu_stays && f_dram_stays;
`else
wire step_refused_is_sent = 1'b0;
`endif

`ASSERT(each_step_is_the_models, !f_stepped_q || |{step_home_takes, step_tsu_gives_times,
    step_dram_reads_or_writes, step_tsu_gives_times_and_dram_reads_or_writes, step_answer_leaves,
    step_stutter, step_request_comes, step_home_takes_emptying, step_atomic_is_written,
    step_refused_is_sent})

// ---- the same, part by part ----

wire f_is_taken = f_was_state_q != F_AT_HOME && f_state == F_AT_HOME;
`ASSERT(home_takes_as_the_rule_says, !f_stepped_q || !(f_is_taken || f_looked_up_q)
    || (f_is_taken && f_was_state_q == F_TO_HOME && !f_was_line_taken_q && f_looked_up_q && f_looked_right_q))
`ASSERT(tsu_is_done_as_the_rule_says, !f_stepped_q || f_state != F_AT_HOME || f_was_state_q != F_AT_HOME
    || f_tsu_stays || f_tsu_gives)
`ASSERT(dram_is_done_as_the_rule_says, !f_stepped_q || f_state != F_AT_HOME || f_was_state_q != F_AT_HOME
    || f_dram_stays || f_dram_does || (f_tsu_gives && f_gives_renewal))
`ASSERT(answer_leaves_as_the_rule_says, !f_stepped_q || !(f_was_state_q != F_FREE && f_state == F_FREE)
    || step_answer_leaves)

// ---- each of them happens ----

`COVER(rule_home_takes_load, f_stepped_q && step_home_takes && f_was_op == 4'd0)
`COVER(rule_home_takes_store, f_stepped_q && step_home_takes && f_was_op == 4'd1)
`COVER(rule_tsu_gives_times_first, f_stepped_q && step_tsu_gives_times && !f_dram_done)
`COVER(rule_tsu_gives_times_last, f_stepped_q && step_tsu_gives_times && f_dram_done)
`COVER(rule_dram_reads_or_writes_first, f_stepped_q && step_dram_reads_or_writes && !f_tsu_done)
`COVER(rule_dram_reads_or_writes_last, f_stepped_q && step_dram_reads_or_writes && f_tsu_done)
`COVER(rule_tsu_and_dram_at_once, f_stepped_q && step_tsu_gives_times_and_dram_reads_or_writes)
`COVER(rule_answer_leaves, f_stepped_q && step_answer_leaves)
`COVER(rule_answer_leaves_same, f_stepped_q && step_answer_leaves && f_was_times_q[TIME_W+TS_W])
`COVER(rule_request_comes, f_stepped_q && step_request_comes)
`COVER(rule_home_takes_emptying, f_stepped_q && step_home_takes_emptying)
`COVER(rule_atomic_is_written, f_stepped_q && step_atomic_is_written)
`COVER(rule_stutter_at_the_guard, f_stepped_q && step_stutter && f_state == F_TO_HOME && f_was_line_taken_q)
`ifdef MERGED
`COVER(rule_home_takes_and_dram_reads, f_stepped_q && step_home_takes && f_was_merged_q)
`endif
`ifdef RENEW
`COVER(rule_home_takes_told_load, f_stepped_q && step_home_takes && f_was_told_q)
`COVER(rule_tsu_renews, f_stepped_q && step_tsu_gives_times && f_gives_renewal)
`COVER(rule_tsu_refuses, f_stepped_q && step_tsu_gives_times && f_was_told_q && !f_gives_renewal)
`COVER(rule_refused_is_sent, f_stepped_q && step_refused_is_sent)
`COVER(rule_refused_is_read, f_stepped_q && step_dram_reads_or_writes && f_was_told_q)
`COVER(rule_renewal_leaves, f_stepped_q && step_answer_leaves && f_was_told_q && f_was_times_q[TIME_W+TS_W])
`endif
