// Each step of an L2 bank, seen for one line, is a step of the Murphi model (formal/murphi/mgcc.m). Put after
// l2_names.vh, cache.vh, cache_time.vh and l2_time.vh, which follow the same line, f_line.
//
// The abstraction. A time is an epoch above a timestamp, as one number: the model's Time with EP = 2**TS_W.
//   l2[g][l]           the copy of the line in the array: valid, wts (of the epoch of rts), rts
//   l2_miss[g][l]      FREE: no MSHR has the line; else in flight, with op, core (the first requester) and cts.
//                      Which of the model's TO_HOME and AT_HOME it is depends on other units
//   l1_miss[g][c][l]   of an L1's request: its fields in stage 1; of its answer (BACK): the message passed up
// An L1's request is worked on in the cycle in which it leaves stage 1 for good; an answer arrives in the
// cycle in which it is passed up from stage 1. The answer of a hit is in stage 2 then (l2_time.vh follows it
// out).
//
// A wire step_RULE is true if the state before, the contents of stage 1, the message to memory or an L1, and the
// state after are as the rule of that name allows: its guard, its effect, and that nothing else has
// changed. The wires after `beyond the model` are of steps that the model lacks. Each is restricted to the rules,
// in order, that its comment gives, or to the state that it may change.
//
// M9. The model's request has the ends of both leases, l1_rts and l2_rts, and its answer has two flags, same_l1
// and same_l2. The unit's request has one end, that of its own copy if there is one, else that of the L1's. One
// flag comes back, and the MSHR's child bit says whether it holds for the L1's copy as well. If l1_rts is memts but
// the end in the request is not, the unit does not answer `same` where the model does: that is the model's
// answer, then `L1 forgets a copy`.
//
// RENEW: m.tells is what the message to memory tells of the bank's copy, and m.child of a load is the MSHR's child bit
// until the load is asked for again, without a copy. A renewal by memory is read out of the copy in stage 1, and arrives
// in the cycle in which it is passed up, as any answer.
//
// Left out: data (cache_time.vh follows each bit), and after, a ghost of the model.
//
// Promises
// * each cycle is one of the steps, or changes nothing;
// * and, so that each failure has a name: the copy and the miss each change only as a rule says, and a message to
//   memory or to an L1 leaves only as a rule says, with the times that the rule writes.
//
// Assumes nothing more than those texts; written for their parameters.

// ---- the model's state ----

localparam F_FREE = 3'd0, F_LOAD = 3'd1, F_STORE = 3'd2, F_ATOMIC = 3'd3, F_PASS = 3'd5;

wire f_valid = f_is_kept;
wire [TIME_W-1:0] f_rts = f_kept_rts;
wire [TIME_W-1:0] f_wts = {`EPOCH(f_rts), f_kept_wts};
wire [2:0] f_miss = !f_under_way ? F_FREE : !mshr_store_q[f_at] ? F_LOAD
    : f_last_op_q == 4'd1 ? F_STORE : f_last_op_q == 4'd6 ? F_ATOMIC : F_PASS;
wire [TIME_W-1:0] f_miss_cts = f_mshr_cts;
wire [SRC_W-1:0] f_miss_core = f_first;
`ifdef RENEW
wire f_miss_child = mshr_child_q[f_at] && (f_miss != F_LOAD || (f_tells && !mshr_again_q[f_at]));
`else
wire f_miss_child = mshr_child_q[f_at];
`endif

// ---- the state before, and the messages of that cycle ----

reg f_stepped_q; // not a reset: the cycle before led here
reg f_was_valid_q;
reg [TIME_W-1:0] f_was_wts_q;
reg [TIME_W-1:0] f_was_rts_q;
reg [2:0] f_was_miss_q;
reg [TIME_W-1:0] f_was_miss_cts_q;
reg [SRC_W-1:0] f_was_core_q;
reg f_was_child_q;
reg [SRCS-1:0] f_was_waiting_q;
// Stage 1: a request, or an answer that is passed up; its line and op; a request's L1, clock and copy fields.
reg f_was_request_q;
reg f_was_passed_up_q;
reg f_was_mine_q;
reg [3:0] f_was_op_q;
reg f_was_for_here_q;
reg [SRC_W-1:0] f_asker_q;
reg [TIME_W-1:0] f_asker_cts_q;
reg f_asker_copy_q;
reg [TS_W-1:0] f_asker_copy_rts_q;
// Memory's answer.
reg [TIME_W-1:0] f_said_wts_q;
reg [TIME_W-1:0] f_said_rts_q;
reg f_said_same_q;
reg f_said_whole_q; // the store that is answered was of the whole line: the model's WORDS = 1
`ifdef RENEW
reg f_said_renewed_q; // a load's answer has its line out of the copy
reg f_lost_q;         // a renewal found no copy
`endif
// The message of this line that left for memory; the message passed up from stage 1.
reg f_left_q;
reg [3:0] f_left_op_q;
reg [TIME_W-1:0] f_left_cts_q;
reg f_left_copy_q;
reg [TS_W-1:0] f_left_copy_rts_q;
reg [3:0] f_up_op_q;
reg f_up_mine_q;
reg [SRC_W-1:0] f_up_to_q;
reg [TIME_W-1:0] f_up_wts_q;
reg [TIME_W-1:0] f_up_rts_q;
reg f_up_same_q;
always @(posedge clk_i) begin
    f_stepped_q <= !rst_i;
    f_was_valid_q <= f_valid;
    f_was_wts_q <= f_wts;
    f_was_rts_q <= f_rts;
    f_was_miss_q <= f_miss;
    f_was_miss_cts_q <= f_miss_cts;
    f_was_core_q <= f_miss_core;
    f_was_child_q <= f_miss_child;
    f_was_waiting_q <= f_wait_set;
    f_was_request_q <= f_s1_request;
    f_was_passed_up_q <= f_s1_answer && f_upward_push && f_upward_room && !s2_valid_q;
    f_was_mine_q <= s1_line_q == f_line;
    f_was_op_q <= s1_op_q;
    f_was_for_here_q <= s1_fn_q == 5'd1;
    f_asker_q <= s1_src_q;
    f_asker_cts_q <= s1_cts_q;
    f_asker_copy_q <= s1_copy_q;
    f_asker_copy_rts_q <= s1_copy_rts_q;
    f_said_wts_q <= {`EPOCH(s1_rts_q), s1_wts_q};
    f_said_rts_q <= s1_rts_q;
    f_said_same_q <= s1_same_q;
    f_said_whole_q <= f_whole_q;
`ifdef RENEW
    f_said_renewed_q <= s1_renewed_q;
    f_lost_q <= renew_lost && s1_line_q == f_line;
`endif
    f_left_q <= f_pushes && f_below_room;
    f_left_op_q <= f_pushes_op;
    f_left_cts_q <= f_pushes_cts;
    f_left_copy_q <= `BELOW_COPY(f_below_pushed);
    f_left_copy_rts_q <= `BELOW_COPY_RTS(f_below_pushed);
    f_up_op_q <= `UPWARD_OP(f_upward_pushed);
    f_up_mine_q <= `UPWARD_LINE(f_upward_pushed) == f_line;
    f_up_to_q <= `UPWARD_DST(f_upward_pushed);
    f_up_wts_q <= {`EPOCH(f_up_rts), f_up_wts};
    f_up_rts_q <= f_up_rts;
    f_up_same_q <= `UPWARD_SAME(f_upward_pushed);
end

// A request that stays is parked now: there is one place for both.
wire f_took = f_was_request_q && !park_valid_q;
`define TOOK(op) (f_took && f_was_mine_q && f_was_op_q == (op))
`define ARRIVED(op) (f_was_passed_up_q && f_was_mine_q && f_was_op_q == (op))
wire f_empties = f_took && f_was_op_q == 4'd8 && f_was_for_here_q;
wire f_elsewhere = !f_was_mine_q && (f_took && !f_empties || f_was_passed_up_q);

wire f_copy_stays = f_valid == f_was_valid_q && (!f_valid || (f_wts == f_was_wts_q && f_rts == f_was_rts_q));
wire f_miss_stays = f_miss == f_was_miss_q
    && (f_miss == F_FREE || (f_miss_cts == f_was_miss_cts_q && f_miss_core == f_was_core_q))
    && ((f_miss != F_STORE
`ifdef RENEW
        && f_miss != F_LOAD
`endif
        ) || f_miss_child == f_was_child_q);
// M4: the requester's clock decides.
wire f_live = f_was_valid_q && f_asker_cts_q <= f_was_rts_q;
// Fill() and Renew(). In the model a store of the whole line also fills a copy that was not there: in the L2 that
// is followed at once by `L2 forgets a copy`.
wire f_filled = f_valid && f_wts == f_said_wts_q && f_rts == f_said_rts_q;
wire f_renewed = f_was_valid_q && (f_said_same_q || f_said_whole_q) ? f_filled : !f_valid;
// M3: a request that is passed on has the requester's clock.
`define PASSED_ON(kind, op) (f_was_miss_q == F_FREE && f_miss == (kind) && f_miss_cts == f_asker_cts_q \
    && f_miss_core == f_asker_q && f_left_q && f_left_op_q == (op) && f_left_cts_q == f_asker_cts_q)
// l1_rts and l2_rts; none is the model's MAXT. The request does not tell of a copy of another epoch than the
// requester's. For an earlier epoch memory would not answer `same`. For a later one it might: the L2 then forgets
// its copy at once.
wire [TIME_W-1:0] f_left_copy_rts = {`EPOCH(f_asker_cts_q), f_left_copy_rts_q};
wire [TIME_W-1:0] f_asker_copy_rts = {`EPOCH(f_asker_cts_q), f_asker_copy_rts_q};
wire f_own_told = f_was_valid_q && f_left_copy_q && f_left_copy_rts == f_was_rts_q;
wire f_own_not_told = f_was_valid_q && !f_left_copy_q && `EPOCH(f_was_rts_q) != `EPOCH(f_asker_cts_q);
wire f_l1s_told = !f_was_valid_q && f_left_copy_q == f_asker_copy_q
    && (!f_asker_copy_q || f_left_copy_rts == f_asker_copy_rts);
wire f_child_right = f_miss_child == (!f_was_valid_q || (f_asker_copy_q && f_asker_copy_rts == f_was_rts_q));
// m.tells and m.child of a load; miss.renewed of the L1 that a copy here serves, and of those that memory's answer does.
`ifdef RENEW
wire f_own_of_epoch = f_was_valid_q && `EPOCH(f_was_wts_q) == `EPOCH(f_asker_cts_q);
wire f_l1s_is_own = f_own_of_epoch && f_asker_copy_q && f_asker_copy_rts == f_was_wts_q;
wire f_tells_right = (f_left_copy_q ? f_own_of_epoch && f_left_copy_rts == f_was_wts_q : !f_own_of_epoch)
    && f_miss_child == f_l1s_is_own;
wire f_renewal_right = !f_said_renewed_q || (f_was_valid_q && f_was_wts_q == f_said_wts_q);
wire f_up_renewed = f_was_op_q == 4'd0 && f_said_renewed_q && f_was_child_q && f_up_to_q == f_was_core_q;
`else
wire f_l1s_is_own = 1'b0;
wire f_tells_right = 1'b1;
wire f_renewal_right = 1'b1;
wire f_up_renewed = 1'b0;
wire f_lost_q = 1'b0;
`endif
// The message to the L1 that sent the load or store, with the times that memory gave.
wire f_up_as_said = f_up_mine_q && f_up_op_q == (f_up_renewed ? 4'd13 : f_was_op_q) && f_up_wts_q == f_said_wts_q
    && f_up_rts_q == f_said_rts_q;
wire f_up_to_core = f_up_as_said && f_up_to_q == f_was_core_q;
wire f_same_for_l1 = f_up_same_q == (f_said_same_q && f_was_child_q);

// Beyond the model: loads that joined a miss, and whose clocks its lease did not reach, are asked for again with the
// latest of their clocks. It is `L2 passes L1's request on` for a load that joined with that clock, behind `L2 forgets a
// copy`, since it tells of none: the copy in the array serves no load until the answer fills it. A load whose renewal
// found no copy is asked for again alike: the model's message of `renewal finds no copy in L2`.
wire step_asks_again = f_left_q && f_was_miss_q == F_LOAD && f_left_op_q == 4'd0
    && f_left_cts_q == f_was_miss_cts_q && !(f_was_valid_q && f_was_miss_cts_q <= f_was_rts_q)
`ifdef RENEW
    && !f_left_copy_q
`endif
    ;
// It may leave in a cycle in which stage 1 does something else.
wire f_quiet = !f_left_q || step_asks_again;

// ---- the rules ----

wire step_answers_load = `TOOK(4'd0) && f_was_miss_q == F_FREE && f_miss == F_FREE && f_live && f_copy_stays
    && !f_left_q && s2_valid_q && s2_op_q == (f_l1s_is_own ? 4'd13 : 4'd0) && s2_src_q == f_asker_q && s2_line_q == f_line
    && s2_wts_q == f_was_wts_q && s2_rts_q == f_was_rts_q;
wire step_passes_load_on = `TOOK(4'd0) && !f_live && `PASSED_ON(F_LOAD, 4'd0) && f_tells_right && f_copy_stays;
wire step_passes_store_on = `TOOK(4'd1) && `PASSED_ON(F_STORE, 4'd1) && f_copy_stays
    && (f_own_told || f_own_not_told || f_l1s_told) && f_child_right;
wire step_answer_arrives_load = `ARRIVED(4'd0) && f_was_miss_q == F_LOAD && f_miss == F_FREE && f_filled
    && f_renewal_right && !f_left_q && f_up_as_said && f_was_waiting_q == {{SRCS-1{1'b0}}, 1'b1} << f_up_to_q;
`ifdef RENEW
// The miss stays, and is asked for again; nothing is told of the L1's copy any more.
wire step_renewal_finds_no_copy = f_lost_q && f_was_miss_q == F_LOAD && !f_was_valid_q && mshr_again_q[f_at]
    && f_copy_stays && f_miss == F_LOAD && f_miss_cts == f_was_miss_cts_q && f_miss_core == f_was_core_q
    && !f_miss_child && !f_left_q;
`else
wire step_renewal_finds_no_copy = 1'b0;
`endif
wire step_answer_arrives_store = `ARRIVED(4'd1) && f_was_miss_q == F_STORE && f_miss == F_FREE && f_renewed
    && !f_left_q && f_up_to_core && f_same_for_l1;
// To make room for another line's fill.
wire step_forgets = f_elsewhere && f_was_passed_up_q && f_was_op_q == 4'd0 && f_was_valid_q && !f_valid
    && f_miss_stays && f_quiet;
// Any rule of another line.
wire step_of_another_line = f_elsewhere && f_copy_stays && f_miss_stays && f_quiet;
// Nothing happens, a request is parked, an answer waits for room, a renewal is read; or a peek of the L2.
wire step_stutter = !f_lost_q && (!f_took && !f_was_passed_up_q || `TOOK(4'd4)) && f_copy_stays && f_miss_stays && f_quiet;

// ---- beyond the model ----

// A load joins: `L2 passes L1's request on` for one more load, without a message of its own. There may be a live
// copy, if the miss is of a fresh load, or of a load with a later clock. A fresh load joins as any other.
wire step_load_joins = (`TOOK(4'd0) || `TOOK(4'd5)) && f_was_miss_q == F_LOAD && f_miss == F_LOAD
    && f_miss_cts == (f_was_miss_cts_q > f_asker_cts_q ? f_was_miss_cts_q : f_asker_cts_q)
    && f_miss_core == f_was_core_q && f_copy_stays && f_quiet
`ifdef RENEW
    && f_miss_child == f_was_child_q
`endif
    ;
// An answer that reaches all clocks goes to one L1 after another: `answer arrives in L2` for each; the copy is
// filled with the last, since no load reads it before.
wire step_joined_load_is_answered = `ARRIVED(4'd0) && f_was_miss_q == F_LOAD
    && f_was_miss_cts_q <= f_said_rts_q && f_miss_stays && f_copy_stays && f_renewal_right && !f_left_q && f_up_as_said
    && f_was_waiting_q[f_up_to_q];
// An answer that does not reach the latest clock goes to the first: `answer arrives in L2`; the others miss, and
// the next of them becomes the first.
wire step_answer_falls_short = `ARRIVED(4'd0) && f_was_miss_q == F_LOAD && f_was_miss_cts_q > f_said_rts_q
    && f_miss == F_LOAD && f_miss_cts == f_was_miss_cts_q && f_miss_core != f_was_core_q
    && f_was_waiting_q[f_miss_core] && f_filled && f_renewal_right && !f_left_q && f_up_to_core;
// A fresh load: `L2 forgets a copy`, `L2 passes L1's request on`. The copy in the array serves no load until
// the answer fills it. Memory sees a load. Where copies are renewed it is `L2 passes L1's request on` of a copy whose
// lease has ended: the TSU compares wts and no lease, so what it says of a live copy holds, too.
wire step_passes_fresh_on = `TOOK(4'd5) && `PASSED_ON(F_LOAD, 4'd0) && f_tells_right && f_copy_stays;
// An atomic: `L2 forgets a copy`, `L2 passes L1's request on`; its answer is as one to a store without a copy.
wire step_passes_atomic_on = `TOOK(4'd6) && `PASSED_ON(F_ATOMIC, 4'd6) && !f_valid;
wire step_answer_arrives_atomic = `ARRIVED(4'd6) && f_was_miss_q == F_ATOMIC && f_miss == F_FREE
    && !f_was_valid_q && !f_valid && !f_left_q && f_up_to_core;
// An OP_EMPTY of the TSU passes through and changes nothing here; one of this L2 is `L2 forgets a copy`.
wire step_passes_emptying_on = `TOOK(4'd8) && !f_was_for_here_q && `PASSED_ON(F_PASS, 4'd8) && f_copy_stays;
wire step_emptying_is_answered = `ARRIVED(4'd8) && f_was_miss_q == F_PASS && f_miss == F_FREE && f_copy_stays
    && !f_left_q && f_up_to_core;
wire step_empties = f_empties && f_was_miss_q == F_FREE && f_miss == F_FREE && !f_valid && !f_left_q;

`ASSERT(each_step_is_the_models, !f_stepped_q || |{step_answers_load, step_passes_load_on,
    step_passes_store_on, step_answer_arrives_load, step_renewal_finds_no_copy, step_answer_arrives_store, step_forgets,
    step_of_another_line, step_stutter,
    step_load_joins, step_joined_load_is_answered, step_answer_falls_short, step_passes_fresh_on,
    step_passes_atomic_on, step_answer_arrives_atomic, step_passes_emptying_on, step_emptying_is_answered,
    step_empties})

// ---- the same, part by part ----

`ASSERT(copy_changes_as_a_rule_says, !f_stepped_q || f_copy_stays
    || (`ARRIVED(4'd0) && f_filled) || (`ARRIVED(4'd1) && f_renewed)
    || (!f_valid && (`TOOK(4'd6) || f_empties || (f_elsewhere && f_was_passed_up_q && f_was_op_q == 4'd0))))
`ASSERT(answer_fills_or_renews_the_copy, !f_stepped_q || ((!`ARRIVED(4'd0) || f_filled || f_miss == F_LOAD)
    && (!`ARRIVED(4'd1) || f_renewed)))
`ASSERT(miss_changes_as_a_rule_says, !f_stepped_q || f_miss_stays || step_renewal_finds_no_copy
    || (f_was_miss_q == F_FREE && f_took && f_was_mine_q && f_miss_cts == f_asker_cts_q
        && f_miss_core == f_asker_q && (f_miss != F_STORE || f_child_right))
    || (f_was_miss_q == F_LOAD && f_took && f_was_mine_q && f_miss == F_LOAD
        && f_miss_cts == (f_asker_cts_q > f_was_miss_cts_q ? f_asker_cts_q : f_was_miss_cts_q))
    || (f_was_miss_q != F_FREE && f_was_passed_up_q && f_was_mine_q
        && (f_miss == F_FREE || (f_miss == F_LOAD && f_miss_cts == f_was_miss_cts_q))))
`ASSERT(message_to_memory_as_a_rule_says, !f_stepped_q || !f_left_q || step_asks_again
    || (f_took && f_was_mine_q && f_was_miss_q == F_FREE && f_left_cts_q == f_asker_cts_q
        && f_left_op_q == (f_was_op_q == 4'd5 ? 4'd0 : f_was_op_q) && !(f_was_op_q == 4'd0 && f_live)
        && (f_was_op_q == 4'd1 ? f_own_told || f_own_not_told || f_l1s_told
            : f_was_op_q == 4'd0 || f_was_op_q == 4'd5 ? f_tells_right : 1'b1)))
`ASSERT(message_to_l1_as_a_rule_says, !f_stepped_q || !(f_was_passed_up_q && f_was_mine_q)
    || (f_up_as_said && f_was_waiting_q[f_up_to_q] && (f_was_op_q != 4'd1 || f_same_for_l1)))
`ifdef RENEW
`ASSERT(renewal_is_of_the_copy, !f_stepped_q || !`ARRIVED(4'd0) || f_renewal_right)
`ASSERT(renewal_without_copy_asks_again, !f_stepped_q || !f_lost_q || step_renewal_finds_no_copy)
`endif

// ---- what makes them inductive ----

// A load is asked for again because the lease was too short: no copy held since then serves its clock.
`ASSERT(asks_again_beyond_the_copy, !(f_under_way && mshr_again_q[f_at] && f_valid) || f_miss_cts > f_rts)
// The copy is dropped before an atomic leaves, and no fill brings another.
`ASSERT(atomic_has_no_copy, f_miss != F_ATOMIC || !f_valid)
`ifdef RENEW
// The copy is as it was told of, until the renewal that has read it is answered.
`ASSERT(renewed_is_kept_as_told, !(f_pending_renewal && f_valid) || f_wts == f_copy_wts)
`ASSERT(read_is_kept_as_told, !(f_decided && s1_renewed_q && s1_op_q == 4'd0) || (f_valid && f_wts == f_copy_wts))
`endif

// ---- each of them happens ----

`COVER(rule_answers_load, f_stepped_q && step_answers_load)
`COVER(rule_passes_load_on, f_stepped_q && step_passes_load_on && !f_was_valid_q)
`COVER(rule_passes_load_on_with_an_ended_lease, f_stepped_q && step_passes_load_on && f_was_valid_q)
`COVER(rule_passes_store_on_and_tells, f_stepped_q && step_passes_store_on && f_own_told && f_miss_child)
`COVER(rule_passes_store_on_of_another_lease, f_stepped_q && step_passes_store_on && f_own_told
    && f_asker_copy_q && !f_miss_child)
`COVER(rule_passes_store_on_and_tells_the_l1s, f_stepped_q && step_passes_store_on && f_l1s_told
    && f_left_copy_q)
`COVER(rule_passes_store_on_without_copy, f_stepped_q && step_passes_store_on && f_l1s_told && !f_left_copy_q)
`COVER(rule_passes_store_on_of_earlier_epoch, f_stepped_q && step_passes_store_on && f_own_not_told
    && !f_live)
`COVER(rule_passes_store_on_of_later_epoch, f_stepped_q && step_passes_store_on && f_own_not_told && f_live)
`COVER(rule_answer_arrives_load, f_stepped_q && step_answer_arrives_load && !f_was_valid_q)
`COVER(rule_answer_arrives_load_anew, f_stepped_q && step_answer_arrives_load && f_was_valid_q)
`COVER(rule_answer_arrives_store_same, f_stepped_q && step_answer_arrives_store && f_valid && f_up_same_q)
`COVER(rule_answer_arrives_store_whole, f_stepped_q && step_answer_arrives_store && f_valid && !f_said_same_q)
`COVER(rule_answer_arrives_store_dropped, f_stepped_q && step_answer_arrives_store && f_was_valid_q
    && !f_valid)
`COVER(rule_forgets, f_stepped_q && step_forgets)
`COVER(rule_forgets_while_locked, f_stepped_q && step_forgets && f_miss == F_STORE)
`COVER(rule_of_another_line, f_stepped_q && step_of_another_line)
`COVER(rule_load_joins, f_stepped_q && step_load_joins && f_miss_cts > f_was_miss_cts_q)
`COVER(rule_joined_load_is_answered, f_stepped_q && step_joined_load_is_answered)
`COVER(rule_answer_falls_short, f_stepped_q && step_answer_falls_short)
`COVER(rule_asks_again, f_stepped_q && step_asks_again)
`COVER(rule_passes_fresh_on_with_a_copy, f_stepped_q && step_passes_fresh_on && f_live)
`COVER(rule_passes_atomic_on_and_drops, f_stepped_q && step_passes_atomic_on && f_was_valid_q)
`COVER(rule_answer_arrives_atomic, f_stepped_q && step_answer_arrives_atomic)
`COVER(rule_passes_emptying_on, f_stepped_q && step_passes_emptying_on)
`COVER(rule_emptying_is_answered, f_stepped_q && step_emptying_is_answered)
`COVER(rule_empties, f_stepped_q && step_empties && f_was_valid_q)
`COVER(rule_stutter, f_stepped_q && step_stutter && f_miss == F_STORE)
`ifdef RENEW
`COVER(rule_answers_load_with_a_renewal, f_stepped_q && step_answers_load && f_l1s_is_own)
`COVER(rule_passes_load_on_and_tells, f_stepped_q && step_passes_load_on && f_left_copy_q && f_miss_child)
`COVER(rule_passes_load_on_of_another_copy, f_stepped_q && step_passes_load_on && f_left_copy_q && f_asker_copy_q
    && !f_miss_child)
`COVER(rule_answer_arrives_load_renewed, f_stepped_q && step_answer_arrives_load && f_said_renewed_q && f_up_renewed)
`COVER(rule_answer_arrives_load_renewed_here_alone, f_stepped_q && step_answer_arrives_load && f_said_renewed_q
    && !f_up_renewed)
`COVER(rule_renewal_finds_no_copy, f_stepped_q && step_renewal_finds_no_copy)
`COVER(rule_asks_again_for_a_lost_renewal, f_stepped_q && step_asks_again && !f_was_valid_q)
`endif
