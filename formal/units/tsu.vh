// Promises of the timestamp storage unit, for any one line and so for all.
//
// For any WAYS, LOOK, LATENCY and widths, um_tsu_mgcc_wts or um_tsu_mgcc. Put after rows.vh.
// Assumes nothing: look-ups may come in any order, with any clock, of any line.

(* hierconn *) wire [$clog2(DEPTH):0] \delay.head_q ;
(* hierconn *) wire [$clog2(DEPTH):0] \delay.ripe_q ;
(* hierconn *) wire [$clog2(DEPTH):0] \delay.tail_q ;
(* hierconn *) wire [GRANT_W-1:0] \delay.in_msg_i ;
(* hierconn *) wire [GRANT_W-1:0] \delay.out_msg_o ;

// ---- the entries of the line's set ----

`define VALID(row, way) row[(way)*ENTRY_W + ENTRY_W - 1]
`define EPOCH(row, way) row[(way)*ENTRY_W + ENTRY_W - 1 - EPOCH_W +: EPOCH_W]
`define MEMTS(row, way) row[(way)*ENTRY_W + KEY_W +: TS_W]
`define KEY(row, way) row[(way)*ENTRY_W +: KEY_W]
`ifdef KEEPS_WTS
`define WTS(row, way) row[(way)*ENTRY_W + KEY_W + TS_W +: TS_W]
`endif
`define OF_NOW(row, way) (`VALID(row, way) && `EPOCH(row, way) == epoch)

wire [KEY_W-1:0] f_key = $anyconst;
wire [LINE_W-1:0] f_line = {f_key, f_set};
reg [WAYS-1:0] f_valid_ways;   // of the line's set: entries of any epoch
reg [WAYS-1:0] f_held;         // entries of this epoch, of any line
reg [WAYS-1:0] f_live;         // entries of this epoch and of the line
reg [WAYS*TS_W-1:0] f_ends;    // the entries' memts
// memts as in the rules: of the entry, or the floor if there is no entry. The same for wts.
reg [TS_W-1:0] f_memts_or_floor;
`ifdef KEEPS_WTS
reg [TS_W-1:0] f_kept_wts;
`endif
integer f_w;
always @* begin
    f_memts_or_floor = floor_q;
`ifdef KEEPS_WTS
    f_kept_wts = floor_q;
`endif
    for (f_w = WAYS - 1; f_w >= 0; f_w = f_w - 1) begin
        f_valid_ways[f_w] = `VALID(f_row, f_w);
        f_held[f_w] = `OF_NOW(f_row, f_w);
        f_live[f_w] = f_held[f_w] && `KEY(f_row, f_w) == f_line[LINE_W-1:SET_W];
        f_ends[f_w*TS_W +: TS_W] = `MEMTS(f_row, f_w);
        if (f_live[f_w]) begin
            f_memts_or_floor = `MEMTS(f_row, f_w);
`ifdef KEEPS_WTS
            f_kept_wts = `WTS(f_row, f_w);
`endif
        end
    end
end
wire [TIME_W-1:0] f_memts = {epoch, f_memts_or_floor};

// ---- grants of the line since the TSU was last emptied ----

wire f_empties = go && s1_empty_q;
`ifdef EVICTS
wire f_timeless = s1_empty_q || s1_evict_q;
wire f_follows = follow_o;
`else
wire f_timeless = s1_empty_q;
wire f_follows = 1'b0;
`endif
wire f_grant = go && !f_timeless && s1_line_q == f_line;
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
`ifdef RENEW
reg [TIME_W-1:0] f_picked_wts_q;
`endif
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
`ifdef RENEW
            f_picked_wts_q <= f_wts;
`endif
        end
    end

// ---- promises: leases and stores ----

// No lease reaches beyond memts, stored or in flight, across evictions and epochs.
`ASSERT(lease_within_memts, !swept || f_leased_q <= f_memts)
`ASSERT(memts_is_the_last_leases_end, !swept || f_live == 0 || f_memts == f_leased_q)
`ASSERT(memts_never_falls, !f_grant || f_rts >= f_memts)
// M1: a store comes after every lease and every store granted before it, strictly.
`ASSERT(store_beyond_leases, !f_store || f_wts > f_leased_q)
`ASSERT(store_beyond_stores, !f_store || f_wts > f_stored_q)
// M3: a store is not before its writer's clock; a load's lease covers its reader's clock.
`ASSERT(store_not_before_clock, !f_store || f_wts >= s1_cts_q)
`ASSERT(lease_covers_clock, !f_grant || f_rts >= s1_cts_q)
// A value is written before its lease ends, and the wts that a load is told is never before the store whose value
// it sees.
`ASSERT(wts_within_rts, !f_grant || f_wts <= f_rts)
`ASSERT(load_not_before_store, !f_load || f_wts >= f_stored_q)
// Leases are exactly as long as the parameters say.
wire [TS_W:0] f_cts = s1_cts_q[TIME_W-1:TS_W] == epoch ? s1_cts_q[TS_W-1:0] : 0;
wire [TS_W:0] f_from_clock = f_cts + RD_LEASE;
`ASSERT(load_leases_on, !f_load || end_of_lease[TS_W-1:0]
        == (f_memts[TS_W-1:0] > f_from_clock ? f_memts[TS_W-1:0] : f_from_clock))
`ASSERT(store_comes_next, !f_store || {1'b0, wts} == (f_memts[TS_W-1:0] >= f_cts ? f_memts[TS_W-1:0] + 1'b1 : f_cts))
`ASSERT(store_leases_on, !f_store || {1'b0, end_of_lease[TS_W-1:0]} == {1'b0, wts} + WR_LEASE)
// M5: the floor is at least the end of every lease that was granted to a line without an entry.
`ASSERT(floor_covers_evicted, !swept || f_live != 0 || f_leased_q <= {epoch, floor_q})
// The entry with the lowest memts is evicted, and only if no entry is free.
wire [TS_W-1:0] f_goes = `MEMTS(row, victim);
reg f_lowest_goes;
reg f_no_way_is_free;
// 4.2.6: of the ways of the GPU that asks.
`ifdef OWN_WAYS
localparam F_GPUS = 1 << (SRC_W - OWNER_LSB);
localparam F_OWNERS = F_GPUS < WAYS ? F_GPUS : WAYS;
wire [31:0] f_gpu = s1_src_q >> OWNER_LSB;
`define IS_OWN(way) ((way) % F_OWNERS == f_gpu % F_OWNERS)
`ASSERT(evicts_in_its_own_ways, !(go && !f_timeless && !hit) || `IS_OWN(way))
`COVER(leaves_a_free_way_to_others, evict_o && !(&f_taken))
reg [SRC_W-1:0] f_asker_q;
always @(posedge clk_i)
    if (look_valid_i && look_ready_o)
        f_asker_q <= look_src_i;
`ASSERT(stage_1_has_its_asker, !s1_valid_q || s1_src_q == f_asker_q)
reg [WAYS-1:0] f_taken;
integer f_t;
always @*
    for (f_t = 0; f_t < WAYS; f_t = f_t + 1)
        f_taken[f_t] = `OF_NOW(row, f_t);
`else
`define IS_OWN(way) 1'b1
`endif
integer f_v;
always @* begin
    f_lowest_goes = 1'b1;
    f_no_way_is_free = 1'b1;
    for (f_v = 0; f_v < WAYS; f_v = f_v + 1) begin
        f_lowest_goes = f_lowest_goes && (!`IS_OWN(f_v) || f_goes <= `MEMTS(row, f_v));
        f_no_way_is_free = f_no_way_is_free && (!`IS_OWN(f_v) || `OF_NOW(row, f_v));
    end
end
`ASSERT(lowest_is_evicted, !evict_o || f_lowest_goes)
`ASSERT(free_entry_first, !evict_o || f_no_way_is_free)
// The floor is the highest memts evicted in this epoch, and no higher: it begins at 0 in each epoch.
reg [TS_W-1:0] f_evicted_q;
always @(posedge clk_i)
    if (rst_i || f_empties || later || next_epoch)
        f_evicted_q <= {TS_W{1'b0}};
    else if (f_follows && `MEMTS(row, hit_way) > f_evicted_q)
        f_evicted_q <= `MEMTS(row, hit_way);
    else if (evict_o && f_goes > f_evicted_q)
        f_evicted_q <= f_goes;
`ASSERT(floor_is_highest_evicted, floor_q == f_evicted_q)
// M6: a timestamp that does not fit is never granted; the epoch only goes up.
`ASSERT(no_sum_wraps, !f_grant || !end_of_lease[TS_W] && !(s1_store_q && store_wts[TS_W]))
`ASSERT(wide_sums_hold, cts_plus_lease >= cts && store_end >= store_wts && memts_plus_1 > memts)
// The TSU fails exactly when a timestamp does not fit into the last epoch.
reg f_fail_q;
always @(posedge clk_i)
    f_fail_q <= !rst_i && (f_fail_q || looked && !f_timeless && &epoch && s1_cts_q[TIME_W-1:TS_W] <= epoch
        && (end_of_lease[TS_W] || s1_store_q && store_wts[TS_W]));
`ASSERT(fails_when_the_last_epoch_is_full, fail_q == f_fail_q)
`ASSERT(nothing_passes_a_failure, !(fail_q && go))
// M9: the answer is not `same` for a copy whose lease was granted before the latest store. Where copies are renewed,
// a load's answer says something else, below.
`ifdef RENEW
wire f_m9 = f_store;
`else
wire f_m9 = f_grant;
`endif
`ASSERT(outdated_copy_is_behind, !(f_picked_q && f_outdated_q) || f_picked_rts_q < f_memts)
`ASSERT(same_means_no_store_since, !(f_m9 && f_picked_q && f_outdated_q && s1_copy_q && same
        && of_this_epoch[WAYS] && {s1_cts_q[TIME_W-1:TS_W], s1_copy_rts_q} == f_picked_rts_q))
`ASSERT(same_is_said_when_true, !(f_m9 && s1_copy_q && !f_outdated_q && f_picked_q
        && {s1_cts_q[TIME_W-1:TS_W], s1_copy_rts_q} == f_picked_rts_q && f_picked_rts_q == f_memts) || same)
`ifdef RENEW
// A renewal: a load's copy that was granted before the latest store is not as good, and one that is told the wts of
// the line's entry is.
wire [TIME_W-1:0] f_told = {s1_cts_q[TIME_W-1:TS_W], s1_copy_rts_q};
`ASSERT(outdated_copy_is_older, !(f_picked_q && f_outdated_q) || f_picked_wts_q < f_stored_q)
`ASSERT(renewed_means_no_store_since, !(f_load && f_picked_q && f_outdated_q && s1_copy_q && same
        && of_this_epoch[WAYS] && f_told == f_picked_wts_q))
`ASSERT(renewed_when_true, !(f_load && s1_copy_q && f_picked_q && f_live != 0 && f_told == f_picked_wts_q
        && f_told == {epoch, f_kept_wts}) || same)
`ASSERT(pick_is_written_before, !f_picked_q || f_picked_wts_q <= f_picked_rts_q)
`endif

`ifdef EVICTS
// 4.2.6: when an L2 has evicted the line, its entry goes if it has one lease at most, and no other entry does.
reg f_tells_q;
reg f_one_lease_q;
reg [WAYS-1:0] f_was_live_q;
always @(posedge clk_i) begin
    f_tells_q <= !rst_i && go && s1_evict_q && !s1_empty_q;
    f_one_lease_q <= s1_line_q == f_line && f_memts[TS_W-1:0] <= RD_LEASE;
    f_was_live_q <= f_live;
end
`ASSERT(entry_follows_the_l2s, !f_tells_q || f_live == (f_one_lease_q ? 0 : f_was_live_q))
`ASSERT(following_is_told, !(go && s1_evict_q && !s1_empty_q && s1_line_q == f_line)
    || follow_o == (f_live != 0 && f_memts[TS_W-1:0] <= RD_LEASE))
`COVER(entry_follows, f_tells_q && f_one_lease_q && f_was_live_q != 0)
`COVER(shared_entry_stays, f_tells_q && !f_one_lease_q && f_was_live_q != 0)
`COVER(line_returns_behind_it, f_grant && !hit && f_leased_q != 0 && floor_q == f_leased_q[TS_W-1:0])
`endif

// ---- promises: one grant a look-up, in order, soon ----

// Stage 1 works on the look-up as it came, and the grant leaves as stage 1 has decided it, through the delay,
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
`ASSERT(same_is_as_decided, !f_m9 || \delay.in_msg_i [GRANT_W-1]
        == (s1_copy_q && s1_cts_q[TIME_W-1:TS_W] == epoch && {epoch, s1_copy_rts_q} == f_memts))
`ifdef RENEW
`ASSERT(renewal_is_as_decided, !f_load || \delay.in_msg_i [GRANT_W-1]
        == (s1_copy_q && s1_cts_q[TIME_W-1:TS_W] == epoch && f_live != 0 && {epoch, s1_copy_rts_q} == {epoch, f_kept_wts}))
`endif
`ASSERT(grant_leaves_as_decided, \delay.out_msg_o == {grant_same_o, grant_rts_o, grant_wts_o, grant_tag_o})
// Look-ups taken and not granted are in stage 1 or in the delay.
wire [$clog2(DEPTH):0] f_delayed = \delay.tail_q - \delay.head_q ;
wire [$clog2(DEPTH):0] f_ripe = \delay.ripe_q - \delay.head_q ;
`ASSERT(events_are_told, hit_o + miss_o == (go && !f_timeless) && !(evict_o && !miss_o)
        && over_o == (s1_valid_q && next_epoch) && raise_o == later && fail_line_o == s1_line_q
        && fail_o == fail_q && spent_o == epoch[EPOCH_W-1] && busy_o == (!swept || s1_valid_q && !fail_q || f_delayed != 0))
`ASSERT(one_epoch_event_at_a_time, !(over_o && raise_o))
`ASSERT(no_epoch_begins_in_the_last, !over_o || !(&epoch))
reg [$clog2(DEPTH)+1:0] f_open_q;
always @(posedge clk_i)
    f_open_q <= rst_i ? 0 : f_open_q + f_take - grant_valid_o;
`ASSERT(one_grant_a_look_up, f_open_q == s1_valid_q + f_delayed)
`ASSERT(delay_not_overfull, f_delayed <= DEPTH && f_ripe <= f_delayed)
// Stage 1 waits for its look-up in the array, and with LOOK 2 again after each change of the epoch. There are at
// most two changes: to the request's later epoch, and to a new one. Then it grants (or the TSU has failed).
// Said of the look-ups of any one set, since the rows of others may be anything.
wire f_here = s1_set == f_set;
reg [2:0] f_waited_q;
always @(posedge clk_i)
    f_waited_q <= rst_i || !s1_valid_q || go || !grant_room || f_waited_q == 7 ? 0 : f_waited_q + 1;
`ASSERT(waits_for_epochs_only, fail_q || !f_here || f_waited_q <= 2*LOOK)
`ASSERT(a_known_epoch_is_not_raised, !raise_o || s1_cts_q[TIME_W-1:TS_W] > epoch)
`ASSERT(a_later_epoch_is_heard, !(go && !f_timeless) || s1_cts_q[TIME_W-1:TS_W] <= epoch)
`ASSERT(no_look_up_during_sweep, swept || !s1_valid_q)
`ASSERT(ready_unless_busy, look_ready_o == (swept && !s1_valid_q))
// The TSU is emptied when it is asked to and only then, one set per cycle, and no epoch begins for an emptying.
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
`ASSERT(emptying_waits_for_no_epoch, !(s1_valid_q && f_timeless) || !raise_o && !over_o)
// Emptied means empty: times begin at 0.
`ASSERT(sweep_begins_at_zero, swept || epoch == 0 && floor_q == 0 && f_leased_q == 0 && !f_picked_q)

// ---- what makes them inductive ----

`ASSERT(one_entry_a_line, !swept || (f_live & (f_live - 1'b1)) == 0)
`ASSERT(swept_set_is_empty, swept || f_set >= sweep_q || f_valid_ways == 0)
reg f_none_from_the_future;
integer f_p;
always @* begin
    f_none_from_the_future = 1'b1;
    for (f_p = 0; f_p < WAYS; f_p = f_p + 1)
        f_none_from_the_future = f_none_from_the_future && (!`VALID(f_row, f_p) || `EPOCH(f_row, f_p) <= epoch);
end
`ASSERT(no_entry_from_the_future, !swept || f_none_from_the_future)
`ASSERT(row_is_current, !(s1_valid_q && s1_set == f_set) || row == f_row)
// LOOK 2: the registered result is that of a look-up in this epoch.
`ASSERT(found_in_this_epoch, LOOK == 1 || !looked_q || {found_hit_q, found_hit_way_q, found_hit_memts_q}
        == {row_hit, row_hit_way, row_hit_memts} && {found_victim_q, found_victim_valid_q, found_victim_memts_q}
        == {row_victim, row_victim_valid, row_victim_memts})
`ifdef KEEPS_WTS
`ASSERT(found_wts_in_this_epoch, LOOK == 1 || !looked_q || found_hit_wts_q == row_hit_wts)
`endif
`ASSERT(looked_is_of_stage_1, !looked_q || s1_valid_q && LOOK > 1)
`ASSERT(stores_are_leased, f_stored_q <= f_leased_q)
`ASSERT(pick_is_leased, !f_picked_q || f_picked_rts_q <= f_leased_q)
`ASSERT(pick_before_outdated, f_picked_q || !f_outdated_q)
`ASSERT(looked_has_heard, !looked_q || f_timeless || !later)
// While stage 1 waits, the TSU enters the request's epoch, and may then find that the lease does not fit in it.
// Then it begins a new epoch, in which no lease is granted yet, and whose times are all after the request's clock.
wire f_begun = !looked && !later && !row_hit && floor_q == 0 && !of_this_epoch[WAYS];
wire f_can_go = looked && !later && (f_timeless || !runs_over);
`ASSERT(waited_once, f_waited_q != 1 || !f_here || s1_valid_q && (fail_q || (f_timeless ? looked : !later)))
`ASSERT(waited_twice, f_waited_q != 2 || !f_here || s1_valid_q
        && (fail_q || f_can_go || LOOK > 1 && (f_begun || looked && !later)))
`ASSERT(waited_thrice, f_waited_q != 3 || !f_here || s1_valid_q && (fail_q || f_can_go || f_begun))
`ASSERT(waited_four_times, f_waited_q != 4 || !f_here || s1_valid_q && (fail_q || f_can_go))
`ifdef KEEPS_WTS
`ASSERT(kept_wts_is_the_stores, !swept || f_stored_q <= {epoch, f_kept_wts})
`ASSERT(kept_wts_within_memts, !swept || {epoch, f_kept_wts} <= f_memts)
`endif

// ---- all of it happens ----

`COVER(load_hits, f_load && hit)
`COVER(load_misses, f_load && !hit)
`COVER(store_hits, f_store && hit)
`COVER(store_misses, f_store && !hit)
`COVER(evicts, evict_o)
`COVER(evicts_the_line, evict_o && f_line == {`KEY(row, victim), s1_set})
`COVER(floor_rises_twice, evict_o && floor_q != 0 && floor_raised > floor_q)
`COVER(line_returns, f_grant && !hit && f_leased_q != 0)
`COVER(begins_an_epoch, next_epoch)
`COVER(hears_of_an_epoch, later)
`COVER(grants_after_both, go && f_waited_q == 2*LOOK)
`COVER(void_entry_replaced, f_grant && !hit && !victim_valid && &f_valid_ways)
`COVER(clock_of_an_earlier_epoch, f_grant && !of_this_epoch[WAYS])
`COVER(same_said, f_m9 && s1_copy_q && same && of_this_epoch[WAYS] && s1_copy_rts_q != 0)
`COVER(same_denied, f_m9 && f_outdated_q && s1_copy_q && !same)
`ifdef RENEW
`COVER(renewed, f_load && s1_copy_q && same && of_this_epoch[WAYS] && s1_copy_rts_q != 0)
`COVER(renewal_refused, f_load && f_outdated_q && s1_copy_q && !same && f_live != 0)
`COVER(renewal_evicted, f_load && s1_copy_q && !f_outdated_q && f_live == 0 && f_told == f_picked_wts_q && f_told != 0)
`endif
`COVER(empties, f_empties && f_leased_q != 0)
`COVER(works_after_emptying, f_grant && up_q && f_open_q == 1 && \delay.head_q != 0)
`COVER(half_of_the_epochs, spent_o)
`COVER(fails, fail_q)
// Look-ups are LOOK + 1 cycles apart: a short delay never holds two.
`COVER(two_delayed, LATENCY - LOOK <= LOOK + 1 || f_delayed >= 2)
