// Each step of a TSU, seen for one line, is a step of the Murphi model (formal/murphi/mgcc.m). Put after tsu.vh,
// which follows the same line, f_line.
//
// The abstraction. A time is an epoch above a timestamp, as one number: the model's Time with EP = 2**TS_W.
//   tsu[l]             the entry of the line, if it is of this epoch: valid, memts, wts
//   tsu_floor          the floor, in this epoch
//   m                  the look-up in stage 1: op, cts, and the end of the lease that is compared (l1_rts,
//                      and l2_rts where an L2 has put its own in its place: l2_steps.vh); m.wts, m.rts and
//                      m.same_... as they go into the delay. RENEW: of a load it is m.tells that is
//                      compared, and m.renewed that goes into the delay
//
// Stamp() takes up to three cycles here: a request that brings a later epoch enters it (EnterEpoch); a lease
// that would cross the end of the epoch enters the next (EnterEpoch); the rest of Stamp() gives the times, from
// the new state. Stage 1 holds the request meanwhile, so that no step of another request comes between.
//
// A wire step_RULE is true if the state before, the look-up in stage 1, the grant, and the state after
// are as that rule, or that part of it, allows: its guard, its effect, and that nothing else has changed.
//
// Left out: the reason for an eviction (the TSU has few entries; the model needs no reason); memory and DRAM.
// The floor after another line's eviction is checked where f_line is that line, since f_line is any line.
//
// Promises
// * each cycle is one of the steps, or changes nothing;
// * and, so that each failure has a name: the entry and the floor each change only as a rule says, and times
//   are granted only as Stamp() computes them.
//
// Assumes nothing. Written for the parameters of tsu.vh.

// ---- the model's state ----

wire f_valid = swept && f_live != 0;
wire [TIME_W-1:0] f_entry_memts = f_memts;
wire [TIME_W-1:0] f_floor = {epoch, floor_q};
`ifdef KEEPS_WTS
wire [TIME_W-1:0] f_entry_wts = {epoch, f_kept_wts};
`endif

// ---- the state before, and the messages of that cycle ----

reg f_stepped_q; // not a reset: the cycle before led here
reg f_was_valid_q;
reg [TIME_W-1:0] f_was_memts_q;
reg [TIME_W-1:0] f_was_floor_q;
reg [WAYS-1:0] f_was_held_q;          // entries of this epoch in the line's set, of any line
reg [WAYS*TS_W-1:0] f_was_ends_q;   // and their memts
reg f_looked_q;                  // stage 1 had a look-up
reg f_found_q;                   // and its result
reg f_looked_mine_q;
reg f_looked_empty_q;
reg f_looked_store_q;
reg [TIME_W-1:0] f_looked_cts_q;
reg f_looked_copy_q;
reg [TS_W-1:0] f_looked_copy_rts_q;
reg f_granted_q;
reg f_said_same_q;
reg [TIME_W-1:0] f_said_rts_q;
reg [TS_W-1:0] f_said_wts_q;
`ifdef KEEPS_WTS
reg [TIME_W-1:0] f_was_wts_q;
`endif
always @(posedge clk_i) begin
    f_stepped_q <= !rst_i;
    f_was_valid_q <= f_valid;
    f_was_memts_q <= f_entry_memts;
    f_was_floor_q <= f_floor;
    f_was_held_q <= f_held;
    f_was_ends_q <= f_ends;
    f_looked_q <= s1_valid_q;
    f_found_q <= looked;
    f_looked_mine_q <= s1_line_q == f_line;
    f_looked_empty_q <= s1_empty_q;
    f_looked_store_q <= s1_store_q;
    f_looked_cts_q <= s1_cts_q;
    f_looked_copy_q <= s1_copy_q;
    f_looked_copy_rts_q <= s1_copy_rts_q;
    f_granted_q <= go;
    {f_said_same_q, f_said_rts_q, f_said_wts_q} <= \delay.in_msg_i [GRANT_W-1:TAG_W];
`ifdef KEEPS_WTS
    f_was_wts_q <= f_entry_wts;
`endif
end

`define EPOCH_OF(time) time[TIME_W-1:TS_W]
`define LATER(a, b) ((a) > (b) ? (a) : (b))
wire f_entry_stays = f_valid == f_was_valid_q && (!f_valid || (f_entry_memts == f_was_memts_q
`ifdef KEEPS_WTS
    && f_entry_wts == f_was_wts_q
`endif
    ));
wire f_floor_stays = f_floor == f_was_floor_q;
wire f_asked = f_looked_q && !f_looked_empty_q;
wire f_mine = f_asked && f_looked_mine_q;
wire f_elsewhere = f_asked && !f_looked_mine_q;

// ---- Stamp(), with one bit more than a time has, to represent the end of the last epoch ----

wire [TIME_W:0] f_old_memts = {1'b0, f_was_valid_q ? f_was_memts_q : f_was_floor_q};
// A clock of an earlier epoch is before all times of this one.
wire [TIME_W-1:0] f_epoch_begin = {`EPOCH_OF(f_was_floor_q), {TS_W{1'b0}}};
wire [TIME_W:0] f_asker = {1'b0, `LATER(f_looked_cts_q, f_epoch_begin)};
// memts + 1 and the clock: M1 and M3.
wire [TIME_W:0] f_after_leases = f_old_memts + 1'b1;
wire [TIME_W:0] f_start = f_looked_store_q ? `LATER(f_after_leases, f_asker) : f_asker;
wire [TIME_W:0] f_end = f_start + (f_looked_store_q ? WR_LEASE : RD_LEASE);
wire f_heard_of = `EPOCH_OF(f_looked_cts_q) <= `EPOCH_OF(f_was_floor_q);
wire f_crosses = f_end > f_old_memts && f_end[TIME_W:TS_W] > {1'b0, `EPOCH_OF(f_was_floor_q)};
wire [TIME_W:0] f_new_memts = `LATER(f_old_memts, f_end);
`ifdef KEEPS_WTS
wire [TIME_W-1:0] f_loads_wts = f_was_valid_q ? f_was_wts_q : f_was_floor_q;
`else
wire [TIME_W-1:0] f_loads_wts = f_old_memts[TIME_W-1:0];
`endif
wire [TIME_W-1:0] f_old = f_looked_store_q ? f_start[TIME_W-1:0] : f_loads_wts;
// M9; and Renews() of a load, which tells of a copy by its wts.
wire f_same_end = f_looked_copy_q && {1'b0, `EPOCH_OF(f_looked_cts_q), f_looked_copy_rts_q} == f_old_memts;
`ifdef RENEW
wire f_renews = f_looked_copy_q && f_was_valid_q && `EPOCH_OF(f_looked_cts_q) == `EPOCH_OF(f_was_floor_q)
    && {`EPOCH_OF(f_looked_cts_q), f_looked_copy_rts_q} == f_was_wts_q;
wire f_same = f_looked_store_q ? f_same_end : f_renews;
`else
wire f_same = f_same_end;
`endif
// The times, the `same`, and the entry that Stamp() leaves.
`define GIVEN (f_granted_q && {1'b0, f_said_rts_q} == f_new_memts \
    && {`EPOCH_OF(f_said_rts_q), f_said_wts_q} == f_old && f_said_same_q == f_same)
wire f_kept = f_valid && f_entry_memts == f_said_rts_q
`ifdef KEEPS_WTS
    && f_entry_wts == {`EPOCH_OF(f_said_rts_q), f_said_wts_q}
`endif
    ;
// If another line's entry was evicted for a new one: `TSU gives times`, then `TSU forgets an entry` of the other
// line.
wire f_replaces = !f_was_valid_q && (f_live & f_was_held_q) != 0;
reg [TS_W-1:0] f_replaced_end;
integer f_r;
always @* begin
    f_replaced_end = 0;
    for (f_r = 0; f_r < WAYS; f_r = f_r + 1)
        if (f_live[f_r])
            f_replaced_end = f_was_ends_q[f_r*TS_W +: TS_W];
end
wire [TIME_W-1:0] f_forgotten = {`EPOCH_OF(f_was_floor_q), f_replaced_end};
wire f_forgets_another = f_replaces && f_floor == `LATER(f_was_floor_q, f_forgotten);
wire f_of_the_past = `EPOCH_OF(f_looked_cts_q) < `EPOCH_OF(f_was_floor_q);

// ---- the rules ----

wire f_stamps = f_mine && f_heard_of && !f_crosses && `GIVEN && f_kept;
wire step_gives_times = f_stamps && !f_replaces && f_floor_stays;
wire step_gives_times_then_forgets_another = f_stamps && f_forgets_another;
// Stamp()'s first EnterEpoch: the request's epoch is later than the floor's.
wire step_enters_epoch = f_asked && !f_heard_of && !f_granted_q && !f_valid
    && f_floor == {`EPOCH_OF(f_looked_cts_q), {TS_W{1'b0}}};
// Stamp()'s second: the lease would cross the end of the epoch. For any line, as EnterEpoch is of all.
wire step_begins_epoch = f_asked && f_heard_of && (f_elsewhere || f_crosses) && !f_granted_q && !f_valid
    && f_floor == {`EPOCH_OF(f_was_floor_q) + 1'b1, {TS_W{1'b0}}} && f_floor > f_was_floor_q;
// To make room for another line's entry.
wire step_forgets = f_elsewhere && f_granted_q && f_was_valid_q && !f_valid
    && f_floor == `LATER(f_was_floor_q, f_was_memts_q);
// Any rule of another line within the epoch: its grant, and the eviction for it.
wire step_of_another_line = f_elsewhere && f_heard_of && f_granted_q && f_entry_stays
    && f_floor >= f_was_floor_q && `EPOCH_OF(f_floor) == `EPOCH_OF(f_was_floor_q);
// Nothing happens, a look-up has no result yet or waits for room; or the TSU has no epoch left and has failed.
wire step_stutter = !f_granted_q && f_entry_stays && f_floor_stays
    && (!f_looked_q || f_looked_empty_q || (f_heard_of && (!f_found_q || fail_q || f_elsewhere || !f_crosses)));

// ---- beyond the model ----

// OP_EMPTY: `TSU forgets an entry`, of all, and times restart at 0, with the whole machine
// (harness/machine/command.c).
wire step_empties = f_looked_q && f_looked_empty_q && f_granted_q && !f_valid && f_floor == 0
    && {f_said_same_q, f_said_rts_q, f_said_wts_q} == 0;

`ASSERT(each_step_is_the_models, !f_stepped_q || |{step_gives_times, step_gives_times_then_forgets_another,
    step_enters_epoch, step_begins_epoch, step_forgets, step_of_another_line, step_stutter, step_empties})

// ---- the same, part by part ----

wire f_epoch_ends = f_asked && !f_granted_q && !f_valid && `EPOCH_OF(f_floor) > `EPOCH_OF(f_was_floor_q)
    && f_floor[TS_W-1:0] == 0
    && (f_heard_of ? f_elsewhere || f_crosses : `EPOCH_OF(f_floor) == `EPOCH_OF(f_looked_cts_q));
wire f_emptied = f_looked_q && f_looked_empty_q && f_granted_q;
`ASSERT(entry_changes_as_a_rule_says, !f_stepped_q || f_entry_stays || f_epoch_ends || (f_emptied && !f_valid)
    || (f_mine && f_granted_q && f_kept) || (f_elsewhere && f_granted_q && !f_valid))
`ASSERT(floor_changes_as_a_rule_says, !f_stepped_q || f_epoch_ends || (f_emptied && f_floor == 0)
    || (f_floor_stays && !(f_mine && f_granted_q && f_replaces && f_forgotten > f_was_floor_q)
        && !(f_elsewhere && f_granted_q && f_was_valid_q && !f_valid && f_was_memts_q > f_was_floor_q))
    || (f_mine && f_granted_q && f_forgets_another)
    || (f_elsewhere && f_granted_q && f_was_valid_q && !f_valid
        && f_floor == `LATER(f_was_floor_q, f_was_memts_q))
    || (f_elsewhere && f_granted_q && f_entry_stays && f_floor > f_was_floor_q))
`ASSERT(times_are_as_stamped, !f_stepped_q || !(f_mine && f_granted_q)
    || (f_heard_of && !f_crosses && `GIVEN))

// No step of another request comes between the parts of a Stamp().
`ASSERT(request_stays_until_its_times, !f_stepped_q || !f_looked_q || f_granted_q || (s1_valid_q
    && (s1_line_q == f_line) == f_looked_mine_q && s1_cts_q == f_looked_cts_q
    && s1_store_q == f_looked_store_q))

// ---- each of them happens ----

`COVER(rule_gives_times_load, f_stepped_q && step_gives_times && !f_looked_store_q && f_was_valid_q)
`COVER(rule_gives_times_load_within_memts, f_stepped_q && step_gives_times && !f_looked_store_q
    && f_said_rts_q == f_was_memts_q)
`COVER(rule_gives_times_store, f_stepped_q && step_gives_times && f_looked_store_q && f_was_valid_q)
`COVER(rule_gives_times_store_at_its_clock, f_stepped_q && step_gives_times && f_looked_store_q
    && f_start == f_asker)
`COVER(rule_gives_times_from_the_floor, f_stepped_q && step_gives_times && !f_was_valid_q
    && f_was_floor_q[TS_W-1:0] != 0)
`COVER(rule_says_same, f_stepped_q && step_gives_times && f_looked_store_q && f_said_same_q)
`COVER(rule_gives_times_then_forgets_another, f_stepped_q && step_gives_times_then_forgets_another
    && f_floor > f_was_floor_q)
`COVER(rule_enters_epoch, f_stepped_q && step_enters_epoch && f_was_valid_q)
`COVER(rule_begins_epoch, f_stepped_q && step_begins_epoch && f_mine && f_was_valid_q)
`COVER(rule_begins_epoch_for_another, f_stepped_q && step_begins_epoch && f_elsewhere && f_was_valid_q)
`COVER(rule_forgets, f_stepped_q && step_forgets)
`COVER(rule_of_another_line, f_stepped_q && step_of_another_line && f_was_valid_q)
`COVER(rule_gives_times_to_a_load_of_the_past, f_stepped_q && step_gives_times && !f_looked_store_q
    && f_of_the_past)
`COVER(rule_gives_times_to_a_store_of_the_past, f_stepped_q && step_gives_times && f_looked_store_q
    && f_of_the_past)
`COVER(rule_empties, f_stepped_q && step_empties && f_was_valid_q)
`COVER(rule_stutter, f_stepped_q && step_stutter && f_looked_q)
`ifdef RENEW
`COVER(rule_renews, f_stepped_q && step_gives_times && !f_looked_store_q && f_said_same_q && f_was_wts_q[TS_W-1:0] != 0)
`COVER(rule_refuses, f_stepped_q && step_gives_times && !f_looked_store_q && f_looked_copy_q && f_was_valid_q
    && !f_said_same_q)
`endif
