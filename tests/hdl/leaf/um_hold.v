/* A hand-written cell for the tests; the word `module` in a comment must not confuse the reader. */
`default_nettype none

module um_hold #(
    parameter WIDTH = 8,       // bits held
    parameter integer LOG = $clog2(WIDTH),
    parameter [3:0] RESET = 0  // after reset, input included
) (
    input  wire             clk_i,
    input  wire             rst_i,

    // what is held
    input  wire [WIDTH-1:0] data_i,  // output of another
    output reg  [WIDTH-1:0] data_q,
    output wire [LOG - 1:0] count_o,
    output wire             any_o    // at least one bit is set
);

    assign any_o = |data_q;
    assign count_o = data_q[LOG-1:0];

    always @(posedge clk_i) begin
        if (rst_i) begin
            data_q <= {{WIDTH - 4{1'b0}}, RESET};
        end else begin
            data_q <= data_i;
        end
    end

endmodule

`default_nettype wire
