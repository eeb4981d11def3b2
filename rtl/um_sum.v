// um_sum: adds up an amount of each cycle, and shows the sum.
//
// The sum stays at its highest value, as a counter of um_counters does. With SUM_W 0 there is none,
// and what is shown is 0.
//
// An amount of cycle 0 shows in cycle 1. While the amount is 0 nothing changes.
`default_nettype none
module um_sum #(
    parameter AMOUNT_W = 4,   // bits of an amount
    parameter SUM_W    = 48   // bits of the sum, from AMOUNT_W to 63; 0: no sum
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire [AMOUNT_W-1:0] amount_i,
    output wire [63:0]         sum_o
);
    localparam W = SUM_W != 0 ? SUM_W : AMOUNT_W;

    reg  [W-1:0] sum_q;
    wire [W:0]   next = {1'b0, sum_q} + {{W + 1 - AMOUNT_W{1'b0}}, amount_i};

    always @(posedge clk_i) begin
        sum_q <= next[W] ? {W{1'b1}} : next[W-1:0];
        if (rst_i || SUM_W == 0)
            sum_q <= {W{1'b0}};
    end
    assign sum_o = {{64 - W{1'b0}}, sum_q};
endmodule
`default_nettype wire
