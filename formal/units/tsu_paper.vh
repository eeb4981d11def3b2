// Promises of the TSU of the published protocol: Algorithm 3, for any one line.
//
// Promises
// * Algorithm 3: memts begins at 0; a read raises it by RdLease and a write by WrLease; the answer has the new
//   memts as rts and the old memts as wts;
// * EXAMPLE: a write has the old memts + 1 as wts, as figure 4-2 has it;
// * a full set evicts the entry with the lowest memts, and a line without an entry counts from 0 again;
// * a timestamp that does not fit restarts at 0: wts is 0 and memts is one lease;
// * EVICTS: an entry of one lease at most goes when an L2 has evicted the line;
// * one grant a look-up, as it was decided; OP_EMPTY clears every entry and is granted no times.
//
// These rules do not give sequential consistency (formal/README.md, "Where the published protocol breaks"): no
// promise here says that a store comes after the leases before it.
//
// Assumes nothing. Written for SETS=2, WAYS=2, LOOK=1 or 2, LATENCY=4 or 5 (a delay of four).

(* hierconn *) wire [WAYS*ENTRY_W-1:0] \entries.word[0] ;
(* hierconn *) wire [WAYS*ENTRY_W-1:0] \entries.word[1] ;
(* hierconn *) wire [$clog2(DEPTH):0] \delay.head_q ;
(* hierconn *) wire [$clog2(DEPTH):0] \delay.ripe_q ;
(* hierconn *) wire [$clog2(DEPTH):0] \delay.tail_q ;
(* hierconn *) wire \delay.in_valid_i ;
(* hierconn *) wire [GRANT_W-1:0] \delay.in_msg_i ;
(* hierconn *) wire [GRANT_W-1:0] \delay.out_msg_o ;

// ---- the entries ----

// | valid | memts | tag | for each way.
`define VALID(row, way) row[(way)*ENTRY_W + ENTRY_W - 1]
`define MEMTS(row, way) row[(way)*ENTRY_W + KEY_W +: TS_W]
`define KEY(row, way) row[(way)*ENTRY_W +: KEY_W]

wire [LINE_W-1:0] f_line = $anyconst;
wire [WAYS*ENTRY_W-1:0] f_row = f_line[0] ? \entries.word[1] : \entries.word[0] ;
wire f_live_0 = `VALID(f_row, 0) && `KEY(f_row, 0) == f_line[LINE_W-1:1];
wire f_live_1 = `VALID(f_row, 1) && `KEY(f_row, 1) == f_line[LINE_W-1:1];
// The set of the look-up in stage 1.
wire [WAYS*ENTRY_W-1:0] f_set = s1_line_q[0] ? \entries.word[1] : \entries.word[0] ;
wire [1:0] f_has = {`VALID(f_set, 1) && `KEY(f_set, 1) == s1_line_q[LINE_W-1:1],
                    `VALID(f_set, 0) && `KEY(f_set, 0) == s1_line_q[LINE_W-1:1]};

// ---- Algorithm 3, as a model of one line ----

// A grant leaves stage 1 for the delay.
wire f_leaves = \delay.in_valid_i && grant_room;
wire f_empties = f_leaves && s1_empty_q;
`ifdef EVICTS
wire f_told = f_leaves && !s1_empty_q && s1_evict_q;  // that an L2 has evicted the line
wire [TS_W-1:0] f_lowest = lowest_memts;
`else
wire f_told = 1'b0;
wire [TS_W-1:0] f_lowest = victim_memts;
`endif
wire f_any_grant = f_leaves && !s1_empty_q && !f_told;
wire f_grant = f_any_grant && s1_line_q == f_line;
wire [TS_W-1:0] f_wts;
wire [TS_W-1:0] f_rts;
wire [TAG_W-1:0] f_tag;
assign {f_rts, f_wts, f_tag} = \delay.in_msg_i ;

reg [TS_W-1:0] f_memts_q;  // of f_line, by the algorithm
wire [31:0] f_rd_lease = RD_LEASE;
wire [31:0] f_wr_lease = WR_LEASE;
wire [TS_W:0] f_sum = {1'b0, f_memts_q} + (s1_store_q ? f_wr_lease[TS_W:0] : f_rd_lease[TS_W:0]);
wire f_fits = !f_sum[TS_W];
wire [TS_W-1:0] f_from = f_fits ? f_memts_q : {TS_W{1'b0}};
wire [TS_W-1:0] f_until = f_from + (s1_store_q ? f_wr_lease[TS_W-1:0] : f_rd_lease[TS_W-1:0]);

// The victim: in a full set without the line, the way with the lower memts.
wire f_full = `VALID(f_set, 0) && `VALID(f_set, 1);
wire f_evicts = f_any_grant && f_has == 2'b00 && f_full;
// Ghost: the state before a grant, to see which entry the grant has replaced.
reg f_evicted_q;
reg [WAYS*ENTRY_W-1:0] f_set_q;
reg f_at_q;
reg f_granted_q;
always @(posedge clk_i) begin
    f_granted_q <= !rst_i && f_any_grant;
    f_evicted_q <= !rst_i && f_evicts;
    f_set_q <= f_set;
    f_at_q <= s1_line_q[0];
end
wire [WAYS*ENTRY_W-1:0] f_set_after = f_at_q ? \entries.word[1] : \entries.word[0] ;
wire [1:0] f_kept = {`VALID(f_set_after, 1) && `KEY(f_set_after, 1) == `KEY(f_set_q, 1),
                     `VALID(f_set_after, 0) && `KEY(f_set_after, 0) == `KEY(f_set_q, 0)};
// The line of the model is evicted if its memts is the lower one, or if it is the first of two equal ones.
wire f_way_0_goes = `MEMTS(f_set, 0) <= `MEMTS(f_set, 1);
wire f_line_goes = f_evicts && s1_line_q[0] == f_line[0] && (f_way_0_goes ? f_live_0 : f_live_1);
// 4.2.6: an entry of one lease at most goes when an L2 has evicted the line.
wire f_follows = f_told && s1_line_q == f_line && f_memts_q <= RD_LEASE;
reg f_told_q;
reg f_followed_q;
reg [1:0] f_was_live_q;
always @(posedge clk_i) begin
    f_told_q <= !rst_i && f_told;
    f_followed_q <= f_follows;
    f_was_live_q <= {f_live_1, f_live_0};
end
`ifdef EVICTS
`ASSERT(entry_follows_the_l2s, !f_told_q || {f_live_1, f_live_0} == (f_followed_q ? 2'b00 : f_was_live_q))
`ASSERT(following_is_told, !f_told || s1_line_q != f_line || follow_o == (f_follows && (f_live_0 || f_live_1)))
`COVER(entry_follows, f_told_q && f_followed_q && f_was_live_q != 0)
`COVER(shared_entry_stays, f_told_q && !f_followed_q && f_was_live_q != 0 && f_told_line_q)
reg f_told_line_q;
always @(posedge clk_i)
    f_told_line_q <= s1_line_q == f_line;
`endif
always @(posedge clk_i)
    if (rst_i || f_empties || f_line_goes || f_follows)
        f_memts_q <= {TS_W{1'b0}};
    else if (f_grant)
        f_memts_q <= f_until;

`ifdef EXAMPLE
wire [TS_W-1:0] f_write_wts = f_memts_q + 1'b1;
`else
wire [TS_W-1:0] f_write_wts = f_memts_q;
`endif
`ASSERT(read_leases_from_memts, !(f_grant && !s1_store_q && f_fits) || (f_wts == f_memts_q && f_rts == f_memts_q + RD_LEASE))
`ASSERT(write_leases_from_memts, !(f_grant && s1_store_q && f_fits) || (f_wts == f_write_wts && f_rts == f_memts_q + WR_LEASE))
`ASSERT(overflow_begins_at_zero, !(f_grant && !f_fits) || (f_wts == 0 && f_rts == (s1_store_q ? WR_LEASE : RD_LEASE)))
`ASSERT(entry_is_memts, !swept || !(f_live_0 || f_live_1) || (f_live_0 ? `MEMTS(f_row, 0) : `MEMTS(f_row, 1)) == f_memts_q)
`ASSERT(missing_counts_from_zero, !swept || f_live_0 || f_live_1 || f_memts_q == 0)
`ASSERT(lowest_is_evicted, !f_evicted_q || (f_kept[0] ? `MEMTS(f_set_q, 1) <= `MEMTS(f_set_q, 0)
    : f_kept[1] && `MEMTS(f_set_q, 0) <= `MEMTS(f_set_q, 1)))
`ASSERT(free_entry_first, !(f_granted_q && !f_evicted_q)
    || ((!`VALID(f_set_q, 0) || f_kept[0]) && (!`VALID(f_set_q, 1) || f_kept[1])))
`ASSERT(evictions_are_told, evict_o == f_evicts && hit_o == (f_any_grant && |f_has) && miss_o == (f_any_grant && f_has == 0))
`ASSERT(overflows_are_told, !f_grant || over_o == !f_fits)
`ASSERT(only_grants_are_told, f_any_grant || !(over_o || hit_o || miss_o))

// ---- one grant a look-up ----

wire f_take = look_valid_i && look_ready_o;
reg [TAG_W+LINE_W+2-1:0] f_asked_q;
always @(posedge clk_i)
    if (f_take)
        f_asked_q <= {look_tag_i, look_line_i, look_store_i, look_empty_i};
`ASSERT(stage_1_is_the_look_up, !s1_valid_q || f_asked_q == {s1_tag_q, s1_line_q, s1_store_q, s1_empty_q})
`ASSERT(grant_has_its_tag, !f_leaves || f_tag == s1_tag_q)
`ASSERT(emptying_grants_nothing, !f_empties || (f_rts == 0 && f_wts == 0))
`ASSERT(grant_leaves_as_decided, \delay.out_msg_o == {grant_rts_o, grant_wts_o, grant_tag_o})
wire [$clog2(DEPTH):0] f_delayed = \delay.tail_q - \delay.head_q ;
wire [$clog2(DEPTH):0] f_ripe = \delay.ripe_q - \delay.head_q ;
reg [$clog2(DEPTH)+1:0] f_open_q;  // look-ups taken and not granted
always @(posedge clk_i)
    f_open_q <= rst_i ? 0 : f_open_q + f_take - grant_valid_o;
`ASSERT(one_grant_a_look_up, f_open_q == s1_valid_q + f_delayed)
`ASSERT(delay_not_overfull, f_delayed <= DEPTH && f_ripe <= f_delayed)
`ASSERT(ready_unless_busy, look_ready_o == (swept && !s1_valid_q))
`ASSERT(idle_is_still, busy_o || (swept && !s1_valid_q && f_delayed == 0))
// Stage 1 waits only for the look-up and for room in the delay.
reg [1:0] f_waited_q;
always @(posedge clk_i)
    f_waited_q <= rst_i || !s1_valid_q || f_leaves || !grant_room || &f_waited_q ? 0 : f_waited_q + 1;
`ASSERT(waits_for_the_look_up_only, f_waited_q < LOOK)

// ---- emptying: one set per cycle, when asked and only then ----

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
`ASSERT(sweep_begins_at_zero, swept || f_memts_q == 0)

// ---- what makes them inductive ----

`ASSERT(sweep_ends, sweep_q <= SETS)
`ASSERT(nothing_looked_up_while_sweeping, swept || !s1_valid_q)
`ASSERT(one_entry_a_line, !swept || !(f_live_0 && f_live_1))
`ASSERT(one_entry_of_the_look_up, !s1_valid_q || f_has != 2'b11)
`ASSERT(swept_set_is_empty, sweep_q != 1 || !(`VALID(\entries.word[0] , 0) || `VALID(\entries.word[0] , 1)))
`ASSERT(row_is_current, !s1_valid_q || row == f_set)
`ASSERT(found_is_of_the_row, !looked || {hit, hit_way, hit_memts, victim, victim_valid, f_lowest}
    == {row_hit, row_hit_way, row_hit_memts, row_victim, row_victim_valid, row_victim_memts})
`ASSERT(found_after_one_cycle, f_waited_q == 0 || looked)
`ASSERT(missing_line_counts_from_zero, floor_q == 0)
`ASSERT(one_entry_in_set_0, sweep_q == 0 || !(`VALID(\entries.word[0] , 0) && `VALID(\entries.word[0] , 1)
    && `KEY(\entries.word[0] , 0) == `KEY(\entries.word[0] , 1)))
`ASSERT(one_entry_in_set_1, !swept || !(`VALID(\entries.word[1] , 0) && `VALID(\entries.word[1] , 1)
    && `KEY(\entries.word[1] , 0) == `KEY(\entries.word[1] , 1)))

// ---- all of it happens ----

`COVER(read_of_a_known_line, f_grant && !s1_store_q && |f_has)
`COVER(read_of_a_new_line, f_grant && !s1_store_q && f_has == 0)
`COVER(write_of_a_known_line, f_grant && s1_store_q && |f_has)
`COVER(write_of_a_new_line, f_grant && s1_store_q && f_has == 0)
`COVER(line_evicted_and_back, f_grant && f_has == 0 && f_ever_q && !f_emptied_ever_q)
`COVER(second_way_evicted, f_evicts && !f_way_0_goes)
// Wide timestamps do not run over within the cycles in which covers are searched.
`COVER_WHERE(TS_W <= 5, overflow, f_grant && !f_fits)
`COVER(empties, f_empties && f_memts_q != 0)
`COVER(two_delayed, f_delayed >= 2)
reg f_ever_q;
reg f_emptied_ever_q;
always @(posedge clk_i) begin
    f_ever_q <= !rst_i && (f_ever_q || f_grant);
    f_emptied_ever_q <= !rst_i && (f_emptied_ever_q || f_empties);
end
