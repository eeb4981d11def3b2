// Top of the iCEBreaker: pins, clock and reset. The board's 12 MHz oscillator is the clock, without
// the PLL. An FT2232H has the serial line on its channel B.
`default_nettype none
module top (
    input  wire clk_12_i,
    input  wire line_i,       // from the FT2232H
    output wire line_o,
    output wire led_red_no,   // an engine runs
    output wire led_green_no  // out of reset
);
    `include "um_board_clock.vh"
    if (CLOCK_MHZ != 12) begin : g_wrong
        $error("clock_mhz must be 12, which is the oscillator's");
    end

    // Reset for the first 16 cycles; registers of an iCE40 begin at 0.
    reg [3:0] good_q = 4'd0;
    reg       rst_q  = 1'b1;
    always @(posedge clk_12_i) begin
        good_q <= (&good_q) ? good_q : good_q + 4'd1;
        rst_q  <= !(&good_q);
    end

    wire busy;
    um_board #(
        `include "um_board_params.vh"
    ) board (
        .clk_i  (clk_12_i),
        .rst_i  (rst_q),
        .line_i (line_i),
        .line_o (line_o),
        .busy_o (busy)
    );
    assign led_red_no   = !busy;
    assign led_green_no = rst_q;
endmodule
`default_nettype wire
