// Assumptions of a network interface that sends, about its router, for any sizes and classes. Proofs assume them, and
// monitors in running units watch them.
//
// Assumes
//   of the router (router.freed_was_a_flit, credits_are_conserved_before): it gives a credit for a flit that has come to
//   it, and once; so of a virtual channel that there is.

// Flits that are behind the output, of each channel.
reg [VCS*ROOM_W-1:0] f_behind_q;
reg [VCS-1:0] f_goes;     // a flit goes out,
reg [VCS-1:0] f_returned; // a credit for one comes back
reg [VCS-1:0] f_no_flit;
integer f_p;
always @*
    for (f_p = 0; f_p < VCS; f_p = f_p + 1) begin
        f_goes[f_p] = out_valid_o && out_msg_o[FLIT_W + 1 +: VC_W] == f_p[VC_W-1:0];
        f_returned[f_p] = credit_valid_i && credit_msg_i == f_p;
        f_no_flit[f_p] = f_returned[f_p] && f_behind_q[f_p*ROOM_W +: ROOM_W] == 0;
    end
integer f_q;
always @(posedge clk_i)
    for (f_q = 0; f_q < VCS; f_q = f_q + 1)
        if (rst_i)
            f_behind_q[f_q*ROOM_W +: ROOM_W] <= 0;
        else
            f_behind_q[f_q*ROOM_W +: ROOM_W] <= f_behind_q[f_q*ROOM_W +: ROOM_W]
                + {{ROOM_W - 1{1'b0}}, f_goes[f_q]} - {{ROOM_W - 1{1'b0}}, f_returned[f_q]};
wire f_credit_comes = credit_valid_i;
`ASSUME(channel_exists, f_credit_comes, f_returned != 0)
`ASSUME(credit_is_for_a_flit, f_credit_comes, f_no_flit == 0)
