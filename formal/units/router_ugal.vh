// um_router_ugal: which way a packet goes, decided as its head comes in. Put after router.vh, with UGAL.
//
// Promises, for a head that comes in
// * in the upper half of its class's layers: it goes to its node, by the turns of its input;
// * in the lower half, and the node between is at this router: it goes to its node, sent anew: in the upper half, by the
//   turns of the input where that node is, or of its own if a node has sent it;
// * in the lower half from another router, else: it goes to the node between;
// * in the lower half from a node, else: it goes to its node, sent anew, if that costs no more than the other way and
//   BIAS, else to the node between. A way costs the flits that are behind its output or wait here for it, times hops.

localparam F_HOPS = 32 - HOP_W;
wire [NODE_W-1:0] f_node = f_in_flit[0 +: NODE_W];
wire [NODE_W-1:0] f_via = f_in_flit[NODE_W +: NODE_W];
wire [WAY_W-1:0] f_to_node = route_i[f_node*WAY_W +: WAY_W];
wire [WAY_W-1:0] f_to_via = route_i[f_via*WAY_W +: WAY_W];
wire f_low = f_layer < LAYERS / 2;
wire f_is_here = turn_i[(f_c_port*PORTS + f_to_via[PORT_W-1:0])*3 +: 3] == 3'd3;
wire f_of_a_node = turn_i[(f_c_port*PORTS + f_c_port)*3 +: 3] == 3'd3;

// Of every channel, as the queues are of all: what router.vh says of f_c.
reg f_all_well;
reg [ROOM_W-1:0] f_buffered;
integer f_a;
always @* begin
    f_all_well = 1'b1;
    f_buffered = 0;
    for (f_a = 0; f_a < F_ALL; f_a = f_a + 1) begin
        f_buffered = tail_q[f_a*ROOM_W +: ROOM_W] - head_q[f_a*ROOM_W +: ROOM_W];
        if (filled_q[f_a] != (f_buffered != 0) || f_credits_q[f_a*ROOM_W +: ROOM_W] + f_buffered + f_freed[f_a] != DEPTH)
            f_all_well = 1'b0;
    end
end
`ASSERT(all_are_filled_as_counted, f_all_well)

// Flits that are behind the two outputs, or wait here for them.
reg [31:0] f_by_node;
reg [31:0] f_by_via;
reg [PORT_W-1:0] f_waits_for;
integer f_u;
always @* begin
    f_by_node = 0;
    f_by_via = 0;
    for (f_u = 0; f_u < VCS; f_u = f_u + 1) begin
        f_by_node = f_by_node + DEPTH - room_q[(f_to_node[PORT_W-1:0]*VCS + f_u)*ROOM_W +: ROOM_W];
        f_by_via = f_by_via + DEPTH - room_q[(f_to_via[PORT_W-1:0]*VCS + f_u)*ROOM_W +: ROOM_W];
    end
    for (f_u = 0; f_u < F_ALL; f_u = f_u + 1) begin
        f_waits_for = open_q[f_u] ? held_port_q[f_u*PORT_W +: PORT_W]
            : slot_way[f_u*DEPTH + head_q[f_u*ROOM_W +: AT_W]][PORT_W-1:0];
        if (f_waits_for == f_to_node[PORT_W-1:0])
            f_by_node = f_by_node + ((tail_q[f_u*ROOM_W +: ROOM_W] - head_q[f_u*ROOM_W +: ROOM_W]) & (2*DEPTH - 1));
        if (f_waits_for == f_to_via[PORT_W-1:0])
            f_by_via = f_by_via + ((tail_q[f_u*ROOM_W +: ROOM_W] - head_q[f_u*ROOM_W +: ROOM_W]) & (2*DEPTH - 1));
    end
end
wire [31:0] f_hops_to_node = near_i[f_node*HOP_W +: HOP_W];
wire [31:0] f_hops_to_via = near_i[f_via*HOP_W +: HOP_W];
wire [31:0] f_hops_from_via = far_i[(f_via*NODES + f_node)*HOP_W +: HOP_W];
wire f_is_near = f_by_node*f_hops_to_node <= f_by_via*(f_hops_to_via + f_hops_from_via) + BIAS;

wire f_head_comes = f_in && f_tail_last_q;
wire f_chooses = f_head_comes && f_low && !f_is_here && f_of_a_node;
wire f_to_its_node = f_in_way == f_to_node && f_in_from[PORT_W];
wire f_to_between = f_in_way == f_to_via && f_in_from == f_c_port;
`ASSERT(upper_half_goes_to_its_node, !(f_head_comes && !f_low) || (f_in_way == f_to_node && f_in_from == f_c_port))
`ASSERT(sent_anew_where_it_was_to_be, !(f_head_comes && f_low && f_is_here) || (f_to_its_node
    && f_in_from[PORT_W-1:0] == (f_of_a_node ? f_c_port[PORT_W-1:0] : f_to_via[PORT_W-1:0])))
`ASSERT(goes_on_to_between, !(f_head_comes && f_low && !f_is_here && !f_of_a_node) || f_to_between)
`ASSERT(goes_at_once_if_near, !(f_chooses && f_is_near) || (f_to_its_node && f_in_from[PORT_W-1:0] == f_c_port))
`ASSERT(goes_to_between_if_not, !(f_chooses && !f_is_near) || f_to_between)
`ASSERT(sent_anew_in_the_upper_half, !(f_begins && f_from[PORT_W] && !f_node_takes_it) || f_next_layer >= LAYERS / 2)

`COVER(goes_by_way_of_another, f_chooses && !f_is_near)
`COVER(is_sent_anew, f_head_comes && f_low && f_is_here && !f_of_a_node)
`COVER(goes_on_in_the_upper_half, f_begins && f_from[PORT_W] && f_layer < LAYERS / 2 && !f_node_takes_it)
