// um_lane_acks, for any widths, ops, cycles, LATENCY and DEPTH, for QUEUE_IN=2. Put after channel.vh and queue.vh. It is
// lane.vh for three classes, of which any one is followed.
//
// Promises, for requests, for answers and for acknowledgements: the channel contract; messages come out once, unchanged and
// in order. One message at a time is on the wire, for the cycles of its class and kind without a pause, and it leaves the wire
// in the last of these cycles. It enters the wire only if fewer than DEPTH messages of its class are on their way. The
// wire is never left free while a message could enter it; of several classes that could, the first behind the last to enter
// goes, in the order of requests, answers, acknowledgements, requests; after a reset requests first. A message is at the far end
// exactly from LATENCY cycles after it left the wire, or from when the one before it is out. Progress: while fewer than DEPTH
// messages of its class are on their way, the message at the head of its queue waits for one message of each other class at
// most, and so leaves the wire within its own cycles and the longest of both, whatever becomes of the other classes at the
// far end. While a message is inside, the far end is shown none of its class for at most LATENCY - 1 cycles more than these.
// Assumes nothing of its environment.

// The channel of a class, any of the three, under the names of the texts for units with one channel.
wire [1:0] f_free = $anyconst;
wire [1:0] f_class = f_free == 2'd3 ? 2'd2 : f_free;
wire [1:0] f_next_class = f_class == 2'd2 ? 2'd0 : f_class + 1'b1;    // behind it in turn
wire [1:0] f_prev_class = f_class == 2'd0 ? 2'd2 : f_class - 1'b1;
localparam MOST_W = REQ_W > RSP_W ? REQ_W : RSP_W;
localparam WIDTH = MOST_W > ACK_W ? MOST_W : ACK_W;
`define OF_CLASS(c, req, rsp, ack) ((c) == 2'd0 ? (req) : (c) == 2'd1 ? (rsp) : (ack))
wire in_valid_i = `OF_CLASS(f_class, req_in_valid_i, rsp_in_valid_i, ack_in_valid_i);
wire in_ready_o = `OF_CLASS(f_class, req_in_ready_o, rsp_in_ready_o, ack_in_ready_o);
wire [WIDTH-1:0] in_msg_i = `OF_CLASS(f_class, req_in_msg_i, rsp_in_msg_i, ack_in_msg_i);
wire out_valid_o = `OF_CLASS(f_class, req_out_valid_o, rsp_out_valid_o, ack_out_valid_o);
wire out_ready_i = `OF_CLASS(f_class, req_out_ready_i, rsp_out_ready_i, ack_out_ready_i);
wire [WIDTH-1:0] out_msg_o = `OF_CLASS(f_class, req_out_msg_o, rsp_out_msg_o, ack_out_msg_o);
`CHANNEL_OUT(out)
`QUEUE(DEPTH + 2)

localparam F_PTR_W = $clog2(DEPTH);
localparam F_TIME_W = $clog2(LATENCY + 1);
localparam F_REQ_LONGEST = REQ_LINE_CYCLES > REQ_HEAD_CYCLES ? REQ_LINE_CYCLES : REQ_HEAD_CYCLES;
localparam F_RSP_LONGEST = RSP_LINE_CYCLES > RSP_HEAD_CYCLES ? RSP_LINE_CYCLES : RSP_HEAD_CYCLES;
localparam F_STILL_W = $clog2(F_REQ_LONGEST + F_RSP_LONGEST + ACK_CYCLES + LATENCY) + 1;
`define LONGEST(c) `OF_CLASS(c, F_REQ_LONGEST, F_RSP_LONGEST, ACK_CYCLES)
wire [F_STILL_W-1:0] f_longest = `LONGEST(f_class);
wire [F_STILL_W-1:0] f_next_longest = `LONGEST(f_next_class);
wire [F_STILL_W-1:0] f_prev_longest = `LONGEST(f_prev_class);
wire [F_STILL_W-1:0] f_others_longest = f_next_longest + f_prev_longest;

// Messages on their way: those that left the wire and have not come out. A message could enter the wire if it is at
// the head of its queue and fewer than DEPTH are on their way.
wire [2:0] f_pops = {ack_in_pop, rsp_in_pop, req_in_pop};
wire [2:0] f_comes = {ack_in_valid_i && ack_in_ready_o, rsp_in_valid_i && rsp_in_ready_o, req_in_valid_i && req_in_ready_o};
wire [2:0] f_goes = {ack_out_valid_o && ack_out_ready_i, rsp_out_valid_o && rsp_out_ready_i, req_out_valid_o && req_out_ready_i};
wire f_leaves = f_pops[f_class];
wire f_next_leaves = f_pops[f_next_class];
wire f_prev_leaves = f_pops[f_prev_class];
reg [F_PTR_W:0] f_flying_q;
wire f_could = f_count_q != f_flying_q && f_flying_q < DEPTH;

// The followed message, once it is at the head of its queue.
wire f_head = f_inside_q && f_ahead_q == f_flying_q;
wire f_on_wire = f_head && busy && who == f_class;
wire f_takes_off = f_head && f_leaves;
wire f_has_line = `OF_CLASS(f_class, REQ_LINE_OPS[{1'b0, f_msg_q[REQ_OP_LSB +: 4]}], RSP_LINE_OPS[{1'b0, f_msg_q[RSP_OP_LSB +: 4]}], 1'b0);
wire [F_STILL_W-1:0] f_cycles = `OF_CLASS(f_class, f_has_line ? REQ_LINE_CYCLES : REQ_HEAD_CYCLES,
    f_has_line ? RSP_LINE_CYCLES : RSP_HEAD_CYCLES, ACK_CYCLES);

reg [F_STILL_W-1:0] f_sent_q;    // cycles that the followed message has been on the wire before this one
reg [F_STILL_W-1:0] f_waited_q;  // cycles before this one in which the message at the head could enter or was on the wire
reg f_next_passed_q;             // in these cycles a message of the class behind it in turn left the wire
reg f_prev_passed_q;             // and one of the class before it
reg f_passed_twice_q;            // or two of one of them
reg [F_TIME_W-1:0] f_age_q;      // cycles since the followed message left the wire, counted up to LATENCY
reg [F_STILL_W-1:0] f_still_q;   // consecutive cycles before this one in which it held a message and showed none
reg [1:0] f_last_q;              // the class of the last message that entered the wire
reg f_stays_q;                   // the message that was on the wire in the cycle before did not leave it
reg [F_COUNT_W+1:0] f_total_q;   // messages of all classes inside
always @(posedge clk_i)
    if (rst_i) begin
        f_flying_q <= 0;
        f_sent_q <= 0;
        f_waited_q <= 0;
        f_next_passed_q <= 1'b0;
        f_prev_passed_q <= 1'b0;
        f_passed_twice_q <= 1'b0;
        f_age_q <= 0;
        f_still_q <= 0;
        f_last_q <= 2'd2;
        f_stays_q <= 1'b0;
        f_total_q <= 0;
    end else begin
        f_flying_q <= f_flying_q + f_leaves - f_pop;
        f_sent_q <= !f_on_wire || f_leaves ? 0 : f_sent_q + (f_sent_q + 1 < f_cycles);
        f_waited_q <= !f_could || f_leaves ? 0 : f_waited_q + 1'b1;
        f_next_passed_q <= f_could && !f_leaves && (f_next_passed_q || f_next_leaves);
        f_prev_passed_q <= f_could && !f_leaves && (f_prev_passed_q || f_prev_leaves);
        f_passed_twice_q <= f_could && !f_leaves && (f_passed_twice_q || (f_next_passed_q && f_next_leaves)
            || (f_prev_passed_q && f_prev_leaves));
        f_age_q <= f_enters ? 0 : f_takes_off ? 1 : f_age_q + (f_age_q != 0 && f_age_q < LATENCY);
        f_still_q <= f_count_q == 0 || out_valid_o ? 0 : f_still_q + 1'b1;
        if (busy)
            f_last_q <= who;
        f_stays_q <= busy && f_pops == 0;
        f_total_q <= f_total_q + f_comes[0] + f_comes[1] + f_comes[2] - f_goes[0] - f_goes[1] - f_goes[2];
    end

// How many turns a class is behind the last to enter: 0 is the next.
`define TURNS_OF(c) ((c) > f_last_q ? (c) - f_last_q - 2'd1 : (c) + 2'd2 - f_last_q)
`ASSERT(one_at_a_time, !(f_leaves && ((f_pops & (f_pops - 1'b1)) != 0 || !busy || who != f_class)))
`ASSERT(class_is_known, !busy || who != 2'd3)
`ASSERT(stays_on_the_wire, !f_stays_q || (busy && who == f_last_q))
`ASSERT(holds_the_wire, !f_head || f_leaves == (f_on_wire && f_sent_q + 1 == f_cycles))
`ASSERT(enters_if_it_could, !(busy && who == f_class) || f_could)
`ASSERT(never_left_free, !f_could || busy)
`ASSERT(turns_are_taken, !(f_could && busy && who != f_class && !f_stays_q) || `TURNS_OF(who) < `TURNS_OF(f_class))
`ASSERT(passed_once_by_each, !f_passed_twice_q)
`ASSERT(leaves_in_time, !f_head || f_waited_q < f_others_longest + f_cycles)
`ASSERT(leaves_the_wire_in_turn, !(f_inside_q && f_ahead_q < f_flying_q) || f_age_q != 0)
`ASSERT(shown_from_latency_on, !f_first || out_valid_o == (f_age_q == LATENCY))
`ASSERT(never_still_for_long, f_still_q <= f_others_longest + f_longest + LATENCY - 1)
`ASSERT(ready_unless_full, in_ready_o == (f_count_q - f_flying_q < 2))
`ASSERT(idle_when_empty, idle_o == (f_total_q == 0))

// Helpers: the places of the queues and the delays, and the place of the followed message.
(* hierconn *) wire [2:0] \turns.after_q ;
(* hierconn *) wire [1:0] \req_in_queue.head_q ;
(* hierconn *) wire [1:0] \req_in_queue.tail_q ;
(* hierconn *) wire [REQ_W-1:0] \req_in_queue.slot[0] ;
(* hierconn *) wire [REQ_W-1:0] \req_in_queue.slot[1] ;
(* hierconn *) wire [F_PTR_W:0] \req_delay.head_q ;
(* hierconn *) wire [F_PTR_W:0] \req_delay.ripe_q ;
(* hierconn *) wire [F_PTR_W:0] \req_delay.tail_q ;
(* hierconn *) wire [F_TIME_W-1:0] \req_delay.now_q ;
`REPEAT(DEPTH) (* hierconn *) wire [REQ_W-1:0] \req_delay.slot[#] ; (* hierconn *) wire [F_TIME_W-1:0] \req_delay.due[#] ;
(* hierconn *) wire [1:0] \rsp_in_queue.head_q ;
(* hierconn *) wire [1:0] \rsp_in_queue.tail_q ;
(* hierconn *) wire [RSP_W-1:0] \rsp_in_queue.slot[0] ;
(* hierconn *) wire [RSP_W-1:0] \rsp_in_queue.slot[1] ;
(* hierconn *) wire [F_PTR_W:0] \rsp_delay.head_q ;
(* hierconn *) wire [F_PTR_W:0] \rsp_delay.ripe_q ;
(* hierconn *) wire [F_PTR_W:0] \rsp_delay.tail_q ;
(* hierconn *) wire [F_TIME_W-1:0] \rsp_delay.now_q ;
`REPEAT(DEPTH) (* hierconn *) wire [RSP_W-1:0] \rsp_delay.slot[#] ; (* hierconn *) wire [F_TIME_W-1:0] \rsp_delay.due[#] ;
(* hierconn *) wire [1:0] \ack_in_queue.head_q ;
(* hierconn *) wire [1:0] \ack_in_queue.tail_q ;
(* hierconn *) wire [ACK_W-1:0] \ack_in_queue.slot[0] ;
(* hierconn *) wire [ACK_W-1:0] \ack_in_queue.slot[1] ;
(* hierconn *) wire [F_PTR_W:0] \ack_delay.head_q ;
(* hierconn *) wire [F_PTR_W:0] \ack_delay.ripe_q ;
(* hierconn *) wire [F_PTR_W:0] \ack_delay.tail_q ;
(* hierconn *) wire [F_TIME_W-1:0] \ack_delay.now_q ;
`REPEAT(DEPTH) (* hierconn *) wire [ACK_W-1:0] \ack_delay.slot[#] ; (* hierconn *) wire [F_TIME_W-1:0] \ack_delay.due[#] ;
wire [1:0] f_req_queued = \req_in_queue.tail_q - \req_in_queue.head_q ;
wire [F_PTR_W:0] f_req_flying = \req_delay.tail_q - \req_delay.head_q ;
wire [F_PTR_W:0] f_req_ripe = \req_delay.ripe_q - \req_delay.head_q ;
wire [2*REQ_W-1:0] f_req_queue = {\req_in_queue.slot[1] , \req_in_queue.slot[0] };
wire [DEPTH*REQ_W-1:0] f_req_slots;
wire [DEPTH*F_TIME_W-1:0] f_req_dues;
`REPEAT(DEPTH) assign f_req_slots[#*REQ_W +: REQ_W] = \req_delay.slot[#] ; assign f_req_dues[#*F_TIME_W +: F_TIME_W] = \req_delay.due[#] ;
wire [1:0] f_rsp_queued = \rsp_in_queue.tail_q - \rsp_in_queue.head_q ;
wire [F_PTR_W:0] f_rsp_flying = \rsp_delay.tail_q - \rsp_delay.head_q ;
wire [F_PTR_W:0] f_rsp_ripe = \rsp_delay.ripe_q - \rsp_delay.head_q ;
wire [2*RSP_W-1:0] f_rsp_queue = {\rsp_in_queue.slot[1] , \rsp_in_queue.slot[0] };
wire [DEPTH*RSP_W-1:0] f_rsp_slots;
wire [DEPTH*F_TIME_W-1:0] f_rsp_dues;
`REPEAT(DEPTH) assign f_rsp_slots[#*RSP_W +: RSP_W] = \rsp_delay.slot[#] ; assign f_rsp_dues[#*F_TIME_W +: F_TIME_W] = \rsp_delay.due[#] ;
wire [1:0] f_ack_queued = \ack_in_queue.tail_q - \ack_in_queue.head_q ;
wire [F_PTR_W:0] f_ack_flying = \ack_delay.tail_q - \ack_delay.head_q ;
wire [F_PTR_W:0] f_ack_ripe = \ack_delay.ripe_q - \ack_delay.head_q ;
wire [2*ACK_W-1:0] f_ack_queue = {\ack_in_queue.slot[1] , \ack_in_queue.slot[0] };
wire [DEPTH*ACK_W-1:0] f_ack_slots;
wire [DEPTH*F_TIME_W-1:0] f_ack_dues;
`REPEAT(DEPTH) assign f_ack_slots[#*ACK_W +: ACK_W] = \ack_delay.slot[#] ; assign f_ack_dues[#*F_TIME_W +: F_TIME_W] = \ack_delay.due[#] ;
wire [F_PTR_W:0] f_req_head_at = \req_delay.head_q ;
wire [F_PTR_W:0] f_req_ripe_at = \req_delay.ripe_q ;
wire [F_PTR_W:0] f_req_tail_at = \req_delay.tail_q ;
wire [F_TIME_W-1:0] f_req_now = \req_delay.now_q ;
wire f_req_queue_head = \req_in_queue.head_q [0];
wire [F_PTR_W:0] f_rsp_head_at = \rsp_delay.head_q ;
wire [F_PTR_W:0] f_rsp_ripe_at = \rsp_delay.ripe_q ;
wire [F_PTR_W:0] f_rsp_tail_at = \rsp_delay.tail_q ;
wire [F_TIME_W-1:0] f_rsp_now = \rsp_delay.now_q ;
wire f_rsp_queue_head = \rsp_in_queue.head_q [0];
wire [F_PTR_W:0] f_ack_head_at = \ack_delay.head_q ;
wire [F_PTR_W:0] f_ack_ripe_at = \ack_delay.ripe_q ;
wire [F_PTR_W:0] f_ack_tail_at = \ack_delay.tail_q ;
wire [F_TIME_W-1:0] f_ack_now = \ack_delay.now_q ;
wire f_ack_queue_head = \ack_in_queue.head_q [0];

wire [F_PTR_W:0] f_head_at = `OF_CLASS(f_class, f_req_head_at, f_rsp_head_at, f_ack_head_at);
wire [F_PTR_W:0] f_ripe_at = `OF_CLASS(f_class, f_req_ripe_at, f_rsp_ripe_at, f_ack_ripe_at);
wire [F_PTR_W:0] f_tail_at = `OF_CLASS(f_class, f_req_tail_at, f_rsp_tail_at, f_ack_tail_at);
wire [F_TIME_W-1:0] f_now = `OF_CLASS(f_class, f_req_now, f_rsp_now, f_ack_now);
wire [DEPTH*F_TIME_W-1:0] f_dues = `OF_CLASS(f_class, f_req_dues, f_rsp_dues, f_ack_dues);
wire [1:0] f_queued = `OF_CLASS(f_class, f_req_queued, f_rsp_queued, f_ack_queued);
wire [F_PTR_W:0] f_flying = `OF_CLASS(f_class, f_req_flying, f_rsp_flying, f_ack_flying);
wire [F_PTR_W:0] f_ripe = `OF_CLASS(f_class, f_req_ripe, f_rsp_ripe, f_ack_ripe);
wire [F_PTR_W:0] f_unripe = f_tail_at - f_ripe_at;

wire f_departed = f_ahead_q < f_flying_q;
wire f_second = f_ahead_q != f_flying_q;
wire f_queue_head = `OF_CLASS(f_class, f_req_queue_head, f_rsp_queue_head, f_ack_queue_head);
wire f_queue_place = f_queue_head ^ f_second;
wire [F_PTR_W-1:0] f_place = f_head_at + f_ahead_q;
wire [WIDTH-1:0] f_req_found = f_departed ? f_req_slots[f_place*REQ_W +: REQ_W] : f_req_queue[f_queue_place*REQ_W +: REQ_W];
wire [WIDTH-1:0] f_rsp_found = f_departed ? f_rsp_slots[f_place*RSP_W +: RSP_W] : f_rsp_queue[f_queue_place*RSP_W +: RSP_W];
wire [WIDTH-1:0] f_ack_found = f_departed ? f_ack_slots[f_place*ACK_W +: ACK_W] : f_ack_queue[f_queue_place*ACK_W +: ACK_W];
wire [F_TIME_W-1:0] f_left = f_dues[f_place*F_TIME_W +: F_TIME_W] - f_now; // cycles until it ripens
wire [F_PTR_W-1:0] f_next = f_ripe_at;
wire [F_TIME_W-1:0] f_next_left = f_dues[f_next*F_TIME_W +: F_TIME_W] - f_now; // until the next one does
`ASSERT(flying_are_counted, f_flying == f_flying_q && f_flying_q <= DEPTH)
`ASSERT(queued_are_counted, f_queued <= 2 && f_count_q == f_flying_q + f_queued)
`ASSERT(ripe_are_flying, f_ripe <= f_flying)
`ASSERT(all_are_counted, f_total_q == f_req_flying + f_req_queued + f_rsp_flying + f_rsp_queued + f_ack_flying + f_ack_queued)
`ASSERT(others_fit, f_req_queued <= 2 && f_req_flying <= DEPTH && f_req_ripe <= f_req_flying && f_rsp_queued <= 2 && f_rsp_flying <= DEPTH && f_rsp_ripe <= f_rsp_flying && f_ack_queued <= 2 && f_ack_flying <= DEPTH && f_ack_ripe <= f_ack_flying)
`ASSERT(followed_is_in_its_slot, !f_inside_q || `OF_CLASS(f_class, f_req_found, f_rsp_found, f_ack_found) == f_msg_q)
`ASSERT(followed_age_within_latency, !f_inside_q || (f_age_q <= LATENCY && (f_departed || f_age_q == 0)))
`ASSERT(followed_ripe_at_latency, !f_inside_q || (f_ahead_q < f_ripe) == (f_age_q == LATENCY))
wire f_waits = f_inside_q && f_departed && f_age_q != LATENCY;
`ASSERT(followed_due_at_latency, !f_waits || f_left == LATENCY - 1 - f_age_q)

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
            f_here = f_ripe_at + f_k;
            f_left_here = f_dues[f_here*F_TIME_W +: F_TIME_W] - f_now;
            if (f_left_here > LATENCY - 2 || (f_k != 0 && f_left_here <= f_left_before))
                f_due_in_order = 1'b0;
            f_left_before = f_left_here;
        end
end
`ASSERT(due_in_order, f_due_in_order)

// The wire: a message that holds it is at the head of its queue, has a place at the far end, and has cycles left. The
// arbiter goes on behind the last to enter.
wire f_holder_has_line = `OF_CLASS(who_q, req_has_line, rsp_has_line, 1'b0);
wire [F_STILL_W-1:0] f_holder_cycles = `OF_CLASS(who_q, f_holder_has_line ? REQ_LINE_CYCLES : REQ_HEAD_CYCLES,
    f_holder_has_line ? RSP_LINE_CYCLES : RSP_HEAD_CYCLES, ACK_CYCLES);
wire [1:0] f_holder_queued = `OF_CLASS(who_q, f_req_queued, f_rsp_queued, f_ack_queued);
wire [F_PTR_W:0] f_holder_flying = `OF_CLASS(who_q, f_req_flying, f_rsp_flying, f_ack_flying);
`ASSERT(holder_is_a_head, !f_stays_q || (f_holder_queued != 0 && f_holder_flying < DEPTH))
`ASSERT(holder_has_cycles_left, sent_q <= (f_stays_q ? f_holder_cycles - 1 : 0))
`ASSERT(holder_stays, f_stays_q == (sent_q != 0) && (!f_stays_q || f_last_q == who_q))
`ASSERT(last_is_a_class, f_last_q != 2'd3 && who_q != 2'd3)
`ASSERT(arbiter_goes_on_behind_the_last, \turns.after_q == ((3'b111 << f_last_q) << 1) || (f_last_q == 2'd2 && \turns.after_q == 3'b111))
`ASSERT(sent_is_of_the_followed, f_sent_q == (f_on_wire ? sent_q : 0) && (!f_on_wire || f_sent_q < f_cycles))

// Waiting: the message at the head begins to wait while one of another class is on the wire, or enters in the same
// cycle. The class behind it in turn may go first, then the one before it, then it goes.
wire f_was_last = f_last_q == f_class;
wire f_was_next = f_last_q == f_next_class;
wire [F_STILL_W-1:0] f_before = f_stays_q ? (f_was_last ? f_others_longest : f_was_next ? 0 : f_next_longest) + sent_q
    : f_was_last ? 0 : f_was_next ? f_next_longest : f_others_longest;
`ASSERT(waited_for_the_others, f_waited_q <= f_before)
`ASSERT(waits_since_it_could, f_waited_q == 0 || f_could)
`ASSERT(next_passed_first, !f_next_passed_q || (f_could && (f_was_last ? f_stays_q : f_was_next ? !f_stays_q : 1'b1)))
`ASSERT(its_turn_is_next, !f_prev_passed_q || (f_could && (f_was_last ? f_stays_q : f_was_next ? 1'b0 : !f_stays_q)))

// Stillness: if no message is on its way, it began no earlier than the head could enter the wire; otherwise it ends
// when the next message ripens.
`ASSERT(still_since_it_could, f_flying_q != 0 || f_count_q == 0 || f_still_q <= f_waited_q)
wire f_none_ripe = f_flying_q != 0 && !out_valid_o;
`ASSERT(still_until_the_next, !f_none_ripe || f_still_q + f_next_left <= f_others_longest + f_longest + LATENCY - 2)
`ASSERT(still_only_inside, f_count_q != 0 || f_still_q == 0)

`COVER(still_longest, f_still_q == f_others_longest + f_longest + LATENCY - 1)
`COVER(waits_longest, f_head && f_waited_q == f_others_longest + f_longest - 1)
`COVER(request_with_a_line_leaves, f_class == 0 && f_takes_off && f_has_line)
`COVER(request_without_leaves, f_class == 0 && f_takes_off && !f_has_line)
`COVER(answer_with_a_line_leaves, f_class == 1 && f_takes_off && f_has_line)
`COVER(answer_without_leaves, f_class == 1 && f_takes_off && !f_has_line)
`COVER(acknowledgement_leaves, f_class == 2 && f_takes_off)
wire [2:0] f_blocked = {f_ack_queued != 0 && f_ack_flying == DEPTH, f_rsp_queued != 0 && f_rsp_flying == DEPTH, f_req_queued != 0 && f_req_flying == DEPTH};
wire [2:0] f_full = {f_ack_queued == 2 && f_ack_flying < DEPTH, f_rsp_queued == 2 && f_rsp_flying < DEPTH, f_req_queued == 2 && f_req_flying < DEPTH};
`COVER(all_have_messages, &f_full && f_leaves)
`COVER(requests_go_while_the_others_are_blocked, f_blocked == 3'b110 && f_pops[0])
`COVER(answers_go_while_the_others_are_blocked, f_blocked == 3'b101 && f_pops[1])
`COVER(acknowledgements_go_while_the_others_are_blocked, f_blocked == 3'b011 && f_pops[2])
`COVER(both_others_go_first, f_next_passed_q && f_prev_passed_q && f_leaves)
`COVER(enters_as_its_place_frees, f_on_wire && f_sent_q == 0 && f_waited_q == 0 && f_flying_q == DEPTH - 1 && f_out_waits_q)
// With a latency of 2 a message ripens before the next can leave.
`COVER(two_on_their_way, LATENCY == 2 || f_unripe == 2 && !out_valid_o)
`COVER(blocked_beyond_latency, f_inside_q && f_age_q == LATENCY && f_out_waits_q && f_ahead_q != 0)
`COVER(idle_again, idle_o && f_age_q == LATENCY)
