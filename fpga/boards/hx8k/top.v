// Top of the iCE40-HX8K breakout board: pins, clock and reset. An FT2232H beside the FPGA gives the
// 12 MHz clock and, on its channel B, the serial line. CLOCK_MHZ is clock_mhz of board.yaml.
`default_nettype none
module top (
    input  wire       clk_12_i,
    input  wire       line_i,   // from the FT2232H
    output wire       line_o,
    output wire [7:0] led_o
);
    `include "um_board_clock.vh"
    // 12 MHz * 64 is 768 MHz, which the PLL divides by a power of two: by 16 for 48 MHz.
    localparam integer VCO_MHZ = 768;
    localparam [2:0] DIVQ = $clog2(VCO_MHZ / CLOCK_MHZ);
    if (CLOCK_MHZ << DIVQ != VCO_MHZ) begin : g_wrong
        $error("clock_mhz must be 768 over a power of two: 12, 24, 48, 96, 192");
    end

    wire clk, locked;
    SB_PLL40_CORE #(
        .FEEDBACK_PATH ("SIMPLE"),
        .DIVR          (4'd0),
        .DIVF          (7'd63),
        .DIVQ          (DIVQ),
        .FILTER_RANGE  (3'd1)
    ) pll (
        .REFERENCECLK (clk_12_i),
        .PLLOUTGLOBAL (clk),
        .LOCK         (locked),
        .RESETB       (1'b1),
        .BYPASS       (1'b0)
    );

    // Reset until the clock has been good for 16 cycles; registers of an iCE40 begin at 0.
    reg [3:0] good_q = 4'd0;
    reg       rst_q  = 1'b1;
    always @(posedge clk) begin
        good_q <= !locked ? 4'd0 : (&good_q) ? good_q : good_q + 4'd1;
        rst_q  <= !(&good_q);
    end

    wire busy;
    um_board #(
        `include "um_board_params.vh"
    ) board (
        .clk_i  (clk),
        .rst_i  (rst_q),
        .line_i (line_i),
        .line_o (line_o),
        .busy_o (busy)
    );
    assign led_o = {7'd0, busy};
endmodule
`default_nettype wire
