// What a request tracker beside an IMST promises beyond one beside a TSU. Put after channel.vh, reqtracker_sharing_ports.vh,
// reqtracker_env.vh, reqtracker_sharing_env.vh and reqtracker.vh, whose names and assumptions it uses; reqtracker.vh has that
// an answer waits for the IMST's grant and for DRAM, and that a request is looked up once, all but an OP_EMPTY. For queues
// of two messages, and for any widths.
//
// Promises
//   A look-up says which package asks, and whether its request writes and reads memory.
//   Each invalidation of the IMST becomes one OP_INVALIDATE: with the line of its entry, the tag in the low bits of
//   the data, and as dst the bank of the line in the package named. When it is queued all earlier requests to the line
//   have answers in the queue before it, so none leaves before the answer of an earlier request to its line.
//   Each access of the IMST's to spare bits goes to DRAM once, with `entry` set, its line and its tag; no other message
//   has `entry` set. Answers to them change no entry of the table.
//   Spare bits are handed to the IMST when they come, with the tag and once, whether DRAM read them with a line or alone.
//   The IMST is told of the end of a write only of its own. What um_imst assumes of its tags holds (imst_env.vh).

wire [SRC_W-1:0] f_src = f_req_q[F_REQ_SRC +: SRC_W];
`ASSERT(look_says_who_asks_what, !(f_mine_looks && !f_empty)
    || (look_node_o == f_src >> NODE_LSB && look_write_o == f_writer && look_reads_o == f_reader))
`ASSERT(emptying_is_not_looked_up, !(f_inside_q && f_look_moves && look_tag_o == f_tag_q) || !f_empty)
`ASSERT(packages_fit, NODE_W + NODE_LSB == SRC_W)

// ---- invalidations ----

// One of them, picked arbitrarily when it is queued, is followed; f_req_q is the request that it is for, if it is that of
// the followed request.
wire f_pick_kill = $anyseq;
reg f_kill_q;
reg f_kill_slot_q;
reg f_kill_knows_q;
reg [LINE_W-1:0] f_kill_line_q;
reg [NODE_W-1:0] f_kill_node_q;
reg [TAG_W-1:0] f_kill_tag_q;
wire f_kill_is_mine = f_inside_q && kill_tag_i == f_tag_q;
wire f_kill_enters = f_kill_moves && f_pick_kill && !f_kill_q && f_kill_is_mine;
wire f_kill_shown = f_kill_q && rsp_valid_o && f_rsp_head == f_kill_slot_q;
reg [TAG_W+2:0] f_kills_owed_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_kill_q <= 1'b0;
        f_kills_owed_q <= 0;
    end else begin
        f_kill_q <= (f_kill_q && !(f_kill_shown && rsp_ready_i)) || f_kill_enters;
        f_kills_owed_q <= f_kills_owed_q + f_kill_moves - (f_rsp_moves && f_kill_leaves);
        if (f_kill_enters) begin
            f_kill_slot_q <= f_rsp_tail;
            f_kill_line_q <= f_req_line;
            f_kill_node_q <= kill_node_i;
            f_kill_tag_q <= kill_tag_i;
        end
    end
wire [LINE_W-1:0] f_kill_bank = (f_kill_line_q >> BANK_LSB) % (1 << NODE_LSB);
wire [SRC_W-1:0] f_kill_dst = f_kill_node_q * (1 << NODE_LSB) + f_kill_bank;
`define IS_KILL(msg) (msg[F_RSP_OP +: 4] == 4'd12 && msg[F_RSP_LINE +: LINE_W] == f_kill_line_q \
    && msg[0 +: 8*LINE_BYTES] == {{8*LINE_BYTES - TAG_W{1'b0}}, f_kill_tag_q} && msg[F_RSP_DST +: SRC_W] == f_kill_dst)
`ASSERT(invalidation_is_as_asked, !f_kill_shown || `IS_KILL(rsp_msg_o))
`ASSERT(one_message_an_invalidation, f_kills_owed_q == f_kills_queued)
`ASSERT(invalidation_is_of_a_request, !f_kill_moves || (busy_q[kill_tag_i] && sent_q[kill_tag_i] && !imst_q[kill_tag_i]))
`ASSERT(invalidates_when_there_is_room, !(kill_valid_i && rsp_room) || f_kill_moves)

// Order: an invalidation for the followed request is queued after all answers to earlier requests to its line; and one that
// is queued behind the followed request's answer, for the same line, is shown after that.
`ASSERT(invalidation_after_earlier_answers, !(f_kill_moves && f_kill_is_mine) || f_ahead_q == 0)
`ASSERT(no_other_invalidates_meanwhile, !(f_kill_moves && f_inside_q && sent_q[f_tag_q] && !f_empty
    && line[kill_tag_i] == f_req_line) || f_kill_is_mine)
reg f_later_q;
reg f_later_slot_q;
wire f_later_comes = f_kill_moves && f_answered_q && line[kill_tag_i] == f_req_line;
wire f_later_shown = f_later_q && rsp_valid_o && f_rsp_head == f_later_slot_q;
always @(posedge clk_i)
    if (rst_i)
        f_later_q <= 1'b0;
    else begin
        f_later_q <= (f_later_q && !f_ends && !(f_later_shown && rsp_ready_i)) || f_later_comes;
        if (f_later_comes)
            f_later_slot_q <= f_rsp_tail;
    end
`ASSERT(answer_before_a_later_invalidation, !f_later_shown || !f_answered_q)

// ---- the IMST's accesses to spare bits ----

wire f_pick_entry = $anyseq;
reg f_entry_q;
reg f_entry_slot_q;
reg f_entry_write_q;
reg [1:0] f_entry_state_q;
reg [F_LINE_W-1:0] f_entry_line_q;
reg [TAG_W-1:0] f_entry_tag_q;
wire f_ask_tail = f_ask_head ^ f_ask_count[0];
wire f_entry_enters = f_entry_moves && f_pick_entry && !f_entry_q;
wire f_entry_shown = f_entry_q && dram_req_valid_o && f_ask_head == f_entry_slot_q;
wire [1:0] f_entries_queued = {1'b0, f_ask_use[0] && f_ask_slot_0[F_ASK_ENTRY]}
    + (f_ask_use[1] && f_ask_slot_1[F_ASK_ENTRY]);
reg [TAG_W+2:0] f_entries_owed_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_entry_q <= 1'b0;
        f_entries_owed_q <= 0;
    end else begin
        f_entry_q <= (f_entry_q && !(f_entry_shown && dram_req_ready_i)) || f_entry_enters;
        f_entries_owed_q <= f_entries_owed_q + f_entry_moves - (f_any_ask_moves && f_ask_entry);
        if (f_entry_enters) begin
            f_entry_slot_q <= f_ask_tail;
            f_entry_write_q <= entry_write_i;
            f_entry_state_q <= entry_state_i;
            f_entry_line_q <= entry_line_i;
            f_entry_tag_q <= entry_tag_i;
        end
    end
`define IS_ENTRY(msg) (msg[F_ASK_ENTRY] && msg[F_ASK_WRITE] == f_entry_write_q && msg[F_ASK_TAG +: TAG_W] == f_entry_tag_q \
    && msg[F_ASK_LINE +: LINE_W] == f_entry_line_q && (!f_entry_write_q || msg[F_ASK_SPARE +: 2] == f_entry_state_q))
`ASSERT(entry_goes_to_dram_as_asked, !f_entry_shown || `IS_ENTRY(dram_req_msg_o))
`ASSERT(one_message_an_entry, f_entries_owed_q == f_entries_queued)
`ASSERT(entries_go_when_there_is_room, !(entry_valid_i && dram_req_room && !unit_done) || f_entry_moves)
`ASSERT(entry_answers_touch_no_request, !(dram_rsp_valid && dram_entry) || reads == 0)

// ---- spare bits, and the end of a write ----

// What DRAM answered in the last cycle; without a queue, in this one.
reg f_came_q;
reg [DRAM_RSP_W-1:0] f_came_msg_q;
always @(posedge clk_i) begin
    f_came_q <= !rst_i && f_any_back_moves;
    f_came_msg_q <= dram_rsp_msg_i;
end
wire f_came = F_QUEUED == 1 ? f_came_q : f_any_back_moves;
wire [DRAM_RSP_W-1:0] f_came_msg = F_QUEUED == 1 ? f_came_msg_q : dram_rsp_msg_i;
wire f_came_write = f_came_msg[F_BACK_WRITE];
wire f_came_entry = f_came_msg[F_BACK_ENTRY];
wire [TAG_W-1:0] f_came_tag = f_came_msg[F_BACK_TAG +: TAG_W];
`ASSERT(spare_is_handed_on_once, spare_valid_o == (f_came && !f_came_write))
`ASSERT(spare_is_what_was_read, !spare_valid_o
    || (spare_tag_o == f_came_tag && spare_state_o == f_came_msg[F_BACK_SPARE +: 2]))
`ASSERT(told_of_its_own_write, wrote_o == (f_came && f_came_write && f_came_entry))

// What um_imst assumes of its tags: one that is looked up is not at the IMST, and no spare bits come for it; spare bits come
// once, and only if they were asked for; the end of a write, only after one.
`ASSERT(looked_up_when_its_tag_is_free, !look_valid_o || (!f_at_tsu_q[look_tag_o] && !f_reading_q[look_tag_o]))
`ASSERT(spare_was_asked_for, !spare_valid_o || f_reading_q[spare_tag_o])
`ASSERT(write_was_asked_for, !wrote_o || f_back_asked_q)

// Helpers: answers in the queue.
wire [DRAM_RSP_W-1:0] f_back_slot = f_back_head ? f_back_slot_1 : f_back_slot_0;
`ASSERT(came_is_in_the_queue, F_QUEUED == 0 || (f_back_count == f_came_q && (!f_came_q || f_back_slot == f_came_msg_q)))

// Helpers: the followed messages in their queues, and which entries ask for which.
wire [RSP_W-1:0] f_kill_msg = f_kill_slot_q ? f_rsp_slot_1 : f_rsp_slot_0;
wire [DRAM_REQ_W-1:0] f_entry_msg = f_entry_slot_q ? f_ask_slot_1 : f_ask_slot_0;
`ASSERT(invalidation_in_its_slot, !f_kill_q || (f_rsp_use[f_kill_slot_q] && `IS_KILL(f_kill_msg)))
`ASSERT(entry_in_its_slot, !f_entry_q || (f_ask_use[f_entry_slot_q] && `IS_ENTRY(f_entry_msg)))
`ASSERT(later_one_is_behind, !(f_later_q && f_answered_q)
    || (f_later_slot_q != f_slot_q && f_rsp_head == f_slot_q && f_rsp_use[f_later_slot_q]))
`ASSERT(later_one_is_in_the_queue, !f_later_q || f_rsp_use[f_later_slot_q])
`EACH(none_invalidates, !busy_q[i] || op[i] != 12)
`ASSERT(queued_invalidate_nothing, (!f_req_use[0] || f_req_slot_0[F_REQ_OP +: 4] != 4'd12)
    && (!f_req_use[1] || f_req_slot_1[F_REQ_OP +: 4] != 4'd12))
`ASSERT(followed_invalidates_nothing, !(f_queued_q || f_inside_q || f_answered_q) || f_op != 12)

// Helpers: what DRAM does, by tag. A read of an entry is in exactly one place while it is under way, and a write too.
wire [ENTRIES-1:0] f_entries_0 = f_ask_use[0] && f_ask_slot_0[F_ASK_ENTRY] && !f_ask_slot_0[F_ASK_WRITE] ? F_ONE << f_ask_tag_0 : 0;
wire [ENTRIES-1:0] f_entries_1 = f_ask_use[1] && f_ask_slot_1[F_ASK_ENTRY] && !f_ask_slot_1[F_ASK_WRITE] ? F_ONE << f_ask_tag_1 : 0;
wire [ENTRIES-1:0] f_entry_came = F_QUEUED == 1 && f_came_q && f_came_entry && !f_came_write ? F_ONE << f_came_tag : 0;
wire f_back_0 = f_ask_use[0] && f_ask_slot_0[F_ASK_ENTRY] && f_ask_slot_0[F_ASK_WRITE];
wire f_back_1 = f_ask_use[1] && f_ask_slot_1[F_ASK_ENTRY] && f_ask_slot_1[F_ASK_WRITE];
wire f_back_came = F_QUEUED == 1 && f_came_q && f_came_entry && f_came_write;
`EACH(reads_its_entry_once, {2'd0, f_entries_0[i]} + f_entries_1[i] + f_entry_came[i] + f_entry_at_dram_q[i] == f_entry_asked_q[i])
`ASSERT(writes_an_entry_once, {2'd0, f_back_0} + f_back_1 + f_back_came + f_back_at_dram_q == f_back_asked_q)
`EACH(writes_as_asked, !f_at_tsu_q[i] || f_writes_q[i] == (store_q[i] || change_q[i]))
`EACH(dram_knows_what_it_does, !f_at_dram_q[i] || f_dram_writes_q[i] == (store_q[i] || made_q[i]))
`EACH(entry_is_read_before_the_grant, !f_entry_asked_q[i] || f_at_tsu_q[i])
wire [ENTRIES-1:0] f_reads_line = busy_q & sent_q & ~store_q & ~empty_q & ~made_q & ~dram_q;
`EACH(read_for_one_reason, f_reading_q[i] == (f_entry_asked_q[i] || f_reads_line[i])
    && !(f_entry_asked_q[i] && f_reads_line[i]))
`EACH(answers_say_what_was_done, (!f_backs_0[i] || f_back_slot_0[F_BACK_WRITE] == (store_q[i] || made_q[i]))
    && (!f_backs_1[i] || f_back_slot_1[F_BACK_WRITE] == (store_q[i] || made_q[i])))

`COVER(invalidates, f_kill_shown && rsp_ready_i)
`COVER(invalidates_another_package, f_kill_shown && f_kill_node_q != 0 && f_kill_node_q != f_src >> NODE_LSB)
`COVER(invalidation_waits_for_room, kill_valid_i && !rsp_room)
`COVER(answer_waits_for_an_invalidation, done_any && rsp_room && kill_valid_i)
`COVER_WHERE(F_QUEUED == 1, later_invalidation_behind_an_answer, f_later_q && f_answered_q)
`COVER_WHERE(F_QUEUED == 1, invalidates_after_an_earlier_answer, f_later_shown)
`COVER(entry_read_beside_its_store, f_entry_at_dram_q != 0 && (f_entry_at_dram_q & f_at_dram_q) != 0)
`COVER(entry_read, spare_valid_o && f_came_entry)
`COVER(spare_with_its_line, spare_valid_o && !f_came_entry)
`COVER(entry_written, wrote_o)
`COVER(entry_waits_for_the_unit, entry_valid_i && unit_done)
`COVER(send_waits_for_an_entry, send_any && dram_req_room && !unit_done && entry_valid_i)
`COVER(granted_before_its_line_is_read, f_inside_q && f_granted_q && f_reader && !f_read_back_q)
`COVER(granted_after_dram, f_inside_q && f_looked_q && !f_granted_q && dram_q[f_tag_q])
`COVER(emptying_behind_a_request, f_inside_q && f_empty && held_q[f_tag_q])
