// um_inv_broadcast, for any widths and L1S. Put after channel.vh, queue.vh, cache_queues.vh and inv_broadcast_env.vh.
//
// Promises: each line that comes by `ask` comes back by `answer` once, unchanged and in order, and when it does, each L1
// was told to drop it after it came in, and has told that it is dropped. An L1 is told of one line at a time, and told
// once of each. The next line is taken when the one before it is dropped, and a line that all L1s have dropped is answered
// when there is room. idle_o is set in the cycles in which nothing goes on.
localparam WIDTH = DROP_W;
wire in_valid_i = ask_valid_i;
wire in_ready_o = ask_ready_o;
wire [WIDTH-1:0] in_msg_i = ask_msg_i;
wire out_valid_o = answer_valid_o;
wire out_ready_i = answer_ready_i;
wire [WIDTH-1:0] out_msg_o = answer_msg_o;
`CHANNEL_OUT(answer)
`QUEUE(QUEUE_IN + 1 + QUEUE_OUT)

// Any one of the L1s.
localparam F_L1_W = L1S > 1 ? $clog2(L1S) : 1;
wire [F_L1_W-1:0] f_l1_pick = $anyconst;
wire [F_L1_W-1:0] f_l1 = f_l1_pick < L1S ? f_l1_pick : 0;
`CHANNEL_SENDS(drop, drop_valid_o[f_l1], drop_ready_i[f_l1], drop_msg_o[f_l1*DROP_W +: DROP_W])
reg f_drop_sent_q; // since the followed line came in, that L1 was told to drop it,
reg f_drop_done_q; // and has told that it is dropped
always @(posedge clk_i)
    if (f_enters || !f_inside_q) begin
        f_drop_sent_q <= 1'b0;
        f_drop_done_q <= 1'b0;
    end else begin
        if (f_l1_told[f_l1] && drop_msg_o[f_l1*DROP_W +: DROP_W] == f_msg_q) f_drop_sent_q <= 1'b1;
        if (f_l1_tells[f_l1] && f_drop_sent_q) f_drop_done_q <= 1'b1;
    end
`ASSERT(answered_when_all_have_dropped_it, !(f_first && out_valid_o) || f_drop_done_q)
`ASSERT(one_line_at_a_time, !(drop_valid_o[f_l1] && f_told_q[f_l1]))
`ASSERT(l1s_are_always_heard, &dropped_ready_o)

// ---- who goes on ----

`IN_QUEUE(asks, DROP_W, \ask_queue.head_q , \ask_queue.tail_q , \ask_queue.slot[0] , \ask_queue.slot[1] )
`OUT_QUEUE(answers, DROP_W, \answer_queue.head_q , \answer_queue.tail_q , \answer_queue.slot[0] , \answer_queue.slot[1] )
wire f_all_have = busy_q && left_q == 0;
`ASSERT(next_is_taken, !(!busy_q && |f_asks) || ask_pop)
`ASSERT(told_at_once, !busy_q || drop_valid_o == unasked_q)
`ASSERT(answered_into_room, !(f_all_have && !f_answers_full) || (answer_push && answer_room))
`ASSERT(idle_unless_one_goes, idle_o == !(ask_pop || answer_push && answer_room))

// ---- what makes them inductive ----

`ASSERT(left_are_unasked_or_told, left_q == (unasked_q | f_told_q) && (unasked_q & f_told_q) == 0)
`ASSERT(none_left_without_a_line, busy_q || left_q == 0)
wire [1:0] f_leaving = {1'b0, f_answers[0]} + f_answers[1];
wire [2:0] f_worked_on = f_leaving + busy_q;
wire f_is_leaving = f_inside_q && f_ahead_q < f_leaving;
wire f_is_worked_on = f_inside_q && busy_q && f_ahead_q == f_leaving;
wire f_is_waiting = f_inside_q && f_ahead_q >= f_worked_on;
wire f_out_at = f_answers_head[0] ^ f_ahead_q[0];
wire f_in_at = f_asks_head[0] ^ f_ahead_q[0] ^ f_worked_on[0];
`ASSERT(places_are_counted, f_count_q == f_worked_on + {1'b0, f_asks[0]} + f_asks[1])
`ASSERT(leaving_is_the_followed, !f_is_leaving || (f_out_at ? f_answers_1 : f_answers_0) == f_msg_q && f_drop_done_q)
`ASSERT(worked_on_is_the_followed, !f_is_worked_on || line_q == f_msg_q)
`ASSERT(waiting_is_the_followed, !f_is_waiting || (f_in_at ? f_asks_1 : f_asks_0) == f_msg_q)
`ASSERT(followed_was_told, !(f_is_worked_on && !unasked_q[f_l1]) || f_drop_sent_q)
`ASSERT(followed_is_dropped, !(f_is_worked_on && !left_q[f_l1]) || f_drop_done_q)

// A clock that stands changes no register, and nothing is counted.
wire f_nothing_passes = !(ask_valid_i && ask_ready_o) && !(answer_valid_o && answer_ready_i) && f_l1_told == 0
    && f_l1_tells == 0;
localparam F_STATE_W = 5*DROP_W + 8 + 1 + 2*L1S;
wire [F_STATE_W-1:0] f_state = {f_asks_1, f_asks_0, f_answers_1, f_answers_0, line_q, f_asks_head, f_asks_tail,
    f_answers_head, f_answers_tail, busy_q, unasked_q, left_q};
reg f_slept_q;
reg [F_STATE_W-1:0] f_state_q;
always @(posedge clk_i) begin
    f_slept_q <= !rst_i && idle_o && f_nothing_passes;
    f_state_q <= f_state;
end
`ASSERT(idle_until_a_message_passes, !f_slept_q || f_state == f_state_q)
`ASSERT(counts_nothing_asleep, !(idle_o && f_nothing_passes) || events == 0)

// ---- covers ----

`COVER(all_are_told_at_once, (&unasked_q) && (&drop_ready_i))
`COVER_WHERE(L1S > 1, one_is_told_before_the_others, f_is_worked_on && !unasked_q[f_l1] && |unasked_q)
`COVER_WHERE(L1S > 1, one_tells_before_another_is_told, f_is_worked_on && !left_q[f_l1] && |unasked_q)
`COVER(last_one_tells, f_is_worked_on && f_l1_tells[f_l1] && left_q == f_l1_tells)
`COVER(answer_waits_for_room, f_all_have && f_answers_full)
`COVER(next_waits_for_this, busy_q && |f_asks && |left_q)
`COVER(idle_while_they_drop, idle_o && |f_told_q)
