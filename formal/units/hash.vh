// um_hash, for any WIDTH, LINE_LSB, LINE_W and LOW_W and for QUEUE_IN=2 or 1 (the names of its places are written out).
// Put after channel.vh and queue.vh.
//
// Promises: the channel contract; requests come out once and in order, unchanged but for the lowest LOW_W bits of the
// line address: bit j of these is the parity of all bits of the line address whose number is j modulo LOW_W. No two
// line addresses become one, and the same again gives the line address back. Assumes nothing of its environment.
function [LINE_W-1:0] f_line_of;
    input [LINE_W-1:0] line;
    integer f_bit;
    integer f_low;
    begin
        f_line_of = line;
        for (f_low = 0; f_low < LOW_W; f_low = f_low + 1) begin
            f_line_of[f_low] = 1'b0;
            for (f_bit = f_low; f_bit < LINE_W; f_bit = f_bit + LOW_W)
                f_line_of[f_low] = f_line_of[f_low] != line[f_bit];
        end
    end
endfunction
function [WIDTH-1:0] f_leaves;
    input [WIDTH-1:0] msg;
    begin
        f_leaves = msg;
        f_leaves[LINE_LSB +: LINE_W] = f_line_of(msg[LINE_LSB +: LINE_W]);
    end
endfunction

`CHANNEL_OUT(out)
`QUEUE_OF(QUEUE_IN, f_leaves(f_msg_q))
`ASSERT(ready_unless_full, in_ready_o == (f_count_q < QUEUE_IN))
`ASSERT(shown_unless_empty, out_valid_o == (f_count_q != 0))
`ASSERT(idle_when_empty, idle_o == (f_count_q == 0))

wire [LINE_W-1:0] f_line = $anyconst;
wire [LINE_W-1:0] f_other = $anyconst;
`ASSERT(no_two_become_one, f_line == f_other || f_line_of(f_line) != f_line_of(f_other))
`ASSERT(given_back_by_the_same, f_line_of(f_line_of(f_line)) == f_line)

// Helpers: the places of the queue, and the place of the followed message.
(* hierconn *) wire [1:0] \in_queue.head_q ;
(* hierconn *) wire [1:0] \in_queue.tail_q ;
(* hierconn *) wire [WIDTH-1:0] \in_queue.slot[0] ;
(* hierconn *) wire [WIDTH-1:0] \in_queue.slot[1] ;
wire [1:0] f_between = \in_queue.tail_q - \in_queue.head_q ;
wire f_place = \in_queue.head_q [0] ^ f_ahead_q[0];
`ASSERT(pointers_count, f_between == f_count_q)
`ASSERT(followed_is_in_its_slot, !f_inside_q || f_msg_q == (f_place ? \in_queue.slot[1] : \in_queue.slot[0] ))
`COVER(a_line_moves, f_first && out_valid_o && out_msg_o != f_msg_q)
`COVER(a_line_stays, f_first && out_valid_o && out_msg_o == f_msg_q && f_msg_q[LINE_LSB +: LINE_W] > (1 << LOW_W))
