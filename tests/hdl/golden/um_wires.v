// um_wires: Wires, their values and their parts.
`default_nettype none

module um_wires (
    input  wire [7:0]  a_i,
    input  wire [7:0]  b_i,
    output wire [7:0]  sum_o,
    output wire        carry_o,
    output wire [7:0]  pick_o,
    output wire [19:0] both_o
);

    assign both_o = {
        4'd0,
        a_i,                                // what comes first
        a_i[0] ? b_i : {b_i[3:0], b_i[7:4]} // the other
    };

    // Both halves are driven apart,
    // and a note keeps its lines.
    wire [7:0] swapped; // nibbles of a
    assign swapped[3:0] = a_i[7:4];
    assign swapped[7:4] = a_i[3:0];
    assign {carry_o, sum_o} = {1'b0, swapped} + {1'b0, b_i} /* nine bits */;
    wire       equal = a_i == b_i;
    wire [7:0] chosen = equal ? 8'h55 : (a_i[0] && !b_i[0]) ? (a_i ^ {8{b_i[1]}})
        : (a_i[1] || b_i[7]) ? (swapped & b_i) : $unsigned(8'd1 << a_i[2:0]);
    assign pick_o = a_i==8'd3 ?chosen:b_i==8 'hf_f ?{4'b01_10, 4'o7}:8'd0;

endmodule

`default_nettype wire
