// um_ni_eject_*, for any classes (HAS_REQ, HAS_RSP, HAS_ACK) and sizes, and for QUEUE_OUT=2, or 1 with the define
// QUEUE_OUT_1. Put after channel.vh, flit_classes.vh and ni_eject_env.vh.
//
// Promises, for any virtual channel f_v, and so for all of them
// * each packet that comes by it is one message of its class: its flits, in order, are | body | head | node | from bit 0
//   up, without flits of others between them; of a packet that is shorter than a whole message the rest is 0. Messages of
//   a channel come out in order, once, and none from nowhere;
// * credits are conserved: the places that the router counts, flits that are buffered and the credit on its way are
//   DEPTH, so no buffer runs over and each flit that leaves frees a place once;
// * a flit leaves in each cycle in which one could, and a class that could move one waits for CLASSES - 1 flits of others
//   at most: so one whose message is not taken keeps no other waiting. Of the channels of a class, one with a packet
//   waits for GROUP - 1 packets of others at most;
// * the channel contract of each output; idle_o is set only if nothing changes until a flit comes or a message is taken.

wire [VC_W-1:0] f_v = $anyconst;
wire f_exist = f_v < VCS && f_has_class[f_v];
wire [1:0] f_class = f_v < GROUP ? 0 : f_v < 2*GROUP ? 1 : 2;
wire [VC_W:0] f_first_vc = f_class*GROUP;
// What has this name of the class of f_v.
`define OF_CLASS(what) (f_class == 0 ? `IF_REQ(req_``what) : f_class == 1 ? `IF_RSP(rsp_``what) : `IF_ACK(ack_``what))
localparam F_REQ_MSG_W = `IF_REQ(REQ_W);
localparam F_RSP_MSG_W = `IF_RSP(RSP_W);
localparam F_ACK_MSG_W = `IF_ACK(ACK_W);
localparam F_TWO_MSG_W = F_REQ_MSG_W > F_RSP_MSG_W ? F_REQ_MSG_W : F_RSP_MSG_W;
localparam F_MSG_W = F_ACK_MSG_W > F_TWO_MSG_W ? F_ACK_MSG_W : F_TWO_MSG_W;
`ifdef HAS_REQ
`CHANNEL_OUT(req)
`endif
`ifdef HAS_RSP
`CHANNEL_OUT(rsp)
`endif
`ifdef HAS_ACK
`CHANNEL_OUT(ack)
`endif

// ---- the places of the outputs' queues ----

`ifdef QUEUE_OUT_1
localparam F_QUEUE_OUT = 1;
localparam F_QPTR_W = 0;
`else
localparam F_QUEUE_OUT = 2;
localparam F_QPTR_W = 1;
`endif
`ASSERT(queues_are_as_defined, QUEUE_OUT == F_QUEUE_OUT)
`ASSERT(classes_are_as_defined, CLASSES == `IF_REQ(1) + `IF_RSP(1) + `IF_ACK(1))
`ifdef HAS_REQ
(* hierconn *) wire [F_QPTR_W:0] \req_queue.head_q ;
(* hierconn *) wire [F_QPTR_W:0] \req_queue.tail_q ;
(* hierconn *) wire [REQ_W-1:0] \req_queue.slot[0] ;
`ifdef QUEUE_OUT_1
wire [2*F_MSG_W-1:0] f_req_queue = \req_queue.slot[0] ;
`else
(* hierconn *) wire [REQ_W-1:0] \req_queue.slot[1] ;
wire [F_MSG_W-1:0] f_req_second = \req_queue.slot[1] ;
wire [2*F_MSG_W-1:0] f_req_queue = {f_req_second, {F_MSG_W{1'b0}}} | \req_queue.slot[0] ;
`endif
wire [F_QPTR_W:0] f_req_head = \req_queue.head_q ;
wire [F_QPTR_W:0] f_req_tail = \req_queue.tail_q ;
`endif
`ifdef HAS_RSP
(* hierconn *) wire [F_QPTR_W:0] \rsp_queue.head_q ;
(* hierconn *) wire [F_QPTR_W:0] \rsp_queue.tail_q ;
(* hierconn *) wire [RSP_W-1:0] \rsp_queue.slot[0] ;
`ifdef QUEUE_OUT_1
wire [2*F_MSG_W-1:0] f_rsp_queue = \rsp_queue.slot[0] ;
`else
(* hierconn *) wire [RSP_W-1:0] \rsp_queue.slot[1] ;
wire [F_MSG_W-1:0] f_rsp_second = \rsp_queue.slot[1] ;
wire [2*F_MSG_W-1:0] f_rsp_queue = {f_rsp_second, {F_MSG_W{1'b0}}} | \rsp_queue.slot[0] ;
`endif
wire [F_QPTR_W:0] f_rsp_head = \rsp_queue.head_q ;
wire [F_QPTR_W:0] f_rsp_tail = \rsp_queue.tail_q ;
`endif
`ifdef HAS_ACK
(* hierconn *) wire [F_QPTR_W:0] \ack_queue.head_q ;
(* hierconn *) wire [F_QPTR_W:0] \ack_queue.tail_q ;
(* hierconn *) wire [ACK_W-1:0] \ack_queue.slot[0] ;
`ifdef QUEUE_OUT_1
wire [2*F_MSG_W-1:0] f_ack_queue = \ack_queue.slot[0] ;
`else
(* hierconn *) wire [ACK_W-1:0] \ack_queue.slot[1] ;
wire [F_MSG_W-1:0] f_ack_second = \ack_queue.slot[1] ;
wire [2*F_MSG_W-1:0] f_ack_queue = {f_ack_second, {F_MSG_W{1'b0}}} | \ack_queue.slot[0] ;
`endif
wire [F_QPTR_W:0] f_ack_head = \ack_queue.head_q ;
wire [F_QPTR_W:0] f_ack_tail = \ack_queue.tail_q ;
`endif

// ---- the channel, its class and the class' output ----

wire f_in = f_exist && f_comes[f_v];
wire f_leaves = f_exist && moves && moves_vc == f_v;
wire [ROOM_W-1:0] f_head = head_q[f_v*ROOM_W +: ROOM_W];
wire [ROOM_W-1:0] f_tail = tail_q[f_v*ROOM_W +: ROOM_W];
wire [ROOM_W-1:0] f_count = f_tail - f_head;
wire [F_LEN_W-1:0] f_length = f_length_q[f_v*F_LEN_W +: F_LEN_W];
wire [31:0] f_most = f_class == 0 ? F_REQ_FLITS : f_class == 1 ? F_RSP_FLITS : F_ACK_FLITS;
wire [31:0] f_at = `OF_CLASS(at_q);
wire [VC_W-1:0] f_vc = `OF_CLASS(vc_q);
wire f_mid = f_at != 0 && f_vc == f_v;  // a packet of f_v has begun to leave
wire [F_FLITS*FLIT_W-1:0] f_joined = `OF_CLASS(bits_q);
wire f_valid = `OF_CLASS(valid_o);
wire f_ready = `OF_CLASS(ready_i);
wire [F_MSG_W-1:0] f_msg = `OF_CLASS(msg_o);
wire f_pop = f_exist && f_valid && f_ready;
`define QUEUE_OF(what) (f_class == 0 ? `IF_REQ(f_req_``what) : f_class == 1 ? `IF_RSP(f_rsp_``what) : `IF_ACK(f_ack_``what))
wire [F_QPTR_W:0] f_q_head = `QUEUE_OF(head);
wire [F_QPTR_W:0] f_q_tail = `QUEUE_OF(tail);
wire [2*F_MSG_W-1:0] f_q_slots = `QUEUE_OF(queue);
wire [F_QPTR_W:0] f_q_inside = f_q_tail - f_q_head;
wire [1:0] f_q_count = f_q_inside;
wire f_class_moves = f_exist && moves && moves_vc >= f_first_vc && moves_vc < f_first_vc + GROUP;

// ---- a packet, followed from its first flit to its message ----

wire f_pick = $anyseq;
reg f_inside_q;                        // some of it is buffered, or will be,
reg [ROOM_W-1:0] f_ahead_q;            // behind so many flits
reg [F_LEN_W-1:0] f_came_q;            // of its flits, so many have come,
reg [F_LEN_W-1:0] f_left_q;            // so many have left the buffer,
reg f_whole_q;                         // the tail has come
reg [F_FLITS*FLIT_W-1:0] f_bits_q;     // what has come; the rest is 0
reg f_queued_q;                        // its message is in the output's queue,
reg f_behind_q;                        // behind another
wire f_enters = f_in && f_pick && !f_inside_q && !f_queued_q && f_length == 0;
wire f_first = f_inside_q && f_ahead_q == 0;
wire f_goes_last = f_first && f_leaves && f_whole_q && f_left_q + 1'b1 == f_came_q;
wire f_comes_out = f_queued_q && !f_behind_q && f_pop;
integer f_b;
always @(posedge clk_i)
    if (rst_i) begin
        f_inside_q <= 1'b0;
        f_queued_q <= 1'b0;
    end else begin
        if (f_enters) begin
            f_inside_q <= 1'b1;
            f_ahead_q <= f_count - f_leaves;
            f_came_q <= 1;
            f_left_q <= 0;
            f_whole_q <= in_msg_i[FLIT_W];
            f_bits_q <= in_msg_i[FLIT_W-1:0];
        end else if (f_inside_q) begin
            if (f_in && !f_whole_q) begin
                f_came_q <= f_came_q + 1'b1;
                f_whole_q <= in_msg_i[FLIT_W];
                for (f_b = 0; f_b < F_FLITS; f_b = f_b + 1)
                    if (f_came_q == f_b)
                        f_bits_q[f_b*FLIT_W +: FLIT_W] <= in_msg_i[FLIT_W-1:0];
            end
            if (f_leaves && f_ahead_q != 0)
                f_ahead_q <= f_ahead_q - 1'b1;
            else if (f_leaves)
                f_left_q <= f_left_q + 1'b1;
            if (f_goes_last) begin
                f_inside_q <= 1'b0;
                f_queued_q <= 1'b1;
                f_behind_q <= f_q_count - f_pop != 0;
            end
        end
        if (f_queued_q && f_pop) begin
            f_queued_q <= f_behind_q;
            f_behind_q <= 1'b0;
        end
    end

// The message that its bits are: the lowest bits of a message are its body, and the highest is 0.
reg [F_MSG_W-1:0] f_meant;
integer f_m;
always @* begin
    f_meant = 0;
`ifdef HAS_REQ
    for (f_m = 0; f_m < REQ_W - 1; f_m = f_m + 1)
        if (f_class == 0)
            f_meant[f_m] = f_bits_q[f_m < REQ_BODY_W ? NODE_W + REQ_W - 1 - REQ_BODY_W + f_m : NODE_W + f_m - REQ_BODY_W];
`endif
`ifdef HAS_RSP
    for (f_m = 0; f_m < RSP_W - 1; f_m = f_m + 1)
        if (f_class == 1)
            f_meant[f_m] = f_bits_q[f_m < RSP_BODY_W ? NODE_W + RSP_W - 1 - RSP_BODY_W + f_m : NODE_W + f_m - RSP_BODY_W];
`endif
`ifdef HAS_ACK
    for (f_m = 0; f_m < ACK_W - 1; f_m = f_m + 1)
        if (f_class == 2)
            f_meant[f_m] = f_bits_q[NODE_W + f_m];
`endif
end
`ASSERT(message_is_its_packet, !(f_queued_q && !f_behind_q) || (f_valid && f_msg == f_meant))

// Messages of f_v: packets whose tails came, and which have not come out. Of the messages in the queue, f_from_q says
// which are of f_v, the first one first.
reg [ROOM_W+1:0] f_owed_q;
reg [1:0] f_from_q;
wire [1:0] f_q_kept = f_q_count - f_pop;
wire f_joins = f_class_moves && is_tail;
always @(posedge clk_i)
    if (rst_i) begin
        f_owed_q <= 0;
        f_from_q <= 2'b00;
    end else begin
        f_owed_q <= f_owed_q + (f_in && in_msg_i[FLIT_W]) - (f_pop && f_from_q[0]);
        f_from_q <= (f_pop ? f_from_q >> 1 : f_from_q) | ({1'b0, f_joins && f_leaves} << f_q_kept[0]);
    end
`ASSERT(none_from_nowhere, !(f_exist && f_valid && f_from_q[0]) || f_owed_q != 0)
// Packets of the class, of any of its channels, whose tails have left and whose messages have not come out.
reg [2:0] f_whole_packets_q;
always @(posedge clk_i)
    f_whole_packets_q <= rst_i ? 0 : f_whole_packets_q + f_joins - f_pop;
`ASSERT(one_message_a_packet, !f_exist || f_q_count == f_whole_packets_q)
`ASSERT(tail_is_that_of_the_flit, !f_leaves || is_tail == slot[f_v*DEPTH + f_head[AT_W-1:0]][FLIT_W])

// ---- credits ----

wire [ROOM_W-1:0] f_credits = f_credits_q[f_v*ROOM_W +: ROOM_W];
`ASSERT(credits_are_conserved, !f_exist || f_credits + f_count + f_freed[f_v] == DEPTH)
`ASSERT(freed_was_a_flit, !f_exist || !f_freed[f_v] || f_credits < DEPTH)
`ASSERT(freed_exists, !freed_valid_o || freed_msg_o < VCS)
`ASSERT(no_more_than_fit, !f_exist || f_count <= DEPTH)
`ASSERT(leaves_if_it_came, !f_leaves || f_count != 0)
`ASSERT(always_taken, in_ready_o)

// ---- turns ----

// The class could move a flit of f_v, as far as the class alone is concerned; and how many cycles it did not.
wire f_could = f_exist && f_count != 0 && f_q_count < QUEUE_OUT && (f_at == 0 || f_vc == f_v);
localparam F_CLASS_W = $clog2(CLASSES + 1) + 1;
reg [F_CLASS_W-1:0] f_passed_q;
reg [F_CLASS_W-1:0] f_first_q;  // the class that comes first
wire [F_CLASS_W-1:0] f_number = f_class == 0 ? 0 : f_class == 1 ? `IF_REQ(1) : `IF_REQ(1) + `IF_RSP(1);
always @(posedge clk_i)
    if (rst_i) begin
        f_passed_q <= 0;
        f_first_q <= 0;
    end else begin
        f_passed_q <= !f_could || f_class_moves ? 0 : f_passed_q + 1'b1;
        if (moves)
            f_first_q <= turn + 1'b1 == CLASSES ? 0 : turn + 1'b1;
    end
`ASSERT(something_moves, !f_could || moves)
`ASSERT(waits_for_the_other_classes_at_most, f_passed_q <= CLASSES - 1)
// Packets of other channels of the class that were begun while f_v had one.
reg [VC_W:0] f_skipped_q;
always @(posedge clk_i)
    if (rst_i || !f_exist || f_count == 0 || f_mid || f_leaves)
        f_skipped_q <= 0;
    else if (f_class_moves && f_at == 0)
        f_skipped_q <= f_skipped_q + 1'b1;
`ASSERT(waits_for_the_other_channels_at_most, f_skipped_q <= GROUP - 1)

// ---- idle ----

wire f_taken = `IF_REQ(req_valid_o && req_ready_i) || `IF_RSP(rsp_valid_o && rsp_ready_i)
    || `IF_ACK(ack_valid_o && ack_ready_i);
reg f_asleep_q;
reg f_was_valid_q;
reg [ROOM_W-1:0] f_was_q;
always @(posedge clk_i) begin
    f_asleep_q <= !rst_i && idle_o && !in_valid_i && !f_taken;
    f_was_valid_q <= f_valid;
    f_was_q <= f_head;
end
`ASSERT(idle_shows_no_credit, !(idle_o && freed_valid_o))
`ASSERT(idle_until_something_passes, !f_asleep_q || (idle_o && !freed_valid_o
    && (!f_exist || (f_head == f_was_q && f_valid == f_was_valid_q))))

// ---- helpers ----

`ASSERT(followed_exists, !(f_inside_q || f_queued_q) || f_exist)
`ASSERT(followed_in_one_place, !(f_inside_q && f_queued_q))
wire [31:0] f_until_its_last = f_ahead_q + f_came_q - f_left_q;
`ASSERT(followed_is_buffered, !f_inside_q || (f_left_q <= f_came_q && f_until_its_last <= f_count))
`ASSERT(followed_has_not_left, !(f_inside_q && f_whole_q) || f_left_q < f_came_q)
`ASSERT(followed_is_the_newest, !(f_inside_q && !f_whole_q)
    || (f_until_its_last == f_count && f_length == f_came_q))
`ASSERT(followed_fits, !f_inside_q || (f_came_q != 0 && f_came_q <= f_most))
`ASSERT(followed_leaves_in_turn, !f_inside_q || f_ahead_q == 0 || f_left_q == 0)
reg f_in_places;   // what has come and has not left is in the buffer,
reg f_is_joined;   // what has left is in the class' message, and nothing else
reg f_rest_is_0;
reg [ROOM_W-1:0] f_place;
integer f_k;
always @* begin
    f_in_places = 1'b1;
    f_is_joined = 1'b1;
    f_rest_is_0 = 1'b1;
    f_place = 0;
    for (f_k = 0; f_k < F_FLITS; f_k = f_k + 1) begin
        f_place = f_head + f_ahead_q + f_k - f_left_q;
        if (f_k >= f_left_q && f_k < f_came_q && slot[f_v*DEPTH + f_place[AT_W-1:0]]
                != {f_whole_q && f_k + 1 == f_came_q, f_bits_q[f_k*FLIT_W +: FLIT_W]})
            f_in_places = 1'b0;
        if (f_joined[f_k*FLIT_W +: FLIT_W] != (f_k < f_left_q ? f_bits_q[f_k*FLIT_W +: FLIT_W] : 0))
            f_is_joined = 1'b0;
        if (f_k >= f_came_q && f_bits_q[f_k*FLIT_W +: FLIT_W] != 0)
            f_rest_is_0 = 1'b0;
    end
end
`ASSERT(followed_is_in_its_places, !f_inside_q || f_in_places)
`ASSERT(followed_is_joined, !f_inside_q || f_left_q == 0 || f_is_joined)
`ASSERT(followed_has_no_more, !f_inside_q || f_rest_is_0)
`ASSERT(joined_in_its_turn, !f_first || (f_mid == (f_left_q != 0) && (!f_mid || f_at == f_left_q)))
wire [ROOM_W-1:0] f_before = f_head + f_ahead_q - 1'b1;
`ASSERT(followed_is_behind_a_tail, !(f_inside_q && f_ahead_q != 0) || slot[f_v*DEPTH + f_before[AT_W-1:0]][FLIT_W])
`ASSERT(queued_is_in_its_place, !f_queued_q
    || (f_behind_q < f_q_count && f_q_slots[(QUEUE_OUT > 1 && f_q_head[0] ^ f_behind_q)*F_MSG_W +: F_MSG_W] == f_meant))

// The packets in the buffer, from the one that is leaving: none is too long, and the last one goes on as the router says.
reg f_all_fit;
reg [ROOM_W:0] f_tails;
reg [F_LEN_W-1:0] f_run;
reg [ROOM_W-1:0] f_spot;
integer f_r;
always @* begin
    f_all_fit = 1'b1;
    f_tails = 0;
    f_run = f_mid ? f_at : 0;
    f_spot = 0;
    for (f_r = 0; f_r < DEPTH; f_r = f_r + 1) begin
        f_spot = f_head + f_r;
        if (f_r < f_count) begin
            f_run = f_run + 1'b1;
            if (f_run > f_most)
                f_all_fit = 1'b0;
            if (slot[f_v*DEPTH + f_spot[AT_W-1:0]][FLIT_W]) begin
                f_run = 0;
                f_tails = f_tails + 1'b1;
            end
        end
    end
end
`ASSERT(packets_fit, !f_exist || (f_all_fit && f_run == f_length && f_length < f_most))
`ASSERT(begun_fits, !f_mid || !f_exist || f_at < f_most)
`ASSERT(owed_are_inside, !f_exist || f_owed_q == f_tails + f_from_q[0] + f_from_q[1])
`ASSERT(from_are_queued, !f_exist || f_from_q >> f_q_count == 0)
`ASSERT(queued_is_of_its_channel, !f_queued_q || f_from_q[f_behind_q])

// A class joins packets of its own channels alone, and its queue is not overfull.
`define OWN_CHANNELS(name, class) \
    wire [F_QPTR_W:0] f_``name``_inside = f_``name``_tail - f_``name``_head; \
    `ASSERT(name``_queue_is_not_overfull, f_``name``_inside <= QUEUE_OUT) \
    `ASSERT(name``_by_its_channels, \
        name``_vc_q < GROUP*(class) + GROUP && (name``_vc_q >= GROUP*(class) || (name``_at_q == 0 && name``_vc_q == 0)))
`ifdef HAS_REQ
`OWN_CHANNELS(req, 0)
`endif
`ifdef HAS_RSP
`OWN_CHANNELS(rsp, 1)
`endif
`ifdef HAS_ACK
`OWN_CHANNELS(ack, 2)
`endif

// Turns: the order of the classes begins with the first, that of channels below the last one that was served.
`ifdef ONE_CLASS
wire [CLASSES-1:0] f_after = 1'b1;
`else
(* hierconn *) wire [CLASSES-1:0] \turns.after_q ;
wire [CLASSES-1:0] f_after = \turns.after_q ;
`endif
reg [CLASSES-1:0] f_from_first;
integer f_n;
always @*
    for (f_n = 0; f_n < CLASSES; f_n = f_n + 1)
        f_from_first[f_n] = f_n >= f_first_q;
wire [F_CLASS_W-1:0] f_my_turn = f_number >= f_first_q ? f_number - f_first_q : f_number + CLASSES - f_first_q;
`ASSERT(first_exists, f_first_q < CLASSES)
`ASSERT(after_is_from_first, f_after == f_from_first || (f_after == 0 && f_first_q == 0))
`ASSERT(passed_move_forward, !f_exist || f_passed_q + f_my_turn <= CLASSES - 1)
wire [VC_W:0] f_last_vc = f_vc >= f_first_vc ? f_vc - f_first_vc : 0;
wire [VC_W:0] f_me = f_v - f_first_vc;
wire [VC_W:0] f_my_channel = f_me < f_last_vc ? f_last_vc - f_me - 1'b1 : f_last_vc + GROUP - 1'b1 - f_me;
`ASSERT(skipped_move_forward, !f_exist || f_skipped_q + f_my_channel <= GROUP - 1 || f_skipped_q == 0)

// ---- covers ----

`COVER(buffer_is_full, f_exist && f_count == DEPTH)
`COVER(followed_behind_all, f_inside_q && f_ahead_q == DEPTH - 1)
`COVER(whole_message_comes_out, f_comes_out && f_came_q == f_most)
`COVER_WHERE(F_FLITS > 1, shorter_message_comes_out, f_comes_out && f_came_q + 1 == f_most)
`COVER(message_waits_behind_another, QUEUE_OUT == 1 || f_queued_q && f_behind_q)
`COVER(leaves_while_it_comes, f_first && f_leaves && f_in && !f_whole_q)
`COVER(waits_for_its_message_to_be_taken, f_first && !f_could && f_whole_q && f_q_count == QUEUE_OUT && !moves)
`COVER(others_pass_a_class_that_waits, CLASSES == 1 || f_first && f_q_count == QUEUE_OUT && moves && !f_class_moves)
`COVER(passed_over_by_all_others, f_could && f_passed_q == CLASSES - 1)
`COVER(skipped_for_all_other_channels, f_exist && f_skipped_q == GROUP - 1 && f_leaves)
`COVER(waits_for_a_packet_of_another_channel, GROUP == 1 || f_first && f_at != 0 && f_vc != f_v)
`COVER(idle_with_a_waiting_flit, idle_o && f_count != 0)
`ifdef HAS_REQ
`COVER(request_comes_out, f_comes_out && f_class == 0 && f_meant[REQ_W-2] && f_meant[0])
`endif
`ifdef HAS_RSP
`COVER(answer_comes_out, f_comes_out && f_class == 1 && f_meant[RSP_W-2] && f_meant[0])
`endif
`ifdef HAS_ACK
`COVER(ack_comes_out, f_comes_out && f_class == 2 && f_meant[ACK_W-2] && f_meant[0])
`endif
