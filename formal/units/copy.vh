// um_copy, for any widths with LENGTH_W <= LINE_W, any LINES and queues of one place or two. Put after channel.vh,
// copy_env.vh and cache_queues.vh.
//
// Promises
//   The channel contract of core_req and cmd_rsp.
//   Of a command, each line is read once, at source + i, with OP_FRESH and no mask, and then written once, at
//   target + i, by an OP_STORE of the whole line with the bytes that the L1 answered. From the last answer before
//   the command's to the command's own, nothing else is sent.
//   A command is answered once, with its tag and no bytes, after the answer to its last write and after all earlier
//   requests.
//   A command without lines is answered, too.
//   Any other request goes to the L1 unchanged, once and in order, while no command is under way; so does its
//   answer back, in the order in which the L1 gives answers.
//   A tag is not sent to the L1 while a request with it is unanswered: the L1's assumption ticket_is_free.
//   Progress: when there is room for the next read, a write, a passed request, an answer or the answer to a command,
//   it goes. Bytes that came wait for at most LINES - 1 other writes.
//   An idle unit stays as it is until a message passes; it is idle with work to do only if the L1 owes an answer,
//   or a neighbour has not taken a message.
// Assumes what copy_env.vh says, and nothing else: whether source and target overlap is all one here.
`CHANNEL_OUT(core_req)
`CHANNEL_OUT(cmd_rsp)

// Names for the contents of the queues (cache_queues.vh), and how many messages they hold.
`IN_QUEUE(cmd, CORE_REQ_W, \cmd_req_queue.head_q , \cmd_req_queue.tail_q , \cmd_req_queue.slot[0] , \cmd_req_queue.slot[1] )
`OUT_QUEUE(req, CORE_REQ_W, \core_req_queue.head_q , \core_req_queue.tail_q , \core_req_queue.slot[0] , \core_req_queue.slot[1] )
`IN_QUEUE(rsp, CORE_RSP_W, \core_rsp_queue.head_q , \core_rsp_queue.tail_q , \core_rsp_queue.slot[0] , \core_rsp_queue.slot[1] )
`OUT_QUEUE(end, CORE_RSP_W, \cmd_rsp_queue.head_q , \cmd_rsp_queue.tail_q , \cmd_rsp_queue.slot[0] , \cmd_rsp_queue.slot[1] )
function [2:0] f_sum;
    input [1:0] held;
    f_sum = {2'b00, held[0]} + held[1];
endfunction
wire [2:0] f_n_cmd = f_sum(f_cmd);
wire [2:0] f_n_req = f_sum(f_req);
wire [2:0] f_n_rsp = f_sum(f_rsp);

// ---- requests of the command processor ----

// The request with any tag, as it came. An answer counts as given when it enters the queue of answers.
wire [TAG_W-1:0] f_tag = $anyconst;
wire f_pending = f_asked_q[f_tag];
wire f_comes = f_cmd_moves && `REQ_TAG(cmd_req_msg_i) == f_tag;
wire f_gives_any = cmd_rsp_push && cmd_rsp_room;
wire f_gives = f_gives_any && `RSP_TAG(cmd_rsp_msg) == f_tag;
reg [CORE_REQ_W-1:0] f_msg_q;
reg f_given_q;
wire f_is_copy = `IS_COPY(f_msg_q);
wire [CORE_RSP_W-1:0] f_end_of_mine = {f_tag, {8*LINE_BYTES{1'b0}}}; // if it is a command
wire f_open = f_pending && !f_given_q;

// How many requests are unanswered, and how many of those came before this one.
localparam F_COUNT_W = TAG_W + 2;
reg [F_COUNT_W-1:0] f_owed_q;
reg [F_COUNT_W-1:0] f_ahead_q;
// The same of commands alone. Which of the answers are to commands is known by their tags.
wire f_gives_copy = f_gives_any && f_asked_value_q[`RSP_TAG(cmd_rsp_msg)];
reg [F_COUNT_W-1:0] f_copies_owed_q;
reg [F_COUNT_W-1:0] f_copies_ahead_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_owed_q <= 0;
        f_copies_owed_q <= 0;
    end else begin
        f_owed_q <= f_owed_q + f_cmd_moves - f_gives_any;
        f_copies_owed_q <= f_copies_owed_q + (f_cmd_moves && `IS_COPY(cmd_req_msg_i)) - f_gives_copy;
        f_ahead_q <= f_comes ? f_owed_q - f_gives_any : f_ahead_q - (f_gives_any && f_ahead_q != 0);
        f_copies_ahead_q <= f_comes ? f_copies_owed_q - f_gives_copy
            : f_copies_ahead_q - (f_gives_copy && f_copies_ahead_q != 0);
        f_given_q <= !f_comes && (f_given_q || f_gives);
        if (f_comes)
            f_msg_q <= cmd_req_msg_i;
    end
`ASSERT(answers_are_of_requests, !cmd_rsp_valid_o || f_asked_at_take)
`ASSERT(answered_once, !f_gives || f_open)
`ASSERT(below_a_tag_once, !core_req_valid_o || !f_below_at_put)
`ASSERT(below_known_ops, !core_req_valid_o || `REQ_OP(core_req_msg_o) <= 4'd8)

// ---- a command, and any line of it ----

wire f_under = f_open && f_is_copy && f_ahead_q == 0;
wire [LINE_W-1:0] f_source = f_msg_q[0 +: LINE_W];
wire [LENGTH_W-1:0] f_length = f_msg_q[LINE_W +: LENGTH_W];
wire [LINE_W-1:0] f_target = f_msg_q[F_LINE +: LINE_W];
wire [LENGTH_W-1:0] f_index = $anyconst;
wire f_mine = f_index < f_length;

// What is sent while the command is under way.
wire f_shows = f_under && core_req_valid_o;
wire [LINE_W-1:0] f_line = core_req_msg_o[F_LINE +: LINE_W];
wire [LINE_BYTES-1:0] f_mask = core_req_msg_o[F_MASK +: LINE_BYTES];
wire [LINE_W-1:0] f_from = f_line - f_source;
wire [LINE_W-1:0] f_to = f_line - f_target;
wire f_shows_read = f_shows && `REQ_OP(core_req_msg_o) == 4'd5;
wire f_shows_write = f_shows && `REQ_OP(core_req_msg_o) == 4'd1;
wire f_my_read = f_shows_read && f_from == f_index;
wire f_my_write = f_shows_write && f_to == f_index;
reg f_read_q;      // the line's read was sent
reg f_got_q;       // and answered
reg f_written_q;   // its write was sent
reg f_kept_q;      // and answered
reg [TAG_W-1:0] f_line_tag_q;
reg [8*LINE_BYTES-1:0] f_bytes_q;
wire f_my_answer = f_under && f_rsp_moves && `RSP_TAG(core_rsp_msg_i) == f_line_tag_q;
always @(posedge clk_i)
    if (rst_i || f_comes) begin
        f_read_q <= 1'b0;
        f_got_q <= 1'b0;
        f_written_q <= 1'b0;
        f_kept_q <= 1'b0;
    end else begin
        if (f_req_moves && (f_my_read || f_my_write))
            f_line_tag_q <= `REQ_TAG(core_req_msg_o);
        if (f_req_moves && f_my_read)
            f_read_q <= 1'b1;
        if (f_req_moves && f_my_write)
            f_written_q <= 1'b1;
        if (f_my_answer && f_read_q && !f_got_q) begin
            f_got_q <= 1'b1;
            f_bytes_q <= core_rsp_msg_i[0 +: 8*LINE_BYTES];
        end
        if (f_my_answer && f_written_q)
            f_kept_q <= 1'b1;
    end
`ASSERT(only_lines_of_the_command, !f_shows || (f_shows_read && f_from < f_length) || (f_shows_write && f_to < f_length))
`ASSERT(read_once, !f_my_read || !f_read_q)
`ASSERT(read_has_no_mask, !f_shows_read || f_mask == 0)
`ASSERT(written_after_its_answer, !f_my_write || f_got_q)
`ASSERT(written_once, !f_my_write || !f_written_q)
`ASSERT(written_whole, !f_shows_write || (&f_mask))
`ASSERT(written_as_it_was_read, !f_my_write || core_req_msg_o[0 +: 8*LINE_BYTES] == f_bytes_q)
`ASSERT(command_answered_in_its_turn, !(f_gives && f_is_copy) || f_ahead_q == 0)
`ASSERT(command_answered_when_written, !(f_gives && f_is_copy && f_mine) || f_kept_q)
`ASSERT(command_answered_with_no_bytes, !(cmd_rsp_valid_o && f_pending && f_is_copy
    && `RSP_TAG(cmd_rsp_msg_o) == f_tag) || cmd_rsp_msg_o == f_end_of_mine)

// ---- a request that is passed on ----

// While no command before it is unanswered, its tag is its own at the L1: the engine sends nothing of a later command.
wire f_passes = f_open && !f_is_copy && f_copies_ahead_q == 0;
wire f_shown_below = f_passes && core_req_valid_o && `REQ_TAG(core_req_msg_o) == f_tag;
wire f_answered_below = f_passes && f_rsp_moves && `RSP_TAG(core_rsp_msg_i) == f_tag;
reg f_sent_q;
reg f_answered_q;
reg [CORE_RSP_W-1:0] f_answer_q;
// Passed requests that came before it and are not yet sent, and answers of the L1 that came before its own and are
// not yet given.
reg [F_COUNT_W-1:0] f_unsent_q;
reg [F_COUNT_W-1:0] f_unsent_ahead_q;
reg [F_COUNT_W-1:0] f_ungiven_q;
reg [F_COUNT_W-1:0] f_ungiven_ahead_q;
wire f_sends_passed = f_req_moves && !busy_q;
wire f_gives_passed = f_gives_any && !busy_q;
wire f_back_moves = f_rsp_moves && !busy_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_sent_q <= 1'b0;
        f_answered_q <= 1'b0;
        f_unsent_q <= 0;
        f_ungiven_q <= 0;
    end else begin
        f_unsent_q <= f_unsent_q + (f_cmd_moves && !`IS_COPY(cmd_req_msg_i)) - f_sends_passed;
        f_unsent_ahead_q <= f_comes ? f_unsent_q - f_sends_passed
            : f_unsent_ahead_q - (f_sends_passed && f_unsent_ahead_q != 0);
        f_ungiven_q <= f_ungiven_q + f_back_moves - f_gives_passed;
        f_ungiven_ahead_q <= f_answered_below ? f_ungiven_q - f_gives_passed
            : f_ungiven_ahead_q - (f_gives_passed && f_ungiven_ahead_q != 0);
        f_sent_q <= !f_comes && (f_sent_q || (f_shown_below && f_req_moves));
        f_answered_q <= !f_comes && (f_answered_q || f_answered_below);
        if (f_answered_below)
            f_answer_q <= core_rsp_msg_i;
    end
`ASSERT(passed_unchanged, !f_shown_below || core_req_msg_o == f_msg_q)
`ASSERT(passed_once, !f_shown_below || !f_sent_q)
`ASSERT(passed_in_order, !(f_passes && core_req_valid_o && !f_sent_q) || f_shown_below == (f_unsent_ahead_q == 0))
`ASSERT(passed_answered_after_the_l1, !(f_gives && !f_is_copy) || f_answered_q)
`ASSERT(passed_answers_in_order, !(f_gives_any && f_passes && f_answered_q) || f_gives == (f_ungiven_ahead_q == 0))
`ASSERT(passed_answer_unchanged, !(cmd_rsp_valid_o && f_pending && !f_is_copy && `RSP_TAG(cmd_rsp_msg_o) == f_tag)
    || cmd_rsp_msg_o == f_answer_q)

// ---- progress ----

// The command is taken from its queue and not answered. Of its lines, f_begun_q were begun and f_ended_q are done.
wire f_going = busy_q && tag_q == f_tag;
reg [LENGTH_W-1:0] f_begun_q;
reg [LENGTH_W-1:0] f_ended_q;
reg f_came_q;      // the line's bytes were taken from the queue of answers
reg f_goes_q;      // its write entered the queue of requests
reg f_done_q;      // the answer to its write was taken from the queue of answers
reg [SLOT_W-1:0] f_slot_q;
reg [SLOT_W:0] f_overtaken_q;
wire f_begins = f_going && core_req_push && core_req_room && `REQ_OP(core_req_msg) == 4'd5;
wire f_begins_mine = f_begins && f_begun_q == f_index;
wire f_writes_mine = f_going && core_req_push && core_req_room && `REQ_OP(core_req_msg) == 4'd1
    && core_req_msg[F_LINE +: LINE_W] == f_target + f_index;
wire f_begun = f_going && f_index < f_begun_q;
wire f_takes_mine = f_begun && core_rsp_valid && core_rsp_pop && `RSP_TAG(core_rsp_msg) == f_slot_q && !f_done_q;
wire f_has_bytes = f_begun && f_came_q && !f_goes_q;
wire f_ends_any = f_going && core_rsp_valid && core_rsp_pop && sent_q[slot];
always @(posedge clk_i)
    if (rst_i || f_comes) begin
        f_begun_q <= 0;
        f_ended_q <= 0;
        f_came_q <= 1'b0;
        f_goes_q <= 1'b0;
        f_done_q <= 1'b0;
        f_overtaken_q <= 0;
    end else begin
        f_begun_q <= f_begun_q + f_begins;
        f_ended_q <= f_ended_q + f_ends_any;
        f_came_q <= f_came_q || f_takes_mine;
        f_goes_q <= f_goes_q || f_writes_mine;
        f_done_q <= f_done_q || (f_takes_mine && f_came_q);
        f_overtaken_q <= f_overtaken_q + (f_has_bytes && core_req_push && !f_writes_mine);
        if (f_begins_mine)
            f_slot_q <= vacant_at;
    end
wire f_has_slot = f_going && f_mine && f_begun_q == f_index && f_begun_q - f_ended_q < LINES;
wire f_all_done = f_going && f_begun_q == f_length && f_ended_q == f_length;
`ASSERT(sends_when_there_is_room, !((f_has_bytes || f_has_slot) && core_req_room) || core_req_push)
`ASSERT(bytes_wait_for_few_others, f_overtaken_q < LINES)
`ASSERT(command_answered_when_there_is_room, !(f_all_done && cmd_rsp_room) || f_gives)
`ASSERT(starts_when_all_are_answered, !(cmd_req_valid && `IS_COPY(cmd_req_msg) && f_owed_q == f_n_cmd) || cmd_req_pop)
`ASSERT(passes_when_there_is_room, !(cmd_req_valid && !`IS_COPY(cmd_req_msg) && !busy_q && core_req_room)
    || (cmd_req_pop && core_req_push))
`ASSERT(takes_answers_of_lines, !(core_rsp_valid && busy_q) || core_rsp_pop)
`ASSERT(gives_answers_when_there_is_room, !(core_rsp_valid && !busy_q && cmd_rsp_room) || (core_rsp_pop && cmd_rsp_push))

// ---- idleness ----

// All that is stored, but for counters.
localparam F_STATE_W = 1 + TAG_W + LENGTH_W + 2*LINE_W + 3*LINES + TAG_W + 1 + 16 + LINES*(LINE_W + 8*LINE_BYTES);
wire [LINES*(LINE_W + 8*LINE_BYTES)-1:0] f_slots;
genvar g;
generate for (g = 0; g < LINES; g = g + 1) begin : f_slot_of
    assign f_slots[g*(LINE_W + 8*LINE_BYTES) +: LINE_W + 8*LINE_BYTES] = {slot_line[g], slot_data[g]};
end endgenerate
wire [F_STATE_W-1:0] f_state = {busy_q, tag_q, left_q, source_q, target_q, taken_q, full_q, sent_q, passed_q,
    f_cmd_head, f_cmd_tail, f_req_head, f_req_tail, f_rsp_head, f_rsp_tail, f_end_head, f_end_tail, f_slots};
reg [F_STATE_W-1:0] f_state_q;
reg f_quiet_q;     // the unit was idle, and no message passed
always @(posedge clk_i) begin
    f_state_q <= f_state;
    f_quiet_q <= !rst_i && idle_o && !(f_cmd_moves || f_end_moves || f_req_moves || f_rsp_moves);
end
`ASSERT(idle_stays_as_it_is, !f_quiet_q || (idle_o && f_state == f_state_q))
`ASSERT(idle_waits_for_others, !(idle_o && f_owed_q != 0) || f_below_any || |f_req || |f_end)

// ---- covers ----

reg f_moved_q;     // a command with lines was answered
always @(posedge clk_i)
    f_moved_q <= !rst_i && (f_moved_q || (f_gives_any && busy_q && f_ended_q != 0));
`COVER(command_answered, f_gives && f_is_copy && f_length == 1)
`COVER(command_without_lines, f_gives && f_is_copy && f_length == 0)
`COVER(all_slots_taken, f_going && (&taken_q) && f_has_bytes)
// One slot's message blocks the queue of requests, and all others have bytes.
wire [LINES-1:0] f_not_full = ~full_q;
wire [LINES-1:0] f_not_full_but_one = f_not_full & (f_not_full - 1'b1);
`COVER(all_other_slots_full, f_not_full_but_one == 0)
`COVER(bytes_overtaken, f_goes_q && f_overtaken_q == LINES - 2)
`COVER(more_lines_than_slots, f_kept_q && f_begun_q > LINES)
`COVER(answers_out_of_order, f_done_q && f_ended_q == 1 && f_index == 1)
`COVER(second_command_reads, f_going && f_read_q && f_moved_q)
`COVER(passed_answered, f_gives && !f_is_copy)
`COVER(passed_after_a_command, f_gives && !f_is_copy && f_moved_q)
`COVER(passed_waits_for_a_command, cmd_req_valid && !`IS_COPY(cmd_req_msg) && busy_q)
`COVER(command_waits_for_passed, cmd_req_valid && `IS_COPY(cmd_req_msg) && passed_q != 0)
`COVER(two_passed, passed_q == 2 && f_below_q != 0)
`COVER(command_waits_for_room, f_all_done && !cmd_rsp_room)
`COVER(requests_full, f_req_full && busy_q)
`COVER(tag_beyond_the_slots, TAG_W == SLOT_W || f_gives && f_tag >= LINES)
`COVER(idle_with_lines, idle_o && taken_q != 0)
// ---- helpers ----

// Which places of a queue have a message with this tag, whose field begins at this bit.
`define WITH_TAG(what, lsb, t) {f_``what``[1] && f_``what``_1[lsb +: TAG_W] == (t), \
    f_``what``[0] && f_``what``_0[lsb +: TAG_W] == (t)}
wire [1:0] f_in_cmd = `WITH_TAG(cmd, F_TAG, f_tag);
wire [1:0] f_in_req = `WITH_TAG(req, F_TAG, f_tag);
wire [1:0] f_in_rsp = `WITH_TAG(rsp, F_BACK_TAG, f_tag);
wire [1:0] f_in_end = `WITH_TAG(end, F_BACK_TAG, f_tag);
// The message of f_tag in a queue, and whether another is before it.
`define MINE(what) (f_in_``what``[1] ? f_``what``_1 : f_``what``_0)
`define BEHIND(what) (f_in_``what``[1] != f_``what``_head[0])
wire [1:0] f_copies = {f_cmd[1] && `IS_COPY(f_cmd_1), f_cmd[0] && `IS_COPY(f_cmd_0)};
wire [1:0] f_others = f_cmd & ~f_copies;
wire f_head_is_copy = f_copies[f_cmd_head[0]];

// For each tag: where its request is. A message of a line has its slot's number as tag.
localparam F_TAGS = 1 << TAG_W;
wire [F_TAGS-1:0] f_lines_out = taken_q & ~full_q;
reg [2:0] f_flying;
reg [2:0] f_inside;
reg f_placed;
reg f_ops_kept;
reg [TAG_W:0] f_all_flying;
integer f_t;
always @* begin
    f_placed = 1'b1;
    f_ops_kept = 1'b1;
    f_all_flying = 0;
    for (f_t = 0; f_t < F_TAGS; f_t = f_t + 1) begin
        f_flying = f_sum(`WITH_TAG(req, F_TAG, f_t)) + f_sum(`WITH_TAG(rsp, F_BACK_TAG, f_t)) + f_below_q[f_t];
        f_inside = f_sum(`WITH_TAG(cmd, F_TAG, f_t)) + f_sum(`WITH_TAG(end, F_BACK_TAG, f_t))
            + (busy_q ? tag_q == f_t : f_flying);
        f_all_flying = f_all_flying + f_flying;
        if (f_inside != f_asked_q[f_t] || (busy_q && f_flying != f_lines_out[f_t]))
            f_placed = 1'b0;
        if ((|(f_copies & `WITH_TAG(cmd, F_TAG, f_t)) || (busy_q && tag_q == f_t)) && !f_asked_value_q[f_t])
            f_ops_kept = 1'b0;
        if ((|(f_others & `WITH_TAG(cmd, F_TAG, f_t)) || (!busy_q && f_flying != 0)) && f_asked_value_q[f_t])
            f_ops_kept = 1'b0;
    end
end
`ASSERT(each_tag_in_one_place, f_placed)
`ASSERT(each_tag_keeps_its_kind, f_ops_kept)
`ASSERT(passed_are_counted, passed_q == (busy_q ? 0 : f_all_flying))
`ASSERT(owed_are_counted, f_owed_q == f_n_cmd + busy_q + passed_q)
`ASSERT(copies_owed_are_counted, f_copies_owed_q == f_sum(f_copies) + busy_q)
`ASSERT(unsent_are_counted, f_unsent_q == f_sum(f_others) + (busy_q ? 0 : f_n_req))
`ASSERT(ungiven_are_counted, f_ungiven_q == (busy_q ? 0 : f_n_rsp))
`ASSERT(ops_are_known, (!f_cmd[0] || `REQ_OP(f_cmd_0) <= 4'd8 || `IS_COPY(f_cmd_0))
    && (!f_cmd[1] || `REQ_OP(f_cmd_1) <= 4'd8 || `IS_COPY(f_cmd_1)))
`ASSERT(ops_below_are_known, (!f_req[0] || `REQ_OP(f_req_0) <= 4'd8) && (!f_req[1] || `REQ_OP(f_req_1) <= 4'd8))

// The request with tag f_tag.
`ASSERT(kind_of_mine, !f_pending || f_asked_value_q[f_tag] == f_is_copy)
`ASSERT(mine_waits_as_it_came, f_in_cmd == 0 || (f_pending && `MINE(cmd) == f_msg_q && !f_given_q))
`ASSERT(mine_is_given, !f_pending || f_given_q == (f_in_end != 0))
`ASSERT(ahead_of_mine, !(f_open && f_is_copy)
    || f_ahead_q == (f_in_cmd != 0 ? `BEHIND(cmd) + busy_q + passed_q : 0))
`ASSERT(copies_ahead_of_mine, !(f_open && !f_is_copy)
    || f_copies_ahead_q == (f_in_cmd != 0 ? (`BEHIND(cmd) && f_head_is_copy) + busy_q : 0))
`ASSERT(unsent_ahead_of_mine, !(f_open && !f_is_copy && !f_sent_q) || f_unsent_ahead_q
    == (f_in_cmd != 0 ? (`BEHIND(cmd) && !f_head_is_copy) + (busy_q ? 0 : f_n_req) : `BEHIND(req)))
wire f_mine_passed = f_open && !f_is_copy && f_in_cmd == 0;
`ASSERT(waiting_is_not_sent, f_in_cmd == 0 || !(f_sent_q || f_answered_q || f_read_q || f_got_q || f_written_q
    || f_kept_q || f_came_q || f_goes_q || f_done_q) && f_begun_q == 0 && f_ended_q == 0 && f_overtaken_q == 0)
`ASSERT(passed_is_sent, !f_mine_passed || (!busy_q && f_sent_q == (f_in_req == 0) && f_answered_q == (f_in_rsp != 0)))
`ASSERT(passed_goes_as_it_came, !(f_mine_passed && f_in_req != 0) || `MINE(req) == f_msg_q)
`ASSERT(passed_comes_back, !(f_mine_passed && f_in_rsp != 0)
    || (`MINE(rsp) == f_answer_q && f_ungiven_ahead_q == `BEHIND(rsp)))
`ASSERT(passed_ends, !(f_pending && !f_is_copy && f_in_end != 0) || `MINE(end) == f_answer_q)
`ASSERT(command_ends, !(f_pending && f_is_copy && f_in_end != 0) || `MINE(end) == f_end_of_mine)

// Slots.
`ASSERT(slots_are_consistent, (full_q & ~taken_q) == 0 && (sent_q & ~taken_q) == 0 && (full_q & sent_q) == 0
    && (busy_q || taken_q == 0))
// A message of a line is what its slot says.
wire [SLOT_W-1:0] f_slot_0 = f_req_0[F_TAG +: SLOT_W];
wire [SLOT_W-1:0] f_slot_1 = f_req_1[F_TAG +: SLOT_W];
wire [LINE_W-1:0] f_line_0 = slot_line[f_slot_0] - f_target;
wire [LINE_W-1:0] f_line_1 = slot_line[f_slot_1] - f_target;
`define OF_SLOT(place, s, line) (`REQ_OP(place) == (sent_q[s] ? 4'd1 : 4'd5) \
    && place[F_MASK +: LINE_BYTES] == {LINE_BYTES{sent_q[s]}} \
    && (!sent_q[s] || (place[F_LINE +: LINE_W] == slot_line[s] && place[0 +: 8*LINE_BYTES] == slot_data[s])) \
    && (sent_q[s] || !f_going || (place[F_LINE +: LINE_W] - f_source) % (1 << LINE_W) == line))
`ASSERT(messages_are_of_slots, !busy_q || ((!f_req[0] || `OF_SLOT(f_req_0, f_slot_0, f_line_0))
    && (!f_req[1] || `OF_SLOT(f_req_1, f_slot_1, f_line_1))))

// The command under way, and its lines.
`ASSERT(going_is_mine, !f_going || (f_pending && !f_given_q && f_is_copy && f_ahead_q == 0))
`ASSERT(open_waits_or_goes, !(f_open && f_is_copy) || f_in_cmd != 0 || f_going)
`ASSERT(lines_are_counted, !f_going || (f_begun_q <= f_length && left_q == f_length - f_begun_q
    && source_q - f_source == f_begun_q && target_q - f_target == f_begun_q))
reg [SLOT_W:0] f_taken_count;
reg [SLOT_W:0] f_before_count; // lines that are not mine and whose write is not sent
reg f_lines_are_mine;
reg [LINE_W-1:0] f_line_here;
integer f_s;
always @* begin
    f_taken_count = 0;
    f_before_count = 0;
    f_lines_are_mine = 1'b1;
    f_line_here = 0;
    for (f_s = 0; f_s < LINES; f_s = f_s + 1) begin
        f_line_here = slot_line[f_s] - f_target;
        f_taken_count = f_taken_count + taken_q[f_s];
        f_before_count = f_before_count + (taken_q[f_s] && !sent_q[f_s] && f_s != f_slot_q);
        if (taken_q[f_s] && (f_line_here >= f_begun_q
            || (f_line_here == f_index) != (f_begun && !f_done_q && f_s == f_slot_q)))
            f_lines_are_mine = 1'b0;
    end
end
`ASSERT(slots_have_lines, !f_going || f_lines_are_mine)
`ASSERT(slots_are_counted, !f_going || (f_ended_q <= f_begun_q && f_begun_q - f_ended_q == f_taken_count))
`ASSERT(not_overtaken_yet, !(f_going && !f_came_q) || f_overtaken_q == 0)
`ASSERT(few_before_mine, !f_has_bytes || f_overtaken_q + f_before_count < LINES)

// The line: where it is.
wire f_is_out = f_begun && !f_done_q;
wire [1:0] f_line_in_req = `WITH_TAG(req, F_TAG, f_slot_q);
wire [1:0] f_line_in_rsp = `WITH_TAG(rsp, F_BACK_TAG, f_slot_q);
wire [CORE_RSP_W-1:0] f_line_answer = f_line_in_rsp[1] ? f_rsp_1 : f_rsp_0;
`ASSERT(not_begun_yet, !(f_going && !f_begun) || !(f_read_q || f_got_q || f_written_q || f_kept_q || f_came_q || f_goes_q
    || f_done_q || f_overtaken_q != 0))
`ASSERT(line_has_its_slot, !f_is_out || (taken_q[f_slot_q] && full_q[f_slot_q] == f_has_bytes && sent_q[f_slot_q] == f_goes_q))
`ASSERT(line_is_read, !(f_is_out && !f_came_q) || (!f_goes_q && !f_written_q && !f_kept_q
    && f_read_q == (f_line_in_req == 0) && f_got_q == (f_line_in_rsp != 0)))
`ASSERT(line_came, !(f_is_out && f_came_q) || (f_read_q && f_got_q && slot_data[f_slot_q] == f_bytes_q || f_kept_q))
`ASSERT(line_comes_as_answered, !(f_is_out && !f_came_q && f_got_q) || f_line_answer[0 +: 8*LINE_BYTES] == f_bytes_q)
`ASSERT(line_has_its_bytes, !f_has_bytes || (!f_written_q && !f_kept_q))
`ASSERT(line_is_written, !(f_is_out && f_goes_q) || (f_came_q && f_read_q && f_got_q
    && f_written_q == (f_line_in_req == 0) && f_kept_q == (f_line_in_rsp != 0)))
`ASSERT(line_is_done, !(f_going && f_done_q) || (f_begun && f_came_q && f_goes_q && f_read_q && f_got_q && f_written_q && f_kept_q))
`ASSERT(line_has_its_tag, !(f_is_out && (f_goes_q ? f_written_q : f_read_q && !f_came_q)) || f_line_tag_q == f_slot_q)
