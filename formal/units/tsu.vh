// What the timestamp storage unit promises for a line; the line is any one, so it holds for all.
//
// Written for SETS=2, WAYS=2, LATENCY=4 or 5 (a delay of four), um_tsu_mgcc_wts or um_tsu_mgcc.
// Assumes nothing: look-ups may come in any order, with any clock, of any line.

(* hierconn *) wire [WAYS*ENTRY_W-1:0] \entries.word[0] ;
(* hierconn *) wire [WAYS*ENTRY_W-1:0] \entries.word[1] ;
(* hierconn *) wire [$clog2(DEPTH):0] \delay.head_q ;
(* hierconn *) wire [$clog2(DEPTH):0] \delay.ripe_q ;
(* hierconn *) wire [$clog2(DEPTH):0] \delay.tail_q ;
(* hierconn *) wire [GRANT_W-1:0] \delay.in_msg_i ;
(* hierconn *) wire [GRANT_W-1:0] \delay.out_msg_o ;

// ---- what is stored of the line ----

`define VALID(row, way) row[(way)*ENTRY_W + ENTRY_W - 1]
`define EPOCH(row, way) row[(way)*ENTRY_W + ENTRY_W - 1 - EPOCH_W +: EPOCH_W]
`define MEMTS(row, way) row[(way)*ENTRY_W + KEY_W +: TS_W]
`define KEY(row, way) row[(way)*ENTRY_W +: KEY_W]
`ifdef KEEPS_WTS
`define WTS(row, way) row[(way)*ENTRY_W + KEY_W + TS_W +: TS_W]
`endif
`define LIVE(row, way, key) (`VALID(row, way) && `EPOCH(row, way) == epoch && `KEY(row, way) == (key))

wire [LINE_W-1:0] f_line = $anyconst;
wire [WAYS*ENTRY_W-1:0] f_row = f_line[0] ? \entries.word[1] : \entries.word[0] ;
wire f_live_0 = `LIVE(f_row, 0, f_line[LINE_W-1:1]);
wire f_live_1 = `LIVE(f_row, 1, f_line[LINE_W-1:1]);
// memts as the rules mean it: of the entry, or the floor where there is none.
wire [TIME_W-1:0] f_memts = {epoch, f_live_0 ? `MEMTS(f_row, 0) : f_live_1 ? `MEMTS(f_row, 1) : floor_q};

// ---- what was granted of the line, since the TSU was last emptied ----

wire f_empties = go && s1_empty_q;
wire f_grant = go && !s1_empty_q && s1_line_q == f_line;
wire [TIME_W-1:0] f_rts = {epoch, end_of_lease[TS_W-1:0]};
wire [TIME_W-1:0] f_wts = {epoch, wts};
wire f_store = f_grant && s1_store_q;
wire f_load = f_grant && !s1_store_q;
reg [TIME_W-1:0] f_leased_q;  // the latest end of a lease
reg [TIME_W-1:0] f_stored_q;  // the time of the latest store
// One lease, picked at any moment, and whether a store came since.
wire f_pick = $anyseq;
reg f_picked_q;
reg f_outdated_q;
reg [TIME_W-1:0] f_picked_rts_q;
always @(posedge clk_i)
    if (rst_i || f_empties) begin
        f_leased_q <= {TIME_W{1'b0}};
        f_stored_q <= {TIME_W{1'b0}};
        f_picked_q <= 1'b0;
        f_outdated_q <= 1'b0;
        f_picked_rts_q <= {TIME_W{1'b0}};
    end else if (f_grant) begin
        if (f_rts > f_leased_q)
            f_leased_q <= f_rts;
        if (f_store)
            f_stored_q <= f_wts;
        if (f_picked_q)
            f_outdated_q <= f_outdated_q || f_store;
        else if (f_pick) begin
            f_picked_q <= 1'b1;
            f_picked_rts_q <= f_rts;
        end
    end

// ---- promises: leases and stores ----

// No lease reaches beyond memts, stored or in flight, across evictions and epochs.
`ASSERT(lease_within_memts, !swept || f_leased_q <= f_memts)
`ASSERT(memts_is_the_last_leases_end, !swept || !(f_live_0 || f_live_1) || f_memts == f_leased_q)
`ASSERT(memts_never_falls, !f_grant || f_rts >= f_memts)
// M1: a store comes after every lease and every store granted before it, strictly.
`ASSERT(store_beyond_leases, !f_store || f_wts > f_leased_q)
`ASSERT(store_beyond_stores, !f_store || f_wts > f_stored_q)
// M3: nor before what its writer has seen; a load's lease covers its reader's clock.
`ASSERT(store_not_before_clock, !f_store || f_wts >= s1_cts_q)
`ASSERT(lease_covers_clock, !f_grant || f_rts >= s1_cts_q)
// The times make sense: a value is written before its lease ends, and a load is never told that
// its value is older than the store it sees.
`ASSERT(wts_within_rts, !f_grant || f_wts <= f_rts)
`ASSERT(load_not_before_store, !f_load || f_wts >= f_stored_q)
// The lease is as long as asked for: the parameters mean what they say.
wire [TS_W:0] f_cts = s1_cts_q[TIME_W-1:TS_W] == epoch ? s1_cts_q[TS_W-1:0] : 0;
wire [TS_W:0] f_from_clock = f_cts + RD_LEASE;
`ASSERT(load_leases_on, !f_load || end_of_lease[TS_W-1:0]
        == (f_memts[TS_W-1:0] > f_from_clock ? f_memts[TS_W-1:0] : f_from_clock))
`ASSERT(store_comes_next, !f_store || {1'b0, wts} == (f_memts[TS_W-1:0] >= f_cts ? f_memts[TS_W-1:0] + 1'b1 : f_cts))
`ASSERT(store_leases_on, !f_store || {1'b0, end_of_lease[TS_W-1:0]} == {1'b0, wts} + WR_LEASE)
// M5: the floor is at least whatever was granted to a line that has no entry.
`ASSERT(floor_covers_evicted, !swept || f_live_0 || f_live_1 || f_leased_q <= {epoch, floor_q})
// The lowest memts goes, and only where no entry is free.
wire [TS_W-1:0] f_goes = victim ? `MEMTS(row, 1) : `MEMTS(row, 0);
wire [TS_W-1:0] f_stays = victim ? `MEMTS(row, 0) : `MEMTS(row, 1);
`ASSERT(lowest_is_evicted, !evict_o || f_goes <= f_stays)
`ASSERT(free_entry_first, !evict_o || `VALID(row, 0) && `EPOCH(row, 0) == epoch && `VALID(row, 1) && `EPOCH(row, 1) == epoch)
// The floor is the highest memts evicted in this epoch, and no more: it begins at 0 with each.
reg [TS_W-1:0] f_evicted_q;
always @(posedge clk_i)
    if (rst_i || f_empties || later || next_epoch)
        f_evicted_q <= {TS_W{1'b0}};
    else if (evict_o && f_goes > f_evicted_q)
        f_evicted_q <= f_goes;
`ASSERT(floor_is_highest_evicted, floor_q == f_evicted_q)
// M6: a timestamp that does not fit is never granted; the epoch only goes up.
`ASSERT(no_sum_wraps, !f_grant || !end_of_lease[TS_W] && !(s1_store_q && store_wts[TS_W]))
`ASSERT(wide_sums_hold, cts_plus_lease >= cts && store_end >= store_wts && memts_plus_1 > memts)
// A failure is a timestamp that does not fit into the last epoch, and nothing else is.
reg f_fail_q;
always @(posedge clk_i)
    f_fail_q <= !rst_i && (f_fail_q || s1_valid_q && !s1_empty_q && &epoch && s1_cts_q[TIME_W-1:TS_W] <= epoch
        && (end_of_lease[TS_W] || s1_store_q && store_wts[TS_W]));
`ASSERT(fails_when_the_last_epoch_is_full, fail_q == f_fail_q)
`ASSERT(nothing_passes_a_failure, !(fail_q && go))
// M9: `same` is not said to one whose lease was granted before the latest store.
`ASSERT(outdated_copy_is_behind, !(f_picked_q && f_outdated_q) || f_picked_rts_q < f_memts)
`ASSERT(same_means_no_store_since, !(f_grant && f_picked_q && f_outdated_q && s1_copy_q && same
        && of_this_epoch[WAYS] && {s1_cts_q[TIME_W-1:TS_W], s1_copy_rts_q} == f_picked_rts_q))
`ASSERT(same_is_said_when_true, !(f_grant && s1_copy_q && !f_outdated_q && f_picked_q
        && {s1_cts_q[TIME_W-1:TS_W], s1_copy_rts_q} == f_picked_rts_q && f_picked_rts_q == f_memts) || same)

// ---- promises: one grant a look-up, in order, soon ----

// What was asked is what stage 1 works on, and what it decides is what leaves, by way of the delay,
// which has a proof of its own.
wire f_take = look_valid_i && look_ready_o;
reg [TAG_W+LINE_W+2+TIME_W+1+TS_W-1:0] f_asked_q;
always @(posedge clk_i)
    if (f_take)
        f_asked_q <= {look_tag_i, look_line_i, look_store_i, look_empty_i, look_cts_i, look_copy_i, look_copy_rts_i};
`ASSERT(stage_1_is_the_look_up, !s1_valid_q || f_asked_q
        == {s1_tag_q, s1_line_q, s1_store_q, s1_empty_q, s1_cts_q, s1_copy_q, s1_copy_rts_q})
`ASSERT(grant_is_as_decided, !go || s1_empty_q || \delay.in_msg_i [GRANT_W-2:0] == {f_rts, wts, s1_tag_q})
`ASSERT(emptying_grants_nothing, !(go && s1_empty_q) || \delay.in_msg_i == s1_tag_q)
`ASSERT(same_is_as_decided, !f_grant || \delay.in_msg_i [GRANT_W-1]
        == (s1_copy_q && s1_cts_q[TIME_W-1:TS_W] == epoch && {epoch, s1_copy_rts_q} == f_memts))
`ASSERT(grant_leaves_as_decided, \delay.out_msg_o == {grant_same_o, grant_rts_o, grant_wts_o, grant_tag_o})
// Look-ups taken and not granted are in stage 1 or in the delay.
wire [$clog2(DEPTH):0] f_delayed = \delay.tail_q - \delay.head_q ;
wire [$clog2(DEPTH):0] f_ripe = \delay.ripe_q - \delay.head_q ;
`ASSERT(events_are_told, hit_o + miss_o == (go && !s1_empty_q) && !(evict_o && !miss_o)
        && over_o == (s1_valid_q && next_epoch) && raise_o == later && fail_line_o == s1_line_q
        && fail_o == fail_q && spent_o == epoch[EPOCH_W-1] && busy_o == (!swept || s1_valid_q && !fail_q || f_delayed != 0))
`ASSERT(one_epoch_event_at_a_time, !(over_o && raise_o))
reg [$clog2(DEPTH)+1:0] f_open_q;
always @(posedge clk_i)
    f_open_q <= rst_i ? 0 : f_open_q + f_take - grant_valid_o;
`ASSERT(one_grant_a_look_up, f_open_q == s1_valid_q + f_delayed)
`ASSERT(delay_not_overfull, f_delayed <= DEPTH && f_ripe <= f_delayed)
// Stage 1 waits for one later epoch and one new one at most, then it goes (or the TSU has failed).
reg [2:0] f_waited_q;
always @(posedge clk_i)
    f_waited_q <= rst_i || !s1_valid_q || go || !grant_room || f_waited_q == 7 ? 0 : f_waited_q + 1;
`ASSERT(waits_for_epochs_only, fail_q || f_waited_q <= 2)
`ASSERT(a_known_epoch_is_not_raised, !raise_o || s1_cts_q[TIME_W-1:TS_W] > epoch)
`ASSERT(a_later_epoch_is_heard, !(go && !s1_empty_q) || s1_cts_q[TIME_W-1:TS_W] <= epoch)
`ASSERT(no_look_up_during_sweep, swept || !s1_valid_q)
`ASSERT(ready_unless_busy, look_ready_o == (swept && !s1_valid_q))
// Emptied when asked to and only then, a set a cycle, and no epoch is begun or heard of for it.
reg f_emptied_q;
reg f_swept_q;
reg [SET_W+1:0] f_sweeping_q;
always @(posedge clk_i) begin
    f_emptied_q <= !rst_i && f_empties;
    f_swept_q <= !rst_i && swept;
    f_sweeping_q <= rst_i || swept ? 0 : f_sweeping_q + 1'b1;
end
`ASSERT(sweeps_when_asked_to, !f_emptied_q || sweep_q == 0)
`ASSERT(sweeps_only_then, !f_swept_q || f_emptied_q || swept)
`ASSERT(sweeps_a_set_a_cycle, f_sweeping_q <= SETS && (swept || f_sweeping_q == sweep_q))
`ASSERT(emptying_waits_for_no_epoch, !(s1_valid_q && s1_empty_q) || !raise_o && !over_o)
// Emptied means empty: times begin at 0.
`ASSERT(sweep_begins_at_zero, swept || epoch == 0 && floor_q == 0 && f_leased_q == 0 && !f_picked_q)

// ---- what makes them inductive ----

`ASSERT(sweep_ends, sweep_q <= SETS)
`ASSERT(one_entry_a_line, !swept || !(f_live_0 && f_live_1))
`ASSERT(swept_set_is_empty, sweep_q != 1 || !(`VALID(\entries.word[0] , 0) || `VALID(\entries.word[0] , 1)))
`define PAST(row, way) (!`VALID(row, way) || `EPOCH(row, way) <= epoch)
`ASSERT(no_entry_from_the_future, !swept || `PAST(\entries.word[0] , 0) && `PAST(\entries.word[0] , 1)
        && `PAST(\entries.word[1] , 0) && `PAST(\entries.word[1] , 1))
`ASSERT(row_is_current, !s1_valid_q || row == (s1_set ? \entries.word[1] : \entries.word[0] ))
`ASSERT(stores_are_leased, f_stored_q <= f_leased_q)
`ASSERT(pick_is_leased, !f_picked_q || f_picked_rts_q <= f_leased_q)
`ASSERT(pick_before_outdated, f_picked_q || !f_outdated_q)
// Stage 1 that has waited has brought its epoch here, then found it too short, then begins anew.
`ASSERT(waited_once, f_waited_q != 1 || s1_valid_q && (fail_q || s1_empty_q || !later))
`ASSERT(waited_twice, f_waited_q != 2 || s1_valid_q && (fail_q || !later && !runs_over))
`ifdef KEEPS_WTS
wire [TS_W-1:0] f_kept_wts = f_live_0 ? `WTS(f_row, 0) : f_live_1 ? `WTS(f_row, 1) : floor_q;
`ASSERT(kept_wts_is_the_stores, !swept || f_stored_q <= {epoch, f_kept_wts})
`ASSERT(kept_wts_within_memts, !swept || {epoch, f_kept_wts} <= f_memts)
`endif

// ---- all of it happens ----

`COVER(load_hits, f_load && hit)
`COVER(load_misses, f_load && !hit)
`COVER(store_hits, f_store && hit)
`COVER(store_misses, f_store && !hit)
`COVER(evicts, evict_o)
`COVER(evicts_the_line, evict_o && f_line == {victim ? `KEY(row, 1) : `KEY(row, 0), s1_set})
`COVER(floor_rises_twice, evict_o && floor_q != 0 && floor_raised > floor_q)
`COVER(line_returns, f_grant && !hit && f_leased_q != 0)
`COVER(begins_an_epoch, next_epoch)
`COVER(hears_of_an_epoch, later)
`COVER(grants_after_both, go && f_waited_q == 2)
`COVER(void_entry_replaced, f_grant && !hit && !victim_valid && `VALID(row, 0) && `VALID(row, 1))
`COVER(clock_of_an_earlier_epoch, f_grant && !of_this_epoch[WAYS])
`COVER(same_said, f_grant && s1_copy_q && same && of_this_epoch[WAYS] && s1_copy_rts_q != 0)
`COVER(same_denied, f_grant && f_outdated_q && s1_copy_q && !same)
`COVER(empties, f_empties && f_leased_q != 0)
`COVER(works_after_emptying, f_grant && up_q && f_open_q == 1 && \delay.head_q != 0)
`COVER(half_of_the_epochs, spent_o)
`COVER(fails, fail_q)
`COVER(two_delayed, f_delayed >= 2)
