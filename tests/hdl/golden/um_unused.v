// um_unused: Names that nothing reads on purpose.
`default_nettype none

module um_unused (
    input  wire [7:0] a_i,
    input  wire       b_i,
    output wire [3:0] y_o,
    output wire       z_o
);

    assign y_o = a_i[3:0];

    genvar g;
    for (g = 0; g < 2; g = g + 1) begin : pair
        wire spare = a_i[g];

        // Read by no logic, on purpose.
        wire unused_pair_ok = &{1'b0, spare};
    end

    wire read_by_nothing = a_i[0];
    wire read_below = a_i[1];
    assign z_o = read_below;

    // Read by no logic, on purpose.
    wire unused_ok = &{1'b0, a_i[7:4], b_i, read_by_nothing};

endmodule

`default_nettype wire
