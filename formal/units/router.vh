// um_router, for any sizes and STAGES. Put after channel.vh and router_env.vh.
//
// Promises, for any input's virtual channel f_c and any output's f_o, and so for all of them
// * a flit that comes in leaves once, unchanged, in the order of its channel, by the port of its packet's node, and
//   nothing leaves that did not come;
// * the flits of a packet go to one channel behind that port, and no other flit goes there between them;
// * that channel is of the packet's class, and in a layer that the turn allows; with ORDERED, the lane is the packet's own;
// * credits are conserved: places counted, flits buffered and credits on their way are DEPTH, for each channel, on both
//   sides; so no buffer runs over, and no flit is sent without room behind the output;
// * an output that some front could have is given to one of them, and an input that is passed over at an output comes
//   before the one that was served, once the tail of that one's packet has gone: after a packet of each of PORTS - 1
//   others it is first. The same holds of an input's channels;
// * a front that may move offers itself: a head if a lane that the rules allow is free;
// * a head takes a lane that is empty, if the rules allow one and no packet has it;
// * a packet whose turn the table says that none makes stays, and keeps no other channel waiting;
// * idle_o is set only if nothing moves until a flit comes or a credit does.

wire [PORT_W-1:0] f_c_any_port = $anyconst; // any channels: dividing their numbers took a third of all gates of router-5-classes
wire [PORT_W-1:0] f_o_any_port = $anyconst;
wire [VC_W-1:0] f_c_any_vc = $anyconst;
wire [VC_W-1:0] f_o_any_vc = $anyconst;
wire [31:0] f_c_port = {{32 - PORT_W{1'b0}}, f_c_any_port}; // its input
wire [31:0] f_c_vc = {{32 - VC_W{1'b0}}, f_c_any_vc};
wire [31:0] f_o_port = {{32 - PORT_W{1'b0}}, f_o_any_port};
wire [31:0] f_o_vc = {{32 - VC_W{1'b0}}, f_o_any_vc};
wire f_exist = f_c_port < PORTS && f_c_vc < VCS && f_o_port < PORTS && f_o_vc < VCS;
localparam F_C_W = $clog2(F_ALL);
wire [31:0] f_c_all = f_c_port*VCS + f_c_vc;
wire [31:0] f_o_all = f_o_port*VCS + f_o_vc;
wire [F_C_W-1:0] f_c = f_c_all[F_C_W-1:0];
wire [F_C_W-1:0] f_o = f_o_all[F_C_W-1:0];

// ---- what moves in this cycle ----

wire f_in = f_exist && f_comes[f_c];
wire [FLIT_W:0] f_in_flit = in_msg_i[f_c_port*MSG_W +: FLIT_W + 1];
wire f_leaves = f_exist && leaves[f_c];
wire [FLIT_W:0] f_flit = flit[f_c_port*(FLIT_W + 1) +: FLIT_W + 1];
wire [ROOM_W-1:0] f_head = head_q[f_c*ROOM_W +: ROOM_W];
wire [ROOM_W-1:0] f_tail = tail_q[f_c*ROOM_W +: ROOM_W];
wire [ROOM_W-1:0] f_count = f_tail - f_head;
wire [PORT_W-1:0] f_port = front_port[f_c*PORT_W +: PORT_W];
wire [VC_W-1:0] f_next = next_vc[f_c*VC_W +: VC_W];
wire f_open = f_exist && open_q[f_c];
wire [PORT_W-1:0] f_held_port = held_port_q[f_c*PORT_W +: PORT_W];
wire [VC_W-1:0] f_held_vc = held_vc_q[f_c*VC_W +: VC_W];

// The outputs that get a flit of f_c's input.
reg [PORTS-1:0] f_to;
integer f_i;
always @*
    for (f_i = 0; f_i < PORTS; f_i = f_i + 1)
        f_to[f_i] = granted[f_i] && from[f_i*PORT_W +: PORT_W] == f_c_port[PORT_W-1:0];
wire [PORTS-1:0] f_one_port = {{PORTS-1{1'b0}}, 1'b1} << f_port;
`ASSERT(one_flit_to_one_output, !f_leaves || f_to == f_one_port)
`ASSERT(output_gets_what_leaves, !f_exist || taken[f_c_port] || f_to == 0)
`ASSERT(one_channel_of_an_input, !f_exist || !taken[f_c_port] || pick[f_c_port*VC_W +: VC_W] < VCS)

// What is kept of a channel's numbers of flits and places.
`ASSERT(filled_if_a_flit_is_there, !f_exist || filled_q[f_c] == (f_count != 0))
`ASSERT(has_room_if_a_place_is_free, !f_exist || has_room_q[f_o] == (room_q[f_o*ROOM_W +: ROOM_W] != 0))

// ---- a flit, followed from where it comes in ----

wire f_pick = $anyseq;
reg f_inside_q;   // it is buffered,
reg [ROOM_W-1:0] f_ahead_q; // behind so many
reg f_crossing_q; // STAGES > 2: it is in the crossbar,
reg f_out_q;      // it is at the output
reg [FLIT_W:0] f_flit_q;
reg f_is_head_q;  // it is the first of its packet
reg [PORT_W-1:0] f_out_port_q;
reg [VC_W-1:0] f_out_vc_q;
wire f_passes_now = f_in && f_leaves && f_count == 0;
wire f_enters = f_in && f_pick && !f_inside_q && !f_crossing_q && !f_out_q;
wire f_first = f_inside_q && f_ahead_q == 0;
wire f_goes_now = f_enters && f_passes_now || f_first && f_leaves;
reg f_tail_last_q; // the flit that came last was a tail
wire f_at_once_now = STAGES < 3 || f_count == 0;
always @(posedge clk_i)
    if (rst_i) begin
        f_inside_q <= 1'b0;
        f_crossing_q <= 1'b0;
        f_out_q <= 1'b0;
        f_tail_last_q <= 1'b1;
    end else begin
        if (f_in)
            f_tail_last_q <= f_in_flit[FLIT_W];
        if (f_enters) begin
            f_inside_q <= !f_passes_now;
            f_ahead_q <= f_count - (f_leaves && f_count != 0);
            f_flit_q <= f_in_flit;
            f_is_head_q <= f_tail_last_q;
        end else if (f_inside_q && f_leaves) begin
            f_inside_q <= f_ahead_q != 0;
            f_ahead_q <= f_ahead_q - 1'b1;
        end
        f_crossing_q <= f_goes_now && !f_at_once_now;
        f_out_q <= f_goes_now && f_at_once_now || f_crossing_q;
        if (f_goes_now) begin
            f_out_port_q <= f_port;
            f_out_vc_q <= f_next;
        end
    end
wire [ROOM_W-1:0] f_place = f_head + f_ahead_q;
wire [31:0] f_slot = f_c*DEPTH + f_place[AT_W-1:0];
`ASSERT(followed_is_buffered, !f_inside_q || f_ahead_q < f_count)
`ASSERT(followed_is_in_its_place, !f_inside_q || slot[f_slot] == f_flit_q)
`ASSERT(leaves_unchanged, !f_goes_now || f_flit == (f_enters ? f_in_flit : f_flit_q))
`ASSERT(followed_is_in_one_place, f_inside_q + f_crossing_q + f_out_q <= 1)
`ASSERT(followed_exists, !(f_inside_q || f_crossing_q || f_out_q) || f_exist)
`ASSERT(none_from_nowhere, !f_leaves || f_count != 0 || f_in)
wire [MSG_W-1:0] f_out_msg = out_msg_o[f_out_port_q*MSG_W +: MSG_W];
`ASSERT(comes_out_unchanged, !f_out_q || (out_valid_o[f_out_port_q]
    && f_out_msg[FLIT_W:0] == f_flit_q && f_out_msg[FLIT_W + 1 +: VC_W] == f_out_vc_q))

// ---- its way ----

`ifdef UGAL
// The way that was chosen as the flit came in, whose turns it has there, and whether it is sent anew (router_ugal.vh).
wire [WAY_W-1:0] f_in_way = in_way[f_c_port*WAY_W +: WAY_W];
wire [FROM_W-1:0] f_in_from = in_from[f_c_port*FROM_W +: FROM_W];
reg [WAY_W-1:0] f_way;
reg [FROM_W-1:0] f_from_q;
always @(posedge clk_i)
    if (f_enters) begin
        f_way <= f_in_way;
        f_from_q <= f_in_from;
    end
wire [FROM_W-1:0] f_from = f_enters ? f_in_from : f_from_q;
wire [PORT_W-1:0] f_turns_from = f_from[PORT_W-1:0];
`ASSERT(turns_are_in_their_place, !(f_inside_q && f_is_head_q) || slot_from[f_slot] == f_from_q)
`else
wire [WAY_W-1:0] f_way = route_i[f_flit_q[NODE_W-1:0]*WAY_W +: WAY_W];
wire [WAY_W-1:0] f_in_way = route_i[f_in_flit[NODE_W-1:0]*WAY_W +: WAY_W];
wire [31:0] f_turns_from = f_c_port;
`endif
wire f_goes_as_head = f_goes_now && (f_enters ? f_tail_last_q : f_is_head_q);
wire [WAY_W-1:0] f_goes_way = f_enters ? f_in_way : f_way;
`ASSERT(way_is_in_its_place, !(f_inside_q && f_is_head_q) || slot_way[f_slot] == f_way)
`ASSERT(head_goes_to_its_port, !f_goes_as_head || f_port == f_goes_way[PORT_W-1:0])
`ASSERT(held_port_exists, !f_open || f_held_port < PORTS)
`ASSERT(held_lane_exists, !f_open || f_held_vc < VCS)
`ASSERT(behind_its_head, !(f_goes_now && !f_goes_as_head) || (f_open && f_port == f_held_port && f_next == f_held_vc))

// Which flits are heads: those behind a tail.
reg f_mid_q; // a packet's head has left, and its tail has not
always @(posedge clk_i)
    if (rst_i) f_mid_q <= 1'b0;
    else if (f_leaves) f_mid_q <= !f_flit[FLIT_W];
wire [ROOM_W-1:0] f_before = f_place - 1'b1;
wire [31:0] f_slot_before = f_c*DEPTH + f_before[AT_W-1:0];
wire [ROOM_W-1:0] f_newest = f_tail - 1'b1;
wire [31:0] f_slot_newest = f_c*DEPTH + f_newest[AT_W-1:0];
`ASSERT(first_is_a_head_or_not, !f_first || f_is_head_q == !f_mid_q)
`ASSERT(head_is_behind_a_tail, !(f_inside_q && f_ahead_q != 0) || f_is_head_q == slot[f_slot_before][FLIT_W])
`ASSERT(newest_is_a_tail_or_not, !f_exist || f_tail_last_q == (f_count != 0 ? slot[f_slot_newest][FLIT_W] : !f_mid_q))
`ASSERT(open_within_a_packet, !f_exist || (STAGES < 4 ? f_open == f_mid_q : f_open || !f_mid_q))
`ASSERT(opened_for_its_head, !(f_open && !f_mid_q) || (f_count != 0 && (!f_first || f_held_port == f_way[PORT_W-1:0])))

// ---- the channel behind the output ----

// The channels whose packet has f_o: from when it takes it to its tail.
wire f_sends = f_exist && sends[f_o];
wire [ROOM_W-1:0] f_room = room_q[f_o*ROOM_W +: ROOM_W];
wire f_busy = f_exist && busy_q[f_o];
reg [F_ALL-1:0] f_holders;
integer f_k;
always @*
    for (f_k = 0; f_k < F_ALL; f_k = f_k + 1)
        f_holders[f_k] = f_exist && open_q[f_k] && held_port_q[f_k*PORT_W +: PORT_W] == f_o_port
            && held_vc_q[f_k*VC_W +: VC_W] == f_o_vc;
`ASSERT(one_packet_has_it, (f_holders & (f_holders - 1'b1)) == 0)
`ASSERT(taken_if_one_has_it, f_busy == |f_holders)
wire f_sends_to = f_leaves && f_port == f_o_port && f_next == f_o_vc;
`ASSERT(who_has_it_alone_sends, !(f_sends_to && f_busy) || f_holders[f_c])
`ASSERT(sent_if_it_leaves, !f_sends_to || f_sends)

// The rule of layers and lanes, of gen/net/net.h: which channel a packet that has none would take.
localparam F_SPAN = LAYERS*LANES;
wire [2:0] f_turn = turn_i[(f_turns_from*PORTS + f_port)*3 +: 3];
wire [31:0] f_layer = f_c_vc % F_SPAN / LANES;
`ifdef UGAL
wire [31:0] f_level = f_from[PORT_W] ? LAYERS / SUB / 2 : f_layer / SUB;
`else
wire [31:0] f_level = f_layer / SUB;
`endif
wire [31:0] f_next_layer = f_next % F_SPAN / LANES;
wire f_node_takes_it = f_turn == 3'd3;
wire f_begins = f_goes_as_head && !f_open;
`ASSERT(stays_in_its_class, !f_begins || f_c_vc / F_SPAN == f_next / F_SPAN)
`ASSERT(level_rises_if_told, !f_begins || f_node_takes_it || f_next_layer / SUB == f_level + f_turn[2])
`ASSERT(behind_the_dateline, !(f_begins && f_turn[1:0] == 2'd2) || f_next_layer % SUB == SUB - 1)
`ASSERT(below_the_dateline, !(f_begins && f_turn[1:0] == 2'd1 && f_goes_way[PORT_W]) || f_next_layer % SUB == 0)
`ASSERT(stays_on_its_side, !(f_begins && f_turn[1:0] == 2'd0) || f_next_layer % SUB == f_layer % SUB)
`ASSERT(ordered_keeps_its_lane, !(f_begins && ORDERED != 0) || (f_next % LANES == f_c_vc % LANES
    && (!f_node_takes_it || f_next == f_c_vc)
    && (f_turn[1:0] != 2'd1 || f_goes_way[PORT_W] || f_next_layer % SUB == f_layer % SUB)))

// A front wants to move if it may: into its lane, if that has room; as a head into any free one that the rule allows.
wire [31:0] f_next_of_o = f_o_vc % F_SPAN / LANES;
wire f_same_level = f_next_of_o / SUB == f_level + f_turn[2];
wire f_may_be_in_layer = f_node_takes_it || (f_turn[1:0] != 2'd3 && f_same_level
    && (f_turn[1:0] == 2'd0 ? f_next_of_o % SUB == f_layer % SUB
        : f_turn[1:0] == 2'd2 ? f_next_of_o % SUB == SUB - 1 : !f_way[PORT_W] || f_next_of_o % SUB == 0));
wire f_may_be_in_lane = ORDERED == 0 || (f_o_vc % LANES == f_c_vc % LANES && (f_node_takes_it ? f_o_vc == f_c_vc
    : f_turn[1:0] != 2'd1 || f_way[PORT_W] || f_next_of_o % SUB == f_layer % SUB));
wire f_may_have_it = f_c_vc / F_SPAN == f_o_vc / F_SPAN && f_may_be_in_layer && f_may_be_in_lane && f_way[PORT_W-1:0] == f_o_port;
`ASSERT(head_wants_a_free_lane, !(f_exist && f_first && f_is_head_q && !f_open && f_may_have_it && !f_busy && f_room != 0)
    || (STAGES < 4 ? wants[f_c] : may_open[f_c]))
`ASSERT(wants_its_lane, !(f_exist && f_first && f_open && f_held_port == f_o_port && f_held_vc == f_o_vc && f_room != 0)
    || wants[f_c])
// Of the lanes that it may have, it takes one that is empty, if there is one.
wire f_takes_a_lane = f_exist && f_first && f_is_head_q && !f_open && (STAGES < 4 ? f_leaves : claims[f_c]);
wire [31:0] f_lane_taken = f_port*VCS + f_next;
wire f_could_be_alone = f_may_have_it && !f_busy && f_room == DEPTH;
`ASSERT(empty_lane_comes_first, !(f_takes_a_lane && ORDERED == 0 && f_could_be_alone) || room_q[f_lane_taken*ROOM_W +: ROOM_W] >= DEPTH)
`ASSERT(padding_is_zero, !out_valid_o[f_o_port] || out_msg_o[f_o_port*MSG_W + FLIT_W + 1 + VC_W +: PAD_W] == 0)

// ---- credits ----

wire [ROOM_W-1:0] f_behind = f_behind_q[f_o*ROOM_W +: ROOM_W];
wire [ROOM_W-1:0] f_credits = f_credits_q[f_c*ROOM_W +: ROOM_W];
wire f_crosses_to = STAGES > 2 && crosses_q[f_o_port] && next_q[f_o_port*VC_W +: VC_W] == f_o_vc[VC_W-1:0];
`ASSERT(credits_are_conserved_behind, !f_exist || f_room + f_behind + f_goes[f_o] + f_crosses_to == DEPTH)
`ASSERT(credits_are_conserved_before, !f_exist || f_credits + f_count + f_freed[f_c] == DEPTH)
`ASSERT(sends_into_room, !f_sends || f_room != 0)
`ASSERT(freed_was_a_flit, !f_exist || !f_freed[f_c] || f_credits < DEPTH)
`ASSERT(no_more_than_fit, !f_exist || f_count <= DEPTH)
`ASSERT(channels_out_exist, !f_exist || !out_valid_o[f_o_port] || out_msg_o[f_o_port*MSG_W + FLIT_W + 1 +: VC_W] < VCS)
`ASSERT(lanes_in_the_crossbar_exist, !f_exist || STAGES < 3 || !crosses_q[f_o_port] || (next_q[f_o_port*VC_W +: VC_W] < VCS && from_q[f_o_port*PORT_W +: PORT_W] < PORTS))
`ASSERT(followed_is_in_the_crossbar, !f_crossing_q || (crosses_q[f_out_port_q] && from_q[f_out_port_q*PORT_W +: PORT_W] == f_c_port
    && next_q[f_out_port_q*VC_W +: VC_W] == f_out_vc_q && flit_q[f_c_port*(FLIT_W + 1) +: FLIT_W + 1] == f_flit_q))

// ---- turns ----

// An output that is not given has nobody who could take it, of the inputs that are not served otherwise.
`ASSERT(output_is_not_left, !(f_exist && wants[f_c] && f_port == f_o_port) || granted[f_o_port] || taken[f_c_port]
    || |(wants[f_c_port*VCS +: VCS] & ~({{VCS-1{1'b0}}, 1'b1} << f_c_vc)))
`ASSERT(something_moves, wants == 0 || granted != 0)
// No packet has begun a turn that none makes; one that would stays where it is. With UGAL a packet
// may have the turns of another input, and one that is sent anew makes some that the table does not know of its own.
reg f_turns_well;
reg f_lanes_exist;
reg [PORTS*3-1:0] f_t_turns;
integer f_t;
always @* begin
    f_turns_well = 1'b1;
    f_lanes_exist = 1'b1;
    f_t_turns = {PORTS*3{1'b0}};
    for (f_t = 0; f_t < PORTS*VCS; f_t = f_t + 1) begin
        f_t_turns = turn_i[f_t/VCS*PORTS*3 +: PORTS*3];
        if (open_q[f_t] && ({{32 - PORT_W{1'b0}}, held_port_q[f_t*PORT_W +: PORT_W]} >= PORTS
            || f_t_turns[{{32 - PORT_W{1'b0}}, held_port_q[f_t*PORT_W +: PORT_W]}*3 +: 3] == 3'd7))
            f_turns_well = 1'b0;
        if (open_q[f_t] && {{32 - VC_W{1'b0}}, held_vc_q[f_t*VC_W +: VC_W]} >= VCS)
            f_lanes_exist = 1'b0;
    end
end
`ifndef UGAL
`ASSERT(begun_turns_are_made, f_turns_well)
`endif
`ASSERT(held_lanes_exist, f_lanes_exist)
// In the first try, an input offers the channel that has precedence over its others; at an output, an input that has
// precedence over the one that is served is not passed over. Later tries serve only whom the first did not.
wire [PORTS-1:0] f_below = inputs_below_q[f_o_port*PORTS +: PORTS];
wire [PORT_W-1:0] f_served = from[f_o_port*PORT_W +: PORT_W];
wire [VCS-1:0] f_vcs_below = below_q[f_c_port*VCS +: VCS];
reg f_is_before; // a channel of its input comes before f_c
integer f_v;
always @* begin
    f_is_before = 1'b0;
    for (f_v = 0; f_v < VCS; f_v = f_v + 1)
        if (wants[f_c_port*VCS + f_v] && (f_vcs_below[f_v] && !f_vcs_below[f_c_vc]
            || f_vcs_below[f_v] == f_vcs_below[f_c_vc] && f_v > f_c_vc))
            f_is_before = 1'b1;
end
wire f_offered = f_exist && wants[f_c] && !f_is_before && f_port == f_o_port;
`ASSERT(offered_output_is_given, !f_offered || first_granted[f_o_port])
`ASSERT(input_below_comes_first, !(f_offered && f_below[f_c_port]) || (f_below[f_served] && f_served >= f_c_port))
`ASSERT(input_that_is_highest_comes_first, !(f_offered && !f_below[f_c_port]) || f_below[f_served] || f_served >= f_c_port)
`ASSERT(first_try_stands, !f_exist || ((granted[f_o_port] || !first_granted[f_o_port]) && (taken[f_c_port] || !first_taken[f_c_port])))
// Of an input, so are its channels.
wire [VC_W-1:0] f_picked = pick[f_c_port*VC_W +: VC_W];
wire f_could = f_exist && wants[f_c] && first_taken[f_c_port];
`ASSERT(channel_below_comes_first, !(f_could && f_vcs_below[f_c_vc]) || (f_vcs_below[f_picked] && f_picked >= f_c_vc))
`ASSERT(channel_that_is_highest_comes_first, !(f_could && !f_vcs_below[f_c_vc]) || f_vcs_below[f_picked] || f_picked >= f_c_vc)

// Whoever was served stays first until its packet's tail has gone; then all others come before it.
localparam [PORTS-1:0] F_INPUT = 1;
localparam [VCS-1:0] F_CHANNEL = 1;
reg f_granted_q;
reg f_taken_q;
reg f_out_tail_q;
reg f_in_tail_q;
reg [PORT_W-1:0] f_served_q;
reg [VC_W-1:0] f_picked_q;
reg f_ran_q;  // not a reset
reg [PORTS-1:0] f_was_below_q;
reg [VCS-1:0] f_vcs_were_below_q;
always @(posedge clk_i) begin
    f_granted_q <= !rst_i && first_granted[f_o_port];
    f_taken_q <= !rst_i && first_taken[f_c_port];
    f_served_q <= f_served;
    f_picked_q <= f_picked;
    f_out_tail_q <= flit[f_served*(FLIT_W + 1) + FLIT_W];
    f_in_tail_q <= f_flit[FLIT_W];
    f_ran_q <= !rst_i;
    f_was_below_q <= f_below;
    f_vcs_were_below_q <= f_vcs_below;
end
`ASSERT(turns_at_an_output_wait, !(f_exist && f_ran_q && !f_granted_q) || f_below == f_was_below_q)
`ASSERT(turns_of_an_input_wait, !(f_exist && f_ran_q && !f_taken_q) || f_vcs_below == f_vcs_were_below_q)
`ASSERT(served_input_is_last, !(f_exist && f_granted_q && f_out_tail_q) || f_below == (F_INPUT << f_served_q) - 1'b1)
`ASSERT(served_input_is_first, !(f_exist && f_granted_q && !f_out_tail_q) || f_below == (F_INPUT << f_served_q << 1) - 1'b1)
`ASSERT(served_channel_is_last, !(f_exist && f_taken_q && f_in_tail_q) || f_vcs_below == (F_CHANNEL << f_picked_q) - 1'b1)
`ASSERT(served_channel_is_first, !(f_exist && f_taken_q && !f_in_tail_q) || f_vcs_below == (F_CHANNEL << f_picked_q << 1) - 1'b1)

wire f_nothing_comes = in_valid_i == 0 && credit_valid_i == 0;
`ASSERT(idle_until_something_comes, !(idle_o && f_nothing_comes) || (granted == 0 && claims == 0 && !out_valid_o[f_o_port]))

// ---- covers ----

`COVER(buffer_is_full, f_exist && f_count == DEPTH)
`COVER_WHERE(STAGES < 2 || PASS != 0, passes_unbuffered, f_goes_now && f_enters)
`COVER(followed_behind_all, f_inside_q && f_ahead_q == DEPTH - 1)
`COVER(followed_comes_out, f_out_q && f_is_head_q)
`COVER(a_body_comes_out, f_out_q && !f_is_head_q)
`COVER(waits_for_room, f_first && wants == 0 && f_room == 0 && f_open && f_held_port == f_o_port && f_held_vc == f_o_vc)
`COVER(waits_for_a_lane, f_first && f_is_head_q && !may_open[f_c] && !f_open)
`COVER_WHERE(ORDERED == 0, takes_a_lane_behind_another, f_takes_a_lane && f_lane_taken == f_o_all && f_room != DEPTH)
`COVER(stays_as_none_turns_so, f_first && f_is_head_q && f_turn == 3'd7 && wants == 0 && f_room != 0)
`COVER(two_inputs_want_it, f_exist && wants[f_c] && f_port == f_o_port && granted[f_o_port] && !taken[f_c_port])
`COVER(all_outputs_at_once, &granted)
`COVER(packet_goes_on_before_others, f_exist && f_granted_q && !f_out_tail_q && first_granted[f_o_port] && f_served == f_served_q && f_offered && f_c_port != f_served)
`COVER(room_is_used_up, f_exist && f_room == 0 && f_behind == DEPTH)
`COVER(credit_as_a_flit_goes, f_sends && f_returned[f_o])
`COVER_WHERE(STAGES > 2, crosses_and_comes_out, f_crossing_q && f_is_head_q)
`COVER_WHERE(TRIES > 1, served_in_a_later_try, f_exist && granted[f_o_port] && !first_granted[f_o_port] && taken[f_c_port] && !first_taken[f_c_port])
`COVER_WHERE(SUB > 1, passes_the_dateline, f_begins && f_turn[1:0] == 2'd2)
