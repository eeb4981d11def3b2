// um_detour, for any widths, BUCKETS and FLIGHT_W, and for QUEUE_OUT=2 (the
// names of its places are written out). Put after channel.vh, queue.vh and detour_env.vh.
//
// Promises, for each bucket of lines: its requests come out once and in the order in which they came in, by whichever way,
// unchanged but for the bit that says that the way is the overlay; so do its answers, with that bit cleared. Requests of a
// bucket that are in flight, from here until their answers are on their way to the bank, have gone by one way: the way of a
// bucket changes when none of it is in flight. Progress: the oldest request goes at once by the way of its bucket, or, if
// none of that is in flight, by the overlay if that has room, and else by the network; it waits for room, or while so many
// of its bucket are in flight as can be counted. An answer waits for room towards the bank, and for one answer of the other
// way. idle_o is set in the cycles in which nothing waits.

wire [BUCKET_W-1:0] f_b = $anyconst; // any bucket

// Its requests, or its answers, either of both, under the names of queue.vh.
wire f_rsp = $anyconst;
localparam WIDTH = REQ_W > RSP_W ? REQ_W : RSP_W;
wire f_pass_shows = pass_req_valid_o && f_pass_asked == f_b;
wire f_net_shows = net_req_valid_o && f_net_asked == f_b;
wire f_pass_comes = pass_rsp_valid_i && f_pass_heard == f_b;
wire f_net_comes = net_rsp_valid_i && f_net_heard == f_b;
wire in_valid_i = f_rsp ? f_pass_comes || f_net_comes : req_valid_i && req_msg_i[REQ_BUCKET +: BUCKET_W] == f_b;
wire in_ready_o = !f_rsp ? req_ready_o : f_pass_comes ? pass_rsp_ready_o : net_rsp_ready_o;
wire [WIDTH-1:0] in_msg_i = !f_rsp ? req_msg_i : f_pass_comes ? pass_rsp_msg_i : net_rsp_msg_i;
wire out_valid_o = f_rsp ? rsp_valid_o && rsp_msg_o[RSP_BUCKET +: BUCKET_W] == f_b : f_pass_shows || f_net_shows;
wire out_ready_i = f_rsp ? rsp_ready_i : f_pass_shows ? pass_req_ready_i : net_req_ready_i;
wire [WIDTH-1:0] out_msg_o = f_rsp ? rsp_msg_o : f_pass_shows ? pass_req_msg_o : net_req_msg_o;

// The followed message as it comes out by the overlay, by the network, and at the bank.
localparam [WIDTH-1:0] F_ONE = 1;
wire [WIDTH-1:0] f_followed;
wire [WIDTH-1:0] f_marked = f_followed | F_ONE << REQ_WAY;
wire [WIDTH-1:0] f_cleared = f_followed & ~(F_ONE << RSP_WAY);

`CHANNEL_OUT(pass_req)
`CHANNEL_OUT(net_req)
`CHANNEL_OUT(rsp)
`QUEUE_OF(1 + QUEUE_OUT, f_rsp ? f_cleared : f_pass_shows ? f_marked : f_followed)
assign f_followed = f_msg_q;

// ---- one way at a time ----

wire [FLIGHT_W-1:0] f_pass_out = f_pass_out_q[f_b*FLIGHT_W +: FLIGHT_W];
wire [FLIGHT_W-1:0] f_net_out = f_net_out_q[f_b*FLIGHT_W +: FLIGHT_W];
`ASSERT(no_way_beside_the_overlay, !(f_net_shows && (f_pass_shows || f_pass_out != 0)))
`ASSERT(no_way_beside_the_network, !(f_pass_shows && (f_net_shows || f_net_out != 0)))

// Names for what waits where it came in, and for the places of the queues where messages come out, the same for both:
// which of two places hold a message, these, and the place that the next message leaves.
`define WAITS(what, waits, msg, width) \
    wire [1:0] f_``what`` = {1'b0, waits }; \
    wire f_``what``_head = 1'b0; \
    wire [width-1:0] f_``what``_0 = msg ; \
    wire [width-1:0] f_``what``_1 = 0;
`define PLACES(what, width, head, tail, first, second) \
    (* hierconn *) wire [1:0] head ; \
    (* hierconn *) wire [1:0] tail ; \
    (* hierconn *) wire [width-1:0] first ; \
    (* hierconn *) wire [width-1:0] second ; \
    wire [1:0] f_``what``_count = tail - head ; \
    wire f_``what``_head = head [0]; \
    wire [1:0] f_``what`` = f_``what``_count == 2 ? 2'b11 : f_``what``_count == 0 ? 2'b00 : 2'b01 << f_``what``_head; \
    wire [width-1:0] f_``what``_0 = first ; \
    wire [width-1:0] f_``what``_1 = second ; \
    wire [3:0] f_``what``_state = { head , tail }; \
    wire f_``what``_full = f_``what``_count == 2; \
    `ASSERT(what``_holds_two, f_``what``_count <= 2)
`WAITS(asked, req_waits_q, req_msg_q, REQ_W)
`WAITS(pass_back, pass_rsp_waits_q, pass_rsp_msg_q, RSP_W)
`WAITS(net_back, net_rsp_waits_q, net_rsp_msg_q, RSP_W)
`PLACES(by_pass, REQ_W, \pass_req_queue.head_q , \pass_req_queue.tail_q , \pass_req_queue.slot[0] , \pass_req_queue.slot[1] )
`PLACES(by_net, REQ_W, \net_req_queue.head_q , \net_req_queue.tail_q , \net_req_queue.slot[0] , \net_req_queue.slot[1] )
`PLACES(tell, RSP_W, \rsp_queue.head_q , \rsp_queue.tail_q , \rsp_queue.slot[0] , \rsp_queue.slot[1] )
(* hierconn *) wire [1:0] \turns.after_q ;

// Which places of a queue hold messages of the bucket; `at` is where these have it.
`define OURS(what, at) {f_``what``[1] && f_``what``_1[at +: BUCKET_W] == f_b, f_``what``[0] && f_``what``_0[at +: BUCKET_W] == f_b}
wire [1:0] f_asked_ours = `OURS(asked, REQ_BUCKET);
wire [1:0] f_by_pass_ours = `OURS(by_pass, REQ_BUCKET);
wire [1:0] f_by_net_ours = `OURS(by_net, REQ_BUCKET);
wire [1:0] f_pass_back_ours = `OURS(pass_back, RSP_BUCKET);
wire [1:0] f_net_back_ours = `OURS(net_back, RSP_BUCKET);
wire [1:0] f_tell_ours = `OURS(tell, RSP_BUCKET);

// Those in flight by each way, here and outside.
wire [FLIGHT_W+2:0] f_pass_all = f_pass_out + f_by_pass_ours[0] + f_by_pass_ours[1] + f_pass_back_ours[0] + f_pass_back_ours[1];
wire [FLIGHT_W+2:0] f_net_all = f_net_out + f_by_net_ours[0] + f_by_net_ours[1] + f_net_back_ours[0] + f_net_back_ours[1];
wire [FLIGHT_W-1:0] f_flights = flights_q[f_b*FLIGHT_W +: FLIGHT_W];
`ASSERT(in_flight_by_one_way, f_pass_all == 0 || f_net_all == 0)
`ASSERT(flights_are_counted, f_flights == f_pass_all + f_net_all)
`ASSERT(way_is_remembered, (passing_q[f_b] ? f_net_all : f_pass_all) == 0)

// ---- who goes on ----

// The oldest request is the one that waits, or else the one that comes; so is the oldest answer of a way.
wire [REQ_W-1:0] f_head = req_waits_q ? req_msg_q : req_msg_i;
wire f_head_ours = (req_waits_q || req_valid_i) && f_head[REQ_BUCKET +: BUCKET_W] == f_b;
wire f_counts = f_flights != {FLIGHT_W{1'b1}}; // one more can be counted
wire f_goes = req_valid && req_pop;
wire f_goes_by_pass = f_goes && pass_req_push && pass_req_room;
wire f_goes_by_net = f_goes && net_req_push && net_req_room;
wire f_takes_pass = f_flights == 0 && !f_by_pass_full;
wire f_takes_net = f_flights == 0 && f_by_pass_full && !f_by_net_full;
wire f_keeps_pass = f_pass_all != 0 && f_counts && !f_by_pass_full;
wire f_keeps_net = f_net_all != 0 && f_counts && !f_by_net_full;
`ASSERT(goes_by_one_way, f_goes ? f_goes_by_pass != f_goes_by_net : !(pass_req_push && pass_req_room) && !(net_req_push && net_req_room))
`ASSERT(takes_the_overlay_if_it_can, !(f_head_ours && (f_takes_pass || f_keeps_pass)) || f_goes_by_pass)
`ASSERT(takes_the_network_else, !(f_head_ours && (f_takes_net || f_keeps_net)) || f_goes_by_net)
`ASSERT(waits_else, !f_head_ours || f_takes_pass || f_keeps_pass || f_takes_net || f_keeps_net || !f_goes)

wire f_of_net = $anyconst; // any way of answers
wire f_could = (f_of_net ? net_rsp_waits_q || net_rsp_valid_i : pass_rsp_waits_q || pass_rsp_valid_i) && !f_tell_full;
wire f_back = f_of_net ? net_rsp_pop : pass_rsp_pop;
wire f_other_back = f_of_net ? pass_rsp_pop : net_rsp_pop;
reg [1:0] f_passed_q; // cycles before this one in which the head of its answers could go and did not
always @(posedge clk_i)
    f_passed_q <= rst_i || f_back ? 0 : f_passed_q + f_could;
`ASSERT(answer_goes_if_it_could, !f_back || f_could)
`ASSERT(one_answer_at_a_time, !(f_back && f_other_back))
`ASSERT(room_is_never_left, !f_could || f_back || f_other_back)
`ASSERT(answer_waits_for_one_at_most, f_passed_q <= 1)
`ASSERT(idle_unless_one_waits, idle_o == !(|f_asked || |f_pass_back || |f_net_back))
`ASSERT(ready_unless_one_waits, req_ready_o == !f_asked && pass_rsp_ready_o == !f_pass_back && net_rsp_ready_o == !f_net_back)

// ---- what makes them inductive ----

wire f_comes_first = f_of_net ? \turns.after_q == 2'b10 : \turns.after_q == 2'b00;
`ASSERT(passed_over_comes_first, f_passed_q == 0 || (f_of_net ? net_rsp_waits_q : pass_rsp_waits_q) && f_comes_first)

// The six places in the order in which their messages come out, from bit 0 up: whether one of ours is there, and whether
// it could be the followed one. By one of the ways there is none.
`define IN_TURN(what, bits) f_``what``_head ? {bits[0], bits[1]} : bits
`define ALIKE(what, msg) {f_``what``_1 == msg, f_``what``_0 == msg}
wire [1:0] f_asked_like = `ALIKE(asked, f_msg_q);
wire [1:0] f_by_pass_like = `ALIKE(by_pass, f_marked);
wire [1:0] f_by_net_like = `ALIKE(by_net, f_msg_q);
wire [1:0] f_pass_back_like = `ALIKE(pass_back, f_msg_q);
wire [1:0] f_net_back_like = `ALIKE(net_back, f_msg_q);
wire [1:0] f_tell_like = `ALIKE(tell, f_cleared);
wire [1:0] f_asked_turn = `IN_TURN(asked, f_asked_ours);
wire [1:0] f_by_pass_turn = `IN_TURN(by_pass, f_by_pass_ours);
wire [1:0] f_by_net_turn = `IN_TURN(by_net, f_by_net_ours);
wire [1:0] f_pass_back_turn = `IN_TURN(pass_back, f_pass_back_ours);
wire [1:0] f_net_back_turn = `IN_TURN(net_back, f_net_back_ours);
wire [1:0] f_tell_turn = `IN_TURN(tell, f_tell_ours);
wire [1:0] f_asked_match = `IN_TURN(asked, f_asked_like);
wire [1:0] f_by_pass_match = `IN_TURN(by_pass, f_by_pass_like);
wire [1:0] f_by_net_match = `IN_TURN(by_net, f_by_net_like);
wire [1:0] f_pass_back_match = `IN_TURN(pass_back, f_pass_back_like);
wire [1:0] f_net_back_match = `IN_TURN(net_back, f_net_back_like);
wire [1:0] f_tell_match = `IN_TURN(tell, f_tell_like);
wire [5:0] f_ours = f_rsp ? {f_net_back_turn, f_pass_back_turn, f_tell_turn} : {f_asked_turn, f_by_net_turn, f_by_pass_turn};
wire [5:0] f_alike = f_rsp ? {f_net_back_match, f_pass_back_match, f_tell_match}
    : {f_asked_match, f_by_net_match, f_by_pass_match};
reg f_found;
reg [F_COUNT_W-1:0] f_ours_count;
integer f_k;
always @* begin
    f_found = 1'b0;
    f_ours_count = 0;
    for (f_k = 0; f_k < 6; f_k = f_k + 1) begin
        if (f_ours[f_k] && f_ours_count == f_ahead_q)
            f_found = f_alike[f_k];
        f_ours_count = f_ours_count + f_ours[f_k];
    end
end
`ASSERT(ours_are_counted, f_ours_count == f_count_q)
`ASSERT(followed_is_in_its_place, !f_inside_q || f_found)
`ASSERT(followed_is_ours, !f_inside_q || f_msg_q[(f_rsp ? RSP_BUCKET : REQ_BUCKET) +: BUCKET_W] == f_b)

// A clock that stands changes no register, and nothing is counted.
wire f_nothing_passes = !(req_valid_i && req_ready_o) && !(rsp_valid_o && rsp_ready_i)
    && !f_pass_asks && !f_net_asks && !f_pass_hears && !f_net_hears;
localparam F_STATE_W = 5*REQ_W + 4*RSP_W + 3 + 12 + BUCKETS*FLIGHT_W + BUCKETS + 2;
wire [F_STATE_W-1:0] f_state = {f_asked_0, f_pass_back_0, f_net_back_0, f_asked[0], f_pass_back[0], f_net_back[0],
    f_by_pass_1, f_by_pass_0, f_by_net_1, f_by_net_0, f_tell_1, f_tell_0, f_by_pass_state, f_by_net_state, f_tell_state,
    flights_q, passing_q, \turns.after_q };
reg f_slept_q;
reg [F_STATE_W-1:0] f_state_q;
always @(posedge clk_i) begin
    f_slept_q <= !rst_i && idle_o && f_nothing_passes;
    f_state_q <= f_state;
end
`ASSERT(idle_until_a_message_passes, !f_slept_q || f_state == f_state_q)
`ASSERT(counts_nothing_asleep, !(idle_o && f_nothing_passes) || events == 0)

// ---- covers ----

`COVER(leaves_by_the_overlay, f_first && f_pop && !f_rsp && f_pass_shows)
`COVER(leaves_by_the_network, f_first && f_pop && !f_rsp && f_net_shows)
`COVER(answer_of_the_overlay_leaves, f_first && f_pop && f_rsp && f_pass_all != 0)
`COVER(answer_of_the_network_leaves, f_first && f_pop && f_rsp && f_net_all != 0)
`COVER(detours, f_head_ours && f_takes_net && f_goes_by_net)
// One bucket fills one way, so the two that are full have others.
`COVER_WHERE(BUCKETS > 2, waits_for_both, f_head_ours && f_flights == 0 && f_by_pass_full && f_by_net_full)
`COVER(stays_on_the_network_beside_a_free_overlay, f_head_ours && f_keeps_net && f_by_pass == 0)
`COVER(waits_for_the_overlay_beside_a_free_network, f_head_ours && f_pass_all != 0 && f_counts && f_by_pass_full && f_by_net == 0)
`COVER(waits_for_an_answer, f_head_ours && req_waits_q && !f_counts)
// The way of a bucket changes, either way; requests of two buckets go by two ways.
reg f_was_net_q;
reg f_was_pass_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_was_net_q <= 1'b0;
        f_was_pass_q <= 1'b0;
    end else begin
        f_was_net_q <= f_was_net_q || f_head_ours && f_goes_by_net;
        f_was_pass_q <= f_was_pass_q || f_head_ours && f_goes_by_pass;
    end
`COVER(comes_back_to_the_overlay, f_was_net_q && f_head_ours && f_takes_pass)
`COVER(leaves_the_overlay, f_was_pass_q && f_head_ours && f_takes_net)
`COVER(two_buckets_by_two_ways, f_pass_out != 0 && f_net_out == 0 && |f_net_out_q)
`COVER(one_goes_when_the_last_is_answered, f_head_ours && f_goes && f_flights == 1 && (f_back || f_other_back) && rsp_msg[RSP_BUCKET +: BUCKET_W] == f_b)
`COVER(goes_in_the_cycle_in_which_it_comes, f_head_ours && !req_waits_q && f_goes)
`COVER(answer_is_passed_over, f_passed_q == 1 && f_back)
`COVER(wakes_with_a_message_inside, f_slept_q && f_count_q != 0 && f_pop)
