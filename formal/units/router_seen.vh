// What network.vh reads of a router, as one vector; network_seen.vh takes it apart. Put into um_router.
wire [SLOTS*(FLIT_W + 1)-1:0] f_slots;
wire [SLOTS*WAY_W-1:0] f_ways;
genvar f_s;
for (f_s = 0; f_s < SLOTS; f_s = f_s + 1) begin : f_slot
    assign f_slots[f_s*(FLIT_W + 1) +: FLIT_W + 1] = slot[f_s];
    assign f_ways[f_s*WAY_W +: WAY_W] = slot_way[f_s];
end
(* keep *) wire [NODES*WAY_W + SLOTS*(FLIT_W + 1 + WAY_W) + PORTS*VCS*(3*ROOM_W + 6 + 2*PORT_W + 2*VC_W)
    + PORTS*(4 + 2*MSG_W + 2*32)-1:0] f_seen = {route_i, f_slots, f_ways, head_q, tail_q, room_q, filled_q, has_room_q, open_q, busy_q, wants, leaves,
    held_port_q, front_port, held_vc_q, next_vc, in_valid_i, out_valid_o, freed_valid_o, credit_valid_i, in_msg_i, out_msg_o,
    freed_msg_o, credit_msg_i};
