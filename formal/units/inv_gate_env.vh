// Assumptions of a gate about the package's broadcast, for any sizes. Put after channel.vh. Proofs assume them, and
// monitors in running units watch them.
//
// Assumes: what comes by `dropped` is of a line that was asked for by `drop`, and comes once: promised by the broadcast
// (its own proof), and by switches, which neither lose nor double messages.
wire f_asks = drop_valid_o && drop_ready_i;
wire f_hears = dropped_valid_i && dropped_ready_o;
reg [1:0] f_asked_q; // lines asked for, and not heard of
always @(posedge clk_i)
    f_asked_q <= rst_i ? 2'd0 : f_asked_q + {1'b0, f_asks} - {1'b0, f_hears};
`ASSUME(dropped_was_asked_for, dropped_valid_i, f_asked_q != 0)
