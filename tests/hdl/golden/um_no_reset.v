// um_no_reset: A register that reset leaves alone.
`default_nettype none

module um_no_reset (
    input  wire       clk_i, // clock
    input  wire       rst_i, // synchronous reset, active high
    input  wire [7:0] data_i,
    output wire [7:0] data_o
);

    reg [7:0] data_q;

    always @(posedge clk_i) begin
        data_q <= data_i;
    end

    assign data_o = data_q;

    // Read by no logic, on purpose.
    wire unused_ok = &{1'b0, rst_i};

endmodule

`default_nettype wire
