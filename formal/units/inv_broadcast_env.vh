// Assumptions of a broadcast about the L1s, for any sizes. Put after channel.vh. Proofs assume them, and monitors in
// running units watch them.
//
// Assumes: an L1 tells of a line once, when it was told to drop it: promised by the L1 (l1_drop.vh).
wire [L1S-1:0] f_l1_told = drop_valid_o & drop_ready_i;
wire [L1S-1:0] f_l1_tells = dropped_valid_i & dropped_ready_o;
reg [L1S-1:0] f_told_q; // the L1s that have been told to drop a line, and have not told of it
always @(posedge clk_i)
    f_told_q <= rst_i ? 0 : (f_told_q | f_l1_told) & ~f_l1_tells;
wire f_some_dropped = |dropped_valid_i;
`ASSUME(dropped_was_told, f_some_dropped, (dropped_valid_i & ~f_told_q) == 0)
