// Invalidations in a bank of the remote data cache, for any one of them, and of any one line, f_line. Put after rdc.vh and
// rdc_lines.vh, whose names it uses.
//
// Promises
//   Each invalidation is passed on once, with its line, its data (the home's tag) and its destination; nothing else is.
//   When one is put into the queue of answers, the set holds no copy of its line, of whatever epoch; no read of the set, fill of it, or hit is under
//   way; and no load of the line is answered from here until a fill that came from the home behind the invalidation is in
//   the set (V2, V3).
//   An invalidation clears no copy of another line.
//   An invalidation never waits for a home. It is taken when its entry is free, none of its set is at work and no epoch is beginning; it
//   reads its set when no request that is stalled waits for DRAM or to be told of a hit.
// Assumes nothing of invalidations: one may come in any cycle, of any line.
`ASSERT(entries_are_shared_out, KILLS + REQS == ENTRIES && KILLS >= 1)

// ---- each is passed on once ----

wire [1:0] f_mem_rsp_kills = {f_mem_rsp[1] && `IS_KILL(f_mem_rsp_1), f_mem_rsp[0] && `IS_KILL(f_mem_rsp_0)};
wire f_kill_comes = f_mem_rsp_moves && `IS_KILL(mem_rsp_msg_i);
wire f_kill_leaves = f_rsp_moves && `IS_KILL(rsp_msg_o);
reg [TAG_W+3:0] f_kills_owed_q;
reg [TAG_W:0] f_kills_inside;
integer f_k;
always @* begin
    f_kills_inside = 0;
    for (f_k = 0; f_k < ENTRIES; f_k = f_k + 1)
        f_kills_inside = f_kills_inside + (f_kills_in[f_k] && !f_answered_q[f_k]);
end
always @(posedge clk_i)
    f_kills_owed_q <= rst_i ? 0 : f_kills_owed_q + f_kill_comes - f_kill_leaves;
`ASSERT(one_message_an_invalidation, f_kills_owed_q == {1'b0, f_mem_rsp_kills[0]} + f_mem_rsp_kills[1] + f_kills_inside
    + f_rsp_kills[0] + f_rsp_kills[1])

// One of them, picked arbitrarily when it comes.
wire f_pick_kill = $anyseq;
reg f_kill_queued_q;
reg f_kill_inside_q;
reg f_kill_out_q;
reg f_kill_past_q;  // it has been put into the queue of answers
reg f_kill_slot_q;
reg [TAG_W-1:0] f_kill_tag_q;
reg f_kill_out_slot_q;
reg [F_RSP_BITS-1:0] f_kill_q;
wire f_kill_picked = f_kill_comes && f_pick_kill && !f_kill_queued_q && !f_kill_inside_q && !f_kill_out_q;
wire f_kill_enters = f_kill_queued_q && kill_admit && f_mem_rsp_head[0] == f_kill_slot_q;
wire f_kill_told = f_kill_inside_q && tell && tell_at == f_kill_tag_q;
wire f_kill_shown = f_kill_out_q && rsp_valid_o && f_rsp_head[0] == f_kill_out_slot_q;
wire [LINE_W-1:0] f_kill_line = `RSP_LINE(f_kill_q);
always @(posedge clk_i)
    if (rst_i) begin
        f_kill_queued_q <= 1'b0;
        f_kill_inside_q <= 1'b0;
        f_kill_out_q <= 1'b0;
        f_kill_past_q <= 1'b0;
    end else begin
        f_kill_queued_q <= (f_kill_queued_q && !f_kill_enters) || f_kill_picked;
        f_kill_inside_q <= (f_kill_inside_q && !f_kill_told) || f_kill_enters;
        f_kill_out_q <= (f_kill_out_q && !(f_kill_shown && rsp_ready_i)) || f_kill_told;
        f_kill_past_q <= (f_kill_past_q && !f_kill_picked) || f_kill_told;
        if (f_kill_picked) begin
            f_kill_q <= mem_rsp_msg_i[F_RSP_BITS-1:0];
            f_kill_slot_q <= f_mem_rsp_tail[0];
        end
        if (f_kill_enters)
            f_kill_tag_q <= kill_at;
        if (f_kill_told)
            f_kill_out_slot_q <= f_rsp_tail[0];
    end
`ASSERT(invalidation_is_passed_on_as_it_came, !f_kill_shown || rsp_msg_o[F_RSP_BITS-1:0] == f_kill_q)

wire [RSP_W-1:0] f_kill_slot = f_kill_slot_q ? f_mem_rsp_1 : f_mem_rsp_0;
wire [RSP_W-1:0] f_kill_out_slot = f_kill_out_slot_q ? f_rsp_1 : f_rsp_0;
`ASSERT(invalidation_is_in_one_place, {1'b0, f_kill_queued_q} + f_kill_inside_q + f_kill_out_q <= 2'd1 && (!f_kill_out_q || f_kill_past_q)
    && !(f_kill_past_q && (f_kill_queued_q || f_kill_inside_q)))
`ASSERT(invalidation_in_queue, !f_kill_queued_q || (f_mem_rsp_kills[f_kill_slot_q] && f_kill_slot[F_RSP_BITS-1:0] == f_kill_q))
`ASSERT(invalidation_in_its_entry, !f_kill_inside_q || (f_kills_in[f_kill_tag_q] && !f_answered_q[f_kill_tag_q]
    && {src[f_kill_tag_q], op[f_kill_tag_q], line[f_kill_tag_q], data[f_kill_tag_q]} == f_kill_q))
`ASSERT(invalidation_is_out, !f_kill_out_q || (f_rsp_kills[f_kill_out_slot_q] && f_kill_out_slot[F_RSP_BITS-1:0] == f_kill_q))

// ---- no copy ----

// A fill of the line has come behind the invalidation, at the unit's port.
reg f_filled_behind_q;
wire f_fill_comes = f_mem_rsp_moves && !`IS_KILL(mem_rsp_msg_i) && `RSP_LINE(mem_rsp_msg_i) == f_line
    && `FILLS(`RSP_OP(mem_rsp_msg_i));
always @(posedge clk_i)
    f_filled_behind_q <= !f_kill_picked && (f_filled_behind_q || f_fill_comes);
wire f_is_gone = f_kill_past_q && f_kill_line == f_line && !f_filled_behind_q;
`ASSERT(invalidated_line_has_no_copy, !f_is_gone || !f_has)
`ASSERT(invalidated_line_is_not_hit, !f_is_gone || !f_line_hits)
// When it is passed on nothing of its set is under way.
reg f_set_moves;
integer f_u;
always @* begin
    f_set_moves = 1'b0;
    for (f_u = 0; f_u < ENTRIES; f_u = f_u + 1)
        f_set_moves = f_set_moves || (busy_q[f_u] && f_u != f_kill_tag_q && `SET(line[f_u]) == `SET(f_kill_line) && (dram_q[f_u] || tell_q[f_u]));
end
`ASSERT(passed_on_when_all_is_at_rest, !f_kill_told || !f_set_moves)
`ASSERT(no_fill_while_one_is_at_work, !(fill && f_kill_inside_q) || `SET(back_line) != `SET(f_kill_line))
// An invalidation that has read its set and found the line clears the copy that it found.
`EACH(clears_its_own_copy, !(f_kills_in[i] && line[i] % (1 << UMC_W) == f_umc && `SET(line[i]) == f_set && (change_q[i] || (dram_q[i] && f_probed_q[i])))
    || !f_valid || f_spare[0 +: KEY_W] == line[i][LINE_W-1 -: KEY_W])

// The line has been invalidated, and no fill of it was taken since.
reg f_gone_q;
always @(posedge clk_i)
    f_gone_q <= !rst_i && ((f_gone_q && !f_fills_line) || f_passes_kill);
`ASSERT(gone_has_no_copy, !f_gone_q || (!f_has && !f_copy_q))
`EACH(invalidation_has_cleared, !(f_kills_in[i] && line[i] == f_line && (tell_q[i] || (dram_q[i] && f_probed_q[i]))) || !f_has)
wire [1:0] f_fills_queued = {f_mem_rsp_answers[1] && `RSP_LINE(f_mem_rsp_1) == f_line && `FILLS(`RSP_OP(f_mem_rsp_1)),
    f_mem_rsp_answers[0] && `RSP_LINE(f_mem_rsp_0) == f_line && `FILLS(`RSP_OP(f_mem_rsp_0))};
`ASSERT(gone_until_a_fill_behind, !f_is_gone || f_gone_q)
`ASSERT(no_fill_in_the_queue_behind, !((f_kill_inside_q || f_kill_past_q) && f_kill_line == f_line && !f_filled_behind_q) || f_fills_queued == 0)
`ASSERT(no_fill_behind_it_in_the_queue, !(f_kill_queued_q && f_kill_line == f_line && !f_filled_behind_q && f_mem_rsp_head[0] == f_kill_slot_q)
    || f_fills_queued == 0)

// ---- it waits for no home ----

wire [ENTRIES-1:0] f_stalled_moves = f_asks & stalled_q & (dram_q | tell_q);
reg f_set_is_invalidated;
integer f_i;
always @* begin
    f_set_is_invalidated = 1'b0;
    for (f_i = 0; f_i < ENTRIES; f_i = f_i + 1)
        f_set_is_invalidated = f_set_is_invalidated || (f_kills_in[f_i] && !finished[f_i] && `SET(line[f_i]) == `SET(back_line));
end
`ASSERT(invalidation_is_taken, !(mem_rsp_valid && is_kill && !(&(busy_q | F_REQUESTS)) && !f_set_is_invalidated
    && !step_may) || (kill_admit && mem_rsp_pop))
`ASSERT(invalidation_goes_on, !(f_kills_in[f_me] && (probe_q[f_me] || change_q[f_me])) || f_may_send[f_me] || f_stalled_moves != 0)
`ASSERT(stalled_begin_nothing, !(send && f_asks[send_at]) || !stalled_q[send_at])
`ASSERT(invalidations_are_not_stalled, (f_kills_in & ~finished & stalled_q) == 0)

// Helpers: one at work in a set; it stalls all requests of that; when it reads the set none of them is under way.
`EACH_PAIR(one_invalidation_a_set, !(kills[i] && kills[j]) || `SET(line[i]) != `SET(line[j]))
`EACH_PAIR(stalls_its_set, !(kills[i] && f_asks[j] && `SET(line[i]) == `SET(line[j])) || (stalled_q[j] && by_q[j*TAG_W +: TAG_W] == i))
`EACH_PAIR(stalled_are_at_rest, !(f_kills_in[i] && !probe_q[i] && f_asks[j] && `SET(line[i]) == `SET(line[j])) || !(dram_q[j] || tell_q[j])
    || f_answered_q[i])
`EACH_PAIR(stalled_by_one_at_work, !(f_kills_in[i] && f_asks[j] && stalled_q[j] && by_q[j*TAG_W +: TAG_W] == i)
    || `SET(line[i]) == `SET(line[j]))

// ---- all of it happens ----

wire f_kills_line = f_kill_told && f_kill_line == f_line;
reg f_found_q;
always @(posedge clk_i)
    f_found_q <= !rst_i && ((f_found_q && !f_kill_picked) || (f_kill_inside_q && change_q[f_kill_tag_q]));
`COVER(mem_rsp_waits, mem_rsp_valid_i && !mem_rsp_ready_o)
`COVER(invalidation_drops_a_copy, f_kills_line && f_found_q)
`COVER(invalidation_finds_nothing, f_kills_line && !f_found_q)
`COVER(invalidation_waits_for_a_fill, f_kill_inside_q && (f_stalled_moves & dram_q & f_answered_q) != 0)
`COVER(invalidation_waits_for_a_hit, f_kill_inside_q && (f_stalled_moves & tell_q) != 0)
`COVER(stalled_load_then_misses, f_inside_q && f_op == 4'd0 && stalled_q[f_tag_q] && ask_q[f_tag_q] && f_kill_inside_q)
`COVER(comes_while_its_set_is_invalidated, f_enters && (|under))
`COVER(invalidated_while_a_store_is_at_home, f_kills_line && f_found_q && f_at_home_q)
`COVER(change_is_stalled, f_kill_inside_q && f_kill_line == f_line && f_store_works && (f_works & stalled_q & change_q) != 0)
`COVER(copy_is_cleared_before_its_change, f_kills_line && f_found_q && f_store_works && !f_store_done)
`COVER(change_of_a_cleared_copy, send && op[send_at] == 4'd1 && !f_goes_entry && f_goes_write && f_gone_q && line[send_at] == f_line)
`COVER(answer_waits_for_an_invalidation, mem_rsp_valid && !is_kill && stalled_q[answer_at] && rsp_room)
`COVER_WHERE(KILLS == 1, invalidation_waits_for_another, mem_rsp_valid && is_kill && f_set_is_invalidated)
`COVER_WHERE(KILLS > 1, two_invalidations_at_work, (kills & (kills - 1'b1)) != 0)
`COVER(filled_again, f_fills_line && f_gone_q && f_found_q)
