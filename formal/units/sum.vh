// um_sum. Promises: what is shown is the sum of the amounts of all cycles since reset, up to the highest value of SUM_W
// bits, where it stays. Assumes nothing.

localparam [SUM_W+AMOUNT_W:0] F_HIGHEST = (1 << SUM_W) - 1;
reg [SUM_W+AMOUNT_W:0] f_sum_q;
wire [SUM_W+AMOUNT_W:0] f_more = f_sum_q + amount_i;
always @(posedge clk_i)
    f_sum_q <= rst_i ? 0 : f_more > F_HIGHEST ? F_HIGHEST : f_more;
`ASSERT(shows_the_sum, !up_q || sum_o == f_sum_q)
`COVER(adds_more_than_one, f_sum_q == 3 && amount_i == 2)
`COVER(highest_and_more, f_sum_q == F_HIGHEST && amount_i != 0)
