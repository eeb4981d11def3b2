// um_memory: Arrays of words.
`default_nettype none

module um_memory #(
    parameter DEPTH = 16
) (
    input  wire       clk_i, // clock
    input  wire       rst_i, // synchronous reset, active high
    input  wire [3:0] addr_i,
    input  wire       write_i,
    input  wire [7:0] data_i,
    output wire [7:0] data_o,
    output wire       flag_o
);

    reg [7:0] store [0:DEPTH-1]; // words
    reg       flags [0:15];
    reg [7:0] data_q;

    always @(posedge clk_i) begin
        if (write_i) begin
            store[addr_i] <= data_i;
            flags[addr_i] <= data_i[0];
        end
        data_q <= store[addr_i];
    end

    assign data_o = data_q;
    assign flag_o = flags[addr_i];

    // Read by no logic, on purpose.
    wire unused_ok = &{1'b0, rst_i};

endmodule

`default_nettype wire
