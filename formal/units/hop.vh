// um_hop, for any sizes. Needs no other text before it.
//
// Promises, for flits and for credits: what is at an output is what was at its input LATENCY cycles before, and nothing
// is there if nothing was. So each comes out once, unchanged and in order, and none is refused. idle_o is set exactly
// if nothing is on its way. Assumes nothing of its environment but that it takes what it is shown: the far router has
// counted a place for each flit, and a router always takes credits.
localparam F_PTR_W = $clog2(DEPTH);
localparam F_TIME_W = $clog2(LATENCY + 1);

// The places of the delays.
(* hierconn *) wire [F_PTR_W:0] \in_delay.head_q ;
(* hierconn *) wire [F_PTR_W:0] \in_delay.ripe_q ;
(* hierconn *) wire [F_PTR_W:0] \in_delay.tail_q ;
(* hierconn *) wire [F_TIME_W-1:0] \in_delay.now_q ;
(* hierconn *) wire [F_PTR_W:0] \freed_delay.head_q ;
(* hierconn *) wire [F_PTR_W:0] \freed_delay.ripe_q ;
(* hierconn *) wire [F_PTR_W:0] \freed_delay.tail_q ;
(* hierconn *) wire [F_TIME_W-1:0] \freed_delay.now_q ;
`REPEAT(DEPTH) (* hierconn *) wire [MSG_W-1:0] \in_delay.slot[#] ; (* hierconn *) wire [F_TIME_W-1:0] \in_delay.due[#] ;
`REPEAT(DEPTH) (* hierconn *) wire [31:0] \freed_delay.slot[#] ; (* hierconn *) wire [F_TIME_W-1:0] \freed_delay.due[#] ;
wire [DEPTH*MSG_W-1:0] f_in_slots;
wire [DEPTH*F_TIME_W-1:0] f_in_dues;
wire [DEPTH*32-1:0] f_freed_slots;
wire [DEPTH*F_TIME_W-1:0] f_freed_dues;
`REPEAT(DEPTH) assign f_in_slots[#*MSG_W +: MSG_W] = \in_delay.slot[#] ; assign f_in_dues[#*F_TIME_W +: F_TIME_W] = \in_delay.due[#] ;
`REPEAT(DEPTH) assign f_freed_slots[#*32 +: 32] = \freed_delay.slot[#] ; assign f_freed_dues[#*F_TIME_W +: F_TIME_W] = \freed_delay.due[#] ;
`ASSERT(places_for_all_on_their_way, LATENCY < DEPTH)

// A way. What came in the last LATENCY cycles: f_TAG_came_q[k] is of k + 1 cycles ago. In the delay, what came longest ago
// is at the head; that of LATENCY cycles ago alone is ripe, and what came a cycle later is due a cycle later.
`define WAY(tag, width, in_valid, in_msg, out_valid, out_msg, head, ripe, tail, now, slots, dues) \
    reg [LATENCY-1:0] f_``tag``_came_q; \
    reg [LATENCY*(width)-1:0] f_``tag``_msgs_q; \
    always @(posedge clk_i) begin \
        f_``tag``_came_q <= rst_i ? 0 : {f_``tag``_came_q[LATENCY-2:0], in_valid}; \
        f_``tag``_msgs_q <= {f_``tag``_msgs_q[(LATENCY-1)*(width)-1:0], in_msg}; \
    end \
    `ASSERT(tag``_come_after_latency, out_valid == f_``tag``_came_q[LATENCY-1]) \
    `ASSERT(tag``_come_unchanged, !out_valid || out_msg == f_``tag``_msgs_q[(LATENCY-1)*(width) +: (width)]) \
    reg f_``tag``_in_places; \
    reg f_``tag``_due_in_time; \
    reg [F_PTR_W:0] f_``tag``_at;      /* the place of the next */ \
    reg [F_TIME_W-1:0] f_``tag``_left; /* cycles until it ripens */ \
    integer f_``tag``_k; \
    always @* begin \
        f_``tag``_in_places = 1'b1; \
        f_``tag``_due_in_time = 1'b1; \
        f_``tag``_at = head; \
        f_``tag``_left = 0; \
        for (f_``tag``_k = LATENCY - 1; f_``tag``_k >= 0; f_``tag``_k = f_``tag``_k - 1) \
            if (f_``tag``_came_q[f_``tag``_k]) begin \
                f_``tag``_left = dues[f_``tag``_at[F_PTR_W-1:0]*F_TIME_W +: F_TIME_W] - now; \
                if (slots[f_``tag``_at[F_PTR_W-1:0]*(width) +: (width)] != f_``tag``_msgs_q[f_``tag``_k*(width) +: (width)]) \
                    f_``tag``_in_places = 1'b0; \
                if (f_``tag``_k != LATENCY - 1 && f_``tag``_left != LATENCY - 2 - f_``tag``_k) \
                    f_``tag``_due_in_time = 1'b0; \
                f_``tag``_at = f_``tag``_at + 1'b1; \
            end \
    end \
    wire [F_PTR_W:0] f_``tag``_ripe = ripe - head; \
    `ASSERT(tag``_are_in_their_places, f_``tag``_in_places) \
    `ASSERT(tag``_are_due_in_time, f_``tag``_due_in_time) \
    `ASSERT(tag``_are_counted, tail == f_``tag``_at) \
    `ASSERT(tag``_are_ripe_at_latency, f_``tag``_ripe == f_``tag``_came_q[LATENCY-1]) \
    `COVER(tag``_in_each_cycle, &f_``tag``_came_q) \
    `COVER(tag``_with_a_gap, f_``tag``_came_q[LATENCY-1] && !f_``tag``_came_q[LATENCY-2] && in_valid) \
    `COVER(tag``_wrapped, head > tail)
`WAY(flits, MSG_W, in_valid_i, in_msg_i, out_valid_o, out_msg_o,
    \in_delay.head_q , \in_delay.ripe_q , \in_delay.tail_q , \in_delay.now_q , f_in_slots, f_in_dues)
`WAY(credits, 32, freed_valid_i, freed_msg_i, credit_valid_o, credit_msg_o,
    \freed_delay.head_q , \freed_delay.ripe_q , \freed_delay.tail_q , \freed_delay.now_q , f_freed_slots, f_freed_dues)

`ASSERT(always_taken, in_ready_o && freed_ready_o)
`ASSERT(idle_when_empty, idle_o == (f_flits_came_q == 0 && f_credits_came_q == 0))

`COVER(both_ways_full, &f_flits_came_q && &f_credits_came_q)
`COVER(idle_again, idle_o && \in_delay.head_q != 0 && \freed_delay.head_q != 0)
