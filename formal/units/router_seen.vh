// What network.vh reads of a router, as one vector; network_seen.vh takes it apart. Put into um_router. A router with fewer
// ports than F_MOST_PORTS shows the others as ports at which nothing ever happens, with room behind them.
localparam F_MOST_PORTS = 3;
localparam F_MOST_PORT_W = $clog2(F_MOST_PORTS);
localparam F_MOST_WAY_W = F_MOST_PORT_W + 1;
localparam F_MOST_CS = F_MOST_PORTS*VCS;
localparam F_MOST_SLOTS = F_MOST_CS*DEPTH;
wire [NODES*F_MOST_WAY_W-1:0] f_route;
wire [F_MOST_SLOTS*(FLIT_W + 1)-1:0] f_slots;
wire [F_MOST_SLOTS*F_MOST_WAY_W-1:0] f_ways;
wire [F_MOST_CS*F_MOST_PORT_W-1:0] f_held_port, f_front_port;
genvar f_s;
// A way is a bit above the number of a port, which may be narrower here.
for (f_s = 0; f_s < NODES; f_s = f_s + 1) begin : f_to
    wire [F_MOST_PORT_W-1:0] port = route_i[f_s*WAY_W +: PORT_W];
    assign f_route[f_s*F_MOST_WAY_W +: F_MOST_WAY_W] = {route_i[f_s*WAY_W + PORT_W], port};
end
for (f_s = 0; f_s < F_MOST_SLOTS; f_s = f_s + 1) begin : f_slot
    if (f_s < SLOTS) begin : there
        wire [F_MOST_PORT_W-1:0] port = slot_way[f_s][PORT_W-1:0];
        assign f_slots[f_s*(FLIT_W + 1) +: FLIT_W + 1] = slot[f_s];
        assign f_ways[f_s*F_MOST_WAY_W +: F_MOST_WAY_W] = {slot_way[f_s][PORT_W], port};
    end else begin : missing
        assign f_slots[f_s*(FLIT_W + 1) +: FLIT_W + 1] = 0;
        assign f_ways[f_s*F_MOST_WAY_W +: F_MOST_WAY_W] = 0;
    end
end
for (f_s = 0; f_s < F_MOST_CS; f_s = f_s + 1) begin : f_channel
    if (f_s < PORTS*VCS) begin : there
        wire [F_MOST_PORT_W-1:0] held = held_port_q[f_s*PORT_W +: PORT_W];
        wire [F_MOST_PORT_W-1:0] front = front_port[f_s*PORT_W +: PORT_W];
        assign f_held_port[f_s*F_MOST_PORT_W +: F_MOST_PORT_W] = held;
        assign f_front_port[f_s*F_MOST_PORT_W +: F_MOST_PORT_W] = front;
    end else begin : missing
        assign f_held_port[f_s*F_MOST_PORT_W +: F_MOST_PORT_W] = 0;
        assign f_front_port[f_s*F_MOST_PORT_W +: F_MOST_PORT_W] = 0;
    end
end
wire [F_MOST_CS*ROOM_W-1:0] f_head = head_q, f_tail = tail_q;
wire [F_MOST_CS*ROOM_W-1:0] f_room = {{F_MOST_CS{DEPTH[ROOM_W-1:0]}} >> (PORTS*VCS*ROOM_W) << (PORTS*VCS*ROOM_W)} | room_q;
wire [F_MOST_CS-1:0] f_has_room = {{F_MOST_CS{1'b1}} << (PORTS*VCS)} | has_room_q;
wire [F_MOST_CS-1:0] f_filled = filled_q, f_open = open_q, f_busy = busy_q, f_wants = wants, f_leaves = leaves;
wire [F_MOST_CS*VC_W-1:0] f_held_vc = held_vc_q, f_next_vc = next_vc;
wire [F_MOST_PORTS-1:0] f_in_valid = in_valid_i, f_out_valid = out_valid_o, f_freed_valid = freed_valid_o, f_credit_valid = credit_valid_i;
wire [F_MOST_PORTS*MSG_W-1:0] f_in_msg = in_msg_i, f_out_msg = out_msg_o;
wire [F_MOST_PORTS*32-1:0] f_freed_msg = freed_msg_o, f_credit_msg = credit_msg_i;
(* keep *) wire [NODES*F_MOST_WAY_W + F_MOST_SLOTS*(FLIT_W + 1 + F_MOST_WAY_W) + F_MOST_CS*(3*ROOM_W + 6 + 2*F_MOST_PORT_W + 2*VC_W)
    + F_MOST_PORTS*(4 + 2*MSG_W + 2*32)-1:0] f_seen = {f_route, f_slots, f_ways, f_head, f_tail, f_room, f_filled, f_has_room, f_open, f_busy,
    f_wants, f_leaves, f_held_port, f_front_port, f_held_vc, f_next_vc, f_in_valid, f_out_valid, f_freed_valid, f_credit_valid,
    f_in_msg, f_out_msg, f_freed_msg, f_credit_msg};
