// um_uart_tx: sends bytes on a serial line; 8 data bits, no parity, one stop bit, lowest bit first.
`default_nettype none
module um_uart_tx #(
    parameter DIV = 16  // clock cycles per bit, at least 4
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       valid_i,
    output wire       ready_o,
    input  wire [7:0] byte_i,
    output wire       bit_o,       // the data bit that begins in this cycle
    output wire       bit_valid_o,
    output wire       line_o       // idle: high
);
    localparam COUNT_W = $clog2(DIV);
    localparam [31:0] FULL = DIV - 1;

    reg               busy_q;
    reg [3:0]         left_q;   // bits that have not begun: eight data bits, one stop bit
    reg [COUNT_W-1:0] count_q;  // cycles to the next bit
    reg [7:0]         byte_q;
    reg               line_q;

    wire step = busy_q && count_q == {COUNT_W{1'b0}};

    assign ready_o     = !busy_q;
    assign bit_o       = byte_q[0];
    assign bit_valid_o = step && left_q > 4'd1;
    assign line_o      = line_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy_q <= 1'b0;
            line_q <= 1'b1;
        end else if (!busy_q) begin
            busy_q  <= valid_i;
            left_q  <= 4'd9;
            count_q <= FULL[COUNT_W-1:0];
            byte_q  <= byte_i;
            if (valid_i)
                line_q <= 1'b0;
        end else if (step) begin
            count_q <= FULL[COUNT_W-1:0];
            left_q  <= left_q - 4'd1;
            byte_q  <= {1'b0, byte_q[7:1]};
            line_q  <= left_q > 4'd1 ? byte_q[0] : 1'b1;
            busy_q  <= left_q != 4'd0;
        end else begin
            count_q <= count_q - 1'b1;
        end
    end
endmodule
`default_nettype wire
