// um_registers: Registers with and without a reset in one block.
`default_nettype none

module um_registers #(
    parameter N = 4 // slots
) (
    input  wire         clk_i, // clock
    input  wire         rst_i, // synchronous reset, active high
    input  wire         set_i,
    input  wire         clear_i,
    input  wire [7:0]   data_i,
    output wire [N-1:0] busy_o,
    output wire [7:0]   data_o,
    output wire         seen_o
);

    reg [N-1:0] busy_q; // slots taken
    reg         seen_q; // anything came
    reg [7:0]   data_q; // what came; no reset: seen_q tells whether it counts

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy_q <= {N{1'b0}};
            seen_q <= 1'b0;
        end else begin
            // Setting wins.
            if (set_i) begin
                busy_q[0] <= 1'b1;
                seen_q <= 1'b1;
            end else if (clear_i) begin
                busy_q <= {N{1'b0}};
            end else begin
                busy_q <= {busy_q[0], busy_q[N-1:1]};
            end
        end
    end
    always @(posedge clk_i) begin
        // Setting wins.
        if (set_i) begin
            data_q <= data_i;
        end
    end

    assign busy_o = busy_q;
    assign data_o = data_q;
    assign seen_o = seen_q;

endmodule

`default_nettype wire
