// um_uart_rx: receives bytes from a serial line; 8 data bits, no parity, lowest bit first.
//
// Each data bit is also an output when it is sampled, so that a CRC can be computed bit by bit.
`default_nettype none
module um_uart_rx #(
    parameter DIV = 16  // clock cycles per bit, at least 4
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       line_i,   // from the pin, not yet synchronous
    output wire       bit_o,    // the data bit sampled in this cycle
    output wire       bit_valid_o,
    output wire [7:0] byte_o,
    output wire       valid_o   // for one cycle: byte_o is complete
);
    localparam COUNT_W = $clog2(2*DIV);
    localparam [31:0] HALF = DIV + DIV/2 - 2;  // from the start bit's edge to the first data bit
    localparam [31:0] FULL = DIV - 1;

    reg [1:0]         line_q;   // synchroniser
    reg               busy_q;
    reg [3:0]         left_q;   // bits to come: eight of data, one stop
    reg [COUNT_W-1:0] count_q;  // cycles to the next sample
    reg [7:0]         byte_q;
    reg               valid_q;

    wire line   = line_q[1];
    wire sample = busy_q && count_q == {COUNT_W{1'b0}};

    assign bit_o       = line;
    assign bit_valid_o = sample && left_q != 4'd1;
    assign byte_o      = byte_q;
    assign valid_o     = valid_q;

    always @(posedge clk_i) begin
        line_q <= {line_q[0], line_i};
        if (rst_i) begin
            busy_q  <= 1'b0;
            valid_q <= 1'b0;
        end else begin
            valid_q <= sample && left_q == 4'd1 && line;  // dropped without a stop bit
            if (!busy_q) begin
                busy_q  <= !line;
                left_q  <= 4'd9;
                count_q <= HALF[COUNT_W-1:0];
            end else if (sample) begin
                busy_q  <= left_q != 4'd1;
                left_q  <= left_q - 4'd1;
                count_q <= FULL[COUNT_W-1:0];
                if (left_q != 4'd1)
                    byte_q <= {line, byte_q[7:1]};
            end else begin
                count_q <= count_q - 1'b1;
            end
        end
    end
endmodule
`default_nettype wire
