// Assumptions of a network interface that receives, about its router, for any sizes and classes. Put after
// flit_classes.vh. Proofs assume them, and monitors in running units watch them.
//
// Assumes
//   of the router (router.sends_into_room, credits_are_conserved_behind): it sends into a virtual channel only while it
//   has a credit for it;
//   of the router and of whoever sends to this node (router.stays_in_its_class, ni-inject.goes_by_its_class): the channel is
//   of a class that this interface has;
//   of whoever sends (ni-inject.last_alone_is_a_tail), by way of routers that mix no packets (router.one_packet_has_it): a
//   packet has a tail, no later than a whole message of its class has.

// The places that the router counts; and flits that have come since the last tail: both of each channel.
reg [VCS*ROOM_W-1:0] f_credits_q;
reg [VCS*F_LEN_W-1:0] f_length_q;
reg [VCS-1:0] f_comes;     // a flit comes into the channel,
reg [VCS-1:0] f_freed;     // a credit for it goes back
reg [VCS-1:0] f_no_place;
reg [VCS-1:0] f_too_long;
reg [VCS-1:0] f_has_class;
integer f_p;
always @*
    for (f_p = 0; f_p < VCS; f_p = f_p + 1) begin
        f_comes[f_p] = in_valid_i && in_msg_i[FLIT_W + 1 +: VC_W] == f_p[VC_W-1:0];
        f_freed[f_p] = freed_valid_o && freed_msg_o[VC_W-1:0] == f_p[VC_W-1:0];
        f_no_place[f_p] = f_comes[f_p] && f_credits_q[f_p*ROOM_W +: ROOM_W] == 0;
        f_has_class[f_p] = f_p < GROUP ? F_REQ_FLITS != 0 : f_p < 2*GROUP ? F_RSP_FLITS != 0
            : f_p < 3*GROUP && F_ACK_FLITS != 0;
        f_too_long[f_p] = f_comes[f_p] && f_has_class[f_p] && !in_msg_i[FLIT_W]
            && {{32 - F_LEN_W{1'b0}}, f_length_q[f_p*F_LEN_W +: F_LEN_W]} + 1
                >= (f_p < GROUP ? F_REQ_FLITS : f_p < 2*GROUP ? F_RSP_FLITS : F_ACK_FLITS);
    end
integer f_q;
always @(posedge clk_i)
    for (f_q = 0; f_q < VCS; f_q = f_q + 1)
        if (rst_i) begin
            f_credits_q[f_q*ROOM_W +: ROOM_W] <= DEPTH[ROOM_W-1:0];
            f_length_q[f_q*F_LEN_W +: F_LEN_W] <= 0;
        end else begin
            f_credits_q[f_q*ROOM_W +: ROOM_W] <= f_credits_q[f_q*ROOM_W +: ROOM_W]
                + {{ROOM_W - 1{1'b0}}, f_freed[f_q]} - {{ROOM_W - 1{1'b0}}, f_comes[f_q]};
            if (f_comes[f_q])
                f_length_q[f_q*F_LEN_W +: F_LEN_W] <= in_msg_i[FLIT_W] ? 0 : f_length_q[f_q*F_LEN_W +: F_LEN_W] + 1'b1;
        end
wire f_flit_comes = in_valid_i;
`ASSUME(channel_exists, f_flit_comes, (f_comes & f_has_class) != 0)
`ASSUME(sent_into_room, f_flit_comes, f_no_place == 0)
`ASSUME(packet_ends_in_time, f_flit_comes, f_too_long == 0)
