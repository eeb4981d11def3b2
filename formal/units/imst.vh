// Promises of the in-memory sharing tracker, for any one line, any one package and any look-up, and so for all.
//
// For any WAYS, NODES, HOME and widths. Put after rows.vh and imst_env.vh.
//
// Promises
//   A write is granted only when no package but the writer's has a copy: each that was granted the line since its last
//   invalidation has been sent one for this write, and has acknowledged it.
//   A line is private or unused only while no package but the home's has a copy, or none has: unless a write is under
//   way that is granted when they are gone.
//   An entry in the array is that of the line's last request; so is what memory has, but for an entry that was changed
//   in the array or is on its way to memory. So no copy of an entry is behind the one in memory.
//   A package is sent an invalidation once for a write of another package, and only if it may have a copy by the line's
//   entry.
//   Each look-up is granted once, with its tag, and waits for nothing but memory and acknowledgements.
// A package has a copy from the grant of its request on; it sees to its own copies when it writes.

`define VALID(row, way) row[(way)*ENTRY_W + ENTRY_W - 1]
`define CHANGED(row, way) row[(way)*ENTRY_W + ENTRY_W - 2]
`define STATE(row, way) row[(way)*ENTRY_W + KEY_W +: 2]
`define KEY(row, way) row[(way)*ENTRY_W +: KEY_W]
localparam [F_TAGS-1:0] F_ONE = 1;

wire [KEY_W-1:0] f_key = $anyconst;
wire [LINE_W-1:0] f_line = {f_key, f_set};
wire [NODE_W-1:0] f_node = $anyconst;
wire f_node_is_one = f_node < NODES;
wire f_node_is_home = f_node == HOME;

// ---- the line's request ----

reg f_flies_q;
reg [TAG_W-1:0] f_at_q;
reg [NODE_W-1:0] f_asker_q;
reg f_write_q;
reg f_decided_q;  // the entry has been changed for it
wire f_starts = f_look && look_line_i == f_line;
wire f_ends = grant_valid_o && f_flies_q && grant_tag_o == f_at_q;
wire f_decides = decides && s1_line_q == f_line;
wire f_local = f_asker_q == HOME;
always @(posedge clk_i)
    if (rst_i) begin
        f_flies_q <= 1'b0;
        f_decided_q <= 1'b0;
    end else begin
        f_flies_q <= (f_flies_q && !f_ends) || f_starts;
        f_decided_q <= (f_decided_q || f_decides) && !f_starts && !f_ends;
        if (f_starts) begin
            f_at_q <= look_tag_i;
            f_asker_q <= look_node_i;
            f_write_q <= look_write_i;
        end
    end

// ---- what the line's entry stands for ----

// Whether any package has used the line; whether others than the home's have, since it was last made private; and
// whether any has written it since others use it. The same before the decision for the request under way.
reg f_used_q;
reg f_far_q;
reg f_written_q;
reg f_was_far_q;
wire f_far = f_far_q || !f_local;
always @(posedge clk_i)
    if (rst_i) begin
        f_used_q <= 1'b0;
        f_far_q <= 1'b0;
        f_written_q <= 1'b0;
    end else if (f_decides) begin
        f_used_q <= 1'b1;
        f_far_q <= f_far && !demote_o;
        f_written_q <= f_far && (f_written_q || f_write_q) && !demote_o;
        f_was_far_q <= f_far_q;
    end
localparam [1:0] F_UNUSED = 0, F_PRIVATE = 1, F_READ = 2, F_WRITTEN = 3;
wire [1:0] f_true = !f_used_q ? F_UNUSED : !f_far_q ? F_PRIVATE : !f_written_q ? F_READ : F_WRITTEN;
`ASSERT(entry_is_the_lines, !f_decides || state == f_true)
// A line is made private only by a write of its home's package, when others have used it; how often, a
// shift register decides: x^16 + x^14 + x^13 + x^11 + 1, whose period is 65,535.
reg [15:0] f_chance_q;
wire [15:0] f_taps = f_chance_q & 16'hb400;
always @(posedge clk_i)
    if (rst_i)
        f_chance_q <= 16'h1d2b;
    else if (decides && may_demote)
        f_chance_q <= f_chance_q << 1 | ^f_taps;
`ASSERT(demoted_by_chance, chance_q == f_chance_q && chance_q != 0)
`ASSERT(demoted_by_a_write_of_its_home, !f_decides || demote_o == (f_local && f_write_q && f_far_q
    && {16'd0, f_chance_q} <= DEMOTES) && may_demote == (f_local && f_write_q && f_far_q))

// ---- copies ----

// The line's entry, wherever it is.
wire [1:0] f_entry;

// Whether the package has a copy; whether an invalidation for it was sent for the request under way.
reg f_copy_q;
reg f_told_q;
wire f_tells = f_kill && f_flies_q && kill_tag_o == f_at_q;
wire [NODE_W:0] f_unacked = f_unacked_q[f_at_q*(NODE_W+1) +: NODE_W+1];
always @(posedge clk_i)
    if (rst_i) begin
        f_copy_q <= 1'b0;
        f_told_q <= 1'b0;
    end else begin
        if (f_ends)
            f_copy_q <= f_asker_q == f_node || f_copy_q && !(f_told_q && f_unacked == 0);
        f_told_q <= !f_starts && (f_told_q || f_tells && kill_node_o == f_node);
    end
`ASSERT(no_write_beside_a_copy, !(f_ends && f_write_q && f_asker_q != f_node && f_node_is_one && f_copy_q)
    || f_told_q && f_unacked == 0)
`ASSERT(granted_when_all_have_acknowledged, !f_ends || f_unacked == 0)
`ASSERT(unused_means_no_copy, !swept || f_entry != F_UNUSED || !f_copy_q)
`ASSERT(private_means_the_homes_copy, !swept || f_entry != F_PRIVATE || !(f_copy_q && f_node_is_one && !f_node_is_home)
    || f_flies_q && f_decided_q && f_local && f_write_q)
// Of the line's request when it is granted: then no copy is left that its entry does not tell of.
reg f_ended_q;
always @(posedge clk_i)
    f_ended_q <= !rst_i && f_ends;
`ASSERT(granted_private_means_the_homes_copy, !(f_ended_q && f_entry == F_PRIVATE)
    || !(f_copy_q && f_node_is_one && !f_node_is_home))
`ASSERT(told_once, !(f_tells && kill_node_o == f_node) || !f_told_q)
`ASSERT(told_of_anothers_write, !f_tells || f_decided_q && f_write_q && kill_node_o != f_asker_q && kill_node_o < NODES)
`ASSERT(told_if_it_may_have_a_copy, !f_tells || f_used_q && (f_was_far_q || kill_node_o == HOME))
`ASSERT(told_of_a_look_up, !kill_valid_o || f_open_q[kill_tag_o])
`CHANNEL_SENDS(kill, kill_valid_o, kill_ready_i, {kill_node_o, kill_tag_o})

// ---- where the line's entry is ----

reg [WAYS-1:0] f_held;
reg [WAYS-1:0] f_free;  // ways of the row in stage 1
reg [1:0] f_held_state;
reg f_held_changed;
integer f_w;
always @* begin
    f_held_state = 0;
    f_held_changed = 0;
    for (f_w = 0; f_w < WAYS; f_w = f_w + 1) begin
        f_held[f_w] = `VALID(f_row, f_w) && `KEY(f_row, f_w) == f_line[LINE_W-1:SET_W];
        f_free[f_w] = !`VALID(row, f_w);
        if (f_held[f_w]) begin
            f_held_state = `STATE(f_row, f_w);
            f_held_changed = `CHANGED(f_row, f_w);
        end
    end
end
// Whether the entry differs from memory's, or the one on its way there.
reg f_changed_q;
wire [1:0] f_next = !f_far || demote_o ? F_PRIVATE : f_written_q || f_write_q ? F_WRITTEN : F_READ;
always @(posedge clk_i)
    if (rst_i)
        f_changed_q <= 1'b0;
    else if (f_decides)
        f_changed_q <= f_held != 0 && f_changed_q || f_next != f_true;
wire f_backs = back_valid_q && back_line_q == f_line;
wire [1:0] f_memory_has = f_memory_q[2*f_line +: 2];
wire [1:0] f_below = f_backs && !back_sent_q ? back_state_q : f_memory_has;
assign f_entry = f_held != 0 ? f_held_state : f_below;
`ASSERT(held_once, !swept || (f_held & (f_held - 1'b1)) == 0)
`ASSERT(held_is_true, !swept || f_held == 0 || f_held_state == f_true)
`ASSERT(below_is_true, f_held != 0 && f_changed_q || f_below == f_true)
`ASSERT(changed_is_marked, !swept || f_held == 0 || f_held_changed == f_changed_q)
`ASSERT(written_was_evicted, !(f_writes && entry_line_o == f_line) || f_backs && entry_state_o == back_state_q
    && (f_held == 0 && back_state_q == f_true || f_held != 0))
// A free way is filled first, else each in turn.
reg [WAY_W-1:0] f_turn_q;
always @(posedge clk_i)
    f_turn_q <= rst_i ? 0 : f_turn_q + (decides && !hit);
`ASSERT(each_way_in_turn, turn_q == f_turn_q && (!(s1_valid_q && f_free == 0) || victim == f_turn_q))
`ASSERT(free_way_first, !(s1_valid_q && f_free != 0) || f_free[victim])

// ---- each look-up is granted once, and waits for no other ----

wire [F_TAGS-1:0] f_at_s1 = s1_valid_q ? F_ONE << s1_tag_q : 0;
wire [F_TAGS-1:0] f_at_cast = cast_q ? F_ONE << cast_tag_q : 0;
reg [F_TAGS-1:0] f_reads_q;   // its line is read
reg [F_TAGS-1:0] f_clean;     // all its invalidations are sent and acknowledged
reg [F_TAGS-1:0] f_as_asked;
reg [F_TAGS-1:0] f_counted;
reg f_none_is_late;
reg [F_TAGS-1:0] f_mine;
reg [F_TAGS*NODE_W-1:0] f_node_of_q;
reg [F_TAGS-1:0] f_write_of_q;
always @(posedge clk_i)
    if (f_look) begin
        f_reads_q[look_tag_i] <= look_reads_i;
        f_write_of_q[look_tag_i] <= look_write_i;
        f_node_of_q[look_tag_i*NODE_W +: NODE_W] <= look_node_i;
    end
integer f_e;
always @* begin
    f_none_is_late = 1'b1;
    for (f_e = 0; f_e < F_TAGS; f_e = f_e + 1) begin
        f_clean[f_e] = killed_q[f_e] && f_unacked_q[f_e*(NODE_W+1) +: NODE_W+1] == 0;
        f_mine[f_e] = f_open_q[f_e] && f_line_of_q[f_e*LINE_W +: LINE_W] == f_line;
        f_as_asked[f_e] = line[f_e] == f_line_of_q[f_e*LINE_W +: LINE_W]
            && node[f_e] == f_node_of_q[f_e*NODE_W +: NODE_W] && node[f_e] < NODES && write_q[f_e] == f_write_of_q[f_e];
        f_counted[f_e] = {1'b0, f_unacked_q[f_e*(NODE_W+1) +: NODE_W+1]} + {1'b0, acked[f_e]}
            == (f_at_cast[f_e] ? cast_sent_q : killed_q[f_e] ? sent[f_e] : 0);
        f_none_is_late = f_none_is_late && (f_open_q[f_e] || f_unacked_q[f_e*(NODE_W+1) +: NODE_W+1] == 0);
    end
end
`ASSERT(granted_once, !grant_valid_o || f_open_q[grant_tag_o])
`ASSERT(ready_unless_busy, look_ready_o == (swept && !s1_valid_q && (wait_q & have_q) == 0))
// Stage 1 waits only if a changed entry must go while the one before it is on its way.
wire f_way_is_wanted = back_valid_q && !hit && s1_known_q && `VALID(row, victim) && `CHANGED(row, victim);
reg f_s1_waited_q;
reg f_again_q;
reg f_cast_q;
reg f_casting_q;
reg [NODE_W:0] f_cast_node_q;
always @(posedge clk_i) begin
    f_s1_waited_q <= !rst_i && s1_valid_q && !f_way_is_wanted;
    f_again_q <= !rst_i && swept && !s1_valid_q && (wait_q & have_q) != 0;
    f_cast_q <= !rst_i && !cast_q && kill_q != 0;
    f_casting_q <= !rst_i && cast_q;
    f_cast_node_q <= cast_node_q + (kill_ready_i || !kill_valid_o);
end
`ASSERT(stage_1_waits_for_a_write_alone, !f_s1_waited_q || !s1_valid_q)
`ASSERT(read_entries_go_on, !f_again_q || s1_valid_q && s1_known_q)
`ASSERT(missing_entries_are_asked_for, entry_valid_o == (ask_q != 0 || back_valid_q && !back_sent_q))
`ASSERT(writes_go_first, entry_write_o == (back_valid_q && !back_sent_q))
`ASSERT(invalidations_begin, !f_cast_q || cast_q && cast_node_q == 0)
`ASSERT(invalidations_go_on, !f_casting_q || (f_cast_node_q < NODES ? cast_q && cast_node_q == f_cast_node_q : !cast_q))
`ASSERT(clean_is_granted, !(f_clean != 0) || grant_valid_o)
`ASSERT(grants_at_once_what_kills_nothing, !(decides && !shared_o) || grant_valid_o && grant_tag_o == s1_tag_q)
`ASSERT(events_are_told, hit_o + miss_o <= 1 && !(f_decides && hit_o != (f_held != 0))
    && !(miss_o && s1_line_q == f_line && (f_held != 0 || s1_known_q)) && !(demote_o && !shared_o) && !(shared_o && !decides)
    && (!f_decides || shared_o == (f_write_q && f_used_q && (f_far_q || !f_local))))
`ASSERT(busy_while_something_moves, busy_o == (!swept || s1_valid_q || (wait_q & have_q) != 0
    || entry_ready_i && entry_valid_o || kill_q != 0 || cast_q && (kill_ready_i || !kill_valid_o) || f_clean != 0))

// ---- what makes them inductive ----

reg f_is_empty;
integer f_p;
always @* begin
    f_is_empty = 1'b1;
    for (f_p = 0; f_p < WAYS; f_p = f_p + 1)
        f_is_empty = f_is_empty && !`VALID(f_row, f_p);
end
`ASSERT(swept_set_is_empty, swept || f_set >= sweep_q || f_is_empty)
`ASSERT(nothing_during_sweep, swept || f_open_q == 0 && f_reading_q == 0 && !back_valid_q && !f_used_q && !f_changed_q
    && !s1_valid_q)
`ASSERT(row_is_current, !(s1_valid_q && s1_set == f_set) || row == f_row)
// Each look-up is in one place: in stage 1, waiting for memory, or decided and waiting for its invalidations to be sent,
// being sent, or acknowledged.
`ASSERT(open_are_in_the_unit, f_open_q == (f_at_s1 | wait_q | kill_q | f_at_cast | killed_q))
`ASSERT(each_in_one_place, (f_at_s1 & (wait_q | kill_q | f_at_cast | killed_q)) == 0
    && (wait_q & (kill_q | f_at_cast | killed_q)) == 0 && (kill_q & (f_at_cast | killed_q)) == 0
    && (f_at_cast & killed_q) == 0)
`ASSERT(as_asked, (f_open_q & ~f_as_asked) == 0)
`ASSERT(counted_right, (f_open_q & ~f_counted) == 0)
`ASSERT(granted_are_acknowledged, f_none_is_late)
`ASSERT(kept_counts, !cast_q || cast_sent_q <= cast_node_q && cast_node_q < NODES)
reg f_sent_few;
integer f_s;
always @* begin
    f_sent_few = 1'b1;
    for (f_s = 0; f_s < F_TAGS; f_s = f_s + 1)
        f_sent_few = f_sent_few && (!killed_q[f_s] || sent[f_s] <= NODES);
end
`ASSERT(sent_to_few, f_sent_few)
`ASSERT(mine_is_the_lines, f_mine == (f_flies_q ? F_ONE << f_at_q : 0))
`ASSERT(mine_as_asked, !f_flies_q || f_node_of_q[f_at_q*NODE_W +: NODE_W] == f_asker_q && f_write_of_q[f_at_q] == f_write_q
    && f_asker_q < NODES)
wire [F_TAGS-1:0] f_after = kill_q | f_at_cast | killed_q;
`ASSERT(mine_is_decided, f_decided_q == (f_flies_q && f_after[f_at_q]))
`ASSERT(stage_1_as_asked, !s1_valid_q || s1_line_q == line[s1_tag_q] && s1_node_q == node[s1_tag_q]
    && s1_write_q == write_q[s1_tag_q] && (s1_known_q || s1_reads_q == f_reads_q[s1_tag_q]))
// Spare bits are read for those that read, from their look-up on, and for those that ask.
wire [F_TAGS-1:0] f_one_of_three = (ask_q ^ f_reading_q ^ have_q) & ~(ask_q & f_reading_q & have_q);
`ASSERT(readers_read, ((f_open_q & f_reads_q) & (~(f_reading_q ^ have_q) | ask_q)) == 0)
`ASSERT(askers_ask, ((wait_q & ~f_reads_q) & ~f_one_of_three) == 0)
`ASSERT(others_do_not, (f_open_q & ~f_reads_q & ~wait_q & f_reading_q) == 0 && (ask_q & ~wait_q) == 0)
`ASSERT(unasked_has_not_come, !(s1_valid_q && !s1_known_q && !f_reads_q[s1_tag_q]) || !have_q[s1_tag_q])
`ASSERT(reading_is_not_had, (f_open_q & f_reading_q & have_q) == 0)
// The write under way is that of the entry that was evicted.
`ASSERT(writing_is_back, f_writing_q == (back_valid_q && back_sent_q) && (!f_writing_q || f_writing_line_q == back_line_q))
`ASSERT(memory_has_what_was_sent, !(f_backs && back_sent_q) || f_memory_has == back_state_q)
// Nobody else brings the entry while its request waits for it.
wire f_mine_waits = f_flies_q && (wait_q[f_at_q] || f_at_s1[f_at_q] && !s1_known_q && f_held == 0);
`ASSERT(entry_stays_in_memory, !f_mine_waits || f_held == 0 && !f_backs)
`ASSERT(mine_is_not_crossed, !(f_mine_waits && f_reading_q[f_at_q]) || !f_crossed_q[f_at_q])
`ASSERT(mine_has_what_memory_has, !(f_mine_waits && have_q[f_at_q]) || spare[f_at_q] == f_true)
`ASSERT(stage_1_has_it, !(f_flies_q && f_at_s1[f_at_q] && s1_known_q && f_held == 0) || s1_state_q == f_true)
// Who has a copy, and who is told.
`ASSERT(a_copy_is_used, !f_copy_q || f_used_q && f_node_is_one)
`ASSERT(far_is_used, (!f_far_q || f_used_q) && (!f_written_q || f_far_q))
`ASSERT(a_far_copy_is_far, !(f_copy_q && !f_node_is_home) || (f_decided_q ? f_was_far_q : f_far_q))
`ASSERT(shared_by_a_write, !f_decided_q || f_used_q && f_write_q && (f_was_far_q || !f_local) && (f_far_q || f_local))
`ASSERT(private_has_a_home, HOME < NODES || (!f_used_q || f_far_q) && (!f_decided_q || f_was_far_q))
wire f_goes = f_node_is_one && f_node != f_asker_q && (f_was_far_q || f_node_is_home);
wire f_is_casting = cast_q && cast_tag_q == f_at_q;
`ASSERT(home_alone_is_told, !f_decided_q || home_q[f_at_q] == !f_was_far_q)
`ASSERT(told_so_far, !f_flies_q || f_told_q == (f_decided_q && f_goes
    && (killed_q[f_at_q] || f_is_casting && f_node < cast_node_q)))

// ---- all of it happens ----

localparam F_HAS_HOME = HOME < NODES;
localparam F_EVICTS = WAYS == 2;  // soon enough
reg f_demoted_q;
always @(posedge clk_i)
    f_demoted_q <= !rst_i && (f_demoted_q || f_decides && demote_o);
`COVER(hits, f_decides && hit_o)
`COVER(entry_comes_with_the_line, f_decides && f_held == 0 && !f_backs && f_reads_q[s1_tag_q])
`COVER(entry_comes_alone, f_decides && f_held == 0 && !f_backs && !f_reads_q[s1_tag_q])
`COVER_WHERE(F_EVICTS, entry_is_written, f_writes && entry_line_o == f_line)
`COVER_WHERE(F_EVICTS, entry_returns, f_decides && f_held == 0 && f_true == F_WRITTEN && !back_valid_q)
`COVER_WHERE(F_EVICTS, entry_is_taken_on_its_way, f_decides && f_held == 0 && f_backs)
`COVER_WHERE(F_EVICTS, old_entry_is_on_its_way, f_held != 0 && f_backs && back_state_q != f_true)
`COVER_WHERE(F_EVICTS, stage_1_waits, s1_valid_q && known && !s1_leaves)
`COVER(all_others_are_invalidated, f_ends && f_write_q && f_was_far_q && f_copy_q && f_told_q)
`COVER(two_writes_wait, (killed_q & (killed_q - 1'b1)) != 0)
`COVER(acknowledged_before_all_are_sent, ack_valid_i && cast_q && cast_tag_q == ack_tag_i)
`COVER(waits_idle, f_flies_q && f_decided_q && !busy_o)
`COVER_WHERE(F_HAS_HOME, home_alone_is_invalidated, f_tells && !f_was_far_q)
`COVER_WHERE(F_HAS_HOME, unshared_writes_invalidate_nothing, f_ends && f_write_q && f_used_q && !f_decided_q)
`COVER_WHERE(F_HAS_HOME, demoted, f_ended_q && f_true == F_PRIVATE && f_was_far_q && !f_copy_q)
`COVER_WHERE(F_HAS_HOME, demoted_and_shared_again, f_tells && f_demoted_q && f_was_far_q && f_far_q)
`COVER_WHERE(F_HAS_HOME, not_demoted, f_decides && may_demote && !demote_o)
