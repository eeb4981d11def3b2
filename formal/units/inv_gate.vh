// um_inv_gate, for any widths. Put after channel.vh, queue.vh, cache_queues.vh and inv_gate_env.vh.
//
// Promises, for its requests and for its acknowledgements: each comes out once, unchanged and in order. A store, an atomic
// or an acknowledgement comes out when its line was asked for by `drop` after it came in, and that was answered. Anything
// else is asked nothing. One line at a time is asked for, and those of acknowledgements first. An acknowledgement waits for
// no request but for the answer to the one line that is asked for; what is clear, and what writes nothing, waits for room
// alone. idle_o is set in the cycles in which nothing goes on.

// The channel of the requests, or that of the acknowledgements, any of both, under the names of queue.vh.
wire f_ack = $anyconst;
localparam WIDTH = REQ_W > ACK_W ? REQ_W : ACK_W;
wire in_valid_i = f_ack ? ack_valid_i : req_valid_i;
wire in_ready_o = f_ack ? ack_ready_o : req_ready_o;
wire [WIDTH-1:0] in_msg_i = f_ack ? ack_msg_i : req_msg_i;
wire out_valid_o = f_ack ? mem_ack_valid_o : mem_req_valid_o;
wire out_ready_i = f_ack ? mem_ack_ready_i : mem_req_ready_i;
wire [WIDTH-1:0] out_msg_o = f_ack ? mem_ack_msg_o : mem_req_msg_o;

`CHANNEL_OUT(mem_req)
`CHANNEL_OUT(mem_ack)
`CHANNEL_OUT(drop)
`QUEUE(QUEUE_IN + QUEUE_OUT)

// ---- the line is dropped ----

`define REQ_LINE(msg) msg[8*LINE_BYTES + LINE_BYTES +: LINE_W]
`define REQ_OP(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W +: 4]
`define ACK_LINE(msg) msg[0 +: LINE_W]
`define REQ_WRITES(msg) (`REQ_OP(msg) == 4'd1 || `REQ_OP(msg) == 4'd6)
wire f_writes = f_ack || `REQ_WRITES(f_msg_q);
wire [LINE_W-1:0] f_line = f_ack ? `ACK_LINE(f_msg_q) : `REQ_LINE(f_msg_q);
reg f_drop_sent_q;  // since it came in, its line was asked for,
reg f_drop_done_q;  // and that was answered
always @(posedge clk_i)
    if (f_enters || !f_inside_q) begin
        f_drop_sent_q <= 1'b0;
        f_drop_done_q <= 1'b0;
    end else begin
        if (f_asks && drop_msg_o[0 +: LINE_W] == f_line) f_drop_sent_q <= 1'b1;
        if (f_hears && f_drop_sent_q) f_drop_done_q <= 1'b1;
    end
`ASSERT(leaves_when_its_line_is_dropped, !(f_first && out_valid_o && f_writes) || f_drop_done_q)
`ASSERT(one_line_is_asked_for, f_asked_q <= 1 && !(drop_valid_o && f_asked_q != 0))

// ---- who goes on ----

`IN_QUEUE(reqs, REQ_W, \req_queue.head_q , \req_queue.tail_q , \req_queue.slot[0] , \req_queue.slot[1] )
`IN_QUEUE(acks, ACK_W, \ack_queue.head_q , \ack_queue.tail_q , \ack_queue.slot[0] , \ack_queue.slot[1] )
`IN_QUEUE(backs, DROP_W, \dropped_queue.head_q , \dropped_queue.tail_q , \dropped_queue.slot[0] , \dropped_queue.slot[1] )
`OUT_QUEUE(mem_reqs, REQ_W, \mem_req_queue.head_q , \mem_req_queue.tail_q , \mem_req_queue.slot[0] , \mem_req_queue.slot[1] )
`OUT_QUEUE(mem_acks, ACK_W, \mem_ack_queue.head_q , \mem_ack_queue.tail_q , \mem_ack_queue.slot[0] , \mem_ack_queue.slot[1] )
`OUT_QUEUE(drops, DROP_W, \drop_queue.head_q , \drop_queue.tail_q , \drop_queue.slot[0] , \drop_queue.slot[1] )
wire [REQ_W-1:0] f_req_head = f_reqs_head[0] ? f_reqs_1 : f_reqs_0;
wire [ACK_W-1:0] f_ack_head = f_acks_head[0] ? f_acks_1 : f_acks_0;
wire f_req_writes = |f_reqs && `REQ_WRITES(f_req_head);

// A head that a line is asked for, and one whose line is dropped.
wire f_req_waits = f_req_writes && !req_clear_q;
wire f_ack_waits = |f_acks && !ack_clear_q;
`ASSERT(ack_is_asked_for_first, !(!busy_q && f_ack_waits && !f_drops_full) || (ask_go && drop_msg[0 +: LINE_W] == `ACK_LINE(f_ack_head)))
`ASSERT(request_is_asked_for_next, !(!busy_q && f_req_waits && !f_ack_waits && !f_drops_full)
    || (ask_go && drop_msg[0 +: LINE_W] == `REQ_LINE(f_req_head)))
`ASSERT(nobody_else_asks, !ask_go || !busy_q && (f_req_waits || f_ack_waits))
`ASSERT(request_goes_into_room, !(|f_reqs && !f_mem_reqs_full && !f_req_waits) || req_go)
`ASSERT(ack_goes_into_room, !(|f_acks && !f_mem_acks_full && !f_ack_waits) || ack_go)
`ASSERT(hears_at_once, !(|f_backs) || (dropped_pop && busy_q))
// What was heard of is asked for no more: it is clear from then until it goes.
reg f_req_clear_due_q;
reg f_ack_clear_due_q;
always @(posedge clk_i) begin
    f_req_clear_due_q <= !rst_i && (dropped_valid && !for_ack_q || req_clear_q && !req_go);
    f_ack_clear_due_q <= !rst_i && (dropped_valid && for_ack_q || ack_clear_q && !ack_go);
end
`ASSERT(request_is_clear_until_it_goes, !f_req_clear_due_q || req_clear_q)
`ASSERT(ack_is_clear_until_it_goes, !f_ack_clear_due_q || ack_clear_q)
`COVER(clear_request_waits_for_room, f_req_clear_due_q && f_mem_reqs_full)
`COVER(clear_ack_waits_for_room, f_ack_clear_due_q && f_mem_acks_full)
`ASSERT(idle_unless_one_goes, idle_o == !(ask_go || req_go || ack_go || dropped_pop))

// ---- what makes them inductive ----

// The one line is in one place: on its way out, outside, or on its way back.
wire [2:0] f_lines = {2'd0, f_drops[0]} + f_drops[1] + f_asked_q + f_backs[0] + f_backs[1];
`ASSERT(busy_with_one_line, f_lines == {2'd0, busy_q})
`ASSERT(asked_for_a_waiting_head, !busy_q || (for_ack_q ? f_ack_waits : f_req_waits))
`ASSERT(clear_is_a_head_that_writes, (!req_clear_q || f_req_writes) && (!ack_clear_q || |f_acks))

// The followed message, in the order of the four places: those of the queue where it comes out, then where it came in.
wire [1:0] f_in = f_ack ? f_acks : f_reqs;
wire [1:0] f_out = f_ack ? f_mem_acks : f_mem_reqs;
wire f_in_head = f_ack ? f_acks_head[0] : f_reqs_head[0];
wire f_out_head = f_ack ? f_mem_acks_head[0] : f_mem_reqs_head[0];
wire [WIDTH-1:0] f_in_0 = f_ack ? f_acks_0 : f_reqs_0;
wire [WIDTH-1:0] f_in_1 = f_ack ? f_acks_1 : f_reqs_1;
wire [WIDTH-1:0] f_out_0 = f_ack ? f_mem_acks_0 : f_mem_reqs_0;
wire [WIDTH-1:0] f_out_1 = f_ack ? f_mem_acks_1 : f_mem_reqs_1;
wire [1:0] f_leaving = {1'b0, f_out[0]} + f_out[1];
wire [1:0] f_waiting = {1'b0, f_in[0]} + f_in[1];
wire f_is_leaving = f_inside_q && f_ahead_q < f_leaving;
wire f_is_head = f_inside_q && f_ahead_q == f_leaving;
wire f_out_at = f_out_head ^ f_ahead_q[0];
wire f_in_at = f_in_head ^ f_ahead_q[0] ^ f_leaving[0];
`ASSERT(places_are_counted, f_count_q == f_leaving + f_waiting)
`ASSERT(leaving_is_the_followed, !f_is_leaving || (f_out_at ? f_out_1 : f_out_0) == f_msg_q)
`ASSERT(waiting_is_the_followed, !(f_inside_q && !f_is_leaving) || (f_in_at ? f_in_1 : f_in_0) == f_msg_q)
wire f_clear = f_ack ? ack_clear_q : req_clear_q;
wire f_asked_for = f_is_head && busy_q && for_ack_q == f_ack;
wire [DROP_W-1:0] f_drop_out = f_drops[1] ? f_drops_1 : f_drops_0;
`ASSERT(leaving_was_dropped, !(f_is_leaving && f_writes) || f_drop_done_q)
`ASSERT(clear_was_dropped, !(f_is_head && f_writes && f_clear) || f_drop_done_q)
`ASSERT(asked_for_its_line, !(f_asked_for && |f_drops) || f_drop_out[0 +: LINE_W] == f_line)
`ASSERT(asked_for_it_outside, !(f_asked_for && f_asked_q != 0) || f_drop_sent_q)
`ASSERT(heard_of_it, !(f_asked_for && |f_backs) || f_drop_done_q)

// A clock that stands changes no register, and nothing is counted.
wire f_nothing_passes = !(req_valid_i && req_ready_o) && !(ack_valid_i && ack_ready_o) && !f_asks && !f_hears
    && !(mem_req_valid_o && mem_req_ready_i) && !(mem_ack_valid_o && mem_ack_ready_i);
localparam F_STATE_W = 2*(2*REQ_W + 2*ACK_W + 2*DROP_W) + 24 + 4;
wire [F_STATE_W-1:0] f_state = {f_reqs_1, f_reqs_0, f_acks_1, f_acks_0, f_backs_1, f_backs_0, f_mem_reqs_1, f_mem_reqs_0,
    f_mem_acks_1, f_mem_acks_0, f_drops_1, f_drops_0, f_reqs_head, f_reqs_tail, f_acks_head, f_acks_tail, f_backs_head,
    f_backs_tail, f_mem_reqs_head, f_mem_reqs_tail, f_mem_acks_head, f_mem_acks_tail, f_drops_head, f_drops_tail,
    busy_q, for_ack_q, req_clear_q, ack_clear_q};
reg f_slept_q;
reg [F_STATE_W-1:0] f_state_q;
always @(posedge clk_i) begin
    f_slept_q <= !rst_i && idle_o && f_nothing_passes;
    f_state_q <= f_state;
end
`ASSERT(idle_until_a_message_passes, !f_slept_q || f_state == f_state_q)
`ASSERT(counts_nothing_asleep, !(idle_o && f_nothing_passes) || events == 0)

// ---- covers ----

`COVER(store_leaves, f_first && f_pop && !f_ack && `REQ_OP(f_msg_q) == 4'd1)
`COVER(atomic_leaves, f_first && f_pop && !f_ack && `REQ_OP(f_msg_q) == 4'd6)
`COVER(load_leaves_unasked, f_first && f_pop && !f_writes && !f_drop_sent_q)
`COVER(ack_leaves, f_first && f_pop && f_ack)
`COVER(load_waits_behind_a_store, f_inside_q && !f_writes && !f_is_leaving && f_req_waits && !f_is_head)
`COVER(ack_goes_before_a_store, ack_go && f_req_waits)
`COVER(store_waits_for_an_acks_line, f_req_waits && busy_q && for_ack_q)
`COVER(ack_waits_for_a_stores_line, f_ack_waits && busy_q && !for_ack_q)
`COVER(both_are_clear, req_clear_q && ack_clear_q)
`COVER(clear_store_waits_for_room, req_clear_q && f_mem_reqs_full)
`COVER(idle_with_a_line_outside, idle_o && f_asked_q != 0 && f_req_waits)
