// Assumptions of a detour about both of its ways to the memory, for any sizes. Put after channel.vh. Proofs assume them,
// and monitors in running units watch them.
//
// Assumes: of each bucket no more answers come by a way than requests went out by it: promised by the ReqTracker, which
// answers each request once, by switches and networks, which neither lose nor double messages, and by the way bit of a
// request, which the cube's switch for answers reads.
wire f_pass_asks = pass_req_valid_o && pass_req_ready_i;
wire f_net_asks = net_req_valid_o && net_req_ready_i;
wire f_pass_hears = pass_rsp_valid_i && pass_rsp_ready_o;
wire f_net_hears = net_rsp_valid_i && net_rsp_ready_o;
wire [BUCKET_W-1:0] f_pass_asked = pass_req_msg_o[REQ_BUCKET +: BUCKET_W];
wire [BUCKET_W-1:0] f_net_asked = net_req_msg_o[REQ_BUCKET +: BUCKET_W];
wire [BUCKET_W-1:0] f_pass_heard = pass_rsp_msg_i[RSP_BUCKET +: BUCKET_W];
wire [BUCKET_W-1:0] f_net_heard = net_rsp_msg_i[RSP_BUCKET +: BUCKET_W];

// Requests of each bucket that went out by a way and are not answered.
reg [BUCKETS*FLIGHT_W-1:0] f_pass_out_q;
reg [BUCKETS*FLIGHT_W-1:0] f_net_out_q;
integer f_v;
always @(posedge clk_i)
    for (f_v = 0; f_v < BUCKETS; f_v = f_v + 1)
        if (rst_i) begin
            f_pass_out_q[f_v*FLIGHT_W +: FLIGHT_W] <= 0;
            f_net_out_q[f_v*FLIGHT_W +: FLIGHT_W] <= 0;
        end else begin
            f_pass_out_q[f_v*FLIGHT_W +: FLIGHT_W] <= f_pass_out_q[f_v*FLIGHT_W +: FLIGHT_W]
                + {{FLIGHT_W - 1{1'b0}}, f_pass_asks && f_pass_asked == f_v[BUCKET_W-1:0]}
                - {{FLIGHT_W - 1{1'b0}}, f_pass_hears && f_pass_heard == f_v[BUCKET_W-1:0]};
            f_net_out_q[f_v*FLIGHT_W +: FLIGHT_W] <= f_net_out_q[f_v*FLIGHT_W +: FLIGHT_W]
                + {{FLIGHT_W - 1{1'b0}}, f_net_asks && f_net_asked == f_v[BUCKET_W-1:0]}
                - {{FLIGHT_W - 1{1'b0}}, f_net_hears && f_net_heard == f_v[BUCKET_W-1:0]};
        end
wire [FLIGHT_W-1:0] f_pass_out_at_heard = f_pass_out_q[{{32 - BUCKET_W{1'b0}}, f_pass_heard}*FLIGHT_W +: FLIGHT_W];
wire [FLIGHT_W-1:0] f_net_out_at_heard = f_net_out_q[{{32 - BUCKET_W{1'b0}}, f_net_heard}*FLIGHT_W +: FLIGHT_W];
`ASSUME(pass_answer_was_asked_for, pass_rsp_valid_i, f_pass_out_at_heard != 0)
`ASSUME(net_answer_was_asked_for, net_rsp_valid_i, f_net_out_at_heard != 0)
