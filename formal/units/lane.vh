// um_lane, for any widths, ops, cycles, LATENCY and DEPTH, for QUEUE_IN=2. Put after channel.vh and queue.vh.
//
// Promises, for requests and for answers: the channel contract; messages come out once, unchanged and in order. One
// message at a time is on the wire, for LINE_CYCLES of its class without a pause if its op is among LINE_OPS, else for
// HEAD_CYCLES, and it leaves the wire in the last of these cycles. It enters the wire only if fewer than DEPTH messages
// of its class are on their way. The wire is never left free while a message could enter it; if a message of
// each class could, they take turns, after a reset an answer first. A message is at the far end exactly from LATENCY
// cycles after it left the wire, or from when the one before it is out. Progress: while fewer than DEPTH messages of its
// class are on their way, the message at the head of its queue waits for one message of the other class at most, and so
// leaves the wire within its own cycles and the longest of the other class, whatever becomes of the other
// class at the far end. While a message is inside, the far end is shown none of its class for at most LATENCY - 1
// cycles more than these. Assumes nothing of its environment.

// The channel of a class, any of the two, under the names of the texts for units with one channel.
wire f_rsp = $anyconst;
localparam WIDTH = REQ_W > RSP_W ? REQ_W : RSP_W;
wire in_valid_i = f_rsp ? rsp_in_valid_i : req_in_valid_i;
wire in_ready_o = f_rsp ? rsp_in_ready_o : req_in_ready_o;
wire [WIDTH-1:0] in_msg_i = f_rsp ? rsp_in_msg_i : req_in_msg_i;
wire out_valid_o = f_rsp ? rsp_out_valid_o : req_out_valid_o;
wire out_ready_i = f_rsp ? rsp_out_ready_i : req_out_ready_i;
wire [WIDTH-1:0] out_msg_o = f_rsp ? rsp_out_msg_o : req_out_msg_o;
`CHANNEL_OUT(out)
`QUEUE(DEPTH + 2)

localparam F_PTR_W = $clog2(DEPTH);
localparam F_TIME_W = $clog2(LATENCY + 1);
localparam F_REQ_LONGEST = REQ_LINE_CYCLES > REQ_HEAD_CYCLES ? REQ_LINE_CYCLES : REQ_HEAD_CYCLES;
localparam F_RSP_LONGEST = RSP_LINE_CYCLES > RSP_HEAD_CYCLES ? RSP_LINE_CYCLES : RSP_HEAD_CYCLES;
localparam F_STILL_W = $clog2(F_REQ_LONGEST + F_RSP_LONGEST + LATENCY) + 1;
wire [F_STILL_W-1:0] f_longest = f_rsp ? F_RSP_LONGEST : F_REQ_LONGEST;
wire [F_STILL_W-1:0] f_other_longest = f_rsp ? F_REQ_LONGEST : F_RSP_LONGEST;

// Messages on their way: those that left the wire and have not come out. A message could enter the wire if it is at
// the head of its queue and fewer than DEPTH are on their way.
wire f_leaves = f_rsp ? rsp_in_pop : req_in_pop;
wire f_other_leaves = f_rsp ? req_in_pop : rsp_in_pop;
reg [F_PTR_W:0] f_flying_q;
wire f_could = f_count_q != f_flying_q && f_flying_q < DEPTH;

// The followed message, once it is at the head of its queue.
wire f_head = f_inside_q && f_ahead_q == f_flying_q;
wire f_on_wire = f_head && busy && is_rsp == f_rsp;
wire f_takes_off = f_head && f_leaves;
wire [F_STILL_W-1:0] f_cycles = f_rsp ? (RSP_LINE_OPS[{1'b0, f_msg_q[RSP_OP_LSB +: 4]}] ? RSP_LINE_CYCLES : RSP_HEAD_CYCLES)
    : (REQ_LINE_OPS[{1'b0, f_msg_q[REQ_OP_LSB +: 4]}] ? REQ_LINE_CYCLES : REQ_HEAD_CYCLES);

reg [F_STILL_W-1:0] f_sent_q;    // cycles that the followed message has been on the wire before this one
reg [F_STILL_W-1:0] f_waited_q;  // cycles before this one in which the message at the head could enter or was on the wire
reg f_passed_q;                  // in these cycles a message of the other class left the wire
reg f_passed_twice_q;            // so did another one
reg [F_TIME_W-1:0] f_age_q;      // cycles since the followed message left the wire, counted up to LATENCY
reg [F_STILL_W-1:0] f_still_q;   // consecutive cycles before this one in which it held a message and showed none
reg f_rsp_was_last_q;            // the last message that left the wire was an answer
reg f_stays_q;                   // the message that was on the wire in the cycle before did not leave it
reg f_stays_rsp_q;               // it is an answer
reg [F_COUNT_W-1:0] f_other_count_q; // messages of the other class inside
always @(posedge clk_i)
    if (rst_i) begin
        f_flying_q <= 0;
        f_sent_q <= 0;
        f_waited_q <= 0;
        f_passed_q <= 1'b0;
        f_passed_twice_q <= 1'b0;
        f_age_q <= 0;
        f_still_q <= 0;
        f_rsp_was_last_q <= 1'b0;
        f_stays_q <= 1'b0;
        f_other_count_q <= 0;
    end else begin
        f_flying_q <= f_flying_q + f_leaves - f_pop;
        f_sent_q <= !f_on_wire || f_leaves ? 0 : f_sent_q + (f_sent_q + 1 < f_cycles);
        f_waited_q <= !f_could || f_leaves ? 0 : f_waited_q + 1'b1;
        f_passed_q <= f_could && !f_leaves && (f_passed_q || f_other_leaves);
        f_passed_twice_q <= f_could && !f_leaves && (f_passed_twice_q || f_passed_q && f_other_leaves);
        f_age_q <= f_enters ? 0 : f_takes_off ? 1 : f_age_q + (f_age_q != 0 && f_age_q < LATENCY);
        f_still_q <= f_count_q == 0 || out_valid_o ? 0 : f_still_q + 1'b1;
        if (f_leaves || f_other_leaves)
            f_rsp_was_last_q <= f_rsp ? f_leaves : f_other_leaves;
        f_stays_q <= busy && !f_leaves && !f_other_leaves;
        f_stays_rsp_q <= is_rsp;
        f_other_count_q <= f_other_count_q + (f_rsp ? req_in_valid_i && req_in_ready_o : rsp_in_valid_i && rsp_in_ready_o)
            - (f_rsp ? req_out_valid_o && req_out_ready_i : rsp_out_valid_o && rsp_out_ready_i);
    end

`ASSERT(one_at_a_time, !(f_leaves && (f_other_leaves || !busy || is_rsp != f_rsp)))
`ASSERT(stays_on_the_wire, !f_stays_q || busy && is_rsp == f_stays_rsp_q)
`ASSERT(holds_the_wire, !f_head || f_leaves == (f_on_wire && f_sent_q + 1 == f_cycles))
`ASSERT(enters_if_it_could, !(busy && is_rsp == f_rsp) || f_could)
`ASSERT(never_left_free, !f_could || busy)
`ASSERT(turns_are_taken, !(f_could && busy && is_rsp != f_rsp && !f_stays_q) || f_rsp_was_last_q == f_rsp)
`ASSERT(passed_once_at_most, !f_passed_twice_q)
`ASSERT(leaves_in_time, !f_head || f_waited_q < f_other_longest + f_cycles)
`ASSERT(leaves_the_wire_in_turn, !(f_inside_q && f_ahead_q < f_flying_q) || f_age_q != 0)
`ASSERT(shown_from_latency_on, !f_first || out_valid_o == (f_age_q == LATENCY))
`ASSERT(never_still_for_long, f_still_q <= f_other_longest + f_longest + LATENCY - 1)
`ASSERT(ready_unless_full, in_ready_o == (f_count_q - f_flying_q < 2))
`ASSERT(idle_when_empty, idle_o == (f_count_q == 0 && f_other_count_q == 0))

// Helpers: the places of the queues and the delays, and the place of the followed message.
(* hierconn *) wire [1:0] \req_in_queue.head_q ;
(* hierconn *) wire [1:0] \req_in_queue.tail_q ;
(* hierconn *) wire [REQ_W-1:0] \req_in_queue.slot[0] ;
(* hierconn *) wire [REQ_W-1:0] \req_in_queue.slot[1] ;
(* hierconn *) wire [F_PTR_W:0] \req_delay.head_q ;
(* hierconn *) wire [F_PTR_W:0] \req_delay.ripe_q ;
(* hierconn *) wire [F_PTR_W:0] \req_delay.tail_q ;
(* hierconn *) wire [F_TIME_W-1:0] \req_delay.now_q ;
(* hierconn *) wire [1:0] \rsp_in_queue.head_q ;
(* hierconn *) wire [1:0] \rsp_in_queue.tail_q ;
(* hierconn *) wire [RSP_W-1:0] \rsp_in_queue.slot[0] ;
(* hierconn *) wire [RSP_W-1:0] \rsp_in_queue.slot[1] ;
(* hierconn *) wire [F_PTR_W:0] \rsp_delay.head_q ;
(* hierconn *) wire [F_PTR_W:0] \rsp_delay.ripe_q ;
(* hierconn *) wire [F_PTR_W:0] \rsp_delay.tail_q ;
(* hierconn *) wire [F_TIME_W-1:0] \rsp_delay.now_q ;
`REPEAT(DEPTH) (* hierconn *) wire [REQ_W-1:0] \req_delay.slot[#] ; (* hierconn *) wire [F_TIME_W-1:0] \req_delay.due[#] ;
`REPEAT(DEPTH) (* hierconn *) wire [RSP_W-1:0] \rsp_delay.slot[#] ; (* hierconn *) wire [F_TIME_W-1:0] \rsp_delay.due[#] ;
wire [1:0] f_req_queued = \req_in_queue.tail_q - \req_in_queue.head_q ;
wire [F_PTR_W:0] f_req_flying = \req_delay.tail_q - \req_delay.head_q ;
wire [F_PTR_W:0] f_req_ripe = \req_delay.ripe_q - \req_delay.head_q ;
wire [1:0] f_rsp_queued = \rsp_in_queue.tail_q - \rsp_in_queue.head_q ;
wire [F_PTR_W:0] f_rsp_flying = \rsp_delay.tail_q - \rsp_delay.head_q ;
wire [F_PTR_W:0] f_rsp_ripe = \rsp_delay.ripe_q - \rsp_delay.head_q ;
wire [2*REQ_W-1:0] f_req_queue = {\req_in_queue.slot[1] , \req_in_queue.slot[0] };
wire [DEPTH*REQ_W-1:0] f_req_slots;
wire [DEPTH*F_TIME_W-1:0] f_req_dues;
`REPEAT(DEPTH) assign f_req_slots[#*REQ_W +: REQ_W] = \req_delay.slot[#] ; assign f_req_dues[#*F_TIME_W +: F_TIME_W] = \req_delay.due[#] ;
wire [2*RSP_W-1:0] f_rsp_queue = {\rsp_in_queue.slot[1] , \rsp_in_queue.slot[0] };
wire [DEPTH*RSP_W-1:0] f_rsp_slots;
wire [DEPTH*F_TIME_W-1:0] f_rsp_dues;
`REPEAT(DEPTH) assign f_rsp_slots[#*RSP_W +: RSP_W] = \rsp_delay.slot[#] ; assign f_rsp_dues[#*F_TIME_W +: F_TIME_W] = \rsp_delay.due[#] ;

wire [F_PTR_W:0] f_head_at = f_rsp ? \rsp_delay.head_q : \req_delay.head_q ;
wire [F_PTR_W:0] f_ripe_at = f_rsp ? \rsp_delay.ripe_q : \req_delay.ripe_q ;
wire [F_PTR_W:0] f_tail_at = f_rsp ? \rsp_delay.tail_q : \req_delay.tail_q ;
wire [F_TIME_W-1:0] f_now = f_rsp ? \rsp_delay.now_q : \req_delay.now_q ;
wire [DEPTH*F_TIME_W-1:0] f_dues = f_rsp ? f_rsp_dues : f_req_dues;
wire [1:0] f_queued = f_rsp ? f_rsp_queued : f_req_queued;
wire [F_PTR_W:0] f_flying = f_rsp ? f_rsp_flying : f_req_flying;
wire [F_PTR_W:0] f_ripe = f_rsp ? f_rsp_ripe : f_req_ripe;
wire [1:0] f_other_queued = f_rsp ? f_req_queued : f_rsp_queued;
wire [F_PTR_W:0] f_other_flying = f_rsp ? f_req_flying : f_rsp_flying;
wire [F_PTR_W:0] f_other_ripe = f_rsp ? f_req_ripe : f_rsp_ripe;
wire [F_PTR_W:0] f_unripe = f_tail_at - f_ripe_at;

wire f_departed = f_ahead_q < f_flying_q;
wire f_second = f_ahead_q != f_flying_q;
wire f_queue_place = (f_rsp ? \rsp_in_queue.head_q [0] : \req_in_queue.head_q [0] ) ^ f_second;
wire [F_PTR_W-1:0] f_place = f_head_at + f_ahead_q;
wire [WIDTH-1:0] f_rsp_found = f_departed ? f_rsp_slots[f_place*RSP_W +: RSP_W] : f_rsp_queue[f_queue_place*RSP_W +: RSP_W];
wire [WIDTH-1:0] f_req_found = f_departed ? f_req_slots[f_place*REQ_W +: REQ_W] : f_req_queue[f_queue_place*REQ_W +: REQ_W];
wire [F_TIME_W-1:0] f_left = f_dues[f_place*F_TIME_W +: F_TIME_W] - f_now; // cycles until it ripens
wire [F_PTR_W-1:0] f_next = f_ripe_at;
wire [F_TIME_W-1:0] f_next_left = f_dues[f_next*F_TIME_W +: F_TIME_W] - f_now; // until the next one does
`ASSERT(flying_are_counted, f_flying == f_flying_q && f_flying_q <= DEPTH)
`ASSERT(queued_are_counted, f_queued <= 2 && f_count_q == f_flying_q + f_queued)
`ASSERT(ripe_are_flying, f_ripe <= f_flying)
`ASSERT(others_are_counted, f_other_count_q == f_other_flying + f_other_queued)
`ASSERT(others_fit, f_other_queued <= 2 && f_other_flying <= DEPTH && f_other_ripe <= f_other_flying)
`ASSERT(followed_is_in_its_slot, !f_inside_q || (f_rsp ? f_rsp_found : f_req_found) == f_msg_q)
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

// The wire: a message that holds it is at the head of its queue, has a place at the far end, and has cycles left.
`ASSERT(holder_is_a_head, !f_stays_q || (is_rsp_q ? f_rsp_queued != 0 && f_rsp_flying < DEPTH
    : f_req_queued != 0 && f_req_flying < DEPTH))
`ASSERT(holder_has_cycles_left, sent_q <= (!f_stays_q ? 0
    : is_rsp_q ? (rsp_has_line ? RSP_LINE_CYCLES - 1 : RSP_HEAD_CYCLES - 1)
    : (req_has_line ? REQ_LINE_CYCLES - 1 : REQ_HEAD_CYCLES - 1)))
`ASSERT(holder_stays, f_stays_q == (sent_q != 0) && (!f_stays_q || f_stays_rsp_q == is_rsp_q))
`ASSERT(last_is_remembered, f_stays_q || f_rsp_was_last_q == is_rsp_q)
`ASSERT(sent_is_of_the_followed, f_sent_q == (f_on_wire ? sent_q : 0) && (!f_on_wire || f_sent_q < f_cycles))

// Waiting: the message at the head begins to wait while one of the other class is on the wire, or enters in the same
// cycle. Its own turn is next.
wire f_was_last = is_rsp_q == f_rsp;
wire [F_STILL_W-1:0] f_may_have_waited = f_stays_q ? (f_was_last ? f_other_longest + sent_q : sent_q)
    : f_was_last ? 0 : f_other_longest;
`ASSERT(waited_for_the_other, f_waited_q <= f_may_have_waited)
`ASSERT(waits_since_it_could, f_waited_q == 0 || f_could)
`ASSERT(its_turn_is_next, !f_passed_q || f_could && f_was_last == f_stays_q)

// Stillness: if no message is on its way, it began no earlier than the head could enter the wire; otherwise it ends
// when the next message ripens.
`ASSERT(still_since_it_could, f_flying_q != 0 || f_count_q == 0 || f_still_q <= f_waited_q)
wire f_none_ripe = f_flying_q != 0 && !out_valid_o;
`ASSERT(still_until_the_next, !f_none_ripe || f_still_q + f_next_left <= f_other_longest + f_longest + LATENCY - 2)
`ASSERT(still_only_inside, f_count_q != 0 || f_still_q == 0)

`COVER(still_longest, f_still_q == f_other_longest + f_longest + LATENCY - 1)
`COVER(waits_longest, f_head && f_waited_q == f_other_longest + f_longest - 1)
`COVER(request_with_a_line_leaves, !f_rsp && f_takes_off && f_cycles == REQ_LINE_CYCLES)
`COVER(request_without_leaves, !f_rsp && f_takes_off && f_cycles == REQ_HEAD_CYCLES)
`COVER(answer_with_a_line_leaves, f_rsp && f_takes_off && f_cycles == RSP_LINE_CYCLES)
`COVER(answer_without_leaves, f_rsp && f_takes_off && f_cycles == RSP_HEAD_CYCLES)
// Both queues are full, and their messages go in turns.
wire f_both_full = f_queued == 2 && f_other_queued == 2;
reg f_both_q;      // both were full when the last message left the wire, which was of the other class
always @(posedge clk_i)
    if (rst_i || f_leaves)
        f_both_q <= 1'b0;
    else if (f_other_leaves)
        f_both_q <= f_both_full && f_other_flying < DEPTH;
`COVER(goes_after_the_other, f_both_q && f_leaves && f_other_queued != 0)
`COVER(answers_go_while_requests_are_blocked, f_rsp && f_leaves && f_other_queued != 0 && f_other_flying == DEPTH)
`COVER(requests_go_while_answers_are_blocked, !f_rsp && f_leaves && f_other_queued != 0 && f_other_flying == DEPTH)
`COVER(both_blocked, f_queued != 0 && f_flying_q == DEPTH && f_other_queued != 0 && f_other_flying == DEPTH)
`COVER(enters_as_its_place_frees, f_on_wire && f_sent_q == 0 && f_waited_q == 0 && f_flying_q == DEPTH - 1 && f_out_waits_q)
// With a latency of 2 a message ripens before the next can leave.
`COVER(two_on_their_way, LATENCY == 2 || f_unripe == 2 && !out_valid_o)
`COVER(blocked_beyond_latency, f_inside_q && f_age_q == LATENCY && f_out_waits_q && f_ahead_q != 0)
`COVER(idle_again, idle_o && f_age_q == LATENCY)
