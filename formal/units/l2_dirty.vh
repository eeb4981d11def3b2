// What a bank that writes back promises of its dirty bytes (nc-wb), for any one line and any one bit of it. To be put
// after l2.vh and cache_bytes.vh, which follows the same line, f_line.
//
// Promises
// * a byte that a store left here is in the line's copy, and is marked there, until it is written back: no fill, no
//   atomic, no line that takes the place and no emptying loses it;
// * a write-back has the dirty bytes of its line, as they were last stored, and no others;
// * while a line has a dirty byte, no load, store or atomic of it is under way below;
// * an OP_EMPTY is answered when no byte is dirty and all write-backs are answered;
// * what needs a line written back first has it written back, when there is room.
//
// Assumes what l2_write_back_env.vh says, which stands before cache_env.vh. For any sizes.

localparam F_DUE_W = SET_W + WAY_W + 1;
wire f_back_0 = f_below[0] && `IS_WRITE_BACK(`BELOW_OP(f_below_0));
wire f_back_1 = f_below[1] && `IS_WRITE_BACK(`BELOW_OP(f_below_1));
wire f_done_0 = f_answer[0] && `IS_WRITE_BACK(`ANSWER_OP(f_answer_0));
wire f_done_1 = f_answer[1] && `IS_WRITE_BACK(`ANSWER_OP(f_answer_1));
wire f_writes_back = f_below_push && `IS_WRITE_BACK(f_pushes_op) && `BELOW_LINE(f_below_pushed) == f_line;

// ---- the byte as a store left it ----

reg f_dirty_q;
reg f_dirty_bit_q;
always @(posedge clk_i)
    if (rst_i) f_dirty_q <= 1'b0;
    else if (f_stays && s1_mask_q[f_byte]) begin
        f_dirty_q <= 1'b1;
        f_dirty_bit_q <= s1_data_q[f_bit];
    end else if (f_writes_back && f_pushes_mask[f_byte]) f_dirty_q <= 1'b0;
`ifdef FLUSHES
wire f_stays_through_sweep = f_stays_through; // a sweep that leaves lines of here leaves their dirty bytes
wire [WAYS-1:0] f_had_way = f_has_line;
`else
wire f_stays_through_sweep = 1'b0;
wire [WAYS-1:0] f_had_way = f_in_way;
`endif
wire [WAYS*LINE_BYTES-1:0] f_dirty; // the marks of the followed set
generate for (g = 0; g < WAYS; g = g + 1) begin : f_dirty_in
    wire [SET_W+WAY_W-1:0] at = f_set*WAYS + g;
    assign f_dirty[g*LINE_BYTES +: LINE_BYTES] = dirty[at];
end endgenerate
wire [WAYS-1:0] f_marked;
generate for (g = 0; g < WAYS; g = g + 1) begin : f_mark
    wire [LINE_BYTES-1:0] mask = f_dirty[g*LINE_BYTES +: LINE_BYTES];
    assign f_marked[g] = (f_in_way[g] || (!swept && f_stays_through_sweep && f_had_way[g])) && mask[f_byte];
end endgenerate
wire f_leaves = wb_valid_q && wb_line_q == f_line && wb_mask_q[f_byte];

`ASSERT(dirty_byte_is_kept, f_dirty_q == (|f_marked || f_leaves))
`ASSERT(dirty_byte_is_in_one_place, !(|f_marked && f_leaves))
`ASSERT(write_back_has_what_was_stored, !(f_writes_back && f_pushes_mask[f_byte])
    || (f_dirty_q && f_below_pushed[f_bit] == f_dirty_bit_q))
`ASSERT(dirty_byte_is_the_copys, !(|f_marked) || f_copy_bit_q == f_dirty_bit_q)
`ASSERT(dirty_line_is_not_under_way, !(f_dirty_q && (|(f_in & ~mshr_store_q) || f_locked_q)))
`ifdef FLUSHES
wire f_stays_here = flush_fn_q == 5'd5 && f_line[HOME_LSB +: HOME_W] == HOME; // an OP_EMPTY leaves the line
wire [WAYS-1:0] f_victim_mask_near = near[s1_set];
wire f_is_held = !(|f_mine) && !f_victim_mask_near[fill_way] && backs_q >= MSHRS/2; // its write-back must not be waited for
`else
wire f_stays_here = 1'b0;
wire f_is_held = 1'b0;
`endif
`ASSERT(emptied_is_clean, !sweep || !f_dirty_q || f_stays_here)
`ASSERT(empties_when_all_are_answered, !sweep || f_backs_q == 0)
`ASSERT(locked_line_has_no_copy, !swept || !f_locked_q || f_has_line == 0)
`ASSERT(locked_line_is_not_written_back, !(wb_valid_q && wb_line_q == f_line) || !f_locked_q)

// ---- write-backs ----

`ASSERT(write_backs_are_counted, {16'd0, writebacks_q} == f_backs_q + wb_valid_q + f_back_0 + f_back_1 + f_done_0 + f_done_1)
`ASSERT(write_back_has_room, !wb_valid_q || f_below_room)
`ASSERT(write_back_goes_alone, !(wb_valid_q && (load_miss || store_go || atomic_go || pass_go)))
`ASSERT(write_back_is_of_this_bank, !wb_valid_q || `IN_BANK(wb_line_q))

// What must be written back first: a dirty copy whose line is asked for below all the same, and a dirty line whose
// place another takes.
wire [LINE_BYTES-1:0] f_mask_there = dirty[{s1_set, fill_way}];
wire f_own_first = (`STAGE_1(4'd5) || `STAGE_1(4'd6)) && |f_mine;
wire f_s1_stores = `STAGE_1(4'd1) || f_s1_request && `BACK_ABOVE(s1_op_q);
wire f_other_first = (`STAGE_1(4'd0) || `STAGE_1(4'd5) || (f_s1_stores && &s1_mask_q)) && !(|f_mine) && f_kept[fill_way]
    && !f_is_held;
wire f_back_first = (f_own_first || f_other_first) && f_mask_there != 0;
`ifdef FLUSHES
wire f_away_may = !(&backs_q);
`else
wire f_away_may = 1'b1;
`endif
wire f_may_write_back = f_below_room && !wb_valid_q && f_may_answer && !(&writebacks_q) && f_away_may;
`ASSERT_OF_SET(written_back_first, !(f_back_first && f_s1_matches == 0 && f_may_write_back) || clean_go)
`ASSERT_OF_SET(waits_for_no_other, !(f_s1_request && !f_s1_empties && !f_back_first) || clean)
`ASSERT_OF_SET(store_stays, !(f_s1_stores && f_s1_matches == 0 && f_may_answer
    && (|f_mine || (&s1_mask_q && !f_back_first && (!f_is_held || f_mask_there == 0 || !f_kept[fill_way]))))
    || store_keep)

// ---- emptying: one way after the other ----

`ASSERT(flushed_row_is_current, !(flush_q && flush_set_q == f_set) || row == f_row)
`ifndef FLUSHES // l2_both_dirty.vh has what they promise

wire f_flushes = f_s1_empties;
`ASSERT(flush_rests, f_flushes || (!flush_q && flush_set_q == 0 && flush_way_q == 0 && !flush_done_q))
`ASSERT(flush_is_in_order, (flush_q || flush_way_q == 0) && !(flush_q && flush_done_q) && (!flush_done_q || flush_set_q == 0))
wire [WAYS-1:0] f_passed_is_clean;
generate for (g = 0; g < WAYS; g = g + 1) begin : f_passed
    wire [LINE_BYTES-1:0] mask = f_dirty[g*LINE_BYTES +: LINE_BYTES];
    wire passed = flush_done_q || flush_set_q > f_set || (flush_set_q == f_set && g < flush_way_q);
    assign f_passed_is_clean[g] = !(passed && f_kept[g]) || mask == 0;
end endgenerate
`ASSERT(passed_ways_are_clean, &f_passed_is_clean)
`ASSERT(nothing_else_while_flushing, !f_flushes || (mshr_busy_q == 0 && !park_valid_q))
wire f_may_flush = f_flushes && f_may_write_back;
`ASSERT(flush_reads_the_next_set, !(f_flushes && !flush_q && !flush_done_q) || flush_read)
`ASSERT(flush_goes_on, !(f_may_flush && flush_q) || flush_next)
`ASSERT(flush_ends, !(f_flushes && flush_done_q && writebacks_q == 0 && f_may_answer) || sweep)
`COVER(written_back_to_be_emptied, f_writes_back && f_s1_empties)
`endif

// ---- covers ----

`COVER(stored_twice, f_stays && f_dirty_q && s1_mask_q[f_byte] && s1_data_q[f_bit] != f_dirty_bit_q)
`COVER(whole_line_makes_a_copy, f_stays && f_makes_copy && !(|f_in_way))
`COVER(part_of_a_line_goes_on, store_go && s1_line_q == f_line)
`COVER(written_back, f_writes_back && f_pushes_mask[f_byte] && !(&f_pushes_mask))
`COVER(written_back_for_another, clean_go && f_other_first && f_in_way[fill_way] && |f_marked)
`COVER(written_back_for_its_atomic, clean_go && `STAGE_1(4'd6) && s1_line_q == f_line && f_dirty_q)
`COVER(written_back_for_a_fresh_load, clean_go && `STAGE_1(4'd5) && s1_line_q == f_line && f_dirty_q)
`COVER(fill_is_not_kept, fill_done && !fill_install)
`COVER(asked_for_again_before_it_is_answered, f_under_way && f_backs_q != 0 && f_was_dirty_q)
`COVER(two_write_backs_wait, writebacks_q == 2)
reg f_was_dirty_q;
always @(posedge clk_i) f_was_dirty_q <= !rst_i && (f_was_dirty_q || f_dirty_q);
