// um_link, for any widths, cycles and LATENCY and for DEPTH=4 (the names of its places are written out).
// Put after channel.vh and queue.vh.
//
// Promises: the channel contract; messages come out once, unchanged and in order. The head of the queue
// holds the wire for LINE_CYCLES if its op is among LINE_OPS, else for HEAD_CYCLES. It leaves the wire in the
// last of these cycles, or later when fewer than DEPTH messages are on their way, and is at the far end exactly
// from LATENCY cycles later on. Progress: while a message is inside, the far end is shown no message for at
// most max(LINE_CYCLES, HEAD_CYCLES) + LATENCY - 1 consecutive cycles. Assumes nothing of its environment.
localparam F_PTR_W = $clog2(DEPTH);
localparam F_TIME_W = $clog2(LATENCY + 1);
localparam F_LONGEST = LINE_CYCLES > HEAD_CYCLES ? LINE_CYCLES : HEAD_CYCLES;
localparam F_STILL_W = $clog2(F_LONGEST + LATENCY) + 1;

`CHANNEL_OUT(out)
`QUEUE(DEPTH + 2)

// Messages on their way: those that left the wire and have not come out.
reg [F_PTR_W:0] f_flying_q;
wire f_on_wire = f_inside_q && f_ahead_q == f_flying_q;
wire f_takes_off = f_on_wire && depart;
wire [SENT_W:0] f_cycles = LINE_OPS[{1'b0, f_msg_q[OP_LSB +: 4]}] ? LINE_CYCLES : HEAD_CYCLES;
reg [SENT_W:0] f_sent_q;       // cycles that the followed message has been on the wire before this one
reg [F_TIME_W-1:0] f_age_q;    // cycles since it left the wire, counted up to LATENCY
reg [F_STILL_W-1:0] f_still_q; // consecutive cycles before this one in which it held a message and showed none
always @(posedge clk_i)
    if (rst_i) begin
        f_flying_q <= 0;
        f_sent_q <= 0;
        f_age_q <= 0;
        f_still_q <= 0;
    end else begin
        f_flying_q <= f_flying_q + depart - f_pop;
        f_sent_q <= !f_on_wire || depart ? 0 : f_sent_q + (f_sent_q + 1 < f_cycles);
        f_age_q <= f_enters ? 0 : f_takes_off ? 1 : f_age_q + (f_age_q != 0 && f_age_q < LATENCY);
        f_still_q <= f_count_q == 0 || out_valid_o ? 0 : f_still_q + 1'b1;
    end

`ASSERT(holds_the_wire, !f_on_wire || depart == (f_sent_q + 1 == f_cycles && f_flying_q < DEPTH))
`ASSERT(leaves_the_wire_in_turn, !(f_inside_q && f_ahead_q < f_flying_q) || f_age_q != 0)
`ASSERT(shown_from_latency_on, !f_first || out_valid_o == (f_age_q == LATENCY))
`ASSERT(never_still_for_long, f_still_q <= F_LONGEST + LATENCY - 1)
`ASSERT(ready_unless_full, in_ready_o == (f_count_q - f_flying_q < 2))
`ASSERT(idle_when_empty, idle_o == (f_count_q == 0))

// Helpers: the places of the queue and the delay, and the place of the followed message.
(* hierconn *) wire [1:0] \in_queue.head_q ;
(* hierconn *) wire [1:0] \in_queue.tail_q ;
(* hierconn *) wire [WIDTH-1:0] \in_queue.slot[0] ;
(* hierconn *) wire [WIDTH-1:0] \in_queue.slot[1] ;
(* hierconn *) wire [F_PTR_W:0] \wire_delay.head_q ;
(* hierconn *) wire [F_PTR_W:0] \wire_delay.ripe_q ;
(* hierconn *) wire [F_PTR_W:0] \wire_delay.tail_q ;
(* hierconn *) wire [F_TIME_W-1:0] \wire_delay.now_q ;
(* hierconn *) wire [WIDTH-1:0] \wire_delay.slot[0] ;
(* hierconn *) wire [WIDTH-1:0] \wire_delay.slot[1] ;
(* hierconn *) wire [WIDTH-1:0] \wire_delay.slot[2] ;
(* hierconn *) wire [WIDTH-1:0] \wire_delay.slot[3] ;
(* hierconn *) wire [F_TIME_W-1:0] \wire_delay.due[0] ;
(* hierconn *) wire [F_TIME_W-1:0] \wire_delay.due[1] ;
(* hierconn *) wire [F_TIME_W-1:0] \wire_delay.due[2] ;
(* hierconn *) wire [F_TIME_W-1:0] \wire_delay.due[3] ;
wire [1:0] f_queued = \in_queue.tail_q - \in_queue.head_q ;
wire [F_PTR_W:0] f_flying = \wire_delay.tail_q - \wire_delay.head_q ;
wire [F_PTR_W:0] f_ripe = \wire_delay.ripe_q - \wire_delay.head_q ;
wire [F_PTR_W:0] f_unripe = \wire_delay.tail_q - \wire_delay.ripe_q ;
`define F_DUE(place) ((place) == 0 ? \wire_delay.due[0] : (place) == 1 ? \wire_delay.due[1] \
    : (place) == 2 ? \wire_delay.due[2] : \wire_delay.due[3] )

wire f_departed = f_ahead_q < f_flying_q;
wire f_second = f_ahead_q != f_flying_q;
wire f_queue_place = \in_queue.head_q [0] ^ f_second;
wire [F_PTR_W-1:0] f_place = \wire_delay.head_q + f_ahead_q;
wire [WIDTH-1:0] f_found = f_departed
    ? (f_place == 0 ? \wire_delay.slot[0] : f_place == 1 ? \wire_delay.slot[1]
        : f_place == 2 ? \wire_delay.slot[2] : \wire_delay.slot[3] )
    : (f_queue_place ? \in_queue.slot[1] : \in_queue.slot[0] );
wire [F_TIME_W-1:0] f_left = `F_DUE(f_place) - \wire_delay.now_q ; // cycles until it ripens
wire [F_PTR_W-1:0] f_next = \wire_delay.ripe_q ;
wire [F_TIME_W-1:0] f_next_left = `F_DUE(f_next) - \wire_delay.now_q ; // until the next one does
`ASSERT(flying_are_counted, f_flying == f_flying_q && f_flying_q <= DEPTH)
`ASSERT(queued_are_counted, f_queued <= 2 && f_count_q == f_flying_q + f_queued)
`ASSERT(ripe_are_flying, f_ripe <= f_flying)
`ASSERT(followed_is_in_its_slot, !f_inside_q || f_found == f_msg_q)
`ASSERT(followed_age_within_latency, !f_inside_q || (f_age_q <= LATENCY && (f_departed || f_age_q == 0)))
`ASSERT(followed_ripe_at_latency, !f_inside_q || (f_ahead_q < f_ripe) == (f_age_q == LATENCY))
wire f_waits = f_inside_q && f_departed && f_age_q != LATENCY;
`ASSERT(followed_due_at_latency, !f_waits || f_left == LATENCY - 1 - f_age_q)
`ASSERT(sent_is_of_the_followed, !f_on_wire || (f_sent_q == sent_q && f_sent_q < f_cycles))
`ASSERT(sent_is_of_a_head, f_on_wire || f_sent_q == 0)
`ASSERT(head_within_its_cycles, sent_q <= (!in_valid ? 0 : carries_line ? LINE_CYCLES - 1 : HEAD_CYCLES - 1))

// As in delay.vh: waiting messages become due in the order in which they went in, within less than LATENCY cycles.
reg f_due_in_order;
reg [F_TIME_W-1:0] f_left_here;
reg [F_TIME_W-1:0] f_left_before;
reg [F_PTR_W-1:0] f_here;
integer f_k;
always @* begin
    f_due_in_order = 1'b1;
    f_left_before = 0;
    f_left_here = 0;
    f_here = 0;
    for (f_k = 0; f_k < DEPTH; f_k = f_k + 1)
        if (f_k < f_unripe) begin
            f_here = \wire_delay.ripe_q + f_k;
            f_left_here = `F_DUE(f_here) - \wire_delay.now_q ;
            if (f_left_here > LATENCY - 2 || (f_k != 0 && f_left_here <= f_left_before))
                f_due_in_order = 1'b0;
            f_left_before = f_left_here;
        end
end
`ASSERT(due_in_order, f_due_in_order)

// Stillness: if no message is on its way, it began no earlier than the head entered the wire; otherwise it ends
// when the next message ripens.
`ASSERT(still_since_the_head, f_flying_q != 0 || f_count_q == 0 || f_still_q <= sent_q)
wire f_none_ripe = f_flying_q != 0 && !out_valid_o;
`ASSERT(still_until_the_next, !f_none_ripe || f_still_q + f_next_left <= F_LONGEST + LATENCY - 2)
`ASSERT(still_only_inside, f_count_q != 0 || f_still_q == 0)

`COVER(still_longest, f_still_q == F_LONGEST + LATENCY - 1)
`COVER(line_leaves, f_takes_off && f_cycles == LINE_CYCLES)
`COVER(head_leaves, f_takes_off && f_cycles == HEAD_CYCLES)
`COVER(wire_blocked, f_on_wire && f_sent_q + 1 == f_cycles && f_flying_q == DEPTH)
// With a latency of 2 a message ripens before the next can leave.
`COVER(two_on_their_way, LATENCY == 2 || f_unripe == 2 && !out_valid_o)
`COVER(blocked_beyond_latency, f_inside_q && f_age_q == LATENCY && f_out_waits_q && f_ahead_q != 0)
`COVER(idle_again, idle_o && f_age_q == LATENCY)
