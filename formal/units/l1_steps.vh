// Each step of an L1, seen for one line, is a step of the Murphi model (formal/murphi/mgcc.m). Put after
// l1_names.vh, cache.vh, cache_time.vh and l1_time.vh, which follow the same line, f_line.
//
// The abstraction. A time is an epoch above a timestamp, as one number: the model's Time with EP = 2**TS_W.
//   cts[g][c]          the clock cts_q
//   l1[g][c][l]        the copy of the line in the array: valid, wts (of the epoch of rts), rts
//   l1_miss[g][c][l]   IDLE: no MSHR has the line; else in flight, with op and cts. Which of the model's TO_L2,
//                      BELOW and BACK it is depends on other units
// A load or a store is issued in the cycle in which it leaves stage 1 for good; an answer arrives in the
// cycle in which it is passed up from stage 1.
//
// A wire step_RULE is true if the state before, the contents of stage 1, the message to the L2, and the state after
// are as the rule of that name allows: its guard, its effect, and that nothing else has changed. The wires
// after `beyond the model` are of steps that the model lacks. Each is restricted to the rules, in order, that its
// comment gives, or to the state that it may change.
//
// Left out: data (cache_time.vh follows each bit), after and last_time (ghosts of the model), and Room(),
// LIMIT, CoreFree() and MayLoad(), which bound the model's search and its cores and not a step of the L1.
// RENEW: a load's message tells of its copy (miss.tells); a renewal is read out of the copy in stage 1, and arrives
// in the cycle in which it is passed up, as any answer.
// How the clock moves at a step of another line is checked where f_line is that line, since f_line is any line.
//
// Promises
// * each cycle is one of the steps, or changes nothing;
// * and, so that each failure has a name: the copy, the clock and the miss each change only as a rule says, and a
//   message to the L2 leaves only as a rule says, with the clock and the lease that the rule writes.
//
// Assumes nothing more than those texts; written for their parameters.

// ---- the model's state ----

localparam F_IDLE = 3'd0, F_LOAD = 3'd1, F_STORE = 3'd2, F_ATOMIC = 3'd3, F_PEEK = 3'd4, F_PASS = 3'd5;

wire f_valid = f_is_kept;
wire [TIME_W-1:0] f_rts = f_kept_rts;
wire [TIME_W-1:0] f_wts = {`EPOCH(f_rts), f_kept_wts};
wire [2:0] f_miss = !f_under_way ? F_IDLE : f_peek[f_at] ? F_PEEK : !mshr_store_q[f_at] ? F_LOAD
    : f_last_op_q == 4'd1 ? F_STORE : f_last_op_q == 4'd6 ? F_ATOMIC : F_PASS;
wire [TIME_W-1:0] f_miss_cts = f_mshr_cts;

// ---- the state before, and the messages of that cycle ----

reg f_stepped_q; // not a reset: the cycle before led here
reg f_was_valid_q;
reg [TIME_W-1:0] f_was_wts_q;
reg [TIME_W-1:0] f_was_rts_q;
reg [TIME_W-1:0] f_was_cts_q;
reg [2:0] f_was_miss_q;
reg [TIME_W-1:0] f_was_miss_cts_q;
// Stage 1: a request, or an answer that is passed up; its line, op, tag; an answer's times; the clock that
// OP_CLOCK asks for.
reg f_was_request_q;
reg f_was_passed_up_q;
reg f_was_mine_q;
reg [3:0] f_was_op_q;
reg f_was_for_below_q;
reg [TAG_W-1:0] f_was_tag_q;
reg [TIME_W-1:0] f_said_wts_q;
reg [TIME_W-1:0] f_said_rts_q;
reg f_said_same_q;
reg f_said_whole_q; // the store that is answered was of the whole line: the model's WORDS = 1
reg [TIME_W-1:0] f_said_clock_q;
`ifdef RENEW
reg f_said_renewed_q; // a load's answer has its line out of the copy
reg f_lost_q;         // a renewal found no copy
`endif
// The message of this line that left for the L2.
reg f_left_q;
reg [3:0] f_left_op_q;
reg [TIME_W-1:0] f_left_cts_q;
reg f_left_copy_q;
reg [TS_W-1:0] f_left_copy_rts_q;
always @(posedge clk_i) begin
    f_stepped_q <= !rst_i;
    f_was_valid_q <= f_valid;
    f_was_wts_q <= f_wts;
    f_was_rts_q <= f_rts;
    f_was_cts_q <= cts_q;
    f_was_miss_q <= f_miss;
    f_was_miss_cts_q <= f_miss_cts;
    f_was_request_q <= f_s1_request;
    f_was_passed_up_q <= f_s1_answer && f_upward_push && f_upward_room && !s2_valid_q;
    f_was_mine_q <= s1_line_q == f_line;
    f_was_op_q <= s1_op_q;
    f_was_for_below_q <= s1_fn_q != 5'd0;
    f_was_tag_q <= s1_tag_q;
    f_said_wts_q <= {`EPOCH(s1_rts_q), s1_wts_q};
    f_said_rts_q <= s1_rts_q;
    f_said_same_q <= s1_same_q;
    f_said_whole_q <= f_whole_q;
    f_said_clock_q <= s1_data_q[TIME_W-1:0];
`ifdef RENEW
    f_said_renewed_q <= s1_read_q || f_was_read_q;
    f_lost_q <= renew_lost && s1_line_q == f_line;
`endif
    f_left_q <= f_pushes && f_below_room;
    f_left_op_q <= f_pushes_op;
    f_left_cts_q <= f_pushes_cts;
    f_left_copy_q <= `BELOW_COPY(f_below_pushed);
    f_left_copy_rts_q <= `BELOW_COPY_RTS(f_below_pushed);
end

// A request that stays is parked now: there is one place for both.
wire f_took = f_was_request_q && !park_valid_q;
wire f_took_word = f_took && (f_was_op_q == 4'd2 || f_was_op_q == 4'd3 || f_was_op_q == 4'd7
    || (f_was_op_q == 4'd8 && !f_was_for_below_q));
`define TOOK(op) (f_took && f_was_mine_q && f_was_op_q == (op))
`define ARRIVED(op) (f_was_passed_up_q && f_was_mine_q && f_was_op_q == (op))
wire f_elsewhere = !f_was_mine_q && !f_took_word && (f_took || f_was_passed_up_q);

`define LATER(a, b) ((a) > (b) ? (a) : (b))
wire f_copy_stays = f_valid == f_was_valid_q && (!f_valid || (f_wts == f_was_wts_q && f_rts == f_was_rts_q));
wire f_clock_stays = cts_q == f_was_cts_q;
wire f_miss_stays = f_miss == f_was_miss_q && (f_miss == F_IDLE || f_miss_cts == f_was_miss_cts_q);
wire f_live = f_was_valid_q && f_was_cts_q <= f_was_rts_q;
// Fill() and Renew(). In the model a store of the whole line also fills a copy that was not there: in the L1 that
// is followed at once by `L1 forgets a copy`.
wire f_filled = f_valid && f_wts == f_said_wts_q && f_rts == f_said_rts_q;
wire f_renewed = f_was_valid_q && (f_said_same_q || f_said_whole_q) ? f_filled : !f_valid;
wire f_clock_seen = cts_q == `LATER(f_was_cts_q, f_said_wts_q);
// An answer of another line, except a peek's, may raise the clock, and so may a hit on that line; else it stays.
wire f_clock_elsewhere = f_was_passed_up_q ? (f_was_op_q == 4'd4 ? f_clock_stays : f_clock_seen)
    : f_was_op_q == 4'd0 ? cts_q >= f_was_cts_q : f_clock_stays;
wire [TIME_W-1:0] f_hit_clock = `LATER(f_was_cts_q, f_was_wts_q);
// A new miss has the clock, and so has its message.
`define ISSUED(kind, op) (f_was_miss_q == F_IDLE && f_miss == (kind) && f_miss_cts == f_was_cts_q \
    && f_left_q && f_left_op_q == (op) && f_left_cts_q == f_was_cts_q)
// miss.copy_rts. The request does not tell of a copy of an earlier epoch: the home is in the clock's epoch when it
// compares, so it would not answer `same` for it.
wire f_told_of = f_left_copy_q && f_was_valid_q && {`EPOCH(f_was_cts_q), f_left_copy_rts_q} == f_was_rts_q;
wire f_not_told_of = !f_left_copy_q && (!f_was_valid_q || `EPOCH(f_was_rts_q) < `EPOCH(f_was_cts_q));

// miss.tells. A copy of an earlier epoch is not told of.
`ifdef RENEW
wire f_tells_right = f_left_copy_q
    ? f_was_valid_q && {`EPOCH(f_was_cts_q), f_left_copy_rts_q} == f_was_wts_q
    : !(f_was_valid_q && `EPOCH(f_was_wts_q) == `EPOCH(f_was_cts_q));
wire f_renewal_right = !f_said_renewed_q || (f_was_valid_q && f_was_wts_q == f_said_wts_q);
`else
wire f_tells_right = 1'b1;
wire f_renewal_right = 1'b1;
wire f_lost_q = 1'b0;
`endif

// Beyond the model: loads that joined a miss, and whose clocks its lease did not reach, are asked for again with the
// latest of their clocks. It is `load misses in L1` of a load that joined with that clock, behind `L1 forgets a copy`,
// since it tells of none: the copy in the array serves no load until the answer fills it. A load whose renewal found no
// copy is asked for again alike: the model's message of `renewal finds no copy in L1`.
wire step_asks_again = f_left_q && f_was_miss_q == F_LOAD && f_left_op_q == 4'd0
    && f_left_cts_q == f_was_miss_cts_q && !(f_was_valid_q && f_was_miss_cts_q <= f_was_rts_q)
`ifdef RENEW
    && !f_left_copy_q
`endif
    ;
// It may leave in a cycle in which stage 1 does something else.
wire f_quiet = !f_left_q || step_asks_again;

// ---- the rules ----

// LoadDone(): the clock becomes Max of clock and wts; and then, at a tick, `clock advances`.
wire f_hits_copy = `TOOK(4'd0) && f_was_miss_q == F_IDLE && f_miss == F_IDLE && f_live && f_copy_stays
    && !f_left_q && s2_valid_q && s2_line_q && s2_tag_q == f_was_tag_q;
wire step_load_hits = f_hits_copy && cts_q == f_hit_clock;
wire step_load_hits_then_clock_advances = TICK != 0 && f_hits_copy && !(&f_hit_clock) && cts_q == f_hit_clock + 1'b1;
wire step_load_misses = `TOOK(4'd0) && !f_live && `ISSUED(F_LOAD, 4'd0) && f_tells_right && f_copy_stays
    && f_clock_stays;
wire step_store_leaves = `TOOK(4'd1) && `ISSUED(F_STORE, 4'd1) && (f_told_of || f_not_told_of)
    && f_copy_stays && f_clock_stays;
wire step_answer_arrives_load = `ARRIVED(4'd0) && f_was_miss_q == F_LOAD && f_miss == F_IDLE && f_filled
    && f_renewal_right && f_clock_seen && !f_left_q;
`ifdef RENEW
// The miss stays, and is asked for again.
wire step_renewal_finds_no_copy = f_lost_q && f_was_miss_q == F_LOAD && !f_was_valid_q && mshr_again_q[f_at]
    && f_copy_stays && f_miss_stays && f_clock_stays && !f_left_q;
`else
wire step_renewal_finds_no_copy = 1'b0;
`endif
wire step_answer_arrives_store = `ARRIVED(4'd1) && f_was_miss_q == F_STORE && f_miss == F_IDLE && f_renewed
    && f_clock_seen && !f_left_q;
// To make room for another line's fill.
wire step_forgets = f_elsewhere && f_was_passed_up_q && f_was_op_q == 4'd0 && f_was_valid_q && !f_valid
    && f_miss_stays && f_clock_elsewhere && f_quiet;
// The rule as often as needed to reach the clock that OP_CLOCK asks for.
wire step_clock_advances = f_took && f_was_op_q == 4'd2 && cts_q == `LATER(f_was_cts_q, f_said_clock_q)
    && f_copy_stays && f_miss_stays && f_quiet;
// Any rule of another line.
wire step_of_another_line = f_elsewhere && f_copy_stays && f_miss_stays && f_clock_elsewhere && f_quiet;
// Nothing happens, a request is parked, an answer waits for room, a renewal is read; or a fence or a peek of the L1.
wire step_stutter = !f_lost_q && (!f_took && !f_was_passed_up_q || f_took && (f_was_op_q == 4'd3 || f_was_op_q == 4'd7))
    && f_copy_stays && f_miss_stays && f_clock_stays && f_quiet;

// ---- beyond the model ----

// A load joins: `load misses in L1` of one more load, without a message of its own. There may be a live copy, if
// the miss is of a fresh load.
wire step_load_joins = `TOOK(4'd0) && f_was_miss_q == F_LOAD && f_miss == F_LOAD && f_miss_cts == f_was_cts_q
    && f_copy_stays && f_clock_stays && f_quiet;
// An answer that reaches all clocks serves one load after another: `answer arrives in L1` of each; the copy is
// filled with the last, since no load reads it before.
wire step_joined_load_is_served = `ARRIVED(4'd0) && f_was_miss_q == F_LOAD && f_was_miss_cts_q <= f_said_rts_q
    && f_miss_stays && f_copy_stays && f_renewal_right && f_clock_seen && !f_left_q;
// An answer that does not reach the latest clock serves the first load: `answer arrives in L1`; the others miss.
wire step_answer_falls_short = `ARRIVED(4'd0) && f_was_miss_q == F_LOAD && f_was_miss_cts_q > f_said_rts_q
    && f_miss_stays && f_filled && f_renewal_right && f_clock_seen && !f_left_q;
// A fresh load: `L1 forgets a copy`, `load misses in L1`. The copy in the array serves no load until the answer
// fills it. Where copies are renewed it is `load misses in L1` of a copy whose lease has ended: the TSU compares wts
// and no lease, so what it says of a live copy holds, too.
wire step_fresh_misses = `TOOK(4'd5) && `ISSUED(F_LOAD, 4'd5) && f_tells_right && f_copy_stays && f_clock_stays;
// An atomic: `L1 forgets a copy`, `store leaves L1`; its answer is as one to a store without a copy.
wire step_atomic_leaves = `TOOK(4'd6) && `ISSUED(F_ATOMIC, 4'd6) && !f_valid && f_clock_stays;
wire step_answer_arrives_atomic = `ARRIVED(4'd6) && f_was_miss_q == F_ATOMIC && f_miss == F_IDLE
    && !f_was_valid_q && !f_valid && f_clock_seen && !f_left_q;
// The harness peeks into the L2, or empties it or the TSU: the answer may raise the clock, as a store's does.
wire step_peek_leaves = `TOOK(4'd4) && `ISSUED(F_PEEK, 4'd4) && f_copy_stays && f_clock_stays;
wire step_peek_is_answered = `ARRIVED(4'd4) && f_was_miss_q == F_PEEK && f_miss == F_IDLE && f_copy_stays
    && f_clock_stays && !f_left_q;
wire step_emptying_leaves = `TOOK(4'd8) && f_was_for_below_q && `ISSUED(F_PASS, 4'd8) && f_copy_stays
    && f_clock_stays;
wire step_emptying_is_answered = `ARRIVED(4'd8) && f_was_miss_q == F_PASS && f_miss == F_IDLE && f_copy_stays
    && f_clock_seen && !f_left_q;
// OP_EMPTY: `L1 forgets a copy`, and the clock restarts, with the whole machine (harness/machine/command.c).
wire step_empties = f_took && f_was_op_q == 4'd8 && !f_was_for_below_q && f_was_miss_q == F_IDLE
    && f_miss == F_IDLE && !f_valid && cts_q == 0 && !f_left_q;

`ASSERT(each_step_is_the_models, !f_stepped_q || |{step_load_hits, step_load_hits_then_clock_advances,
    step_load_misses, step_store_leaves, step_answer_arrives_load, step_renewal_finds_no_copy,
    step_answer_arrives_store, step_forgets,
    step_clock_advances, step_of_another_line, step_stutter, step_load_joins, step_joined_load_is_served,
    step_answer_falls_short, step_fresh_misses, step_atomic_leaves, step_answer_arrives_atomic,
    step_peek_leaves, step_peek_is_answered, step_emptying_leaves, step_emptying_is_answered, step_empties})

// ---- the same, part by part ----

wire f_emptied = f_took && f_was_op_q == 4'd8 && !f_was_for_below_q;
`ASSERT(copy_changes_as_a_rule_says, !f_stepped_q || f_copy_stays
    || (`ARRIVED(4'd0) && f_filled) || (`ARRIVED(4'd1) && f_renewed)
    || (!f_valid && (`TOOK(4'd6) || f_emptied || (f_elsewhere && f_was_passed_up_q && f_was_op_q == 4'd0))))
`ASSERT(answer_fills_or_renews_the_copy, !f_stepped_q || ((!`ARRIVED(4'd0) || f_filled || f_miss == F_LOAD)
    && (!`ARRIVED(4'd1) || f_renewed)))
`ASSERT(clock_changes_as_a_rule_says, !f_stepped_q || f_clock_stays || (f_emptied && cts_q == 0)
    || (f_was_passed_up_q && f_was_op_q != 4'd4 && f_clock_seen)
    || (`TOOK(4'd0) && f_live && (cts_q == f_hit_clock || (TICK != 0 && !(&f_hit_clock) && cts_q == f_hit_clock + 1'b1)))
    || (f_took && f_was_op_q == 4'd2 && cts_q == f_said_clock_q) || (f_elsewhere && f_clock_elsewhere))
`ASSERT(miss_changes_as_a_rule_says, !f_stepped_q || f_miss_stays
    || (f_was_miss_q == F_IDLE && f_took && f_was_mine_q && f_miss_cts == f_was_cts_q)
    || (f_was_miss_q == F_LOAD && `TOOK(4'd0) && f_miss == F_LOAD && f_miss_cts == f_was_cts_q)
    || (f_was_miss_q != F_IDLE && f_was_passed_up_q && f_was_mine_q && f_miss == F_IDLE))
`ASSERT(message_leaves_as_a_rule_says, !f_stepped_q || !f_left_q || step_asks_again
    || (f_took && f_was_mine_q && f_was_miss_q == F_IDLE && f_left_op_q == f_was_op_q
        && f_left_cts_q == f_was_cts_q && !(f_was_op_q == 4'd0 && f_live)
        && (f_was_op_q == 4'd1 ? f_told_of || f_not_told_of : f_was_op_q == 4'd0 || f_was_op_q == 4'd5 ? f_tells_right
            : 1'b1)))
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
`ASSERT(read_is_kept_as_told, !(f_decided && f_was_read_q && s1_op_q == 4'd0) || (f_valid && f_wts == f_copy_wts))
`endif

// ---- each of them happens ----

`COVER(rule_load_hits, f_stepped_q && step_load_hits && cts_q == f_was_cts_q)
`COVER_WHERE(TICK != 0, rule_load_hits_then_clock_advances, f_stepped_q && step_load_hits_then_clock_advances)
`COVER(rule_load_misses, f_stepped_q && step_load_misses && !f_was_valid_q)
`COVER(rule_load_misses_on_an_ended_lease, f_stepped_q && step_load_misses && f_was_valid_q)
`COVER(rule_store_leaves_and_tells, f_stepped_q && step_store_leaves && f_told_of)
`COVER(rule_store_leaves_without_copy, f_stepped_q && step_store_leaves && !f_was_valid_q)
`COVER(rule_store_leaves_copy_of_earlier_epoch, f_stepped_q && step_store_leaves && f_was_valid_q
    && f_not_told_of)
`COVER(rule_answer_arrives_load, f_stepped_q && step_answer_arrives_load && cts_q > f_was_cts_q)
`COVER(rule_answer_arrives_load_of_the_past, f_stepped_q && step_answer_arrives_load
    && f_said_wts_q < f_was_cts_q)
`COVER(rule_answer_arrives_store_same, f_stepped_q && step_answer_arrives_store && f_valid && !f_said_whole_q)
`COVER(rule_answer_arrives_store_whole, f_stepped_q && step_answer_arrives_store && f_valid && !f_said_same_q)
`COVER(rule_answer_arrives_store_dropped, f_stepped_q && step_answer_arrives_store && f_was_valid_q
    && !f_valid)
`COVER(rule_forgets, f_stepped_q && step_forgets)
`COVER(rule_forgets_while_locked, f_stepped_q && step_forgets && f_miss == F_STORE)
`COVER(rule_clock_advances, f_stepped_q && step_clock_advances && cts_q > f_was_cts_q)
`COVER(rule_of_another_line, f_stepped_q && step_of_another_line && cts_q > f_was_cts_q)
`COVER(rule_load_joins, f_stepped_q && step_load_joins && f_miss_cts > f_was_miss_cts_q)
`COVER(rule_joined_load_is_served, f_stepped_q && step_joined_load_is_served)
`COVER(rule_answer_falls_short, f_stepped_q && step_answer_falls_short)
`COVER(rule_asks_again, f_stepped_q && step_asks_again)
`COVER(rule_fresh_misses_with_a_copy, f_stepped_q && step_fresh_misses && f_live)
`COVER(rule_atomic_leaves_and_drops, f_stepped_q && step_atomic_leaves && f_was_valid_q)
`COVER(rule_answer_arrives_atomic, f_stepped_q && step_answer_arrives_atomic && cts_q > f_was_cts_q)
`COVER(rule_peek_is_answered, f_stepped_q && step_peek_is_answered)
`COVER(rule_peek_leaves, f_stepped_q && step_peek_leaves)
`COVER(rule_emptying_leaves, f_stepped_q && step_emptying_leaves)
`COVER(rule_emptying_is_answered, f_stepped_q && step_emptying_is_answered)
`COVER(rule_empties, f_stepped_q && step_empties && f_was_valid_q && f_was_cts_q != 0)
`COVER(rule_stutter, f_stepped_q && step_stutter && f_miss == F_STORE)
`ifdef RENEW
`COVER(rule_load_misses_and_tells, f_stepped_q && step_load_misses && f_left_copy_q)
`COVER(rule_load_misses_on_a_copy_of_an_earlier_epoch, f_stepped_q && step_load_misses && f_was_valid_q && !f_left_copy_q)
`COVER(rule_answer_arrives_load_renewed, f_stepped_q && step_answer_arrives_load && f_said_renewed_q)
`COVER(rule_renewal_finds_no_copy, f_stepped_q && step_renewal_finds_no_copy)
`COVER(rule_asks_again_for_a_lost_renewal, f_stepped_q && step_asks_again && !f_was_valid_q)
`endif
