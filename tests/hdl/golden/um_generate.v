// um_generate: Generate loops.
`default_nettype none

module um_generate #(
    parameter N = 2
) (
    input  wire               clk_i, // clock
    input  wire               rst_i, // synchronous reset, active high
    input  wire [8 * N - 1:0] a_i,
    output wire [8 * N - 1:0] y_o,
    output wire [4 * N - 1:0] x_o
);

    genvar g;
    for (g = 0; g < N; g = g + 1) begin : lane
        localparam LOW = 8 * g;

        wire [7:0] held;
        reg        any_q; // of this lane
        wire       any;

        wire [$clog2(8)-1:0] unused_u_hold_count_o; // left open
        um_hold u_hold (
            .clk_i   (clk_i),
            .rst_i   (rst_i),
            .data_i  (a_i[LOW +: 8]),
            .data_q  (held),
            .any_o   (any),
            .count_o (unused_u_hold_count_o)
        );

        always @(posedge clk_i) begin
            if (rst_i) begin
                any_q <= 1'b0;
            end else begin
                any_q <= any;
            end
        end

        assign y_o[LOW +: 8] = held & {8{any_q}};

`ifdef FORMAL
        always @(posedge clk_i) begin
            if (!rst_i) begin
                // any is late
                assert (!any_q || $past(any));
            end
        end
`endif
    end

    for (g = 0; g < N; g = g + 1) begin : row
        genvar h;
        for (h = 0; h < 4; h = h + 1) begin : column
            assign x_o[4 * g + h] = a_i[8 * g + h];
        end
    end

endmodule

`default_nettype wire
