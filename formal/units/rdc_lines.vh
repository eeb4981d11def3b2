// The data and epochs of a bank of the remote data cache, for any one line, f_line, and any one bit of it, and so for all.
// Put after rdc.vh, whose names and assumptions it uses.
//
// The text keeps a cache of its own, of that line alone, that never evicts: what the home last answered of the line, changed
// by this package's own stores since. It forgets the line when an epoch begins, when an atomic goes to the home, and when an
// invalidation of the line is passed on. In a bank that writes back (RDC_BACK) a store that stays here changes it, too.
//
// Promises
//   A hit has a copy, filled in this epoch, and its bytes: the home's last fill, changed by this package's stores since.
//   So nothing of an earlier epoch is returned, not even when the numbers of the epochs begin anew, and an atomic leaves no copy (V8).
//   No load is answered from here while a store or an atomic of this package is at the line's home (V1).
//   A fill is in the set when its load's entry ends; a line evicts no other than that of its set, and a store changes
//   no line but its own.
wire [LINE_W-1:0] f_line_free = $anyconst;
wire [LINE_W-1:0] f_line = UMC_W > 0 ? (f_line_free >> UMC_W << UMC_W) | f_umc : f_line_free;
localparam F_BIT_W = $clog2(8*LINE_BYTES);
wire [F_BIT_W-1:0] f_bit = $anyconst;
wire [F_BIT_W-4:0] f_byte = f_bit[F_BIT_W-1:3];
wire [SET_W-1:0] f_set = `SET(f_line);
wire [KEY_W-1:0] f_key = f_line[LINE_W-1 -: KEY_W];

// ---- the cache that never evicts ----

wire f_fills_line = fill && back_line == f_line;
wire f_asks_line = ask && line[ask_at] == f_line && !evict_q[ask_at];
`ifdef RDC_BACK
wire f_keeps_line = probed && stays && line[dram_tag] == f_line;  // a store to it stays here
`else
wire f_keeps_line = 1'b0;
`endif
wire [LINE_BYTES-1:0] f_kept_mask = mask[dram_tag];
wire [8*LINE_BYTES-1:0] f_kept_data = data[dram_tag];
wire f_asked_store = f_asks_line && op[ask_at] == 4'd1;
wire f_asked_atomic = f_asks_line && op[ask_at] == 4'd6;
wire f_passes_kill = tell && op[tell_at] == 4'd12 && line[tell_at] == f_line;
wire [LINE_BYTES-1:0] f_asked_mask = mask[ask_at];
wire [8*LINE_BYTES-1:0] f_asked_data = data[ask_at];
reg f_copy_q;
reg f_copy_bit_q;
reg f_at_home_q;  // a store or an atomic of the line is at its home
always @(posedge clk_i)
    if (rst_i) begin
        f_copy_q <= 1'b0;
        f_at_home_q <= 1'b0;
    end else begin
        if (f_fills_line) begin
            f_copy_q <= 1'b1;
            f_copy_bit_q <= mem_rsp_msg[f_bit];
        end
        if (f_asked_store && f_asked_mask[f_byte]) f_copy_bit_q <= f_asked_data[f_bit];
        if (f_keeps_line) begin
            f_copy_q <= 1'b1;
            if (f_kept_mask[f_byte]) f_copy_bit_q <= f_kept_data[f_bit];
        end
        if (step_go || f_asked_atomic || f_passes_kill) f_copy_q <= 1'b0;
        f_at_home_q <= (f_at_home_q && !(answer && back_line == f_line)) || f_asked_store || f_asked_atomic;
    end

// ---- promises ----

wire f_line_hits = tell && op[tell_at] == 4'd0 && line[tell_at] == f_line;
`ASSERT(hit_has_a_copy, !f_line_hits || f_copy_q)
`ASSERT(hit_data_is_copys, !f_line_hits || (rsp_push && rsp_msg[f_bit] == f_copy_bit_q))
`ASSERT(no_hit_while_a_store_is_at_home, !f_line_hits || !f_at_home_q)

// ---- what the set holds, when DRAM has done all that it was asked ----

// In the queue to DRAM: at most one write of the set.
wire [LINE_W-1:0] f_place = `SET_LINE(f_set);
`define TO_SET(i) (f_ask[i] && f_ask_``i[F_ASK_WRITE] && f_ask_``i[F_ASK_LINE +: LINE_W] == f_place)
wire f_writes_0 = `TO_SET(0);
wire f_writes_1 = `TO_SET(1);
wire [DRAM_REQ_W-1:0] f_to_set = f_writes_1 ? f_ask_1 : f_ask_0;
wire f_to_set_any = f_writes_0 || f_writes_1;
wire [F_WORD_W-1:0] f_now = f_dram_q[f_place*F_WORD_W +: F_WORD_W];
wire [META_W-1:0] f_spare = f_to_set_any && f_to_set[F_ASK_ENTRY] ? f_to_set[F_ASK_SPARE +: META_W] : f_now[8*LINE_BYTES +: META_W];
wire f_held_bit = f_to_set_any && f_to_set[F_ASK_MASK + f_byte] ? f_to_set[f_bit] : f_now[f_bit];
wire f_valid = f_spare[F_VALID];
wire [EPOCH_W-1:0] f_epoch = f_spare[KEY_W +: EPOCH_W];
wire f_has = f_valid && f_spare[0 +: KEY_W] == f_key;  // a copy of the line, of whatever epoch
wire f_live = f_has && f_epoch == epoch;

// The line's request at work: the one that is not held.
reg [ENTRIES-1:0] f_works;
reg [ENTRIES-1:0] f_write_ops;
integer f_v;
always @*
    for (f_v = 0; f_v < ENTRIES; f_v = f_v + 1) begin
        f_works[f_v] = f_asks[f_v] && !held_q[f_v] && line[f_v] == f_line;
        f_write_ops[f_v] = op[f_v] == 4'd1 || op[f_v] == 4'd6;
    end
// An access is under way that does not yet show in what the set holds: a read, or a change that was found necessary.
wire [ENTRIES-1:0] f_unchanged = probe_q | change_q | (dram_q & ~f_probed_q);
`ASSERT(one_write_of_the_set, !(f_writes_0 && f_writes_1))
`ASSERT(no_later_epoch, !f_valid || f_epoch <= epoch)
`ASSERT(cleared_sets_are_empty, !(sweep_q && f_set < swept_q) || !f_valid)

reg f_atomic_works;  // an atomic of the line whose copy may still be here; whose copy was cleared
reg f_atomic_done;
reg f_store_works;   // a store of it that covers the byte: its home was asked; the set was changed
reg f_store_asked;
reg f_store_done;
reg f_store_bit;
integer f_x;
always @* begin
    f_atomic_works = 1'b0;
    f_atomic_done = 1'b0;
    f_store_works = 1'b0;
    f_store_asked = 1'b0;
    f_store_done = 1'b0;
    f_store_bit = 1'b0;
    for (f_x = 0; f_x < ENTRIES; f_x = f_x + 1) begin
        if (f_works[f_x] && op[f_x] == 4'd6 && f_unchanged[f_x]) f_atomic_works = 1'b1;
        if (f_works[f_x] && op[f_x] == 4'd6 && !f_unchanged[f_x]) f_atomic_done = 1'b1;
        if (f_works[f_x] && op[f_x] == 4'd1 && mask[f_x][f_byte]) begin
            f_store_works = 1'b1;
            f_store_asked = !ask_q[f_x] && !(f_late[f_x] && !f_probed_q[f_x]);
            f_store_done = !f_unchanged[f_x];
            f_store_bit = data[f_x][f_bit];
        end
    end
end
`ASSERT(atomic_leaves_no_copy, !f_atomic_done || !f_live)
`ASSERT(live_has_a_copy, !f_live || f_copy_q || f_atomic_works)
`ASSERT(live_has_the_copys_bytes, !(f_live && !f_atomic_works) || (f_store_works && f_store_asked != f_store_done)
    || f_held_bit == f_copy_bit_q)
`ASSERT(asked_before_it_is_changed, !(f_store_works && f_store_asked && f_copy_q) || f_copy_bit_q == f_store_bit)
`ASSERT(changed_before_it_is_asked, !(f_live && f_store_works && f_store_done) || f_held_bit == f_store_bit)
`EACH(changes_its_own_copy, !(f_asks[i] && `SET(line[i]) == f_set && !`FILLS(op[i]) && !`WHOLE_STORE(i) && (change_q[i] || (dram_q[i] && f_probed_q[i])))
    || !f_valid || f_spare[0 +: KEY_W] == line[i][LINE_W-1 -: KEY_W])
`ASSERT(at_home_is_an_entry, f_at_home_q == ((f_works & home_q & f_write_ops) != 0))

// What a read finds is what the set holds, until its answer has been looked at.
`define READ_OF_SET(i) (`SET(line[i]) == f_set && !sweep_q)
`define FOUND(word, spare_at, bit_at) (word[(spare_at) +: META_W] == f_spare && (!f_valid || word[(bit_at)] == f_held_bit))
`EACH(read_finds_what_is_held, !(f_read_q[i] && `READ_OF_SET(i)) || (f_read_value_q[i*F_WORD_W + 8*LINE_BYTES +: META_W] == f_spare
    && (!f_valid || f_read_value_q[i*F_WORD_W + f_bit] == f_held_bit)))
`EACH(answer_is_what_is_held, !(f_backs_0[i] && !f_back_0[F_BACK_WRITE] && `READ_OF_SET(i)) || `FOUND(f_back_0, F_BACK_SPARE, f_bit))
`EACH(answer_is_what_is_held_too, !(f_backs_1[i] && !f_back_1[F_BACK_WRITE] && `READ_OF_SET(i)) || `FOUND(f_back_1, F_BACK_SPARE, f_bit))
`EACH(hit_is_of_the_copy, !(f_asks[i] && tell_q[i] && op[i] == 4'd0 && line[i] == f_line) || (f_copy_q && was[i][f_bit] == f_copy_bit_q))

// A fill's bytes are in the set when they are in the queue.
reg f_filled_now_q;
always @(posedge clk_i)
    f_filled_now_q <= !rst_i && f_fills_line;
`ASSERT(filled_line_is_held, !f_filled_now_q || (f_live && f_held_bit == f_copy_bit_q))

// ---- all of it happens ----

reg f_stored_q;   // the copy has bytes of a store
reg f_evicted_q;  // another line of the set was filled since
reg f_other_q;    // a line of another set was filled since, and no copy was cleared
reg f_rolled_q;
reg f_ever_q;
always @(posedge clk_i) begin
    f_stored_q <= !rst_i && !f_fills_line && (f_stored_q || (f_asked_store && f_asked_mask[f_byte] && f_copy_q));
    f_evicted_q <= !rst_i && !f_fills_line && (f_evicted_q || (fill && `SET(back_line) == f_set));
    f_other_q <= !rst_i && !f_fills_line && (f_other_q || (fill && `SET(back_line) != f_set))
        && !(f_goes && f_goes_write && f_goes_entry && !fill);
    f_ever_q <= !rst_i && (f_ever_q || f_fills_line);
    f_rolled_q <= !rst_i && (f_rolled_q || (step_go && sweep_q));
end
// Nothing is under way: from here on the search for the covers is short.
wire f_rests = busy_q == 0 && f_req == 0 && f_rsp == 0 && f_mem_rsp == 0 && !sweep_q;
`COVER(line_is_here, f_live && f_rests)
`COVER(two_sets_have_lines, f_live && f_other_q && f_rests)
`COVER(two_answers_wait, f_live && f_other_q && busy_q == 0 && (&f_rsp) && f_req == 0)
`COVER(line_has_a_stores_byte, f_live && f_stored_q && f_rests)
`COVER(line_is_evicted, f_evicted_q && f_ever_q && !f_has && f_rests)
`COVER(line_is_of_an_old_epoch, f_has && !f_live && f_rests)
`COVER(last_epoch_rests, f_rests && epoch_last)
`COVER(epochs_begin_anew, f_rests && f_rolled_q)
// Steps of one request on the way to such a state: it is at its home; its line is on the way to DRAM.
wire f_is_asked = (|home_q) && f_req == 0 && (busy_q & (busy_q - 1'b1)) == 0;
wire f_is_filled = (|dram_q) && home_q == 0 && probe_q == 0 && f_req == 0 && f_mem_rsp == 0 && (busy_q & (busy_q - 1'b1)) == 0;
wire f_probes_line = probed && of_load && line[dram_tag] == f_line;
wire [1:0] f_likely = likely_q[{f_set[SET_W-1 -: PART_W], 1'b0} +: 2];
`COVER_WHERE(PREDICT > 0, set_misses_once, f_likely == 2'd2)
`COVER_WHERE(PREDICT > 0, set_missed_once, f_likely == 2'd2 && f_rests)
`COVER_WHERE(PREDICT > 0, set_misses_twice, f_likely == 2'd1)
`COVER_WHERE(PREDICT > 0, set_missed_twice_asks, f_likely == 2'd1 && f_is_asked)
`COVER_WHERE(PREDICT > 0, set_missed_twice_fills, f_likely == 2'd1 && f_is_filled)
`COVER_WHERE(PREDICT > 0, set_missed_twice, f_likely == 2'd1 && f_rests)
`COVER_WHERE(PREDICT > 0, set_becomes_unlikely, f_likely == 2'd0)
`COVER_WHERE(PREDICT > 0, unlikely_set_asks, f_likely == 2'd0 && f_is_asked)
`COVER_WHERE(PREDICT > 0, unlikely_set_fills, f_likely == 2'd0 && f_is_filled)
`COVER_WHERE(PREDICT > 0, set_is_unlikely, f_likely == 2'd0 && f_rests)
`COVER_WHERE(PREDICT > 0, unlikely_set_is_looked_up, f_likely == 2'd0 && unlikely_q != 3'd0)
`COVER_WHERE(PREDICT > 0, unlikely_set_misses_again, f_likely == 2'd0 && unlikely_q != 3'd0 && f_probes_line && !found)
`COVER_WHERE(PREDICT > 0, unlikely_set_is_filled, f_likely == 2'd0 && unlikely_q != 3'd0 && f_fills_line)
`COVER_WHERE(PREDICT > 0, unlikely_set_was_looked_up, f_likely == 2'd0 && unlikely_q != 3'd0 && f_rests)
`COVER_WHERE(PREDICT > 0, unlikely_set_gets_the_line, f_likely == 2'd0 && unlikely_q != 3'd0 && f_live)
`COVER_WHERE(PREDICT > 0, unlikely_set_has_the_line, f_likely == 2'd0 && unlikely_q != 3'd0 && f_live && f_rests)
`COVER(line_hits, f_line_hits)
`COVER_WHERE(PREDICT > 0, line_is_taken_for_a_miss, admit && skip && `REQ_LINE(req_msg) == f_line && f_live)
`COVER(line_hits_with_a_stores_byte, f_line_hits && f_stored_q && f_ever_q)
`COVER(line_misses_in_a_new_epoch, f_probes_line && same_key && !found)
`COVER(line_misses_after_an_eviction, f_probes_line && !found && f_evicted_q && f_ever_q)
`COVER(line_misses_after_a_roll, f_probes_line && !found && f_rolled_q)
`COVER(line_is_filled_after_a_roll, f_fills_line && f_rolled_q)
reg f_was_fresh_q;
always @(posedge clk_i)
    f_was_fresh_q <= !rst_i && (f_fills_line ? fn[answer_at] == 5'd1 : f_was_fresh_q);
`COVER(line_hits_after_a_fresh_load, f_line_hits && f_was_fresh_q)
