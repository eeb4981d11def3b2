// Assumptions of a router about its neighbours, for any sizes. Put after channel.vh. Proofs assume them, and monitors in
// running units watch them.
//
// Assumes
//   of whatever sends to an input (router.sends_into_room, ni-inject.sends_into_room): it names a virtual channel that there
//   is, and sends into one only while it has a credit for it;
//   of whatever takes from an output (router.freed_was_a_flit, ni-eject.freed_was_a_flit): it gives a credit for a flit that
//   has come to it, and once;
//   of the composition (gen/machine): route_i and turn_i are constants, and the port of each node is one that there is.

// The places that the senders count, of each channel of each input; and flits that are behind each output, of each
// channel.
localparam F_ALL = PORTS*VCS;
reg [F_ALL*ROOM_W-1:0] f_credits_q;
reg [F_ALL*ROOM_W-1:0] f_behind_q;
reg [F_ALL-1:0] f_comes;    // a flit comes into the channel,
reg [F_ALL-1:0] f_freed;    // a credit for it goes back
reg [F_ALL-1:0] f_goes;     // a flit goes out,
reg [F_ALL-1:0] f_returned; // a credit for it comes back
reg [F_ALL-1:0] f_no_place;
reg [F_ALL-1:0] f_no_flit;
reg [PORTS-1:0] f_no_such_vc;
integer f_p, f_v;
always @* begin
    for (f_p = 0; f_p < PORTS; f_p = f_p + 1) begin
        f_no_such_vc[f_p] = (in_valid_i[f_p] && {{32 - VC_W{1'b0}}, in_msg_i[f_p*MSG_W + FLIT_W + 1 +: VC_W]} >= VCS)
            || (credit_valid_i[f_p] && credit_msg_i[f_p*32 +: 32] >= VCS);
        for (f_v = 0; f_v < VCS; f_v = f_v + 1) begin
            f_comes[f_p*VCS + f_v] = in_valid_i[f_p] && in_msg_i[f_p*MSG_W + FLIT_W + 1 +: VC_W] == f_v[VC_W-1:0];
            f_freed[f_p*VCS + f_v] = freed_valid_o[f_p] && freed_msg_o[f_p*32 +: VC_W] == f_v[VC_W-1:0];
            f_goes[f_p*VCS + f_v] = out_valid_o[f_p] && out_msg_o[f_p*MSG_W + FLIT_W + 1 +: VC_W] == f_v[VC_W-1:0];
            f_returned[f_p*VCS + f_v] = credit_valid_i[f_p] && credit_msg_i[f_p*32 +: VC_W] == f_v[VC_W-1:0];
        end
    end
    for (f_p = 0; f_p < F_ALL; f_p = f_p + 1) begin
        f_no_place[f_p] = f_comes[f_p] && f_credits_q[f_p*ROOM_W +: ROOM_W] == 0;
        f_no_flit[f_p] = f_returned[f_p] && f_behind_q[f_p*ROOM_W +: ROOM_W] == 0;
    end
end
integer f_q;
always @(posedge clk_i)
    for (f_q = 0; f_q < F_ALL; f_q = f_q + 1)
        if (rst_i) begin
            f_credits_q[f_q*ROOM_W +: ROOM_W] <= DEPTH[ROOM_W-1:0];
            f_behind_q[f_q*ROOM_W +: ROOM_W] <= 0;
        end else begin
            f_credits_q[f_q*ROOM_W +: ROOM_W] <= f_credits_q[f_q*ROOM_W +: ROOM_W]
                + {{ROOM_W - 1{1'b0}}, f_freed[f_q]} - {{ROOM_W - 1{1'b0}}, f_comes[f_q]};
            f_behind_q[f_q*ROOM_W +: ROOM_W] <= f_behind_q[f_q*ROOM_W +: ROOM_W]
                + {{ROOM_W - 1{1'b0}}, f_goes[f_q]} - {{ROOM_W - 1{1'b0}}, f_returned[f_q]};
        end
wire f_something_comes = |(in_valid_i | credit_valid_i);
wire f_flit_comes = |in_valid_i;
wire f_credit_comes = |credit_valid_i;
`ASSUME(channel_exists, f_something_comes, f_no_such_vc == 0)
`ASSUME(sent_into_room, f_flit_comes, f_no_place == 0)
`ASSUME(credit_is_for_a_flit, f_credit_comes, f_no_flit == 0)

// The tables.
reg f_told_q; // the tables were seen
reg [NODES*WAY_W-1:0] f_route_q;
reg [PORTS*PORTS*3-1:0] f_turn_q;
reg f_port_exists;
integer f_n;
always @* begin
    f_port_exists = 1'b1;
    for (f_n = 0; f_n < NODES; f_n = f_n + 1)
        if ({{32 - PORT_W{1'b0}}, route_i[f_n*WAY_W +: PORT_W]} >= PORTS)
            f_port_exists = 1'b0;
end
always @(posedge clk_i) begin
    f_told_q <= 1'b1;
    f_route_q <= route_i;
    f_turn_q <= turn_i;
end
`ASSUME(tables_are_constant, f_told_q, route_i == f_route_q && turn_i == f_turn_q)
`ASSUME(ports_exist, 1'b1, f_port_exists)
