// um_delay, for any WIDTH, DEPTH and LATENCY. Put after channel.vh and queue.vh.
//
// Promises: the channel contract; messages come out once, unchanged and in order; a message that goes in
// in cycle t is not at the output before cycle t + LATENCY. From then on it is at the output if it is the first,
// otherwise in the cycle after the message before it has left. This holds however the far end blocks, and
// wherever now_q wraps. Assumes nothing of its environment.
`CHANNEL_OUT(out)
`QUEUE(DEPTH)

// Cycles that the followed message has been inside, counted up to LATENCY.
reg [TIME_W-1:0] f_age_q;
always @(posedge clk_i)
    if (f_enters)
        f_age_q <= 1;
    else if (f_age_q < LATENCY)
        f_age_q <= f_age_q + 1'b1;

`ASSERT(ready_unless_full, in_ready_o == (f_count_q < DEPTH))
`ASSERT(busy_unless_empty, busy_o == (f_count_q != 0))
`ASSERT(shown_from_latency_on, !f_first || out_valid_o == (f_age_q == LATENCY))

// Helpers: the meaning of the pointers, and the place of the followed message.
wire [PTR_W:0] f_inside_slots = tail_q - head_q;
wire [PTR_W:0] f_ripe_slots = ripe_q - head_q;
wire [PTR_W:0] f_unripe_slots = tail_q - ripe_q;
wire [PTR_W-1:0] f_place = head_q + f_ahead_q;
wire [TIME_W-1:0] f_left = due[f_place] - now_q; // cycles until the followed one ripens
`ASSERT(pointers_count, f_inside_slots == f_count_q)
`ASSERT(ripe_are_inside, f_ripe_slots <= f_inside_slots)
`ASSERT(followed_is_in_its_slot, !f_inside_q || slot[f_place] == f_msg_q)
`ASSERT(followed_has_an_age, !f_inside_q || (f_age_q != 0 && f_age_q <= LATENCY))
`ASSERT(followed_ripe_at_latency, !f_inside_q || (f_ahead_q < f_ripe_slots) == (f_age_q == LATENCY))
`ASSERT(followed_due_at_latency, !(f_inside_q && f_age_q != LATENCY) || f_left == LATENCY - 1 - f_age_q)

// Waiting messages become due in the order in which they went in, within less than LATENCY cycles. So the cycle
// in which the first one's due time equals now_q is never missed, and no other becomes due before it.
reg f_due_in_order;
reg [TIME_W-1:0] f_left_here;
reg [TIME_W-1:0] f_left_before;
reg [PTR_W-1:0] f_here;
integer f_k;
always @* begin
    f_due_in_order = 1'b1;
    f_left_before = 0;
    f_left_here = 0;
    f_here = 0;
    for (f_k = 0; f_k < DEPTH; f_k = f_k + 1)
        if (f_k < f_unripe_slots) begin
            f_here = ripe_q + f_k;
            f_left_here = due[f_here] - now_q;
            if (f_left_here > LATENCY - 2 || (f_k != 0 && f_left_here <= f_left_before))
                f_due_in_order = 1'b0;
            f_left_before = f_left_here;
        end
end
`ASSERT(due_in_order, f_due_in_order)

`COVER(pointers_wrapped, f_count_q == DEPTH && tail_q < head_q)
`COVER(due_beyond_wrap, f_enters && now_q + LATENCY - 1 >= 1 << TIME_W)
`COVER(blocked_beyond_latency, f_inside_q && f_age_q == LATENCY && f_out_waits_q && f_ahead_q != 0)
`COVER(ripens_while_blocked, ripens && out_valid_o && !out_ready_i)
`COVER(ripens_and_leaves, ripens && f_pop)
`COVER(comes_and_ripens, ripens && f_push)
