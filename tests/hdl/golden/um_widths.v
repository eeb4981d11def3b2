// um_widths: Widths as they are written in brackets.
`default_nettype none

module um_widths #(
    parameter N = 5 // a number
) (
    input  wire [N-1:0]               a_i,
    output wire [N:0]                 a_o,
    output wire [2 * N - 1:0]         b_o,
    output wire [(N > 4 ? 3 : 2)-1:0] c_o,
    output wire [11:0]                d_o
);

    localparam ALL_ONES = 8'hff;
    localparam LOG      = $clog2(N); // bits of an index

    wire [LOG-1:0] log;
    wire [LOG:0]   more;
    assign log = a_i[LOG-1:0];
    assign more = {1'b0, log};
    assign a_o = {1'b1, a_i};
    assign b_o = {2{a_i}};
    assign c_o = a_i[2:0];
    assign d_o[3:0] = more[3:0];
    assign d_o[11:4] = ALL_ONES;

endmodule

`default_nettype wire
