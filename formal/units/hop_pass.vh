// um_hop_pass, for any sizes. Needs no other text before it.
//
// Promises
// * a flit of a channel in PASS is at the output exactly PASS_LATENCY cycles later, and one is there only then;
// * each other flit comes out in a cycle in which none passes: as soon as it is LATENCY cycles old and those before it
//   have gone. So many that are so old wait, and so many are yet to meet what passes, that both together are at most
//   LATENCY - PASS_LATENCY: so none takes more than 2*LATENCY - PASS_LATENCY cycles, and there is a place for each;
// * a credit comes out exactly LATENCY cycles later;
// * flits of each of the two kinds, and credits, come out once, unchanged and in their order; none is refused;
// * idle_o is set exactly if nothing is on its way.
// Assumes nothing of its environment but that it takes what it is shown: the far router has counted a place for each
// flit, and a router always takes credits.
localparam F_PTR_W = $clog2(DEPTH);
`ASSERT(places_for_all_on_their_way, 2*LATENCY <= DEPTH && PASS_LATENCY < LATENCY)

// The places of the delays.
localparam F_PASS_TIME_W = $clog2(PASS_LATENCY + 1);
(* hierconn *) wire [F_PTR_W:0] \pass_delay.head_q ;
(* hierconn *) wire [F_PTR_W:0] \pass_delay.ripe_q ;
(* hierconn *) wire [F_PTR_W:0] \pass_delay.tail_q ;
(* hierconn *) wire [F_PASS_TIME_W-1:0] \pass_delay.now_q ;
`REPEAT(DEPTH) (* hierconn *) wire [MSG_W-1:0] \pass_delay.slot[#] ; (* hierconn *) wire [F_PASS_TIME_W-1:0] \pass_delay.due[#] ;
wire [F_PASS_TIME_W-1:0] f_pass_now = \pass_delay.now_q ;
wire [DEPTH*MSG_W-1:0] f_pass_slots;
wire [DEPTH*F_PASS_TIME_W-1:0] f_pass_dues;
`REPEAT(DEPTH) assign f_pass_slots[#*MSG_W +: MSG_W] = \pass_delay.slot[#] ; assign f_pass_dues[#*F_PASS_TIME_W +: F_PASS_TIME_W] = \pass_delay.due[#] ;
localparam F_SLOW_TIME_W = $clog2(LATENCY + 1);
(* hierconn *) wire [F_PTR_W:0] \slow_delay.head_q ;
(* hierconn *) wire [F_PTR_W:0] \slow_delay.ripe_q ;
(* hierconn *) wire [F_PTR_W:0] \slow_delay.tail_q ;
(* hierconn *) wire [F_SLOW_TIME_W-1:0] \slow_delay.now_q ;
`REPEAT(DEPTH) (* hierconn *) wire [MSG_W-1:0] \slow_delay.slot[#] ; (* hierconn *) wire [F_SLOW_TIME_W-1:0] \slow_delay.due[#] ;
wire [F_SLOW_TIME_W-1:0] f_slow_now = \slow_delay.now_q ;
wire [DEPTH*MSG_W-1:0] f_slow_slots;
wire [DEPTH*F_SLOW_TIME_W-1:0] f_slow_dues;
`REPEAT(DEPTH) assign f_slow_slots[#*MSG_W +: MSG_W] = \slow_delay.slot[#] ; assign f_slow_dues[#*F_SLOW_TIME_W +: F_SLOW_TIME_W] = \slow_delay.due[#] ;
localparam F_FREED_TIME_W = $clog2(LATENCY + 1);
(* hierconn *) wire [F_PTR_W:0] \freed_delay.head_q ;
(* hierconn *) wire [F_PTR_W:0] \freed_delay.ripe_q ;
(* hierconn *) wire [F_PTR_W:0] \freed_delay.tail_q ;
(* hierconn *) wire [F_FREED_TIME_W-1:0] \freed_delay.now_q ;
`REPEAT(DEPTH) (* hierconn *) wire [32-1:0] \freed_delay.slot[#] ; (* hierconn *) wire [F_FREED_TIME_W-1:0] \freed_delay.due[#] ;
wire [F_FREED_TIME_W-1:0] f_freed_now = \freed_delay.now_q ;
wire [DEPTH*32-1:0] f_freed_slots;
wire [DEPTH*F_FREED_TIME_W-1:0] f_freed_dues;
`REPEAT(DEPTH) assign f_freed_slots[#*32 +: 32] = \freed_delay.slot[#] ; assign f_freed_dues[#*F_FREED_TIME_W +: F_FREED_TIME_W] = \freed_delay.due[#] ;

// A delay. What came in the last cycles: f_TAG_came_q[k] of k + 1 cycles ago. Of these, all younger than its latency are
// yet to ripen, each in its time. And one message, any of them, followed from its place to where it goes.
`define DELAY(tag, width, latency, time_w, push, in_msg, pop, out_msg, head, ripe, tail, now) \
    reg [latency-1:0] f_``tag``_came_q; \
    always @(posedge clk_i) \
        f_``tag``_came_q <= rst_i ? 0 : {f_``tag``_came_q[latency-2:0], push}; \
    reg f_``tag``_due_in_time; \
    reg [F_PTR_W:0] f_``tag``_at;   /* the place of the next */ \
    reg [time_w-1:0] f_``tag``_left; /* cycles until it ripens */ \
    integer f_``tag``_k; \
    always @* begin \
        f_``tag``_due_in_time = 1'b1; \
        f_``tag``_at = ripe; \
        f_``tag``_left = 0; \
        for (f_``tag``_k = latency - 2; f_``tag``_k >= 0; f_``tag``_k = f_``tag``_k - 1) \
            if (f_``tag``_came_q[f_``tag``_k]) begin \
                f_``tag``_left = f_``tag``_dues[f_``tag``_at[F_PTR_W-1:0]*time_w +: time_w] - now; \
                if (f_``tag``_left != latency - 2 - f_``tag``_k) \
                    f_``tag``_due_in_time = 1'b0; \
                f_``tag``_at = f_``tag``_at + 1'b1; \
            end \
    end \
    wire [F_PTR_W:0] f_``tag``_ripe = ripe - head; \
    wire [F_PTR_W:0] f_``tag``_inside = tail - head; \
    `ASSERT(tag``_due_in_time, f_``tag``_due_in_time) \
    `ASSERT(tag``_counted, tail == f_``tag``_at && f_``tag``_ripe <= f_``tag``_inside) \
    wire f_``tag``_pick = $anyseq; \
    reg f_``tag``_seen_q; \
    reg [F_PTR_W:0] f_``tag``_place_q; \
    reg [width-1:0] f_``tag``_msg_q; \
    wire f_``tag``_leaves = f_``tag``_seen_q && pop && head == f_``tag``_place_q; \
    always @(posedge clk_i) \
        if (rst_i) \
            f_``tag``_seen_q <= 1'b0; \
        else if (push && f_``tag``_pick && !f_``tag``_seen_q) begin \
            f_``tag``_seen_q <= 1'b1; \
            f_``tag``_place_q <= tail; \
            f_``tag``_msg_q <= in_msg; \
        end else if (f_``tag``_leaves) \
            f_``tag``_seen_q <= 1'b0; \
    wire [F_PTR_W:0] f_``tag``_before = f_``tag``_place_q - head; \
    `ASSERT(tag``_in_its_place, !f_``tag``_seen_q || (f_``tag``_before < f_``tag``_inside \
        && f_``tag``_slots[f_``tag``_place_q[F_PTR_W-1:0]*(width) +: (width)] == f_``tag``_msg_q)) \
    `ASSERT(tag``_unchanged, !f_``tag``_leaves || out_msg == f_``tag``_msg_q) \
    `COVER(tag``_leaves, f_``tag``_leaves)
wire f_passes = PASS >> in_msg_i[VC_LSB +: VC_W] & 1;
wire f_pass_out = out_valid_o && \pass_delay.head_q != \pass_delay.ripe_q ;
wire f_slow_out = out_valid_o && !f_pass_out;
`DELAY(pass, MSG_W, PASS_LATENCY, F_PASS_TIME_W, (in_valid_i && f_passes), in_msg_i, f_pass_out, out_msg_o,
    \pass_delay.head_q , \pass_delay.ripe_q , \pass_delay.tail_q , f_pass_now)
`DELAY(slow, MSG_W, LATENCY, F_SLOW_TIME_W, (in_valid_i && !f_passes), in_msg_i, f_slow_out, out_msg_o,
    \slow_delay.head_q , \slow_delay.ripe_q , \slow_delay.tail_q , f_slow_now)
`DELAY(freed, 32, LATENCY, F_FREED_TIME_W, freed_valid_i, freed_msg_i, credit_valid_o, credit_msg_o,
    \freed_delay.head_q , \freed_delay.ripe_q , \freed_delay.tail_q , f_freed_now)

`ASSERT(passes_after_pass_latency, f_pass_out == f_pass_came_q[PASS_LATENCY-1]
    && f_pass_ripe == f_pass_came_q[PASS_LATENCY-1])
`ASSERT(credits_after_latency, credit_valid_o == f_freed_came_q[LATENCY-1] && f_freed_ripe == f_freed_came_q[LATENCY-1])
`ASSERT(others_go_at_once, f_slow_out == (f_slow_ripe != 0 && !f_pass_out))
`ASSERT(one_way_in, (f_pass_came_q & f_slow_came_q[PASS_LATENCY-1:0]) == 0)
// Of the others, those that may yet meet what passes as they ripen, and those that are ripe.
reg [F_PTR_W+1:0] f_waiting;
integer f_w;
always @* begin
    f_waiting = f_slow_ripe;
    for (f_w = PASS_LATENCY; f_w < LATENCY - 1; f_w = f_w + 1)
        f_waiting = f_waiting + f_slow_came_q[f_w];
end
`ASSERT(few_wait, f_waiting <= LATENCY - PASS_LATENCY)
`ASSERT(always_taken, in_ready_o && freed_ready_o)
`ASSERT(idle_when_empty, idle_o == (f_pass_came_q == 0 && f_slow_inside == 0 && f_freed_came_q == 0))

`COVER(one_waits_for_another, f_slow_ripe != 0 && f_pass_out)
`COVER(most_wait, f_slow_ripe == LATENCY - PASS_LATENCY)
`COVER(idle_again, idle_o && \slow_delay.head_q != 0 && \pass_delay.head_q != 0)
