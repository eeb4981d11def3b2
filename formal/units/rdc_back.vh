// Dirty lines of a bank of the remote data cache that writes back, for any one line, f_line, and any one bit of it, and so for all. Put
// after rdc.vh and rdc_lines.vh, whose names it uses.
//
// The text keeps in mind whether this bank owes the line to its home: from when a store of it stays here until a write of the line is
// put into the queue to its home.
//
// Promises
//   No store is lost. While the line is owed, its set or the entry that is at work on that has the last store's bytes; what is written
//   to its home is the whole line with these; no load, store or atomic of the line is sent to its home while it is owed, or until its home has answered
//   the write; no epoch begins while it is owed.
//   A line is written to its home only when it is owed, so never twice.
//   A region without a bit in the dirty map has no dirty line of this epoch, and none that is owed.
//   An answer to a write is taken at once, and goes to nobody.
//   A flush goes on: it takes an entry for each set of a region with a bit, and ends when these have.

// ---- one entry's way ----

// A store or an atomic that looks up its set first; a line that is to go.
`EACH(late_others_do_one_thing, !(f_asks[i] && (op[i] == 1 || op[i] == 6) && f_late[i])
    || ({2'd0, ask_q[i]} + home_q[i] + tell_q[i] + f_answered_q[i] == {2'd0, f_probed_q[i]} && !(op[i] == 6 && tell_q[i])
    && {1'd0, probe_q[i]} + change_q[i] + dram_q[i] <= 2'd1 && (!probe_q[i] || !f_probed_q[i]) && (!change_q[i] || f_probed_q[i])
    && (f_probed_q[i] || probe_q[i] || dram_q[i])))
`EACH(flush_does_one_thing, !(busy_q[i] && f_flushes[i]) || (!f_late[i] && !held_q[i] && !change_q[i] && !ask_q[i] && !home_q[i] && !tell_q[i]
    && !f_answered_q[i] && {1'd0, probe_q[i]} + dram_q[i] + f_probed_q[i] == 2'd1))
`EACH(gives_up_what_it_found, !(evict_q[i] || wrote_q[i]) || (f_asks[i] && !held_q[i] && f_probed_q[i] && !(evict_q[i] && wrote_q[i]) && !home_q[i]
    && (f_flushes[i] || f_late[i]) && (op[i] == 1 || f_flushes[i] || ask_q[i]) && (op[i] != 1 || (&mask[i]))
    && op[i] != 8 && (op[i] == 1 || (op[i] == 0 && fn[i] != 1) ? victim[i] != line[i] : op[i] != 6 || victim[i] == line[i])))
`EACH(victim_is_of_its_set, !(evict_q[i] || wrote_q[i]) || (`SET(victim[i]) == `SET(line[i]) && victim[i] % (1 << UMC_W) == f_umc))
`EACH(others_are_not_late, !(busy_q[i] && op[i] == 8) || !f_late[i])
// Whole stores stay here.
`EACH(whole_stores_are_late, !(busy_q[i] && `WHOLE_STORE(i)) || (f_late[i] && !ask_q[i] && !home_q[i]))

// ---- the flush ----

wire f_step_shown = req_valid && `REQ_OP(req_msg) == 4'd8 && req_msg[F_REQ_FN +: 5] == 5'd3;
reg f_flushed_q;  // and the epoch has not begun yet
always @(posedge clk_i)
    f_flushed_q <= !rst_i && ((f_flushed_q && !step_go) || flush_ends);
reg f_all_flush;
integer f_f;
always @* begin
    f_all_flush = 1'b1;
    for (f_f = 0; f_f < ENTRIES; f_f = f_f + 1)
        f_all_flush = f_all_flush && (!busy_q[f_f] || (f_flushes[f_f] && {1'b0, `SET(line[f_f])} < walk_q));
end
`ASSERT(flushes_alone, !flush_q || (f_step_shown && f_all_flush && map_q != 0 && !sweep_q && !f_flushed_q && walk_q <= SETS))
`ASSERT(sweeps_after_the_flush, !sweep_q || map_q == 0)
`ASSERT(flushed_waits_for_its_epoch, !f_flushed_q || (f_step_shown && map_q == 0 && busy_q == 0))
`ASSERT(skips_whole_regions, !(flush_q && walk_q < SETS && !walk_dirty) || walk_first)
`ASSERT(flush_goes_on, !(flush_q && walk_q < SETS && !(&busy_q)) || (walk_dirty ? flush_admit && !req_pop : !admit))
reg [SET_W:0] f_walk_q;
reg f_flush_then_q;
reg f_flush_moves_q;
always @(posedge clk_i) begin
    f_walk_q <= walk_q;
    f_flush_then_q <= !rst_i && flush_q;
    f_flush_moves_q <= flush_q && walk_q < SETS && (flush_admit || !walk_dirty);
end
`ASSERT(flush_walks, !(f_flush_then_q && f_flush_moves_q) || walk_q > f_walk_q)
`ASSERT(flush_ends_when_all_is_written, !(flush_q && walk_q == SETS && busy_q == 0) || flush_ends)
reg f_to_flush_q;
always @(posedge clk_i)
    f_to_flush_q <= !rst_i && step_may && map_q != 0 && !flush_q;
`ASSERT(flush_begins_at_once, !f_to_flush_q || flush_q)

// ---- answers to writes ----

`ASSERT(answers_to_writes_are_taken, !(mem_rsp_valid && (|written)) || (mem_rsp_pop && !answer))
`ASSERT(answers_to_writes_go_nowhere, !retire || (!answer && !fill))

// ---- which sets are dirty ----

// What each set will have beside its line when DRAM has done what it was asked, and whether that is a dirty line of this epoch.
reg [SETS*META_W-1:0] f_spares;
reg [SETS-1:0] f_set_dirty;
reg [SETS-1:0] f_set_listed;  // the dirty map has its region
reg f_sets_fit;
always @* begin : spares
    integer i;
    reg [LINE_W-1:0] place;
    reg [META_W-1:0] spare;
    f_sets_fit = 1'b1;
    for (i = 0; i < SETS; i = i + 1) begin
        place = START + i;
        spare = f_dram_q[place*F_WORD_W + 8*LINE_BYTES +: META_W];
        if (f_ask[0] && f_ask_0[F_ASK_WRITE] && f_ask_0[F_ASK_ENTRY] && f_ask_0[F_ASK_LINE +: LINE_W] == place)
            spare = f_ask_0[F_ASK_SPARE +: META_W];
        if (f_ask[1] && f_ask_1[F_ASK_WRITE] && f_ask_1[F_ASK_ENTRY] && f_ask_1[F_ASK_LINE +: LINE_W] == place)
            spare = f_ask_1[F_ASK_SPARE +: META_W];
        f_spares[i*META_W +: META_W] = spare;
        f_set_dirty[i] = spare[F_VALID + 1] && spare[F_VALID] && spare[KEY_W +: EPOCH_W] == epoch;
        f_set_listed[i] = map_q[i / REGION];
        f_sets_fit = f_sets_fit && (!spare[F_VALID] || (spare[KEY_W +: EPOCH_W] <= epoch && !(sweep_q && i < swept_q)));
    end
end
`ASSERT(no_set_is_of_a_later_epoch, f_sets_fit)
`ASSERT(clean_region_has_no_dirty_line, f_flushed_q || (f_set_dirty & ~f_set_listed) == 0)
`EACH(read_finds_its_spare_bits, !(f_read_q[i] && !sweep_q)
    || f_read_value_q[i*F_WORD_W + 8*LINE_BYTES +: META_W] == f_spares[`SET(line[i])*META_W +: META_W])
`EACH(answer_has_its_spare_bits, !(f_backs_0[i] && !f_back_0[F_BACK_WRITE] && !sweep_q)
    || f_back_0[F_BACK_SPARE +: META_W] == f_spares[`SET(line[i])*META_W +: META_W])
`EACH(answer_has_its_spare_bits_too, !(f_backs_1[i] && !f_back_1[F_BACK_WRITE] && !sweep_q)
    || f_back_1[F_BACK_SPARE +: META_W] == f_spares[`SET(line[i])*META_W +: META_W])
// A whole store has set the bit of its region when it takes its entry; who came before that need not look for dirty lines.
`EACH(whole_store_has_set_its_bit, !(busy_q[i] && `WHOLE_STORE(i)) || f_set_listed[`SET(line[i])])
`define EARLY(i) (f_asks[i] && !f_late[i] && !f_flushes[i] && op[i] != 4'd8)
`EACH_PAIR(early_ones_are_before_whole_stores, !(`EARLY(i) && f_asks[j] && `WHOLE_STORE(j) && `SET(line[i]) == `SET(line[j])) || `BEFORE(i, j))
`EACH(early_ones_find_no_dirty_line, !`EARLY(i) || !f_set_dirty[`SET(line[i])])

// ---- what is owed ----

wire [MAP_W-1:0] f_region = f_set[SET_W-1 -: MAP_W];
wire f_dirty = f_live && f_spare[F_VALID + 1];
wire f_writes_line = ask && evict_q[ask_at] && victim[ask_at] == f_line;
reg f_owed_line_q;
reg f_writing_q;  // its home is to answer a write
always @(posedge clk_i) begin
    f_owed_line_q <= !rst_i && ((f_owed_line_q && !f_writes_line) || f_keeps_line);
    f_writing_q <= !rst_i && ((f_writing_q && !(retire && back_line == f_line)) || f_writes_line);
end
`ASSERT(writes_what_is_owed, !f_writes_line || (f_owed_line_q && mem_req_push && mem_req_msg[f_bit] == f_copy_bit_q
    && (&mem_req_msg[F_REQ_MASK +: LINE_BYTES]) && `REQ_LINE(mem_req_msg) == f_line && `REQ_OP(mem_req_msg) == 4'd1))
`ASSERT(home_has_the_last_store_first, !f_asks_line || op[ask_at] == 4'd8 || (!f_owed_line_q && !f_writing_q))
`ASSERT(not_filled_while_owed, !f_fills_line || (!f_owed_line_q && !f_writing_q))
`ASSERT(no_epoch_while_owed, !step_go || (!f_owed_line_q && !f_writing_q))
`ASSERT(clean_region_is_owed_nothing, !f_owed_line_q || map_q[f_region])
`ASSERT(owed_line_is_a_copy, !f_owed_line_q || f_copy_q)

// Entries at work on the set: that is to write the line to its home; that has done so, and has still to put something else into the
// set; a whole store of it that has still to be put there; that is to read the set for a flush.
`define AT_SET(i) (f_asks[i] && !held_q[i] && `SET(line[i]) == f_set)
reg f_to_write;
reg f_sent;
reg f_to_keep;
reg f_to_read;
reg f_was_bit;
integer f_g;
always @* begin
    f_to_write = 1'b0;
    f_sent = 1'b0;
    f_to_keep = 1'b0;
    f_to_read = 1'b0;
    f_was_bit = 1'b0;
    for (f_g = 0; f_g < ENTRIES; f_g = f_g + 1) begin
        if (busy_q[f_g] && evict_q[f_g] && victim[f_g] == f_line) begin
            f_to_write = 1'b1;
            f_was_bit = was[f_g][f_bit];
        end
        if (`AT_SET(f_g) && f_probed_q[f_g] && !evict_q[f_g] && (op[f_g] == 0 ? ask_q[f_g] || home_q[f_g]
            : op[f_g] == 6 ? change_q[f_g] && line[f_g] == f_line
            : f_flushes[f_g] || (`WHOLE_STORE(f_g) && change_q[f_g] && line[f_g] != f_line))) f_sent = 1'b1;
        if (f_works[f_g] && `WHOLE_STORE(f_g) && change_q[f_g]) f_to_keep = 1'b1;
        if (`AT_SET(f_g) && f_flushes[f_g] && !f_probed_q[f_g]) f_to_read = 1'b1;
    end
end
wire f_flush_past = flush_q && {1'b0, f_set} < walk_q;  // the flush has read the set, or is about to
`ASSERT(owed_is_somewhere, !f_owed_line_q || f_dirty || f_to_keep || f_to_write)
`EACH(asks_for_what_is_not_owed, !(f_works[i] && (home_q[i] || (ask_q[i] && !evict_q[i] && (f_probed_q[i] || !f_late[i])))) || !f_owed_line_q
    || op[i] == 8)
`EACH(overwrites_what_is_not_owed, !(`AT_SET(i) && f_probed_q[i] && !evict_q[i] && (op[i] == 0 ? ask_q[i] || home_q[i]
    : op[i] == 6 ? line[i] == f_line : f_flushes[i] || (`WHOLE_STORE(i) && line[i] != f_line))) || !f_owed_line_q)
`EACH(whole_store_is_in_its_set, !(`AT_SET(i) && `WHOLE_STORE(i) && f_probed_q[i] && !change_q[i])
    || (f_valid && f_spare[0 +: KEY_W] == line[i][LINE_W-1 -: KEY_W]))
`EACH(set_owes_one_line, !(`AT_SET(i) && evict_q[i] && f_owed_line_q) || victim[i] == f_line || (op[i] == 1 && line[i] == f_line))
`ASSERT(owed_line_has_the_last_bytes, !(f_owed_line_q && f_dirty) || (f_store_works && f_store_asked != f_store_done)
    || f_held_bit == f_copy_bit_q)
`ASSERT(to_keep_is_owed, !f_to_keep || f_owed_line_q)
`ASSERT(to_write_is_owed, !f_to_write || (f_owed_line_q && f_was_bit == f_copy_bit_q))
`ASSERT(dirty_is_owed, !f_dirty || f_owed_line_q || f_sent || (f_flush_past && !f_to_read) || f_flushed_q)
`EACH(writing_is_an_entry, !(wrote_q[i] && victim[i] == f_line) || f_writing_q)
reg f_written_by;
integer f_h;
always @* begin
    f_written_by = 1'b0;
    for (f_h = 0; f_h < ENTRIES; f_h = f_h + 1)
        f_written_by = f_written_by || (wrote_q[f_h] && victim[f_h] == f_line);
end
`ASSERT(writing_has_an_entry, !f_writing_q || f_written_by)
// A set that the flush is past is owed no more, but by its entry.
reg f_flushing_set;
integer f_z;
always @* begin
    f_flushing_set = 1'b0;
    for (f_z = 0; f_z < ENTRIES; f_z = f_z + 1)
        f_flushing_set = f_flushing_set || (busy_q[f_z] && f_flushes[f_z] && `SET(line[f_z]) == f_set
            && (!f_probed_q[f_z] || (evict_q[f_z] && victim[f_z] == f_line)));
end
`ASSERT(past_sets_are_written, !(f_flush_past && f_owed_line_q) || f_flushing_set)
`EACH(early_in_a_clean_region, !(f_asks[i] && !f_late[i] && !f_flushes[i] && op[i] != 8 && line[i] == f_line && !held_q[i]) || !f_owed_line_q)

// ---- all of it happens ----

`COVER(store_stays, f_leaves && f_op == 4'd1 && !f_by_home_q)
`COVER(line_is_dirty, f_dirty && f_rests)
`COVER(dirty_line_hits, f_line_hits && f_dirty)
`COVER(part_of_a_dirty_line_stays, f_keeps_line && !(&f_kept_mask) && f_dirty)
`COVER(part_of_a_clean_line_goes_through, f_asked_store && req_dirty && f_live)
`COVER(dirty_line_makes_way, f_writes_line && op[ask_at] == 4'd0 && line[ask_at] != f_line)
`COVER(dirty_line_makes_way_for_a_store, f_writes_line && op[ask_at] == 4'd1)
`COVER(atomic_finds_a_dirty_line, f_writes_line && op[ask_at] == 4'd6)
`COVER(fresh_load_finds_a_dirty_line, f_writes_line && op[ask_at] == 4'd0 && line[ask_at] == f_line)
`COVER(flush_writes_a_line, f_writes_line && flush_q)
`COVER(flush_finds_nothing, flush_q && probed && !found_dirty)
`COVER(flush_skips_a_region, flush_q && !walk_q[SET_W] && !walk_dirty)
`COVER(flush_ends_then_an_epoch, step_go && f_flushed_q)
`COVER(part_goes_through_in_a_dirty_region, f_asks_line && op[ask_at] == 4'd1 && f_late[ask_at])
