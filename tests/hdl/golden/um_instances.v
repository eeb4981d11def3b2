// um_instances: Instances, and outputs that are left open.
`default_nettype none

module um_instances #(
    parameter W = 8
) (
    input  wire               clk_i, // clock
    input  wire               rst_i, // synchronous reset, active high
    input  wire [W-1:0]       a_i,
    output wire [2 * W - 1:0] y_o
);

    wire         any;
    wire [W-1:0] first;

    wire [$clog2(W)-1:0] unused_u_first_count_o; // left open
    um_hold #(
        .WIDTH (W)
    ) u_first (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .data_i  (a_i),
        .data_q  (first),
        .count_o (unused_u_first_count_o),
        .any_o   (any)
    );

    wire                       unused_u_second_any_o;   // left open
    wire [$clog2(2 * W) - 1:0] unused_u_second_count_o; // left open
    um_hold #(
        .WIDTH (2 * W),
        .RESET (4'd3)
    ) u_second (
        // Twice, and masked.
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .data_i  ({first, first & {W{any}}}),
        .data_q  (y_o[2*W-1:0]),
        .any_o   (unused_u_second_any_o),
        .count_o (unused_u_second_count_o)
    );

endmodule

`default_nettype wire
