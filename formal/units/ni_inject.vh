// um_ni_inject_*, for any classes (HAS_REQ, HAS_RSP, HAS_ACK) and sizes, and for QUEUE_IN=2, or 1 with the define
// QUEUE_IN_1. Put after flit_classes.vh and ni_inject_env.vh.
//
// Promises, for any class f_class and any virtual channel f_v, and so for all of them
// * each message that is taken becomes one packet, in order, once, and no flit comes from nowhere: its flits are
//   | body | head | node | from bit 0 up, with a body if X_LINE_OPS says so of its op, of which an answer without one
//   has the lowest RSP_TAG_W bits; the last of them alone is a tail.
//   The node is X_NODE more than the X_DEST bits of the message, and with CUBES defined X_UMC_NODES more for each that
//   the X_UMC bits count. With VIA defined another number is above it, of one of VIAS nodes of SLICES;
// * the flits of a packet go by one channel, among the first OPEN of its class, or with UPPER of their upper half; with ORDERED, by that which the X_LANE
//   bits of the message name, else by the next one below the last that has room, in a circle. No other flit goes there
//   between them;
// * credits are conserved: places counted, flits behind the output and that at the output are DEPTH, for each channel;
//   no flit is sent without room;
// * a flit is sent in each cycle in which one could be, and a class that could send waits for CLASSES - 1 flits of others
//   at most: so one that waits for credits keeps no other from the network;
// * a message is taken unless its queue is full; idle_o is set only if nothing changes until a message comes or a credit.

localparam F_HAS = `IF_REQ(1) + `IF_RSP(2) + `IF_ACK(4);
wire [1:0] f_class = $anyconst;
wire f_exist = F_HAS >> f_class & 1;
`ifdef UPPER
localparam F_GROUP = GROUP/2;
wire [VC_W:0] f_first_vc = f_class*GROUP + F_GROUP;
`else
localparam F_GROUP = GROUP;
wire [VC_W:0] f_first_vc = f_class*GROUP;
`endif
wire [VC_W-1:0] f_v = $anyconst;
wire f_v_exist = f_v < VCS;
// What has this name of the class.
`define OF_CLASS(what) (f_class == 0 ? `IF_REQ(req_``what) : f_class == 1 ? `IF_RSP(rsp_``what) : `IF_ACK(ack_``what))
localparam F_REQ_MSG_W = `IF_REQ(REQ_W);
localparam F_RSP_MSG_W = `IF_RSP(RSP_W);
localparam F_ACK_MSG_W = `IF_ACK(ACK_W);
localparam F_TWO_MSG_W = F_REQ_MSG_W > F_RSP_MSG_W ? F_REQ_MSG_W : F_RSP_MSG_W;
localparam F_MSG_W = F_ACK_MSG_W > F_TWO_MSG_W ? F_ACK_MSG_W : F_TWO_MSG_W;

// ---- the places of the inputs' queues ----

`ifdef QUEUE_IN_1
localparam F_QUEUE_IN = 1;
localparam F_QPTR_W = 0;
`else
localparam F_QUEUE_IN = 2;
localparam F_QPTR_W = 1;
`endif
`ASSERT(queues_are_as_defined, QUEUE_IN == F_QUEUE_IN)
`ASSERT(classes_are_as_defined, CLASSES == `IF_REQ(1) + `IF_RSP(1) + `IF_ACK(1))
`ifdef HAS_REQ
(* hierconn *) wire [F_QPTR_W:0] \req_queue.head_q ;
(* hierconn *) wire [F_QPTR_W:0] \req_queue.tail_q ;
(* hierconn *) wire [REQ_W-1:0] \req_queue.slot[0] ;
`ifdef QUEUE_IN_1
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
`ifdef QUEUE_IN_1
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
`ifdef QUEUE_IN_1
wire [2*F_MSG_W-1:0] f_ack_queue = \ack_queue.slot[0] ;
`else
(* hierconn *) wire [ACK_W-1:0] \ack_queue.slot[1] ;
wire [F_MSG_W-1:0] f_ack_second = \ack_queue.slot[1] ;
wire [2*F_MSG_W-1:0] f_ack_queue = {f_ack_second, {F_MSG_W{1'b0}}} | \ack_queue.slot[0] ;
`endif
wire [F_QPTR_W:0] f_ack_head = \ack_queue.head_q ;
wire [F_QPTR_W:0] f_ack_tail = \ack_queue.tail_q ;
`endif
`define QUEUE_OF(what) (f_class == 0 ? `IF_REQ(f_req_``what) : f_class == 1 ? `IF_RSP(f_rsp_``what) : `IF_ACK(f_ack_``what))
wire [F_QPTR_W:0] f_q_head = `QUEUE_OF(head);
wire [F_QPTR_W:0] f_q_tail = `QUEUE_OF(tail);
wire [2*F_MSG_W-1:0] f_q_slots = `QUEUE_OF(queue);
wire [F_QPTR_W:0] f_q_inside = f_q_tail - f_q_head;
wire [1:0] f_q_count = f_q_inside;
wire f_q_second = QUEUE_IN > 1 && f_q_head[0];
wire [F_MSG_W-1:0] f_front = f_q_slots[f_q_second*F_MSG_W +: F_MSG_W];  // the first message of the class

// ---- the class ----

wire f_push = f_exist && `OF_CLASS(valid_i) && `OF_CLASS(ready_o);
wire [F_MSG_W-1:0] f_in_msg = `OF_CLASS(msg_i);
wire f_sends = f_exist && `OF_CLASS(goes);  // a flit of the class,
wire f_pop = f_exist && `OF_CLASS(pop);     // the last of its message
wire [31:0] f_at = `OF_CLASS(at_q);
wire [VC_W-1:0] f_vc = `OF_CLASS(vc_q);

// Flits of a message: as few as hold the number of its node, its head and, if its op says so, its body, else its tag.
`define CARRIES(msg) (f_class == 0 ? `IF_REQ(REQ_LINE_OPS[{1'b0, msg[REQ_OP_LSB +: 4]}]) \
    : f_class == 1 ? `IF_RSP(RSP_LINE_OPS[{1'b0, msg[RSP_OP_LSB +: 4]}]) : 0)
localparam F_REQ_HEAD = `IF_REQ(REQ_W - 1 - REQ_BODY_W);
localparam F_RSP_HEAD = `IF_RSP(RSP_W - 1 - RSP_BODY_W + RSP_TAG_W);
wire [31:0] f_head_bits = NODE_W + (f_class == 0 ? F_REQ_HEAD : f_class == 1 ? F_RSP_HEAD : F_ACK_MSG_W);
wire [31:0] f_all_bits = NODE_W + (f_class == 0 ? F_REQ_MSG_W : f_class == 1 ? F_RSP_MSG_W : F_ACK_MSG_W);

// ---- a message, followed from where it is taken to its last flit ----

wire f_pick = $anyseq;
reg f_inside_q;              // it is in the queue,
reg f_behind_other_q;        // behind another
reg [F_MSG_W-1:0] f_msg_q;
reg [F_LEN_W-1:0] f_sent_q;  // so many of its flits were sent
reg f_out_q;                 // one of them is at the output,
reg [F_LEN_W-1:0] f_out_at_q; // of this number
reg [VC_W-1:0] f_lane_q;     // by this channel
wire f_enters = f_push && f_pick && !f_inside_q;
wire f_first = f_inside_q && !f_behind_other_q;
wire [1:0] f_q_kept = f_q_count - f_pop;
always @(posedge clk_i)
    if (rst_i) begin
        f_inside_q <= 1'b0;
        f_out_q <= 1'b0;
    end else begin
        if (f_enters) begin
            f_inside_q <= 1'b1;
            f_behind_other_q <= f_q_kept != 0;
            f_msg_q <= f_in_msg;
            f_sent_q <= 0;
        end else if (f_first && f_sends) begin
            f_inside_q <= !f_pop;
            f_sent_q <= f_sent_q + 1'b1;
        end else if (f_inside_q && f_pop)
            f_behind_other_q <= 1'b0;
        f_out_q <= f_first && f_sends;
        f_out_at_q <= f_sent_q;
        if (f_first && f_sends && f_sent_q == 0)
            f_lane_q <= sends_vc;
    end

// The bits of its packet.
`ifdef CUBES
`define UMC_OF(x) + x``_UMC_NODES*f_msg_q[x``_UMC_LSB +: x``_UMC_W]
`else
`define UMC_OF(x)
`endif
`ifdef VIA
reg [31:0] f_via_q;  // the node between, as its first flit was sent
always @(posedge clk_i)
    if (f_first && f_sends && f_sent_q == 0)
        f_via_q <= `OF_CLASS(via);
wire [31:0] f_via_at = f_via_q - VIA_FIRST;
`ASSERT(goes_by_way_of_one_of_them, !(f_out_q || (f_inside_q && f_sent_q != 0)) || (f_via_q >= VIA_FIRST && f_via_at%VIA_STEP < VIAS
    && f_via_at/VIA_STEP < SLICES))
`COVER(by_way_of_the_last, f_out_q && f_via_at == (SLICES - 1)*VIA_STEP + VIAS - 1)
`COVER(by_way_of_the_first, f_out_q && f_via_at == 0)
`define VIA_OF (f_via_q << NODE_W/2) +
`else
`define VIA_OF
`endif
wire [31:0] f_node = `VIA_OF (f_class == 0 ? `IF_REQ(REQ_NODE + f_msg_q[REQ_DEST_LSB +: REQ_DEST_W] `UMC_OF(REQ))
    : f_class == 1 ? `IF_RSP(RSP_NODE + f_msg_q[RSP_DEST_LSB +: RSP_DEST_W] `UMC_OF(RSP))
    : `IF_ACK(ACK_NODE + f_msg_q[ACK_DEST_LSB +: ACK_DEST_W] `UMC_OF(ACK)));
reg [F_FLITS*FLIT_W-1:0] f_bits;
integer f_b;
always @* begin
    f_bits = f_node[NODE_W-1:0];
`ifdef HAS_REQ
    for (f_b = 0; f_b < REQ_W - 1; f_b = f_b + 1)
        if (f_class == 0)
            f_bits[f_b < REQ_BODY_W ? NODE_W + REQ_W - 1 - REQ_BODY_W + f_b : NODE_W + f_b - REQ_BODY_W] = f_msg_q[f_b];
`endif
`ifdef HAS_RSP
    for (f_b = 0; f_b < RSP_W - 1; f_b = f_b + 1)
        if (f_class == 1)
            f_bits[f_b < RSP_BODY_W ? NODE_W + RSP_W - 1 - RSP_BODY_W + f_b : NODE_W + f_b - RSP_BODY_W] = f_msg_q[f_b];
`endif
`ifdef HAS_ACK
    for (f_b = 0; f_b < ACK_W - 1; f_b = f_b + 1)
        if (f_class == 2)
            f_bits[NODE_W + f_b] = f_msg_q[f_b];
`endif
end
wire [31:0] f_msg_bits = `CARRIES(f_msg_q) ? f_all_bits : f_head_bits;
wire [31:0] f_out_until = (f_out_at_q + 1)*FLIT_W;  // bits of the packet up to the flit at the output
wire [VC_W-1:0] f_out_vc = out_msg_o[FLIT_W + 1 +: VC_W];
wire [31:0] f_named = f_class == 0 ? `IF_REQ(f_msg_q[REQ_LANE_LSB +: REQ_LANE_W])
    : f_class == 1 ? `IF_RSP(f_msg_q[RSP_LANE_LSB +: RSP_LANE_W]) : `IF_ACK(f_msg_q[ACK_LANE_LSB +: ACK_LANE_W]);
`ASSERT(flits_are_its_bits, !f_out_q || (out_valid_o && out_msg_o[FLIT_W-1:0] == f_bits[f_out_at_q*FLIT_W +: FLIT_W]))
`ASSERT(last_alone_is_a_tail, !f_out_q || (out_msg_o[FLIT_W] == (f_out_until >= f_msg_bits)
    && f_out_until < f_msg_bits + FLIT_W))
`ASSERT(one_channel_a_packet, !f_out_q || f_out_vc == f_lane_q)
`ASSERT(goes_by_its_class, !f_out_q || (f_out_vc >= f_first_vc && f_out_vc < f_first_vc + OPEN))
`ASSERT(ordered_goes_as_it_names, !(f_out_q && ORDERED != 0 && OPEN > 1) || f_out_vc == f_first_vc + f_named)
`ASSERT(padding_is_zero, !out_valid_o || out_msg_o[FLIT_W + 1 + VC_W +: PAD_W] == 0)
`ASSERT(taken_unless_full, !f_exist || `OF_CLASS(ready_o) == (f_q_count < QUEUE_IN))

// What goes out by the channels of the class, of any message: messages whose tails have not gone, and whether the last
// flit was one.
wire f_is_ours = f_exist && out_valid_o && f_out_vc >= f_first_vc && f_out_vc < f_first_vc + F_GROUP;
reg [2:0] f_owed_q;
reg f_open_q;
reg [VC_W-1:0] f_open_vc_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_owed_q <= 0;
        f_open_q <= 1'b0;
    end else begin
        f_owed_q <= f_owed_q + f_push - (f_is_ours && out_msg_o[FLIT_W]);
        if (f_is_ours) begin
            f_open_q <= !out_msg_o[FLIT_W];
            f_open_vc_q <= f_out_vc;
        end
    end
`ASSERT(none_from_nowhere, !f_is_ours || f_owed_q != 0)
`ASSERT(packets_do_not_mix, !(f_is_ours && f_open_q) || f_out_vc == f_open_vc_q)
`ASSERT(channels_out_exist, !out_valid_o || f_out_vc < VCS)

// ---- credits ----

wire [ROOM_W-1:0] f_room = room_q[f_v*ROOM_W +: ROOM_W];
wire [ROOM_W-1:0] f_behind = f_behind_q[f_v*ROOM_W +: ROOM_W];
`ASSERT(credits_are_conserved, !f_v_exist || f_room + f_behind + f_goes[f_v] == DEPTH)
`ASSERT(sends_into_room, !(f_v_exist && sends && sends_vc == f_v) || f_room != 0)
`ASSERT(sent_had_room, !(f_v_exist && f_goes[f_v]) || f_behind < DEPTH)
`ASSERT(always_taken, credit_ready_o)

// ---- turns ----

// The class could send, and how many cycles it did not.
wire [31:0] f_front_names = f_class == 0 ? `IF_REQ(f_front[REQ_LANE_LSB +: REQ_LANE_W])
    : f_class == 1 ? `IF_RSP(f_front[RSP_LANE_LSB +: RSP_LANE_W]) : `IF_ACK(f_front[ACK_LANE_LSB +: ACK_LANE_W]);
reg [OPEN-1:0] f_may;  // channels that the first message may go by, as they have room
integer f_o;
always @*
    for (f_o = 0; f_o < OPEN; f_o = f_o + 1)
        f_may[f_o] = room_q[(f_first_vc + f_o)*ROOM_W +: ROOM_W] != 0
            && (f_at != 0 ? f_vc == f_o : ORDERED == 0 || OPEN == 1 || f_front_names == f_o);
wire f_could = f_exist && f_q_count != 0 && f_may != 0;
localparam F_CLASS_W = $clog2(CLASSES + 1) + 1;
reg [F_CLASS_W-1:0] f_passed_q;
reg [F_CLASS_W-1:0] f_first_q;  // the class that comes first
wire [F_CLASS_W-1:0] f_number = f_class == 0 ? 0 : f_class == 1 ? `IF_REQ(1) : `IF_REQ(1) + `IF_RSP(1);
always @(posedge clk_i)
    if (rst_i) begin
        f_passed_q <= 0;
        f_first_q <= 0;
    end else begin
        f_passed_q <= !f_could || f_sends ? 0 : f_passed_q + 1'b1;
        if (sends)
            f_first_q <= turn + 1'b1 == CLASSES ? 0 : turn + 1'b1;
    end
`ASSERT(something_is_sent, !f_could || sends)
`ASSERT(sends_what_it_could, !f_sends || (f_could && sends_vc >= f_first_vc && f_may[sends_vc - f_first_vc]))
`ASSERT(waits_for_the_other_classes_at_most, f_passed_q <= CLASSES - 1)
// Channels before another in the circle that goes down from the last one.
wire [VC_W-1:0] f_w = $anyconst;
wire [VC_W:0] f_sends_by = sends_vc - f_first_vc;
wire [31:0] f_place_of_w = f_w < f_vc ? f_vc - 1 - f_w : f_vc + OPEN - 1 - f_w;
wire [31:0] f_place_of_chosen = f_sends_by < f_vc ? f_vc - 1 - f_sends_by : f_vc + OPEN - 1 - f_sends_by;
`ASSERT(next_channel_with_room, !(f_sends && f_at == 0 && f_w < OPEN && f_may[f_w]) || f_place_of_chosen <= f_place_of_w)

// ---- idle ----

wire f_taken = `IF_REQ(req_valid_i && req_ready_o) || `IF_RSP(rsp_valid_i && rsp_ready_o)
    || `IF_ACK(ack_valid_i && ack_ready_o);
reg f_asleep_q;
always @(posedge clk_i)
    f_asleep_q <= !rst_i && idle_o && !credit_valid_i && !f_taken;
`ASSERT(idle_shows_no_flit, !(idle_o && out_valid_o))
`ASSERT(idle_until_something_passes, !f_asleep_q || (idle_o && !out_valid_o))

// ---- helpers ----

`ASSERT(followed_exists, !(f_inside_q || f_out_q) || f_exist)
`ASSERT(followed_is_in_its_place, !f_inside_q || (f_behind_other_q < f_q_count
    && f_q_slots[(QUEUE_IN > 1 && f_q_head[0] ^ f_behind_other_q)*F_MSG_W +: F_MSG_W] == f_msg_q))
`ASSERT(followed_waits_for_its_turn, !(f_inside_q && f_behind_other_q) || f_sent_q == 0)
`ASSERT(followed_is_counted, !f_first || f_sent_q == f_at)
`ASSERT(followed_has_its_channel, !(f_first && f_sent_q != 0) || (f_lane_q == f_first_vc + f_vc
    && (ORDERED == 0 || OPEN == 1 || f_vc == f_named)))
`ASSERT(out_is_the_last_sent, !(f_out_q && f_inside_q) || f_sent_q == f_out_at_q + 1)
wire f_still_open = f_is_ours ? !out_msg_o[FLIT_W] : f_open_q;
`ASSERT(open_if_begun, !f_exist || f_still_open == (f_at != 0))
`ASSERT(open_by_its_channel, !(f_exist && f_at != 0) || (f_is_ours ? f_out_vc : f_open_vc_q) == f_first_vc + f_vc)
`ASSERT(owed_are_inside, !f_exist || f_owed_q == f_q_count + (f_is_ours && out_msg_o[FLIT_W]))

// Each class: flits that were sent are of the first message of its queue, and not all of it; by a channel of its own.
`define BEGUN(name, whole, shorter, carries) \
    wire [F_QPTR_W:0] f_``name``_inside = f_``name``_tail - f_``name``_head; \
    wire [F_MSG_W-1:0] f_``name``_front = f_``name``_queue[(QUEUE_IN > 1 && f_``name``_head[0])*F_MSG_W +: F_MSG_W]; \
    `ASSERT(name``_begun_is_not_whole, f_``name``_inside == 0 ? name``_at_q == 0 \
        : name``_at_q*FLIT_W < NODE_W + ((carries) ? (whole) : (shorter))) \
    `ASSERT(name``_by_its_channels, name``_vc_q < OPEN) \
    `ASSERT(name``_queue_is_not_overfull, f_``name``_inside <= QUEUE_IN)
`ifdef HAS_REQ
`BEGUN(req, REQ_W, F_REQ_HEAD, REQ_LINE_OPS[{1'b0, f_req_front[REQ_OP_LSB +: 4]}])
`endif
`ifdef HAS_RSP
`BEGUN(rsp, RSP_W, F_RSP_HEAD, RSP_LINE_OPS[{1'b0, f_rsp_front[RSP_OP_LSB +: 4]}])
`endif
`ifdef HAS_ACK
`BEGUN(ack, ACK_W, ACK_W, 1'b1)
`endif

// Turns: the order of the classes begins with the first.
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

// ---- covers ----

`COVER(whole_message_goes, f_out_q && out_msg_o[FLIT_W] && f_msg_bits == f_all_bits && f_out_at_q != 0)
`COVER_WHERE(F_HAS != 4, shorter_message_goes, f_out_q && out_msg_o[FLIT_W] && f_msg_bits != f_all_bits)
`COVER(waits_for_room_in_its_channel, f_first && f_sent_q != 0 && !f_could)
`COVER(waits_for_room_to_begin, f_first && f_sent_q == 0 && !f_could)
`COVER(queue_is_full, f_exist && f_q_count == QUEUE_IN)
`COVER(followed_waits_behind_another, QUEUE_IN == 1 || f_inside_q && f_behind_other_q)
`COVER(other_class_goes_between_its_flits, CLASSES == 1 || f_first && f_sent_q != 0 && sends && !f_sends)
`COVER(others_pass_a_class_without_room, CLASSES == 1 || f_first && !f_could && sends)
`COVER(passed_over_by_all_others, f_could && f_passed_q == CLASSES - 1)
`COVER(goes_by_its_last_channel, f_out_q && f_out_vc == f_first_vc + OPEN - 1)
`COVER(goes_by_its_first_channel, f_out_q && f_out_vc == f_first_vc)
`COVER(room_is_used_up, f_v_exist && f_room == 0 && f_behind == DEPTH)
`COVER(credit_as_a_flit_is_sent, f_v_exist && sends && sends_vc == f_v && f_returned[f_v])
`COVER(two_messages_without_a_pause, QUEUE_IN == 1 || f_out_q && f_out_at_q == 0 && f_is_ours && f_owed_q == 2)
`COVER(idle_with_a_waiting_message, idle_o && f_exist && f_q_count != 0)
