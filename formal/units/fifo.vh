// um_fifo, for any WIDTH and DEPTH. Put after channel.vh and queue.vh.
//
// Promises: the channel contract; messages come out once, unchanged and in order; in_ready_o says that fewer than
// DEPTH messages are inside, out_valid_o that there is at least one. Assumes nothing of its environment.
`CHANNEL_OUT(out)
`QUEUE(DEPTH)
`ASSERT(ready_unless_full, in_ready_o == (f_count_q < DEPTH))
`ASSERT(shown_unless_empty, out_valid_o == (f_count_q != 0))

// Helpers: the meaning of the pointers, and the place of the followed message.
wire [PTR_W:0] f_between = tail_q - head_q;
wire [PTR_W:0] f_at = head_q + f_ahead_q;
wire [AT_W-1:0] f_place = DEPTH > 1 ? f_at[AT_W-1:0] : 1'b0;
`ASSERT(pointers_count, f_between == f_count_q)
`ASSERT(followed_is_in_its_slot, !f_inside_q || slot[f_place] == f_msg_q)
`COVER(pointers_wrapped, f_count_q == DEPTH && tail_q < head_q)
