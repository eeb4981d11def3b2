// um_fields, for any WIDTH, LINE_LSB, LINE_W, fields that do not overlap, and for QUEUE_IN=2 or 1 (the names of its
// places are written out). Put after channel.vh and queue.vh.
//
// Promises: the channel contract; requests come out once and in order, unchanged but for the line address: the field of
// the plane is its lowest, that of the UMC above it, and what is left of the line is above these in its own order. No
// two line addresses become one. Assumes nothing of its environment.
localparam F_LOW = PLANE_FROM < UMC_FROM ? PLANE_FROM : UMC_FROM;
localparam F_LOW_W = PLANE_FROM < UMC_FROM ? PLANE_W : UMC_W;
localparam F_HIGH = PLANE_FROM < UMC_FROM ? UMC_FROM : PLANE_FROM;
localparam F_HIGH_W = PLANE_FROM < UMC_FROM ? UMC_W : PLANE_W;
// The line without its two fields: the higher one is cut out first, so that the lower stays where it is.
function [LINE_W-1:0] f_cut;
    input [LINE_W-1:0] line;
    input integer from;
    input integer bits;
    f_cut = (line >> (from + bits) << from) | (line & ~({LINE_W{1'b1}} << from));
endfunction
function [LINE_W-1:0] f_line_of;
    input [LINE_W-1:0] line;
    f_line_of = ((line >> PLANE_FROM) & ~({LINE_W{1'b1}} << PLANE_W)) |
                (((line >> UMC_FROM) & ~({LINE_W{1'b1}} << UMC_W)) << PLANE_W) |
                (f_cut(f_cut(line, F_HIGH, F_HIGH_W), F_LOW, F_LOW_W) << (PLANE_W + UMC_W));
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
`COVER(a_line_stays, f_first && out_valid_o && out_msg_o == f_msg_q && f_msg_q[LINE_LSB +: LINE_W] != 0)
