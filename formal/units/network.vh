// um_network, a whole network: routers joined by links without latency. Put after network_seen.vh and the text of a topology,
// with router_seen.vh in um_router.
//
// Promises, whatever the nodes send and when
// * delivery: a flit that a node sends is in one place of the network at a time, comes nearer to its packet's node with each
//   link, and comes out there and nowhere else, unchanged and once. Nothing comes out that was not sent: each channel
//   holds what came and has not left, and a router sends as many flits as have left its channels.
// * no deadlock: while the nodes have given all credits back, have finished the packets that they began, and the network has
//   a flit, something moves. As each flit that moves comes nearer to its node, and routers pass nobody over for ever
//   (router.vh), each is delivered.
// Assumes of nodes (router_env.vh has the same for each port): they send into room, by channels of the first level, and give
// credits for flits that they got.
//
// Here x is a channel of an input, router * F_CS + port * F_VCS + v, and so is the channel behind an output.

localparam F_PS = F_R*F_PORTS;
localparam F_XS = F_R*F_CS;
// The channel at the other end of the link at which x is.
`define F_PEER_OF(x) (F_PEER[(x)/F_VCS*4 +: 4]*F_VCS + (x)%F_VCS)
// Whether x is at a port of a node, or at one that is missing, which is like that of a node that does nothing.
`define IS_NODES(x) (F_PEER[(x)/F_VCS*4 +: 4] == (x)/F_VCS)
// The way to node d by a router's table.
function [F_WAY_W-1:0] f_way_to(input [F_N*F_WAY_W-1:0] route, input [F_NODE_W-1:0] d);
    integer n;
    begin
        f_way_to = 0;
        for (n = 0; n < F_N; n = n + 1)
            if (d == n)
                f_way_to = route[n*F_WAY_W +: F_WAY_W];
    end
endfunction
`define F_TABLE(r) f_route[(r)*F_N*F_WAY_W +: F_N*F_WAY_W]

// ---- what routers show ----

wire [F_R*F_N*F_WAY_W-1:0] f_route;
wire [F_R*F_SLOTS*(F_FLIT_W+1)-1:0] f_slots;
wire [F_R*F_SLOTS*F_WAY_W-1:0] f_ways;
wire [F_XS*2-1:0] f_head, f_tail, f_room, f_held_port, f_front_port;
wire [F_XS-1:0] f_filled, f_has_room, f_open, f_busy, f_wants, f_leaves, f_held_vc, f_next_vc;
wire [F_PS-1:0] f_in_valid, f_out_valid, f_freed_valid, f_credit_valid;
wire [F_PS*F_MSG_W-1:0] f_in_msg, f_out_msg;
wire [F_PS*32-1:0] f_freed_msg, f_credit_msg;
genvar f_g;
for (f_g = 0; f_g < F_R; f_g = f_g + 1) begin : f_router
    assign {f_route[f_g*F_N*F_WAY_W +: F_N*F_WAY_W], f_slots[f_g*F_SLOTS*(F_FLIT_W+1) +: F_SLOTS*(F_FLIT_W+1)],
        f_ways[f_g*F_SLOTS*F_WAY_W +: F_SLOTS*F_WAY_W], f_head[f_g*F_CS*2 +: F_CS*2], f_tail[f_g*F_CS*2 +: F_CS*2],
        f_room[f_g*F_CS*2 +: F_CS*2], f_filled[f_g*F_CS +: F_CS], f_has_room[f_g*F_CS +: F_CS],
        f_open[f_g*F_CS +: F_CS], f_busy[f_g*F_CS +: F_CS], f_wants[f_g*F_CS +: F_CS],
        f_leaves[f_g*F_CS +: F_CS], f_held_port[f_g*F_CS*2 +: F_CS*2], f_front_port[f_g*F_CS*2 +: F_CS*2],
        f_held_vc[f_g*F_CS +: F_CS], f_next_vc[f_g*F_CS +: F_CS], f_in_valid[f_g*F_PORTS +: F_PORTS],
        f_out_valid[f_g*F_PORTS +: F_PORTS], f_freed_valid[f_g*F_PORTS +: F_PORTS], f_credit_valid[f_g*F_PORTS +: F_PORTS],
        f_in_msg[f_g*F_PORTS*F_MSG_W +: F_PORTS*F_MSG_W], f_out_msg[f_g*F_PORTS*F_MSG_W +: F_PORTS*F_MSG_W],
        f_freed_msg[f_g*F_PORTS*32 +: F_PORTS*32], f_credit_msg[f_g*F_PORTS*32 +: F_PORTS*32]}
        = f_seen[f_g*`SEEN_W(F_N) +: `SEEN_W(F_N)];
end

// ---- each channel ----

reg [F_XS*F_NODE_W-1:0] f_open_node_q;  // node of the packet whose head has left, and whose tail has not
reg [F_XS*2-1:0] f_credits_q;           // of channels from nodes: places that the node counts
reg [F_XS*2-1:0] f_behind_q;            // of channels to nodes: flits for which the node has given no credit
reg [F_XS*2-1:0] f_count;               // flits in it
reg [F_XS*2*(F_FLIT_W+1)-1:0] f_flits;  // the first and the second
reg [F_XS*2*F_WAY_W-1:0] f_flits_way;
reg [F_XS-1:0] f_comes, f_frees, f_goes, f_credited;
reg [F_XS*(F_FLIT_W+1)-1:0] f_come;     // the flit that comes
reg [F_XS-1:0] f_is_mid;                // the flit that came last was no tail,
reg [F_XS-1:0] f_will_be_mid;           // nor is the one that comes
reg [F_XS*2*F_NODE_W-1:0] f_node;       // of the packets of the first flit and the second
reg [F_XS*F_NODE_W-1:0] f_newest;       // of the packet that came last
reg [F_XS*F_NODE_W-1:0] f_come_node;    // of the flit that comes
integer f_x, f_k;
always @* begin
    for (f_x = 0; f_x < F_XS; f_x = f_x + 1) begin
        f_comes[f_x] = f_in_valid[f_x/F_VCS] && f_in_msg[f_x/F_VCS*F_MSG_W + F_FLIT_W + 1] == f_x[0];
        f_frees[f_x] = f_freed_valid[f_x/F_VCS] && f_freed_msg[f_x/F_VCS*32] == f_x[0];
        f_goes[f_x] = f_out_valid[f_x/F_VCS] && f_out_msg[f_x/F_VCS*F_MSG_W + F_FLIT_W + 1] == f_x[0];
        f_credited[f_x] = f_credit_valid[f_x/F_VCS] && f_credit_msg[f_x/F_VCS*32] == f_x[0];
        f_come[f_x*(F_FLIT_W+1) +: F_FLIT_W+1] = f_in_msg[f_x/F_VCS*F_MSG_W +: F_FLIT_W + 1];
        f_count[f_x*2 +: 2] = f_tail[f_x*2 +: 2] - f_head[f_x*2 +: 2];
        for (f_k = 0; f_k < 2; f_k = f_k + 1) begin
            f_flits[(f_x*2 + f_k)*(F_FLIT_W+1) +: F_FLIT_W+1] = f_head[f_x*2] != f_k[0]
                ? f_slots[(f_x*2 + 1)*(F_FLIT_W+1) +: F_FLIT_W+1] : f_slots[f_x*2*(F_FLIT_W+1) +: F_FLIT_W+1];
            f_flits_way[(f_x*2 + f_k)*F_WAY_W +: F_WAY_W] = f_head[f_x*2] != f_k[0]
                ? f_ways[(f_x*2 + 1)*F_WAY_W +: F_WAY_W] : f_ways[f_x*2*F_WAY_W +: F_WAY_W];
        end
        f_node[f_x*2*F_NODE_W +: F_NODE_W] = f_open[f_x] ? f_open_node_q[f_x*F_NODE_W +: F_NODE_W]
            : f_flits[f_x*2*(F_FLIT_W+1) +: F_NODE_W];
        f_node[(f_x*2 + 1)*F_NODE_W +: F_NODE_W] = f_flits[f_x*2*(F_FLIT_W+1) + F_FLIT_W]
            ? f_flits[(f_x*2 + 1)*(F_FLIT_W+1) +: F_NODE_W] : f_node[f_x*2*F_NODE_W +: F_NODE_W];
        f_newest[f_x*F_NODE_W +: F_NODE_W] = f_count[f_x*2 +: 2] == 0 ? f_open_node_q[f_x*F_NODE_W +: F_NODE_W]
            : f_count[f_x*2 +: 2] == 1 ? f_node[f_x*2*F_NODE_W +: F_NODE_W] : f_node[(f_x*2 + 1)*F_NODE_W +: F_NODE_W];
        f_is_mid[f_x] = f_count[f_x*2 +: 2] == 0 ? f_open[f_x]
            : f_count[f_x*2 +: 2] == 1 ? !f_flits[f_x*2*(F_FLIT_W+1) + F_FLIT_W]
            : !f_flits[(f_x*2 + 1)*(F_FLIT_W+1) + F_FLIT_W];
        f_will_be_mid[f_x] = f_comes[f_x] ? !f_come[f_x*(F_FLIT_W+1) + F_FLIT_W] : f_is_mid[f_x];
        f_come_node[f_x*F_NODE_W +: F_NODE_W] = f_is_mid[f_x] ? f_newest[f_x*F_NODE_W +: F_NODE_W]
            : f_come[f_x*(F_FLIT_W+1) +: F_NODE_W];
    end
end
integer f_y;
always @(posedge clk_i)
    for (f_y = 0; f_y < F_XS; f_y = f_y + 1) begin
        if (rst_i) begin
            f_credits_q[f_y*2 +: 2] <= 2'd2;
            f_behind_q[f_y*2 +: 2] <= 2'd0;
        end else begin
            f_credits_q[f_y*2 +: 2] <= f_credits_q[f_y*2 +: 2] + {1'b0, f_frees[f_y]} - {1'b0, f_comes[f_y]};
            f_behind_q[f_y*2 +: 2] <= f_behind_q[f_y*2 +: 2] + {1'b0, f_goes[f_y]} - {1'b0, f_credited[f_y]};
        end
        if (f_leaves[f_y] && !f_open[f_y])
            f_open_node_q[f_y*F_NODE_W +: F_NODE_W] <= f_count[f_y*2 +: 2] == 0 ? f_come[f_y*(F_FLIT_W+1) +: F_NODE_W]
                : f_flits[f_y*2*(F_FLIT_W+1) +: F_NODE_W];
    end

// ---- what nodes promise, and how routers are joined ----

reg f_sent_into_room, f_sent_by_an_open_one, f_credit_for_a_flit, f_flit_comes, f_credit_comes; // of ports of nodes
reg f_joined;          // what a router sends comes to its peer
reg f_credits_joined;  // as do credits
reg f_tables_lead;     // the port for each node leads nearer to it
integer f_a, f_b;
always @* begin
    f_sent_into_room = 1'b1;
    f_sent_by_an_open_one = 1'b1;
    f_credit_for_a_flit = 1'b1;
    f_flit_comes = 1'b0;
    f_credit_comes = 1'b0;
    f_joined = 1'b1;
    f_credits_joined = 1'b1;
    f_tables_lead = 1'b1;
    for (f_a = 0; f_a < F_XS; f_a = f_a + 1)
        if (`IS_NODES(f_a)) begin
            if (f_comes[f_a] && f_credits_q[f_a*2 +: 2] == 0)
                f_sent_into_room = 1'b0;
            if (f_comes[f_a] && !f_opens(f_a[0]))
                f_sent_by_an_open_one = 1'b0;
            if (f_credited[f_a] && f_behind_q[f_a*2 +: 2] == 0)
                f_credit_for_a_flit = 1'b0;
            f_flit_comes = f_flit_comes || f_comes[f_a];
            f_credit_comes = f_credit_comes || f_credited[f_a];
        end
    for (f_a = 0; f_a < F_PS; f_a = f_a + 1)
        if (F_PEER[f_a*4 +: 4] != f_a) begin
            if (f_out_valid[f_a] != f_in_valid[F_PEER[f_a*4 +: 4]] || (f_out_valid[f_a]
                && f_out_msg[f_a*F_MSG_W +: F_MSG_W] != f_in_msg[F_PEER[f_a*4 +: 4]*F_MSG_W +: F_MSG_W]))
                f_joined = 1'b0;
            if (f_freed_valid[f_a] != f_credit_valid[F_PEER[f_a*4 +: 4]] || (f_freed_valid[f_a]
                && f_freed_msg[f_a*32 +: 32] != f_credit_msg[F_PEER[f_a*4 +: 4]*32 +: 32]))
                f_credits_joined = 1'b0;
            // The routers of which this port is the way.
            for (f_b = 0; f_b < F_N; f_b = f_b + 1)
                if (f_route[(f_a/F_PORTS*F_N + f_b)*F_WAY_W +: 2] == f_a%F_PORTS && f_far(F_PEER[f_a*4 +: 4]/F_PORTS, f_b) + 1
                    != f_far(f_a/F_PORTS, f_b))
                    f_tables_lead = 1'b0;
        end
    for (f_a = 0; f_a < F_R; f_a = f_a + 1)
        for (f_b = 0; f_b < F_N; f_b = f_b + 1)
            if ((f_route[(f_a*F_N + f_b)*F_WAY_W +: 2] == 0 && F_PEER[f_a*F_PORTS*4 +: 4] == f_a*F_PORTS) != (f_a == f_b))
                f_tables_lead = 1'b0;
end
`ASSUME(sent_into_room, f_flit_comes, f_sent_into_room)
`ASSUME(sent_by_an_open_channel, f_flit_comes, f_sent_by_an_open_one)
`ASSUME(credit_is_for_a_flit, f_credit_comes, f_credit_for_a_flit)
`ASSERT(routers_are_joined, f_joined)
`ASSERT(credits_are_joined, f_credits_joined)
`ASSERT(tables_lead_nearer, f_tables_lead)

// ---- what holds of every channel ----

reg f_counts_fit, f_marked_well, f_conserved, f_one_holds, f_busy_if_held, f_mid_if_busy, f_held_for_its_node, f_goes_on_well;
reg f_packets_stay_together, f_ways_kept, f_places_allowed, f_comers_allowed;
integer f_c, f_h, f_n;
reg [3:0] f_holders; // of a lane
always @* begin
    f_counts_fit = 1'b1;
    f_marked_well = 1'b1;
    f_conserved = 1'b1;
    f_one_holds = 1'b1;
    f_busy_if_held = 1'b1;
    f_mid_if_busy = 1'b1;
    f_held_for_its_node = 1'b1;
    f_goes_on_well = 1'b1;
    f_packets_stay_together = 1'b1;
    f_ways_kept = 1'b1;
    f_places_allowed = 1'b1;
    f_comers_allowed = 1'b1;
    f_holders = 0;
    for (f_c = 0; f_c < F_XS; f_c = f_c + 1) begin
        // Its places, and those behind the output of the same port.
        if (f_count[f_c*2 +: 2] > 2)
            f_counts_fit = 1'b0;
        if (f_filled[f_c] != (f_count[f_c*2 +: 2] != 0) || f_has_room[f_c] != (f_room[f_c*2 +: 2] != 0))
            f_marked_well = 1'b0;
        if (`IS_NODES(f_c)) begin
            if (f_credits_q[f_c*2 +: 2] + {2'b0, f_count[f_c*2 +: 2]} + f_frees[f_c] != 2
                || f_room[f_c*2 +: 2] + {2'b0, f_behind_q[f_c*2 +: 2]} + f_goes[f_c] != 2)
                f_conserved = 1'b0;
        end else if (f_room[f_c*2 +: 2] + {2'b0, f_count[`F_PEER_OF(f_c)*2 +: 2]} + f_goes[f_c] + f_frees[`F_PEER_OF(f_c)] != 2)
            f_conserved = 1'b0;
        // Who has the lane behind the output of the same port, and the packet that is in it.
        f_holders = 0;
        for (f_h = f_c/F_CS*F_CS; f_h < f_c/F_CS*F_CS + F_CS; f_h = f_h + 1)
            if (f_open[f_h] && f_held_port[f_h*2 +: 2] == f_c%F_CS/F_VCS && f_held_vc[f_h] == f_c[0]) begin
                f_holders = f_holders + 1;
                if (!`IS_NODES(f_c) && f_open_node_q[f_h*F_NODE_W +: F_NODE_W] != (f_comes[`F_PEER_OF(f_c)]
                    ? f_come_node[`F_PEER_OF(f_c)*F_NODE_W +: F_NODE_W] : f_newest[`F_PEER_OF(f_c)*F_NODE_W +: F_NODE_W]))
                    f_packets_stay_together = 1'b0;
            end
        if (f_holders > 1)
            f_one_holds = 1'b0;
        if (f_busy[f_c] != (f_holders != 0))
            f_busy_if_held = 1'b0;
        if (!`IS_NODES(f_c) && f_busy[f_c] != f_will_be_mid[`F_PEER_OF(f_c)])
            f_mid_if_busy = 1'b0;
        // A packet that is leaving: where to.
        if (f_open[f_c] && (f_held_port[f_c*2 +: 2] != f_way_to(`F_TABLE(f_c/F_CS), f_open_node_q[f_c*F_NODE_W +: F_NODE_W]) % 4))
            f_held_for_its_node = 1'b0;
        if (f_open[f_c] && !f_may(f_c/F_CS, f_c%F_CS/F_VCS, f_c%F_VCS, f_open_node_q[f_c*F_NODE_W +: F_NODE_W]))
            f_goes_on_well = 1'b0;
        for (f_h = f_c/F_CS*F_CS; f_h < f_c/F_CS*F_CS + F_CS; f_h = f_h + 1)
            if (f_open[f_c] && f_held_port[f_c*2 +: 2] == f_h%F_CS/F_VCS && f_held_vc[f_c] == f_h%F_VCS
                && (!f_may_go_on(f_c/F_CS, f_c%F_CS/F_VCS, f_c%F_VCS, f_h%F_CS/F_VCS, f_h%F_VCS)
                || (!`IS_NODES(f_h) && !f_may(`F_PEER_OF(f_h)/F_CS, `F_PEER_OF(f_h)%F_CS/F_VCS, f_h%F_VCS,
                    f_open_node_q[f_c*F_NODE_W +: F_NODE_W]))))
                f_goes_on_well = 1'b0;
        // Flits in it, and one that comes.
        for (f_n = 0; f_n < 2; f_n = f_n + 1)
            if (f_n < f_count[f_c*2 +: 2]) begin
                if ((f_n == 0 ? !f_open[f_c] : f_flits[f_c*2*(F_FLIT_W+1) + F_FLIT_W])
                    && f_flits_way[(f_c*2 + f_n)*F_WAY_W +: F_WAY_W]
                        != f_way_to(`F_TABLE(f_c/F_CS), f_node[(f_c*2 + f_n)*F_NODE_W +: F_NODE_W]))
                    f_ways_kept = 1'b0;
                if (!f_may(f_c/F_CS, f_c%F_CS/F_VCS, f_c%F_VCS, f_node[(f_c*2 + f_n)*F_NODE_W +: F_NODE_W]))
                    f_places_allowed = 1'b0;
            end
        if (f_comes[f_c] && !f_may(f_c/F_CS, f_c%F_CS/F_VCS, f_c%F_VCS, f_come_node[f_c*F_NODE_W +: F_NODE_W]))
            f_comers_allowed = 1'b0;
    end
end
`ASSERT(no_more_than_fit, f_counts_fit)
`ASSERT(marks_are_of_the_numbers, f_marked_well)
`ASSERT(credits_are_conserved, f_conserved)
`ASSERT(one_packet_has_a_lane, f_one_holds)
`ASSERT(taken_if_one_has_it, f_busy_if_held)
`ASSERT(taken_to_the_tail, f_mid_if_busy)
`ASSERT(packets_stay_together, f_packets_stay_together)
`ASSERT(held_for_its_node, f_held_for_its_node)
`ASSERT(goes_on_to_where_it_may, f_goes_on_well)
`ASSERT(ways_are_kept, f_ways_kept)
`ASSERT(flits_are_where_they_may, f_places_allowed)
`ASSERT(flits_come_where_they_may, f_comers_allowed)

// ---- a flit, followed from its node to where it comes out ----

wire [F_R-1:0] f_nodes_get = out_valid_o; // what the nodes get; a router without a node gives nothing
wire [F_R*F_MSG_W-1:0] f_nodes_msg = out_msg_o;
wire f_pick = $anyseq;
wire [4:0] f_from = $anyseq; // the channel from a node in which it comes
reg [F_XS-1:0] f_at_q;       // it is buffered in this channel,
reg f_second_q;              // behind another;
reg [F_XS-1:0] f_out_q;      // or it is at an output, for the channel behind it
reg [F_FLIT_W:0] f_flit_q;
reg [F_NODE_W-1:0] f_to_q;   // its packet's node
reg f_is_head_q;
reg [2:0] f_links_q;         // links that it has passed
reg [2:0] f_far_q;           // links from its node to the packet's
reg f_delivered_q;
reg [F_XS-1:0] f_begins, f_arrives, f_passes, f_moves; // in this channel
reg [F_XS-1:0] f_next_out;
reg f_arrives_second, f_hops, f_ends;
reg [2:0] f_left;            // links that it has still to pass
reg [F_FLIT_W:0] f_begins_as;
reg [F_NODE_W-1:0] f_begins_to;
reg f_begins_mid;
reg [2:0] f_begins_far;
reg f_buffered_well, f_of_its_packet, f_at_output_well, f_hops_well, f_ends_well;
integer f_f, f_t;
always @* begin
    f_begins = 0;
    f_arrives = 0;
    f_passes = 0;
    f_moves = 0;
    f_next_out = 0;
    f_arrives_second = 1'b0;
    f_hops = 1'b0;
    f_ends = 1'b0;
    f_left = 0;
    f_begins_as = 0;
    f_begins_to = 0;
    f_begins_mid = 1'b0;
    f_begins_far = 0;
    f_buffered_well = 1'b1;
    f_of_its_packet = 1'b1;
    f_at_output_well = 1'b1;
    f_hops_well = 1'b1;
    f_ends_well = 1'b1;
    for (f_f = 0; f_f < F_XS; f_f = f_f + 1) begin
        // It comes, from a node or from another router.
        if (`IS_NODES(f_f)) begin
            f_begins[f_f] = f_pick && f_from == f_f && f_comes[f_f] && f_at_q == 0 && f_out_q == 0;
            f_arrives[f_f] = f_begins[f_f];
            if (f_begins[f_f]) begin
                f_begins_as = f_come[f_f*(F_FLIT_W+1) +: F_FLIT_W+1];
                f_begins_to = f_come_node[f_f*F_NODE_W +: F_NODE_W];
                f_begins_mid = f_is_mid[f_f];
                f_begins_far = f_far(f_f/F_CS, f_come_node[f_f*F_NODE_W +: F_NODE_W]);
            end
        end else begin
            f_arrives[f_f] = f_out_q[`F_PEER_OF(f_f)];
            if (f_arrives[f_f]) begin
                f_hops = 1'b1;
                f_left = f_far(f_f/F_CS, f_to_q);
                if (f_come_node[f_f*F_NODE_W +: F_NODE_W] != f_to_q)
                    f_hops_well = 1'b0;
            end
        end
        if (f_arrives[f_f] && f_count[f_f*2 +: 2] - f_leaves[f_f] == 1)
            f_arrives_second = 1'b1;
        // It leaves.
        f_passes[f_f] = f_arrives[f_f] && f_count[f_f*2 +: 2] == 0 && f_leaves[f_f];
        f_moves[f_f] = f_passes[f_f] || (f_at_q[f_f] && !f_second_q && f_leaves[f_f]);
        for (f_t = f_f/F_CS*F_CS; f_t < f_f/F_CS*F_CS + F_CS; f_t = f_t + 1)
            if (f_moves[f_f] && f_front_port[f_f*2 +: 2] == f_t%F_CS/F_VCS && f_next_vc[f_f] == f_t%F_VCS)
                f_next_out[f_t] = 1'b1;
        // Where it is.
        if (f_at_q[f_f]) begin
            f_left = f_far(f_f/F_CS, f_to_q);
            if (f_second_q >= f_count[f_f*2 +: 2] || f_flit_q != (f_second_q ? f_flits[(f_f*2 + 1)*(F_FLIT_W+1) +: F_FLIT_W+1]
                : f_flits[f_f*2*(F_FLIT_W+1) +: F_FLIT_W+1]))
                f_buffered_well = 1'b0;
            if (f_to_q != (f_second_q ? f_node[(f_f*2 + 1)*F_NODE_W +: F_NODE_W] : f_node[f_f*2*F_NODE_W +: F_NODE_W]))
                f_of_its_packet = 1'b0;
        end
        if (f_out_q[f_f] && !(f_goes[f_f] && f_out_msg[f_f/F_VCS*F_MSG_W +: F_FLIT_W+1] == f_flit_q))
            f_at_output_well = 1'b0;
        if (f_out_q[f_f] && `IS_NODES(f_f)) begin
            f_ends = 1'b1;
            if (f_to_q != f_f/F_CS || f_links_q != f_far_q || !f_nodes_get[f_f/F_CS]
                || f_nodes_msg[f_f/F_CS*F_MSG_W +: F_FLIT_W+1] != f_flit_q)
                f_ends_well = 1'b0;
        end
    end
end
always @(posedge clk_i)
    if (rst_i) begin
        f_at_q <= 0;
        f_out_q <= 0;
        f_delivered_q <= 1'b0;
    end else begin
        f_at_q <= (f_at_q | f_arrives) & ~f_moves;
        f_out_q <= f_next_out;
        f_delivered_q <= f_ends;
        f_second_q <= f_arrives != 0 ? f_arrives_second : f_second_q && (f_at_q & f_leaves) == 0;
        if (f_begins != 0) begin
            f_flit_q <= f_begins_as;
            f_to_q <= f_begins_to;
            f_is_head_q <= !f_begins_mid;
            f_far_q <= f_begins_far;
        end
        f_links_q <= f_begins != 0 ? 0 : f_links_q + f_hops;
    end
wire [2*F_XS-1:0] f_places = {f_out_q, f_at_q};
`ASSERT(followed_is_in_one_place, (f_places & (f_places - 1'b1)) == 0)
`ASSERT(followed_is_buffered, f_buffered_well)
`ASSERT(followed_is_of_its_packet, f_of_its_packet)
`ASSERT(followed_is_at_the_output, f_at_output_well)
`ASSERT(followed_stays_with_its_packet, f_hops_well)
`ASSERT(comes_nearer, (f_at_q == 0 && !f_hops) || {1'b0, f_links_q} + f_hops + f_left == f_far_q)
`ASSERT(goes_on_or_stays, f_places == 0 || f_ends || f_moves != 0 || (f_at_q | f_arrives) != 0)
`ASSERT(comes_out_at_its_node, f_ends_well)

// ---- all flits: none comes of nothing ----

reg [F_XS*2-1:0] f_counted_q;   // of each channel, by what came and left
reg [F_R*2-1:0] f_left_router_q; // flits that left a channel of each router
reg [F_R*2-1:0] f_left_router, f_at_outputs;
reg [6:0] f_inside_all, f_come_all, f_gone_all;
reg f_none_of_nothing;
integer f_s, f_u;
always @* begin
    f_left_router = 0;
    f_at_outputs = 0;
    f_inside_all = 0;
    f_come_all = 0;
    f_gone_all = 0;
    f_none_of_nothing = 1'b1;
    for (f_s = 0; f_s < F_XS; f_s = f_s + 1) begin
        if (f_leaves[f_s] && f_count[f_s*2 +: 2] == 0 && !f_comes[f_s])
            f_none_of_nothing = 1'b0;
        f_left_router[f_s/F_CS*2 +: 2] = f_left_router[f_s/F_CS*2 +: 2] + f_leaves[f_s];
        f_at_outputs[f_s/F_CS*2 +: 2] = f_at_outputs[f_s/F_CS*2 +: 2] + f_goes[f_s];
        f_inside_all = f_inside_all + f_count[f_s*2 +: 2] + f_goes[f_s];
        if (`IS_NODES(f_s)) begin
            f_come_all = f_come_all + f_comes[f_s];
            f_gone_all = f_gone_all + f_goes[f_s];
        end
    end
end
always @(posedge clk_i) begin
    f_left_router_q <= rst_i ? 0 : f_left_router;
    for (f_u = 0; f_u < F_XS; f_u = f_u + 1)
        f_counted_q[f_u*2 +: 2] <= rst_i ? 0 : f_counted_q[f_u*2 +: 2] + f_comes[f_u] - f_leaves[f_u];
end
`ASSERT(leaves_if_it_is_there, f_none_of_nothing)
`ASSERT(counted_as_they_come_and_leave, f_count == f_counted_q)
`ASSERT(one_comes_out_for_one_that_left, f_at_outputs == f_left_router_q)

// ---- no deadlock ----

reg f_nodes_are_done; // they have finished their packets, and have given all credits
integer f_d;
always @* begin
    f_nodes_are_done = 1'b1;
    for (f_d = 0; f_d < F_XS; f_d = f_d + 1)
        if (`IS_NODES(f_d) && (f_will_be_mid[f_d] || f_behind_q[f_d*2 +: 2] != 0))
            f_nodes_are_done = 1'b0;
end
wire f_still = f_wants == 0 && f_out_valid == 0 && f_freed_valid == 0 && f_in_valid == 0;
`ASSERT(what_wants_moves, f_wants == 0 || f_leaves != 0)
`ASSERT(still_only_if_empty, !(f_still && f_nodes_are_done) || f_inside_all == 0)

// ---- covers ----

`COVER(delivered_two_links_away, f_delivered_q && f_far_q == 2)
`COVER(a_body_is_delivered, f_delivered_q && !f_is_head_q && f_far_q != 0)
`COVER(passes_at_once, f_passes != 0 && f_hops)
`COVER(waits_behind_another, f_at_q != 0 && f_second_q && f_links_q == 1)
`COVER(still_and_full, f_still && f_inside_all > 8)
`COVER(empty_again, f_delivered_q && f_inside_all == 0)
`COVER(all_nodes_send, f_come_all == F_N)
`COVER(all_nodes_get, f_gone_all == F_N)
