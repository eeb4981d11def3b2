// The order of a network, end to end. Put after network.vh, in rows whose network keeps the order of a channel (ORDERED),
// behind a topology that says with f_goes_on_by which channel a packet goes on by.
//
// Promises, whatever the nodes send and when: of two flits that come from a node by one channel, for one node, that which
// came first comes out first, with any number of others between them. So messages that must not overtake each other, and
// that go by one channel for that reason (gen/proto/order.h, wiring.orders_are_kept), do not.
//
// A flit's way is that of the one followed in network.vh: `WAY_AT(k) is the channel in which it is behind k links, and
// `EXIT_AT(k) that behind the output by which it leaves there. A second flit, f_later, comes by the same channel for the
// same node while the first is on its way.
localparam F_X_W = $clog2(F_XS);
reg [F_X_W-1:0] f_origin_q;
reg [F_X_W-1:0] f_begins_at;
reg [(F_MOST_LINKS+2)*F_X_W-1:0] f_ways_at;
reg [(F_MOST_LINKS+1)*F_X_W-1:0] f_exits_at;
`define WAY_AT(links) f_ways_at[(links)*F_X_W +: F_X_W]
`define EXIT_AT(links) f_exits_at[(links)*F_X_W +: F_X_W]
reg [F_WAY_W-1:0] f_way_there;
reg [F_XS-1:0] f_to_node; // channels at ports of nodes
reg [F_X_W-1:0] f_there;
integer f_l, f_o;
always @* begin
    f_begins_at = 0;
    for (f_o = 0; f_o < F_XS; f_o = f_o + 1) begin
        f_to_node[f_o] = `IS_NODES(f_o);
        if (f_begins[f_o])
            f_begins_at = f_o[F_X_W-1:0];
    end
    f_way_there = 0;
    f_there = f_origin_q;
    `WAY_AT(0) = f_origin_q;
    for (f_l = 0; f_l <= F_MOST_LINKS; f_l = f_l + 1) begin
        `EXIT_AT(f_l) = 0;
        for (f_o = 0; f_o < F_XS; f_o = f_o + 1)
            if (f_there == f_o[F_X_W-1:0]) begin
                f_way_there = f_way_to(`F_TABLE(f_o/F_CS), f_to_q);
                `EXIT_AT(f_l) = f_o/F_CS*F_CS + f_way_there[1:0]*F_VCS
                    + f_goes_on_by(f_o/F_CS, f_o%F_CS/F_VCS, f_o%F_VCS, {30'd0, f_way_there[1:0]}, f_way_there[2]);
            end
        f_there = 0;
        for (f_o = 0; f_o < F_XS; f_o = f_o + 1)
            if (`EXIT_AT(f_l) == f_o[F_X_W-1:0])
                f_there = `F_PEER_OF(f_o);
        `WAY_AT(f_l + 1) = f_there;
    end
end
always @(posedge clk_i)
    if (f_begins != 0)
        f_origin_q <= f_begins_at;

// A packet whose head has left a channel has the channel behind its output that its way says.
reg f_holds_its_way;
reg [F_WAY_W-1:0] f_way_held;
integer f_h;
always @* begin
    f_holds_its_way = 1'b1;
    f_way_held = 0;
    for (f_h = 0; f_h < F_XS; f_h = f_h + 1) begin
        f_way_held = f_way_to(`F_TABLE(f_h/F_CS), f_open_node_q[f_h*F_NODE_W +: F_NODE_W]);
        if (f_open[f_h] && (f_held_port[f_h*2 +: 2] != f_way_held[1:0]
            || f_held_vc[f_h] != f_goes_on_by(f_h/F_CS, f_h%F_CS/F_VCS, f_h%F_VCS, {30'd0, f_way_held[1:0]}, f_way_held[2])))
            f_holds_its_way = 1'b0;
    end
end
`ASSERT(holds_its_way, f_holds_its_way)

wire [F_XS-1:0] f_one_x = {{F_XS - 1{1'b0}}, 1'b1};
`ASSERT(goes_its_way, (f_at_q == 0 || f_at_q == f_one_x << `WAY_AT(f_links_q))
    && (f_out_q == 0 || f_out_q == f_one_x << `EXIT_AT(f_links_q)))

`ASSERT(came_from_a_node, f_places == 0 || (f_to_node[f_origin_q] && f_far_q == f_far({27'd0, f_origin_q} / F_CS, f_to_q)))
`ASSERT(passes_no_more_links, f_places == 0 || f_links_q + f_hops <= f_far_q)

// ---- the later one ----

wire f_later_pick = $anyseq;
reg f_later_in_q;     // it is buffered in `WAY_AT(f_later_links_q),
reg f_later_second_q; // behind another;
reg f_later_out_q;    // or it is at the output to `EXIT_AT(f_later_links_q)
reg [2:0] f_later_links_q;
reg [F_X_W-1:0] f_later_at;
reg [1:0] f_later_count;
reg [F_NODE_W-1:0] f_later_node, f_later_come_node; // of its packet, where it is, and of what comes there
reg f_later_comes, f_later_leaves, f_later_goes_on;
integer f_m;
wire f_later_is_none = !f_later_in_q && !f_later_out_q;
wire f_later_hops = f_later_out_q && !f_to_node[`EXIT_AT(f_later_links_q)];
wire f_later_ends = f_later_out_q && !f_later_hops;
always @* begin
    f_later_at = f_later_hops ? `WAY_AT(f_later_links_q + 1) : f_later_is_none ? f_origin_q : `WAY_AT(f_later_links_q);
    f_later_count = 0;
    f_later_comes = 1'b0;
    f_later_node = 0;
    f_later_come_node = 0;
    f_later_leaves = 1'b0;
    f_later_goes_on = 1'b1;
    for (f_m = 0; f_m < F_XS; f_m = f_m + 1)
        if (f_later_at == f_m[F_X_W-1:0]) begin
            f_later_count = f_count[f_m*2 +: 2];
            f_later_comes = f_comes[f_m];
            f_later_node = f_later_second_q ? f_node[(f_m*2 + 1)*F_NODE_W +: F_NODE_W] : f_node[f_m*2*F_NODE_W +: F_NODE_W];
            f_later_come_node = f_come_node[f_m*F_NODE_W +: F_NODE_W];
            f_later_leaves = f_leaves[f_m];
            f_later_goes_on = f_m/F_CS*F_CS + f_front_port[f_m*2 +: 2]*F_VCS + f_next_vc[f_m]
                == `EXIT_AT(f_later_hops ? f_later_links_q + 1 : f_later_is_none ? 0 : f_later_links_q);
        end
end
wire f_later_begins = f_later_pick && f_later_is_none && f_places != 0 && !f_ends && f_later_comes
    && f_later_come_node == f_to_q;
wire f_later_arrives = f_later_begins || f_later_hops;
wire f_later_moves = f_later_leaves && (f_later_arrives ? f_later_count == 0 : f_later_in_q && !f_later_second_q);
always @(posedge clk_i)
    if (rst_i || f_ends) begin
        f_later_in_q <= 1'b0;
        f_later_out_q <= 1'b0;
    end else begin
        f_later_in_q <= (f_later_in_q || f_later_arrives) && !f_later_moves;
        f_later_out_q <= f_later_moves;
        f_later_second_q <= f_later_arrives ? f_later_count - f_later_leaves == 1 : f_later_second_q && !f_later_leaves;
        f_later_links_q <= f_later_begins ? 0 : f_later_links_q + f_later_hops;
    end
`ASSERT(comes_out_in_order, !f_later_ends)
`ASSERT(later_goes_its_way, !f_later_moves || f_later_goes_on)
`ASSERT(later_is_in_one_place, !(f_later_in_q && f_later_out_q) && (f_later_is_none || f_places != 0))
wire [3:0] f_stage = {f_links_q, f_out_q != 0}; // how far each has come
wire [3:0] f_later_stage = {f_later_links_q, f_later_out_q};
`ASSERT(later_is_behind, f_later_is_none || f_later_stage < f_stage
    || (f_later_stage == f_stage && f_later_in_q && f_later_second_q && !f_second_q))
`ASSERT(later_is_buffered, !f_later_in_q || f_later_second_q < f_later_count)
`ASSERT(later_stays_with_its_packet, (!f_later_in_q || f_later_node == f_to_q) && (!f_later_hops || f_later_come_node == f_to_q))
wire [F_X_W-1:0] f_later_exit = `EXIT_AT(f_later_links_q);
`ASSERT(later_is_at_the_output, !f_later_out_q || f_goes[f_later_exit])

`COVER(later_is_right_behind, !f_later_is_none && f_later_stage == f_stage && f_links_q == 1)
`COVER(later_is_links_behind, !f_later_is_none && f_links_q == 2 && f_later_links_q == 0)
`COVER(first_comes_out, f_ends && f_far_q == 2 && f_later_links_q == 2 && f_later_out_q == 0 && f_later_in_q)
